"""`greyc play` with games of a few lines: what is typed for numbers, places that look the same, names that are looked up,
counters at nought, and words of other languages."""

from io import StringIO
from pathlib import Path

import pytest

from greyc.compiler.driver import compile_texts
from greyc.frontends.load import Loaded
from greyc.frontends.play.lines import Lines
from greyc.frontends.play.lookup import Lookup
from greyc.frontends.play.session import Session
from greyc.frontends.play.words import Words
from greyc.frontends.seating import seated
from greyc.runtime import BadStart, Bundle, Game, Seat

from .conftest import Run

MARKET = '''game market "Market":
    players 1 to 2
    decides players
    option ware: printed good = salt "first ware"
    state bid: int = 0 "highest bid"
    state debt: int = 0
    zone stand of good "stand"
    setup:
        create salt into stand
        create spice into stand
        if place_at(square, 1, 1) as corner:
            create cart into corner.here
    play:
        offer bidding to players until all pass
        choose s in places(square) "Where to?":
            for each p in players:
                end game won for p

kind trader is seat "trader|traders"
kind good is card "good|goods":
    active in stand
    spoilt: int = 0 "spoilt"
    state dust: int = 0 "dust"
kind stall is place "stall|stalls":
    price: int "price"
    zone here of cart "here"
kind cart is token "cart|carts"
keyword salted(n: int) on good "Salted {n}":
    text "It keeps for {n} [day|days]."
    state days: int = 0 "days kept"
keyword strong on good "Strong"
good salt "Salt":
    salted 3
    tasted:
        choose one by t:
            option "Like it":
                bid = 4
            option "Spit it out":
                debt += 1
good spice "Spice":
    strong
    tasted:
        choose one by t "Hot or not?":
            option "Hot":
                bid = 4
            option "Not":
                debt += 1
action taste in bidding by trader "Taste {g}":
    with g in stand
    do:
        run tasted of g with t = trader
ability tasted(t: trader) on good "When tasted / trader|traders"
action raise in bidding by trader "Bid {n}":
    with n in 4 .. 8
    when n > bid
    do:
        bid = n
action guess in bidding by trader "Guess":
    do:
        choose 0 to 2 n in [0 - 1, 7, 9] as numbers "Which numbers?":
            bid += sum(k for k in numbers)

board square: grid of stall
    """
    A B
    B .
    """
    "A": price 1
    "B": price 2
'''


def bundle(texts: str = MARKET) -> Bundle:
    made = compile_texts({"rules.grey": texts})
    assert made.ok, made.diagnostics
    return Bundle.of(made.bundle)


def played(*lines: str, locale: str = "en", seats: tuple[str, ...] = ("Ann",)) -> tuple[Session, str]:
    of = bundle()
    game = Game.start(of, "market", seats=[Seat(name) for name in seats])
    shown = StringIO()
    words = Words(list(of.ir.packs.values()), locale)
    made = Session(of, game, words, "Market", Lines(StringIO("\n".join(lines) + "\n"), shown))
    made.run()
    return made, shown.getvalue()


def test_of_numbers_the_number_is_typed() -> None:
    made, out = played("bid", "5", "bid", "5", "7")
    assert "Bid ...\n 4, 5, 6, 7, 8\n" in out
    assert "Bid ...\n 6, 7, 8\n" in out
    assert "There is no number 5 here." in out
    assert made.game.view()["states"]["bid"] == 7


def test_several_numbers_and_none_of_them() -> None:
    made, out = played("guess", "-1 9", "guess", "0")
    assert "Which numbers? Choose any number, up to 2.\n -1, 7, 9\n 0. Nothing\n" in out
    assert made.game.view()["states"]["bid"] == 8


def test_a_question_without_words_of_its_own_names_the_card_that_asks() -> None:
    made, out = played("taste", "salt")
    assert "\nSalt: Choose one.\n 1. Like it\n 2. Spit it out\n" in out
    assert made.game.decision(0)["source"] == {"card": "salt"}
    _, out = played("taste", "spice")
    assert "\nHot or not?\n 1. Hot\n 2. Not\n" in out
    assert "source" not in played()[0].game.decision(0)


def test_places_that_look_the_same_tell_where_they_lie() -> None:
    made, out = played("pass", "stall (1,2)")
    assert "Where to?\n 1. stall (1,1) · price 1\n 2. stall (2,1) · price 2\n 3. stall (1,2) · price 2\n" in out
    assert made.game.outcome == "won"
    assert "Ann has won.\n" in out


