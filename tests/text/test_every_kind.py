"""Each kind of statement and expression that a card may hold is told, or its author hears of it: none is dropped in silence.

The kinds are read off the syntax tree and the IR, so that a new one fails here until a line below has it, and that line
is told in every language."""

import re
import typing
from collections.abc import Iterator
from functools import cache

import attrs
import pytest

from greyc.compiler.driver import Compiled, compile_texts
from greyc.compiler.text import cards, printed
from greyc.compiler.text.language import language, languages
from greyc.compiler.text.lexicon import Lexicon
from greyc.compiler.walk import walk
from greyc.dsl import nodes, parse
from greyc.runtime import ir
from greyc.runtime.ir import core

TOML = 'name = "example"\ntitle = "Example"\nversion = "1.0"\nlocales = ["en"]\n'

RULES = """
game keep "Keep":
    players 2 to 4
    option hard: flag = no "Hard"
    state beacons: int = 0 "the beacons lit"
    state quiet: int = 0
    state calm: flag = no "the keep is calm / the keep is not calm"
    state omens: list of omen = [] "omens"
    state marks: tally of omen "marks"
    zone yard of guard ordered "yard"
    zone moat of guard ordered "moat"
    slot tower of guard "tower"
    zone chest of coin "chest"
    decides players
    setup:
        fill yard with g in cards of wolf
    play:
        day
        end game won
die ash "ash die|ash dice": 1 2
die oak "oak die|oak dice": 1 2
kind omen "omen|omens": sun "sun" | moon "moon"
kind rank "rank": low "low" < high "high"
kind lord is seat "lord|lords":
    state gold: int = 0 "gold"
    state torches: int = 0 "torch|torches"
    state dues: tally of omen "due|dues"
    state debts: tally of omen "debts"
    zone hand of guard "hand"
kind guard is card "guard|guards":
    active in yard
    decides players
    might: int = 1 "might"
    rank: rank = low "rank"
    charges: list of omen = [] "charges"
    dice: list of die = [] "dice"
    toll: int by players = {2: 3, 3: 4, 4: 5} "toll"
    state captain: lord? "captain"
    state scars: int = 0 "scar|scars"
    state tired: flag = no "[are|is] tired"
kind wolf is guard "wolf|wolves"
kind square is place "square|squares":
    wet: flag = no "wet"
board field "the field": grid of square
    \"\"\"
    A A
    \"\"\"
    "A": wet no
square plain "Plain"
square road "Road"
keyword cursed on guard "Cursed"
ability stand(target: guard) on guard "Stand / target|targets"
ability rise on guard "Rise"
function strong() "strong guard|strong guards" = [x in yard where x.might > 1]
function brave(g: guard) "{g} [are|is] brave" = g.might > 2
function worth(g: guard) "the worth of {g}" = g.might + 1
kind coin is token "coin|coins"
verb day "day":
    for each g in yard:
        run rise of g
        run stand of g with target = g
verb banish guard:
    text "[banish|banishes] {guard} / {guard} [are|is] banished"
    move guard to moat
verb light amount (int):
    text "{amount} [beacon is|beacons are] lit"
    beacons += amount
verb relax lord:
    text "{lord} [rest|rests]"
    lord.gold += 1
function blessed() "blessed ones" = [x in yard where x.might > 3]
verb count_up:
    text "the guards are counted"
    result 1
action wave in acts by lord "Wave to {g}":
    with g in yard
    do:
        relax lord
wolf grey_wolf "Grey Wolf":
    might 2
"""
"""What the lines below speak of."""

