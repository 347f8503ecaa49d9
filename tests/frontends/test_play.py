"""`greyc play`, driven through a pipe: whole games, every sort of question, and the commands."""

import json
import re
from io import StringIO
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from greyc.frontends.cells import width
from greyc.frontends.load import Loaded
from greyc.frontends.play.lines import Lines
from greyc.frontends.play.session import Session
from greyc.frontends.play.words import Words
from greyc.runtime import Game, Seat
from greyc.runtime.layout import ALL_SEATS

from .conftest import VAULT, Run, piped


def session(
    loaded: Loaded,
    *lines: str,
    seats: tuple[str, ...] = ("Ann", "Bob"),
    seed: int = 3,
    bots: dict[int, Any] | None = None,
) -> tuple[Session, str]:
    """A game of the vault to which these lines are typed, and what was shown."""
    game = Game.start(loaded.bundle, loaded.game, loaded.packs, [Seat(name) for name in seats], {}, seed)
    shown = StringIO()
    words = Words([loaded.bundle.ir.packs["vault"]], "en")
    made = Session(loaded.bundle, game, words, "The Vault", Lines(StringIO("\n".join(lines) + "\n"), shown), bots)
    made.run()
    return made, shown.getvalue()


def test_a_whole_game_through_a_pipe() -> None:
    code, out, err = piped("play", VAULT, "--seats", 2, "--seed", 3, lines="1\n" * 400)
    assert code == 0
    assert re.fullmatch(
        r"greyc play: reads .*vault, and then answers from its input\ngreyc play: \d+ answers given, the game is (won|lost)\n",
        err,
    )
    assert out.startswith("The Vault for Ann, Bob, seed 3\n")
    assert re.search(r"^The game is (won|lost)\.$", out, re.MULTILINE)
    assert "not over" not in out


def test_who_joins_where_too_few_are_named_is_told(tmp_path: Path) -> None:
    home = copytree(VAULT, tmp_path / "vault")
    for file in home.rglob("*.grey"):
        file.write_text(file.read_text(encoding="utf-8").replace("players 1 to 3", "players 2 to 3"), encoding="utf-8")
    code, out, _ = piped("play", home, "--seat", "Zoe", "--seed", 3)
    assert code == 0
    assert " ".join(out.split()).startswith(
        "The Vault for Zoe, Ann, seed 3 Ann joined, since the game needs 2 seats: name each with --seat, or none"
    )
    assert "joined" not in piped("play", home, "--seats", 2, "--seed", 3)[1]


def test_the_same_lines_the_same_game() -> None:
    runs = {piped("play", VAULT, "--seats", 2, "--seed", 5, lines="1\n2\npass\n" * 30)[1] for _ in range(2)}
    assert len(runs) == 1


def test_the_end_of_the_input_ends_the_client() -> None:
    code, out, err = piped("play", VAULT, "--seats", 1, "--seed", 3, lines="walk to\n")
    assert code == 0 and err.endswith("greyc play: 0 answers given, the game is not over\n")
    assert " ".join(out.split()).endswith("To go on another time, type save and a file name before you leave.")


def test_the_table(vault: Loaded) -> None:
    _, out = session(vault, "table")
    table = out.split("──\n")[0] + out.split("──\n")[1]
    assert " lamp oil 11\n" in table
    assert " deck 4\n" in table
    assert "   Hall: figure (of: Ann), figure (of: Bob) (next to Cellar, Tower)\n" in table
    assert "▪ Ann\n   hand: Ring, Crown\n" in table
    assert "▪ Bob\n   hand 2\n" in table, "another's hand is counted, not shown"
    assert "Silver Cup" not in out, "nothing hidden from Ann is shown anywhere"


def test_lines_fit_the_width(vault: Loaded) -> None:
    _, out = session(vault, *["1", "2", "pass", "?", "why"] * 10, seats=("Anastasia the Most Patient", "Bo", "Cy"))
    assert max(width(line) for line in out.splitlines()) <= 80


def test_an_action_step_by_step(vault: Loaded) -> None:
    made, out = session(vault, "walk", "cellar")
    assert "Walk to ...\n 1. Cellar\n 2. Tower\n" in out
    assert "   Cellar: figure (of: Ann)" in out
    assert len(made.game.steps) == 1


def test_what_is_the_only_choice_is_told_beforehand(vault: Loaded) -> None:
    _, out = session(vault, "walk", "cellar", "pass", "pass")
    assert "Stow ..." in out
    made, out = session(vault, "stow", "ring", "swap", "why")
    assert "Swap Crown for new finds" in out
    assert len(made.game.steps) == 2


def test_back_goes_one_step_back(vault: Loaded) -> None:
    made, out = session(vault, "walk", "back", "walk", "2")
    assert out.count("Walk to ...\n 1. Cellar") == 2
    assert len(made.game.steps) == 1


