"""The template language: holes, agreement, variants, plural rules."""

import pytest
from attrs import frozen

from greyc.runtime.ir.words import fill, holes, plural_index, sentence, variants

ENGLISH = "n = 1"


@frozen
class Said:
    text: str
    number: int | None = None
    counts: bool = False
    many: bool = False

    def spoken(self, form: str) -> str:
        return f"{form}({self.text})" if form else self.text


def told(template: str, /, *, base: bool = False, start: int = 0, **values: Said | None) -> str:
    return fill(variants(template)[0], values, lambda n: plural_index(ENGLISH, n), base=base, start=start)


ANN, YOU = Said("Ann"), Said("you", many=True)


def number(n: int) -> Said:
    return Said(str(n), number=n, counts=True)


DRAW = "{player} [draw|draws] {amount} [card|cards]"


@pytest.mark.parametrize(
    ("player", "amount", "text"),
    [
        (ANN, number(1), "Ann draws 1 card"),
        (ANN, number(2), "Ann draws 2 cards"),
        (YOU, number(0), "you draw 0 cards"),
        (ANN, Said("X", counts=True), "Ann draws X cards"),
        (ANN, None, "Ann draws cards"),
    ],
)
def test_parts_agree_with_the_hole_before_them(player: Said, amount: Said | None, text: str) -> None:
    assert told(DRAW, player=player, amount=amount) == text


def test_a_command_leaves_the_subject_out() -> None:
    assert told(DRAW, base=True, start=1, amount=number(2)) == "draw 2 cards"
    assert told("[Take|takes] {n} damage off {m}", m=Said("it"), n=number(2)) == "Take 2 damage off it"


def test_a_named_hole_is_agreed_with() -> None:
    assert told("{a} and {b}: [a: one|other]", a=number(1), b=number(2)) == "1 and 2: one"


def test_a_hole_without_a_value_goes_with_its_tail() -> None:
    assert told("{player}失去{amount 點}生命值", player=Said("安")) == "安失去生命值"
    assert told("{player}失去{amount 點}生命值", player=Said("安"), amount=number(2)) == "安失去2點生命值"
    assert told("{source} hits {target}.", source=ANN) == "Ann hits."


def test_forms_are_asked_for() -> None:
    assert told("put into {z:into}", z=Said("the box")) == "put into into(the box)"


def test_signs_themselves() -> None:
    assert told("{{x}} [[y]]") == "{x} [y]"
    assert sentence("a / b").pieces == ("a / b",)
    assert [v.pieces for v in variants("a / b // c")] == [("a",), ("b / c",)]


def test_holes_of_all_variants() -> None:
    assert holes("{a} hits {b} / {b:in} is [n: hit|hit]") == {"a", "b", "n"}


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("", [0, 0, 0, 0]),
        (ENGLISH, [1, 0, 1, 1]),
        ("n % 10 = 1 and n % 100 != 11; n % 10 = 2..4 and n % 100 != 12..14", [2, 0, 1, 2]),
        ("n = 0,1", [0, 0, 1, 1]),
    ],
)
def test_plural_rules(rule: str, forms: list[int]) -> None:
    assert [plural_index(rule, n) for n in (0, 1, 2, 5)] == forms


def test_plural_rules_look_at_hundreds_too() -> None:
    slavic = "n % 10 = 1 and n % 100 != 11; n % 10 = 2..4 and n % 100 != 12..14"
    assert [plural_index(slavic, n) for n in (11, 12, 21, 22, 111, -1)] == [2, 2, 0, 1, 2, 0]
