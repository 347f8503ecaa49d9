"""What type an expression has, and what the compiler puts in that the author leaves unsaid."""

import pytest

from .small import ir_of, mistakes_in, type_of


@pytest.mark.parametrize(
    ("expression", "params", "expected"),
    [
        ("1 + 2 * 3", "", "int"),
        ("-n", "n: int", "int"),
        ("rich", "", "flag"),
        ("wind", "", "int"),
        ("size", "", "int"),
        ("players", "", "list<player>"),
        ("leader", "", "player"),
        ("leader.money", "", "int"),
        ("leader.hand", "", "zone<cargo|ship>"),
        ("last_seller", "", "player?"),
        ("fair", "", "ship?"),
        ("leader.captain", "", "captain"),
        ("herring", "", "printed<fish>"),
        ("herring.price", "", "int"),
        ("cards of cargo", "", "list<printed<cargo>>"),
        ("cards of colour", "", "list<colour>"),
        ("values(coin)", "", "list<coin>"),
        ("every ship", "", "list<ship>"),
        ("every seat", "", "list<player>"),
        ("[s in every ship where s.size > 2]", "", "list<ship>"),
        ("[c in leader.hand where c is cargo]", "", "list<cargo>"),
        ("[c in leader.hand where c is fish]", "", "list<fish>"),
        ("[c in leader.hand where c is not ship]", "", "list<cargo>"),
        ("[s.size for s in every ship]", "", "list<int>"),
        ("[s in every ship highest s.size]", "", "list<ship>"),
        ("[s in every ship from lowest [s.size, s.cracks]]", "", "list<ship>"),
        ("join(s.hold for s in leader.fleet)", "", "list<cargo>"),
        ("leader.fleet + leader.fleet", "", "list<ship>"),
        ("[leader] - players", "", "list<player>"),
        ("market + leader.hand", "", "list<cargo|ship>"),
        ("first(market)", "", "cargo?"),
        ("top(market)", "", "cargo?"),
        ("top(market, 3)", "", "list<cargo>"),
        ("count(market)", "", "int"),
        ("sum(c.price for c in market)", "", "int"),
        ("max(c.price for c in market)", "", "int"),
        ("min(1, wind)", "", "int"),
        ("any(c in market where c.spoiled)", "", "flag"),
        ("all(c.spoiled for c in market)", "", "flag"),
        ("position(leader, players)", "", "int"),
        ("next(leader)", "", "player"),
        ("seats_from(leader)", "", "list<player>"),
        ("c.worth", "c: cargo", "coin?"),
        ("c.tax", "c: cargo", "int"),
        ("c.tax[3]", "c: cargo", "int"),
        ("t[2]", "t: int by players", "int"),
        ("c.stamps", "c: cargo", "tally<colour>"),
        ("c.stamps[blue]", "c: cargo", "int"),
        ("keys(c.stamps)", "c: cargo", "list<colour>"),
        ("total(c.stamps)", "c: cargo", "int"),
        ("{copper: 1, silver: 2}[coin]", "coin", "int"),
        ("c.owner", "c: cargo", "player"),
        ("s.owner", "s: ship", "player"),
        ("s.place", "s: ship", "island?"),
        ("s.holder", "s: ship", "player|island"),
        ("c.holder", "c: cargo", "player|ship"),
        ("s.zone", "s: ship", "zone<ship>"),
        ("s.card", "s: ship", "printed<ship>"),
        ("s.fast", "s: ship", "flag"),
        ("c.leaky", "c: cargo", "flag"),
        ("s has on_arrival", "s: ship", "flag"),
        ("d.face", "d: rolled", "int"),
        ("d.die.faces", "d: rolled", "list<int>"),
        ("six", "", "die"),
        ("3 * six", "", "list<die>"),
        ("neighbours(i)", "i: island", "list<island>"),
        ("distance(a, b)", "a: island, b: island", "far_int"),
        ("distance(a, b) + 1", "a: island, b: island", "far_int"),
        ("reachable(i, 2, within: [k in every island where k.depth > 1])", "i: island", "list<island>"),
        ("[i in archipelago where i.depth > 1]", "", "list<island>"),
        ("place_at(spot(archipelago, 1, 1))", "", "island?"),
        ("side(a, b)", "a: island, b: island", "side"),
        ("base(s, size)", "s: ship", "int"),
        ("1 .. 6", "", "list<int>"),
        ("wind if rich else 0", "", "int"),
        ("leader if rich else nothing", "", "player?"),
        ("market if rich else [c in market where c.spoiled]", "", "list<cargo>"),
        ("gold if rich else silver", "", "coin"),
        ("[gull, ram]", "", "list<printed<ship>>"),
        ("during load", "", "flag"),
        ("outcome", "", "outcome?"),
        ("winner", "", "player?"),
        ("leaky(2)", "", "keyword"),
    ],
)
def test_the_type_of(expression: str, params: str, expected: str) -> None:
    assert type_of(expression, params) == expected


