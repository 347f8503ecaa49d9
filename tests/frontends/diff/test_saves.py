"""What is told of saves is true: saves of real games of OLD, loaded and replayed under NEW."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from greyc.frontends.diff.saves import fate, try_save
from greyc.runtime import Game, GreycError
from greyc.runtime.bots import answers
from tests.frontends.diff.orchard import CARDS, FILES, GAME, OLD, after, compared, edited, played
from tests.frontends.diff.test_diff import CHANGES

GAMES = [played(OLD, seed) for seed in range(12)]
SAVES: list[dict[str, Any]] = [json.loads(json.dumps(game.save())) for game in GAMES]

MILD = {"a title", "a prompt", "a log line", "a check", "a test"}
"""What no game in play depends on."""


@pytest.mark.parametrize("name", CHANGES)
def test_what_becomes_of_saves_is_told_truly(name: str, tmp_path: Path) -> None:
    (file, old, new), _ = CHANGES[name]
    side = edited(file, old, new)
    told = fate(compared(side))
    assert (told.checkpoints == "same") is (name in MILD)
    assert (told.replays == "same") is (name in MILD or name == "a score")
    for number, saved in enumerate(SAVES):
        path = tmp_path / "save.json"
        path.write_text(json.dumps(saved))
        tried = try_save(OLD.bundle, side.bundle, str(path))
        if told.checkpoints == "same":
            assert (tried.way, tried.log) == ("checkpoint", "same")
            loaded = Game.load(side.bundle, saved)
            assert loaded.state.cells == GAMES[number].state.cells
        elif told.replays == "same":
            assert (tried.way, tried.log, tried.questions) == ("replay", "same", 0)
        elif tried.loads:
            assert tried.way == "replay"


@pytest.mark.parametrize("name", ["a number", "copies", "a hook"])
def test_may_go_another_way_is_no_empty_word(name: str, tmp_path: Path) -> None:
    (file, old, new), _ = CHANGES[name]
    side = edited(file, old, new)
    ways = set()
    for saved in SAVES:
        path = tmp_path / "save.json"
        path.write_text(json.dumps(saved))
        tried = try_save(OLD.bundle, side.bundle, str(path))
        ways.add("refused" if not tried.loads else tried.log)
    assert ways - {"same"}


def test_an_answer_that_names_a_card_that_is_gone_is_refused() -> None:
    side = after({"cards.grey": CARDS.replace('fruit nut "Nut":\n    worth 1, copies 4\n', "")})
    told = fate(compared(side))
    assert "saves in which an answer names Nut: the card is gone" in told.refused
    naming = [saved for saved in SAVES if '"nut#' in json.dumps(saved["answers"])]
    assert naming
    for saved in naming:
        with pytest.raises(GreycError):
            Game.load(side.bundle, saved)


def test_who_brings_a_card_that_is_gone_is_refused() -> None:
    side = after({"cards.grey": CARDS.replace('picker cyd "Cyd":\n    skill 3\n', "")})
    told = fate(compared(side))
    assert "saves in which somebody brings Cyd, or an answer names it: the card is gone" in told.refused
    bringing = [saved for saved in SAVES if any(seat["brings"] == "cyd" for seat in saved["setup"]["seats"])]
    assert bringing
    for saved in bringing:
        with pytest.raises(GreycError):
            Game.load(side.bundle, saved)


def test_seats_and_options_that_there_are_no_more() -> None:
    side = after({"game.grey": GAME.replace("1 to 3 with", "1 to 2 with").replace('option quick: flag = no "Quick game"\n    ', "")
                  .replace(" or quick or", " or")})  # fmt: skip
    told = fate(compared(side))
    assert "saves of 3 players: the game is for 1 to 2 now" in told.refused
    assert "saves that set the option quick: it is gone" in told.refused
    refused = [s for s in SAVES if len(s["setup"]["seats"]) == 3 or "quick" in s["setup"]["options"]]
    assert len({len(s["setup"]["seats"]) for s in refused}) > 1
    for saved in refused:
        with pytest.raises(GreycError):
            Game.load(side.bundle, saved)


def test_an_action_that_is_gone_or_called_otherwise() -> None:
    start = GAME.index("action rest")
    gone = after({"game.grey": GAME[:start] + GAME[GAME.index("after pick fruit") :]})
    assert "saves in which somebody did rest: the action is gone" in fate(compared(gone)).refused
    other = after({"game.grey": GAME.replace("action rest in", "action nap in")})
    told = [each for each in fate(compared(other)).refused if "old name rest" in each]
    assert told == ["saves with an answer that names it, under its old name rest: action nap is called nap now"]
    resting = [saved for saved in SAVES if '"rest"' in json.dumps(saved["answers"])]
    assert resting
    for side in (gone, other):
        for saved in resting:
            with pytest.raises(GreycError):
                Game.load(side.bundle, saved)


def test_forks_are_lost_with_whatever_is_played_and_kept_with_all_else() -> None:
    fork = json.loads(json.dumps(GAMES[0].fork(seed=5).save()))
    (file, old, new), _ = CHANGES["a title"]
    assert Game.load(edited(file, old, new).bundle, fork).state.cells[1:] == Game.load(OLD.bundle, fork).state.cells[1:]
    (file, old, new), _ = CHANGES["a score"]
    side = edited(file, old, new)
    assert "forks with other random numbers, since they can't be replayed" in fate(compared(side)).refused
    with pytest.raises(GreycError):
        Game.load(side.bundle, fork)


def test_a_checkpoint_outlives_comments_texts_and_tests_and_the_game_goes_on_alike() -> None:
    new = {
        "game.grey": "# a line more\n\n" + GAME.replace('"Rest"', '"Sit down"'),
        "cards.grey": "# a line more\n" + CARDS.replace('"Pear"', '"Fine Pear"'),
        "tests.grey": "",
        "pack.toml": FILES["pack.toml"].replace("1.0", "2.0"),
    }
    side = after(new)
    for number in range(6):
        game = GAMES[number]
        if game.outcome is not None:
            continue
        loaded = Game.load(side.bundle, SAVES[number])
        other = Game.load(OLD.bundle, SAVES[number])
        for _ in range(8):
            if other.outcome is not None:
                break
            seat = other.waiting()[0]
            value = next(iter(answers(other, seat)))
            other.take(seat, value)
            loaded.take(seat, value)
            assert (loaded.state.cells, loaded.state.pending) == (other.state.cells, other.state.pending)


def test_what_is_no_save_is_told_in_a_sentence(tmp_path: Path) -> None:
    for text, said in (
        ("{", "refused: it is no JSON"),
        ("[]", "refused: a save is an object, not []"),
        ("{}", "refused: this save has version None, this runtime reads 3"),
        (json.dumps({**SAVES[0], "answers": 3}), None),
        (json.dumps({**SAVES[0], "answers": [3]}), None),
        (json.dumps({**SAVES[0], "setup": 3}), None),
    ):
        path = tmp_path / "bad.json"
        path.write_text(text)
        for side in (OLD, edited("cards.grey", "worth 5", "worth 6")):
            tried = try_save(OLD.bundle, side.bundle, str(path))
            assert said is None or tried.said == said
            assert tried.loads is False or tried.log is None
