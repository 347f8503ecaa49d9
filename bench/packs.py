"""A pack of as many cards as wanted, each with fields, a keyword, an ability, a choice and a hook."""

from typing import Final

RULES: Final = """game herd "Herd":
    players 1 to 4
    decides players
    zone pile of beast "pile / in the pile / into the pile"
    setup:
        fill pile with b in cards of beast
    play:
        for each b in pile:
            run roar of b
            hurt b for 1
        wait
        end game won
kind player is seat "player|players"
kind family is word "family|families"
kind beast is card "beast|beasts":
    active in pile
    family: family "family"
    hp: int "HP"
    power: int = 0 "power"
    state wounds: int = 0 "wounds"
die d6: 1 2 3 4 5 6
ability roar on beast "Roar"
keyword swift(n: int) on beast "Swift {n}"
verb hurt beast for amount (int):
    text "{beast} [lose|loses] {amount} HP"
    beast.wounds += amount
    if beast.wounds >= beast.hp:
        move beast to box
verb wait:
    text "[Wait|waits]"
    offer moves to players until all pass
action hit in moves by player "Hit {b}":
    with b in pile where b.swift and b.power > 0
    do:
        hurt b for 1
"""

CARD: Final = """
family family_{i} "Family {i}"

beast beast_{i} "Beast {i}":
    family family_{i}, hp {hp}, power {power}
    swift {swift}
    roar:
        choose b in pile where b.wounds > 0 and b.family == family_{i} "Which beast?":
            hurt b for 1
    after hurt b for amount if b.family == family_{i} and amount > 1:
        hurt this for 1
"""


def pack_of(cards: int) -> str:
    """The text of a pack."""
    return RULES + "".join(CARD.format(i=i, hp=i % 9 + 1, power=i % 4, swift=i % 3 + 1) for i in range(cards))