def test_places_of_one_name_have_letters_on_the_map() -> None:
    _, out = played()
    assert (
        "     1   2  \n  1  *A  B\n  2  B\n   * something is there\n   A: stall · price 1\n   B: stall · price 2\n"
        in out
    )


def test_counters_are_told_at_nought_where_one_watches_them() -> None:
    _, out = played()
    assert " highest bid 0\n" in out
    assert "   Salt · days kept 0 · Salted 3\n   Spice · Strong\n" in out, (
        "what any good may have is told when it has it"
    )


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("? SALT", "Salt (good)\n  Salted 3: It keeps for 3 days.\n"),
        ("? salted", "Salted N (keyword)\n  It keeps for N days.\n"),
        ("? strong", "Strong (keyword)\n  It has no words of its own.\n"),
        (
            "? GOODS",
            "good (kind)\n  has: spoilt, dust, days kept\n  keywords: Salted N, Strong\n  cards: Salt, Spice\n",
        ),
        ("? sal", "Salt (good)\n"),
        ("? pepper", 'No card, kind or keyword is called "pepper".\n'),
    ],
)
def test_what_is_looked_up(asked: str, told: str) -> None:
    _, out = played(asked)
    assert told in out


def test_names_are_found_in_the_readers_language() -> None:
    of = bundle()
    of.ir.packs["example"].texts["xx"] = {
        "example.keyword.salted.title": "Salzig {n}",
        "example.kind.good.title": "Ware|Waren",
    }
    lookup = Lookup(Words(list(of.ir.packs.values()), "xx"))
    assert lookup.find("salzig") == lookup.find("salted") == [("keyword", "salted")]
    assert lookup.find("WAREN") == [("kind", "good")]


def test_commands_in_the_readers_language_and_in_english() -> None:
    for word in ("pass", "略過"):
        made, _ = played(word, "1", locale="zh-Hant")
        assert made.game.outcome == "won", word
    _, out = played("幫助", "help", "座位 cleo", "離開", locale="zh-Hant")
    assert out.count("收回, undo, u") == 2
    assert "沒有cleo這個座位。" in out
    assert out.count("Ann> ") == 4


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"ware": "slat"}, "the option ware can't be 'slat' (did you mean salt?)"),
        ({"ware": "gold"}, "the option ware can't be 'gold'; there is salt, spice"),
        ({"wrae": "salt"}, "there is no option wrae (did you mean ware?)"),
    ],
)
def test_options_that_the_game_has_not(options: dict[str, str], says: str) -> None:
    with pytest.raises(BadStart) as found:
        Game.start(bundle(), "market", seats=[Seat("Ann")], options=options)
    assert str(found.value) == says


def test_a_greedy_bot_without_a_score_is_told_of() -> None:
    assert not Loaded(bundle(), "market", ("example",)).has_score
    scored = MARKET.replace("    play:\n", "    score bid\n    play:\n", 1)
    assert Loaded(bundle(scored), "market", ("example",)).has_score


def test_a_simulation_says_who_won_alone_and_that_there_is_no_score(tmp_path: Path, greyc: Run) -> None:
    (tmp_path / "pack.toml").write_text('name = "example"\ntitle = "T"\nversion = "1"\n', encoding="utf-8")
    (tmp_path / "rules.grey").write_text(MARKET, encoding="utf-8")
    code, out, _ = greyc("simulate", tmp_path, "-n", 3, "--seats", 2, "--bot", "greedy")
    assert code == 0
    assert out.startswith("This game has no score, so the greedy bot answers at random.\noutcomes:   3 won\n")
    assert "\nwon alone:  Ann 3\n" in out
    _, out, _ = greyc("simulate", tmp_path, "-n", 1, "--seats", 2)
    assert "\nAnn has won. (after " in out and "score" not in out


def test_a_large_table_has_as_many_seats_as_were_asked_for() -> None:
    large = Loaded(bundle(MARKET.replace("1 to 2", "1 to 12")), "market", ("example",))
    names = [seat.name for seat in seated(large, [Seat("P9")], 1)] + [seat.name for seat in seated(large, [], 12)]
    assert names == ["P9", "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "P9", "P10", "P11", "P12"]
