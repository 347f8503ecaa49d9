"""What guards make sure, where it holds, and that nothing else is taken as sure."""

import pytest

from .small import compiled, found_in, function, mistakes, mistakes_in, type_of

SURE = [
    # what is absent
    ("c.worth is not nothing and c.worth > copper", "c: cargo"),
    ("c.worth is nothing or c.worth > copper", "c: cargo"),
    ("not (c.worth is nothing) and c.worth > copper", "c: cargo"),
    ("c.worth > copper if c.worth is not nothing else no", "c: cargo"),
    ("no if c.worth is nothing else c.worth > copper", "c: cargo"),
    ("any(c in market where c.worth is not nothing and c.worth > copper)", ""),
    ("[c in market where c.worth is not nothing lowest c.worth]", ""),
    ("[c.worth > copper for c in market where c.worth is not nothing]", ""),
    ("all(c.worth > copper for c in market where c.worth is not nothing)", ""),
    ("c.worth == gold and c.worth > copper", "c: cargo"),
    ("fair is not nothing and fair.size > 2", ""),
    ("first(market) is not nothing and first(market).price > 2", ""),
    ("fair is not nothing and (rich or fair.size > 2)", ""),
    ("last_seller is nothing or (rich and last_seller.money > 3) or last_seller.money < 1", ""),
    ("s.built is not nothing and s.built.price > 2", "s: ship"),
    ("s.place is not nothing and s.place.depth > 2", "s: ship"),
    # kinds
    ("c is fish and c.smell > 2", "c: cargo"),
    ("c is not fish or c.smell > 2", "c: cargo"),
    ("c.smell if c is fish else 0", "c: cargo"),
    ("[c in market where c is fish and c.smell > 2]", ""),
    ("sum(c.smell for c in market where c is fish)", ""),
    ("[c in market where c is fish highest c.smell]", ""),
    ("fair is ship and fair.size > 2", ""),
    ("[c in leader.hand where c is not ship and c.price > 2]", ""),
    ("sum(c.price if c is cargo else c.size for c in leader.hand)", ""),
    ("c is herring and c.smell > 2", "c: cargo"),
    ("(c is fish or c is salt) and c.price > 2", "c: card"),
    ("printed_one is fish and printed_one.smell > 2", "printed_one: printed cargo"),
    # distances
    ("distance(a, b) < far and distance(a, b) * 2 > 3", "a: island, b: island"),
    ("distance(a, b) <= 3 and distance(a, b) < distance(b, a)", "a: island, b: island"),
]
UNSURE = [
    ("c.worth > copper", "c: cargo", "c.worth"),
    ("c.worth is not nothing or c.worth > copper", "c: cargo", "c.worth"),
    ("c.worth is nothing and c.worth > copper", "c: cargo", "c.worth"),
    ("(c.worth is not nothing) == (c.worth > copper)", "c: cargo", "c.worth"),
    ("d.worth is not nothing and c.worth > copper", "c: cargo, d: cargo", "c.worth"),
    ("not (c.worth is not nothing and rich) and c.worth > copper", "c: cargo", "c.worth"),
    ("any(c in market where c.worth is not nothing) and d.worth > copper", "d: cargo", "d.worth"),
    ("first(market).price", "", "first(market)"),
    ("top(market).price", "", "top(market)"),
    ("fair.size", "", "fair"),
    ("s.place.depth", "s: ship", "s.place"),
    ("s.flag_of.zone", "s: ship", "s.flag_of"),
    ("next(last_seller)", "", "last_seller"),
    ("count(c.owner.hand)", "c: wreck", "c.owner"),
    ("-c.bonus", "c: extra", "c.bonus"),
]


@pytest.mark.parametrize(("expression", "params"), SURE)
def test_a_guard_makes_sure(expression: str, params: str) -> None:
    assert mistakes_in(expression, params) == []


@pytest.mark.parametrize(("expression", "params", "marked"), UNSURE)
def test_without_a_guard_it_may_be_absent(expression: str, params: str, marked: str) -> None:
    result = compiled(f"kind extra is card:\n    bonus: int?\n\nfunction f({params}) = {expression}\n")
    assert mistakes(result) == [("may-be-absent", marked)]


