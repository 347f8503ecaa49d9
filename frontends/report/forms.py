"""A report as JSON, in the form that schemas/report.schema.json publishes; the table and the page are made from it alone.

The schema is generated from these classes, and a test holds the two together: `python -m greyc.frontends.report.forms` prints
it. All rates and differences are shares from 0 to 1 (or -1 to 1), with intervals of 95 %.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from attrs import asdict, frozen

from greyc.compiler.schema import schema_of


@frozen
class RateJson:
    """How many games were won, and the Wilson interval of that rate."""

    games: int
    won: int
    rate: float
    low: float
    high: float


@frozen
class SpreadJson:
    """Least, lower quartile, median, upper quartile and greatest."""

    least: int
    lower: int
    median: int
    upper: int
    greatest: int


@frozen
class PeriodJson:
    """How often a period of the game (a round, a turn) began in a game. `name` is its verb; the first is the one by which the
    most of the rules count."""

    name: str
    title: str
    spread: SpreadJson


@frozen
class EndJson:
    """How games ended: the outcome, what the `end game` says (as it is written), its place, and in how many games."""

    outcome: str
    text: str
    path: str
    line: int
    games: int


@frozen
class CellJson:
    """The games with one value of each option, one number of seats and one bot. `values` are in the order of `options`;
    `broken` games broke or did not end and are in no other figure. `decisions` is null where all of them broke. `alone`: how
    many games each seat won alone, in the order of the seats; empty where none was won alone."""

    values: tuple[str, ...]
    seats: int
    bot: str
    win: RateJson
    broken: int
    decisions: SpreadJson | None
    periods: tuple[PeriodJson, ...]
    ends: tuple[EndJson, ...]
    alone: tuple[int, ...]


@frozen
class GroupJson:
    """The cells of one bot with one value of each option, all numbers of seats together: `mean` of their win rates, and
    `furthest`, by how much the cell furthest from it differs."""

    values: tuple[str, ...]
    bot: str
    win: RateJson
    mean: float
    furthest: float


@frozen
class ComparedJson:
    """Two bots on the same seeds: the difference of their win rates (the first less the second). `values` is null for all
    of them together."""

    first: str
    second: str
    values: tuple[str, ...] | None
    pairs: int
    first_only: int
    second_only: int
    difference: float
    low: float
    high: float


@frozen
class AloneJson:
    """Games that one seat won alone: how many `seats` had the card, how many of them `won`, and the share that won less the
    even one (1 of the seats of their games), with its interval."""

    seats: int
    won: int
    difference: float
    low: float
    high: float


@frozen
class CardJson:
    """A printed card. `seen`: games in which some seat saw a copy; `chosen`: in which an option is set to it, or a seat named
    one in an answer or brought it; `ran`: in which something of its own words did something; `used`: chosen or ran.
    `difference`: win rate with it used less without, within cells (null where no cell has games of both sorts). `alone`: null
    where no seat had one in a game won alone; a seat has a card when a copy that belongs to it lies where its words work."""

    card: str
    title: str
    kind: str
    pack: str
    seen: int
    chosen: int
    ran: int
    used: int
    difference: float | None
    low: float | None
    high: float | None
    verdict: Literal["helps", "hurts", "no difference", "unknown"]
    alone: AloneJson | None


@frozen
class LineJson:
    """A line of a card that was seen, which never did anything in any game."""

    card: str
    path: str
    line: int
    source: str
    message: str


@frozen
class BrokenJson:
    """A game that broke or did not end, and the command that plays it again."""

    message: str
    command: str


@frozen
class OptionJson:
    """An option that the report goes through: its values, each with its title."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]


@frozen
class ReportJson:
    """What play by bots says about a game. `games` were played in each cell, with the seeds from `seed` on. `fixed`:
    options given by the user. `stopped`: the run was interrupted, and cells have fewer games, or none."""

    version: Literal[1]
    game: str
    title: str
    packs: tuple[str, ...]
    games: int
    seed: int
    bots: tuple[str, ...]
    think: int
    fixed: dict[str, str]
    options: tuple[OptionJson, ...]
    seats: tuple[int, ...]
    cells: tuple[CellJson, ...]
    groups: tuple[GroupJson, ...]
    compared: tuple[ComparedJson, ...]
    cards: tuple[CardJson, ...]
    lines: tuple[LineJson, ...]
    broken: tuple[BrokenJson, ...]
    stopped: bool


def as_text(report: ReportJson) -> str:
    """The report as the JSON text that the command prints."""
    plain = asdict(report, value_serializer=lambda _, __, value: list(value) if isinstance(value, tuple) else value)
    return json.dumps(plain, ensure_ascii=False, indent=2)


def schema() -> dict[str, Any]:
    """The schema of the report."""
    return schema_of(ReportJson, title="greyc report")


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
