"""What packs declare: namespaces, doubles, extensions and overrides across packs."""

import pytest
from syrupy.assertion import SnapshotAssertion

from .small import compiled, found_in, mistakes, packs, shown

BASE = """kind player is seat:
    state money: int = 0
kind cargo is card:
    price: int
kind colour is word
colour red "Red"
kind coin: copper < silver
keyword fast on cargo "Fast"
ability arrival on cargo "Arrival"

verb gain amount (int) for player with quietly = no:
    player.money += amount
function rich(player) = player.money > 9

game harbour "Harbour":
    players 2
    play:
        end game won
"""


def toml(name: str, *requires: str) -> str:
    needs = ", ".join(f'"{each}"' for each in requires)
    return f'name = "{name}"\ntitle = "{name}"\nversion = "1.0"\nrequires = [{needs}]\n'


def above(text: str, *more: tuple[str, str, str], requires: tuple[str, ...] = ("base",)) -> dict[str, str]:
    """The base pack, packs on it, and the pack `top` with a text."""
    files = {"base/pack.toml": toml("base"), "base/base.grey": BASE}
    for name, needs, content in more:
        files[f"{name}/pack.toml"] = toml(name, *needs.split())
        files[f"{name}/{name}.grey"] = content
    files["top/pack.toml"] = toml("top", *requires)
    files["top/top.grey"] = text
    return files


DOUBLES = [
    ("kind cargo is card\nkind cargo is card\n", "duplicate-name", "cargo"),
    ("kind cargo is card\nkind cargo: a | b\n", "duplicate-name", "cargo"),
    ("kind cargo is card\ncargo cargo\n", "duplicate-name", "cargo"),
    ("kind cargo is card\ncargo salt\ncargo salt\n", "duplicate-name", "salt"),
    ("kind a1: salt | pepper\nkind cargo is card\ncargo salt\n", "duplicate-name", "salt"),
    ("kind a1: salt | cargo\nkind cargo is card\n", "duplicate-name", "cargo"),
    ("kind cargo is card\nkeyword salt on cargo\ncargo salt\n", "duplicate-name", "salt"),
    ("function f() = 1\nfunction f() = 2\n", "duplicate-name", "f"),
    ("function count() = 1\n", "built-in-name", "count"),
    ("kind owner is card\n", "built-in-name", "owner"),
    ("kind cargo is card:\n    place: int\n", "built-in-name", "place"),
    ("kind cargo is card:\n    price: int\n    state price: int = 0\n", "duplicate-name", "price"),
    (
        "kind cargo is card:\n    state price: int = 0\nkind fish is cargo:\n    state price: int = 0\n",
        "duplicate-name",
        "price",
    ),
    (
        "kind fish is cargo:\n    state price: int = 0\nkind cargo is card:\n    state price: int = 0\n",
        "duplicate-name",
        "price",
    ),
    ("kind cargo is card:\n    price: int = 1\nkind fish is cargo:\n    price: flag = no\n", "duplicate-name", "price"),
    ("kind cargo is card:\n    fast: flag = no\nkeyword fast on cargo\n", "duplicate-name", "fast"),
    ("kind fish is cargo:\n    fast: flag = no\nkind cargo is card\nkeyword fast on cargo\n", "duplicate-name", "fast"),
    ("kind cargo is card\nverb sell cargo to cargo:\n    move cargo to box\n", "duplicate-name", "cargo"),
    ("kind cargo is card\nability go on cargo\nverb go cargo:\n    move cargo to box\n", "duplicate-name", "go"),
]


@pytest.mark.parametrize(("text", "name", "marked"), DOUBLES)
def test_a_name_is_given_once(text: str, name: str, marked: str) -> None:
    found = packs({"a.grey": text}).diagnostics
    assert [each.name for each in found if each.severity == "error"] == [name]
    assert text[slice(*found[0].span)] == marked


RIGHT = [
    # A verb may be called like a kind, a word may belong to two kinds, a slot of the table may be called like its kind.
    "kind cargo is card\nverb cargo cargo:\n    move cargo to box\n",
    "kind a1: red | blue\nkind a2: red | green\n",
    "kind cargo is card\ngame g1 'x':\n    players 1\n    slot cargo of cargo\n    play:\n        end game won\n".replace(
        "'", '"'
    ),
    # A kind may give its cards another default.
    "kind cargo is card:\n    price: int = 1\nkind fish is cargo:\n    price: int = 2\nfish cod\n",
    "kind cargo is card:\n    copies: int = 4\ncargo salt\n",
    # Kinds may stand in any order.
    "kind cod is fish\nkind fish is cargo\nkind cargo is card\n",
]


@pytest.mark.parametrize("text", RIGHT)
def test_names_that_may_stand_side_by_side(text: str) -> None:
    assert mistakes(packs({"a.grey": text})) == []


def test_headers(snapshot: SnapshotAssertion) -> None:
    text = """kind crate is boxx:
    size: nit
    lid: printed seat
    zone inside of colour
    slot label of crat
kind crate2 is crate3
kind crate3 is crate2
kind colour: red | blue
kind loose
colour green
seat ann
crat wood
die odd: 1 red
keyword heavy on crat
keyword big(n) on crate
ability open on crat
verb lift crate with strength = nothing, speed = fst:
    move crate to box
verb drop weight:
    wind = weight
board pier: grit of crate
action push in moves by pusher "Push":
    do:
        wind = 1
"""
    assert shown(compiled(text)) == snapshot


