"""What readers who did not know the code stumbled over, and how it reads now: one made-up card for each."""

from functools import cache

import pytest

from greyc.compiler.driver import Compiled, compile_texts

TOML = 'name = "example"\ntitle = "Example"\nversion = "1.0"\nlocales = ["en", "zh-Hans"]\n'

RULES = """
game harbour "Harbour":
    players 2 to 4 with flag_ship
    decides players
    state mayor: sailor "the mayor"
    zone shore of creature "the shore"
    zone deep of creature ordered hidden "deep"
    setup:
        mayor = seat(1)
        fill deep with c in cards of creature
    play:
        tide
        end game won
kind sailor is seat "sailor|sailors":
    state coins: int = 0 "coins"
    zone hand of card seen by owner "hand"
    zone heap of card ordered "heap"
    zone crew of mate "crew / in front of {owner} / in front of {owner}"
kind mate is card "mate|mates":
    active in crew
    decides owner
    state tired: flag = no "[are|is] tired"
    luck: int = 0 "luck"
    state captain: sailor? "captain"
    zone bag of gear "bag / on {owner} / on {owner}"
kind gear is card "tool|tools":
    active in bag
    decides owner
kind creature is card "creature|creatures":
    active in shore
    decides mayor
    size: int = 1 "size"
kind whale is creature "whale|whales"
kind debt is card "debt|debts":
    active in hand
    decides owner
kind flag_ship is card "flagship|flagships":
    active in flag_ship
    decides owner
kind patch is place "patch|patches":
    mud: flag = no "[are|is] muddy"
board sound "the sound": grid of patch
ability arrival on mate, creature "On arrival"
ability rest on mate, gear "At rest"
verb tide "tide":
    text "the sea [rise|rises]"
    for each c in shore:
        run arrival of c
verb muster "the muster of all crews":
    needs count(shore) > 0
    tide
verb gain amount (int) for sailor:
    text "{sailor} [gain|gains] {amount} [coin|coins]"
    sailor.coins += amount
verb pay amount (int) for sailor:
    text "{sailor} [pay|pays] {amount} [coin|coins]"
    sailor.coins -= amount
verb lose c (card) for sailor:
    text "{sailor} [lose|loses] {c:from}"
    move c to sailor.heap
verb sink creature:
    text "[sink|sinks] {creature} / {creature} [are|is] sunk"
    move creature to deep at bottom
verb dredge patch:
    text "[dredge|dredges] {patch} / {patch} is dredged"
    needs not patch.mud
verb drive creature to sailor:
    text "{creature} [swim|swims] to {sailor}"
    needs sailor.coins > 0
verb catch creature by mate:
    text "{mate} [catch|catches] {creature} / {creature} [are|is] caught"
    sink creature
verb bite amount (int) to creature:
    text "{creature} [take|takes] {amount} [bite|bites]"
    needs amount > 0
keyword thrifty(n: int) on mate "Thrifty {n}":
    rest:
        gain n for owner
"""

