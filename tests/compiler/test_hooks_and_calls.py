"""Headers of hooks, calls of verbs, and what may be assigned or modified."""

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.runtime import ir

from .small import compiled, mistakes, shown, without_places


def hook(text: str) -> ir.Hook:
    result = compiled(text)
    assert mistakes(result) == [], shown(result)
    return next(iter(result.bundle.packs.values())).words.hooks[0]


def test_a_name_with_a_meaning_filters_and_a_label_binds() -> None:
    made = hook("after load c to gull by leader:\n    wind = c.price\n")
    assert made.binds["c"] == "c"
    assert made.filters == {"player": ir.State("leader")}
    # A card asks for any of its copies.
    assert isinstance(made.cond, ir.IsCard) and made.cond.card == "gull"


def test_labels_may_be_left_out() -> None:
    assert hook("before load:\n    stop\n").binds == {}
    assert hook("before load by player:\n    leader = player\n").binds == {"player": "player"}


def test_another_name_binds_if_it_is_read() -> None:
    assert hook("after load x to y:\n    wind = x.price + y.size\n").binds == {"c": "x", "ship": "y"}
    assert hook("after load x if x.price > 2:\n    wind = 1\n").binds == {"c": "x"}
    assert mistakes(compiled("after load x:\n    wind = 1\n")) == [("unread-name", "x")]


def test_a_kind_filters_by_kind_and_binds() -> None:
    made = hook("after load fish:\n    wind = fish.smell\n")
    assert made.binds == {"c": "fish"}
    assert isinstance(made.cond, ir.IsKind) and made.cond.kind == "fish"


def test_the_result_of_a_verb() -> None:
    assert hook("after weigh as pounds:\n    wind = pounds\n").alias == "pounds"


def test_hooks_on_abilities_actions_and_the_cores_verbs() -> None:
    assert hook("after on_arrival of s:\n    wind = s.size\n").watches == "ability"
    action = 'action sail in moves by player "Sail":\n    do:\n        wind = 2\n'
    assert hook(action + "after sail by p:\n    leader = p\n").watches == "action"
    moved = hook("after move x to sea:\n    wind = 1 if x is ship else 2\n")
    assert moved.binds == {"what": "x"} and without_places(ir.node_to_json(moved.filters["to"])) == {
        "op": "zone",
        "of": None,
        "kind": "",
        "name": "sea",
    }
    rolled = hook("after roll as dice:\n    wind = sum(d.face for d in dice)\n")
    assert rolled.alias == "dice"


