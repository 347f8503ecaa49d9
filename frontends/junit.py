"""Suites of cases as JUnit's XML, the form in which most CI services read tests.

The text is ASCII, other letters as references: so it is right in whatever letters it is piped. What XML can't hold, such as
control characters, is named by its number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

from attrs import frozen

# What XML 1.0 allows; all else can't be in it, not even as a reference.
_FOREIGN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@frozen
class Case:
    """Something tried. `failure`: a sentence and all that is told, where it failed; `told`: what is told although it passed."""

    name: str
    failure: tuple[str, str] | None = None
    told: str = ""


@frozen
class Suite:
    """The cases of a pack."""

    name: str
    cases: Sequence[Case]


def as_xml(name: str, suites: Sequence[Suite]) -> str:
    """The suites as an XML document; `name`: of the whole run."""
    root = ET.Element("testsuites", {"name": name, **_counts([case for suite in suites for case in suite.cases])})
    for suite in suites:
        of_suite = ET.SubElement(root, "testsuite", {"name": _clean(suite.name), **_counts(suite.cases)})
        for case in suite.cases:
            made = ET.SubElement(of_suite, "testcase", classname=_clean(suite.name), name=_clean(case.name))
            if case.failure is not None:
                sentence, text = case.failure
                ET.SubElement(made, "failure", message=_clean(sentence)).text = _clean(text)
            if case.told:
                ET.SubElement(made, "system-out").text = _clean(case.told)
    ET.indent(root)
    document: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return document.decode("ascii")


def _counts(cases: Sequence[Case]) -> dict[str, str]:
    failures = sum(case.failure is not None for case in cases)
    return {"tests": str(len(cases)), "failures": str(failures), "errors": "0"}


def _clean(text: str) -> str:
    return _FOREIGN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
