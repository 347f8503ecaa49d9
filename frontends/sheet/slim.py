"""A picture of a card with a third of its bytes: the typesetter's SVG without what does not show.

A site has some thousand pictures, so what they weigh matters, and outlines of letters are nearly all of it: the typesetter
writes those of each size anew, in points with up to nine decimals. Here a letter is written once, in the whole numbers
that its font has it in, and drawn in the size of the line it stands in. Which size that is, the numbers tell: only at the
right one do they all come out whole. Where none is found, as for a picture of another make, they stay in points. All else gets
three decimals, letters get short names that are the same everywhere, and what a colour once for letters that follow one another.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import Final

UNITS: Final = 1000
"""To an em, in the fonts that are used."""
SIZES: Final = tuple(quarter / 4 for quarter in range(64, 15, -1))
"""Points that letters are set in, the largest first: half of a size suits all that the size itself does."""
NEAR: Final = 0.02
"""How far from a whole number what has been rounded by the typesetter may be."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_LETTER = re.compile(r'<symbol id="(\w+)" overflow="visible"><path d="([^"]*)"/></symbol>')
_USE = re.compile(r'<use xlink:href="#(\w+)" x="([^"]*)" y="([^"]*)"([^>]*?)/>')
_LINE = re.compile(r"(?:<use [^>]*/>)+")
_OUTLINE = re.compile(r'(?<= d=")[^"]*')
_FIGURES = re.compile(r'(?<= transform=")[^"]*|(?<= viewBox=")[^"]*|(?<= width=")[\d.]+(?=")|(?<= height=")[\d.]+(?=")')
_STROKE = re.compile(r'(?<=stroke-width=")[^"]*')
_GAP = re.compile(r"(?<=[A-Za-z]) | (?=[A-Za-z-])|(?<=\.\d) (?=\.)|(?<=\.\d\d) (?=\.)|(?<=\.\d\d\d) (?=\.)")
_DEFAULT = re.compile(
    r' (?:xmlns:(?:xlink|h5)="[^"]*"|fill-rule="nonzero"|stroke-linecap="butt"|stroke-linejoin="miter"|stroke-miterlimit="4")'
)


def slim(svg: str) -> str:
    """The same picture in fewer bytes."""
    letters = dict(_LETTER.findall(svg))
    svg = _DEFAULT.sub("", _LETTER.sub("", svg))
    svg = _OUTLINE.sub(lambda match: _scaled(match[0], 1), svg)
    svg = _FIGURES.sub(lambda match: _NUMBER.sub(lambda each: _short(float(each[0])), match[0]), svg)
    names: dict[str, str] = {}
    svg = _LINE.sub(lambda match: _line(match[0], letters, names), svg)
    defined = "".join(f'<path id="{name}" d="{outline}"/>' for outline, name in names.items())
    svg = svg.replace("<defs></defs>", "").replace("xlink:href", "href")
    return f"{svg.removesuffix('</svg>')}<defs>{defined}</defs></svg>" if defined else svg


def _line(line: str, letters: Mapping[str, str], names: dict[str, str]) -> str:
    """Letters that follow one another; `names` gets the outlines that they use."""
    uses = _USE.findall(line)
    if not uses or not letters.keys() >= {name for name, *_ in uses}:
        return line
    fitting = frozenset.intersection(*(_sizes(letters[name]) for name in {name for name, *_ in uses}))
    size = max(fitting, default=UNITS)
    scale = size / UNITS
    made: list[str] = []
    before = None
    for name, x, y, looks in uses:
        if looks != before:
            made += ["</g>"] if made else []
            made.append(f"<g{_STROKE.sub(lambda width: _short(float(width[0]) / scale), looks)}>")
            before = looks
        outline = _scaled(letters[name], scale)
        at = ((axis, _short(float(value) / scale, 3 if scale == 1 else 0)) for axis, value in (("x", x), ("y", y)))
        places = "".join(f' {axis}="{told}"' for axis, told in at if told != "0")
        made.append(f'<use href="#{names.setdefault(outline, _name(outline))}"{places}/>')
    text = "".join([*made, "</g>"])
    return text if scale == 1 else f'<g transform="scale({scale:g})">{text}</g>'


@lru_cache(maxsize=20_000)
def _sizes(outline: str) -> frozenset[float]:
    """The sizes at which an outline in points is one in whole units of a font."""
    numbers = [float(each) * UNITS for each in _NUMBER.findall(outline)]
    return frozenset(size for size in SIZES if all(-NEAR < each / size - round(each / size) < NEAR for each in numbers))


@lru_cache(maxsize=20_000)
def _scaled(outline: str, scale: float) -> str:
    """An outline divided by a scale, in whole numbers if there is one."""
    text = _NUMBER.sub(lambda each: _short(float(each[0]) / scale, 3 if scale == 1 else 0), outline)
    return _GAP.sub("", " ".join(text.split())).replace("M0 0m", "m")


@lru_cache(maxsize=20_000)
def _name(outline: str) -> str:
    """A name for an outline that is the same in every picture, since several may stand in one page."""
    return "g" + b32encode(blake2b(outline.encode(), digest_size=5).digest()).decode().lower()


def _short(value: float, decimals: int = 3) -> str:
    """A number in few letters."""
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return {"-0": "0", "": "0"}.get(text, text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text)


__all__ = ["slim"]
