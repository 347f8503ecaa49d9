"""What cards say of hooks: on actions with parts, on what they keep from happening, on what words say where nothing
is known; and warnings about the words that are missing or do not fit."""

import pytest

from greyc.compiler.driver import Compiled, compile_texts

TOML = 'name = "example"\ntitle = "Example"\nversion = "1.0"\nlocales = ["en"]\n'

RULES = """
game fair "Fair":
    players 2 to 2
    decides players
    zone stall of ware "the stall"
    state day: int = 0 "the day"
    setup:
        fill stall with w in cards of ware
    play:
        turn
        end game won
kind colour "colour": red "red" | blue "blue"
kind coin "coin|coins": penny "penny|pennies" | pound "pound|pounds"
kind guest is seat "guest|guests":
    state joy: int = 5 "joy"
    zone bag of ware "bag"
kind ware is card "ware|wares":
    active in bag
    decides owner
    price: coin = penny "price / [cost|costs] {value:a} / [do|does] not cost {value:a}"
    weight: int = 1 "weight / [weigh|weighs] {value} stone"
kind toy is ware "toy|toys"
function cheap() "ware for a penny|wares for a penny" = [w in stall where w.price == penny]
verb turn "turn":
    day += 1
    offer deals to players until all pass
verb cheer amount (int) for guest:
    text "{guest} [gain|gains] {amount} joy"
    guest.joy += amount
verb lose amount (int) for guest:
    text "{guest} [lose|loses] {amount} [tear|tears]"
    guest.joy -= amount
verb dye ware by c (colour):
    text "[dye|dyes] {ware} with {c} paint / {ware} [are|is] dyed with {c} paint"
    move ware to box
verb drop ware into z (zone of ware):
    text "{ware} [are|is] dropped {z:into} / {ware} [fall|falls]"
    move ware to z
verb tangle ware:
    move ware to box
action barter in deals by guest "Barter {w} with {g}":
    with w in guest.bag
    with g in players where g != guest
    do:
        move w to g.bag
action unpack in deals by guest "{w} comes out with {wares}":
    with w in guest.bag where w is toy
    with some x in guest.bag as wares
    do:
        move w to stall
action paint in deals by guest "Paint {w} with {c} ink":
    with w in guest.bag
    with c in [red, blue]
    do:
        dye w by c
action tint in deals by guest "Choose {c}":
    with c in [red, blue]
    do:
        cheer 1 for guest
"""

CARDS = {
    "after barter by owner:\n        cheer 1 for owner": (
        "After you take the action “Barter a ware with a guest”, gain 1 joy."
    ),
    "after barter by guest if guest != owner:\n        cheer 1 for g": (
        "After another guest takes the action “Barter a ware with a guest”, that guest gains 1 joy."
    ),
    "after barter if w == this:\n        cheer 1 for owner": (
        "After a guest takes the action “Barter this toy with a guest”, gain 1 joy."
    ),
    "after unpack by guest if count(wares) > 1:\n        cheer 1 for guest": (
        "After a guest takes the action “A toy comes out with 2 or more wares”, that guest gains 1 joy."
    ),
    "before paint by guest:\n        stop": "A guest can't take the action “Paint a ware with ink”.",
    "after paint if c == blue:\n        cheer 1 for owner": (
        "After a guest takes the action “Paint a ware with blue ink”, gain 1 joy."
    ),
    "after tint:\n        cheer 1 for owner": "After a guest takes the action “Choose a colour”, gain 1 joy.",
    "before dye this:\n        stop": "This toy can't be dyed with paint.",
    "before dye ware if ware is toy and ware.price == pound:\n        stop": (
        "A toy that costs a pound can't be dyed with paint."
    ),
    "before drop ware into z if z == stall and day > 3:\n        stop": (
        "When a ware would be dropped into the stall, if the day is 4 or more, that does not happen."
    ),
    "after drop this:\n        cheer 1 for owner": "When this toy falls, gain 1 joy.",
    "before lose amount for owner:\n        amount = 0": "You lose no tears.",
    "state done: flag = no until turn\n    before lose amount for owner if not this.done:\n        amount = 0\n"
    "        this.done = yes": "Once per turn, when you would lose tears, that does not happen.",
    "before turn:\n        stop": "No turn happens.",
    "after turn:\n        choose w in cheap():\n            dye w by red": "After each turn, dye a ware for a penny with red paint.",
    "after drop ware if ware is in cheap():\n        cheer 1 for owner": "When a ware for a penny falls, gain 1 joy.",
    "after drop ware if ware.weight > 2:\n        cheer 1 for owner": (
        "When a ware that weighs 3 or more stone falls, gain 1 joy."
    ),
    "after turn:\n        if this.price != pound:\n            cheer 1 for owner": (
        "After each turn, if this toy does not cost a pound, gain 1 joy."
    ),
    "after shuffle:\n        cheer 1 for owner": "When a zone is shuffled, gain 1 joy.",
    "after move:\n        cheer 1 for owner": "When a thing moves, gain 1 joy.",
}


def compiled(words: str) -> Compiled:
    return compile_texts({"pack.toml": TOML, "a.grey": f'{RULES}\ntoy spinner "Top":\n    {words}\n'})


@pytest.mark.parametrize("words", CARDS)
def test_it_reads(words: str) -> None:
    made = compiled(words)
    assert made.ok, made.diagnostics
    assert made.bundle.packs["example"].printed["en"]["spinner"] == CARDS[words]


def test_a_hook_on_a_verb_without_words_is_warned_of_once() -> None:
    made = compiled("after tangle ware:\n        cheer 1 for owner")
    assert [found.code for found in made.diagnostics if found.code.startswith("G06")] == ["G0601"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{amount} [tear|tears] [flow|flows]", "[flow|flows] does not fit, since after a number the first form goes with one."),
        ("{amount} [tear|tears] flow", "flow does not fit, since it would be the same for one and for many."),
        ("[shed|sheds] {amount} [tear|tears|seas]", '[tear|tears|seas] does not fit, since "seas" is never used, '
         "as behind a number there are 2 forms."),
        ("{amount} [tear|tears] [flows|flow]", ""),
        ("{amount} [tear flows|tears flow] down", ""),
        ("{amount} [tear|tears] may flow", ""),
        ("[shed|sheds] {amount} [tear|tears] into the sea", ""),
    ],
)  # fmt: skip
def test_forms_that_do_not_fit_are_warned_of(text: str, said: str) -> None:
    rules = RULES.replace("{guest} [lose|loses] {amount} [tear|tears]", text)
    made = compile_texts({"pack.toml": TOML, "a.grey": rules})
    found = [each.message for each in made.diagnostics if each.code == "G0611"]
    assert found == ([f'In the words of "lose", {said}'] if said else [])
