"""`greyc test`: what a failure tells, which tests are run, and statements without a test."""

import shutil
from pathlib import Path

import pytest

from greyc.frontends.select import BadExpression, matcher
from greyc.frontends.statements import statements, unnamed

from .conftest import VAULT, Run, piped


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """The vault with two tests that fail."""
    home = tmp_path / "vault"
    shutil.copytree(VAULT, home)
    rules = home / "tests" / "rules.grey"
    text = rules.read_text(encoding="utf-8").replace("oil == 11", "oil == 5 + 5")
    text += '\ntest "V09 nobody can stow nothing":\n    table vault with ann, bob\n    do stow by ann\n    expect oil == 12\n'
    rules.write_text(text, encoding="utf-8")
    return home


def test_all_pass(greyc: Run) -> None:
    code, out, _ = greyc("test", VAULT)
    assert code == 0
    assert out.startswith("2 passed, 0 failed (")
    assert "passed vault: V01 a round burns oil\n" in greyc("test", VAULT, "-v")[1]


def test_a_failure_shows_all_that_is_known(greyc: Run, broken: Path) -> None:
    code, out, _ = greyc("test", broken)
    assert code == 1
    assert "FAILED vault: V01 a round burns oil" in out
    assert f"{broken.as_posix()}/tests/rules.grey:4:5" in out
    assert "4 | expect oil == 5 + 5" in out
    assert "oil is 11" in out
    assert "last events:" in out and "search_round" in out
    assert "FAILED vault: V09 nobody can stow nothing" in out
    assert "1 passed, 2 failed (" in out


def test_processes_change_nothing_but_the_time(greyc: Run, broken: Path) -> None:
    one = greyc("test", broken)
    two = piped("test", broken, "-j", 2)
    assert one[0] == two[0] == 1
    assert one[1].rsplit("(", 1)[0] == two[1].rsplit("(", 1)[0]


def test_k_chooses(greyc: Run) -> None:
    assert greyc("test", VAULT, "-k", "burns")[1].startswith("1 passed, 0 failed")
    assert greyc("test", VAULT, "-k", "not burns")[1].startswith("1 passed, 0 failed")
    code, _, err = greyc("test", VAULT, "-k", "nosuch")
    assert code == 2 and "nosuch" in err
    assert greyc("test", VAULT, "-k", "(a")[0] == 2


@pytest.mark.parametrize(
    ("expression", "title", "meant"),
    [
        ("tank", "R136 a Tank is in the way", True),
        ("tank boss", "R136 a Tank is in the way", False),
        ("tank and way", "R136 a Tank is in the way", True),
        ("boss or way", "R136 a Tank is in the way", True),
        ("not tank or r136", "R136 a Tank is in the way", True),
        ("not (tank or boss)", "R136 a Tank is in the way", False),
        ("R13", "R136 a Tank is in the way", True),
    ],
)
def test_expressions(expression: str, title: str, meant: bool) -> None:
    assert matcher(expression)(title) is meant


@pytest.mark.parametrize("expression", ["", "and", "a or", "not", "(a", "a)", "()"])
def test_bad_expressions(expression: str) -> None:
    with pytest.raises(BadExpression):
        matcher(expression)


def test_statements_that_no_test_and_no_check_names(greyc: Run) -> None:
    code, out, _ = greyc("test", VAULT, "--statements", VAULT / "rules.md")
    assert code == 1
    assert out == "V04 The vault is dark.\n4 of 5 statements are named by a test or check, 1 are not.\n"
    assert greyc("test", VAULT, "--statements", VAULT / "pack.toml")[0] == 2
    assert greyc("test", VAULT, "--statements", VAULT / "nosuch.md")[0] == 2


def test_what_counts_as_a_statement_and_as_a_name() -> None:
    text = "# R0 title\n- R001 One.\n* **R002**: Two.\n- R003, a list\nR004 no bullet\n  - G12 Deep.\n- R001 again\n"
    assert statements(text) == {"R001": "One.", "R002": "Two.", "R003": ", a list", "G12": "Deep."}
    assert list(unnamed(text, ["R001 and R003 hold", "XR002", "G123"])) == ["R002", "G12"]


def test_a_range_names_all_that_lie_between() -> None:
    text = "- R008 a\n- R009 b\n- R010 c\n- R11 d\n- G10 e\n"
    assert list(unnamed(text, ["what R009 to R011 say"])) == ["R008", "G10"]
    assert list(unnamed(text, ["R008 to G10"])) == ["R009", "R010", "R11"]
    assert list(unnamed(text, ["R010 to R008, backwards"])) == ["R009", "R11", "G10"]


ASKING = """game asking "Asking":
    players 1 to 2
    setup:
        offer deeds to players until pass
    play:
        end game won
kind player is seat:
    state joy: int = 0 "joy"
kind thing is card
action cheer in deeds by player:
    do:
        choose p in players "Who?":
            p.joy += 1
test "cheering":
    game asking with ann, bob
{steps}
    expect ann.joy + bob.joy >= 0
"""


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ("    do cheer by ann", "nothing answers: Who?"),
        ("    do cheer by ann\n    answers bob\n    expect bob.joy == 1", ""),
        ("    answers bob\n    do cheer by ann\n    do pass by ann", ""),
        ("    do cheer by thing", "error[G0"),
    ],
)
def test_an_action_answers_what_it_asks(greyc: Run, tmp_path: Path, steps: str, says: str) -> None:
    (tmp_path / "pack.toml").write_text('name = "asking"\ntitle = "Asking"\nversion = "1.0"\n', encoding="utf-8")
    (tmp_path / "a.grey").write_text(ASKING.format(steps=steps), encoding="utf-8")
    code, out, err = greyc("test", tmp_path)
    assert (code == 0) is not bool(says), out + err
    assert says in out + err and "Traceback" not in out + err


def test_only_what_can_act_does_an_action(greyc: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text('name = "asking"\ntitle = "Asking"\nversion = "1.0"\n', encoding="utf-8")
    text = ASKING.replace("by player:", "by thing:").format(steps="    do cheer by ann")
    (tmp_path / "a.grey").write_text(text, encoding="utf-8")
    code, out, err = greyc("test", tmp_path)
    assert code != 0 and "Traceback" not in out + err
    assert "a.grey:" in out + err and "do cheer by ann" in out + err
