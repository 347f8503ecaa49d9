"""One mistake, one message: which, and what text it marks. The messages themselves are held by a snapshot."""

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler.diagnostics import Page, pages
from greyc.compiler.driver import compile_texts

from .small import compiled, function, mistakes, mistakes_in, shown

EXPRESSIONS = [
    ("wnd + 1", "", "unknown-value", "wnd"),
    ("leeder.money", "", "unknown-value", "leeder"),
    ("leader.mony", "", "unknown-member", "mony"),
    ("s.fats", "s: ship", "unknown-member", "fats"),
    ("s.crack", "s: ship", "unknown-member", "crack"),
    ("c.fast", "c: cargo", "keyword-elsewhere", "fast"),
    ("c has on_arrival", "c: cargo", "ability-elsewhere", "on_arrival"),
    ("s has fast", "s: ship", "unknown-name", "fast"),
    ("c.smell", "c: cargo", "member-of-some", "smell"),
    ("market.price", "", "list-as-one", "market.price"),
    ("players.money", "", "list-as-one", "players.money"),
    ("market + 1", "", "wrong-type", "market"),
    ("1 + market", "", "wrong-type", "market"),
    ("red + 1", "", "ambiguous-word", "red"),
    ("blue + 1", "", "wrong-type", "blue"),
    ("leader + 1", "", "wrong-type", "leader"),
    ("not wind", "", "wrong-type", "wind"),
    ("market and rich", "", "wrong-type", "market"),
    ("c.worth or rich", "c: cargo", "wrong-type", "c.worth"),
    ("d + 1", "d: rolled", "wrong-type", "d"),
    ("max(dice)", "dice: list of rolled", "wrong-type", "dice"),
    ("sum(c for c in market)", "", "wrong-type", "c"),
    ("count(wind)", "", "wrong-type", "wind"),
    ("first(leader)", "", "wrong-type", "leader"),
    ("top([leader])", "", "wrong-type", "[leader]"),
    ("c is red", "c: colour", "is-for-kinds", "c is red"),
    ("rich is yes", "", "is-for-kinds", "rich is yes"),
    ("c.worth == nothing", "c: cargo", "is-nothing", "c.worth == nothing"),
    ("market is fish", "", "wrong-type", "market"),
    ("cards of ship == 2", "", "not-comparable", "cards of ship == 2"),
    ("c.cracks", "c: printed ship", "printed-as-copy", "c"),
    ("next(c)", "c: printed captain", "wrong-type", "c"),
    ("distance(i, i) + wind > 2 and i.depth - distance(i, i) > 2", "i: island", "wrong-type", "distance(i, i)"),
    ("distance(a, b) < distance(b, a)", "a: island, b: island", "far-comparison", "distance(a, b) < distance(b, a)"),
    ("wind >= size / 2", "", "halved-comparison", "wind >= size / 2"),
    ("wind / 2 > size", "", "halved-comparison", "wind / 2 > size"),
    ("[1, red]", "", "ambiguous-word", "red"),
    ("[1, blue]", "", "mixed-list", "blue"),
    ("{copper: 1, blue: 2}", "", "mixed-list", "blue"),
    ("{copper: 1, copper: 2}", "", "key-twice", "copper"),
    ("wind if rich else red", "", "ambiguous-word", "red"),
    ("wind if rich else blue", "", "mixed-ternary", "wind if rich else blue"),
    ("players[1]", "", "no-table", "players"),
    ("c.stamps[copper]", "c: cargo", "wrong-type", "copper"),
    ("every colour", "", "every-word", "every colour"),
    ("every shp", "", "unknown-name", "shp"),
    ("cards of player", "", "no-cards-of-kind", "player"),
    ("cards of ship in exampel", "", "unknown-name", "exampel"),
    ("cards of colour in example", "", "no-cards-of-kind", "colour"),
    ("count(cards of ship in example)", "", None, ""),
    ("values(ship)", "", "no-word-kind", "ship"),
    ("values(color)", "", "unknown-name", "color"),
    ("all(c in market where c.spoiled)", "", "all-without-term", "all(c in market where c.spoiled)"),
    ("count(c.price for c in market)", "", "counted-term", "c.price"),
    ("next(leader, leader)", "", "argument-count", "next(leader, leader)"),
    ("next()", "", "argument-count", "next()"),
    ("nxt(leader)", "", "unknown-name", "nxt"),
    ("wind(1)", "", "no-function", "wind"),
    ("distance(a, a, witin: [a])", "a: island", "unknown-label", "witin"),
    ("distance(a, spot(archipelago, 1, 1)) < 3", "a: island", None, ""),
    ("leaky", "s: ship", None, ""),
    ("this", "", "no-this", "this"),
    ("owner", "", "no-this", "owner"),
    ("during lode", "", "unknown-name", "lode"),
    ("base(s, hold)", "s: ship", "no-field", "hold"),
    ("[leader in players where rich]", "", "shadowed-name", "leader"),
    ("[blue in players where rich]", "", "shadowed-name", "blue"),
    ("[ship in players where rich]", "", "shadowed-name", "ship"),
    ("[owner in players where rich]", "", "built-in-name", "owner"),
    ("[c in market where any(c in market where rich)]", "", "shadowed-name", "c"),
    ("[c in leader where rich]", "", "wrong-type", "leader"),
    ("[c in market highest c.spoiled]", "", "wrong-type", "c.spoiled"),
    ("[s in every ship lowest [s.fast]]", "", "no-rank", "[s.fast]"),
    ("load", "", "unknown-value", "load"),
    ("ship", "", "unknown-value", "ship"),
    ("count", "", "unknown-value", "count"),
    ("f", "", "not-called", "f"),
    ("1 .. blue", "", "wrong-type", "blue"),
    ("-blue", "", "wrong-type", "blue"),
]


