"""What greyc's speed of play is compared with, in the same run: pyminion (a Dominion engine written by hand, if it is
installed) with random deciders, and a hand-written loop of the fight rules of a cooperative deck game.

The loop is what somebody writes who wants nothing but speed: fixed rules, no hooks, no undo, no events, no hidden
information. It has seats with hands, heroes with dice and items, groups of monsters that guard each other, a marker that
goes round, and random choices; a decision is one choice, as in greyc.
"""

from __future__ import annotations

from random import Random
from typing import Any

PLAIN_CARDS = (
    "smithy", "village", "market", "festival", "laboratory", "moat", "witch", "gardens", "council_room", "militia",
)  # fmt: skip
DICE = ((1, 2, 2, 3, 3, 4), (1, 2, 3, 4, 5, 6), (4, 5, 6, 6, 7, 8))


class Player:
    def __init__(self, rng: Random) -> None:
        self.hp = 10
        self.deck = [(rng.randrange(3), rng.randrange(3), rng.random() < 0.6) for _ in range(10)]
        self.hand: list[Any] = []
        self.discard: list[Any] = []
        self.field: list[list[Any]] = []
        self.group: list[list[int]] = []
        self.shields = 0


def draw(player: Player, count: int, rng: Random) -> None:
    for _ in range(count):
        if not player.deck:
            rng.shuffle(player.discard)
            player.deck, player.discard = player.discard, player.deck
        if not player.deck:
            return
        player.hand.append(player.deck.pop())


def targets(hero: list[Any], foes: list[list[int]]) -> list[list[int]]:
    tanks = [m for m in foes if m[2]]
    near = [m for m in foes if not m[3]]
    return [m for m in foes if (not tanks or m[2]) and (not m[3] or not near)]


def play_by_hand(seed: int, seats: int = 3) -> int:
    """One game of the loop; the number of decisions."""
    rng = Random(seed)
    players = [Player(rng) for _ in range(seats)]
    pile = [[rng.randint(3, 6), rng.randint(1, 3), rng.random() < 0.2, rng.random() < 0.2, 0] for _ in range(24)]
    for p in players:
        rng.shuffle(p.deck)
        draw(p, 6, rng)
        for _ in range(2):
            if pile:
                p.group.append(pile.pop())
    decisions = 0
    defender = 0
    while True:
        active = players[defender]
        passed: set[int] = set()
        plays = [1] * seats
        while len(passed) < seats:
            at = rng.choice([i for i in range(seats) if i not in passed])
            p = players[at]
            decisions += 1
            options = []
            if plays[at] and any(c[2] for c in p.hand):
                options.append(0)
            if any(not c[2] for c in p.hand) and any(h[1] is None and not h[2] for h in p.field):
                options.append(1)
            ready = [h for h in p.field if not h[2]]
            if ready and active.group:
                options.append(2)
            options.append(3)
            kind = rng.choice(options)
            if kind == 3:
                passed.add(at)
                continue
            passed.clear()
            if kind == 0:
                card = rng.choice([c for c in p.hand if c[2]])
                p.hand.remove(card)
                p.field.append([card, None, False])
                plays[at] -= 1
            elif kind == 1:
                card = rng.choice([c for c in p.hand if not c[2]])
                hero = rng.choice([h for h in p.field if h[1] is None and not h[2]])
                p.hand.remove(card)
                hero[1] = card
            else:
                hero = rng.choice(ready)
                foes = targets(hero, active.group) or active.group
                foe = rng.choice(foes)
                force = rng.choice(DICE[hero[0][0]]) + (hero[1][1] + 1 if hero[1] else 0)
                hero[2] = True
                foe[4] += force
                if foe[4] >= foe[0]:
                    active.group.remove(foe)
        for foe in list(active.group):
            decisions += 1
            loss = foe[1]
            if active.shields and rng.random() < 0.5:
                loss, active.shields = max(0, loss - active.shields), 0
            active.hp -= loss
            if active.hp <= 0:
                return decisions
        for p in players:
            for card, item, _ in p.field:
                p.discard.append(card)
                if item:
                    p.discard.append(item)
            p.field.clear()
        draw(active, max(0, 6 - len(active.hand)), rng)
        if pile:
            active.group.append(pile.pop())
        elif not any(p.group for p in players):
            return decisions
        defender = (defender + 1) % seats


def play_pyminion(seed: int, seats: int = 3) -> int:
    """One game of pyminion with random deciders; the number of decisions. Raises ImportError if it is not installed."""
    import random

    from pyminion.expansions import base
    from pyminion.game import Game
    from pyminion.player import Player as Seat

    rng = random.Random(seed)
    random.seed(seed)
    count = 0

    class Decider:
        def __getattr__(self, name: str) -> Any:
            def some(*args: Any, **named: Any) -> list[Any]:
                nonlocal count
                count += 1
                valid = named.get("valid_cards") or next((a for a in args if isinstance(a, list)), [])
                numbers = [a for a in args if isinstance(a, int)]
                low = next((v for k, v in named.items() if k.startswith("min_")), numbers[0] if numbers else 0)
                high = next((v for k, v in named.items() if k.startswith("max_")), numbers[1] if numbers[1:] else -1)
                most = len(valid) if high < 0 else min(high, len(valid))
                return rng.sample(valid, rng.randint(min(low, most), most))

            return some

        def action_phase_decision(self, valid_actions: list[Any], player: Any, game: Any) -> Any:
            nonlocal count
            count += 1
            return rng.choice([*valid_actions, None])

        def treasure_phase_decision(self, valid_treasures: list[Any], player: Any, game: Any) -> Any:
            nonlocal count
            count += 1
            return valid_treasures

        def buy_phase_decision(self, valid_cards: list[Any], player: Any, game: Any) -> Any:
            nonlocal count
            count += 1
            return rng.choice([*valid_cards, None])

        def binary_decision(self, prompt: Any, card: Any, player: Any, game: Any, relevant_cards: Any = None) -> bool:
            nonlocal count
            count += 1
            return rng.random() < 0.5

    kingdom = [getattr(base, name) for name in PLAIN_CARDS]
    players = [Seat(Decider(), player_id=f"p{i}") for i in range(seats)]
    game = Game(players, [base.base_set], kingdom_cards=kingdom, log_stdout=False)
    game.play()
    return count
