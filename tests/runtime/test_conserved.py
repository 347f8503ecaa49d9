"""Cards and tokens are conserved: at every question each lies in one place, and nothing comes, goes or changes but by the
rules. Any game under any options keeps that, and a table that is damaged behind the rules' back is told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler import compile_paths
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import RandomBot
from greyc.runtime.conserved import Ledger, Unsound
from greyc.runtime.layout import BOARD, BOX, KNOWN, THINGS, ZONE

from .tables import advance
from .test_every_option import MOST, mixed


@settings(max_examples=25)
@given(st.integers(0, 100_000))
def test_any_game_conserves_what_is_on_the_table(seed: int) -> None:
    game = mixed(seed)
    bot, rng, ledger = RandomBot(seed), Random(seed), Ledger(game)
    for _ in range(MOST):
        if not advance(game, bot, rng):
            break
        ledger.look()
    assert game.outcome is not None


RULES = """
game orchard "Orchard":
    players 2 to 2
    decides players
    state day: 0 .. 9 = 0
    state picked: tally of int = {}
    zone heap of fruit ordered
    slot cart of fruit
    zone store of crate
    zone pots of plot
    setup:
        fill heap with f in cards of fruit
        create crate into store with weight = 3
        lay bed on yard at spot(yard, 1, 1)
    play:
        repeat 8:
            day += 1
            morning
        end game won "Winter."

verb morning:
    offer working to players until all pass

action pick in working by player "Pick":
    do:
        pull 1 from heap as found
        for each f in found:
            move f to player.basket
            picked[f.size] += 1
action bake in working by player "Bake":
    do:
        create pie into player.basket

kind player is seat:
    zone basket of fruit | pie
kind pie is card
kind fruit is card:
    active in basket
    size: int = 1
    state ripe: flag = no
    after morning:
        this.ripe = yes
kind crate is token:
    weight: int
    zone inside of fruit | pie | crate
kind plot is place

fruit apple "Apple":
    copies 4
fruit pear "Pear":
    copies 2, size 2
