"""The text of every form, in both languages, from a made-up pack; and of what the packs print."""

from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler.driver import Compiled, compile_paths, compile_texts
from greyc.runtime import ir

SAMPLE = Path(__file__).parent / "sample"
LANGUAGES = ("en", "zh-Hant")


@cache
def sample() -> Compiled:
    compiled = compile_paths([SAMPLE])
    assert compiled.ok
    return compiled


def pack() -> ir.Pack:
    return sample().bundle.packs["forest"]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_form(tag: str, snapshot: SnapshotAssertion) -> None:
    texts = {**pack().texts["en"], **pack().texts[tag]}
    shown = [f"{texts[c.title]}\n{pack().printed[tag][c.name]}" for c in pack().cards if c.name in pack().printed[tag]]
    assert "\n\n".join(shown) == snapshot


@pytest.mark.parametrize("tag", LANGUAGES)
def test_words_for_questions_without_any(tag: str, snapshot: SnapshotAssertion) -> None:
    made = {id_: text for id_, text in pack().texts[tag].items() if id_.startswith("greyc.forest.")}
    assert made and made == snapshot


def test_the_sample_lacks_no_words() -> None:
    assert [found for found in sample().diagnostics if found.code.startswith("G06")] == []


def test_the_same_twice() -> None:
    again = compile_paths([SAMPLE]).bundle.packs["forest"]
    assert again.printed == pack().printed
    assert again.texts == pack().texts


# ---- questions whose words hold values ------------------------------------------------------

QUESTION = """
game ask "Ask":
    players 2 to 2
    decides players
    zone heap of stone "heap"
    setup:
        fill heap with s in cards of stone
    play:
        for each p in players:
            offer_to p with much = 2
        end game won
kind guest is seat "guest|guests":
    state gold: int = 5 "gold"
kind stone is card "stone|stones"
stone pebble "Pebble"
verb offer_to guest with much = 1:
    choose s in heap:
        either pay much for guest
        or move s to box
    may pay much + 1 for guest
verb pay amount (int) for guest:
    text "{guest} [pay|pays] {amount} [coin|coins]"
    guest.gold -= amount
"""


def test_values_stay_open_until_the_question_is_asked() -> None:
    made = compile_texts({"example.grey": QUESTION})
    assert made.ok, made.diagnostics
    texts = made.bundle.packs["example"].texts["en"]
    verb = next(v for v in made.bundle.packs["example"].verbs if v.name == "offer_to")
    choose = verb.body[0]
    assert isinstance(choose, ir.Choose) and choose.prompt is not None
    assert texts[choose.prompt.id] == "Choose a stone in the heap."
    either = choose.body[0]
    assert isinstance(either, ir.ChooseOne)
    first, second = (option.title for option in either.options)
    assert texts[first.id] == "{guest} pays {much} coins"
    assert {name: arg.type for name, arg in first.args.items()} == {"guest": "guest", "much": "int"}
    assert texts[second.id] == "Remove {s} from the game"
    may = verb.body[1]
    assert isinstance(may, ir.May)
    assert texts[may.prompt.id] == "{guest} pays {n} coins?"
    assert may.prompt.args["n"].value == ir.Arith("+", ir.Local("much"), ir.Int(1), may.prompt.args["n"].value.at)  # type: ignore[union-attr]


ACTION = """
game act "Act":
    players 1 to 2
    decides players
    option strict: flag = no
    play:
        offer deeds to players until all pass
kind actor is seat "actor|actors":
    state gold: int = 5 "gold"
    state nerve: int = 1
action buy in deeds by actor "Buy":
    when actor.gold >= 3
    when actor.nerve > 0
    do:
        actor.gold -= 3
"""


def test_conditions_of_actions_are_told_where_they_have_words() -> None:
    made = compile_texts({"pack.toml": TOML, "a.grey": ACTION})
    assert made.ok and not [d for d in made.diagnostics if d.code.startswith("G06")]
    pack = made.bundle.packs["example"]
    first, second = (step for step in pack.actions[0].steps if isinstance(step, ir.When))
    assert first.words is not None and pack.texts["en"][first.words.id] == "{actor} has 3 gold or more"
    assert second.words is None


# ---- what lacks words -----------------------------------------------------------------------

TOML = 'name = "example"\ntitle = "E"\nversion = "1.0"\nlocales = ["en"]\n'
NEEDY = """
game needy "Needy":
    players 1 to 1
    zone heap of stone
    setup:
        fill heap with s in cards of stone
    play:
        for each s in heap:
            run act of s
        end game won
kind stone is card:
    active in heap
    weight: int = 1
    state spins: int = 0
ability act on stone
stone pebble "Pebble":
    act:
        for each s in heap where s.weight > 2 and heavy(s):
            spin s
        this.spins += 1
stone boulder "Boulder":
    act:
        spin this
function heavy(stone) = stone.weight > 3
verb spin stone:
    stone.spins += 1
"""


def test_each_declaration_is_named_once_however_many_cards_need_it() -> None:
    found = [d for d in compile_texts({"pack.toml": TOML, "a.grey": NEEDY}).diagnostics if d.code == "G0601"]
    named = sorted(NEEDY[d.span[0] : d.span[1]] for d in found)
    assert named == ["act", "heap", "heavy", "spin", "stone", "weight"]
    assert all(d.suggestion for d in found)


def test_untitled_state_is_bookkeeping() -> None:
    printed = compile_texts({"a.grey": NEEDY}).bundle.packs["example"].printed["en"]
    assert "spins" not in printed["pebble"]


def test_a_pack_that_names_no_languages_is_not_asked_for_words() -> None:
    assert not [d for d in compile_texts({"a.grey": NEEDY}).diagnostics if d.code.startswith("G06")]


@pytest.mark.parametrize("line", ["if this.weight > {n}:", "choose s{n} in heap by seat(1):", "for each s{n} in heap:"])
def test_deep_blocks_are_no_trouble(line: str) -> None:
    depth = 20
    lines = [f"{'    ' * (n + 2)}{line.format(n=n)}" for n in range(depth)]
    lines.append(f"{'    ' * (depth + 2)}spin this")
    text = NEEDY + 'stone deep "Deep":\n    act:\n' + "\n".join(lines) + "\n"
    made = compile_texts({"a.grey": text})
    assert made.ok, made.diagnostics[:2]
    assert "deep" in made.bundle.packs["example"].printed["en"]
