"""What the games of a report add up to.

A card is **used** in a game if a seat named it in an answer or brought it, or if something of its own words did something.
How much that moves the win rate is told within cells (greyc.frontends.statistics.stratified), so that a card of an easy
chapter does not look strong. It stays a comparison of games that went differently, no experiment: docs/reports.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import Final, Literal

from attrs import define, field, frozen

from greyc.frontends.coverage import NEVER, STATEMENT
from greyc.frontends.play.words import Words
from greyc.frontends.report.forms import (
    AloneJson,
    CardJson,
    CellJson,
    ComparedJson,
    EndJson,
    GroupJson,
    LineJson,
    PeriodJson,
    RateJson,
    SpreadJson,
)
from greyc.frontends.report.plan import Cell
from greyc.frontends.report.watch import Watched
from greyc.frontends.statistics import paired, quartiles, stratified, wilson
from greyc.runtime import ir
from greyc.runtime.points import Point, Survey

ENOUGH = 20
"""Games with a card used, and without, from which on one may say that it makes no difference."""
SMALL = 0.1
"""A difference whose interval stays within this of nought is none."""

Verdict = Literal["helps", "hurts", "no difference", "unknown"]

PLACEHOLDER: Final = re.compile(r"\{[^{}]*\}")


@frozen
class Source:
    """Where lines of the packs are found: paths as an author writes them, and their text."""

    bundle: ir.Bundle
    texts: dict[tuple[str, str], str]

    def path(self, pack: str, file: int) -> str:
        return f"{pack}/{self.bundle.packs[pack].files[file]}"

    def line(self, pack: str, file: int, number: int) -> str:
        """The line without what is around it; empty where packs come from a bundle."""
        lines = self.texts.get((pack, self.bundle.packs[pack].files[file]), "").splitlines()
        return lines[number - 1].strip() if number <= len(lines) else ""


@define
class Figures:
    """Adds up games; `words` and `source` put names to what is counted."""

    cells: Sequence[Cell]
    periods: Sequence[str]
    survey: Survey
    words: Words
    source: Source
    games: list[list[Watched]] = field(init=False)
    ran: int = 0
    """All that ran in any game, as one number of a byte for each point."""
    own: dict[str, list[int]] = field(init=False)
    """Card -> points of its own words that do something when they run."""

    def __attrs_post_init__(self) -> None:
        self.games = [[] for _ in self.cells]
        self.own = {}
        for number, point in enumerate(self.survey.points):
            card = self.survey.parts[point.part].card
            if card is not None and point.what in ("statement", "modifier"):
                self.own.setdefault(card, []).append(number)

    def add(self, cell: int, game: Watched) -> None:
        self.games[cell].append(game)
        self.ran |= int.from_bytes(game.ran, "little")

    def ended(self, cell: int) -> list[Watched]:
        """The games of a cell that came to their end."""
        return [each for each in self.games[cell] if each.played.outcome != "error"]

    # ---- cells ------------------------------------------------------------------------------

    def cell(self, number: int) -> CellJson:
        cell, games = self.cells[number], self.ended(number)
        counted = Counter(each.end for each in games)
        ends = [self.end(end, count) for end, count in counted.most_common()]
        periods = [
            PeriodJson(verb, self.words.period(verb), spread([each.periods[k] for each in games]))
            for k, verb in enumerate(self.periods)
            if games
        ]
        return CellJson(
            cell.values,
            cell.seats,
            cell.bot,
            rate(games),
            len(self.games[number]) - len(games),
            spread([each.played.answers for each in games]) if games else None,
            tuple(periods),
            tuple(sorted(ends, key=lambda end: (end.outcome, -end.games, end.path, end.line))),
            self.alone_in(number),
        )

    def alone_in(self, number: int) -> tuple[int, ...]:
        """How many games of a cell each seat won alone; empty where none did."""
        won = Counter(game.winner for game in self.ended(number) if game.winner is not None)
        return tuple(won[seat] for seat in range(self.cells[number].seats)) if won else ()

    def end(self, number: int, games: int) -> EndJson:
        """An `end game` by its point."""
        point = self.survey.points[number]
        part, node = self.survey.parts[point.part], point.node
        outcome = "won" if node.won else "lost"
        text = self.words.voice.texts.get(node.message.id, "") if node.message is not None else ""
        text = PLACEHOLDER.sub("…", text)  # of many games, so nobody's name
        return EndJson(outcome, text, self.source.path(part.pack, part.file), point.at[0], games)

    def groups(self) -> Iterator[GroupJson]:
        """Cells that differ in the number of seats alone, in the order of the cells."""
        for values, bot in dict.fromkeys((cell.values, cell.bot) for cell in self.cells):
            alike = [k for k, cell in enumerate(self.cells) if (cell.values, cell.bot) == (values, bot)]
            some = [k for k in alike if self.ended(k)]
            if not some:
                continue
            rates = [rate(self.ended(k)).rate for k in some]
            mean = sum(rates) / len(rates)
            furthest = max((each - mean for each in rates), key=abs)
            together = rate([game for k in some for game in self.ended(k)])
            yield GroupJson(values, bot, together, rounded(mean), rounded(furthest))

    # ---- bots -------------------------------------------------------------------------------

    def compared(self) -> Iterator[ComparedJson]:
        """Each bot with each other, for all cells and for each value of the options."""
        bots = list(dict.fromkeys(cell.bot for cell in self.cells))
        values = list(dict.fromkeys(cell.values for cell in self.cells))
        for first, second in combinations(bots, 2):
            yield self.pairs(second, first, None)
            if len(values) > 1:
                yield from (self.pairs(second, first, each) for each in values)

    def pairs(self, first: str, second: str, values: tuple[str, ...] | None) -> ComparedJson:
        won: dict[tuple[tuple[str, ...], int, int], dict[str, bool]] = {}
        for k, cell in enumerate(self.cells):
            if values in (None, cell.values):
                for game in self.ended(k):
                    key = (cell.values, cell.seats, game.played.seed)
                    won.setdefault(key, {})[cell.bot] = game.played.outcome == "won"
        both = [(each[first], each[second]) for each in won.values() if first in each and second in each]
        one, other = both.count((True, False)), both.count((False, True))
        difference, low, high = map(rounded, paired(one, other, len(both)))
        return ComparedJson(first, second, values, len(both), one, other, difference, low, high)

    # ---- cards and their lines --------------------------------------------------------------

    def cards(self) -> Iterator[CardJson]:
        """All printed cards, in the order in which they are declared."""
        seen: Counter[str] = Counter()
        chosen: Counter[str] = Counter()
        ran: Counter[str] = Counter()
        used: dict[str, list[list[int]]] = {}
        """Card -> for each cell games with it used, and of these won."""
        totals = [
            (len(self.ended(k)), sum(g.played.outcome == "won" for g in self.ended(k))) for k in range(len(self.cells))
        ]
        for k in range(len(self.cells)):
            for game in self.ended(k):
                did = {name for name, points in self.own.items() if any(game.ran[p] for p in points)}
                seen.update(game.seen)
                chosen.update(game.chosen)
                ran.update(did)
                for name in did | game.chosen:
                    counts = used.setdefault(name, [[0, 0] for _ in self.cells])[k]
                    counts[0] += 1
                    counts[1] += game.played.outcome == "won"
        nowhere = [[0, 0] for _ in self.cells]
        alone = self.alone()
        for pack in self.words.packs:
            for card in pack.cards:
                strata = [
                    (with_, won, games - with_, all_won - won)
                    for (with_, won), (games, all_won) in zip(used.get(card.name, nowhere), totals, strict=True)
                ]
                told = stratified(strata)
                difference, low, high = map(rounded, told) if told is not None else (None, None, None)
                yield CardJson(
                    card.name, self.words.card(card.name), card.kind, pack.name, seen[card.name], chosen[card.name],
                    ran[card.name], sum(s[0] for s in strata), difference, low, high, verdict(strata, told),
                    alone.get(card.name),
                )  # fmt: skip

    def alone(self) -> dict[str, AloneJson]:
        """Card -> how its seats did in games that one of them won alone, for the cards that any seat had."""
        seats: Counter[str] = Counter()
        won: Counter[str] = Counter()
        even: dict[str, float] = {}
        for k, cell in enumerate(self.cells):
            for game in self.ended(k):
                if game.winner is not None:
                    won.update(game.had[game.winner])
                    for cards in game.had:
                        seats.update(cards)
                        even.update({card: even.get(card, 0.0) + 1 / cell.seats for card in cards})
        out = {}
        for card, count in seats.items():
            share, (low, high) = even[card] / count, wilson(won[card], count)
            difference = rounded(won[card] / count - share)
            out[card] = AloneJson(count, won[card], difference, rounded(low - share), rounded(high - share))
        return out

    def lines(self) -> Iterator[LineJson]:
        """Statements and changes of cards that were seen, which never ran; a block of which nothing ran is told once."""
        seen = {card for k in range(len(self.cells)) for game in self.ended(k) for card in game.seen}
        for card, numbers in self.own.items():
            if card not in seen:
                continue
            for part, of_part in groupby(numbers, key=lambda number: self.survey.points[number].part):
                yield from self._never(card, part, list(of_part))

    def _never(self, card: str, part: int, numbers: list[int]) -> Iterator[LineJson]:
        where = self.survey.parts[part]
        missing = [number for number in numbers if not self.ran >> 8 * number & 1]
        if len(missing) == len(numbers):
            yield self.line(card, part, where.at[0], NEVER[where.what].format(name=where.name))
            return
        for number in missing:
            point: Point = self.survey.points[number]
            yield self.line(
                card, part, point.at[0], STATEMENT if point.what == "statement" else "the change is never applied"
            )

    def line(self, card: str, part: int, line: int, message: str) -> LineJson:
        where = self.survey.parts[part]
        path, source = self.source.path(where.pack, where.file), self.source.line(where.pack, where.file, line)
        return LineJson(card, path, line, source, message)


def verdict(strata: Sequence[tuple[int, int, int, int]], told: tuple[float, float, float] | None) -> Verdict:
    """What may be said of a card: that games with it used are won more (or less) often, that they are not, or nothing."""
    if told is None:
        return "unknown"
    _, low, high = told
    both = [each for each in strata if each[0] and each[2]]
    if min(sum(each[0] for each in both), sum(each[2] for each in both)) < ENOUGH:
        return "unknown"
    if low > 0:
        return "helps"
    if high < 0:
        return "hurts"
    return "no difference" if low >= -SMALL and high <= SMALL else "unknown"


def rate(games: Sequence[Watched]) -> RateJson:
    won = sum(each.played.outcome == "won" for each in games)
    low, high = wilson(won, len(games))
    return RateJson(len(games), won, rounded(won / len(games) if games else 0.0), rounded(low), rounded(high))


def spread(values: Sequence[int]) -> SpreadJson:
    return SpreadJson(*quartiles(values))


def rounded(value: float) -> float:
    """A share to four places: more would be noise, and the same on every machine."""
    return round(value, 4) + 0.0


__all__ = ["Figures", "Source", "verdict"]
