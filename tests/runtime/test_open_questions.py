"""A test of the language that leaves a question of its own open has not seen what it says it has seen."""

import pytest

from .steps import result_of

GAME = """
game till "Till":
    players 2
    decides players
    state sum: int = 0 "sum"
    play:
        offer giving to players until pass
        may "Close the till?" by seat(1):
            end game won
        end game lost

kind player is seat

verb ask player:
    may "Put one in?" by player:
        sum += 1
    may "Another?" by player:
        sum += 1

action give in giving by player "Give":
    do:
        ask player
"""


@pytest.mark.parametrize(
    ("steps", "place", "question"),
    [
        ("table till with ann, bob; ask ann", 3, "Put one in?"),
        ("table till with ann, bob; answers yes; ask ann; expect sum == 1", 4, "Another?"),
        ("table till with ann, bob; ask ann; answers yes; expect sum == 1", 3, "Another?"),
        ("game till with ann, bob seed 1; ask bob; expect sum == 0", 3, "Put one in?"),
    ],
)
def test_a_question_of_a_call_is_answered(steps: str, place: int, question: str) -> None:
    failure = result_of(GAME, steps).failure
    assert failure is not None and failure.place is not None
    assert question in failure.message and "answers" in failure.message
    assert failure.place.line == GAME.count("\n") + place


@pytest.mark.parametrize(
    "steps",
    [
        "table till with ann, bob; answers yes, no; ask ann; expect sum == 1",
        "table till with ann, bob; ask ann; answers yes, yes; expect sum == 2",
        # A game stands at its offer, or at a question of its own.
        "game till with ann, bob seed 1; expect sum == 0",
        "game till with ann, bob seed 1; do pass by ann; expect sum == 0",
        "game till with ann, bob seed 1; do pass by ann; ask ann; answers yes, no; expect sum == 1",
    ],
)
def test_what_a_game_asks_by_itself_may_stay_open(steps: str) -> None:
    assert result_of(GAME, steps).failure is None
