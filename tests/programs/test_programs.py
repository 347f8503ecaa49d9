"""Each folder here is a pack (or a folder of packs) about one part of the language.

They are compiled and must give no diagnostic but those in their `diagnostics.txt`; their bundle must fit the published
schema; each test that stands in them is a test here; and games that can be played are played at random to their end.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from greyc.compiler.diagnostics.text import lines_of
from greyc.compiler.driver import Compiled, compile_paths
from greyc.runtime import Bundle, Game, GreycError, Seat, ir
from greyc.runtime.bots import RandomBot
from greyc.runtime.errors import LinkError
from greyc.runtime.testing import run_test

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "schemas" / "bundle.schema.json"
PROGRAMS = sorted(p.name for p in HERE.iterdir() if p.is_dir() and any(p.rglob("pack.toml")))
UNUSED = ("unused", "period-never-runs", "never-running")
SEEDS = 3
MOST_ANSWERS = 3000


@cache
def compiled(program: str) -> Compiled:
    return compile_paths([HERE / program])


@cache
def bundle(program: str) -> Bundle:
    return Bundle.of(compiled(program).bundle)


def packs_of(program: str) -> list[ir.Pack]:
    """The packs that stand in a program's folder, without what they require from elsewhere."""
    made = compiled(program)
    return [made.bundle.packs[pack.name] for pack in made.packs if pack.given]


def all_tests() -> list[tuple[str, str, int, str]]:
    return [
        (program, pack.name, number, test.title)
        for program in PROGRAMS
        for pack in packs_of(program)
        for number, test in enumerate(pack.tests)
    ]


def all_games() -> list[tuple[str, str, str]]:
    """Games whose play has more in it than their end, with each pack that declares them or adds to them."""
    found = []
    for program in PROGRAMS:
        for pack in packs_of(program):
            try:
                game = bundle(program).game_of(pack.name)[1]
            except GreycError:
                continue
            if not isinstance(game.play[0], ir.EndGame):
                found.append((program, pack.name, game.name))
    return found


def diagnostics(found: Compiled, home: Path) -> list[str]:
    """What was found, as it is written down. Words for readers (G06..) and things that only tests use are not what these
    packs are about."""
    lines = []
    for each in found.diagnostics:
        if each.name.startswith(UNUSED) or each.code.startswith("G06"):
            continue
        line = lines_of(found.sources[each.path]).position(each.span[0]).line
        path = Path(each.path).resolve().relative_to(home).as_posix()
        lines.append(f"{path}:{line} {each.code} {each.name}")
    return lines


@pytest.mark.parametrize("program", PROGRAMS)
def test_diagnostics(program: str) -> None:
    written = HERE / program / "diagnostics.txt"
    expected = written.read_text(encoding="utf-8").splitlines() if written.exists() else []
    assert diagnostics(compiled(program), HERE / program) == expected


@pytest.mark.parametrize("program", PROGRAMS)
def test_bundle_fits_the_schema(program: str) -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    value = ir.bundle_to_json(ir.Bundle(ir.IR_VERSION, {pack.name: pack for pack in packs_of(program)}))
    jsonschema.Draft202012Validator(schema).validate(value)
    assert ir.bundle_to_json(ir.bundle_from_json(json.loads(json.dumps(value)))) == value


@pytest.mark.parametrize(("program", "pack", "number", "title"), all_tests(), ids=lambda v: str(v)[:60])
def test_in_the_language(program: str, pack: str, number: int, title: str) -> None:
    result = run_test(bundle(program), pack, compiled(program).bundle.packs[pack].tests[number])
    assert result.title == title
    assert result.passed, result.failure


@pytest.mark.parametrize(("program", "pack", "game"), all_games(), ids=str)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_random_games_end(program: str, pack: str, game: str, seed: int) -> None:
    made = bundle(program)
    low, high = made.game_of(pack)[1].seats
    number = low + seed % (high - low + 1)
    brought = made.engine(game, [pack]).gen.support.can_bring()
    seats = [Seat(f"Player {i + 1}", brought[i] if brought else None) for i in range(number)]
    played = Game.start(made, game, [pack], seats=seats, seed=seed)
    bot = RandomBot(seed)
    for _ in range(MOST_ANSWERS):
        if played.outcome is not None:
            break
        waiting = played.waiting()
        seat = waiting[seed % len(waiting)]
        for other in range(number):
            assert played.view(other) and (played.decision(other) is not None)
        played.take(seat, bot.choose(played, seat))
    assert played.outcome in ("won", "lost")
    again = Game.load(made, played.save())
    assert again.view() == played.view()
    assert again.outcome == played.outcome


def test_packs_that_clash_are_both_named() -> None:
    made = bundle("expansions")
    for packs in (["more"], ["other"], ["base"]):
        assert Game.start(made, "harbour", packs, seats=[Seat("Ann")]).outcome is None
    with pytest.raises(LinkError) as caught:
        Game.start(made, "harbour", ["more", "other"], seats=[Seat("Ann")])
    assert "more" in caught.value.message
    assert "other" in caught.value.message
    assert "pay" in caught.value.message