def test_a_parameter_named_like_a_kind_is_of_that_kind() -> None:
    assert type_of("coin >= silver", "coin") == "flag"
    assert type_of("ship.size", "ship") == "int"


def test_a_zone_is_itself_until_a_list_is_wanted() -> None:
    zone = {"op": "zone", "of": None, "kind": "", "name": "market"}
    assert ir_of("market") == zone
    assert ir_of("count(market)")["args"] == [{"op": "contents", "zone": zone}]
    assert ir_of("top(market)")["args"] == [zone]
    assert ir_of("salt is in market")["source"] == {"op": "contents", "zone": zone}


def test_a_slot_is_what_lies_in_it_until_a_list_or_zone_is_wanted() -> None:
    zone = {"op": "zone", "of": None, "kind": "", "name": "fair"}
    assert ir_of("fair") == {"op": "slot", "zone": zone}
    assert ir_of("count(fair)")["args"] == [{"op": "contents", "zone": zone}]
    assert ir_of("top(fair)")["args"] == [zone]


def test_a_cards_name_is_printed_until_a_copy_is_wanted() -> None:
    printed, copy = {"op": "printed", "card": "gull"}, {"op": "copy", "card": "gull"}
    assert ir_of("gull.size")["of"] == printed
    assert ir_of("gull.cracks")["of"] == copy
    assert ir_of("gull.owner")["of"] == copy
    assert ir_of("gull == s", "s: ship")["left"] == copy
    assert ir_of("gull == s.card", "s: ship")["left"] == printed
    assert ir_of("gull is in leader.fleet")["item"] == copy
    assert ir_of("gull is in cards of ship")["item"] == printed
    assert ir_of("s is gull", "s: ship") == {
        "op": "is_card",
        "of": {"op": "local", "name": "s"},
        "card": "gull",
        "printed": False,
    }


def test_a_copy_beside_a_printed_card_is_asked_which_card_it_is() -> None:
    card = {"op": "attr", "of": {"op": "local", "name": "c"}, "name": "card"}
    assert ir_of("s.built == c", "s: ship, c: cargo")["right"] == card
    assert ir_of("c is s.built", "s: ship, c: cargo")["left"] == card


def test_a_table_by_players_is_read_where_a_value_is_wanted() -> None:
    get = {"op": "get", "of": {"op": "local", "name": "c"}, "kind": "cargo", "name": "tax", "printed": False}
    assert ir_of("c.tax + 1", "c: cargo")["left"] == {"op": "by_players", "of": get}
    assert ir_of("c.tax[2]", "c: cargo")["of"] == get


def test_words_of_two_kinds_follow_what_is_expected() -> None:
    assert ir_of("c == red", "c: colour")["right"] == {"op": "word", "kind": "colour", "word": "red"}
    assert ir_of("red == a", "a: alarm")["left"] == {"op": "word", "kind": "alarm", "word": "red"}
    assert ir_of("a is in [red, fire]", "a: alarm")["source"]["items"][0]["kind"] == "alarm"  # type: ignore[index]
    assert mistakes_in("[red]") == [("ambiguous-word", "red")]


def test_words_in_order_compare_by_rank() -> None:
    assert ir_of("coin > copper", "coin")["kind"] == "coin"
    assert mistakes_in("c > red", "c: colour") == [("unordered-words", "c > red")]


def test_a_number_of_dice_is_a_list_of_dice() -> None:
    assert ir_of("3 * six")["op"] == "map_list"


def test_the_field_of_a_kind_above_is_read_there() -> None:
    assert ir_of("b.price", "b: fish") == {
        "op": "get",
        "of": {"op": "local", "name": "b"},
        "kind": "cargo",
        "name": "price",
        "printed": False,
    }