WRONG = [
    ("after lode c:\n    wind = c.price\n", "unknown-name", "lode"),
    ("after load c on ship:\n    wind = c.price\n", "unknown-part", "on ship"),
    ("after load player:\n    wind = player.money\n", "misplaced-label", "player"),
    ("after load wreck:\n    wind = 1\n", "never-of-kind", "wreck"),
    ("after load ann:\n    wind = 1\n", "never-of-kind", "ann"),
    ("after load blue:\n    wind = 1\n", "wrong-type", "blue"),
    ("after load c as done:\n    wind = c.price\n", "no-result", "done"),
    ("before weigh as pounds:\n    wind = pounds\n", "result-before", "pounds"),
    ("after load c:\n    wind = c.smell\n", "member-of-some", "smell"),
    ("verb v1:\n    lode salt to gull\n", "unknown-name", "lode"),
    ("verb v1:\n    load salt to gull\n", "missing-part", "load salt to gull"),
    ("verb v1:\n    load salt to gull by leader for 2\n", "unknown-part", "for 2"),
    ("verb v1:\n    load salt to gull to ram by leader\n", "part-twice", "to ram"),
    ("verb v1:\n    load salt to gull by leader with gentle = yes\n", "unknown-setting", "gentle"),
    ("verb v1:\n    load salt to gull by leader with gently = 2\n", "wrong-type", "2"),
    ("verb v1:\n    load gull to gull by leader\n", "wrong-type", "gull"),
    ("verb v1 c (printed cargo):\n    load c to gull by leader\n", "printed-as-copy", "c"),
    ("verb v1:\n    on_arrival gull\n", "unknown-name", "on_arrival"),
    ("verb v1:\n    move gull to market\n", "wrong-zone", "market"),
    ("verb v1:\n    move salt to ann\n", "no-one-zone", "ann"),
    ("verb v1:\n    move salt to leader\n", None, ""),
    ("verb v1:\n    move gull to leader\n", "no-one-zone", "leader"),
    ("verb v1:\n    move first(market) to sea\n", "may-be-absent", "first(market)"),
    ("verb v1:\n    move leader.fleet to sea\n", None, ""),
    ("verb v1:\n    move salt to market at bottom\n", None, ""),
    ("verb v1:\n    move salt to market at botom\n", "unknown-value", "botom"),
    ("verb v1:\n    pull 2 from market as some_cargo\n    wind = sum(c.price for c in some_cargo)\n", None, ""),
    ("verb v1:\n    pull 2 from leader as c\n", "wrong-type", "leader"),
    ("verb v1:\n    create gull into sea as s\n    wind = s.size\n", None, ""),
    ("verb v1:\n    create ship into sea\n", "create-kind", "ship"),
    ("verb v1:\n    create wreck into sea as w\n", None, ""),
    ("verb v1:\n    create gull into sea with size = 4, cracks = 1\n", None, ""),
    ("verb v1:\n    create gull into sea with sizes = 4\n", "unknown-member", "sizes"),
    ("verb v1 ship:\n    create ship into sea\n", "wrong-type", "ship"),
    ("verb v1:\n    roll six as r\n    wind = sum(d.face for d in r)\n", None, ""),
    ("verb v1:\n    roll 2 * six as r\n    wind = r\n", "wrong-type", "r"),
    ("verb v1:\n    shuffle market\n", None, ""),
    ("verb v1:\n    shuffle leader\n", "wrong-type", "leader"),
    ("verb v1 ship:\n    attach fast to ship\n    attach leaky(2) to ship\n    detach leaky from ship\n", None, ""),
    # A call that is over can't be changed any more.
    ("after load c to ship by player:\n    player = leader\n", "assigned-too-late", "player"),
    ("after weigh cargo as w if w > 1:\n    w -= 1\n    wind = w\n", "assigned-too-late", "w"),
    ("before load c to ship by player:\n    player = leader\n", None, ""),
    ("after weigh cargo as w:\n    let x = w\n    x -= 1\n    wind = x\n", None, ""),
    # Several are chosen, and have no name; or one after all.
    ("verb v1 by player:\n    choose up to 2 c in player.hand:\n        move c to sea\n", "as-missing", "c"),
    ("verb v1 by player:\n    choose 0 to 1 c in player.hand by player:\n        move c to sea\n", "as-missing", "c"),
    (
        "verb v1 by player:\n    choose exactly 1 c in player.hand by player:\n        move c to sea\n",
        "as-missing",
        "c",
    ),
    ("verb v1 ship:\n    attach leaky to ship\n", "keyword-parameters", "leaky"),
    ("verb v1 cargo:\n    attach fast to cargo\n", "keyword-elsewhere", "fast"),
    ("verb v1 ship:\n    run on_arrival of ship\n", "missing-part", "run on_arrival of ship"),
    ("verb v1 cargo:\n    run on_arrival of cargo\n", "ability-elsewhere", "on_arrival"),
    ("verb v1:\n    wind += 1\n    leader.money -= 2\n    gull.cracks = 3\n", None, ""),
    ("verb v1:\n    gull.size = 3\n", "not-assignable", "gull.size"),
    ("verb v1:\n    rich = yes\n", "not-assignable", "rich"),
    ("verb v1:\n    market = []\n", "not-assignable", "market"),
    ("verb v1:\n    leader.hand = []\n", "not-assignable", "leader.hand"),
    ("verb v1:\n    count(market) = 2\n", None, "syntax"),
    ("verb v1 c (cargo):\n    c.stamps[blue] += 1\n", None, ""),
    ("verb v1 c (cargo):\n    c.stamps[copper] += 1\n", "wrong-type", "copper"),
    ("verb v1:\n    wind[2] = 1\n", "no-table", "wind"),
    ("verb v1 d (rolled):\n    d.face = 2\n", None, ""),
    ("verb v1:\n    wnd = 1\n", "unknown-value", "wnd"),
    ("modify s in every ship where s.fast: size +1\n", None, ""),
    ("modify s in every ship: fast\n", None, ""),
    ("modify s in every ship: leaky(2)\n", None, ""),
    ("modify s in every ship: leaky\n", "keyword-parameters", "leaky"),
    ("modify s in every ship: size\n", "field-as-keyword", "size"),
    ("modify s in every ship: fats\n", "unknown-name", "fats"),
    ("modify s in every ship: sise +1\n", "unknown-member", "sise"),
    ("modify s in every ship: hold +1\n", "unknown-member", "hold"),
    ("modify c in every cargo: spoiled +1\n", "not-modifiable", "spoiled +1"),
    ("modify market: price +1\n", "wrong-type", "market"),
    ("modify fair: size +1\n", "may-be-absent", "fair"),
]


