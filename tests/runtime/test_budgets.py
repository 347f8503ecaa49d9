"""Content can't hang or exhaust the host: each kind of excess is an error at the author's line, and the game before the
answer is intact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from greyc.compiler import compile_paths
from greyc.runtime import Budget, BudgetExceeded, Bundle, ContentError, Game, GreycError, Seat

RULES = """
game endless "Endless":
    players 1 to 2
    state tries: int = 0
    state nobody: player?
    state long: list of int = [1]
    state told: tally of int = {}
    decides players
    zone pile of pebble ordered hidden
    setup:
        choose p in players "Who begins?":
            tries = 1
    play:
        repeat:
            offer doing to players until all pass

kind player is seat:
    state points: int = 0
kind pebble is token

action loop in doing by player "Loop":
    do:
        while tries > 0:
            tries += 1
action spin in doing by player "Spin":
    do:
        repeat:
            bump
action nest in doing by player "Nest":
    do:
        dig
action dream in doing by player "Dream":
    do:
        sink by player
action flood in doing by player "Flood":
    do:
        repeat 100000:
            create pebble into pile
action count_up in doing by player "List":
    do:
        tries = count(n in 1 .. 100000000)
action square in doing by player "Square":
    do:
        tries = 2
        repeat 400:
            tries = tries * tries
action double in doing by player "Double":
    do:
        repeat 4000:
            tries = tries + tries
action double_kept in doing by player "Double a local":
    do:
        let much = 1
        repeat 4000:
            much += much
        tries = much
action lengthen in doing by player "Lengthen":
    do:
        repeat 4000:
            long = long + long
action lengthen_by_one in doing by player "Lengthen by one":
    do:
        repeat:
            long += [1]
action tell in doing by player "Tell":
    do:
        repeat 4000:
            told[1] += told[1] + 1
action raise in doing by player "Raise":
    do:
        power 3
action absent in doing by player "Absent":
    do:
        tries += sum(p.points for p in players where p == nobody) / (tries - tries)
action chain in doing by player "Chain":
    do:
        tries = -1

verb power base (int):
    power base * base
verb bump:
    tries += 1
verb dig:
    tries += 1
    dig
verb sink by player:
    may "Deeper?" by player:
        sink by player
    tries += 1

whenever tries < 0:
    tries -= 1
"""


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    pack = tmp_path_factory.mktemp("packs") / "endless"
    pack.mkdir()
    (pack / "pack.toml").write_text('name = "endless"\ntitle = "Endless"\nversion = "1.0"\n', encoding="utf-8")
    (pack / "rules.grey").write_text(RULES, encoding="utf-8")
    compiled = compile_paths([Path(pack)])
    assert not [d for d in compiled.diagnostics if d.severity == "error"], compiled.diagnostics
    return Bundle.of(compiled.bundle)


@pytest.mark.parametrize(
    ("action", "error", "line"),
    [
        ("loop", BudgetExceeded, "while tries > 0:"),
        ("spin", BudgetExceeded, "bump"),
        ("nest", BudgetExceeded, "dig"),
        ("flood", BudgetExceeded, "create pebble into pile"),
        ("count_up", BudgetExceeded, "tries = count(n in 1 .. 100000000)"),
        ("square", BudgetExceeded, "tries = tries * tries"),
        ("double", BudgetExceeded, "tries = tries + tries"),
        ("double_kept", BudgetExceeded, "much += much"),
        ("lengthen", BudgetExceeded, "long = long + long"),
        ("lengthen_by_one", BudgetExceeded, "long += [1]"),
        ("tell", BudgetExceeded, "told[1] += told[1] + 1"),
        ("raise", BudgetExceeded, "power base * base"),
        ("absent", ContentError, "tries += sum(p.points for p in players where p == nobody) / (tries - tries)"),
        ("chain", ContentError, "whenever tries < 0:"),
    ],
)
def test_too_much_is_an_error_at_its_line(bundle: Bundle, action: str, error: type[GreycError], line: str) -> None:
    game = Game.start(bundle, "endless", seats=[Seat("Ann")], budget=Budget(steps=5_000, things=200, items=1_000))
    if game.outcome is None and game.decision(0) is not None and game.decision(0)["kind"] != "offer":  # type: ignore[index]
        game.auto(0)
    before = json.dumps(game.save())
    with pytest.raises(error) as caught:
        game.answer({"decision": game.numbers, "seat": 0, "action": action})
    place = caught.value.place
    assert place is not None
    assert RULES.splitlines()[place.line - 1].strip() in (line, "repeat:"), str(caught.value)
    assert json.dumps(game.save()) == before
    game.answer({"decision": game.numbers, "seat": 0, "action": "pass"})


def test_calls_that_wait_within_each_other_are_counted(bundle: Bundle) -> None:
    game = Game.start(bundle, "endless", seats=[Seat("Ann")], budget=Budget(depth=20))
    while game.decision(0)["kind"] != "offer":  # type: ignore[index]
        game.auto(0)
    game.answer({"decision": game.numbers, "seat": 0, "action": "dream"})
    with pytest.raises(BudgetExceeded):
        for _ in range(30):
            before = json.dumps(game.save())
            game.answer({"decision": game.numbers, "seat": 0, "yes": True})
    assert json.dumps(game.save()) == before