CARDS = {
    'mate a "A":\n    arrival:\n        if this.captain is not nothing and count(this.captain.hand) > 2:\n            gain 2 for owner': (
        "On arrival: If there are 3 or more cards in this mate's captain's hand, gain 2 coins."
    ),
    'mate a "A":\n    arrival:\n        may "Pay?":\n            pay 1 for owner\n            gain 2 for owner': (
        "On arrival: You may pay 1 coin. If you do, gain 2 coins."
    ),
    'mate a "A":\n    arrival:\n        pay 1 for owner\n        gain 2 for owner': (
        "On arrival: Pay 1 coin. Gain 2 coins."
    ),
    'mate a "A":\n    arrival:\n        choose c in owner.hand + owner.heap where c is not debt and c is not mate:\n'
    "            lose c for owner": "On arrival: Lose a card (not a debt or a mate) from your hand or heap.",
    'mate a "A":\n    arrival:\n        choose c in join(s.hand + s.heap for s in players) where c is debt:\n'
    "            move c to box": "On arrival: Remove a debt from any sailor's hand or heap from the game.",
    'mate a "A":\n    arrival:\n        choose 0 to 1 c in shore as caught:\n            for each x in caught:\n                sink x': (
        "On arrival: You may sink a creature in the shore."
    ),
    'mate a "A":\n    rest "Fish" when count(shore) > 0:\n        choose c in shore:\n            sink c\n'
    "            gain 1 for owner": "Fish (At rest): Sink a creature in the shore. If you do, gain 1 coin.",
    'mate a "A":\n    arrival:\n        may choose c in shore:\n            choose s in players where s != mayor:\n'
    "                drive c to s": "On arrival: You may choose a creature in the shore. If so, that creature swims to "
    "a sailor other than the mayor (you choose).",
    'mate a "A":\n    arrival:\n        if any(m in owner.crew where m.tired):\n            gain 1 for owner': (
        "On arrival: If a mate in front of you is tired, gain 1 coin."
    ),
    'mate a "A":\n    thrifty 2': "Thrifty 2 (At rest): Gain 2 coins.",
    'mate a "A":\n    after tide:\n        gain 1 for owner': "When the sea rises, gain 1 coin.",
    'mate a "A":\n    after muster:\n        gain 1 for owner': "After each muster of all crews, gain 1 coin.",
    'gear a "A":\n    after catch by mate if this is in mate.bag:\n        gain 1 for owner': (
        "When a mate with this tool on it catches a creature, gain 1 coin."
    ),
    'gear a "A":\n    after pay amount for owner if amount > 0:\n        gain 1 for owner': (
        "When you pay coins, gain 1 coin."
    ),
    'mate a "A":\n    after pay for sailor if this is in sailor.crew:\n        gain 1 for sailor': (
        "When a sailor with this mate in front of them pays coins, that sailor gains 1 coin."
    ),
    'creature a "A":\n    arrival:\n        choose s in players:\n            drive this to s': (
        "On arrival: This creature swims to a sailor (the mayor chooses)."
    ),
    'creature a "A":\n    after bite to this:\n        choose s in players:\n            drive this to s': (
        "When this creature takes bites, it swims to a sailor (the mayor chooses)."
    ),
    'creature a "A":\n    before bite amount to this:\n        amount = min(2, amount)': (
        "This creature takes at most 2 bites at a time."
    ),
    'creature a "A":\n    arrival:\n        repeat 2:\n            gain 1 for mayor': (
        "On arrival: The mayor gains 1 coin, twice."
    ),
    'creature a "A":\n    modify c in shore where c is not whale: size +1': (
        "Creatures (not whales) in the shore have +1 size."
    ),
    'creature a "A":\n    arrival:\n        modify this until tide: size +1': (
        "On arrival: This creature gets +1 size until the end of this tide."
    ),
    'creature a "A":\n    before pay amount for sailor if sailor == mayor:\n        amount += 1': (
        "Before the mayor pays X coins, raise X by 1."
    ),
    'creature a "A":\n    modify m in every mate where m.captain == mayor: luck +1': (
        "Mates whose captain is the mayor have +1 luck."
    ),
    'mate a "A":\n    arrival:\n        if count(shore) < 2 * owner.coins:\n            gain 1 for owner': (
        "On arrival: If the number of creatures in the shore is less than 2 times your coins, gain 1 coin."
    ),
    'mate a "A":\n    arrival:\n        choose p in sound where p.mud:\n            dredge p': (
        "On arrival: Dredge a patch on the sound that is muddy."
    ),
    'debt a "A":\n    after tide:\n        pay 1 for owner': (
        "This card works while it is in your hand.\nWhen the sea rises, pay 1 coin."
    ),
    # What a seat brings lies in front of all.
    'flag_ship a "A":\n    after tide:\n        pay 1 for owner': "When the sea rises, pay 1 coin.",
}


@cache
def compiled(card: str, po: str = "") -> Compiled:
    files = {"pack.toml": TOML, "a.grey": f"{RULES}\n{card}\n"}
    return compile_texts({**files, "locale/zh-Hans.po": po} if po else files)


@pytest.mark.parametrize("card", CARDS)
def test_it_reads(card: str) -> None:
    made = compiled(card)
    assert made.ok, made.diagnostics
    assert made.bundle.packs["example"].printed["en"]["a"] == CARDS[card]


SIMPLIFIED = {
    "verb.pay.text": ("{sailor} [pay|pays] {amount} [coin|coins]", "{sailor}支付{amount 枚}硬币"),
    "verb.gain.text": ("{sailor} [gain|gains] {amount} [coin|coins]", "{sailor}获得{amount 枚}硬币"),
    "verb.sink.text": (
        "[sink|sinks] {creature} / {creature} [are|is] sunk",
        "将{creature}沉入深海 / {creature}被沉入深海",
    ),
    "ability.arrival.title": ("On arrival", "登场时"),
    "kind.creature.title": ("creature|creatures", "生物|只"),
    "kind.whale.title": ("whale|whales", "鲸|头"),
    "game.harbour.shore.title": ("the shore", "岸边 / 岸边 / 放到岸边"),
}


def test_simplified_chinese() -> None:
    po = "".join(
        f'msgctxt "example.{id_}"\nmsgid "{english}"\nmsgstr "{chinese}"\n\n'
        for id_, (english, chinese) in SIMPLIFIED.items()
    )
    card = (
        'mate a "A":\n    arrival:\n        may "Pay?":\n            pay 1 for owner\n            gain 2 for owner\n'
        "        choose c in shore where c is not whale and c.size >= 2:\n            sink c"
    )
    made = compiled(card, po)
    assert made.bundle.packs["example"].printed["zh-Hans"]["a"] == (
        "登场时：你可以支付1枚硬币。如果你这样做，获得2枚硬币。将岸边的一只size为2或以上的生物（鲸除外）沉入深海。"
    )


@pytest.mark.parametrize(("title", "said"), [("硬币|枚", "获得2枚硬币"), ("硬币", "获得2个硬币")])
def test_what_is_gained_of_a_state_has_a_measure_word(title: str, said: str) -> None:
    po = f'msgctxt "example.kind.sailor.coins.title"\nmsgid "coins"\nmsgstr "{title}"\n'
    made = compiled('mate a "A":\n    arrival:\n        owner.coins += 2', po)
    assert said in made.bundle.packs["example"].printed["zh-Hans"]["a"]
