"""The registry of diagnostic codes, read from the pages docs/diagnostics/G0123.md.

The pages are the only place where a code is declared: its name, severity, message template, explanation and examples.
They are read when the first finding is reported, so a clean run never opens them, and there is no generated module
that two people adding a code at the same time would fight over. docs/diagnostics/README.md describes the format.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, Literal

from attrs import frozen

from greyc.compiler.spell import nearest

Severity = Literal["error", "warning", "note"]
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")

# The same path from the package in a checkout, an editable install and a wheel: docs/ stands beside compiler/.
PAGES: Final = Path(__file__).resolve().parents[2] / "docs" / "diagnostics"

_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_FENCE = re.compile(r"^```(\w+)(?: +(\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DEFAULT_PATH = {"grey": "example.grey", "toml": "pack.toml"}
_FIELDS = ("code", "name", "severity", "template", "since")


class PageError(ValueError):
    """A page of docs/diagnostics does not keep to the format."""


class UnknownCode(LookupError):
    """No page has this code or name; the message says which is nearest."""


@frozen
class Page:
    """One diagnostic code, as its page declares it."""

    code: str
    name: str
    severity: Severity
    template: str
    since: str
    body: str  # the Markdown below the front matter
    wrong: dict[str, str]  # path -> text of the example that gives this code; empty if it can't be written as files
    right: dict[str, str]

    @property
    def placeholders(self) -> frozenset[str]:
        """The names of the words that the message template wants."""
        return frozenset(_PLACEHOLDER.findall(self.template))

    def message(self, words: dict[str, object]) -> str:
        """The template with its words filled in; too few or too many words are a bug of the check that reports."""
        if words.keys() != self.placeholders:
            wants, got = sorted(self.placeholders), sorted(words)
            raise TypeError(f"{self.code} {self.name} wants the words {wants}, not {got}")
        # Not str.format: a template has names only, so nothing in a word can reach into an object.
        return _PLACEHOLDER.sub(lambda match: str(words[match[1]]), self.template)


def read_page(text: str, file_name: str) -> Page:
    """Parse one page; PageError says what is wrong with it."""
    front = _FRONT.match(text)
    if front is None:
        raise PageError(f"{file_name}: starts with no front matter between two --- lines")
    fields: dict[str, str] = {}
    for line in front[1].splitlines():
        key, colon, value = line.partition(":")
        if not colon:
            raise PageError(f"{file_name}: front matter line without a colon: {line!r}")
        fields[key.strip()] = value.strip()
    if tuple(fields) != _FIELDS:
        raise PageError(f"{file_name}: front matter has {', '.join(fields)}; it should have {', '.join(_FIELDS)}")
    severity = next((each for each in SEVERITIES if each == fields["severity"]), None)
    if severity is None:
        raise PageError(f"{file_name}: severity is error, warning or note, not {fields['severity']!r}")
    if file_name != f"{fields['code']}.md":
        raise PageError(f"{file_name}: holds the code {fields['code']}")
    body = text[front.end() :].strip() + "\n"
    parts = _SECTION.split(body)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    if not parts[0].strip() or list(sections)[:2] != ["Wrong", "Right"]:
        raise PageError(f"{file_name}: a sentence of explanation, then ## Wrong, then ## Right")
    return Page(
        code=fields["code"],
        name=fields["name"],
        severity=severity,
        template=fields["template"],
        since=fields["since"],
        body=body,
        wrong=_examples(sections["Wrong"]),
        right=_examples(sections["Right"]),
    )


def _examples(section: str) -> dict[str, str]:
    """The files that a section shows: ```grey [PATH], ```toml [PATH] and ```po PATH; other fences are prose."""
    return {
        path or _DEFAULT_PATH[language]: text
        for language, path, text in _FENCE.findall(section)
        if path or language in _DEFAULT_PATH
    }


@cache
def pages() -> dict[str, Page]:
    """All pages by code, in order of their codes."""
    found = (read_page(file.read_text(encoding="utf-8"), file.name) for file in sorted(PAGES.glob("G*.md")))
    return {page.code: page for page in found}


@cache
def _by_name() -> dict[str, Page]:
    return {page.name: page for page in pages().values()}


def page(code_or_name: str) -> Page:
    """The page of a code (`G0123`, in any case) or of a name (`unknown-name`); UnknownCode if there is none."""
    found = pages().get(code_or_name.upper()) or _by_name().get(code_or_name.lower())
    if found is None:
        guess = nearest(code_or_name.lower(), _by_name()) or nearest(code_or_name.upper(), pages())
        hint = f" Did you mean {guess}?" if guess else " greyc explain --list lists them."
        raise UnknownCode(f"There is no diagnostic {code_or_name!r}.{hint}")
    return found


def explain(code_or_name: str) -> str:
    """What `greyc explain` prints: the page as Markdown, under a heading of code, name and severity."""
    found = page(code_or_name)
    return f"# {found.code} {found.name} ({found.severity})\n\n{found.body}"
