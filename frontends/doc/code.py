"""The text of a file as HTML: each line with the colours of the lexer, and names as links to what they mean.

A file is coloured once, whole, so that each piece of it (a card, a signature) is a slice of its lines. Where a link ends inside
a token (a name in a text's `{braces}`) the token is cut there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from attrs import evolve, frozen
from pygments.token import STANDARD_TYPES, Token

from greyc.compiler.unit import Unit
from greyc.dsl.nodes import Span
from greyc.frontends.doc import addresses
from greyc.frontends.highlight import GreyLexer

_LEXER = GreyLexer(stripnl=False, ensurenl=False)
Resolve = Callable[[str, str], str | None]
"""The address of what is built in under a name, given the class of its token."""


@frozen
class Link:
    """What a name at a place means: the address of its page, and its name for who hovers over it."""

    span: Span
    address: str
    title: str


@frozen
class Piece:
    """A part of a line in one colour; `address` "" where it is no link."""

    text: str
    kind: str
    address: str
    title: str


class Code:
    """A coloured file."""

    def __init__(self, unit: Unit, links: Sequence[Link], built_in: Resolve) -> None:
        self.unit = unit
        self.lines: list[list[Piece]] = [[]]
        """Of each line, its pieces; line 1 is at 0."""
        for piece in _pieces(unit.text, links, built_in):
            first, *rest = piece.text.split("\n")
            self._put(first, piece)
            for more in rest:
                self.lines.append([])
                self._put(more, piece)

    def _put(self, text: str, piece: Piece) -> None:
        if text := text.rstrip("\r"):
            self.lines[-1].append(Piece(text, piece.kind, piece.address, piece.title))

    def of(self, span: Span) -> tuple[int, int]:
        """The numbers of the first and the last line of a span, without blank ones at its end."""
        begin, end = span
        last = begin + len(self.unit.text[begin:end].rstrip())
        return self.unit.place(begin)[0], self.unit.place(max(begin, last - 1))[0]

    def html(self, first: int, last: int, here: str, numbered: bool = False) -> str:
        """Lines as they stand on the page `here`, moved to the margin. `numbered`: as they are, with the numbers of all lines,
        to which links lead."""
        shown = self.lines[first - 1 : last]
        if not numbered:
            margin = _blanks(shown[0])
            return "\n".join("".join(_html(piece, here) for piece in _moved(line, margin)) for line in shown)
        return "".join(
            f'<span class="line" id="L{number}"><a class="ln" href="#L{number}" tabindex="-1">{number}</a>'
            f"{''.join(_html(piece, here) for piece in line)}\n</span>"
            for number, line in enumerate(shown, first)
        )

    def plain(self, number: int) -> str:
        """A line as it is written, without what stands before and behind it."""
        return "".join(piece.text for piece in self.lines[number - 1]).strip()


def _pieces(text: str, links: Sequence[Link], built_in: Resolve) -> Iterator[Piece]:
    waiting = iter(sorted(links, key=lambda link: link.span))
    link = next(waiting, None)
    for start, token, value in _LEXER.get_tokens_unprocessed(text):
        kind = _class(token)
        at, end = start, start + len(value)
        while link is not None and link.span[0] < end:
            if link.span[0] >= at and link.span[1] <= end:
                if link.span[0] > at:
                    yield Piece(text[at : link.span[0]], kind, "", "")
                yield Piece(text[slice(*link.span)], kind, link.address, link.title)
                at = link.span[1]
            link = next(waiting, None)
        if at < end:
            address = built_in(value, kind) if at == start else None
            yield Piece(text[at:end], kind, address or "", "")


def _blanks(line: list[Piece]) -> int:
    """How many blanks a line begins with; they are one piece."""
    return len(line[0].text) if line and line[0].text.isspace() else 0


def _moved(line: list[Piece], margin: int) -> list[Piece]:
    taken = min(margin, _blanks(line))
    return [evolve(line[0], text=line[0].text[taken:]), *line[1:]] if taken else line


def _class(token: Any) -> str:
    while token not in STANDARD_TYPES:
        token = token.parent
    return STANDARD_TYPES[token] if token is not Token else ""


def _html(piece: Piece, here: str) -> str:
    text = escape(piece.text)
    if piece.kind and piece.kind not in ("w", "p", "n"):
        text = f'<span class="{piece.kind}">{text}</span>'
    if piece.address:
        title = f' title="{escape(piece.title)}"' if piece.title else ""
        text = f'<a href="{escape(addresses.relative(piece.address, here))}"{title}>{text}</a>'
    return text


__all__ = ["Code", "Link"]
