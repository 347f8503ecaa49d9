"""`greyc simulate`: the same games for the same seed, honest totals, and failures that can be played again."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from greyc.frontends import checked, cli, workers
from greyc.frontends.load import Loaded, load
from greyc.frontends.simulation import Plan, Played, Totals, go_together, mixed, play
from greyc.frontends.statistics import wilson
from greyc.runtime import Bundle, Game
from greyc.runtime.layout import RNG
from greyc.runtime.prims import Primitives
from greyc.runtime.saves import replay
from greyc.runtime.state import State

from .conftest import VAULT, Run, piped
from .test_validate import MANIFEST


def plan(**changes: object) -> Plan:
    given = {"game": "vault", "packs": ("vault",), "seats": (), "count": 2, "options": {}, "bot": "random", "most": 500}
    return Plan(**(given | changes))  # type: ignore[arg-type]


def without_speed(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("speed"))


def test_totals(greyc: Run) -> None:
    code, out, err = greyc("simulate", VAULT, "-n", 20, "--seed", 1)
    assert (code, err) == (0, "")
    won, lost = (int((re.search(rf"(\d+) {word}", out) or [0, 0])[1]) for word in ("won", "lost"))
    assert won + lost == 20
    assert re.search(rf"win rate:   {won / 20:.1%} \(95% confidence: ", out)
    assert "decisions per second and process" in out


def test_the_number_of_processes_changes_nothing() -> None:
    one, two = (piped("simulate", VAULT, "-n", 8, "--seed", 4, "-j", jobs) for jobs in (1, 2))
    assert one[0] == two[0] == 0
    assert without_speed(one[1]) == without_speed(two[1])


def test_a_game_is_decided_by_its_seed_alone(vault: Loaded) -> None:
    first = play(vault.bundle, (plan(), 7))
    play(vault.bundle, (plan(), 8))
    again = play(vault.bundle, (plan(), 7))
    assert (first.outcome, first.answers) == (again.outcome, again.answers)
    assert len({play(vault.bundle, (plan(), seed)).answers for seed in range(6)}) > 1


def test_a_better_bot_wins_more_often(vault: Loaded) -> None:
    def wins(bot: str) -> int:
        return sum(
            play(vault.bundle, (plan(bot=bot, options={"goal": 9}), seed)).outcome == "won" for seed in range(25)
        )

    assert wins("greedy") > wins("random")


TRAP = """game trap "Trap":
    players 1 to 1
    decides players
    state gold: int = 0
    state patience: int = 0
    play:
        repeat 3:
            choose one "What now?":
                option "Take one":
                    gold += 1
                option "Wait":
                    patience += 1
        if patience == 3:
            end game won "The treasure."
        end game lost "Pennies."
    score gold
"""


def test_a_bot_that_looks_further_is_not_tempted(tmp_path: Path) -> None:
    home = tmp_path / "trap"
    home.mkdir()
    (home / "pack.toml").write_text(MANIFEST.format(name="trap"), encoding="utf-8")
    (home / "rules.grey").write_text(TRAP, encoding="utf-8")
    loaded = load(str(home))

    def wins(bot: str, think: int | None = None) -> int:
        asked = plan(game="trap", packs=("trap",), count=1, bot=bot, think=think)
        return sum(play(loaded.bundle, (asked, seed)).outcome == "won" for seed in range(20))

    assert wins("greedy") == 0
    assert 0 < wins("search", 4) < wins("search", 40) == 20


def test_the_story_of_one_game(greyc: Run) -> None:
    code, out, _ = greyc("simulate", VAULT, "-n", 1, "--seed", 7, "--verbose", "--seats", 2)
    assert code == 0
    assert out.startswith("The Vault for Ann, Bob, seed 7\n  Ann draws 2.\n  Bob draws 2.\n")
    assert re.search(r"The game is (won|lost)\. \(after \d+ decisions\)\n$", out)
    short = greyc("simulate", VAULT, "-n", 1, "--seed", 7, "--seats", 2)[1]
    assert short.splitlines() == [out.splitlines()[0], out.splitlines()[-1]]


BREAKS = """game broken "Broken":
    players 1 to 2
    decides players
    state level: int = 3
    play:
        repeat:
            may "Go down?":
                level -= 1
            if 6 / level > 3:
                end game won "Down."
