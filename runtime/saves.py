"""Saves: the game as plain JSON.

A save holds how the game was started, every answer by names (`torch#2`) with a fingerprint of its question, and a
checkpoint: the state itself, under a seal (decision 0342). With the bundle it was made with, the checkpoint is taken as it
is. With another one the answers are given again, and the first step that differs is reported with the card or choice that
is no longer there.
"""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from . import ir
from .bundle import Bundle
from .errors import BundleVersion, GreycError, SaveMismatch, in_words
from .game import Game, Seat, Step, check_seats, read_options
from .layout import decode, encode
from .names import MISSING, Names
from .question import sound_frames, sound_question
from .sound import sound
from .state import Budget, State

SAVE_VERSION = 3
"""Rises when a checkpoint of before can't be taken up any more; such a save is played from its start."""


def save(game: Game) -> dict[str, Any]:
    state = game.state
    saved = {
        "save_version": SAVE_VERSION,
        "ir_version": ir.IR_VERSION,
        "bundle": game.engine.hash,
        "setup": deepcopy(game.setup),
        "answers": [*game.past, *answers_by_name(game)],
        "checkpoint": {
            "cells": [encode(c) for c in state.cells],
            "frames": [[uid, pc, encode(local)] for uid, pc, local in state.frames],
            "pending": encode(state.pending),
            "cause": state.cause,
            "events": state.happened,
            "revision": game.revision,
            "numbers": game.numbers,
        },
    }
    return {**saved, "seal": seal(saved)}