@pytest.mark.parametrize(("expression", "params", "name", "marked"), EXPRESSIONS)
def test_one_mistake_one_message(expression: str, params: str, name: str | None, marked: str) -> None:
    assert mistakes_in(expression, params) == ([(name, marked)] if name is not None else [])


def test_the_messages(snapshot: SnapshotAssertion) -> None:
    texts = [shown(function(expression, params)) for expression, params, name, _ in EXPRESSIONS if name is not None]
    assert "\n\n".join(texts) == snapshot


def test_what_follows_from_a_mistake_is_not_told() -> None:
    assert mistakes(
        compiled("function a1() = wnd + 1\nfunction a2() = a1() * 2 > blue\nfunction a3() = a2() and a1()\n")
    ) == [("unknown-value", "wnd")]
    assert mistakes(
        compiled("kind raft is boat:\n    planks: int\n\nfunction a(raft) = raft.planks + raft.sail\n")
    ) == [
        ("unknown-name", "boat"),
        ("unknown-member", "sail"),
    ]
    assert mistakes(compiled("verb row bote (boat):\n    wind = bote.speed\n    load bote to bote by leader\n")) == [
        ("unknown-name", "boat")
    ]


ONCE = [
    # A name that is misspelt where it is bound is not called unknown where it is read.
    ("function f(shp) = ship.size + ship.cracks\n", "slot-without-type", "shp"),
    ("verb v1 shp:\n    move ship to sea\n", "slot-without-type", "shp"),
    ("after load cc to this_one:\n    wind = c.price + this_one.size\n", "unread-name", "cc"),
    (
        "verb v1:\n    for each sip in every ship:\n        move shp to sea\n        wind = shp.size\n",
        "unknown-value",
        "shp",
    ),
    ("function f() = sum(c.price + c.smell for cc in market)\n", "unknown-value", "c"),
    # What depends on something unknown is not checked.
    (
        "ability rest on shp\nverb v1 ship:\n    run rest of ship\nfunction f(cargo) = cargo has rest\n",
        "unknown-name",
        "shp",
    ),
    ("keyword old on shp\nfunction f(cargo) = cargo.old\n", "unknown-name", "shp"),
    ("verb v1 by source (sip?):\n    wind = 1\nverb v2:\n    v1\n", "unknown-name", "sip"),
    # A verb without a preposition: the verb is looked at first.
    ("verb v1 ship:\n    laod salt ship\n", "unknown-name", "laod"),
    ("verb v1 ship:\n    load salt ship\n", "preposition-missing", "ship"),
    ("verb v1 ship:\n    may load salt ship by leader\n", "preposition-missing", "ship"),
    # At the number, and no second word about a card without copies.
    ("cargo tar:\n    price 2, copies -5\n", "out-of-range", "-5"),
    # `can` must be told what comes with the offer, and who acts.
    (
        "action eye in looks by player:\n    given c: cargo\n    do:\n        wind = c.price\n"
        "function f(player) = can eye(player: player)\n",
        "missing-actor",
        "can eye(player: player)",
    ),
    # A word of the language as a name.
    ("verb v1 None:\n    load None to gull by leader\n", "reserved-word", "None"),
    ("verb rest for ship:\n    wind = 1\nafter rset for ship:\n    wind = ship.size\n", "unknown-name", "rset"),
]


@pytest.mark.parametrize(("text", "name", "marked"), ONCE)
def test_a_mistake_is_told_once(text: str, name: str, marked: str) -> None:
    assert mistakes(compiled(text)) == [(name, marked)]


def test_two_mistakes_are_two_messages() -> None:
    assert mistakes_in("wnd + leeder.money") == [("unknown-value", "wnd"), ("unknown-value", "leeder")]


EXAMPLES = [each for code, each in pages().items() if "G0200" <= code <= "G0299" and each.wrong]


@pytest.mark.parametrize("each", EXAMPLES, ids=lambda each: each.code)
def test_the_examples_of_a_page(each: Page) -> None:
    wrong = compile_texts(each.wrong).diagnostics
    assert [found.code for found in wrong] == [each.code]
    assert compile_texts(each.right).diagnostics == []