@pytest.mark.parametrize(("text", "name", "marked"), [each for each in WRONG if each[2] != "syntax"])
def test_statements(text: str, name: str | None, marked: str) -> None:
    assert mistakes(compiled(text)) == ([(name, marked)] if name is not None else [])


def test_the_messages(snapshot: SnapshotAssertion) -> None:
    assert "\n\n".join(shown(compiled(text)) for text, name, _ in WRONG if name is not None) == snapshot


def test_words_on_cards_know_this_and_owner() -> None:
    text = """ship brig "Brig":
    size 4, leaky 2
    state log_book: int = 0
    on_arrival:
        this.log_book += 1
        brig.cracks += isle.depth
        owner.money += this.size
    before load c to this if owner is leader2:
        stop
function leader2() = 1
"""
    result = compiled(text)
    assert mistakes(result) == [("not-called", "leader2")]
    good = text.replace("owner is leader2", "owner == leader").replace("function leader2() = 1\n", "")
    assert mistakes(compiled(good)) == []
    assert mistakes(compiled(good + "function f(ship) = ship.log_book\n")) == [("unknown-member", "log_book")]
    assert mistakes(compiled(good + "function f() = brig.log_book\n")) == []


def test_a_keyword_knows_its_parameters_and_bearer() -> None:
    text = """keyword sinking(n: int) on ship "Sinking {n}":
    state depth: int = 0
    after load c to this:
        this.depth += n * c.price
        this.cracks += 1
        owner.money -= 1
"""
    assert mistakes(compiled(text)) == []
    assert mistakes(compiled(text.replace("this.cracks", "cracks"))) == [("bare-member", "cracks")] or mistakes(
        compiled(text.replace("this.cracks", "cracks"))
    ) == [("unknown-value", "cracks")]


def test_where_some_zones_have_no_owner_it_may_be_absent() -> None:
    text = """kind beast is card:
    active in lair, stable
    before load c by owner:
        stop
extend game harbour:
    zone lair of beast
extend kind player:
    zone stable of beast
"""
    assert mistakes(compiled(text)) == []
    text = text.replace("before load c by owner:\n        stop", "before load:\n        leader = owner")
    assert mistakes(compiled(text)) == [("may-be-absent", "owner")]
    assert mistakes(compiled(text.replace("active in lair, stable", "active in stable"))) == []
    assert (
        mistakes(
            compiled(
                text.replace(
                    "before load:\n        leader = owner",
                    "active in stable:\n        before load:\n            leader = owner",
                )
            )
        )
        == []
    )


def test_a_stop_of_a_named_verb_may_come_to_nothing_and_ends_no_block() -> None:
    """The named verb need not be running: what follows is reached, and a result is still owed."""
    body = '    stop load\n    log "On."\n'
    codes = [each.code for each in compiled("verb hail ship:\n" + body).diagnostics]
    assert "G0410" not in codes
    codes = [each.code for each in compiled("verb hail ship:\n" + body.replace(" load", "")).diagnostics]
    assert "G0410" in codes
    assert mistakes(compiled("verb hail ship:\n    if ship.size > 2:\n        result 1\n    stop load\n")) == [
        ("missing-result", "hail")
    ]
