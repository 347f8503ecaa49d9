"""Content can't hang or exhaust the host: each kind of excess is an error at the author's line, and the game before the
answer is intact."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from greyc.compiler import compile_paths
from greyc.runtime import Budget, BudgetExceeded, Bundle, ContentError, Game, GreycError, Seat
from greyc.runtime.checks import broken_checks

# The compiler refuses what surely never ends, so here something always might: `tries` is never below 0 in these loops.
RULES = """
game endless "Endless":
    players 1 to 2
    state tries: int = 0
    state nobody: player?
    state long: list of int = [1]
    state told: tally of int = {}
    decides players
    score heavy_look() - heavy_look()
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
            bump
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
action ask_all in doing by player "Nest queries":
    do:
        tries = count(a in 1 .. 900 where any(b in 1 .. 900 where any(c in 1 .. 900 where a + b + c < 0)))
action ask_often in doing by player "A long query in a loop":
    do:
        repeat 4000:
            tries = count(a in 1 .. 900 where a > 3)
action go_round in doing by player "Nest loops":
    do:
        for each a in 1 .. 900:
            for each b in 1 .. 900:
                tries += 1
action tree in doing by player "Functions that call each other in a tree":
    do:
        tries = fifth(1)
action tree_of_lists in doing by player "Lists that functions double":
    do:
        long = twelve_times(long)
action all_over in doing by player "Lists of lists":
    do:
        long = join(around(a) for a in 1 .. 900)
action relabel in doing by player "Change without end":
    do:
        repeat:
            bump
            for each p in players:
                modify p until spin_end: points +1
action riffle in doing by player "Shuffle without end":
    do:
        repeat 100:
            create pebble into pile
        repeat:
            bump
            shuffle pile
action carry in doing by player "Many entries":
    do:
        repeat:
            bump
            told[tries] = 1

action burden in doing by player "Make looking hard":
    do:
        tries = 900
action look in doing by player "Look":
    when tries == 900 and heavy_look() == 0
    do:
        tries = 1

function heavy_look() = 0 if tries < 900 else count(a in 1 .. 900 where any(b in 1 .. 900 where a + b < 0))
function first_of(n: int) = n + n + n + n + n + n
function second(n: int) = first_of(first_of(first_of(first_of(first_of(first_of(n)))))) / 7
function third(n: int) = second(second(second(second(second(second(second(second(n)))))))) % 5
function fourth(n: int) = third(n) + third(n) + third(n) + third(n) + third(n) + third(n) + third(n) + third(n)
function fourth_more(n: int) = fourth(n) + fourth(n) + fourth(n) + fourth(n) + fourth(n) + fourth(n) + fourth(n)
function fifth(n: int) = sum(fourth_more(i) + fourth_more(i) + fourth_more(i) for i in 1 .. 900)
function twice(l: list of int) = l + l
function four_times(l: list of int) = twice(twice(l))
function sixteen_times(l: list of int) = four_times(four_times(l))
function twelve_times(l: list of int) = sixteen_times(sixteen_times(sixteen_times(sixteen_times(l))))
function around(a: int) = [b + a for b in 1 .. 900]

verb spin_end:
    tries += 1
verb power base (int):
    if base > 0:
        power base * base
verb bump:
    if tries < 0:
        end game lost
    tries += 1
verb dig:
    tries += 1
    if tries > 0:
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
        ("ask_all", BudgetExceeded, "tries = count(a in 1 .. 900 where any("),
        ("ask_often", BudgetExceeded, "tries = count(a in 1 .. 900 where a > 3)"),
        ("go_round", BudgetExceeded, "for each b in 1 .. 900:"),
        ("tree", BudgetExceeded, "function "),
        ("tree_of_lists", BudgetExceeded, "function twice(l: list of int) = l + l"),
        ("all_over", BudgetExceeded, "function around(a: int) ="),
        ("relabel", BudgetExceeded, "modify p until spin_end: points +1"),
        ("riffle", BudgetExceeded, "shuffle pile"),
        ("carry", BudgetExceeded, "told[tries] = 1"),
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
    told = RULES.splitlines()[place.line - 1].strip()
    assert told.startswith(line) or told == "repeat:", str(caught.value)
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


def test_a_look_from_outside_has_a_budget_too(bundle: Bundle) -> None:
    game = Game.start(bundle, "endless", seats=[Seat("Ann")], budget=Budget(steps=5_000, items=1_000))
    while game.decision(0)["kind"] != "offer":  # type: ignore[index]
        game.auto(0)
    game.answer({"decision": game.numbers, "seat": 0, "action": "burden"})
    before = json.dumps(game.save())
    looks = (
        game.score,
        lambda: game.decision(0),
        lambda: game.complete(0, {"decision": game.numbers, "action": "look"}),
        lambda: game.why_not(0, {"decision": game.numbers, "action": "look"}),
        lambda: game.answer({"decision": game.numbers, "seat": 0, "action": "look"}),
    )
    for look in looks:
        with pytest.raises(BudgetExceeded) as caught:
            look()
        assert caught.value.place is not None
        assert json.dumps(game.save()) == before


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("1 .. 1000000000", "a printed list would have 1000000000 entries"),
        ("[9999999999 * 9999999999 * 9999999999]", "a printed number is too great"),
    ],
)
def test_printed_values_have_limits_too(value: str, told: str, tmp_path: Path) -> None:
    """They are worked out when packs are linked, so no budget of an answer holds them."""
    (tmp_path / "pack.toml").write_text('name = "vast"\ntitle = "Vast"\nversion = "1.0"\n', encoding="utf-8")
    rules = f"""
game vast "Vast":
    players 1 to 2
    zone pile of stone
    setup:
        fill pile with s in cards of stone
    play:
        end game won
kind stone is card:
    active in pile
    rings: list of int = {value}
stone flint "Flint"
check "rings": all(count(s.rings) > 3 for s in cards of stone)
"""
    (tmp_path / "rules.grey").write_text(rules, encoding="utf-8")
    made = Bundle.of(compile_paths([tmp_path]).bundle)
    failed = broken_checks(made, ["vast"])
    assert [told in (each.message or "") for each in failed] == [True]
