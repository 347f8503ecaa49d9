"""Input that nobody checked: whatever is handed in, a GreycError comes out or the game goes on."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from greyc.compiler.driver import compile_texts
from greyc.runtime import BadStart, Bundle, Game, GreycError, SaveMismatch, Seat
from greyc.runtime.bots import RandomBot
from greyc.runtime.game import read_options
from greyc.runtime.saves import replay, seal
from greyc.runtime.sound import fits

from .tables import advance, any_table

SEEDS = st.integers(0, 10_000)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
)
WORDS = ("decision", "seat", "key", "action", "with", "pick", "option", "yes", "shares", "actor")


def spots(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value: container and key."""
    out = []
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        out.append((value, key))
        if isinstance(inner, dict | list):
            out += spots(inner)
    return out


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 30), st.dictionaries(st.sampled_from(WORDS), ANYTHING), st.booleans())
def test_any_answer(seed: int, steps: int, answer: dict[str, Any], fitting: bool) -> None:
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    if not game.waiting():
        return
    seat = game.waiting()[0]
    if fitting:
        decision = game.decision(seat)
        assert decision is not None
        answer |= {"decision": game.numbers, "seat": seat}
        actions = decision.get("actions")
        if actions and isinstance(answer.get("action"), int):
            answer["action"] = actions[answer["action"] % len(actions)]["action"]
    before = json.dumps(game.save())
    for look in (game.why_not, game.complete):
        for who in (seat, answer.get("seat")):
            try:
                look(who, answer)
            except GreycError as error:
                json.dumps(error.as_json())
            assert json.dumps(game.save()) == before
    try:
        game.answer(answer)
    except GreycError as error:
        json.dumps(error.as_json())
        assert json.dumps(game.save()) == before


@settings(max_examples=60, deadline=None)
@given(ANYTHING, ANYTHING, ANYTHING, ANYTHING, ANYTHING)
def test_any_start(name: Any, packs: Any, seats: Any, options: Any, seed: Any) -> None:
    bundle = any_table(0).bundle
    known = bundle.games()[0]
    for arguments in (
        (name, packs, seats, options, seed),
        (known, packs, seats, options, seed),
        (known, (), [Seat("Ann"), Seat("Bob")], options, 1),
        (known, (), [Seat("Ann", name), Seat("Bob", packs)], {}, 1),
    ):
        try:
            Game.start(bundle, *arguments)
        except GreycError as error:
            json.dumps(error.as_json())


@settings(max_examples=60, deadline=None)
@example([], 0)
@example(True, 0)
@example(1.0, 0)
@example(10**30, 0)
@given(ANYTHING, st.integers(0, 50))
def test_any_value_of_an_option(value: Any, number: int) -> None:
    """What is taken is a number, a word or a flag, as a save can hold it."""
    bundle = any_table(0).bundle
    options = [(game, option.name) for game in bundle.games() for option in bundle.game_of(game)[1].options]
    for at in range(number, number + 8):
        game, option = options[at % len(options)]
        engine = bundle.engine(game)
        try:
            taken = read_options(engine, {option: value})[option]
        except GreycError as error:
            json.dumps(error.as_json())
        else:
            member = engine.program.table[option]
            assert fits(engine.program, [], frozenset(), member.type, taken)


@pytest.mark.parametrize("value", [[], {}, True, 1.0, 10**30, None])
@pytest.mark.parametrize("option", ["colour", "mode", "size", "count"])
def test_values_that_no_option_has(option: str, value: Any) -> None:
    text = """game small "Small":
    players 1 to 2
    option colour: colour = red "Colour"
    option mode: 1 | 2 = 1 "Mode"
    option size: 1 .. 3 = 2 "Size"
    option count: int = 2 "Count"
    play:
        end game won
kind colour: red | green
"""
    small = Bundle.of(compile_texts({"small.grey": text}).bundle)
    with pytest.raises(BadStart, match=option):
        Game.start(small, "small", seats=[Seat("Ann")], options={option: value})