STATEMENTS = """
light 2
banish this
banish grey_wolf
quiet += 1 -- untitled
log "A shiver." -- silent
let n = 1 -- silent
let n = count(yard); light n
beacons = 3
beacons += 1
beacons = max(0, beacons - 1)
beacons = min(beacons, 4)
beacons = beacons * 2
beacons = beacons / 2
calm = yes
omens += [sun]
omens -= [sun]
marks[sun] += 1
marks[moon] = 2
for each o in omens: marks[o] += 1
for each o in omens: marks[o] -= 1
for each p in players: p.gold += 2
for each p in players: p.gold = 0
for each p in players: p.torches = 4
for each p in players: p.torches = max(0, p.torches - 1)
for each p in players: p.dues[sun] += 2
for each p in players: p.debts[sun] += 2
for each p in players: p.debts[moon] -= 1
this.captain = seat(1)
this.tired = yes
this.scars = this.scars + 1
roll ash
roll ash as d; light sum(x.face for x in d)
roll [ash, ash] as d; light sum(x.face for x in d)
roll [ash, oak] as d; light max(x.face for x in d)
roll 2 * ash as d; light min(x.face for x in d)
roll count(yard) * ash as d; light count(x in d where x.face == 2)
roll [ash] + 2 * oak as d; light sum(x.face for x in d)
roll this.dice as d; light sum(x.face for x in d)
roll ash as d; if any(x in d where x.face > 1): light 1
roll ash as d; for each x in d: light x.face
roll 2 * ash as d; for each x in d: light x.face
roll ash as d; for each x in d: x.face = 2
roll ash as d; for each x in d: x.face += 1
roll ash as d; let f = first(d); if f is not nothing: light f.face
move this to moat
move yard to moat
move this to box
move this to yard at bottom
move this to tower
shuffle yard
reveal yard to players
reveal this to seat(1)
pull 1 from yard as c; move c to moat
pull 2 from yard as c; move c to moat
pull 2 from yard as c; for each x in c: banish x
pull 1 from yard as c; for each x in c: if x.might > 1: move x to moat
pull 1 from yard as c -- untitled
create grey_wolf into moat
create coin into chest
let n = count(yard); n = n + 1; light n
let n = 2; n = min(n, count(yard)); n = 2 * n; light n
lay road on field at toward(plain, east)
create grey_wolf into moat with might = 3
attach cursed to this
detach cursed from this
lay road on field at spot(field, 2, 1)
link plain to road
unlink plain to road
eliminate seat(1)
choose g in yard: banish g
choose g in yard "Who?": light g.might
choose 2 g in yard as gone: for each x in gone: banish x
choose 0 to 2 g in yard as gone: light count(gone)
choose n in 1 .. 3: light n
may choose g in yard: banish g
may "Light?": light 1
may light 1
choose one: option "Light": light 1 | > option "Rest" if beacons > 2: relax seat(1)
either light 1 | or relax seat(1)
split 3 over g in yard as n: light n
split 3 over g in yard as n: banish g
if beacons > 2: light 1
if beacons > 2: light 1 | else: relax seat(1)
if top(yard) as g: banish g
if top(yard) as g: light 1
if top(yard) as g: banish g | else: light 1
if first(x in yard where x.tired) as g: banish g
let g = last(yard); if g is not nothing: banish g
let g = top(yard); if g is not nothing: banish g
for each g in yard: banish g
for each g in yard: light g.might
for each g in yard where g.tired: banish g; light 1
for each p in players: relax p
for each p in seats_from(seat(2)): relax p
for each g in yard by seat(1): banish g
repeat 2: light 1
repeat: choose g in yard: banish g
while beacons < 3: light 1
together: light 1
offer acts to seat(1) until pass
modify this until day: might +1
modify g in yard until day: might +1, cursed
run rise of this
run stand of this with target = this
run rise of this for this
stop
stop day
end game won
end game lost
end game won for seat(1)
fill moat with g in cards of wolf
count_up as n; light n
"""
"""A line each: what stands in the block, parts of it parted by `;`, a block behind `:`, a next branch behind `|`, one deeper behind `| >`. `-- silent`:
says nothing, rightly; `-- untitled`: its author hears of it."""

FLAGS = """
yes
calm
not calm
hard
this.tired
not this.tired
this.cursed
this has rise
brave(this)
not brave(this)
this is wolf
this is not wolf
this is grey_wolf
this is in yard
this.might is in 1 .. 3
this.rank is in [low, high]
this.rank >= high
this.rank == low
this.captain is nothing
this.captain == seat(1)
this.zone == yard
this.owner == seat(1)
seat(1) is in players
beacons == 2 and calm
beacons == 2 or calm
not (beacons == 2 or calm)
calm if hard else this.tired
any(g in yard where g.might > 2)
any(yard)
all(g.might > 2 for g in yard)
count(yard) > 2
count(g in yard where g.tired) == 0
seat(1).torches > 1
seat(1).gold > 1
top(yard) is nothing
tower is nothing
can wave(lord: seat(1))
can run rise of this
during day
outcome == won
winner == seat(1)
base(this, tired)
place_at(field, 1, 1) is nothing
side(plain, road) == east
turn(east, 1, field) == south
2 + 2 == beacons
distance(plain, road) == far
this.might > beacons
"""

NUMBERS = """
beacons + 1
1 + count(yard)
2 * beacons - 1
2 * beacons + 1
beacons * count(yard)
beacons * (count(yard) - 1)
(beacons + 1) * 2
beacons - (count(yard) - 1)
(beacons + 1) / 2
beacons / 3
beacons % 2
-beacons
1 + (1 if calm else 0)
(1 if calm else 0) + 2
5 - (1 if calm else 0)
5 - (1 if calm else 2)
1 if calm else 2
this.might
base(this, might)
worth(this)
this.toll
{2: 1, 3: 2}[beacons]
{low: 1, high: 2}[this.rank]
marks[sun]
count(this.charges)
count(yard)
count(g in yard where g.might > 1 and not g.tired)
count(g in every guard where g is wolf)
count(cards of wolf)
count(values(omen))
count(keys(marks))
count(strong())
count(blessed())
count(yard + moat)
count(yard - [this])
count(this.charges + omens)
count([o in omens where o == sun] + [moon])
count(g in [x in yard where x.tired] where g.might > 1)
count(g in [x.captain for x in yard])
count([x.might for x in yard])
count(join(x.charges for x in yard))
count(join(p.hand for p in players))
count([this, this])
sum(g.might for g in yard)
sum(2 * g.might for g in yard)
sum(2 for g in yard)
sum(g.might - g.scars for g in yard)
sum([g.might for g in yard])
sum(1 if g.tired else 0 for g in yard)
min(g.might for g in yard)
max(g.might + 1 for g in yard)
min(beacons, 4)
max(beacons, 4, 5)
max(beacons - 4, 0)
min([1, 2, beacons])
abs(beacons - 4)
total(marks)
position(this, yard)
count(neighbours(plain))
count(reachable(plain, 2))
count(path(plain, road))
count(places(field))
count(spots(field))
count(adjacent(spot(field, 1, 1)))
count(seats_from(next(seat(1))))
max(ash.faces)
"""


