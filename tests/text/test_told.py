"""What a hook, a choice or a list of conditions says, with one made-up card for each: no word of the code, no letter that
nothing introduces, nothing said twice."""

from functools import cache

import pytest

from greyc.compiler.driver import Compiled, compile_texts

TOML = 'name = "example"\ntitle = "Example"\nversion = "1.0"\nlocales = ["en"]\n'

RULES = """
game keep "Keep":
    players 2 to 4
    decides players
    state beacons: int = 0 "beacons lit"
    zone yard of guard "the yard"
    zone moat of guard ordered "the moat"
    setup:
        fill yard with g in cards of wolf
    play:
        day
        end game won
die ash "the ash die|ash dice": 1 2
die oak: 1 2
kind metal "metal": iron "iron" | tin "tin"
kind lord is seat "lord|lords":
    state gold: int = 0 "gold"
    state torches: int = 0 "torch|torches"
    zone band of guard "band / beside {owner} / beside {owner}"
kind guard is card "guard|guards":
    captain: lord? "captain"
    might: int = 1 "might"
    metal: metal = iron "metal"
    state scars: int = 0 "scar|scars"
    state tired: flag = no "[are|is] tired"
    zone bag of tool "bag / on {owner} / on {owner}"
kind squire is guard "squire|squires":
    active in band
    decides owner
kind wolf is guard "wolf|wolves":
    active in yard
kind tool is card "tool|tools":
    active in bag
keyword cursed on guard "Cursed"
keyword blessed on guard "Blessed"
ability stand on guard "Stand"
function watch(g: guard) "guards on watch" = [x in yard where x != g]
function others(g: guard) "other guard of {g:poss} rank|other guards of {g:poss} rank" = [x in yard where x != g]
function heirs(g: guard) "heir of {g}|heirs of {g}" = [s in players where s.gold > 1]
function near(g: guard) "guard beside {g}|guards beside {g}" = [x in yard where x != g]
verb day "day":
    for each g in yard:
        run stand of g
verb drill guard "drill":
    needs not guard.tired
verb march amount (int) for lord "march":
    lord.gold -= amount
verb light amount (int):
    text "{amount} [beacon is|beacons are] lit"
    beacons += amount
verb flood amount (int):
    text "the moat [rise|rises]"
    beacons -= amount
verb strike guard for amount (int) by attacker (guard):
    text "{attacker} [strike|strikes] {guard} for {amount} / {guard} [are|is] struck / {attacker} [strike|strikes] {guard}"
    guard.scars += amount
verb shoot guard at reach (int):
    text "[shoot|shoots] {guard} (from {reach} away) / {guard} [are|is] shot (from {reach} away)"
    guard.scars += reach
verb pay amount (int) for lord:
    text "{lord} [pay|pays] {amount} gold"
    lord.gold -= amount
verb relax lord:
    text "{lord} [rest|rests]"
    lord.gold += 1
verb smelt metal for lord:
    text "{lord} [smelt|smelts] {metal}"
    needs metal == tin or lord.gold > 0
verb banish guard:
    text "[banish|banishes] {guard} / {guard} [are|is] banished"
    move guard to moat
"""

