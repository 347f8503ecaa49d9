"""Bundles that no compiler made: nothing in them is executed, and whatever is wrong with them is a GreycError."""

from __future__ import annotations

import builtins
import copy
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler import compile_paths
from greyc.runtime import Budget, Bundle, BundleVersion, Game, GreycError, SaveMismatch, Seat, ir
from greyc.runtime.saves import seal

PROGRAMS = Path(__file__).parents[1] / "programs"
NAMES = ("offers", "zones", "keywords", "hooks")
CODE = 'x); __import__("builtins").__dict__.update(broken_into=1) #'
STRINGS = (CODE, "x\ny", "'", '"', "{}", "\\", "ﬁ", "x-1", "\u2028", "")


@cache
def json_of(name: str) -> str:
    return json.dumps(ir.bundle_to_json(compile_paths([PROGRAMS / name]).bundle))


def spots(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, Any, str]]:
    """Every place of a JSON value: container, key, and the node and attribute it belongs to."""
    out = []
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        here = (value["op"], key) if isinstance(value, dict) and "op" in value else path
        out.append((value, key, ".".join(map(str, here))))
        if isinstance(inner, (dict, list)):
            out += spots(inner, here)
    return out


def play(bundle: Bundle) -> None:
    """A few questions of each game, looked at in every way and answered by the default."""
    for name in bundle.games():
        low = bundle.describe(name)["seats"][0]
        game = Game.start(bundle, name, seats=[Seat(f"P{i}") for i in range(low)], budget=Budget(steps=5000))
        for _ in range(6):
            if not game.waiting():
                break
            seat = game.waiting()[0]
            decision = game.decision(seat)
            assert decision is not None
            json.dumps([decision, game.view(seat), game.events(seat)])
            for action in decision.get("actions", ()):
                game.why_not(seat, {"action": action["action"]})
            game.auto(seat)
        Game.load(bundle, json.loads(json.dumps(game.save())))


def refused(value: Any) -> bool:
    try:
        play(Bundle.from_json(value))
    except GreycError:
        return True
    return False


@pytest.mark.parametrize("name", NAMES)
def test_text_that_is_no_name_never_becomes_code(name: str) -> None:
    """One string of each sort of place; what is for readers alone may hold anything."""
    value = json.loads(json_of(name))
    tried = set()
    for holder, key, where in spots(value):
        kept, attribute = holder[key], where.partition(".")[2]
        if isinstance(kept, str) and attribute != "op" and where not in tried:
            tried.add(where)
            holder[key] = CODE
            attempt = refused(value)
            assert not hasattr(builtins, "broken_into"), where
            assert attempt or attribute in ir.TEXT or where in ir.TEXT, where
            holder[key] = kept
    assert len(tried) > 20


@given(seed=st.integers(0, 2**32), name=st.sampled_from(NAMES))
@settings(max_examples=60)
def test_a_bundle_changed_by_hand_plays_or_is_refused(seed: int, name: str) -> None:
    rng = Random(seed)
    value = json.loads(json_of(name))
    places = [s for s in spots(value) if not s[2].startswith(("pack.texts", "pack.printed", "pack.tests"))]
    names = sorted({h[k] for h, k, _ in places if isinstance(h[k], str)})
    nodes = [h for h, k, _ in places if k == "op"]
    holder, key, _ = rng.choice(places)
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1:
            holder[key] = rng.choice(STRINGS)
        case 2:
            holder[key] = rng.choice([None, -1, 10**30, True, 1.5, [], {}, [[1]], {"op": "nothing"}])
        case 3:
            holder[key] = rng.choice(names) if isinstance(holder[key], str) else copy.deepcopy(rng.choice(nodes))
    refused(value)
    assert not hasattr(builtins, "broken_into")


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"ir_version": True, "packs": {}},
        {"ir_version": "1", "packs": {}},
        {"ir_version": ir.IR_VERSION + 1, "packs": {}},
        {"ir_version": 1},
        {"ir_version": 1, "packs": []},
        {"ir_version": 1, "packs": {"a": 3}},
    ],
)
def test_what_is_no_bundle_is_refused(value: Any) -> None:
    with pytest.raises(BundleVersion):
        Bundle.from_json(value)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, '{"ir_version": 1' + "0" * 5000 + "}", "\udcff"])