# ---- packs above packs ------------------------------------------------------------------------


def test_a_pack_sees_what_it_requires_and_adds_to_it() -> None:
    text = """extend kind cargo:
    state wet: flag = no
extend keyword fast:
    state worn: flag = no
extend verb gain with twice = no
extend ability arrival on player2
kind player2 is card
colour blue "Blue"
cargo salt "Salt":
    price 2, fast
function wet() = count(c in every cargo where c.wet and c.fast)
function hues() = [red, blue]
verb earn player:
    gain 3 for player with quietly = yes, twice = yes
"""
    result = packs(above(text))
    assert mistakes(result) == []
    assert set(result.symbols["top"].word_kinds["colour"].words) == {"red", "blue"}
    # What the pack below sees stays as it was.
    assert "wet" not in result.symbols["base"].members("cargo")
    assert set(result.symbols["base"].word_kinds["colour"].words) == {"red"}
    assert [slot.name for slot in result.symbols["base"].events["gain"].slots] == ["amount", "player", "quietly"]  # type: ignore[union-attr]


def test_extensions_of_two_packs_meet_in_a_third() -> None:
    one = ("one", "base", "extend kind cargo:\n    state wet: flag = no\ncolour blue\n")
    two = ("two", "base", "extend kind cargo:\n    state cold: flag = no\ncolour green\n")
    text = "function f(cargo) = cargo.wet or cargo.cold\nfunction g() = [red, green, blue]\n"
    assert mistakes(packs(above(text, one, two, requires=("one", "two")))) == []
    assert mistakes(packs(above(text, one, two, requires=("one",)))) == [
        ("unknown-member", "cold"),
        ("not-required", "green"),
    ]


def test_an_extension_can_clash_with_a_kind_above() -> None:
    one = ("one", "base", "kind fish is cargo:\n    state wet: flag = no\n")
    text = "extend kind cargo:\n    state wet: flag = no\n"
    assert mistakes(packs(above(text, one, requires=("one",)))) == [("duplicate-name", "wet")]


def test_an_override_keeps_to_the_header() -> None:
    good = """override verb gain amount (int) for player with quietly = no:
    player.money += amount * 2
override function rich(player) = player.money > 99
"""
    result = packs(above(good))
    assert mistakes(result) == []
    assert result.symbols["top"].verb("gain").override  # type: ignore[union-attr]
    assert not result.symbols["base"].verb("gain").override  # type: ignore[union-attr]


BAD_ABOVE = """override verb gain amount (int) to player with quietly = no:
    player.money += amount
override function rich(player, limit: int) = player.money > limit
override verb gane amount (int):
    wind = amount
extend kind crgo:
    state wet: flag = no
extend verb gian with more = no
extend ability arrvial on cargo
extend keyword fst:
    state worn: flag = no
extend game harbor:
    option slow: flag = no
coin gold "Gold"
cargo red "Red":
    price 1
"""


def test_what_is_wrong_above_another_pack(snapshot: SnapshotAssertion) -> None:
    assert shown(packs(above(BAD_ABOVE))) == snapshot


def test_a_name_of_a_pack_that_is_not_required() -> None:
    files = above("function f() = count(every cargo)\n", requires=())
    found = found_in(packs(files))
    assert [(each.name, each.message) for each in found] == [
        ("not-required", '"cargo" belongs to the pack base, which this pack does not require.')
    ]


def test_a_name_in_a_declaration_with_a_syntax_mistake_is_no_second_mistake() -> None:
    text = "kind crate is card:\n    size int\n\nfunction f() = sum(c.size for c in every crate)\n"
    found = packs({"a.grey": text}).diagnostics
    assert [each.code[:3] for each in found if each.severity == "error"] == ["G01"]


def test_one_run_leaves_nothing_for_the_next() -> None:
    text = 'kind role is card\nrole cook\ngame g1 "G":\n    players 1 with role\n    play:\n        end game won\n'
    for _ in range(2):
        result = packs({"a.grey": text})
        assert mistakes(result) == []
        assert "role" in result.symbols["example"].members("seat")
    assert "role" not in packs({"a.grey": "kind role is card\n"}).symbols["example"].members("seat")


@pytest.mark.parametrize(
    "declared",
    [
        "fish NAME\n",
        "die NAME: 1 2\n",
        "keyword NAME on card\n",
        "function NAME() = 3\n",
        "extend game harbour:\n    zone NAME of ship\n",
        "extend game harbour:\n    state NAME: int = 0\n",
    ],
)
@pytest.mark.parametrize("word", ["won", "lost", "top", "north"])
def test_no_value_is_called_like_a_word_of_the_core(declared: str, word: str) -> None:
    found = compiled(declared.replace("NAME", word))
    told = [each for each in found_in(found) if each.name == "built-in-name"]
    assert [each.suggestion for each in told] and len(found_in(found)) == 1
    assert f"such as {word}_" in (told[0].suggestion or "")


def test_a_function_of_the_core_is_itself_where_a_state_or_local_is_called_so() -> None:
    text = "extend game harbour:\n    state count: int = 0\nverb weigh_all:\n    let sum = count(sea) + count\n    result sum(s.size for s in sea where s is ship) + sum\n"
    assert found_in(compiled(text)) == []