def test_several_numbers(vault: Loaded) -> None:
    made, out = session(vault, "swap", "1 1", "7", "1 2")
    assert "Swap ... for new finds Choose 1 to 2." in out
    assert "The same number stands there twice." in out
    assert "There is no number 7 here." in out
    assert "Ann draws 2." in out
    assert len(made.game.steps) == 1


def test_sharing_out_and_yes_or_no(vault: Loaded) -> None:
    _, out = session(vault, "share", "3", "1 1", "1 2", "no")
    assert "A number for each row, such as 3 0." in out
    assert out.count("The numbers must add up to 3: one number for each of the 2 rows.") == 2
    assert "Ann gets 1." in out and "Bob gets 2." in out
    assert "Rest a while?\n 1. Yes\n 2. No\n" in out


def test_one_of_several_texts(vault: Loaded) -> None:
    made, out = session(vault, "stow", "crown", "pass", "pass", "empty")
    assert "What becomes of the bag?\n 1. Empty it\n 2. Leave it\n" in out
    assert "worth found 5" in out
    assert made.game.view()["states"]["found"] == 5


def test_undo(vault: Loaded) -> None:
    made, out = session(vault, "walk", "cellar", "undo", "undo")
    assert "Taken back." in out
    assert "That can't be taken back: " in out
    assert len(made.game.steps) == 0


def test_what_was_learned_can_not_be_taken_back(vault: Loaded) -> None:
    made, out = session(vault, "swap", "1", "undo")
    assert "That can't be taken back: " in out
    assert len(made.game.steps) == 1


def test_change_of_seat(vault: Loaded) -> None:
    _, out = session(vault, "seat bob", "seat nobody", "seat 1", "pass", "seat ann")
    assert "Bob may act too: type seat and a name to change." in out
    assert "▪ Bob\n   hand: Ring, Silver Cup\n" in out
    assert "There is no seat nobody." in out
    assert "Ann is not asked now." in out


def test_save_and_load(vault: Loaded, tmp_path: Path, greyc: Run) -> None:
    file = tmp_path / "game.json"
    made, out = session(vault, "walk", "cellar", f"save {file}", "walk", "1", f"load {file}", "save", "load")
    assert f"Saved in {file}." in out and f"Loaded from {file}." in out
    assert "Type save and the name of a file." in out and "Type load and the name of a file." in out
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert made.game.save()["checkpoint"]["cells"] == saved["checkpoint"]["cells"]
    code, out, err = piped("play", VAULT, "--load", file, lines="table\n")
    assert code == 0 and err.startswith("greyc play: reads ")
    assert "   Cellar: figure (of: Ann)" in out


def test_bad_saves(vault: Loaded, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text("{}", encoding="utf-8")
    text = tmp_path / "text.json"
    text.write_text("no", encoding="utf-8")
    made, out = session(
        vault, f"load {bad}", f"load {text}", f"load {tmp_path / 'none'}", f"save {tmp_path / 'a' / 'b'}"
    )
    out = " ".join(out.split())
    assert out.count(" can't be loaded: ") == 3
    assert "it is not JSON" in out
    assert " can't be written: " in out
    assert made.game.outcome is None


def test_what_a_card_says(vault: Loaded) -> None:
    _, out = session(vault, "? crown", "?nosuch", "stow", "? 2", "?")
    assert out.count("Crown (find)\n  worth 5\n") == 2
    assert 'No card, kind or keyword is called "nosuch".' in out
    assert "undo, u" in out


def test_why(vault: Loaded) -> None:
    _, out = session(vault, "stow", "ring", "why", "why stow", "why swap", "why zzz", "walk", "1", "why walk", "quit")
    assert "  Stow ...: a condition of the rules is not met: Ann is rested\n" in out
    assert "Swap Crown for new finds" in out
    assert "Swap ... for new finds: that can be done now." in out
    assert 'There is nothing called "zzz" here.' in out
    assert "Walk to ...: it was done already (round)" in out


def test_why_a_choice_is_not_possible(vault: Loaded) -> None:
    _, out = session(vault, "walk", "why tower", "why hall", "why crown", "back", "why crown")
    assert "  Tower: that can be done now.\n" in out
    assert "  Hall: it is not where one may choose from\n" in out
    assert "Crown: it is not where one may choose from" in out


def test_a_move_that_the_rules_refuse_says_why(vault: Loaded) -> None:
    made, out = session(vault, "walk", "1", "walk", "swap", "1 2")
    assert 'There is nothing called "walk" here.' in out
    assert len(made.game.steps) == 2


def test_names_that_mean_several_rows_or_none(vault: Loaded) -> None:
    _, out = session(vault, "s", "x")
    out = " ".join(out.split())
    assert '"s" may be Stow ..., Swap ... for new finds, Share the oil: type more of it, or the number.' in out
    assert 'There is nothing called "x" here.' in out


def test_log(vault: Loaded) -> None:
    _, out = session(vault, "log", "log 1", "quit", "table")
    assert out.count("Ann draws 2.") == 2 and out.count("Bob draws 2.") == 3
    assert " ".join(out.split()).endswith("before you leave.")


def test_bots_take_the_other_seats() -> None:
    code, out, _ = piped("play", VAULT, "--seats", 3, "--seed", 1, "--bot", "random", lines="pass\n1\n3 0 0\n" * 100)
    assert code == 0
    assert re.search(r"^The game is (won|lost)\.$", out, re.MULTILINE)
    assert "Bob>" not in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Name a pack to play"),
        (["nosuch"], "There is no pack, folder or file nosuch."),
        ([VAULT, "--seats", 9], "is for 1 to 3 players, not 9."),
        ([VAULT, "--seats", 2, "--seat", "Ann"], "--seats says 2, but 1"),
        ([VAULT, "--option", "gaol=3"], "gaol"),
        ([VAULT, "--option", "goal"], "NAME=VALUE"),
        ([VAULT, "--option", "goal=99"], "goal"),
        ([VAULT, "--locale", "fr"], "not fr"),
        (["--load", VAULT / "pack.toml"], "is not a saved game"),
    ],
)
def test_wrong_use(greyc: Run, arguments: list[object], says: str) -> None:
    code, out, err = greyc("play", *arguments)
    assert (code, out) == (2, "")
    assert says in err


