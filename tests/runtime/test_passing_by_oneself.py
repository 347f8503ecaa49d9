"""Who has nothing to do passes without being asked; but not where that would tell the others what lies hidden: at the
table, with the actor, with the actor's seat, or with any place or card whose zone an action reads."""

import pytest

from greyc.compiler.driver import compile_texts
from greyc.runtime import Bundle, Game, Seat

GAME = """
game mine "Mine":
    players 2
    decides players
    zone heap of gem hidden "heap"
    setup:
        for each p in players:
            move p to home.crew
            create sack into p.bags
        {setup}
    play:
        offer digging to {actors} until all pass
        end game won

kind player is seat "player|players":
    zone pocket of gem hidden "pocket"
    zone bags of bag "bags"
kind gem is card "gem|gems":
    bright: flag = no
kind bag is card "bag|bags":
    active in bags
    decides owner
    zone inside of gem hidden "inside"
gem ruby "Ruby":
    bright
gem pebble "Pebble"
bag sack "Sack"
kind cave is place "cave|caves":
    zone vein of gem hidden "vein"
    zone crew of player "crew"
cave home "Home"
cave hole "Hole"
board map: graph of cave
    home to hole
function of_player(p: player) = [p]
function of_bag(b: bag) = [p in players where any(x in p.bags where x == b)]

action dig in digging by {actor} "Dig":
    when any(p in of_{actor}({actor}) where any(g in {zone} where g.bright))
    do:
        log "Somebody digs."
"""

WHERE = {
    "table": ("heap", "create {gem} into heap"),
    "seat": ("p.pocket", "for each p in players:\n            create {gem} into p.pocket"),
    "place": ("join(c.vein for c in map where any(q in c.crew where q == p))", "create {gem} into home.vein"),
    "card": ("join(b.inside for b in p.bags)", "for each b in every bag:\n            create {gem} into b.inside"),
}


@pytest.mark.parametrize("actor", ["player", "bag"])
@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("gem", ["", "pebble", "ruby"])
def test_nobody_passes_unasked_where_that_tells_what_is_hidden(actor: str, where: str, gem: str) -> None:
    zone, fill = WHERE[where]
    rules = GAME.format(
        setup=fill.format(gem=gem) if gem else 'log "Nothing lies there."',
        actors="players" if actor == "player" else "every bag",
        actor=actor,
        zone=zone,
    )
    made = compile_texts({"rules.grey": rules})
    assert made.ok, made.diagnostics
    game = Game.start(Bundle.of(made.bundle), "mine", seats=[Seat("Ann"), Seat("Bob")], seed=1)
    assert (game.outcome is None) == bool(gem)
