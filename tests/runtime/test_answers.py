"""Answers over the protocol: every question has a legal one; whatever is wrong is refused and changes nothing."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.runtime import Game, GameOver, GreycError, IllegalAnswer, NotYourDecision, StaleDecision
from greyc.runtime.bots import RandomBot
from greyc.runtime.errors import in_words
from greyc.runtime.eventlog import apply_changes
from greyc.runtime.layout import THINGS, ZONE

from .tables import advance, any_table, play, state_of

SEEDS = st.integers(0, 10_000)


def random_answer(game: Game, seat: int, rng: Random) -> dict[str, Any]:
    """An answer made from nothing but what the protocol gives."""
    d = game.decision(seat)
    assert d is not None
    base = {"decision": d["decision"], "seat": seat}
    match d["kind"]:
        case "may":
            return base | {"yes": rng.random() < 0.5}
        case "one":
            return base | {"option": rng.choice(d["options"])["id"]}
        case "split":
            shares: dict[str, int] = {}
            for _ in range(d["total"]):
                i = rng.choice(d["candidates"])["id"]
                shares[i] = shares.get(i, 0) + 1
            return base | {"shares": shares}
        case "choose":
            ids = [c["id"] for c in d["candidates"]]
            if d["one"]:
                return base | {"pick": None if d["may"] and rng.random() < 0.3 else rng.choice(ids)}
            return base | {"pick": rng.sample(ids, rng.randint(d["min"], d["max"]))}
    action = rng.choice(d["actions"])
    answer: dict[str, Any] = base | {"action": action["action"]}
    if "actor" in action:
        answer["actor"] = action["actor"]
    chosen: dict[str, Any] = {}
    while action["action"] != "pass":
        step = game.complete(seat, answer | {"with": chosen})
        if step["ready"]:
            break
        if "why" in step:
            return base | {"action": "pass"}  # a set that a joint condition refuses
        p = step["next"]
        ids = [c["id"] for c in p["candidates"]]
        if p["one"]:
            chosen[p["name"]] = rng.choice(ids)
        elif p["min"] > len(ids):
            return base | {"action": "pass"}
        else:
            chosen[p["name"]] = rng.sample(ids, rng.randint(p["min"], p["max"]))
    return answer | {"with": chosen} if chosen else answer


@settings(max_examples=20)
@given(SEEDS)
def test_a_game_is_played_through_the_protocol_alone(seed: int) -> None:
    game = any_table(seed)
    rng = Random(seed)
    for _ in range(20_000):
        waiting = game.waiting()
        if not waiting:
            break
        seat = rng.choice(waiting)
        answer = json.loads(json.dumps(random_answer(game, seat, rng)))
        assert game.why_not(seat, answer) is None
        game.answer(answer)
    assert game.outcome in ("won", "lost")
    with pytest.raises(GameOver):
        game.answer({"decision": game.numbers, "seat": 0, "yes": True})


@settings(max_examples=10)
@given(SEEDS)
def test_the_default_answer_is_legal(seed: int) -> None:
    game = any_table(seed)
    rng = Random(seed)
    for _ in range(300):
        waiting = game.waiting()
        if not waiting:
            return
        assert game.auto(rng.choice(waiting))


@settings(max_examples=20)
@given(SEEDS, st.integers(0, 40))
def test_wrong_answers_are_refused_and_change_nothing(seed: int, steps: int) -> None:
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    if game.outcome is not None:
        return
    before = json.dumps(game.save())
    seat = game.waiting()[0]
    number = game.numbers
    wrong: list[tuple[Any, type[GreycError]]] = [
        ({"decision": number - 1, "seat": seat, "yes": True}, StaleDecision),
        ({"decision": number, "seat": 99, "yes": True}, NotYourDecision),
        ({"decision": number, "seat": "0"}, NotYourDecision),
        ({"decision": number, "seat": seat}, IllegalAnswer),
        (
            {"decision": number, "seat": seat, "action": "no such action", "yes": 3, "option": "99", "pick": "t0"},
            IllegalAnswer,
        ),
        (
            {"decision": number, "seat": seat, "action": 7, "pick": [1, 2], "shares": {"x": -1}, "yes": "yes"},
            IllegalAnswer,
        ),
        ({"decision": number, "seat": seat, "action": "pass", "with": 3, "pick": {"a": 1}, "shares": 1}, IllegalAnswer),
        ([1, 2], IllegalAnswer),
        ({"seat": seat, "action": "pass"}, IllegalAnswer),
    ]
    for answer, error in wrong:
        if isinstance(answer, dict) and answer.get("action") == "pass" and "decision" in answer:
            decision = game.decision(seat)
            if decision is None or decision["kind"] == "offer":
                continue
        with pytest.raises(error) as caught:
            game.answer(answer)
        assert caught.value.as_json()["error"]
        assert json.dumps(game.save()) == before
    for other in range(game.seats):
        if other not in game.waiting():
            with pytest.raises(NotYourDecision):
                game.answer({"decision": number, "seat": other, "yes": True, "action": "pass"})
    assert json.dumps(game.save()) == before


@settings(max_examples=10)
@given(SEEDS)
def test_the_same_key_again_gives_the_earlier_result(seed: int) -> None:
    game = any_table(seed)
    rng = Random(seed)
    for i in range(20):
        waiting = game.waiting()
        if not waiting:
            return
        seat = rng.choice(waiting)
        answer = random_answer(game, seat, rng) | {"key": f"k{i}"}
        first = game.answer(answer)
        state = state_of(game.fork())
        assert game.answer(answer) == first
        assert state_of(game.fork()) == state
        with pytest.raises((StaleDecision, GameOver)):
            game.answer({k: v for k, v in answer.items() if k != "key"})


@settings(max_examples=12)
@given(SEEDS)
def test_changes_of_events_lead_from_view_to_view(seed: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    for seat in (None, *range(game.seats)):
        view = json.loads(json.dumps(game.view(seat)))
        since = game.state.happened
        advance(game, bot, rng, 3)
        for event in json.loads(json.dumps(game.events(seat, since))):
            view = apply_changes(view, event["changes"])
        wanted = json.loads(json.dumps(game.view(seat)))
        view["revision"] = wanted["revision"]
        assert view == wanted


def test_each_moment_of_a_story_may_take_the_steps_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = any_table(1)
    advance(game, RandomBot(1), Random(1), 8)
    view = game.views.view

    def dear(then: Any, seat: int | None) -> Any:
        then.charge(then.budget.steps // 2)
        return view(then, seat)

    monkeypatch.setattr(game.views, "view", dear)
    assert len(game.events(0)) > 8


@settings(max_examples=25)
@given(SEEDS)
def test_no_card_is_lost_or_doubled(seed: int) -> None:
    game = any_table(seed)
    bot, rng = RandomBot(seed), Random(seed)
    while game.waiting():
        st_ = game.state.cells
        for x in st_[THINGS]:
            zone = st_[x + ZONE]
            if zone is not None:
                assert st_[zone].count(x) == 1
        held = [y for x in st_[THINGS] for m in game.engine.program.defs[st_[x]].zones for y in st_[x + m.offset]]
        table = [y for m in game.engine.program.table.values() if m.what == "zone" for y in st_[m.offset]]
        everything = [*held, *table, *st_[20]]
        assert len(everything) == len(set(everything))
        advance(game, bot, rng, 5)


def test_every_random_game_ends() -> None:
    for seed in range(60):
        game = any_table(seed)
        play(game, seed, 5_000)
        assert game.outcome is not None, seed


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("hare#1", "hare#1"),
        (True, "yes"),
        (None, "nothing"),
        (["a#1", "b#2"], "[a#1, b#2]"),
        (
            {"action": "sell", "actor": "player#1", "with": {"c": "salt#2", "n": 3}},
            "sell by player#1 with c = salt#2, n = 3",
        ),
        ({"action": "pass", "actor": "player#2"}, "pass by player#2"),
        ({"a": 1, "b": [2]}, "a = 1, b = [2]"),
        ({"action": [{"x": {}}], "with": 3}, "[x = nothing]"),
    ],
)
def test_an_answer_in_words(answer: object, said: str) -> None:
    assert in_words(answer) == said
