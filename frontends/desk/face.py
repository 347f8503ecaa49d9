"""A card as it looks, in one language, as HTML whose looks are face.css.

It is the picture that `greyc sheet` prints (pictures.py), and beside it what stands on it as text, which can be searched, marked
and read aloud. Where the typesetter is not installed a plain face of HTML stands in for both. All that a page knows of how
cards look is `view_of` and `face`.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files

from attrs import frozen

from greyc.dsl import nodes
from greyc.frontends.play.words import Words

COLOURS = 10  # classes k0 to k9 of face.css
PIXELS = 4.3  # of a page to a millimetre of a card


@frozen
class View:
    """What stands on a card. `facts`: its printed values, each with its title; `lines` of its text, `flavour` what is no rule; `drawing`: of a card
    that has one, as it is written; `colour`: a number below COLOURS, the same for all cards of a kind."""

    name: str
    language: str
    title: str
    kind: str
    facts: tuple[str, ...]
    lines: tuple[str, ...]
    drawing: str
    colour: int
    flavour: str = ""


@frozen
class Drawn:
    """A picture of a card: its address for the page, and its size in mm."""

    address: str
    width: float
    height: float


def view_of(words: Words, name: str, drawing: str = "") -> View:
    """A card in the language of `words`; the title, values and text are those that `greyc texts` prints."""
    card = words.cards[name]
    values = (words.value(member, value, {}) for member, value in words.card_values(name))
    kinds = list(words.kinds)
    return View(
        name,
        words.locale,
        words.card(name),
        words.kind(card.kind),
        tuple(filter(None, values)),
        tuple(words.printed(name).splitlines()),
        drawing,
        kinds.index(card.kind) % COLOURS if card.kind in kinds else 0,
        words.flavour(name),
    )


def drawing_of(card: nodes.Card, text: str) -> str:
    """The drawing of a card in the text of its file, without its indentation; "" if it has none."""
    drawn = next((each for each in card.members if isinstance(each, nodes.Drawing)), None)
    if drawn is None:
        return ""
    lines = text[slice(*drawn.span)].strip().strip('"').strip("\n").rstrip().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines)


def face(view: View, drawn: Drawn | None = None) -> str:
    """The card as HTML; everything that comes from a pack is escaped. `drawn`: its picture, where there is one."""
    facts = "".join(f"<li>{escape(fact)}</li>" for fact in view.facts)
    lines = "".join(f"<p>{escape(line)}</p>" for line in view.lines)
    picture = ""
    if drawn is not None:
        size = f'width="{round(drawn.width * PIXELS)}" height="{round(drawn.height * PIXELS)}"'
        picture = (
            f'<img src="{escape(drawn.address)}" alt="{escape(view.title)}" {size} loading="lazy" decoding="async">'
        )
    said = (
        f'<header><h3 class="face-title">{escape(view.title)}</h3><span class="face-kind">{escape(view.kind)}</span></header>'
        + (f'<ul class="face-facts">{facts}</ul>' if facts else "")
        + (f'<pre class="face-drawing">{escape(view.drawing)}</pre>' if view.drawing else "")
        + (f'<div class="face-text">{lines}</div>' if lines else "")
        + (f'<p class="face-flavour">{escape(view.flavour)}</p>' if view.flavour else "")
    )
    look = "printed" if picture else "face"
    start = f'<article class="{look} k{view.colour}" lang="{escape(view.language)}">'
    return f"{start}{picture}" + (f'<div class="face-said">{said}</div>' if picture else said) + "</article>"


def style() -> str:
    """The style sheet of faces."""
    return files("greyc.frontends.desk").joinpath("face.css").read_text(encoding="utf-8")


__all__ = ["Drawn", "View", "drawing_of", "face", "style", "view_of"]