def test_a_save_that_is_none_is_a_finding(greyc: Run) -> None:
    code, _, err = greyc("play", VAULT, "--load", VAULT / "pack.toml")
    assert code == 1
    assert "can't be played on: it is not JSON" in err


class Passes:
    """A bot that passes."""

    def choose(self, game: Game, seat: int) -> tuple[int, int]:
        return -1, game.state.cells[ALL_SEATS][seat]


def test_undo_takes_back_what_bots_did_since(vault: Loaded) -> None:
    made, out = session(vault, "walk", "cellar", "pass", "undo", bots={1: Passes()})
    assert " lamp oil 10\n" in out, "Bob's bot passed after Ann, and a new round began"
    assert "Taken back." in out
    assert [step.seat for step in made.game.steps] == [0]
    assert made.game.view()["states"]["oil"] == 11


def test_options_seats_and_language() -> None:
    arguments = [VAULT, "--seat", "Xu", "--option", "dark=yes", "--seed", 1, "--locale", "en"]
    out = piped("play", *arguments, lines="")[1]
    assert out.startswith("The Vault for Xu, seed 1\n")
    assert "lamp oil 5" in out


def test_input_without_lines_ends_the_game() -> None:
    from io import StringIO

    from greyc.frontends.play.lines import LONGEST, Lines

    source = StringIO("x" * (3 * LONGEST))
    lines = Lines(source, StringIO())
    assert lines.ask("> ") is None
    assert source.tell() == LONGEST


@pytest.mark.parametrize("typed", ["²", "log ²", "?²", "seat ²", "9" * 5000, "log " + "9" * 5000, "?" + "9" * 5000])
def test_numbers_that_are_none(vault: Loaded, typed: str) -> None:
    made, _ = session(vault, typed, "pass")
    assert len(made.game.steps) == 1, "the line before is told off, and the next one is read"


@pytest.mark.parametrize("command", ["save", "load"])
@pytest.mark.parametrize("name", ["a\0b", "x" * 5000, "/", "no/such/folder/file"])
def test_names_that_no_file_can_have(vault: Loaded, command: str, name: str) -> None:
    made, out = session(vault, f"{command} {name}", "pass")
    assert "could not be" in out or "can't be" in out
    assert len(made.game.steps) == 1


def test_a_save_nested_without_end(vault: Loaded, tmp_path: Path, greyc: Run) -> None:
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000, encoding="utf-8")
    made, out = session(vault, f"load {file}", "pass")
    assert "it is not a save" in out and len(made.game.steps) == 1
    assert greyc("play", VAULT, "--load", file)[0] == 1
    assert greyc("play", "--load", file)[0] == 2


def test_what_happens_after_an_undo_is_told(vault: Loaded) -> None:
    _, out = session(vault, "stow", "ring", "seat ann", "undo", "stow", "crown", seats=("Ann",))
    assert "Taken back." in out
    told = re.findall(r"^  (Ann stows .*)$", out, re.MULTILINE)
    assert told == ["Ann stows Ring.", "Ann stows Crown."]


def test_a_saved_table_with_fewer_seats(vault: Loaded, tmp_path: Path) -> None:
    file = tmp_path / "alone.json"
    session(vault, f"save {file}", seats=("Ann",))
    made, _ = session(vault, "seat bob", f"load {file}", "pass", seats=("Ann", "Bob"))
    assert made.game.names == ["Ann"] and made.seat == 0 and len(made.game.steps) == 1


@pytest.mark.parametrize("seat", ["", " =fiona", "An\nn", "A\x1b[31m", "\udcff"])
def test_a_player_has_a_name(greyc: Run, seat: str) -> None:
    code, _, err = greyc("play", VAULT, "--seat", seat)
    assert code == 2 and "--seat wants NAME or NAME=CARD" in err