def lines(table: str) -> list[tuple[str, str]]:
    pairs = (line.split(" -- ") for line in table.strip().splitlines())
    return [(pair[0], pair[1] if len(pair) > 1 else "") for pair in pairs]


def block(line: str, margin: str = "        ") -> str:
    """A line of the table as the lines of a block."""
    out = []
    for branch in line.split(" | "):
        deep = margin + "    " * (branch.startswith(">"))
        for part in branch.lstrip("> ").split("; "):
            pieces = [part] if part.startswith("modify") else re.split(r"(?<=:) ", part)
            for piece in pieces:
                out.append(deep + piece)
                deep += "    " * piece.endswith(":")
    return "\n".join(out)


BLOCKS = [(block(line), mark) for line, mark in lines(STATEMENTS)]
BLOCKS += [(f"        if {flag}:\n            light 1", mark) for flag, mark in lines(FLAGS)]
BLOCKS += [(f"        light {number}", mark) for number, mark in lines(NUMBERS)]


@cache
def source(body: str) -> str:
    return f'{RULES}guard a "A":\n    stand:\n{body}\n'


@cache
def compiled(body: str) -> Compiled:
    return compile_texts({"pack.toml": TOML, "a.grey": source(body)})


def ability(body: str) -> ir.AbilityBlock:
    card = next(card for card in compiled(body).bundle.packs["example"].cards if card.name == "a")
    return card.words.abilities[0]


@pytest.mark.parametrize(("body", "mark"), BLOCKS, ids=[body.strip() for body, _ in BLOCKS])
def test_it_is_told_or_its_author_hears_of_it(body: str, mark: str) -> None:
    made = compiled(body)
    assert made.ok, made.diagnostics
    heard = [found.code for found in made.diagnostics if found.code.startswith("G06")]
    assert heard == (["G0621"] if mark == "untitled" else [])
    pack = made.bundle.packs["example"]
    ops = {type(node).op for node in walk(ability(body).body)}
    for tag in languages():
        told = cards.card_text(Lexicon(language(tag), [pack]), next(card for card in pack.cards if card.name == "a"))
        assert bool(told) is (not mark), told
        assert not [op for op in ops - {"for_each"} if "_" in op and op in told.replace(" ", "_")], told


# ---- nothing is left out of the tables ------------------------------------------------------

NOT_ON_CARDS = {nodes.Needs, nodes.Result, nodes.Text, ir.Needs, ir.Result, ir.Str, ir.SideRef}
"""What only a verb can say; the author's own words, which are told as they stand; a side as a drawing names it."""


def below(node: object) -> Iterator[nodes.Node]:
    if isinstance(node, list | tuple):
        for each in node:
            yield from below(each)
    elif isinstance(node, nodes.Node):
        yield node
        for field in attrs.fields(type(node)):
            yield from below(getattr(node, field.name))


def kinds_below(base: type) -> Iterator[type]:
    for each in base.__subclasses__():
        yield each
        yield from kinds_below(each)


def test_every_construct_of_the_language_stands_in_the_tables() -> None:
    used: set[type] = set()
    for body, _ in BLOCKS:
        card = parse(source(body)).declarations[-1]
        used |= {type(node) for node in below(card)}
    wanted = {*kinds_below(nodes.Statement), *kinds_below(nodes.Expr)} - NOT_ON_CARDS
    assert {each.__name__ for each in wanted - used} == set()


def test_every_form_of_the_ir_stands_in_the_tables() -> None:
    used: set[type] = set()
    calls: set[str] = set()
    for body, _ in BLOCKS:
        for node in walk(ability(body).body):
            used.add(type(node))
            if isinstance(node, ir.Builtin | ir.CallVerb | ir.Aggregate):
                calls.add(
                    node.verb if isinstance(node, ir.CallVerb) else getattr(node, "function", getattr(node, "name", ""))
                )
    wanted = {*typing.get_args(ir.Expr), *typing.get_args(ir.Stmt)} - NOT_ON_CARDS
    assert {each.__name__ for each in wanted - used} == set()
    calls.add("values")  # which has a form of its own
    built_in = {*core.VERBS, *(name for name, found in core.FUNCTIONS.items() if not found.only_tests)}
    assert built_in - calls == set()


def test_words_without_an_end_are_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object) -> str:
        raise RecursionError

    monkeypatch.setattr(printed.cards, "card_text", endless)
    made = compile_texts({"pack.toml": TOML, "a.grey": source("        light 1")})
    assert "G0621" in [found.code for found in made.diagnostics]
