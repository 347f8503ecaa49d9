"""Events name a thing to whoever knew it, at the end or at the start of what happened."""

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle, Game, Seat
from greyc.runtime.bots import RandomBot

MARKET = """
game stalls "Stalls":
    players 2 to 2
    decides players
    zone market of fruit "market"
    zone cellar of fruit ordered hidden "cellar"
    setup:
        fill market with f in cards of fruit
    play:
        choose f in market by seat(1) "Which?":
            buy f for seat(1)
        choose f in seat(1).hand by seat(1) "Which?":
            stow f for seat(1)
        end game won
kind buyer is seat "buyer|buyers":
    zone hand of fruit seen by owner "hand"
kind fruit is card "fruit|fruits":
    weight: int = 1
fruit apple "Apple"
fruit pear "Pear"
verb buy f (fruit) for buyer:
    text "{buyer} [buy|buys] {f}"
    move f to buyer.hand
verb stow f (fruit) for buyer:
    text "{buyer} [stow|stows] {f}"
    move f to cellar
"""


def told(seat: int | None, verb: str) -> str:
    made = compile_texts({"example.grey": MARKET})
    assert made.ok, made.diagnostics
    game = Game.start(Bundle.of(made.bundle), "stalls", seats=[Seat("Ann"), Seat("Ben")], seed=1)
    while game.waiting():
        game.take(0, RandomBot(1).choose(game, 0))
    return next(game.say(e["message"]) for e in game.events(seat) if e.get("verb") == verb)


def test_what_lay_open_at_the_start_is_named_to_all() -> None:
    assert [told(seat, "buy") for seat in (0, 1, None)] == ["Ann buys Apple."] * 3


def test_what_nobody_else_ever_saw_is_not() -> None:
    assert told(0, "stow") == "Ann stows Apple."
    assert told(1, "stow") == "Ann stows a fruit."
