"""`why_not`: every condition that can stand in the way is named, and asking changes nothing."""

from typing import Any

import pytest

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle, Game, Seat

RULES = """game ford "Ford":
    players 1 to 2
    decides players
    state planks: int = 3 "planks"
    zone bank of trunk "bank"
    setup:
        create oak into bank
        create oak into bank
        create willow into bank
        for each p in players:
            create birch into p.hand
    play:
        offer crossing to players until all pass
        end game lost "Nobody crossed."

kind walker is seat "walker|walkers":
    state wet: flag = no "is wet / is not wet"
    zone hand of trunk seen by owner "hand"

kind trunk is card "trunk|trunks":
    weight: int = 1 "weight"

trunk oak "Oak":
    weight 4
trunk willow "Willow":
    weight 2
trunk birch "Birch"

verb lift trunk for walker:
    text "{walker} [lift|lifts] {trunk}"
    needs trunk.weight < 4
    move trunk to walker.hand

action build in crossing by walker "Build":
    costs 5 from planks
    do:
        planks += 1

action wade in crossing by walker "Wade":
    once per game
    when not walker.wet
    do:
        planks -= 1

action carry in crossing by walker "Carry {l}":
    with l in bank where l.weight > 1
    do:
        lift l for walker

action stack in crossing by walker "Stack {ls}":
    with 1 to 2 l in bank as ls
    when sum(x.weight for x in ls) < 5
    do:
        for each x in ls:
            move x to walker.hand

action trade in crossing by walker "Trade {l} for {m}":
    with l in bank
    with m in walker.hand where m.weight > l.weight
    do:
        move l to walker.hand
        move m to bank
"""


@pytest.fixture(scope="module")
def bundle() -> Bundle:
    made = compile_texts({"rules.grey": RULES})
    assert made.ok, made.diagnostics
    return Bundle.of(made.bundle)


@pytest.fixture
def game(bundle: Bundle) -> Game:
    return Game.start(bundle, "ford", seats=[Seat("Ann"), Seat("Bob")])


def why(game: Game, action: str, **given: Any) -> dict[str, Any] | None:
    before = game.save()
    error = game.why_not(0, {"action": action, "with": given})
    assert game.save() == before
    if error is None:
        return None
    assert error["error"] == "illegal_answer"
    return dict(error["details"])


def ids(game: Game, name: str, zone: str = "bank") -> list[str]:
    view = game.view(0)
    things = (view["zones"] | view["seats"][0]["zones"])[zone]["things"]
    return [thing["id"] for thing in things if thing["card"] == name]


def test_what_can_be_done_has_no_reason(game: Game) -> None:
    assert why(game, "wade") is None
    assert why(game, "carry", l=ids(game, "willow")[0]) is None
    assert why(game, "stack", ls=[ids(game, "willow")[0]]) is None
    assert why(game, "pass") is None


def test_costs_tell_what_is_needed_and_what_there_is(game: Game) -> None:
    reason = why(game, "build")
    assert reason is not None
    assert reason["condition"] == "cost" and (reason["needed"], reason["have"]) == (5, 3)
    assert game.say({"id": reason["of"]}) == "planks"


def test_once(game: Game) -> None:
    decision = game.decision(0)
    assert decision is not None
    game.answer({"decision": decision["decision"], "seat": 0, "action": "wade"})
    assert why(game, "wade") == {"condition": "once", "per": "game"}
    assert game.why_not(1, {"action": "wade"}) is None


def test_a_condition_has_its_line(game: Game) -> None:
    game.state.set(game.state.cells[15][0] + member(game, "wet"), True)
    reason = why(game, "wade")
    assert reason is not None and reason["condition"] == "when"
    assert RULES.splitlines()[reason["place"]["line"] - 1].strip() == "when not walker.wet"


def member(game: Game, name: str) -> int:
    return game.engine.program.layouts["walker"].members[name].offset


def test_what_can_not_be_chosen(game: Game) -> None:
    assert (why(game, "carry", l=ids(game, "birch", "hand")[0]) or {})["condition"] == "source"
    assert (why(game, "carry", l="t999") or {})["condition"] == "source"
    assert (why(game, "carry", l=7) or {})["condition"] == "candidate"
    assert (why(game, "carry", l=None) or {})["condition"] == "candidate"
    assert (why(game, "carry", l=ids(game, "oak")[0]) or {})["condition"] == "needs"
    assert (why(game, "trade", l=ids(game, "oak")[0]) or {}) == {"condition": "next", "parameter": "m"} | {
        "id": ids(game, "oak")[0]
    }


def test_a_set_is_judged_as_a_whole(game: Game) -> None:
    oaks = ids(game, "oak")
    reason = why(game, "stack", ls=oaks)
    assert reason is not None and reason["condition"] == "when"
    assert "sum(" in RULES.splitlines()[reason["place"]["line"] - 1]
    assert (why(game, "stack", ls=[]) or {})["condition"] == "amount"
    assert (why(game, "stack", ls=[*oaks, *ids(game, "willow")]) or {})["condition"] == "when"


def test_what_is_no_action_or_no_answer(game: Game) -> None:
    assert (why(game, "nosuch") or {})["condition"] == "action"
    assert (why(game, "carry", nosuch=1) or {})["condition"] == "form"


def test_hidden_cards_are_not_told_apart(game: Game) -> None:
    """A seat has no id for what it can't see, so nothing it may ask tells of it."""
    view = game.view(0)
    seen = {
        thing["id"] for zone in (view["zones"]["bank"], view["seats"][0]["zones"]["hand"]) for thing in zone["things"]
    }
    asked = [f"t{number}" for number in range(100) if f"t{number}" not in seen]
    assert len(seen) == 4
    assert {(why(game, "carry", l=each) or {})["condition"] for each in asked} == {"source"}
