"""What bodies become: who answers, what is made how often, which texts there are and what fills them."""

from typing import Any

import pytest

from greyc.compiler import compile_texts
from greyc.compiler.diagnostics import render_all
from greyc.compiler.walk import walk
from greyc.runtime import ir

BASE = """
game feud "Feud":
    players 2 to 4 with hero
    decides players
    state round: int = 0 "round"
    zone pile of spell ordered hidden "pile"
    play:
        end game won
kind player is seat:
    state hp: int = 10 "HP"
    state gold: tally of metal "gold"
    zone hand of spell "hand"
    zone den of beast "den"
kind metal: copper < silver
kind hero is card
kind spell is card:
    active in hand
    decides owner
    cost: int = 0 "cost"
kind beast is card:
    active in den
    decides this.owner
    hp: int = 1 "HP"
ability cast on spell "When cast"
verb hurt player for amount (int) by source (card?) with silently = no:
    text "{player} [lose|loses] {amount} HP"
    log "{player} is hurt."
    player.hp -= amount
"""


def lowered(text: str) -> ir.Pack:
    made = compile_texts({"a.grey": BASE + text})
    errors = [each for each in made.diagnostics if each.severity == "error"]
    assert not errors, render_all(errors, made.sources)
    return made.bundle.packs["example"]


def verb(text: str, name: str = "test_it") -> ir.Verb:
    return next(each for each in lowered(text).verbs if each.name == name)


def of(node: Any, kind: type[Any]) -> list[Any]:
    return [each for each in walk(node) if isinstance(each, kind)]


def test_the_owner_of_a_card_answers_where_its_kind_says_so() -> None:
    pack = lowered('spell s "S":\n    cast:\n        may "Now?":\n            log "Now."\n')
    assert of(pack.cards, ir.May)[0].by == ir.Attr(ir.Local("this"), "owner", of(pack.cards, ir.May)[0].by.at)


def test_the_game_says_who_answers_in_rules() -> None:
    made = verb('verb test_it:\n    may "Now?":\n        log "Now."\n')
    assert of(made.body, ir.May)[0].by == ir.Players()


def test_an_actor_answers_for_its_action() -> None:
    pack = lowered('action go in moves by player "Go":\n    do:\n        may "Now?":\n            log "Now."\n')
    assert of(pack.actions, ir.May)[0].by == ir.Local("player")


def test_a_thing_answers_through_its_kind() -> None:
    made = verb('verb test_it beast:\n    may "Now?" by beast:\n        log "Now."\n')
    by = of(made.body, ir.May)[0].by
    assert isinstance(by, ir.Attr) and by.name == "owner" and by.of == ir.Local("beast")


def test_fill_makes_as_many_as_the_card_says_only_of_the_printed_cards() -> None:
    made = verb(
        "verb test_it player:\n    fill pile with s in cards of spell\n    fill pile with s in [a, a]\n"
        'spell a "A":\n    copies 2\n'
    )
    assert [each.by_copies for each in of(made.body, ir.Fill)] == [True, False]


def test_texts_have_ids_of_their_owners_and_values_for_their_names() -> None:
    pack = lowered(
        'spell s "S":\n    text "Costs {this.cost}."\n    cast "Cast":\n        may "Once?":\n            log "{this}!"\n'
        '        may "Twice?":\n            log "{owner.hp} left"\n'
        '    after hurt player:\n        log "Ouch, {player}."\n'
    )
    texts = {key: text for key, text in pack.texts["en"].items() if key.startswith("example.s.")}
    assert texts == {
        "example.s.title": "S",
        "example.s.text": "Costs {this.cost}.",
        "example.s.cast.title": "Cast",
        "example.s.cast.1": "Once?",
        "example.s.cast.2": "{this}!",
        "example.s.cast.3": "Twice?",
        "example.s.cast.4": "{owner.hp} left",
        "example.s.after_hurt.1": "Ouch, {player}.",
    }
    messages = {each.id: each for each in of(pack.cards, ir.Message)}
    assert messages["example.s.text"].args["this.cost"].type == "int"
    assert set(messages["example.s.cast.4"].args) == {"owner.hp"}


