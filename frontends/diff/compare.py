"""All packs of two sides: which are compared with which, and everything that changed in them."""

from __future__ import annotations

import click
from attrs import define, field

from greyc.frontends.cells import number_of
from greyc.frontends.diff.cards import compare_cards
from greyc.frontends.diff.change import GROUPS, Change
from greyc.frontends.diff.pair import Pair
from greyc.frontends.diff.renamed import find_renames
from greyc.frontends.diff.rules import compare_rules, compare_tests
from greyc.frontends.diff.shape import compare_shape
from greyc.frontends.diff.sides import Side
from greyc.frontends.diff.texts import compare_texts, reread
from greyc.runtime import ir


@define(eq=False)
class Compared:
    """`reread`: titles of cards whose text is another because of what is told, by pack. `below`: packs that are only
    required, and are others, too."""

    old: Side
    new: Side
    changes: list[Change] = field(factory=list)
    reread: dict[str, list[str]] = field(factory=dict)
    below: list[str] = field(factory=list)
    pairs: list[Pair] = field(factory=list)

    @property
    def differs(self) -> bool:
        return bool(self.changes or self.below)


def compare(old: Side, new: Side, locale: str = "en") -> Compared:
    """What changed from OLD to NEW. Raises UsageError where the packs don't speak `locale`."""
    made = Compared(old, new)
    was, now = _given(old, new), _given(new, old)
    if len(was) == len(now) == 1 and was != now:
        couples = [(was[0], now[0])]
    else:
        couples = [(name, name) for name in now if name in was]
        for name in now:
            if name not in was:
                made.changes.append(_whole("added", new.packs[name]))
        for name in was:
            if name not in now:
                made.changes.append(_whole("removed", old.packs[name]))
    known = {tag for name in now for tag in new.packs[name].printed} | {"en"}
    if locale not in known:
        raise click.UsageError(f"{', '.join(now)} has no texts in {locale}; it has {', '.join(sorted(known))}.")
    for before, after in couples:
        pair = Pair.of(old, new, before, after, locale)
        made.pairs.append(pair)
        made.changes += _compared(pair)
        again = reread(pair)
        if again:
            made.reread[after] = again
    required = [name for name in new.packs if name in old.packs and name not in (*was, *now)]
    made.below = [name for name in required if any(_compared(Pair.of(old, new, name, name, "en")))]
    made.changes.sort(key=lambda each: list(GROUPS).index(each.group))  # stable: else in the order of the files
    return made


def _given(side: Side, other: Side) -> list[str]:
    """The packs to compare: a bundle holds those that are only required, too, so there the other side says it."""
    if side.given is not None:
        return side.given
    wanted = [name for name in other.given or side.packs if name in side.packs]
    return wanted or list(side.packs)[-1:]


def _whole(what: str, pack: ir.Pack) -> Change:
    said = f"pack {pack.name} {pack.version}, {number_of(len(pack.cards), 'card')}"
    return Change("pack", what, "pack", pack.name, pack.title, said=said, pack=pack.name)


def _compared(pair: Pair) -> list[Change]:
    _manifest(pair)
    find_renames(pair)
    compare_cards(pair)
    compare_rules(pair)
    compare_shape(pair)
    compare_tests(pair)
    compare_texts(pair)
    return pair.changes


def _manifest(pair: Pair) -> None:
    for part in ("name", "title", "version"):
        old, new = str(getattr(pair.was, part)), str(getattr(pair.now, part))
        if old != new:
            pair.tell("pack", "changed", "pack", pair.now.name, pair.now.title, said=part, old=old, new=new, mild=True)
    if pair.was.requires != pair.now.requires:
        old, new = (", ".join(each.requires) or "nothing" for each in (pair.was, pair.now))
        pair.tell("pack", "changed", "pack", pair.now.name, pair.now.title, said="requires", old=old, new=new)


__all__ = ["Compared", "compare"]
