"""A test of the language that does what can't be done is told why, and which of its answers were left."""

import pytest

from greyc.runtime.testing import Failure

from .steps import result_of

GAME = """
game market "Market":
    players 2 to 3
    decides players
    state host: player
    state open: flag = yes "open"
    zone stall of fruit ordered "stall"
    play:
        host = seat(1)
        fill stall with f in cards of fruit
        day
        end game won
kind player is seat:
    state coins: int = 3 "coins"
    zone bag of fruit "bag"
kind fruit is card:
    price: 1 .. 9 = 1 "price"
fruit plum "Plum"
fruit fig "Fig":
    price 4
verb day:
    offer trade to players until all pass
action buy in trade by player "Buy {f}":
    with f in stall where f.price < 5
    costs f.price from player.coins
    when open
    do:
        move f to player.bag
        choose p in players where p != player "Who is told?":
            p.coins += 1
action host_buys in trade by player "Buy {f} as the host":
    with f in stall
    when player == host
    once per day
    do:
        move f to player.bag
action give in trade by player "Give {fs}":
    with 1 to 2 f in player.bag as fs
    do:
        move fs to stall
action eat in trade by player "Eat {f}":
    with f in player.bag where f.price > 2
    do:
        move f to box
action boast in trade by player "Boast of the {f}":
    with f in host.bag
    do:
        player.coins += 1
"""


def failure_of(steps: str) -> Failure | None:
    return result_of(GAME, steps).failure


def line_of(words: str) -> int:
    return GAME[: GAME.index(words)].count("\n") + 1


THREE = "table market with ann, ben, cy; put plum in stall; "
TABLE = "table market with ann, ben; put plum in stall; host = ann; "
REFUSED = [
    ("open = no; do buy by ann with f = plum", "a condition of it does not hold", "when open"),
    ("ann.coins = 0; do buy by ann with f = plum", "it costs 1, and there is 0", None),
    ("do host_buys by ben with f = plum", "a condition of it does not hold", "when player == host"),
    (
        "do eat by ann with f = plum",
        "plum#1 in stall can't be chosen as f: it is not where one chooses from",
        "action eat",
    ),
    ("do eat by ann", "there is nothing to choose as f", None),
    (
        "put fig in ann.bag; move plum to ann.bag; do eat by ann with f = plum",
        "plum#1 in bag of ann can't be chosen as f: it is not such a one",
        "action eat",
    ),
    (
        "put fig in ann.bag; do give by ann with fs = [fig, plum]",
        "plum#1 in stall can't be chosen as fs: it is not where one chooses from",
        "action give",
    ),
    ("put fig in ann.bag; do give by ann with fs = []", "too few or too many are chosen", None),
]


@pytest.mark.parametrize(("steps", "why", "rule"), REFUSED)
def test_what_is_refused_says_why(steps: str, why: str, rule: str | None) -> None:
    failure = failure_of(TABLE + steps + "; expect ann.coins == 3")
    assert failure is not None
    name = steps.split("do ")[1].split(" ")[0]
    assert failure.message == f"{name} can't be done: {why}"
    assert (failure.because is None) == (rule is None)
    assert rule is None or (failure.because is not None and failure.because.line == line_of(rule))


def test_done_before() -> None:
    steps = (
        "game market with ann, ben; do host_buys by ann with f = plum; do host_buys by ann with f = fig; expect open"
    )
    failure = failure_of(steps)
    assert failure is not None
    assert failure.message == "host_buys can't be done: it was done already, and is possible once per day"


def test_answers_that_are_left_are_named() -> None:
    failure = failure_of(TABLE + 'answers ben, no, nothing, [plum, 3], "Yes"; do buy by ann with f = plum; expect open')
    assert failure is not None
    assert failure.message == (
        'no question was left for the answers ben, no, nothing, [plum, 3], "Yes"; '
        "a question with only one possible answer answers itself"
    )


def test_what_a_table_lacks_is_told_at_the_rule_that_reads_it() -> None:
    failure = failure_of("table market with ann, ben; put plum in ann.bag; do boast by ann with f = plum; expect open")
    assert failure is not None and failure.because is not None
    assert failure.because.line == line_of("action boast")
    assert "on a `table` nothing is set up" in failure.message


WRONG = [
    ("expect plum is in ann.bag", [("plum", "plum#1 in stall")]),
    ("put fig as f in ann.bag; expect f is in stall", [("f", "in bag of ann")]),
    ("expect ann.bag == [plum]", [("ann.bag", "[]")]),
    ("expect ann.coins == 4", [("ann.coins", "3")]),
    ("expect [3, 4] == [ann.coins]", [("[ann.coins]", "[3]")]),
]


@pytest.mark.parametrize(("steps", "values"), WRONG)
def test_an_expectation_tells_what_is_there_and_not_what_it_says_itself(
    steps: str, values: list[tuple[str, str]]
) -> None:
    failure = failure_of(TABLE + steps)
    assert failure is not None
    assert failure.values == values


def test_who_acts_or_passes_next_is_told_where_that_is_waited_for() -> None:
    game = "game market with ann, ben; "
    for steps, waiting in (("", "ann or ben"), ("do pass by ann; ", "ben"), ("do pass by ben; ", "ann")):
        failure = failure_of(f"{game}{steps}expect not open")
        assert failure is not None
        assert ("who acts or passes next", waiting) in failure.values


CANNOT = [
    ("expect can eat(player: ann)", "there is nothing to choose as f", None),
    ("expect can eat(player: ann, f: plum)", "plum#1 in stall can't be chosen as f: it is not where one", "action eat"),
    ("open = no; expect can buy(player: ann, f: plum)", "a condition of it does not hold", "when open"),
    ("ann.coins = 0; expect can buy(player: ann, f: plum)", "it costs 1, and there is 0", None),
]


@pytest.mark.parametrize(("steps", "why", "rule"), CANNOT)
def test_an_action_that_should_be_possible_says_what_is_in_its_way(steps: str, why: str, rule: str | None) -> None:
    failure = failure_of(TABLE + steps)
    assert failure is not None and failure.expectation is not None
    assert failure.expectation.startswith(f"{steps.split('expect ')[1]}, but {why}")
    assert (failure.because.line if failure.because else None) == (line_of(rule) if rule else None)


def test_an_answer_that_is_none_names_the_question() -> None:
    failure = failure_of(THREE + "put fig in ann.bag; answers fig; do buy by ann with f = plum; expect open")
    assert failure is not None
    assert failure.message == '"Who is told?" can\'t be answered with fig; there is ben, cy'


def test_copies_of_one_card_want_names() -> None:
    failure = failure_of(TABLE + "put plum in ann.bag; move plum to ann.bag; expect open")
    assert failure is not None
    assert failure.message == (
        "there are 2 copies of plum in the game, and exactly one is meant here: "
        "name each where it is put, `put CARD as NAME, CARD as NAME in ZONE`"
    )
    failure = failure_of("table market with ann, ben; move plum to ann.bag; expect open")
    assert failure is not None
    assert failure.message == "there is no copy of plum in the game, and exactly one is meant here"