def test_a_verb_has_its_own_text_and_log() -> None:
    made = verb("", "hurt")
    assert made.text is not None and made.text.id == "example.verb.hurt.text"
    assert set(made.text.args) == {"player", "amount"}
    assert made.log is not None and made.log.id == "example.verb.hurt.log"
    assert not of(made.body, ir.Log)


def test_a_choice_without_words_is_told_by_its_code() -> None:
    pack = lowered(
        "verb test_it player:\n    either hurt player for 1\n    or hurt player for 2\n"
        '    choose one:\n        option:\n            hurt player for 3\n        option "No":\n            stop\n'
    )
    made = next(each for each in pack.verbs if each.name == "test_it")
    titles = [each.title.id for each in of(made.body, ir.ChoiceOption)]
    assert [title.removeprefix("greyc.") for title in titles] == [f"example.verb.test_it.{n}" for n in (1, 2, 3, 4)]
    assert [pack.texts["en"][title] for title in titles][2:] == ["{player} loses 3 HP", "No"]


def test_one_that_is_chosen_and_several() -> None:
    made = verb(
        "verb test_it player:\n"
        '    choose s in player.hand by player "One?":\n        move s to box\n'
        '    choose exactly 2 s in player.hand as two by player "Two?":\n        move two to box\n'
        '    choose up to 3 s in player.hand as some_of by player "Some?":\n        move some_of to box\n'
        '    choose any s in player.hand as any_of by player "Any?":\n        move any_of to box\n'
    )
    one, two, some, anything = [each.pick for each in of(made.body, ir.Choose)]
    assert one.amount is None and one.alias is None and one.query.name == "s"
    assert two.amount == ir.Amount(ir.Int(2), ir.Int(2), True) and two.alias == "two"
    assert some.amount == ir.Amount(ir.Int(0), ir.Int(3), False)
    assert anything.amount == ir.Amount(ir.Int(0), None, False)


def test_assignments_say_whose_state_it_is() -> None:
    made = verb("verb test_it player:\n    player.hp = 3\n    round += 1\n    player.gold[copper] -= 1\n")
    thing, table, entry = made.body
    assert (thing.of, thing.kind, thing.name, thing.sign) == (ir.Local("player"), "player", "hp", "=")
    assert (table.of, table.kind, table.name, table.sign) == (None, "", "round", "+")
    assert (entry.key, entry.sign) == (ir.Word("metal", "copper"), "-")


def test_an_empty_list_takes_the_type_of_what_it_meets_first() -> None:
    made = verb(
        "verb test_it player:\n    let found = []\n    for each s in player.hand:\n        found += [s]\n    move found to box\n"
    )
    assert of(made.body, ir.SetLocal)[0].type == "list<spell>"


def test_results_have_the_type_they_share() -> None:
    made = verb(
        "verb test_it player:\n    if player.hp > 3:\n        result player.hand\n    result [s in pile where s.cost == 0]\n"
    )
    assert made.result == "list<spell>"
    assert verb("verb test_it player:\n    if player.hp > 3:\n        result 3\n    result nothing\n").result == "int?"


@pytest.mark.parametrize(
    ("line", "args"),
    [
        ("hurt player for 1", {"player", "amount"}),
        ("hurt player for 1 by s", {"player", "amount", "source"}),
        ("hurt player for 1 with silently = yes", {"player", "amount", "silently"}),
    ],
)
def test_what_may_be_left_out_of_a_call_is(line: str, args: set[str]) -> None:
    made = verb(f"verb test_it player from s (spell):\n    {line}\n")
    assert set(made.body[0].args) == args


def test_what_holds_after_needs_is_known_below() -> None:
    made = verb("verb test_it player by s (spell?):\n    needs s is not nothing\n    player.hp -= s.cost\n")
    assert isinstance(made.body[0], ir.Needs) and isinstance(made.body[1], ir.SetState)


def test_a_flag_that_says_nothing_is_no_and_one_value_holds_for_all_numbers_of_seats() -> None:
    pack = lowered('kind lair is place:\n    dark: flag\n    size: int by players = 3 "size"\n')
    dark, size = next(each for each in pack.kinds if each.name == "lair").fields
    assert dark.default == ir.Flag(False)
    assert size.default == ir.Table([(ir.Int(n), ir.Int(3)) for n in (2, 3, 4)])


