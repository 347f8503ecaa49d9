"""Every shipped game in the terminal client, played to its end by whoever types at random, in every language it has."""

from functools import cache
from io import StringIO
from random import Random

import pytest

from greyc.compiler.packs import MANIFEST, SHIPPED
from greyc.frontends.cells import width
from greyc.frontends.load import Loaded, load
from greyc.frontends.play.lines import Lines
from greyc.frontends.play.lookup import Lookup
from greyc.frontends.play.session import Session
from greyc.frontends.play.words import Words
from greyc.frontends.seating import seated
from greyc.runtime import Game

PACKS = sorted(path.parent.name for path in SHIPPED.glob(f"*/{MANIFEST}") if "requires" in path.read_text("utf-8"))
"""Those that hold a game or belong to one: only the library that they rest on requires nothing."""


@cache
def loaded(pack: str) -> Loaded:
    return load(pack)


def typed(seed: int, count: int) -> StringIO:
    """Lines as somebody types who knows nothing: numbers, words, and now and then a command."""
    rng = Random(seed)
    lines = []
    for _ in range(count):
        what = rng.random()
        if what < 0.7:
            lines.append(str(rng.randint(0, 6)))  # a face of a die is typed as it is, and 0 declines
        elif what < 0.85:
            lines.append("pass")
        elif what < 0.9:
            lines.append(f"{rng.randint(1, 3)} {rng.randint(1, 3)}")
        else:
            lines.append(
                rng.choice(["why", "back", "undo", "? 1", "seat 2", "log 3", "table", "why a", "nonsense", ""])
            )
    return StringIO("\n".join(lines) + "\n")


def play(pack: str, locale: str, seed: int) -> tuple[Game, str]:
    what = loaded(pack)
    about = what.bundle.describe(what.game, what.packs, locale)
    words = Words([what.bundle.ir.packs[name] for name in about["packs"]], locale)
    game = Game.start(what.bundle, what.game, what.packs, seated(what, [], None, Random(seed)), {}, seed)
    shown = StringIO()
    Session(what.bundle, game, words, about["title"], Lines(typed(seed, 3000), shown)).run()
    return game, shown.getvalue()


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("locale", ["en", "zh-Hant"])
def test_a_game_to_its_end(pack: str, locale: str) -> None:
    game, shown = play(pack, locale, 45)  # at which the longest game, on a board that grows, takes 857 lines
    assert game.outcome in ("won", "lost")
    told = Words([], locale).phrases(game.outcome)
    assert told in shown.splitlines()
    too_wide = [line for line in shown.splitlines() if width(line) > 80]
    assert not too_wide


@pytest.mark.parametrize("pack", PACKS)
def test_every_card_can_be_looked_at(pack: str) -> None:
    packs = loaded(pack).bundle.ir.packs
    for locale in ("en", "zh-Hant"):
        words = Words(list(packs.values()), locale)
        lookup = Lookup(words)
        for name, card in words.cards.items():
            lines = words.card_lines(name)
            assert lines[0].startswith(words.card(name))
            assert ("card", name) in lookup.find(words.card(name)) and ("card", name) in lookup.find(name)
            assert "{" not in "\n".join(lines), card.name
