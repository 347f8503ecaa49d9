"""Files of saves that were damaged: bytes, values, answers. They are refused in words, or the game goes on.

What was damaged in the file by accident is found by the seal. Whoever changes a save on purpose can seal it again, or say that it
is of an older version or another bundle, so that its answers are given again; that may not break anything either.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from greyc.frontends.play.session import load_game, read_save, reason
from greyc.runtime import BadStart, Bundle, Game, GreycError, SaveMismatch, Seat
from greyc.runtime.bots import RandomBot
from greyc.runtime.saves import replay, seal

from ..runtime.tables import advance, start, tables

DAMAGES = 20
"""Of one save of each table: some milliseconds each, since what is loaded is played on."""
BYTES = (
    b"null", b"-1", b"1e999", b"NaN", b"0.5", b"true", b"[]", b"{}", b'"\\ud800"', b"[[" * 50, b"[" * 100_000, b"9" * 5_000,
    b"\xff", b"\x00", b",", b"]", b"}", b'"', b"9",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 10**20, 0.5, float("nan"), "", "\ud800", "a#1", [], {}, [[]], {"m": []}, {"s": [[]]}, {"action": "pass"},
)  # fmt: skip


def damaged_bytes(file: bytes, rng: Random) -> bytes:
    """Cut short, with bits turned, with parts that are gone, doubled or others."""
    data = bytearray(file)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data) + 1)
        part = slice(at, at + rng.choice((1, 2, 5, 40, 1_000)))
        match rng.randrange(5):
            case 0:
                del data[at:]
            case 1 if at < len(data):
                data[at] ^= 1 << rng.randrange(8)
            case 2:
                del data[part]
            case 3:
                data[at:at] = data[part]
            case _:
                data[part] = rng.choice(BYTES)
    return bytes(data)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a JSON value: container and key."""
    out = []
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        out.append((value, key))
        if isinstance(inner, dict | list):
            out += places(inner)
    return out


def damage(part: Any, rng: Random) -> None:
    """Some values become others or change their type, are cut short, or are gone."""
    for _ in range(rng.randint(1, 3)):
        holder, key = rng.choice(places(part) or [([0], 0)])
        match rng.randrange(4):
            case 0 if isinstance(holder[key], str | list):
                holder[key] = holder[key][:-1]
            case 1 if type(holder[key]) is int:
                holder[key] += rng.choice((-1, 1, 1_000, 10**20))
            case 2:
                del holder[key]
            case _:
                holder[key] = json.loads(json.dumps(rng.choice(VALUES)))


def changed(saved: Any, rng: Random) -> Any:
    """A save that somebody changed."""
    match rng.randrange(5):
        case 0:
            damage(saved, rng)
        case 1:
            damage(saved["setup"], rng)
            saved["seal"] = seal(saved)
        case 2:
            damage(saved["checkpoint"], rng)
            saved["seal"] = seal(saved)
        case 3:
            damage(saved["answers"], rng)
            saved["bundle"] = "another"
        case _:
            damage(saved["answers"], rng)
            del saved["seal"]
            saved["save_version"] = 1
    return saved


def goes_on(game: Game) -> None:
    for _ in range(5):
        game.view(0)
        waiting = game.waiting()
        if not waiting or not game.auto(waiting[0]):
            break
    game.save()


def in_words(error: Exception) -> None:
    """What is wrong can be written on any terminal and sent to any client."""
    assert isinstance(error, OSError | ValueError | GreycError)
    assert reason(error).encode()
    if isinstance(error, GreycError):
        json.dumps(error.as_json())


@pytest.mark.parametrize("number", range(len(tables())))
def test_a_damaged_save_is_refused_in_words_or_goes_on(number: int, tmp_path: Path) -> None:
    rng, file = Random(number), tmp_path / "saved.json"
    game = start(*tables()[number], number)
    advance(game, RandomBot(number), rng, rng.randrange(50))
    whole = json.dumps(game.save())
    good = json.loads(whole)
    for _ in range(DAMAGES):
        sealed_again = rng.random() < 0.6
        if sealed_again:
            file.write_text(json.dumps(changed(json.loads(whole), rng)))
        else:
            file.write_bytes(damaged_bytes(whole.encode(), rng))
        try:
            loaded = load_game(game.bundle, file)
        except Exception as error:
            in_words(error)
        else:
            if not sealed_again and read_save(file)["answers"] == good["answers"]:
                assert loaded.save()["checkpoint"]["cells"] == good["checkpoint"]["cells"]
            try:
                goes_on(loaded)
            except GreycError as error:  # an error of the game's own
                in_words(error)
        try:
            goes_on(replay(game.bundle, read_save(file)))
        except Exception as error:
            in_words(error)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("setup",), {}),
        (("setup", "options"), 5),
        (("setup", "seats"), 5),
        (("setup", "seats", 0), 0.5),
        (("setup", "seats", 0), {}),
        (("answers",), 5),
        (("answers", 0), 0.5),
        (("answers", 0), [0]),
        (("answers", 0, 2), 7),
        (("answers", 0, 2), {}),
        (("answers", 0, 2), {"action": {}, "actor": None}),
    ],
)
def test_answers_that_nobody_gave_are_no_replay(path: tuple[str | int, ...], value: Any) -> None:
    game = start(*tables()[0], 0)
    advance(game, RandomBot(0), Random(0), 3)
    saved = json.loads(json.dumps(game.save()))
    holder: Any = saved
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    with pytest.raises(SaveMismatch if path != ("setup", "options") else BadStart):
        replay(game.bundle, saved)


def test_half_a_character_can_be_written() -> None:
    """JSON can hold half a pair of UTF-16, which no file or terminal takes."""
    bundle: Bundle = start(*tables()[0], 0).bundle
    game = bundle.games()[0]
    for arguments in ((game, ("\ud800",)), (game, (), [Seat("\ud800")])):
        with pytest.raises(GreycError) as caught:
            Game.start(bundle, *arguments)
        assert "\\ud800" in str(caught.value).encode().decode()
    assert isinstance(caught.value, BadStart)