def test_a_list_on_a_card_counts() -> None:
    pack = lowered(
        'kind den is card:\n    inside: list of printed beast "inside"\n    worth: tally of metal "worth"\n'
        '    steps: list of int "steps"\nbeast wolf "Wolf":\n    hp 2\n'
        'den d "D":\n    inside 2 wolf\n    worth 3 copper silver\n    steps 1 2 2\n'
    )
    fields = next(each for each in pack.cards if each.name == "d").fields
    assert fields["inside"] == ir.ListOf([ir.Printed("wolf")] * 2)
    worth = [(ir.Word("metal", "copper"), ir.Int(3)), (ir.Word("metal", "silver"), ir.Int(1))]
    assert fields["worth"] == ir.Table(worth)
    assert fields["steps"] == ir.ListOf([ir.Int(1), ir.Int(2), ir.Int(2)])


def test_words_in_other_zones_say_where() -> None:
    pack = lowered('spell s "S":\n    active in pile:\n        after hurt player:\n            log "Heard."\n')
    hook = next(each for each in pack.cards if each.name == "s").words.hooks[0]
    assert hook.zones == ["pile"]


def test_a_hex_board_says_which_rows_are_moved() -> None:
    pack = lowered(
        'kind cell is place:\n    wet: flag\nboard pond: hex of cell\n    """\n      a  b\n    a  b  a\n    """\n'
        '    "a": wet\n    "b": wet no\n'
    )
    board = pack.boards[0]
    assert board.shifted == "odd"
    assert [(cell.x, cell.y, cell.fields["wet"]) for cell in board.cells] == [
        (1, 1, ir.Flag(True)),
        (2, 1, ir.Flag(False)),
        (1, 2, ir.Flag(True)),
        (2, 2, ir.Flag(False)),
        (3, 2, ir.Flag(True)),
    ]


def test_a_graph_has_each_link_once() -> None:
    pack = lowered(
        'kind room is place:\n    dark: flag\nroom hall "Hall"\nroom attic "Attic"\nroom shed "Shed"\n'
        "board house: graph of room\n    hall to attic, shed\n    attic to hall\n"
    )
    assert pack.boards[0].links == [("hall", "attic"), ("hall", "shed")]
    assert [cell.card for cell in pack.boards[0].cells] == ["hall", "attic", "shed"]


def test_the_legend_of_a_drawing_says_what_states_begin_with() -> None:
    pack = lowered(
        'kind cell is place:\n    state wet: flag = no "wet"\nboard pond: grid of cell\n    """\n    a b\n    """\n'
        '    "a": wet\n    "b": wet no\n'
    )
    assert [cell.fields for cell in pack.boards[0].cells] == [{"wet": ir.Flag(True)}, {"wet": ir.Flag(False)}]


@pytest.mark.parametrize(
    ("change", "clear"),
    [
        ("- this.age - 1", False),
        ("- (this.age) - (1)", False),
        ("- this.age + 1", False),
        ("* this.age + 1", False),
        ("- (this.age - 1)", True),
        ("- ((this.age - 1))", True),
        ("* (this.age + 1)", True),
        ("- this.age * 2", True),
        ("+ this.age - 1", True),
        ("= this.age - 1", True),
        ("- 1 if this.age - 1 > 2 else 0", True),
    ],
)
def test_how_far_the_sign_of_a_change_reaches(change: str, clear: bool) -> None:
    pack = f"""kind player is seat:
    zone den of beast
kind beast is card:
    active in den
    age: int = 0 "age"
    damage: int = 9 "damage"
    modify this: damage {change}
"""
    assert [each.name for each in compile_texts({"a.grey": pack}).diagnostics] == ([] if clear else ["unclear-change"])


@pytest.mark.parametrize("kind", ["kind tile is place:\n    zne here of pawn", "", "kind tile is"])
@pytest.mark.parametrize("board", ["grid", "hex"])
def test_a_drawing_of_places_whose_kind_can_not_be_read(kind: str, board: str) -> None:
    text = f"""board map: {board} of tile
{kind}
kind pawn is token
kind chart is card
tile here "Here"
chart old "Old":
    \"\"\"
    h here
    \"\"\"
    "h": here, turns 2
"""
    assert not compile_texts({"a.grey": text}).ok
