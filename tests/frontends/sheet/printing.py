"""Helpers: a small pack with cards of every sort, and the letters of a PDF where another program than the typesetter finds
them (pypdfium2)."""

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
from attrs import frozen

from greyc.compiler.driver import Compiled, compile_texts
from greyc.frontends.play.words import Words
from greyc.frontends.sheet.content import Contents

MM = 72 / 25.4
"""Points in a millimetre."""

MANIFEST = 'name = "gems"\ntitle = "Gems"\nversion = "1.0"\n'
GAME = """
kind hue "hue": red "red" | blue "blue"
kind coin: penny "penny|pennies" | pound "pound|pounds"
die lucky "lucky die|lucky dice": 1 2 3 4 5 6
kind stone is card "stone|stones":
    hue: hue "hue"
    weight: int = 0 "weight"
    price: list of coin = [] "price"
    dice: list of die = [] "dice"
    need: int by players = {2: 0, 3: 0} "need"
    rare: flag = no "[are|is] rare"
    secret: int = 0
keyword shiny on stone "Shiny":
    text "It can be seen from afar."
keyword old on stone "Old"
kind crate is card "crate|crates":
    contents: list of printed stone = [] "contents"
kind tray is place:
    state full: flag = no
stone ruby "Ruby":
    hue red, weight 12, price 2 penny 1 pound, dice lucky lucky, need {2: 4, 3: 5}, copies 2
    shiny
    text "Worth more than it weighs: a lot."
stone pearl "Pearl, the Small":
    hue blue, weight 0, rare
    old
stone pebble "Pebble":
    hue blue
crate small_box "Small Box":
    contents 3 pebble 1 ruby
tray corner
"""


def compiled(show: str = "", more: str = "") -> Compiled:
    """The pack with presentation data and further cards."""
    made = compile_texts({"gems/pack.toml": MANIFEST + show, "gems/gems.grey": GAME + more})
    assert made.ok, [each.message for each in made.diagnostics]
    return made


def contents(show: str = "", more: str = "") -> Contents:
    return Contents(Words([compiled(show, more).bundle.packs["gems"]], "en"))


def written(folder: Path, show: str = "", more: str = "") -> Path:
    """The pack as files; its folder."""
    home = folder / "gems"
    home.mkdir()
    (home / "pack.toml").write_text(MANIFEST + show, encoding="utf-8")
    (home / "gems.grey").write_text(GAME + more, encoding="utf-8")
    return home


@frozen
class Letter:
    """A letter of a page and the box of its ink, in mm from the lower left."""

    sign: str
    left: float
    bottom: float
    right: float
    top: float


@frozen
class Printed:
    """A page: its size in mm, its letters but blanks, its lines of text."""

    width: float
    height: float
    letters: list[Letter]
    lines: list[str]


def read(pdf: bytes) -> Iterator[Printed]:
    """The pages of a PDF."""
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        letters = []
        edges = [ctypes.c_double() for _ in range(4)]
        for at in range(text.count_chars()):
            sign = chr(pypdfium2.raw.FPDFText_GetUnicode(text, at))
            if not sign.isspace():
                pypdfium2.raw.FPDFText_GetCharBox(text, at, *(ctypes.byref(edge) for edge in edges))
                left, right, bottom, top = (edge.value / MM for edge in edges)
                letters.append(Letter(sign, left, bottom, right, top))
        lines = [line for line in text.get_text_range().split("\r\n") if line.strip()]
        yield Printed(page.get_width() / MM, page.get_height() / MM, letters, lines)