def test_a_kind_is_not_sure_behind_or() -> None:
    assert mistakes_in("c is fish or c.smell > 2", "c: cargo") == [("member-of-some", "smell")]


def test_what_remains_of_two_kinds() -> None:
    assert type_of("[c in leader.hand where not (c is ship)]") == "list<cargo>"
    assert type_of("[c in leader.hand where c is fish or c is ship]") == "list<fish|ship>"


def test_in_a_function_a_condition_holds_for_the_lines_behind_it() -> None:
    early = "function f(c: cargo):\n    if c.worth is nothing:\n        result no\n    result c.worth > copper\n"
    assert mistakes(compiled(early)) == []
    named = "function f(c: cargo):\n    if c.worth as w:\n        result w > copper\n    result no\n"
    assert mistakes(compiled(named)) == []


def test_in_statements_only_locals_stay_sure() -> None:
    head = "verb f by ship with c = nothing:\n".replace("with c = nothing", "for c (cargo?)")
    local = head + "    if c is not nothing:\n        move c to ship.hold\n"
    assert mistakes(compiled(local)) == []
    state = head + "    if fair is not nothing:\n        move fair to sea\n"
    assert mistakes(compiled(state)) == [("may-be-absent", "fair")]
    named = head + "    if fair as s:\n        move s to sea\n"
    assert mistakes(compiled(named)) == []


def test_what_a_query_asked_is_not_sure_in_the_lines_below() -> None:
    loop = "verb f:\n    for each c in market where c is fish and c.worth is not nothing:\n        "
    assert mistakes(compiled(loop + "wind = c.smell\n")) == []
    assert mistakes(compiled(loop + "wind = 1 if c.worth > copper else 0\n")) == [("may-be-absent", "c.worth")]


def test_this_stays_what_it_is() -> None:
    text = 'kind cart is cargo:\n    wheels: int = 2\nkeyword odd on cargo "Odd":\n    after load c to x if c == this and x.fast:\n'
    body = "        if this is cart:\n            wind = this.wheels\n"
    assert mistakes(compiled(text + body)) == []


def test_an_assignment_ends_what_was_sure() -> None:
    text = (
        "verb f for c (cargo?):\n    let d = c\n    if d is not nothing:\n"
        "        wind = d.price\n        d = first(market)\n        wind = d.price\n"
    )
    assert mistakes(compiled(text)) == [("may-be-absent", "d")]


def test_asking_for_what_is_always_there() -> None:
    assert mistakes_in("c.price is nothing", "c: cargo") == [("never-absent", "c.price is nothing")]
    assert mistakes_in("market is nothing") == [("never-absent", "market is nothing")]
    # Where a ship works it has an owner, but it may be asked where it does not work.
    assert mistakes_in("s.owner is not nothing", "s: ship") == []


def test_what_can_never_be() -> None:
    assert mistakes_in("s is cargo", "s: ship") == [("never-of-kind", "s is cargo")]
    assert mistakes_in("s is herring", "s: ship") == [("never-of-kind", "s is herring")]
    assert mistakes_in("c == s", "c: cargo, s: ship") == [("not-comparable", "c == s")]
    assert mistakes_in("c.price == blue", "c: cargo") == [("not-comparable", "c.price == blue")]
    assert mistakes_in("s is in market", "s: ship") == [("not-comparable", "s is in market")]


def test_a_test_writes_without_a_guard_as_it_reads() -> None:
    """What is absent fails the test at its line."""
    body = "    let s = first(sea)\n    s.cracks = 2\n"
    game = (
        'test "x":\n    table harbour with ann as a, bob as b\n'
        + body.replace("sea", "a.fleet")
        + "    expect wind == 0\n"
    )
    assert mistakes(compiled(game)) == []
    verb = compiled("verb v player:\n" + body.replace("sea", "player.fleet"))
    assert mistakes(verb) == [("may-be-absent", "s")]


def test_a_long_value_is_named_by_what_it_begins_with() -> None:
    long = "first(s in every ship where s.size > 3 and s.cracks < 2).size"
    for value, named in ((long, "first(...)"), (f"1 + {long}", "first(...)")):
        messages = [each.message for each in found_in(function(value))]
        assert messages == [f'"{named}" may be absent here.']
