"""Nearest names: the slips that people make are found, far guesses are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greyc.compiler.spell import did_you_mean, distance, nearest, nearest_few

NAMES = ["damage", "defeat", "market", "deck", "deal", "hero", "heroes", "hit_points", "to", "it"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("damgae", "damage"),
        ("damag", "damage"),
        ("dammage", "damage"),
        ("Damage", "damage"),
        ("hit-points", "hit_points"),
        ("hitpoints", "hit_points"),
        ("hreo", "hero"),
        ("decks", "deck"),
        ("ot", "to"),
        ("x", None),
        ("wholly_else", None),
        ("maket", "market"),
        ("dekcs", None),
        ("heart", None),
        ("", None),
    ],
)
def test_nearest(typed: str, meant: str | None) -> None:
    assert nearest(typed, NAMES) == meant


def test_suggestion_and_several() -> None:
    assert did_you_mean("damgae", NAMES) == "did you mean damage?"
    assert did_you_mean("zzzzzz", NAMES) is None
    assert nearest_few("heros", NAMES) == ["hero", "heroes"]
    assert nearest("deal", ["deal"]) is None, "a name is no correction of itself"


words = st.text("abc", max_size=6)


def reference(left: str, right: str) -> int:
    """The textbook recursion for the restricted distance."""
    if not left or not right:
        return len(left) + len(right)
    cost = min(
        reference(left[:-1], right) + 1,
        reference(left, right[:-1]) + 1,
        reference(left[:-1], right[:-1]) + (left[-1] != right[-1]),
    )
    if len(left) > 1 and len(right) > 1 and left[-1] == right[-2] and left[-2] == right[-1]:
        cost = min(cost, reference(left[:-2], right[:-2]) + 1)
    return cost


@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(0, 5))
def test_distance_is_the_textbook_one_up_to_its_limit(left: str, right: str, limit: int) -> None:
    assert distance(left, right) == reference(left, right) == distance(right, left)
    assert distance(left, right, limit) == min(reference(left, right), limit + 1)
