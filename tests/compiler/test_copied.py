"""Lines that two packs share are noted once, as long as they are, wherever blanks and comments differ."""

from __future__ import annotations

from greyc.compiler.diagnostics import Diagnostic
from greyc.compiler.driver import check_text

DICE = [f'die d{sides} "die of {sides}|dice of {sides}": 1 2 {sides}' for sides in range(3, 12)]
TEST = 'test "t":\n' + "".join(f"    expect 1 + {n} == {n + 1}\n" for n in range(9))


def pack(name: str, body: str) -> dict[str, str]:
    return {f"{name}/pack.toml": f'name = "{name}"\ntitle = "T"\nversion = "1.0"\n', f"{name}/r.grey": body}


def copies(*bodies: str) -> list[Diagnostic]:
    files = {path: text for name, body in zip("abc", bodies, strict=False) for path, text in pack(name, body).items()}
    return [each for each in check_text(files) if each.name == "copied-lines"]


def test_a_run_is_noted_once_and_whole() -> None:
    body = "\n".join(DICE) + "\n"
    laid_out_otherwise = 'die own "own|own": 1 2\n' + "\n\n".join(
        f"{line}   # {n}" for n, line in enumerate(DICE)
    ).replace(": ", ":  ")
    (found,) = copies(body, laid_out_otherwise)
    assert (
        found.severity == "note"
        and found.path == "b/r.grey"
        and found.message == "These 9 lines stand in a/r.grey too."
    )
    start, end = found.span
    assert laid_out_otherwise[start:end].startswith("die d3") and laid_out_otherwise[start:end].endswith("1 2 11")
    assert body[slice(*found.related[0].span)] == body.strip()


def test_five_lines_are_chance() -> None:
    assert copies("\n".join(DICE[:5]), "\n".join(DICE[:5])) == []
    assert len(copies("\n".join(DICE[:6]), "\n".join(DICE[:6]))) == 1


def test_two_runs_are_two_notes_and_a_third_pack_is_told_of_the_first() -> None:
    apart = "\n".join([*DICE, 'die own "own|own": 1 2', *[line.replace("die d", "die e") for line in DICE]])
    whole = "\n".join([*DICE, 'die other "o|o": 1 2', *[line.replace("die d", "die e") for line in DICE]])
    found = copies(apart, whole, "\n".join(DICE))
    assert [(each.path, each.related[0].path) for each in found] == [("b/r.grey", "a/r.grey")] * 2 + [
        ("c/r.grey", "a/r.grey")
    ]


def test_tests_and_one_pack_against_itself_are_left_alone() -> None:
    assert copies(TEST, TEST) == []
    same = "\n".join(DICE)
    again = "\n".join(line.replace("die d", "die e") for line in DICE)
    assert copies(f"{same}\n{again}\n") == []


def test_it_can_be_allowed() -> None:
    body = "\n".join(DICE)
    assert copies(body, f"# shared on purpose: allow copied-lines\n{body}") == []
