"""Who sits at a table: from the options of a command to seats, options and a started game.

Where a game asks each seat to bring a card and nobody said which, cards are dealt out: in the order they are declared
for people, by the game's seed for simulations, so that many games see them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice
from itertools import count as count_from
from random import Random
from typing import Any

import click

from greyc.frontends.load import Loaded
from greyc.runtime import Seat

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")


class BadSeats(click.UsageError):
    """Seats or options that the game does not have."""


def read_options(given: Sequence[str]) -> dict[str, Any]:
    """`k=v` of --option."""
    found = {}
    for each in given:
        name, sign, value = each.partition("=")
        if not sign:
            raise BadSeats(f"--option wants NAME=VALUE, not {each}.")
        found[name.strip()] = value.strip()
    return found


def read_seats(given: Sequence[str]) -> list[Seat]:
    """`NAME=card` or `NAME` of --seat."""
    seats = []
    for each in given:
        name, _, card = each.partition("=")
        if not name.strip() or not name.isprintable():
            raise BadSeats(f"--seat wants NAME or NAME=CARD, not {each!r:.80}.")
        seats.append(Seat(name.strip(), card.strip() or None))
    return seats


def seated(loaded: Loaded, seats: Sequence[Seat], count: int | None, rng: Random | None = None) -> list[Seat]:
    """The seats of a game: those given, then as many more as were asked for (or as it needs), each with a card if the
    game asks for one."""
    about = loaded.bundle.describe(loaded.game, loaded.packs)
    low, high = about["seats"]
    wanted = max(len(seats), low) if count is None else count
    if count is not None and seats and count != len(seats):
        raise BadSeats(f"--seats says {count}, but {len(seats)} are named by --seat.")
    if not low <= wanted <= high:
        raise BadSeats(f"{about['title']} is for {low} to {high} player{'' if high == 1 else 's'}, not {wanted}.")
    made = list(seats)
    taken_names = {seat.name for seat in seats}
    free_names = (
        name for name in chain(NAMES, map("P{}".format, count_from(len(NAMES) + 1))) if name not in taken_names
    )
    made += [Seat(name) for name in islice(free_names, wanted - len(made))]
    if about["brings"]:
        taken = {seat.brings for seat in made}
        free = [each["card"] for each in about["brings"] if each["card"] not in taken]
        if rng is not None:
            rng.shuffle(free)
        if len(free) < sum(seat.brings is None for seat in made):
            raise BadSeats(f"There are not enough cards to bring for {wanted} player{'' if wanted == 1 else 's'}.")
        made = [seat if seat.brings else Seat(seat.name, free.pop(0)) for seat in made]
    return made


def drawn(options: Iterable[dict[str, Any]], rng: Random) -> dict[str, Any]:
    """Values for options, any that is allowed."""
    found: dict[str, Any] = {}
    for option in options:
        if option["type"] == "flag":
            found[option["name"]] = rng.choice((False, True))
        elif "choices" in option:
            found[option["name"]] = rng.choice(option["choices"])["value"]
        elif "range" in option:
            found[option["name"]] = rng.randint(*option["range"])
    return found
