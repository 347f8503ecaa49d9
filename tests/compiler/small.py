"""A small game for the tests of names and types, and short ways to ask about one line in it."""

from collections.abc import Mapping
from functools import cache

from greyc.compiler.diagnostics import Diagnostic, render
from greyc.compiler.driver import Compiled, compile_texts
from greyc.runtime import ir
from greyc.runtime.ir import node_to_json

GAME = '''
game harbour "Harbour":
    players 2 to 4 with captain
    decides players
    option rich: flag = no
    option size: 2 | 4 | 6 = 2
    state leader: player
    state wind: int = 0
    state last_seller: player?
    zone market of cargo ordered
    zone sea of ship | wreck
    slot fair of ship
    setup:
        leader = seat(1)
    play:
        end game won

kind coin: copper < silver < gold
kind colour: red | blue | green
kind alarm: fire | flood | red
die six: 1 2 3 4 5 6

kind player is seat:
    state money: int = 0
    zone hand of cargo | ship seen by owner
    zone fleet of ship
kind captain is card
kind cargo is card:
    active in hand, hold
    decides leader
    price: int
    worth: coin?
    tax: int by players = {2: 1, 3: 2, 4: 3}
    state stamps: tally of colour
    state spoiled: flag = no
kind fish is cargo:
    smell: int = 1
kind ship is card:
    active in fleet
    decides owner
    size: 1 .. 9 = 3
    built: printed cargo?
    state cracks: int = 0
    zone hold of cargo
    slot flag_of of colours
kind colours is token
kind wreck is token
kind island is place:
    depth: int = 1
    zone anchored of ship
board archipelago: grid of island
    """
    A B
    """
    "A": depth 1
    "B": depth 2

keyword fast on ship "Fast"
keyword leaky(n: int) on ship, cargo "Leaky {n}":
    state drips: int = 0
ability on_arrival(isle: island) on ship "On arrival"

captain ann "Ann"
captain bob "Bob"
fish herring "Herring":
    price 2
cargo salt "Salt":
    price 3
ship gull "Gull":
    size 2
ship ram "Ram":
    size 5

verb load c (cargo) to ship by player with gently = no:
    move c to ship.hold
verb weigh cargo:
    result cargo.price
'''


@cache
def compiled(extra: str, path: str = "extra.grey") -> Compiled:
    """The game with one more file."""
    return compile_texts({"game.grey": GAME, path: extra})


def found_in(result: Compiled) -> list[Diagnostic]:
    """What was found in the names and types of any file; lints of whole games are other tests' business."""
    return [each for each in result.diagnostics if each.severity == "error" or "G0200" <= each.code <= "G0299"]


def function(expression: str, params: str = "") -> Compiled:
    return compiled(f"function f({params}) = {expression}\n")


def type_of(expression: str, params: str = "") -> str:
    """The type of an expression that is right."""
    result = function(expression, params)
    assert not found_in(result), "\n".join(render(each, result.sources) for each in found_in(result))
    symbols = result.symbols[next(iter(result.symbols))]
    entry = symbols.function("f")
    assert entry is not None and entry.result is not None
    return entry.result.text


def ir_of(expression: str, params: str = "") -> dict[str, object]:
    """The JSON of an expression that is right, without places."""
    result = function(expression, params)
    assert not found_in(result), "\n".join(render(each, result.sources) for each in found_in(result))
    pack = next(iter(result.bundle.packs.values()))
    made = next(each for each in pack.functions if each.name == "f")
    last = made.body[-1]
    assert isinstance(last, ir.Result)
    return without_places(node_to_json(last.value))  # type: ignore[no-any-return]


def without_places(value: object) -> object:
    if isinstance(value, dict):
        return {key: without_places(each) for key, each in value.items() if key != "at"}
    return [without_places(each) for each in value] if isinstance(value, list) else value


def mistakes(result: Compiled) -> list[tuple[str, str]]:
    """Name and marked text of every error, and of warnings about names and types."""
    return [(each.name, result.sources[each.path][slice(*each.span)]) for each in found_in(result)]


def mistakes_in(expression: str, params: str = "") -> list[tuple[str, str]]:
    return mistakes(function(expression, params))


def shown(result: Compiled) -> str:
    return "\n\n".join(render(each, result.sources) for each in found_in(result))


def packs(texts: Mapping[str, str]) -> Compiled:
    return compile_texts(texts)