CARDS = {
    # what a hook on a verb with but a name speaks of
    "after drill guard:\n    banish guard": "After each drill of a guard, banish that guard.",
    "after drill this:\n    relax owner": "After each drill of this squire, rest.",
    "before march amount:\n    amount -= 1": "Before each march of X, reduce X by 1.",
    "before march amount for lord if lord == owner:\n    amount -= 1": "Before each march of X of you, reduce X by 1.",
    # a number that the clause has no words for
    "before flood amount:\n    amount += 1": "Before the moat rises (X), raise X by 1.",
    "after flood amount if amount > 2:\n    relax owner": "When the moat rises (3 or more), rest.",
    # what is counted is fewer, what is measured less; a minus sign is no hyphen
    "stand:\n    if this.scars < 3:\n        relax owner": "Stand: If this squire has 2 or fewer scars, rest.",
    "stand:\n    if this.scars <= 1:\n        relax owner": "Stand: If this squire has 1 or fewer scars, rest.",
    "stand:\n    if this.might < 3:\n        relax owner": "Stand: If this squire has 2 might or less, rest.",
    "stand:\n    modify this until day: might -1": "Stand: This squire gets \u22121 might until the end of this day.",
    # a number that leads the clause
    "stand:\n    light 2": "Stand: 2 beacons are lit.",
    "after light amount:\n    relax owner": "When beacons are lit, rest.",
    # words that would speak of nothing
    "after strike by this:\n    relax owner": "When this squire strikes a guard, rest.",
    "after strike for amount by this if amount > 0:\n    relax owner": "When this squire strikes a guard, rest.",
    "stand:\n    choose g in yard:\n        shoot g at 2": "Stand: Shoot a guard in the yard (from 2 away).",
    "after shoot this:\n    relax owner": "When this squire is shot, rest.",
    # dice
    "stand:\n    roll ash": "Stand: Roll an ash die.",
    "stand:\n    roll [ash, ash]": "Stand: Roll 2 ash dice.",
    "stand:\n    roll [ash, oak]": "Stand: Roll an ash die and an oak.",
    "stand:\n    roll 2 * ash as d\n    pay sum(x.face for x in d) for owner": (
        "Stand: Roll 2 ash dice. Pay X gold, where X is the total value of those dice."
    ),
    "stand:\n    roll ash as d\n    for each x in d:\n        pay x.face for owner": (
        "Stand: Roll an ash die. Pay X gold, where X is the value of that die."
    ),
    "stand:\n    roll 2 * ash as d\n    for each x in d:\n        pay x.face for owner": (
        "Stand: Roll 2 ash dice. For each of those dice, pay X gold, where X is the value of that die."
    ),
    # what is worked out
    "stand:\n    pay 2 * count(yard) - 1 for owner": (
        "Stand: Pay X gold, where X is 2 times the number of guards in the yard, minus 1."
    ),
    "stand:\n    pay 1 + (1 if owner.gold > 2 else 0) for owner": (
        "Stand: Pay X gold, where X is 1, plus 1 if you have 3 gold or more."
    ),
    "stand:\n    owner.torches = max(0, owner.torches - 1)": "Stand: Lose 1 torch.",
    "stand:\n    for each s in seats_from(seat(1)):\n        relax s": "Stand: Each lord from player 1 on leftwards rests.",
    "stand:\n    pull 1 from moat as c\n    for each g in c:\n        if g.tired:\n            banish g": (
        "Stand: If the top guard of the moat is tired, banish that guard."
    ),
    # conditions that share something
    "stand when this.cursed or this.blessed:\n    relax owner": "Stand, if this squire has Cursed or Blessed: Rest.",
    "stand when not (this.cursed or this.blessed):\n    relax owner": (
        "Stand, if this squire does not have Cursed or Blessed: Rest."
    ),
    "stand when this.cursed and this.tired:\n    relax owner": "Stand, if this squire has Cursed and is tired: Rest.",
    "stand when owner.gold > 1 and (this.cursed or owner.torches > 1):\n    relax owner": (
        "Stand, if you have 2 gold or more and either this squire has Cursed or you have 2 or more torches: Rest."
    ),
    "after drill this if this.tired and this.scars > 0:\n    banish this": (
        "After each drill of this squire, if this squire is tired and has a scar, banish this squire."
    ),
    "before strike this if this.tired:\n    relax owner": "Before this squire is struck, if it is tired, rest.",
    # what is done twice with the same words
    "stand:\n    choose g in yard:\n        attach cursed to g\n        attach blessed to g": (
        "Stand: A guard in the yard of your choice gains Cursed and Blessed."
    ),
    # what is counted
    "stand when owner.torches == 1:\n    relax owner": "Stand, if you have exactly 1 torch: Rest.",
    "stand when owner.torches == 0:\n    relax owner": "Stand, if you have no torches: Rest.",
    "stand:\n    choose s in players lowest s.torches:\n        relax s": "Stand: Choose a lord with the fewest torches. That lord rests.",
    "modify this: might +2 if this.scars == 0 else 0": "This squire has +2 might while it has no scars.",
    # one of a list that is written out
    "stand:\n    choose m in [iron, tin]:\n        smelt m for owner": "Stand: Smelt iron or tin.",
    "before attach k to g if k is in [cursed, blessed] and g is wolf:\n    stop": (
        "A wolf can't gain Cursed or Blessed."
    ),
    "stand when this.metal is in [iron, tin]:\n    relax owner": "Stand, if this squire's metal is iron or tin: Rest.",
    # a list whose title has but one form
    "stand:\n    choose g in watch(this):\n        banish g": "Stand: Banish one of the guards on watch.",
    # the lowest of all
    "stand:\n    for each g in yard where g.might == min(x.might for x in yard):\n        banish g": (
        "Stand: Banish each guard in the yard whose might is the lowest might of all guards in the yard."
    ),
    "stand when this.might > owner.gold:\n    relax owner": (
        "Stand, if this squire's might is more than your gold: Rest."
    ),
    # other, before what it is like
    "stand:\n    choose g in others(this) where g.metal == tin:\n        banish g": (
        "Stand: Banish another tin guard of this squire's rank."
    ),
    # who chooses
    "stand:\n    choose g in yard by heirs(this):\n        banish g": (
        "Stand: The heirs of this squire banish a guard in the yard."
    ),
    "stand:\n    choose g in yard by heirs(this):\n        banish g\n        attach cursed to this": (
        "Stand: The heirs of this squire choose a guard in the yard. Banish that guard. This squire gains Cursed."
    ),
    # whose
    "modify g in every guard where g.captain == owner: might +1": "Guards whose captain you are have +1 might.",
    "modify g in yard where g == this: might +1": "This squire has +1 might.",
    "stand:\n    choose s in players where s != seat(1):\n        relax s": "Stand: Choose a lord other than player 1. That lord rests.",
    "modify g in near(this): might +1": "Guards beside this squire have +1 might.",
    "stand:\n    for each g in near(this):\n        banish g": "Stand: Banish each guard beside this squire.",
    "stand:\n    for each g in near(this) where not g.tired:\n        banish g\n        relax owner": (
        "Stand: For each guard beside this squire that is not tired, banish that guard and rest."
    ),
    # how often, and how much
    "stand:\n    repeat 2:\n        relax owner": "Stand: Rest, twice.",
    "before pay amount:\n    amount = amount / 2": "Before a lord pays X gold, halve X (rounded down).",
    "before pay amount:\n    amount = amount * 2": "Before a lord pays X gold, double X.",
    "stand when count(yard) < 2 * owner.gold:\n    relax owner": "Stand, if the number of guards in the yard is less than 2 times your gold: Rest.",
    # where a number is explained
    "stand:\n    choose g in yard where g.might <= owner.gold:\n        banish g\n        relax owner": (
        "Stand: Banish a guard in the yard whose might is at most your gold. If you do, rest."
    ),
    'stand:\n    may "Pay?":\n        pay 1 for owner\n        banish this': "Stand: You may pay 1 gold. If you do, banish this squire.",
}


@cache
def compiled(words: str) -> Compiled:
    lines = words.replace("\n", "\n    ")
    return compile_texts({"pack.toml": TOML, "a.grey": f'{RULES}\nsquire a "A":\n    {lines}\n'})


@pytest.mark.parametrize("words", CARDS)
def test_it_is_told(words: str) -> None:
    made = compiled(words)
    assert made.ok, made.diagnostics
    assert made.bundle.packs["example"].printed["en"]["a"] == CARDS[words]