"""


def test_a_failure_prints_the_command_that_plays_it_again(greyc: Run, tmp_path: Path) -> None:
    home = tmp_path / "broken"
    home.mkdir()
    (home / "pack.toml").write_text(MANIFEST.format(name="broken"), encoding="utf-8")
    (home / "rules.grey").write_text(BREAKS.replace("> 3:", "> 9:"), encoding="utf-8")
    saved = tmp_path / "broken.json"
    code, out, _ = greyc("simulate", home, "-n", 2, "--seed", 5, "--save", saved)
    assert code == 1
    assert "The game with seed 5 broke after " in out
    assert "division by zero" in out and "rules.grey:9:" in out
    assert "2 of 2 games broke or did not end." in out
    again = shlex.split((re.search(r"again: greyc (.*)", out) or ["", ""])[1])
    capsys_code, told, _ = greyc(*again)
    assert capsys_code == cli.FINDINGS
    assert (re.search("broke after .*", out) or [""])[0] == (re.search("broke after .*", told) or [1])[0]
    assert piped("play", "--load", saved, home, lines="")[0] == 0


def test_a_game_without_end_is_a_failure(greyc: Run, tmp_path: Path) -> None:
    code, out, _ = greyc("simulate", VAULT, "-n", 1, "--most", 3)
    assert code == 1
    assert "it did not end within 3 answers" in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nosuch"], "There is no pack"),
        ([VAULT, "-n", 0], "0"),
        ([VAULT, "--bot", "clever"], "clever"),
        ([VAULT, "--seats", 7], "is for 1 to 3 players"),
        ([VAULT, "--seats", 7, "--mix"], "is for 1 to 3 players"),
        ([VAULT, "--report", "--check"], "leave --mix and --check out"),
    ],
)
def test_wrong_use(greyc: Run, arguments: list[object], says: str) -> None:
    code, _, err = greyc("simulate", *arguments)
    assert code == 2 and says in err


COMPANY = Path(__file__).parents[1] / "programs" / "expansions"


def test_what_is_not_said_is_drawn_for_each_game() -> None:
    loaded = load(str(COMPANY / "base"), [str(COMPANY / "more"), str(COMPANY / "other")])
    open_ = plan(game=loaded.game, packs=loaded.packs, count=None, mix=True)
    drawn = [mixed(loaded.bundle, open_, seed) for seed in range(40)]
    assert drawn == [mixed(loaded.bundle, open_, seed) for seed in range(40)]
    low, high = loaded.bundle.game_of("base")[1].seats
    assert {each.count for each in drawn} == set(range(low, high + 1))
    assert {each.packs for each in drawn} == {("base",), ("base", "more"), ("base", "other")}
    assert not go_together(loaded.bundle, loaded.game, ("base", "more", "other"))
    assert not any(each.mix for each in drawn)


def test_what_is_said_is_not_drawn(vault: Loaded) -> None:
    drawn = [mixed(vault.bundle, plan(mix=True, options={"goal": 9}), seed) for seed in range(20)]
    assert {(each.count, each.options["goal"]) for each in drawn} == {(2, 9)}
    assert {each.options["dark"] for each in drawn} == {False, True}


def test_a_mixed_game_tells_what_was_drawn(greyc: Run) -> None:
    told = [greyc("simulate", VAULT, "-n", 1, "--seed", seed, "--mix", "--check")[1] for seed in range(4)]
    assert len({each.splitlines()[1] for each in told}) == 4
    assert all(re.fullmatch(r"  vault goal=\d+ dark=(True|False)", each.splitlines()[1]) for each in told)


def test_checked_games_are_the_same_games(greyc: Run) -> None:
    plain, checked = (greyc("simulate", VAULT, "-n", 12, "--seed", 3, *more) for more in ([], ["--check"]))
    assert plain[0] == checked[0] == 0
    assert without_speed(plain[1]) == without_speed(checked[1])


def loses_a_card(patch: pytest.MonkeyPatch) -> None:
    """Each seventh thing that moves is taken from where it lay, and comes nowhere."""
    move, moves = Primitives.move, iter(range(1, 1_000_000))

    def broken(self: Primitives, state: State, x: int, zone: int, bottom: bool = False) -> None:
        move(self, state, x, zone, bottom)
        if next(moves) % 7 == 0:
            state.set(zone, tuple(y for y in state.cells[zone] if y != x))

    patch.setattr(Primitives, "move", broken)


def loads_another_game(patch: pytest.MonkeyPatch) -> None:
    load_ = Game.load

    def broken(bundle: Bundle, saved: dict[str, Any]) -> Game:
        game = load_(bundle, saved)
        game.state.cells[RNG] += 1
        return game

    patch.setattr(Game, "load", broken)


def goes_on_in_another_way(patch: pytest.MonkeyPatch) -> None:
    """What is loaded looks the same, and each answer to it moves the random numbers on."""
    load_ = Game.load

    def broken(bundle: Bundle, saved: dict[str, Any]) -> Game:
        game = load_(bundle, saved)
        take = game.take
        game.take = lambda seat, value, key=None: (take(seat, value, key), game.state.random(2))[0]  # type: ignore[method-assign]
        return game

    patch.setattr(Game, "load", broken)


def replays_another_game(patch: pytest.MonkeyPatch) -> None:
    def broken(bundle: Bundle, saved: dict[str, Any]) -> Game:
        return replay(bundle, {**saved, "answers": saved["answers"][:-1]})

    patch.setattr(checked, "replay", broken)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (loses_a_card, r"Unsound: \w+#\d does not lie in the zone it says"),
        (loads_another_game, "Differs: the table is another when the game is loaded from a save"),
        (
            goes_on_in_another_way,
            r"Differs: the table is another when the game is loaded after \d+ answers and played on",
        ),
        (replays_another_game, "Differs: the .* is another when the game is replayed from its answers"),
    ],
)
def test_the_check_tells_what_goes_wrong(
    greyc: Run, monkeypatch: pytest.MonkeyPatch, damage: Callable[[pytest.MonkeyPatch], None], says: str
) -> None:
    damage(monkeypatch)
    code, out, _ = greyc("simulate", VAULT, "-n", 6, "--mix", "--check")
    assert code == 1
    found = re.search(rf"The game with seed (\d+) broke after \d+ answers: {says}\n  again: greyc (.*)", out)
    assert found, out
    assert found[2].endswith(f"--mix --check -n 1 --seed {found[1]} --verbose")
    assert says.split(":")[0] in greyc(*shlex.split(found[2]))[1]


def test_intervals() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert wilson(0, 10)[0] == 0 and 0.2 < wilson(0, 10)[1] < 0.35
    assert wilson(0, 0) == (0.0, 1.0)


def test_totals_of_few_games() -> None:
    totals = Totals()
    assert totals.lines({}) == []
    for outcome, brought in (("won", ("a", "b")), ("lost", ("a", "c")), ("error", ("c", "b"))):
        totals.add(Played(1, outcome, 10, 0.5, brought))
    told = "\n".join(totals.lines({"a": "Ann's"}))
    assert "1 lost, 1 won" in told and "win rate:   50.0%" in told
    assert "  Ann's   50.0% of 2" in told and "  b      100.0% of 1" in told
    assert "speed:      20 decisions" in told


def test_who_wins_alone_wins_for_no_other() -> None:
    totals = Totals()
    for winner in ("a", "b", "a"):
        totals.add(Played(1, "won", 10, 0.5, ("a", "b"), winner=winner))
    assert "  a   66.7% of 3" in "\n".join(totals.lines({})) and "  b   33.3% of 3" in "\n".join(totals.lines({}))


def test_thinking_is_for_the_search_bot(greyc: Run) -> None:
    for bots in ([], ["--bot", "random"], ["--bot", "greedy"]):
        code, _, err = greyc("simulate", VAULT, "-n", 1, "--think", 3, *bots)
        assert code == 2 and "--think is for the search bot" in err


def test_a_worker_that_is_stopped_leaves_its_task_and_does_no_other(
    vault: Loaded, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"_bundle": vault.bundle, "_working": False, "_stopped": False}.items():
        monkeypatch.setattr(workers, name, value)
    done: list[int] = []

    def work(_: Bundle, task: int) -> None:
        done.append(task)
        if task == 2:
            workers._stop()
        done.append(-task)

    run = workers._Work(work)
    run(1)
    for task in (2, 3):
        with pytest.raises(KeyboardInterrupt):
            run(task)
    workers._stop()  # between two tasks: nothing is left by it
    assert done == [1, -1, 2]
