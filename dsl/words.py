"""What each word of the language does, with a line or two as an author writes them.

The one place for this: an editor shows it, `greyc explain WORD` prints it. How a line that begins with the word is written
stands in forms.py. A test reads every example with the parser, and holds the table to the words of the grammar.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from .forms import FORMS


@frozen
class Word:
    """`written`: the forms of lines that begin with the word, if any. `example`: lines that the parser reads, where one
    of their words is this one."""

    name: str
    does: str
    example: str
    written: tuple[str, ...] = ()


_SAID: Final[dict[str, tuple[str, str]]] = {
    # ---- declarations ----
    "game": (
        "Declares a game: its seats, options, zones, `setup` and `play`. In a test, begins the game from its setup; behind"
        " `once per`, stands for the whole game.",
        'game harvest "Harvest":\n    players 2 to 4\n    setup:\n        shuffle pile',
    ),
    "extend": (
        "Adds to what a required pack declares: a game, kind, keyword, verb or ability.",
        "extend kind fruit:\n    ripe: flag = no",
    ),
    "override": (
        "Writes anew what a required pack declares, with the same header: a verb, function, action or card.",
        "override verb weigh fruit by player:\n    result 1",
    ),
    "die": ("Declares a die by its faces: words or numbers.", "die coin: heads tails"),
    "kind": (
        "Declares a kind of things (below seat, card, token, place or another kind) or a kind of words.",
        'kind fruit is card "fruit|fruits":\n    worth: int "worth"',
    ),
    "keyword": (
        "Declares a bundle of text, fields, hooks, modifiers and abilities that a card has by its name.",
        'keyword sweet on fruit "Sweet":\n    after pick this by player:\n        player.points += 1',
    ),
    "ability": (
        "Declares the name of a block that cards fill and rules `run`.",
        'ability eaten(p: player) on fruit "When eaten"',
    ),
    "function": (
        "Declares a value that is worked out anew each time it is asked. It changes nothing.",
        "function ripe_ones(p: player) = [f in p.hand where f.ripe]",
    ),
    "verb": (
        "Declares something that happens: its header is the sentence that calls it, its block what is done. Hooks can watch it.",
        "verb pick fruit by player:\n    move fruit to player.hand",
    ),
    "action": (
        "Declares what seats may do when its group is offered to them: what it asks, what it costs, what it does.",
        "action pick_one in picking by player:\n    with f in market where f.ripe\n    do:\n        pick f by player",
    ),
    "board": (
        "Declares a board of places: a grid, hex or graph, with a drawing or with links.",
        "board paths: graph of field\n    gate to meadow, hill",
    ),
    "test": (
        "Declares a test: it begins a game or a table, does something, and says what is to be expected.",
        'test "Picking moves it":\n    table harvest with ann\n    put plum in market\n    pick plum by ann\n    expect plum is in ann.hand',
    ),
    "check": (
        "Says what must hold for every printed card of the kind; looked at when the pack is compiled.",
        'check "Nothing is free": all(f.worth > 0 for f in cards of fruit)',
    ),
    # ---- members ----
    "players": ("Says for how many seats the game is; also the list of all seats.", "players 2 to 4"),
    "option": (
        "In a game: something chosen when it starts and constant then. Below `choose one`: one of the things to choose from.",
        'choose one "Which?":\n    option "Draw":\n        draw 1\n    option "Rest" if tired:\n        rest',
    ),
    "state": (
        "Declares a value that changes in play. `until V` gives it back when V ends; `changed by V` says who may write it.",
        'state points: int = 3 "points"',
    ),
    "zone": (
        "Declares where things lie. It may be `ordered`, `hidden`, `seen by` somebody, and refill from or return to others."
        " As a type, `zone of K` is a zone itself.",
        "zone hand of fruit seen by owner",
    ),
    "slot": ("Declares a zone that holds at most one thing, and reads as that thing or nothing.", "slot hat of item"),
    "ordered": ("The zone has an order: the first is its top, and what comes in lies on top or last.", "zone pile of fruit ordered"),
    "hidden": ("Nobody sees what lies in the zone.", "zone pile of fruit ordered hidden"),
    "seen": ("Says who sees what lies in the zone; others see backs.", "zone hand of fruit seen by owner"),
    "refills": ("When the zone is empty and something is to be taken, the other zone is shuffled into it.", "zone pile of fruit ordered refills from discard"),
    "returns": ("Where the contents of the zone go when its holder leaves or the zone ends.", "zone hand of fruit returns to discard"),
    "changed": ("Names the verbs that may write the state; anything else is an error.", "state hp: int = 3 changed by hurt, heal"),
    "decides": ("Says who answers where the rules, or the words of this kind, name nobody.", "decides owner"),
    "active": ("Says in which zones the words on copies of the kind work; as a block, words that work there instead.", "active in hand"),
    "score": ("How good the table looks, for bots: for all players, or `for p` for seat p.", "score for p = p.points"),
    "printed": ("A printed card of the kind, as opposed to a copy of it in play.", "state wish: printed fruit"),
    "list": ("A list: in order, with repeats.", "state order: list of fruit"),
    "tally": ("A count for each word or number; what is not counted is 0.", "state coins: tally of colour"),
    "link": ("Says which places side by side are joined.", "board woods: grid of field\n    link a to b if a.soil == b.soil"),
    "given": ("What comes with the offer of the action: `offer ... with NAME = VALUE`.", "given f: fruit"),
    "costs": ("The action is legal only if there is that much; it is taken away before `do`.", "costs 1 from player.points"),
    "when": ("A condition: the action is offered, or the ability there, only while it holds.", "when player.points > 0"),
    "once": ("Only one time until the verb next ends; `once per game` never again.", "once per season_round"),
    "do": (
        "In an action: what it does. In a test: a seat takes an action.",
        "do pick_one by ann with f = plum",
    ),
    # ---- what reacts ----
    "before": (
        "A hook before a verb, ability or action: it may change what the call was given, or `stop` it.",
        "before pick fruit by player if player.points < 0:\n    stop",
    ),
    "after": (
        "A hook after a verb, ability or action whose body ran; `as` names its result.",
        "after weigh fruit by player as weight if weight > 3:\n    player.points += 1",
    ),
    "whenever": ("Runs each time its condition comes to hold, after any verb has ended.", "whenever count(market) == 0:\n    round += 1"),
    "modify": (
        "Changes what fields read while it is in force, or grants keywords; with `until`, for a time. Nothing is written.",
        "modify f in market where f.ripe: worth +1, sweet",
    ),
    # ---- statements ----
    "let": ("Gives a value a name until the block ends.", "let best = first(market)"),
    "choose": (
        "Somebody chooses: one thing, or with an amount a list of them; the block runs with what was chosen, `else` when there is"
        " nothing to choose. `choose one` chooses between options.",
        'choose f in market where f.ripe by player "Take which?":\n    pick f by player',
    ),
    "one": (
        "`choose one`: somebody chooses between the options below.",
        'choose one "Which?":\n    option "Draw":\n        draw 1\n    option "Rest":\n        rest',
    ),
    "may": (
        "Asks whether to: a question with yes and no, a call, or a choice that may be declined.",
        'may "Draw a card?" by player:\n    draw 1',
    ),
    "either": ("A choice between calls, one in each line.", "either draw 1\nor rest"),
    "or": ("True if one of two holds; below `either`, the next call to choose from.", "if f.ripe or f.worth > 3:\n    rest"),
    "exactly": ("That many are to be chosen, no fewer.", "choose exactly n f in market as chosen:\n    move chosen to box"),
    "up": ("`up to N`: so many may be chosen, or fewer, or none.", "choose up to 2 f in market as chosen:\n    move chosen to box"),
    "any": ("As many as one likes may be chosen, also none.", "choose any f in market as chosen:\n    move chosen to box"),
    "some": ("As many as one likes may be chosen, but one at least.", "choose some f in market as chosen:\n    move chosen to box"),
    "split": ("Shares a number out over things; the block runs for each with its share.", "split 3 over m in row as n:\n    deal n to m"),
    "if": ("The block runs if the condition holds; `as` names what may be absent. In a value: `A if C else B`.", "if p.points > 3:\n    rest"),
    "else": ("What is done, or taken, when the condition does not hold or nothing could be chosen.", "if p.points > 3:\n    rest\nelse:\n    draw 1"),
    "for": (
        "`for each`: the block runs for each thing of a set. In brackets, `E for x in S` maps. It is a preposition of verbs too.",
        "for each p in players where p.points > 0:\n    draw 1 for p",
    ),
    "repeat": ("The block runs so many times; without a number, until a `stop` or the end of the game.", "repeat 3:\n    draw 1"),
    "while": ("The block runs as long as the condition holds.", "while count(market) < 5:\n    draw 1"),
    "together": ("What the block does counts as one: no `whenever` is looked at until it ends.", "together:\n    hurt a\n    hurt b"),
    "offer": (
        "Offers the actions of a group to seats, again and again, until they pass or a condition holds.",
        "offer picking to players until all pass or round > 5",
    ),
    "pass": ("The built-in action that ends a seat's part in an offer.", "offer picking to players until all pass"),
    "all": (
        "Behind `until`: every seat has passed since the last action. Behind `undo`: as far back as can be.",
        "offer picking to players until all pass",
    ),
    "until": (
        "For how long: what was changed is given back when the verb next ends. In an offer: when it is over.",
        "modify f in market until season_round: worth +1",
    ),
    "run": ("Runs a block that a card has for an ability; where it has none, nothing happens.", "run eaten of f with p = owner"),
    "needs": ("Where the condition does not hold, the call of this verb is skipped, and an action that does only this is not offered.", "needs fruit is in market"),
    "result": ("Ends the body; what called it gets the value.", "result fruit.worth"),
    "stop": ("Leaves the verb, or a running one that is named; in a before hook, keeps the call from happening.", "stop season_round"),
    "end": ("`end game`: ends it at once, won, lost or otherwise; the first one counts.", 'end game won "The harvest is in."'),
    "fill": ("Makes copies of printed cards in a zone, as many of each as its `copies` says.", "fill pile with f in cards of fruit"),
    "text": ("Says itself how this is put in words on cards, in the place of what is made from the rules.", 'text "Whoever picks this loses."'),
    "log": ("Tells those at the table what happens.", 'log "{player} picks {fruit}."'),
    # ---- tests ----
    "table": ("Begins a test at a bare table: the seats sit, but nothing was set up.", "table harvest with ann, ben"),
    "put": ("Makes copies of printed cards in a zone, for a test.", "put plum, pear as last in market"),
    "rolls": ("How the next dice fall in the test.", "rolls 1 6 skull"),
    "answers": ("What the next questions of the test are answered with.", "answers plum, yes"),
    "expect": ("What must hold at this point of the test.", "expect count(market) == 2"),
    "undo": ("Takes the last decision back; `expect can undo` asks whether that goes.", "undo by ann"),
    "seed": ("The number that chance in this game follows from: the same one, the same game.", "game harvest with ann seed 7"),
    # ---- queries and values ----
    "where": ("Only those for which the condition holds. In a test: the options of the game.", "let ripe = [f in market where f.ripe]"),
    "lowest": ("Only those for which the value is lowest, ties included; `from lowest`: all in that order.", "let poor = [f in market lowest f.worth]"),
    "highest": ("Only those for which the value is highest, ties included; `from highest`: all in that order.", "let rich = [f in market highest f.worth]"),
    "every": ("All things of a kind that are in the game, so not in the box.", "let those = every fruit"),
    "cards": ("`cards of K`: the printed cards of a kind, or the words of one; `in PACK` only those of that pack and of what it requires.", "fill pile with f in cards of fruit"),
    "in": ("Where things are taken from, or in `is in` whether something is there.", "let held = [f in p.hand]"),
    "is": ("Asks whether something is of a kind, a certain card, `nothing`, or with `in` whether it is there.", "if f is plum:\n    rest"),
    "has": ("Asks whether a copy has an ability that could be run now.", "if f has eaten:\n    rest"),
    "can": ("Asks whether an action would be legal, or whether running an ability would do anything.", "if can run eaten of f:\n    rest"),
    "during": ("Whether the verb is running now.", "if during season_round:\n    rest"),
    "and": ("True if both hold.", "if f.ripe and f.worth > 3:\n    rest"),
    "not": ("True if it does not hold.", "if not f.ripe:\n    rest"),
    "as": ("Gives a result, a share, a list that was chosen or a card of a test a name.", "weigh f by p as weight"),
    "by": ("Who answers, acts or sees; a preposition of verbs too.", 'may "Draw?" by player:\n    draw 1'),
    "with": ("What is given by name to a verb, an ability or an offer; in an action what is to be chosen for it.", "run eaten of f with p = owner"),
    "of": ("Whose, or of which kind; a preposition of verbs too.", "zone hand of fruit"),
    "on": ("Of a keyword or ability: the kinds that can have it; a preposition of verbs too.", "ability eaten on fruit"),
    "from": ("Where something is taken from, or an order: `from lowest`. A preposition of verbs too.", "costs 1 from player.points"),
    "to": ("Up to where, or whom something is for. A preposition of verbs too.", "players 2 to 4"),
    "into": ("A preposition of verbs: the header of the verb says what stands behind it.", "create plum into market"),
    "at": ("A preposition of verbs: the header of the verb says what stands behind it.", "build hut at gate"),
    "through": ("A preposition of verbs: the header of the verb says what stands behind it.", "walk p through meadow"),
    "over": ("What `split` shares a number out over; a preposition of verbs too.", "split 3 over m in row as n:\n    deal n to m"),
}  # fmt: skip
_PART_OF: Final = {"each": "for", "per": "once"}
"""Words that only ever go with another one, and mean nothing without it."""
_BESIDE: Final[dict[str, tuple[str, str]]] = {
    "setup": ("What is done once when the game starts, before `play`.", "setup:\n    shuffle pile"),
    "play": ("The game itself, from after `setup` until `end game`.", "play:\n    repeat:\n        season_round"),
    "grid": ("A board of squares, each with a place to the north, east, south and west.", "board orchard: grid of field"),
    "hex": ("A board of hexagons, each with six places around it.", "board woods: hex of field"),
    "graph": ("A board of places joined by the links that are named.", "board paths: graph of field\n    gate to meadow, hill"),
    "int": ("A whole number; a range such as `0 .. 20` keeps it inside.", "state points: int = 3"),
    "flag": ("`yes` or `no`.", "ripe: flag = no"),
    "words": ("A piece of text.", "saying: words"),
    "rolled": ("A die that was rolled, with `.face` and `.die`.", "state last: rolled?"),
    "spot": ("A place of a board where a place may lie.", "state target: spot?"),
    "side": ("A direction on a board.", "state facing: side = north"),
    "seat": ("Who plays: the kinds of seats stand below it.", 'kind player is seat "player|players"'),
    "card": ("What is printed and has copies in play: the kinds of cards stand below it.", 'kind fruit is card "fruit|fruits"'),
    "token": ("What is made in play and vanishes when it leaves its zone: the kinds of tokens stand below it.", "kind basket is token"),
    "place": ("A part of a board: the kinds of places stand below it.", "kind field is place"),
    "word": ("A kind of words that other packs may add to.", "kind colour is word"),
}  # fmt: skip
"""Names that mean something of their own in one place and may be anything elsewhere."""


def word(name: str) -> Word | None:
    """What is to be said of a word of the language; None for what is no word of it."""
    said = _PART_OF.get(name, name)
    found = _SAID.get(said) or _BESIDE.get(said)
    if found is None:
        return None
    forms = dict.fromkeys(place[said] for place in FORMS.values() if said in place)
    return Word(said if said == name else f"{said} {name}", *found, tuple(forms))


def explained() -> frozenset[str]:
    """All words that `word` knows."""
    return frozenset(_SAID) | frozenset(_BESIDE) | frozenset(_PART_OF)


__all__ = ["Word", "explained", "word"]