def test_a_file_that_is_no_bundle_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "bundle.json").write_bytes(text.encode(errors="surrogateescape"))
    with pytest.raises(BundleVersion):
        Bundle.load(tmp_path / "bundle.json")


def junk(rng: Random, depth: int = 0) -> Any:
    kind = rng.randrange(12 if depth < 3 else 8)
    if kind < 8:
        return [None, True, -1, 10**40, 1.5, "x", "t1", "\ud800"][kind]
    if kind < 10:
        return [junk(rng, depth + 1) for _ in range(rng.randrange(3))]
    return {rng.choice(["id", "t1", "action", "with", "args"]): junk(rng, depth + 1) for _ in range(rng.randrange(3))}


def opened(name: str, seed: int) -> Game:
    bundle = Bundle.from_json(json.loads(json_of(name)))
    game = bundle.games()[0]
    low = bundle.describe(game)["seats"][0]
    return Game.start(bundle, game, seats=[Seat(f"P{i}") for i in range(low)], seed=seed)


@given(seed=st.integers(0, 2**32), name=st.sampled_from(NAMES))
@settings(max_examples=60)
def test_whatever_a_client_sends_is_answered_or_told_and_changes_nothing(seed: int, name: str) -> None:
    rng = Random(seed)
    game = opened(name, seed)
    before = json.dumps(game.save())
    answer = {"decision": 1, "seat": (game.waiting() or [0])[0]} if rng.random() < 0.7 else {}
    for key in rng.sample(["pick", "option", "yes", "shares", "with", "actor", "action", "key", "decision", "seat"], 3):
        answer[key] = junk(rng)
    looks: list[Any] = [
        lambda: game.decision(junk(rng)),
        lambda: game.view(junk(rng)),
        lambda: game.events(rng.choice([None, junk(rng)]), junk(rng), junk(rng)),
        lambda: game.say(junk(rng), rng.choice(["en", junk(rng)])),
        lambda: game.label(junk(rng), rng.choice(["en", junk(rng)])),
        lambda: game.complete(rng.choice([0, junk(rng)]), rng.choice([answer, junk(rng)])),
        lambda: game.why_not(rng.choice([0, junk(rng)]), rng.choice([answer, junk(rng)])),
    ]
    for look in looks:
        try:
            look()
        except GreycError as error:
            assert error.code != "content_error", "the rules are not to blame"
        assert json.dumps(game.save()) == before
    try:
        game.answer(rng.choice([answer, junk(rng)]))
    except GreycError as error:
        assert error.code != "content_error", "the rules are not to blame"
        assert json.dumps(game.save()) == before


@given(seed=st.integers(0, 2**32), name=st.sampled_from(NAMES))
@settings(max_examples=60)
def test_a_save_changed_by_hand_plays_or_is_refused(seed: int, name: str) -> None:
    rng = Random(seed)
    game = opened(name, seed)
    for _ in range(3):
        if game.waiting():
            game.auto(game.waiting()[0])
    saved = json.loads(json.dumps(game.save()))
    holder, key, _ = rng.choice(spots(saved if rng.random() < 0.5 else saved["checkpoint"]))
    if rng.random() < 0.2:
        del holder[key]
    else:
        holder[key] = rng.choice([junk(rng), 0, 1, 99999, -7, []])
    try:
        again = Game.load(game.bundle, rng.choice([saved, saved, saved, junk(rng)]))
        for seat in again.waiting():
            json.dumps([again.decision(seat), again.view(seat), again.events(seat)])
        if again.waiting():
            again.auto(again.waiting()[0])
    except GreycError:
        pass


@pytest.mark.parametrize("frame", [[99999, 0, None], [-1, 0, None], [1, -3, None], [1], "x", [1.5, 0, None]])
def test_a_save_that_goes_on_nowhere_is_refused(frame: Any) -> None:
    game = opened("zones", 1)
    saved = json.loads(json.dumps(game.save()))
    saved["checkpoint"]["frames"] = [frame]
    with pytest.raises(SaveMismatch):
        Game.load(game.bundle, {**saved, "seal": seal(saved)})
