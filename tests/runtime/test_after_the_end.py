"""What a test does after the end of its game fails at its line: it would be done in no game, so a rule that ends the game too
soon would go unnoticed. Looking and taking back remain."""

import pytest

from greyc.runtime.testing import Failure

from .steps import result_of

GAME = """
game lamp "The Lamp":
    players 2
    option dark: flag = no "Dark"
    state oil: int = 3 "oil"
    decides players
    setup:
        if dark:
            end game lost
    play:
        offer working to players until pass
        end game won

kind player is seat:
    zone hand of wick
    state tired: flag = no
kind wick is card
wick thread "Thread"

verb burn amount (int):
    oil -= amount
whenever oil <= 0:
    end game lost
action trim in working by player "Trim":
    do:
        player.tired = yes
action spill in working by player "Spill":
    do:
        may "All of it?" by player:
            burn 3
"""
FIRST_LINE = GAME.count("\n") + 2


def failure_of(steps: str) -> Failure | None:
    return result_of(GAME, steps).failure


@pytest.mark.parametrize(
    ("steps", "line", "ended"),
    [
        ("table lamp with ann, bob; oil = 0; do trim by ann; expect ann.tired", 3, 2),
        ("game lamp with ann, bob; burn 3; do trim by ann", 3, 2),
        ("game lamp with ann, bob; burn 3; do pass by ann", 3, 2),
        ("table lamp with ann, bob; burn 3; burn 1", 3, 2),
        ("table lamp with ann, bob; burn 3; oil = 5", 3, 2),
        ("table lamp with ann, bob; burn 3; if oil < 5:\n        oil = 5", 3, 2),
        ("table lamp with ann, bob; burn 3; expect outcome == lost; put thread in ann.hand", 4, 2),
        ("game lamp with ann, bob; answers yes; do spill by ann; answers no", 4, 3),
        ("game lamp with ann, bob where dark = yes; do trim by ann", 2, 1),
        ("game lamp with ann, bob where dark = yes; burn 1", 2, 1),
        ("game lamp with ann, bob where dark = yes; rolls 1", 2, 1),
    ],
)
def test_nothing_is_done_after_the_end(steps: str, line: int, ended: int) -> None:
    failure = failure_of(steps)
    assert failure is not None and failure.place is not None
    assert failure.message == f"the game has ended (lost) in line {FIRST_LINE + ended - 1}"
    assert failure.place.line == FIRST_LINE + line - 1


@pytest.mark.parametrize(
    "steps",
    [
        "table lamp with ann, bob; burn 3; let left = oil; expect outcome == lost and left == 0",
        "game lamp with ann, bob where dark = yes; expect outcome == lost",
        # What came of an answer can be taken back, its end too, and then the game goes on.
        "game lamp with ann, bob; answers yes; do spill by ann; undo all; do trim by ann; expect ann.tired",
    ],
)
def test_one_may_look_and_take_back(steps: str) -> None:
    assert failure_of(steps) is None


def test_a_play_that_runs_out_says_where_and_what_to_write() -> None:
    game = GAME.replace("until pass\n        end game won", "until pass")
    failure = result_of(game, "game lamp with ann, bob; do pass by ann").failure
    assert failure is not None and failure.because is not None
    assert failure.because.line == 1 + game[: game.index("offer working")].count("\n")
    assert "the last line of `play`" in failure.message and "`end game won`" in failure.message