def damage(saved: dict[str, Any], rng: Random, value: Any) -> None:
    """One to three values of a save become others, change places, or are gone."""
    part = saved if rng.random() < 0.3 else saved["checkpoint"]
    if rng.random() < 0.3:  # what waits is a small part, and where most of its meaning is
        part = [saved["checkpoint"]["frames"], saved["checkpoint"]["pending"] or []]
    for _ in range(rng.randint(1, 3)):
        places = spots(part)
        if not places:
            return
        holder, key = rng.choice(places)
        other, at = rng.choice(places)
        match rng.randrange(5):
            case 0:
                holder[key] = json.loads(json.dumps(value))
            case 1:
                holder[key] = json.loads(json.dumps(other[at]))
            case 2 if type(holder[key]) is int:
                holder[key] += rng.choice((-1, 1, 1000, 10**20))
            case 3:
                mine, theirs = json.dumps(holder[key]), json.dumps(other[at])
                other[at], holder[key] = json.loads(mine), json.loads(theirs)
            case _:
                del holder[key]


def goes_on(bundle: Bundle, saved: Any, answers: int = 20) -> None:
    """Loads a save and plays on. Raises GreycError alone."""
    loaded = Game.load(bundle, saved)
    for _ in range(answers):
        waiting = loaded.waiting()
        for who in (None, *range(loaded.seats)):
            loaded.view(who)
            loaded.decision(who)
        if not waiting:
            break
        loaded.auto(waiting[0])
    loaded.save()


@settings(max_examples=150, deadline=None)
@given(SEEDS, st.integers(0, 60), st.randoms(use_true_random=False), ANYTHING)
def test_any_damaged_save(seed: int, steps: int, rng: Random, value: Any) -> None:
    """It is refused, whatever was done to what the game goes on from. And if somebody seals it again, it is refused or the
    game goes on or breaks with an error of its own."""
    game = any_table(seed)
    advance(game, RandomBot(seed), Random(seed), steps)
    whole = json.dumps(game.save())
    saved = json.loads(whole)
    damage(saved, rng, value)
    parts = [{**json.loads(whole), name: saved[name]} for name in ("setup", "checkpoint") if name in saved]
    for part in parts:
        if json.dumps(part) != whole:
            with pytest.raises(GreycError) as caught:
                Game.load(game.bundle, part)
            json.dumps(caught.value.as_json())
    try:
        saved["seal"] = seal(saved)
    except (KeyError, TypeError):
        return
    try:
        goes_on(game.bundle, saved)
    except GreycError as error:
        json.dumps(error.as_json())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("setup", "seats", 0, "name"), 5),
        (("setup", "seats", 0, "brings"), "nothing_like_it"),
        (("setup", "options"), {"nothing_like_it": 1}),
        (("setup", "seed"), "1"),
        (("checkpoint", "cells", 9), 1.5),
        (("checkpoint", "cells", 9), float("nan")),
        (("checkpoint", "frames", 0, 2), [0.5]),
    ],
)
def test_what_no_game_holds_is_not_loaded(path: tuple[str | int, ...], value: Any) -> None:
    """Told when it is loaded, and not when the game is saved again or a name is looked for."""
    game = any_table(0)
    saved = json.loads(json.dumps(game.save()))
    assert Game.load(game.bundle, saved).save() == saved
    holder: Any = saved
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(GreycError):
        Game.load(game.bundle, {**saved, "seal": seal(saved)})


def test_a_save_is_the_hosts_own() -> None:
    """What is done to it afterwards does nothing to the game."""
    game = any_table(0)
    saved = game.save()
    loaded = Game.load(game.bundle, saved)
    kept = json.dumps(saved)
    saved["setup"]["seats"][0]["name"] = "somebody else"
    saved["setup"]["options"]["what"] = 1
    assert json.dumps(game.save()) == json.dumps(loaded.save()) == kept


@pytest.mark.parametrize("seat", [9, -1, None, "0", True, []])
def test_a_replay_tells_of_an_answer_of_no_seat(seat: Any) -> None:
    game = any_table(0)
    advance(game, RandomBot(0), Random(0), 3)
    saved = json.loads(json.dumps(game.save()))
    saved["answers"][1][0] = seat
    with pytest.raises(SaveMismatch, match="step 2 of 3: there is no seat"):
        replay(game.bundle, saved)
