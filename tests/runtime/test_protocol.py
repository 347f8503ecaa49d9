"""Everything a game says and takes fits its published schema, in random games of every pack; docs/protocol.md too."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from greyc.compiler import compile_paths
from greyc.compiler.protocol_schema import protocol_schemas
from greyc.runtime import Bundle, Game, GreycError, Seat, errors
from greyc.runtime.bots import RandomBot
from tests.docs.pages import DOCS, Block, blocks
from tests.frontends.conftest import VAULT
from tests.programs.test_programs import HERE as PROGRAMS

from .tables import bundle, start, tables
from .test_answers import random_answer

SCHEMAS = Path(__file__).parents[2] / "schemas"
NAMES = sorted(protocol_schemas())
SMALL = [PROGRAMS / "choices", PROGRAMS / "offers", PROGRAMS / "zones", VAULT]
"""Games that ask in ways the packs may not; the vault in nearly every way."""


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


def fits(name: str, value: Any) -> None:
    wrong = [f"{list(each.absolute_path)}: {each.message[:300]}" for each in validator(name).iter_errors(value)]
    assert not wrong, (name, wrong, json.dumps(value, ensure_ascii=False)[:1000])
    assert json.loads(json.dumps(value)) == value


@pytest.mark.parametrize("name", NAMES)
def test_published_schemas_are_those_of_the_code(name: str) -> None:
    published = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert published == protocol_schemas()[name], "python -m greyc.compiler.protocol_schema schemas"
    Draft202012Validator.check_schema(published)


def test_every_error_has_its_code_in_the_schema() -> None:
    codes = {each.code for each in vars(errors).values() if isinstance(each, type) and issubclass(each, GreycError)}
    assert codes - {GreycError.code} == set(protocol_schemas()["error"]["properties"]["error"]["enum"])


def look(game: Game) -> None:
    """All that can be read at this moment, for every seat and the table."""
    for seat in [None, *range(game.seats)]:
        decision = game.decision(seat)
        if decision is not None:
            fits("decision", decision)
        fits("view", game.view(seat))
    fits("save", game.save())


def refused(game: Game, seat: int, answer: dict[str, Any]) -> None:
    """Answers that are wrong in every way; what is said of them fits."""
    wrong = [
        {},
        {"decision": answer["decision"], "seat": seat},
        answer | {"seat": 99},
        answer | {"decision": 999_999},
        answer | {"pick": "t99999", "yes": 1, "option": "0", "shares": {"t9": 1}, "action": "no_such_action"},
        answer | {"with": {"no_such": "t1"}},
    ]
    for each in wrong:
        why = game.why_not(seat, each) if each.get("seat") == seat else None
        if why is not None:
            fits("error", why)
        fork = game.fork()
        try:
            fork.answer(each)
        except GreycError as error:
            fits("error", error.as_json())


def play(game: Game, seed: int, steps: int, every: int) -> set[str]:
    """Plays at random and looks at all that is said, at one of so many questions; the kinds of question looked at."""
    rng, bot = Random(seed), RandomBot(seed)
    seen = 0
    kinds: set[str] = set()
    for step in range(steps):
        waiting = game.waiting()
        if not waiting:
            break
        seat = rng.choice(waiting)
        if step % every:
            game.take(seat, bot.choose(game, seat))
            continue
        look(game)
        kinds.add((game.decision(seat) or {})["kind"])
        answer = random_answer(game, seat, rng)
        fits("answer", answer)
        partial = {
            "decision": answer["decision"],
            "seat": seat,
            **{k: answer[k] for k in ("action", "actor") if k in answer},
        }
        if "action" in answer:
            fits("completion", game.complete(seat, partial))
            fits("completion", game.complete(seat, answer))
        refused(game, seat, answer)
        game.answer(answer)
        for reader in [None, *range(game.seats)]:
            for event in game.events(reader, since=max(seen, game.state.events_before)):
                fits("event", event)
        seen = game.state.happened
        if game.can_undo():
            revision = game.revision
            game.undo()
            for event in game.events(None, since=seen, revision=revision):
                fits("event", event)
            seen = game.state.happened
    look(game)
    return kinds


@pytest.mark.parametrize("number", range(len(tables())))
def test_games_of_the_packs(number: int) -> None:
    game, packs, seats = tables()[number]
    for locale in ("en", "zh-Hant"):
        fits("description", bundle().describe(game, packs, locale))
    play(start(game, packs, seats, number), number, 150, every=12)


@pytest.mark.parametrize("home", SMALL, ids=lambda home: home.name)
def test_games_of_small_packs(home: Path) -> None:
    made = Bundle.of(compile_paths([home]).bundle)
    kinds: set[str] = set()
    for pack in made.ir.packs.values():
        for game in pack.games:
            lobby = made.describe(game.name)
            fits("description", lobby)
            brings = [each["card"] for each in lobby["brings"] or []]
            seats = [Seat(f"P{i}", brings[i] if brings else None) for i in range(lobby["seats"][1])]
            kinds |= play(Game.start(made, game.name, [pack.name], seats, seed=3), 3, 150, every=2)
    assert home != VAULT or kinds >= {"offer", "one", "may", "split"}
    assert home.name != "zones" or "choose" in kinds


def test_what_can_go_wrong_before_a_game_fits() -> None:
    game, packs, _ = tables()[0]
    attempts: list[Any] = [
        lambda: Game.start(bundle(), game, packs, []),
        lambda: Game.start(bundle(), "no_such_game"),
        lambda: Game.start(bundle(), game, ["no_such_pack"], [Seat("A")]),
        lambda: Game.load(bundle(), {"save_version": 99}),
        lambda: Game.load(bundle(), {"save_version": 1}),
        lambda: Bundle.from_json({"ir_version": 999, "packs": {}}),
    ]
    for attempt in attempts:
        with pytest.raises(GreycError) as caught:
            attempt()
        fits("error", caught.value.as_json())


EXAMPLES = [b for b in blocks(DOCS / "protocol.md") if b.language == "json"]


@pytest.mark.parametrize("block", EXAMPLES, ids=lambda block: f"line_{block.line}")
def test_the_examples_of_the_page_fit(block: Block) -> None:
    assert block.file is not None
    fits(block.file.removeprefix("schemas/").removesuffix(".schema.json"), json.loads(block.text))


def test_the_page_shows_each_object() -> None:
    assert {block.file for block in EXAMPLES} >= {f"schemas/{name}.schema.json" for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_refuses_what_nobody_says(name: str) -> None:
    examples = [json.loads(b.text) for b in EXAMPLES if b.file == f"schemas/{name}.schema.json"]
    for example in examples:
        assert validator(name).is_valid(example)
        assert not validator(name).is_valid({**example, "extra": 1})
        assert not validator(name).is_valid({})
