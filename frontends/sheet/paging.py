"""Which card lies where on which page, in millimetres from the upper left, and the marks along which they are cut.

Cards of one size lie in a grid without gaps, in the middle of the page, so that one cut parts two of them; a page holds
cards of one size. Marks stand outside the grid at each line of it, clear of the cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
EDGE: Final = 4.0
"""What printers leave white, mm."""
CLEAR: Final = 1.0
"""Between a card and a mark, mm."""
MARK: Final = 4.0
"""Length of a mark where there is room, mm."""

Size = tuple[float, float]


class TooLarge(ValueError):
    """A card is larger than what can be printed of the paper."""


@frozen
class Place:
    """What lies there: the index of a card, and whether its back is meant."""

    card: int
    x: float
    y: float
    back: bool = False


@frozen
class Page:
    width: float
    height: float
    places: tuple[Place, ...]
    marks: tuple[tuple[float, float, float, float], ...]
    """Lines from (x, y) to (x, y)."""


def grid(size: Size, paper: Size) -> tuple[int, int]:
    """How many columns and rows of cards fit on a page. Raises TooLarge."""
    columns, rows = (int((whole - 2 * EDGE + 1e-6) // each) for whole, each in zip(paper, size, strict=True))
    if not columns or not rows:
        raise TooLarge(
            f"a card of {size[0]:g} x {size[1]:g} mm does not fit on paper of {paper[0]:g} x {paper[1]:g} mm"
        )
    return columns, rows


def pages(sizes: Sequence[Size], paper: Size, backs: bool = False) -> list[Page]:
    """The pages for cards of these sizes, in their order; those of one size together, in the order in which sizes come.
    `backs`: behind each page one with their backs, mirrored from left to right. Raises TooLarge."""
    made: list[Page] = []
    for size in dict.fromkeys(sizes):
        columns, rows = grid(size, paper)
        left, top = (paper[0] - columns * size[0]) / 2, (paper[1] - rows * size[1]) / 2
        cards = [at for at, each in enumerate(sizes) if each == size]
        for start in range(0, len(cards), columns * rows):
            page = cards[start : start + columns * rows]
            spots = [(divmod(at, columns), card) for at, card in enumerate(page)]
            marks = _marks(size, (columns, rows), (left, top), paper)
            places = [Place(card, left + column * size[0], top + row * size[1]) for (row, column), card in spots]
            made.append(Page(*paper, tuple(places), marks))
            if backs:
                mirrored = [Place(each.card, paper[0] - each.x - size[0], each.y, True) for each in places]
                made.append(Page(*paper, tuple(mirrored), marks))
    return made


def _marks(size: Size, many: tuple[int, int], mark: Size, paper: Size) -> tuple[tuple[float, float, float, float], ...]:
    (left, top), (columns, rows) = mark, many
    right, bottom = left + columns * size[0], top + rows * size[1]
    across, down = min(MARK, left - CLEAR), min(MARK, top - CLEAR)
    lines = []
    for column in range(columns + 1):
        x = left + column * size[0]
        lines += [(x, top - CLEAR - down, x, top - CLEAR), (x, bottom + CLEAR, x, bottom + CLEAR + down)]
    for row in range(rows + 1):
        y = top + row * size[1]
        lines += [(left - CLEAR - across, y, left - CLEAR, y), (right + CLEAR, y, right + CLEAR + across, y)]
    return tuple(lines)


__all__ = ["PAPERS", "Page", "Place", "TooLarge", "grid", "pages"]
