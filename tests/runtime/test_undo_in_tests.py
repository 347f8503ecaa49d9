"""`undo` and `expect can undo` fail where the rules say otherwise, and say why. That they pass where they should is held by
tests/programs/taking_back.
"""

import pytest

from greyc.runtime.testing import Failure

from .steps import result_of

GAME = """
game well "The Well":
    players 2
    decides players
    state drops: int = 0 "drops"
    zone shaft of stone ordered hidden
    setup:
        fill shaft with s in cards of stone
    play:
        offer working to players until pass
        end game won

kind player is seat:
    zone hand of stone seen by owner
kind stone is card
die luck: 1 2
stone pebble "Pebble"

verb fetch for player:
    pull 1 from shaft as found
    move found to player.hand
action draw in working by player "Draw":
    do:
        fetch for player
action drip in working by player "Drip":
    do:
        drops += 1
action throw in working by player "Throw":
    do:
        roll luck as thrown
        drops += sum(r.face for r in thrown)
action slip in working by player "Slip":
    do:
        for each p in players where p != player:
            create pebble into p.hand
action ask in working by player "Ask":
    do:
        may "Drip?" by player:
            drops += 1
"""


def failure_of(steps: str) -> Failure | None:
    return result_of(GAME, steps).failure


FIRST_LINE = GAME.count("\n") + 2
START = "game well with ann, bob; "


@pytest.mark.parametrize(
    ("steps", "line", "message"),
    [
        ("do draw by ann; undo", 3, "can't be taken back: the last answer brought news: pebble#1 in hand of ann"),
        ("rolls 2; do throw by ann; undo all", 4, "can't be taken back: the last answer brought news: a random number"),
        ("do drip by ann; undo by bob", 3, "can't be taken back: the last answer is ann's"),
        ("undo", 2, "nobody has answered or done anything, so there is nothing to undo"),
        ("do drip by ann; undo; undo", 4, "nobody has answered or done anything, so"),
        # What the test does by its own hand is nobody's doing, and nothing before it is taken back.
        ("do drip by ann; drops = 5; undo", 4, "since line LINE, where the test itself changes the table"),
        ("do drip by ann; put pebble in ann.hand; undo", 4, "since line LINE, where"),
        ("do drip by ann; fetch for ann; undo", 4, "since line LINE, where"),
        # Where there is nothing to take back, an expectation proves nothing.
        ("expect not can undo", 2, "nobody has answered or done anything"),
        ("expect can undo by ann", 2, "nobody has answered or done anything"),
        # A question that is open again wants an answer again.
        ("answers yes; do ask by ann; undo; expect drops == 0", 3, "this asks a question that nothing answers: Drip?"),
    ],
)
def test_what_can_not_be_taken_back(steps: str, line: int, message: str) -> None:
    failure = failure_of(START + steps)
    assert failure is not None and failure.place is not None
    assert message.replace("LINE", str(FIRST_LINE + 2)) in failure.message
    assert failure.place.line == FIRST_LINE + line - 1


@pytest.mark.parametrize(
    ("steps", "expectation"),
    [
        ("do drip by ann; expect not can undo", "not can undo, but the last answer brought no news"),
        ("do drip by ann; expect can undo by bob", "can undo by bob, but the last answer is ann's"),
        ("do draw by ann; expect can undo", "can undo, but the last answer brought news: pebble#1 in hand of ann"),
        ("do slip by ann; expect can undo", "can undo, but the last answer brought news: something made where only"),
    ],
)
def test_a_wrong_expectation_shows_why(steps: str, expectation: str) -> None:
    failure = failure_of(START + steps)
    assert failure is not None
    assert failure.message == "expected"
    assert (failure.expectation or "").startswith(expectation)


@pytest.mark.parametrize(
    "steps",
    [
        "do drip by ann; let seen_so_far = drops; undo; expect drops == 0",
        "answers yes; do ask by ann; undo; answers no; expect drops == 0",
        "answers yes; do ask by ann; undo; undo; expect drops == 0",
        "answers no; do ask by ann; undo all; do drip by bob; expect drops == 1",
    ],
)
def test_what_can_be(steps: str) -> None:
    assert failure_of(START + steps) is None
