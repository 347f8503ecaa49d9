"""Which games a report plays: values of options, numbers of seats and bots, each with each.

Every cell has the same seeds, so that two bots, or two chapters, are compared on the same luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import click
from attrs import evolve, frozen

from greyc.frontends.simulation import Plan

MOST_VALUES = 30
"""Values of a range that are tried where nobody says which."""


@frozen
class Varied:
    """An option whose values a report goes through: each value with what it is called."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


@frozen
class Cell:
    """The games of a report that differ in their seed alone."""

    values: tuple[str, ...]
    """One for each option that is varied."""
    seats: int
    bot: str


def varied(about: Mapping[str, Any], each: Sequence[str], fixed: Mapping[str, Any]) -> list[Varied]:
    """The options to go through: those of --each (NAME, or NAME=VALUE,VALUE), else all whose values are cards and that
    are not `fixed`. `about` is the game's description. Raises UsageError for what the game does not have."""
    options = {option["name"]: option for option in about["options"]}
    if not each:
        cards = [option for option in about["options"] if option["type"].startswith("printed<")]
        return [_varied(option, None) for option in cards if option["name"] not in fixed]
    found = []
    for said in each:
        name, sign, values = said.partition("=")
        if name not in options:
            raise click.UsageError(f"There is no option {name}; there is {', '.join(options) or 'none'}.")
        if name in fixed:
            raise click.UsageError(f"The option {name} is either fixed by --option or gone through by --each.")
        found.append(_varied(options[name], values.split(",") if sign else None))
    return found


def _varied(option: Mapping[str, Any], wanted: Sequence[str] | None) -> Varied:
    if "choices" in option:
        known = {str(choice["value"]): _title(option, choice) for choice in option["choices"]}
    elif option["type"] == "flag":
        known = {value: f"{option['title']}: {value}" for value in ("no", "yes")}
    elif "range" in option:
        low, high = option["range"]
        known = {str(value): f"{option['title']}: {value}" for value in range(low, high + 1)}
        if wanted is None and len(known) > MOST_VALUES:
            raise click.UsageError(
                f"{option['name']} goes from {low} to {high}: say which values, as in --each {option['name']}={low},{high}."
            )
    elif wanted is not None:
        known = {value: f"{option['title']}: {value}" for value in wanted}
    else:
        raise click.UsageError(f"Say which values of {option['name']}, as in --each {option['name']}=1,2.")
    strange = [value for value in wanted or () if value not in known]
    if strange:
        raise click.UsageError(f"{option['name']} is one of {', '.join(known)}, not {strange[0]}.")
    chosen = known if wanted is None else wanted
    return Varied(option["name"], option["title"], tuple((value, known[value]) for value in chosen))


def _title(option: Mapping[str, Any], choice: Mapping[str, Any]) -> str:
    """What a value is called by itself: a card or word by its title, a number together with the option's."""
    return f"{option['title']}: {choice['title']}" if isinstance(choice["value"], int) else str(choice["title"])


def seat_counts(about: Mapping[str, Any], count: int | None) -> list[int]:
    """The numbers of players: the one asked for, or all that the game allows and has cards to bring for."""
    if count is not None:
        return [count]
    low, high = about["seats"]
    if about["brings"] is not None:
        high = min(high, len(about["brings"]))
    return list(range(low, high + 1))


def cells(options: Sequence[Varied], seats: Sequence[int], bots: Sequence[str]) -> list[Cell]:
    """All cells, by the values of the options first, then by seats, then by bot."""
    values = product(*([value for value, _ in option.values] for option in options))
    return [Cell(each, count, bot) for each in values for count in seats for bot in bots]


def plan_of(base: Plan, options: Sequence[Varied], cell: Cell) -> Plan:
    """How the games of a cell are set up."""
    chosen = {option.name: value for option, value in zip(options, cell.values, strict=True)}
    return evolve(base, options={**base.options, **chosen}, count=cell.seats, bot=cell.bot)


__all__ = ["Cell", "Varied", "cells", "plan_of", "seat_counts", "varied"]
