"""What a finding says to write is offered as a quick fix, over all that tests know as mistakes: and a fix mends what it is for.

A suggestion may be a sentence for a person where more than one thing could be meant, several lines must change, or
something has to be thought up. `PROSE` holds those of the examples in docs/diagnostics, each with its reason.
"""

from collections.abc import Iterator, Mapping

import pytest

from greyc.compiler import check_text
from greyc.compiler.diagnostics import Diagnostic, pages
from greyc.compiler.diagnostics.model import Edits
from greyc.frontends.edits import Edit, applied
from tests.dsl.bad_sources import BAD

PACK = 'name = "p"\ntitle = "P"\nversion = "1"\n'
FORM = "shows the form of something, with words in capitals or dots to be filled in"
WHICH = "names what there is; which of it is meant, or where, is for the author to say"
LINES = "several lines change"
THOUGHT = "something has to be thought up: a name, a sentence, how a rule is meant"
ELSEWHERE = "not in a file that the server looks after, or done by a command"
PROSE = {
    **dict.fromkeys(("G0004", "G0006", "G0013", "G0014", "G0602", "G0605", "G0608", "G0615", "G0616", "G0614"), ELSEWHERE),
    **dict.fromkeys(("G0101", "G0142", "G0148", "G0155", "G0159", "G0160", "G0215", "G0238", "G0248", "G0251"), FORM),
    **dict.fromkeys(("G0254", "G0256", "G0266", "G0269", "G0276", "G0305", "G0311", "G0323", "G0325", "G0353"), FORM),
    **dict.fromkeys(("G0360", "G0800", "G0207", "G0226", "G0235"), FORM),
    **dict.fromkeys(("G0280", "G0281", "G0220", "G0230", "G0236", "G0274", "G0279", "G0300", "G0341", "G0344", "G0429"), WHICH),
    **dict.fromkeys(("G0161", "G0105", "G0110", "G0111", "G0112", "G0140", "G0202", "G0317"), LINES),
    **dict.fromkeys(("G0618", "G0102", "G0114", "G0125", "G0139", "G0145", "G0154", "G0205", "G0316", "G0352"), THOUGHT),
    **dict.fromkeys(("G0411", "G0414", "G0415", "G0416", "G0424", "G0425", "G0426", "G0431"), THOUGHT),
    **dict.fromkeys(("G0601", "G0611", "G0802", "G0805"), THOUGHT),
}  # fmt: skip
EXAMPLES = {code: dict(page.wrong) for code, page in pages().items() if page.wrong}


def mistakes() -> Iterator[tuple[Mapping[str, str], Diagnostic]]:
    for files in [*EXAMPLES.values(), *({"p/pack.toml": PACK, "p/p.grey": text} for text in BAD)]:
        for found in check_text(files):
            yield files, found


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


def test_every_fix_mends_what_it_is_for() -> None:
    """The finding is gone from its place, and the first thing offered breaks nothing that could be read before."""
    count = 0
    wrong = []
    for files, found in mistakes():
        before = len(check_text(files)) if found.instead else 0
        for number, edits in enumerate(found.instead):
            after, again = mended(files, found, edits)
            count += 1
            still = any((each.code, each.path, each.span) == (found.code, found.path, found.span) for each in again)
            worse = number == 0 and len(again) > before and any(each.code < "G0200" for each in again)
            if still or worse:
                wrong.append(f"{found.code} {found.message} {found.suggestion}: {after[found.path]!r}")
    assert count > 340 and wrong == []
