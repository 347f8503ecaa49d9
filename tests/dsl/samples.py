"""Sources that together use every construct of the language; the names belong to no game in particular."""

from typing import Final

GAME: Final = """
## What there is.
## In two lines.
game village "The Village":
    players 2 to 5 with farmer
    decides players
    option harvest: 1 | 2 | 3 = 2 "Harvest"
    option story: printed tale = spring
    option open_hands: flag = no
    ## whose turn it is
    state turn: farmer
    state stores: tally of crop = {wheat: 2, corn: 0} until play_round changed by grow, eat "stores"
    slot season of season ordered returns to almanac
    zone market of seed | tool ordered hidden seen by players if open_hands and harvest > 1 refills from heap until play_round "market"
    zone heap of seed returns to market
    score sum(p.points for p in players)

    setup:
        stores[wheat] += 1
    play:
        repeat:
            play_round

extend game village:
    option long_game: flag = no
    option harvest = 3
    extra: int = 3
override function worth(crop) = 2
override seed oat "Oats":
    price 4
die weather: 1 2 2 sun -1
"""

KINDS: Final = """
kind crop: wheat "Wheat" < corn < grapes "Grapes"
kind taste "taste": sweet | sour
kind only: one_word
kind region is word
kind mark
kind seed is card "seed":
    active in field, market
    decides owner
    crop: crop
    taste: taste? = nothing "taste"
    price: 0 .. 20 = 3
    low: -2 .. 3
    yields: int by players
    parents: list of printed seed = []
    place_of: printed region?
    state age: int = 0
    active in hand:
        after rain:
            this.age += 1
        modify this: price +1
    before eat this by eater if this.age > 2:
        stop
    whenever this.age > 9 once per game:
        move this to box
    modify s in market where s != this: price - 1, sweetened, aged(2)
    check "a seed costs something": this.price > 0
extend kind seed:
    colour: words
"""

VOCABULARY: Final = """
keyword sweetened on seed
keyword aged(years: int, how) on seed, tool "Aged {years} years":
    text "It keeps {years} years."
    limit: int = years
    state left: int = years
    ripen "Ripening" when this.left == 0 once per play_round:
        grow this
    check "it ages": years > 0
extend keyword aged:
    log "It ages."
ability ripen(by_whom: farmer) on seed, tool once per play_round "Ripening"
extend ability ripen on tale
function worth(crop) "worth" = 3 if crop == wheat else 2
function best(these: list of seed):
    let all_of = [s in these highest s.price]
    result first(all_of)
verb grow seed (list of seed) into place_there (zone of seed) by farmer with water = 1, sun = no "Growing":
    stop
"""

VOCABULARY_TOO: Final = """
verb rain:
    needs count(market) > 0
extend verb rain with hard = no
extend verb rain:
    log "It rains."
override verb rain:
    stop
action sow in spring_work by farmer (farmer) "Sow {s}":
    given place_there: place
    with exactly 2 s in farmer.hand where s is not tool as sown
    with t in tools
    when farmer.points > 0
    costs 1 from farmer.points
    once per play_round
    text "Sow."
    do:
        grow sown
"""

STATEMENTS: Final = """
verb everything farmer:
    let n = 1
    n = n + 1
    farmer.points -= n
    farmer.stores[wheat] += 1
    stores[corn] = 2
    farmer.field.crop = wheat
    deal 3 to farmer by this with hard, x = 1 as dealt
    move best(market) to farmer.hand at top
    pull 2 from heap as drawn
    attach aged(2) to first(drawn)
    rain
    choose 1 to n s in market where s.price < 3 lowest s.price as bought by farmer "Buy what?":
        move bought to farmer.hand
    else:
        stop
    may choose any s in market by farmer:
        stop
    choose up to 3 s in market:
        stop
    choose some s in market from highest s.price:
        stop
    choose one by farmer "Which?":
        option "Rain" if n > 2:
            rain
        option:
            stop
    either rain
    or grow market by farmer
    or eat 1
    may rain
    may "Really?" by farmer:
        rain
    else:
        stop
    split 4 over s in market by farmer as share:
        s.age += share
    if first(market) as s:
        eat s
    else if n == 1 and not (n > 2 or n < 0):
        stop
    else:
        stop
    for each p in players by turn:
        rain
    repeat 2:
        rain
    while n > 0:
        n -= 1
    together:
        rain
    offer work, trade to players until all pass or n > 3 with giver = farmer
    offer work to farmer until pass
    modify s in market until play_round, rain: price * 2
    modify farmer until rain: points = 3
    run ripen of first(market) for farmer with by_whom = farmer
    run ripen of this
    needs n > 0
    result n
    stop rain
    stop grow drawn by farmer as x with result 3
    stop with result 2
    fill heap with s in cards of seed where s.crop == wheat
    text "Everything."
    log "{farmer} does everything."
    end game won for farmer "Done."
after ripen of seed into field as x if x:
    end game lost
"""

EXPRESSIONS: Final = r"""
function values(a: int, b: list of seed) = [
    a + b * -c / d % e - 1,
    1 .. 6,
    a == b or a != b and a < b,
    a <= b, a >= b, a > b,
    not a is b,
    a is not b, a is in b, a is not in b, a has ripen,
    a if b else c if d else e,
    {wheat: 1, 2: a}, {}, [],
    [s in b where s.price > 2 from lowest s.price], [s.price for s in b highest s.age],
    sum(s.price for s in b where s.age > 1), any(s in b where s.age > 1), all(x),
    distance(a, b, within: c)[2].zone.owner(3),
    every seed, cards of seed,
    can sow(farmer: a, s: b), during rain,
    "a text with \"quotes\" and {braces}",
    (a), join(
        b,
    c)
]
"""

CARDS: Final = '''
region north "The North"
seed plain_seed
# An ordinary comment.
seed golden_seed "Golden Seed":
    crop wheat, taste sweet, price -1
    starting_deck 4 militia 1 apprentice, waves {1: 2, 3: x}, title_of "quoted"
    sweetened, aged 3
    text "It shines."
    log "It shone."
    state polished: flag = no
    zone inside of seed
    slot top_of of seed
    ripen "Ripening" when this.polished once per play_round:
        rain
    ripen:
        rain
    after grow this:
        rain
    whenever this.age > 3:
        rain
    modify this: price +1
    active in hand
    """
    a b
    """
    "a": ground grass, height 2
board meadow "The Meadow": grid of field
    """
    a a
     b
    """
    "a": ground grass
    "b": ground sand, wet
board roads: graph of town
    mill to farm, well
    link a to b if a.height == b.height
board empty: hex of field
check "there are seeds": count(cards of seed) > 0
'''

TESTS: Final = """
test "R001 seeds grow":
    game village with anna as ann, bert where harvest = 3, long_game seed 7
    table village
    put golden_seed as mine, plain_seed in ann.hand
    rolls 2 sun
    answers [mine, 3], nothing, "Rain"
    do sow by ann with s = mine, place_there = field
    grow mine
    ann.points = 3
    let before_it = ann.points
    expect ann.points == 3
    expect ann.hand == [mine]
    expect can undo
    undo
    expect not can undo by bert
    undo all by ann
"""

ALL: Final = {
    "game": GAME,
    "kinds": KINDS,
    "vocabulary": VOCABULARY,
    "vocabulary_too": VOCABULARY_TOO,
    "statements": STATEMENTS,
    "expressions": EXPRESSIONS,
    "cards": CARDS,
    "tests": TESTS,
}
