"""What a finding says to write is offered as a quick fix, over all that tests know as mistakes: and a fix mends what it is for.

A suggestion may be a sentence for a person where something has to be thought up. `PROSE` holds those of the examples in
docs/diagnostics, each with its reason. A form that is offered has words in capitals, which the author fills in.
"""

from collections.abc import Mapping

import pytest

from greyc.compiler import check_text
from greyc.compiler.diagnostics import Diagnostic, pages
from greyc.compiler.diagnostics.model import Edits
from greyc.frontends.edits import Edit, applied
from tests.compiler import small, test_meant, test_mistakes
from tests.compiler.test_whole_files import FILES
from tests.dsl.bad_sources import BAD

PACK = 'name = "p"\ntitle = "P"\nversion = "1"\n'
COMMAND = "done by a command of greyc, or by a newer greyc"
NAME = "a new name or title has to be thought up"
VALUE = "a value, a condition or what to say has to be thought up"
RULE = "how the rule is meant is for the author to say: more than one thing has to change, or in another place"
NONE = "nothing in this example could be meant; where something is, that is offered"
PROSE = {
    **dict.fromkeys(("G0013", "G0014", "G0602", "G0605", "G0614"), COMMAND),
    **dict.fromkeys(("G0102", "G0205", "G0280", "G0805"), NAME),
    **dict.fromkeys(("G0101", "G0125", "G0360", "G0411", "G0601", "G0621"), VALUE),
    **dict.fromkeys(("G0145", "G0154", "G0202", "G0235", "G0279", "G0323", "G0353", "G0429"), RULE),
    **dict.fromkeys(("G0414", "G0415", "G0416", "G0424", "G0425", "G0426", "G0431"), RULE),
    **dict.fromkeys(("G0110", "G0341", "G0800"), NONE),
}
EXAMPLES = {code: dict(page.wrong) for code, page in pages().items() if page.wrong}


MEANT = [{"game.grey": test_meant.GAME, "extra.grey": text} for text in test_meant.BAD]
WRONG = [{"game.grey": small.GAME, "extra.grey": text} for text, *_ in test_mistakes.ONCE] + [
    {"game.grey": small.GAME, "extra.grey": f"function f({params}) = {expression}\n"}
    for expression, params, *_ in test_mistakes.EXPRESSIONS
]
SOURCES: dict[str, list[Mapping[str, str]]] = {
    "examples": list(EXAMPLES.values()),
    "bad sources": [{"p/pack.toml": PACK, "p/p.grey": text} for text in BAD],
    "whole files": [{path.name: path.read_text(encoding="utf-8")} for path in FILES],
    "meant": list(MEANT),
    "mistakes": list(WRONG),
}


def mended(files: Mapping[str, str], found: Diagnostic, edits: Edits) -> tuple[dict[str, str], list[Diagnostic]]:
    made = [Edit(found.path, span, text) for span, text in edits]
    after = {**files, found.path: applied(files[found.path], made)}
    return after, check_text(after)


@pytest.mark.parametrize("code", EXAMPLES)
def test_what_an_example_says_to_write_can_be_written_by_the_editor(code: str) -> None:
    told = [found for found in check_text(EXAMPLES[code]) if found.suggestion and found.code == code]
    lacking = [found.suggestion for found in told if not found.instead]
    if code in PROSE:
        assert lacking, f"{code} has a fix now, so it is no exception any more"
    else:
        assert lacking == []


@pytest.mark.parametrize(
    ("sources", "fewest"),
    [("examples", 110), ("bad sources", 310), ("whole files", 30), ("meant", 40), ("mistakes", 45)],
)
def test_every_fix_mends_what_it_is_for(sources: str, fewest: int) -> None:
    """The finding is gone from its place, and the first thing offered breaks nothing that could be read before."""
    count = 0
    wrong = []
    for files in SOURCES[sources]:
        before = check_text(files)
        for found in before:
            for number, edits in enumerate(found.instead):
                _, again = mended(files, found, edits)
                count += 1
                still = any((each.code, each.path, each.span) == (found.code, found.path, found.span) for each in again)
                worse = number == 0 and len(again) > len(before) and any(each.code < "G0200" for each in again)
                if still or worse:
                    wrong.append(
                        f"{found.code} {found.message} {found.suggestion}: {edits} {[e.message for e in again]}"
                    )
    assert wrong == [] and count >= fewest


def test_no_more_than_a_few_ways_are_offered() -> None:
    found = [each for files in SOURCES["examples"] for each in check_text(files)]
    assert max(len(each.instead) for each in found) <= 5
