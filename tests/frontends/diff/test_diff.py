"""A single edit is told as just that change: the right words, the right group, and nothing else."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.frontends.diff.change import by_words
from greyc.frontends.diff.saves import fate
from tests.frontends.diff.orchard import CARDS, FILES, GAME, OLD, after, compared, edited, lines, side

CHANGES = {
    "a number": (("cards.grey", "worth 5", "worth 6"), ("values", "changed", "Pear", "worth", "5", "6")),
    "a number that was left out": (
        ("cards.grey", 'picker bob "Bob"', 'picker bob "Bob":\n    skill 4'),
        ("values", "changed", "Bob", "skill", "1", "4"),
    ),
    "a table": (
        ("cards.grey", "{1: 1, 2: 2, 3: 3}", "{1: 1, 2: 2, 3: 4}"),
        ("values", "changed", "Fig", "price", "1/2/3", "1/2/4 (for 1/2/3)"),
    ),
    "a flag": (("cards.grey", "copies 4, ripe", "copies 4"), ("values", "changed", "Plum", "ripe", "yes", "no")),
    "copies": (("cards.grey", "worth 5, copies 3", "worth 5, copies 2"), ("copies", "changed", "Pear", "copies", "3", "2")),
    "a default": (
        ("game.grey", "skill: int = 1", "skill: int = 2"),
        ("values", "changed", "kind picker", "skill: default (of 1 card)", "1", "2"),
    ),
    "a keyword's number": (("cards.grey", "thorny 1", "thorny 2"), ("keywords", "changed", "Plum", "", "thorny 1", "thorny 2")),
    "a keyword that went": (("cards.grey", "copies 2, sweet", "copies 2"), ("keywords", "removed", "Fig", "loses", "sweet", None)),
    "a title": (("cards.grey", '"Quince"', '"Golden Quince"'), ("texts", "changed", "Golden Quince", "title", "Quince", "Golden Quince")),
    "a prompt": (
        ("cards.grey", "Which falls down?", "Which one falls?"),
        ("texts", "changed", "Pear", "eaten", "Which falls down?", "Which one falls?"),
    ),
    "a log line": (
        ("game.grey", "{player} picks {fruit}.", "{player} plucks {fruit}."),
        ("texts", "changed", "verb pick", "log", "{player} picks {fruit}.", "{player} plucks {fruit}."),
    ),
    "players": (("game.grey", "players 1 to 3", "players 2 to 3"), ("game", "changed", "game orchard", "players", "1 to 3", "2 to 3")),
    "an option's default": (
        ("game.grey", "quick: flag = no", "quick: flag = yes"),
        ("game", "changed", "game orchard", "quick: default", "no", "yes"),
    ),
    "a range": (
        ("game.grey", "length: 3 .. 9", "length: 3 .. 7"),
        ("game", "changed", "game orchard", "option length", "3 .. 9 = 5", "3 .. 7 = 5"),
    ),
    "a state's type": (
        ("game.grey", "state points: int = 3", "state points: 0 .. 99 = 3"),
        ("game", "changed", "kind player", "state points", "int = 3", "0 .. 99 = 3"),
    ),
    "a score": (
        ("game.grey", "score sum(p.points for p in players)", "score sum(p.points + 1 for p in players)"),
        ("rules", "changed", "game orchard", "score", "sum(p.points for p in players)", "sum(p.points + 1 for p in players)"),
    ),
    "a verb": (("game.grey", "    needs fruit is in market\n", ""), ("rules", "changed", "verb pick", "", None, None)),
    "an action": (("game.grey", "gain 1 by player\nafter", "gain 2 by player\nafter"), ("rules", "changed", "action rest", "", None, None)),
    "a function": (("game.grey", "f.worth > 2]", "f.worth > 3]"), ("rules", "changed", "function juicy", "", None, None)),
    "a hook": (
        ("game.grey", "fruit.worth > 4:", "fruit.worth > 3:"),
        ("rules", "changed", "after pick fruit by player if fruit.worth > 3", "", None, None),
    ),
    "a modifier": (
        ("game.grey", "worth +1", "worth +2"),
        ("rules", "changed", "modify f in market where f.ripe: worth +2", "", None, None),
    ),
    "a check": (
        ("game.grey", "all(f.worth > 0 for", "all(f.worth > -1 for"),
        ("rules", "changed", 'check "no fruit is worthless"', "", None, None),
    ),
    "the play": (("game.grey", "        repeat:\n            season_round\n", "        repeat:\n            season_round\n            round += 0\n"),
                 ("rules", "changed", "game orchard: play", "", None, None)),
    "a keyword's words": (
        ("game.grey", "player.points -= n", "player.points -= n + 1"),
        ("keywords", "changed", "keyword thorny", "", None, None),
    ),
    "a test": (("tests.grey", "seed 1", "seed 2"), ("tests", "changed", 'test "a pear is worth five"', "", None, None)),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_told_alone(name: str) -> None:
    (file, old, new), told = CHANGES[name]
    made = compared(edited(file, old, new))
    assert lines(made) == [told]
    assert made.changes[0].place.startswith(file)


def test_the_line_that_is_named_is_the_one_of_the_new_file() -> None:
    made = compared(edited("game.grey", "fruit.worth > 4:", "fruit.worth > 3:"))
    number = next(i for i, line in enumerate(GAME.splitlines(), 1) if line.startswith("after pick"))
    assert made.changes[0].place == f"game.grey:{number}"
    assert made.changes[0].code == (
        "- after pick fruit by player if fruit.worth > 4:",
        "+ after pick fruit by player if fruit.worth > 3:",
    )


def test_an_effect_is_told_by_its_text_word_by_word() -> None:
    made = compared(edited("cards.grey", "gain 3 by p", "gain 2 by p"))
    (change,) = made.changes
    assert (change.group, change.title, change.code) == ("effects", "Quince", ())
    assert ("-", "3") in change.words and ("+", "2") in change.words
    assert len([sign for sign, _ in change.words if sign != "="]) == 2


def test_a_card_that_is_new_brings_its_texts_along() -> None:
    made = compared(
        after(
            {
                "cards.grey": CARDS
                + 'fruit kiwi "Kiwi":\n    worth 2\n    eaten:\n        may "More?":\n            gain 1 by p\n'
            }
        )
    )
    (change,) = made.changes
    assert (change.group, change.what, change.title, change.said) == ("cards", "added", "Kiwi", "fruit: worth 2")
    assert change.new and "gain 1 point" in change.new


def test_a_card_that_is_gone() -> None:
    made = compared(after({"cards.grey": CARDS.replace('fruit nut "Nut":\n    worth 1, copies 4\n', "")}))
    assert lines(made) == [("cards", "removed", "Nut", "fruit", None, None)]


def test_a_renamed_card_is_one_change_wherever_it_is_named() -> None:
    new = {name: re.sub(r"\bpear\b(?! is)", "pyrus", text) for name, text in FILES.items() if name != "pack.toml"}
    made = compared(after(new))
    assert lines(made) == [("cards", "renamed", "Pear", "", "pear", "pyrus")]


def test_a_renamed_verb_too() -> None:
    new = {name: re.sub(r"\bgain\b(?!\|)", "earn", text) for name, text in FILES.items() if name != "pack.toml"}
    assert lines(compared(after(new))) == [("rules", "renamed", "verb earn", "", "gain", "earn")]


def test_comments_layout_and_names_of_variables_are_no_change() -> None:
    new = re.sub(r"^(fruit|verb|kind)", r"# about it\n\n\1", GAME + "\n# the end\n", flags=re.M)
    new = new.replace("[f in p.basket where f.worth > 2]", "[g in p.basket\n    where g.worth   > 2]")
    assert not compared(after({"game.grey": new})).differs


def test_another_order_of_cards_is_told_since_decks_are_dealt_by_it() -> None:
    nut = 'fruit nut "Nut":\n    worth 1, copies 4\n'
    (change,) = compared(after({"cards.grey": nut + CARDS.replace(nut, "")})).changes
    assert (change.group, change.what) == ("order", "moved")
    assert "Nut" in change.said or "Ann" in change.said


def test_another_file_for_a_card_alone_is_no_change() -> None:
    start = CARDS.index("fruit plum")
    assert not compared(after({"cards.grey": CARDS[:start], "d.grey": CARDS[start:]})).differs


def test_a_text_that_many_cards_speak_with_is_told_once() -> None:
    made = compared(edited("game.grey", "[gain|gains] {amount}", "[get|gets] {amount}"))
    assert [(each.group, each.title) for each in made.changes] == [("texts", "verb gain")]
    assert sorted(made.reread["orchard"]) == ["Fig", "Plum", "Quince"]


def test_a_new_prompt_renumbers_the_others_and_tells_nothing_of_them() -> None:
    made = compared(
        edited(
            "cards.grey",
            '        choose f in market by p "Which',
            '        may "First?":\n            gain 1 by p\n        choose f in market by p "Which',
        )
    )
    (change,) = made.changes
    assert (change.group, change.title) == ("effects", "Pear")


def test_each_language_has_its_texts() -> None:
    po = 'msgid ""\nmsgstr ""\n"Language: zh-Hant\\n"\n\nmsgctxt "orchard.pear.title"\nmsgid "Pear"\nmsgstr "{}"\n'
    manifest = FILES["pack.toml"].replace('["en"]', '["en", "zh-Hant"]')
    old = after({"pack.toml": manifest, "locale/zh-Hant.po": po.format("梨")})
    new = after({"pack.toml": manifest, "locale/zh-Hant.po": po.format("大梨")})
    assert lines(compared(new, old)) == [("texts", "changed", "Pear", "zh-Hant: title", "梨", "大梨")]


def test_versions_and_titles_of_the_pack() -> None:
    made = compared(after({"pack.toml": FILES["pack.toml"].replace("1.0", "1.1")}))
    assert lines(made) == [("pack", "changed", "Orchard", "version", "1.0", "1.1")]
    assert fate(made).checkpoints == "same"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_random_edits_are_told_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    match rng.randrange(4):
        case 0:  # a number of a card
            found = rng.choice(list(re.finditer(r"(worth|copies|skill) (\d)", CARDS)))
            number = rng.choice([n for n in range(1, 10) if n != int(found[2])])
            new = CARDS[: found.start(2)] + str(number) + CARDS[found.end(2) :]
            title = re.findall(r'"([^"]*)":?$', CARDS[: found.start()], re.M)
            title = [each for each in title if each.istitle()][-1]
            group = "copies" if found[1] == "copies" else "values"
            wanted = [(group, "changed", title, found[1], found[2], str(number))]
        case 1:  # a title
            found = rng.choice(list(re.finditer(r'^(?:fruit|picker) \w+ "(\w+)"', CARDS, re.M)))
            new = CARDS[: found.start(1)] + "New " + CARDS[found.start(1) :]
            wanted = [("texts", "changed", f"New {found[1]}", "title", found[1], f"New {found[1]}")]
        case 2:  # a card that nothing names goes
            blocks = re.split(r"(?=^fruit |^picker )", CARDS, flags=re.M)
            at = rng.choice(
                [i for i, each in enumerate(blocks) if each and not each.startswith(("fruit pear", "picker"))]
            )
            title = re.findall(r'"(\w+)"', blocks[at])[0]
            new = "".join(blocks[:at] + blocks[at + 1 :])
            wanted = [("cards", "removed", title, "fruit", None, None)]
        case _:  # a line more in an effect
            found = rng.choice(list(re.finditer(r"^    eaten[^\n]*:\n", CARDS, re.M)))
            new = CARDS[: found.end()] + "        gain 7 by p\n" + CARDS[found.end() :]
            title = re.findall(r'^fruit \w+ "(\w+)"', CARDS[: found.start()], re.M)[-1]
            made = compared(after({"cards.grey": new}))
            assert [(each.group, each.what, each.title) for each in made.changes] == [("effects", "changed", title)]
            assert "7" in "".join(text for sign, text in made.changes[0].words if sign == "+")
            return
    assert lines(compared(after({"cards.grey": new}))) == wanted
    back = compared(OLD, after({"cards.grey": new}))
    assert len(back.changes) == 1


def test_words_of_two_texts() -> None:
    assert by_words("deals 2 damage", "deals 3 damage") == (("=", "deals "), ("-", "2"), ("+", "3"), ("=", " damage"))
    assert by_words("", "all new") == (("+", "all new"),)
    pieces = by_words("a b c d", "a x y d")
    assert "".join(text for sign, text in pieces if sign != "+") == "a b c d"
    assert "".join(text for sign, text in pieces if sign != "-") == "a x y d"


def test_the_same_pack_twice() -> None:
    made = compared(side({**FILES}))
    assert not made.differs and fate(made).checkpoints == "same"


def test_what_a_required_pack_declares_is_known() -> None:
    """Defaults of kinds of a pack that is required in some version, and what a new card prints of them."""
    files = {f"orchard/{name}": text for name, text in FILES.items()}
    files["more/pack.toml"] = 'name = "more"\ntitle = "More"\nversion = "1.0"\nrequires = ["orchard >= 1.0"]\n'
    cards = 'picker zoe "Zoe"'
    now = f'{cards}:\n    skill 4\nfruit kiwi "Kiwi":\n    worth 2\n'
    made = compared(side({**files, "more/a.grey": now}), side({**files, "more/a.grey": f"{cards}\n"}))
    told = {(each.title, each.said, each.old, each.new) for each in made.changes if each.pack == "more"}
    assert ("Zoe", "skill", "1", "4") in told and ("Kiwi", "fruit: worth 2") in {each[:2] for each in told}
