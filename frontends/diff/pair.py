"""Two versions of one pack beside each other: what all comparisons share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from attrs import define, field

from greyc.frontends.diff.change import Change, block, body, by_lines, same_code
from greyc.frontends.diff.plain import plain
from greyc.frontends.diff.sides import Side
from greyc.frontends.play.words import Words
from greyc.frontends.written import written
from greyc.runtime import ir

T = TypeVar("T")


@define(eq=False)
class Pair:
    """`renames`: see `plain`; filled first. `own`: (sort, name) of what is new or gone, whose texts are no change of their
    own; `coded`: of what else changed in its code."""

    old: Side
    new: Side
    was: ir.Pack
    now: ir.Pack
    before: Words
    after: Words
    changes: list[Change] = field(factory=list)
    renames: dict[tuple[str, str], str] = field(factory=dict)
    own: set[tuple[str, str]] = field(factory=set)
    coded: set[tuple[str, str]] = field(factory=set)

    @classmethod
    def of(cls, old: Side, new: Side, was: str, now: str, locale: str) -> Pair:
        return cls(old, new, old.packs[was], new.packs[now], old.words(was, locale), new.words(now, locale))

    @property
    def has_sources(self) -> bool:
        return bool(self.old.sources and self.new.sources)

    def tell(self, group: str, what: str, sort: str, name: str, title: str = "", **rest: Any) -> None:
        """Notes a change; of `node` (of NEW, or else `gone` of OLD) the place is worked out."""
        node, gone = rest.pop("node", None), rest.pop("gone", None)
        place = self.place(node, gone)
        self.changes.append(
            Change(group, what, sort, name, title or f"{sort} {name}", place=place, pack=self.now.name, **rest)
        )

    def place(self, node: Any, gone: Any = None) -> str:
        """`path:line` of a declaration of NEW, or else of OLD; a member is given as (declaration, member)."""
        for each, side, pack in ((node, self.new, self.now), (gone, self.old, self.was)):
            if each is not None:
                home, at = each if isinstance(each, tuple) else (each, each)
                return f"{side.path(pack.name, home.file)}:{at.at[0]}"
        return ""

    def same(self, old: Any, new: Any) -> bool:
        """Whether the same is played."""
        return bool(plain(old, self.renames) == plain(new))

    def code(self, old: Any, new: Any) -> tuple[list[str], list[str]]:
        """The source of two declarations (None: none)."""
        return _block(self.old, self.was, old), _block(self.new, self.now, new)

    def bodies(self, old: tuple[Any, Sequence[Any]], new: tuple[Any, Sequence[Any]]) -> tuple[list[str], list[str]]:
        """The source of two lists of statements, each with the declaration that they stand in."""
        return _body(self.old, self.was, *old), _body(self.new, self.now, *new)

    def rewritten(self, old: Any, new: Any) -> tuple[str, ...] | None:
        """The lines that differ; None where both are written the same, and only what they name has changed."""
        before, after = self.code(old, new)
        return self.lines(before, after)

    def words(self, old: Any, new: Any) -> tuple[str, ...] | None:
        """The same of all words, states and zones of two cards, kinds or keywords."""
        return self.lines(_words(self.old, self.was, old), _words(self.new, self.now, new))

    def lines(self, before: list[str], after: list[str]) -> tuple[str, ...] | None:
        if not self.has_sources:
            return ()
        return None if same_code(before, after) else by_lines(before, after)


def _block(side: Side, pack: ir.Pack, node: Any) -> list[str]:
    if node is None:
        return []
    home, at = node if isinstance(node, tuple) else (node, node)
    return block(side.lines(pack.name, home.file), at.at[0])


def _words(side: Side, pack: ir.Pack, node: Any) -> list[str]:
    words: ir.Words = node.words
    blocks: list[Any] = [*words.hooks, *words.whenevers, *words.modifiers, *words.abilities]
    members = [(node, each) for each in [*node.states, *getattr(node, "zones", ())]]
    if getattr(node, "drawing", None) is not None:
        return _block(side, pack, node)
    return [line for each in [*blocks, *members] for line in _block(side, pack, each)]


def _body(side: Side, pack: ir.Pack, home: Any, statements: Sequence[Any]) -> list[str]:
    return body(side.lines(pack.name, home.file), statements[0].at[0]) if statements else []


def keyed(items: Iterable[T]) -> dict[tuple[str, bool, int], T]:
    """Declarations by name, whether they extend, and the how manieth so they are."""
    out: dict[tuple[str, bool, int], T] = {}
    for each in items:
        name, extends, number = str(getattr(each, "name")), bool(getattr(each, "extension", False)), 0  # noqa: B009
        while (name, extends, number) in out:
            number += 1
        out[name, extends, number] = each
    return out


def beside(pair: Pair, sort: str, was: Iterable[T], now: Iterable[T]) -> Iterator[tuple[str, T | None, T | None]]:
    """Those of one name, as (name, of OLD, of NEW), in the order of NEW, what is gone last."""
    before, after = keyed(was), keyed(now)
    moved = {(pair.renames.get((sort, name), name), *rest): (name, *rest) for name, *rest in before}
    for key, each in after.items():
        yield key[0], before.get(moved.get(key, key)) if key in moved else None, each  # type: ignore[arg-type]
    for key, each in before.items():
        if (pair.renames.get((sort, key[0]), key[0]), *key[1:]) not in after:
            yield key[0], each, None


def value(node: Any) -> str:
    """A printed value as an author writes it; what is listed several times is counted."""
    if node is None:
        return "nothing"
    if isinstance(node, ir.ListOf) and node.items:
        names = [written(each) for each in node.items]
        counted = {name: names.count(name) for name in names}
        if max(counted.values()) > 1:
            return ", ".join(f"{count} {name}" for name, count in counted.items())
        return ", ".join(names)
    return written(node)


__all__ = ["Pair", "beside", "keyed", "value"]