plot bed "Bed"
board yard: grid of plot
"""


@pytest.fixture(scope="module")
def orchard(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    home: Path = tmp_path_factory.mktemp("orchard")
    (home / "pack.toml").write_text('name = "orchard"\ntitle = "Orchard"\nversion = "1"\n', encoding="utf-8")
    (home / "rules.grey").write_text(RULES, encoding="utf-8")
    made = compile_paths([home])
    assert made.ok, [str(each) for each in made.diagnostics]
    return Bundle.of(made.bundle)


class Table:
    """A game some days old, and names for what lies there."""

    def __init__(self, bundle: Bundle) -> None:
        self.game = Game.start(bundle, "orchard", (), [Seat("Ann"), Seat("Bob")])
        self.ledger = Ledger(self.game)
        for _ in range(6):
            self.act("pick")
        self.act("pass", "pass")
        self.act("pick", "bake")
        self.state = self.game.state
        self.cells = self.game.state.cells
        self.program = self.game.engine.program
        self.prims = self.game.engine.gen.P

    def act(self, *actions: str) -> None:
        for action in actions:
            seat = self.game.waiting()[0]
            decision = self.game.decision(seat)
            assert decision is not None
            self.game.answer({"decision": decision["decision"], "seat": seat, "action": action})
            self.ledger.look()

    def zone(self, name: str, of: str = "") -> int:
        if not of:
            return self.program.table[name].offset
        x = self.one(of)
        return x + self.program.layouts[of].members[name].offset

    def cell(self, thing: int, name: str) -> int:
        kind = self.program.defs[self.cells[thing]].kind
        return thing + self.program.layouts[kind].members[name].offset

    def one(self, what: str) -> int:
        return next(x for x in self.cells[THINGS] if what in (self.program.defs[self.cells[x]].name, self.kind(x)))

    def kind(self, x: int) -> str:
        return self.program.defs[self.cells[x]].kind


def taken_out(t: Table) -> None:
    """A card is taken off its zone, and still says that it lies there."""
    t.state.set(t.zone("basket", "player"), ())


def lost(t: Table) -> None:
    x = t.cells[t.zone("store")][0]
    t.state.set(t.zone("store"), ())
    t.state.set(x + ZONE, None)


def doubled(t: Table) -> None:
    t.state.set(t.zone("inside", "crate"), t.cells[t.zone("basket", "player")][:1])


def twice_in_a_zone(t: Table) -> None:
    basket = t.zone("basket", "player")
    t.state.set(basket, t.cells[basket] + t.cells[basket][:1])


def where_it_can_not_lie(t: Table) -> None:
    x, basket = t.one("crate"), t.zone("basket", "player")
    old = t.cells[x + ZONE]
    t.state.set(old, tuple([y for y in t.cells[old] if y != x]))
    t.state.set(basket, (*t.cells[basket], x))
    t.state.set(x + ZONE, basket)


def in_itself(t: Table) -> None:
    t.prims.move(t.state, t.one("crate"), t.zone("inside", "crate"))


def held_in_the_box(t: Table) -> None:
    x = t.one("crate")
    t.prims.move(t.state, x, BOX)
    t.prims.move(t.state, t.one("pie"), x + t.program.layouts["crate"].members["inside"].offset)


def two_in_a_slot(t: Table) -> None:
    both = t.cells[t.zone("basket", "player")][:2]
    t.prims.move_all(t.state, both, BOX)
    t.state.set(BOX, ())
    t.state.set(t.zone("cart"), both)
    for x in both:
        t.state.set(x + ZONE, t.zone("cart"))


def moved_without_being_noted(t: Table) -> None:
    mark = len(t.state.journal)
    t.prims.move(t.state, t.cells[t.zone("basket", "player")][0], BOX)
    del t.state.journal[mark:]


def out_of_range(t: Table) -> None:
    t.state.set(t.program.table["day"].offset, 10)


def less_than_none(t: Table) -> None:
    t.state.set(t.program.table["picked"].offset, {1: 3, 2: -1})


def another_card(t: Table) -> None:
    basket = t.cells[t.zone("basket", "player")]
    t.state.set(
        basket[0], t.program.card_number["pear" if t.program.defs[t.cells[basket[0]]].name == "apple" else "apple"]
    )


def fixed_for_a_copy(t: Table) -> None:
    t.state.set(t.cell(t.one("crate"), "weight"), 4)


def made_in_play(t: Table) -> None:
    t.prims.create(t.state, t.program.card_number["apple"], t.zone("heap"))


def gone_for_good(t: Table) -> None:
    """The last thing made, with all that told of it."""
    t.prims.move(t.state, t.one("pie"), BOX)
    t.state.set(BOX, ())
    t.state.set(THINGS, t.cells[THINGS][:-1])


def words_that_do_not_work(t: Table) -> None:
    cell = next(i.cell for items in t.prims.items.values() for i in items)
    t.state.set(cell, t.cells[cell][1:])


def every_copy(t: Table) -> None:
    cell = t.program.every_cell["fruit"]
    t.state.set(cell, t.cells[cell][1:])


def off_its_spot(t: Table) -> None:
    t.state.set(t.program.board_cells["yard"], {})


def on_a_board_and_in_a_zone(t: Table) -> None:
    bed = t.one("bed")
    t.state.set(t.zone("pots"), (bed,))
    t.state.set(bed + ZONE, t.zone("pots"))


def place_nowhere(t: Table) -> None:
    t.prims.take_off(t.state, t.one("bed"))


def known_to_too_few(t: Table) -> None:
    t.state.set(t.one("crate") + KNOWN, (1,))


DAMAGE: list[tuple[Callable[[Table], Any], str]] = [
    (taken_out, r"(apple|pear)#\d does not lie in the zone it says"),
    (lost, "crate#1 lies nowhere"),
    (doubled, r"(apple|pear)#\d lies twice"),
    (twice_in_a_zone, r"(apple|pear)#\d lies twice"),
    (where_it_can_not_lie, "crate#1 can't lie in basket"),
    (in_itself, "crate#1 lies in itself"),
    (held_in_the_box, "crate#1 lies in the box and holds something"),
    (two_in_a_slot, "more than one thing lies in cart"),
    (moved_without_being_noted, "box of the table changed from .* without being noted"),
    (out_of_range, "day can't be 10"),
    (less_than_none, "picked of the table counts -1 of 2"),
    (another_card, "(apple became pear|pear became apple)"),
    (fixed_for_a_copy, "weight of crate#1 changed, which is fixed for a copy"),
    (made_in_play, "apple#5 is new, and nothing makes such things in play"),
    (gone_for_good, "gone from the list of things"),
    (words_that_do_not_work, r"the words of (apple|pear)#\d are in force where they should not be, or not"),
    (every_copy, "the list of every fruit is not what lies on the table"),
    (off_its_spot, "bed#1 does not lie on the spot it says"),
    (on_a_board_and_in_a_zone, "bed#1 lies on yard and in a zone"),
    (place_nowhere, "bed#1 lies nowhere"),
    (known_to_too_few, "who knows a thing is not told by"),
]


@pytest.mark.parametrize(("damage", "told"), DAMAGE, ids=[damage.__name__ for damage, _ in DAMAGE])
def test_a_damaged_table_is_told(orchard: Bundle, damage: Callable[[Table], Any], told: str) -> None:
    table = Table(orchard)
    damage(table)
    with pytest.raises(Unsound, match=told):
        table.ledger.look()


def test_what_the_rules_do_is_no_damage(orchard: Bundle) -> None:
    table = Table(orchard)
    table.act("bake", "pick", "pass", "pass", "pass")
    assert table.cells[BOX] == () and table.cells[table.one("bed") + BOARD] == "yard"