def seal(saved: Mapping[str, Any]) -> str:
    """Sixteen hex digits over what a game goes on from, however its JSON is laid out. Answers are not under it: they are
    looked at when they are given again."""
    parts = json.dumps([saved["setup"], saved["checkpoint"]], sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(parts.encode(), digest_size=8).hexdigest()


def answers_by_name(game: Game) -> list[list[Any]]:
    """[seat, fingerprint of the question, answer] of each step, worked out backwards over one copy of the state."""
    now = game.state
    then = State(now.cells.copy(), now.seats, now.budget)
    then.journal = now.journal.copy()
    names = Names(game.values)
    names.update(now)
    out: list[list[Any]] = []
    for step in reversed(game.steps):
        then.rollback(step.mark)
        then.pending, then.frames = step.pending, step.frames
        out.append([step.seat, fingerprint(game, then, names), named_answer(game, then, step, names)])
    return out[::-1]


def fingerprint(game: Game, state: State, names: Names) -> str:
    """Eight hex digits that change when the question does."""
    pending = state.pending
    assert pending is not None
    parts: list[Any] = [pending[0]]
    if pending[0] == "offer":
        parts += [list(pending[3]), names.all(pending[2], "seat")]
    elif pending[0] in ("choose", "order", "split"):
        parts += [names.all(pending[3], _type(game, state)), [str(p) for p in pending[4:]]]
    elif pending[0] == "one":
        parts += [list(pending[3])]
    return f"{zlib.crc32(repr(parts).encode()):08x}"


def _type(game: Game, state: State) -> str:
    node = game.decisions.node(state)
    return str(node.pick.query.type if isinstance(node, ir.Choose) else node.query.type)


def named_answer(game: Game, state: State, step: Step, names: Names) -> Any:
    pending = state.pending
    assert pending is not None
    value = step.answer
    if pending[0] == "offer":
        actor = names.of(value[1], "seat")
        if value[0] < 0:
            return {"action": ir.ACTION_PASS, "actor": actor}
        name = game.engine.gen.names[value[0]]
        picks = game.engine.gen.picks(game.engine.program.linked.actions[name])
        chosen = {}
        for pick, v in zip(picks, value[2:], strict=True):
            type_ = pick.query.type if pick.amount is None else f"list<{pick.query.type}>"
            chosen[game.engine.gen.pick_name(pick)] = names.of(v, type_)
        return {"action": name, "actor": actor, "with": chosen}
    if pending[0] in ("choose", "order"):
        if value is None:
            return None
        type_ = _type(game, state)
        many = isinstance(value, tuple) and game.values.sort(type_) != "spot"
        return names.of(value, f"list<{type_}>" if many else type_)
    return list(value) if isinstance(value, tuple) else value


@contextmanager
def well_formed() -> Iterator[None]:
    """A save may be anything: what breaks on it is no save of a game."""
    try:
        yield
    except GreycError:
        raise
    except Exception as error:
        raise SaveMismatch(f"this is not a well-formed save ({type(error).__name__}: {error})") from error


@well_formed()
def load(bundle: Bundle, saved: Any, budget: Budget | None) -> Game:
    if not isinstance(saved, Mapping):
        raise SaveMismatch(f"a save is an object, not {saved!r:.60}")
    if type(saved.get("save_version")) is not int or saved["save_version"] > SAVE_VERSION:
        raise BundleVersion(f"this save has version {saved.get('save_version')!r}, this runtime reads {SAVE_VERSION}")
    if saved["save_version"] == SAVE_VERSION and saved["seal"] != seal(saved):
        raise SaveMismatch("this save is damaged: its setup or checkpoint is not what was saved")
    setup = saved["setup"]
    engine = bundle.engine(setup["game"], setup["packs"])
    if engine.hash == saved["bundle"] and saved["save_version"] == SAVE_VERSION:
        return from_checkpoint(bundle, saved, budget)
    return replay(bundle, saved, budget)


def from_checkpoint(bundle: Bundle, saved: Mapping[str, Any], budget: Budget | None) -> Game:
    setup, point = saved["setup"], saved["checkpoint"]
    engine = bundle.engine(setup["game"], setup["packs"])
    seats = [Seat(s["name"], s["brings"]) for s in setup["seats"]]
    check_seats(engine, seats)
    read_options(engine, dict(setup["options"]))
    whole(setup["seed"], -math.inf)
    names = [seat.name for seat in seats]
    state = State(list(decode(point["cells"])), len(names), budget or Budget())
    state.frames = tuple([(uid, pc, decode(local)) for uid, pc, local in point["frames"]])
    state.pending = decode(point["pending"])
    state.cause, state.events_before = whole(point["cause"], -1), whole(point["events"])
    sound(engine.program, state)
    sound_frames(engine.gen, state)
    sound_question(engine.gen, state)
    game = Game(bundle, engine, state, names, deepcopy(setup))
    if not isinstance(saved["answers"], list):
        raise ValueError("the answers are no list")
    game.past = saved["answers"].copy()
    game.revision, game.numbers = whole(point["revision"]), whole(point["numbers"])
    try:  # a question that can't be asked is no checkpoint
        for seat in game.waiting():
            game.decision(seat)
    except GreycError as error:
        raise ValueError(error.message) from error
    return game


def whole(value: Any, least: float = 0) -> int:
    if type(value) is not int or value < least:
        raise ValueError(f"a whole number was expected, not {value!r:.60}")
    return value


@well_formed()
def replay(bundle: Bundle, saved: Mapping[str, Any], budget: Budget | None = None, stop_at: int | None = None) -> Game:
    """Starts anew and gives all (or the first `stop_at`) answers by name. Raises SaveMismatch at the first that does not
    fit, with {"step", "seat", "wanted"} in `details`; SaveMismatch, BadStart or LinkError where the game can't be started so."""
    setup = saved["setup"]
    if setup.get("forked"):
        raise SaveMismatch("a fork with other random numbers can't be given again from its start")
    seats = [Seat(s["name"], s["brings"]) for s in setup["seats"]]
    game = Game.start(bundle, setup["game"], setup["packs"], seats, setup["options"], setup["seed"], budget)
    names = Names(game.values)
    for number, (seat, question, answer) in enumerate(saved["answers"][:stop_at]):

        def differ(what: str, number: int = number, seat: int = seat, answer: Any = answer) -> SaveMismatch:
            details = {"step": number + 1, "seat": seat, "wanted": answer}
            return SaveMismatch(f"step {number + 1} of {len(saved['answers'])}: {what}", details=details)

        if game.state.pending is None:
            raise differ("the game has ended already")
        if type(seat) is not int or not 0 <= seat < game.seats:
            raise differ(f"there is no seat {seat!r:.60}")
        if seat not in game.waiting():
            raise differ(f"{game.names[seat]} is not asked here any more")
        names.update(game.state)
        value = from_names(game, answer, names)
        if value is MISSING:
            raise differ(f"{in_words(answer)} can't be chosen here any more")
        if fingerprint(game, game.state, names) != question:
            game.changed_questions.append(number + 1)
        try:
            game.take(seat, value)
        except GreycError as error:
            raise differ(str(error)) from error
    return game


def from_names(game: Game, answer: Any, names: Names) -> Any:
    """The value of an answer by names for the open question; MISSING where it is not among what may be chosen."""
    state, gen = game.state, game.engine.gen
    pending = state.pending
    assert pending is not None
    if pending[0] == "offer":
        if not isinstance(answer, dict):
            return MISSING
        actor = _among(names, answer.get("actor"), pending[2], "seat", True)
        if actor is MISSING:
            return MISSING
        if answer["action"] == ir.ACTION_PASS:
            return (-1, actor)
        action = gen.linked.actions.get(answer["action"])
        head = gen.support.head_of(action, actor, pending[4], pending[5]) if action else None
        if action is None or head is None or action.group not in pending[3]:
            return MISSING
        offers = gen.support.offers
        if not offers.exists(state, action, head):
            return MISSING
        chosen: tuple[Any, ...] = ()
        picks = gen.picks(action)
        for pick in picks:
            wanted = answer["with"].get(gen.pick_name(pick), MISSING)
            offered = offers.candidates(state, action, head, chosen)
            value = _among(names, wanted, offered, pick.query.type, pick.amount is None)
            if value is MISSING:
                return MISSING
            chosen = (*chosen, value)
        # Single choices were listed one after another, so they are legal together.
        sets = any(pick.amount is not None for pick in picks)
        if sets and offers.broken(state, action, head, chosen) >= 0:
            return MISSING
        return (gen.number_of[action.name], actor, *chosen)
    if pending[0] in ("choose", "order"):
        if answer is None:
            return None if pending[0] == "choose" and (pending[6] or pending[4] == 0) else MISSING
        type_ = _type(game, state)
        one = pending[0] == "order" or game.decisions.node(state).pick.amount is None
        value = _among(names, answer, pending[3], type_, one)
        if value is not MISSING and not one and not pending[4] <= len(value) <= pending[5]:
            return MISSING
        return value
    if pending[0] == "one":
        return answer if answer in pending[3] else MISSING
    if pending[0] == "split":
        shares = tuple(answer) if isinstance(answer, list) else ()
        return shares if len(shares) == len(pending[3]) and sum(shares) == pending[4] else MISSING
    return answer if isinstance(answer, bool) else MISSING


def _among(names: Names, wanted: Any, offered: tuple[Any, ...], type_: str, one: bool) -> Any:
    if one:
        return names.among([wanted], offered, type_)[0]
    if not isinstance(wanted, list):
        return MISSING
    found = names.among(wanted, offered, type_)
    return MISSING if MISSING in found else found


__all__ = ["load", "replay", "save", "seal"]
