"""A picture of the desk as HTML; everything that comes from a pack is escaped."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from greyc.frontends.desk.face import Drawn, View, face
from greyc.frontends.watch.desk import Picture


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals["face"] = _face
    text = files("greyc.frontends.watch").joinpath("desk.html").read_text(encoding="utf-8")
    return environment.from_string(text)


def _face(view: View, drawn: Drawn | None) -> Markup:
    return Markup(face(view, drawn))


def html(picture: Picture) -> str:
    """What stands on the page."""
    return _template().render(picture=picture)


def title(picture: Picture) -> str:
    """What the window is called."""
    return f"{'✗' if picture.counts else '✓'} {picture.wrong.rpartition('/')[2] or 'greyc'}"


def line(picture: Picture) -> str:
    """What the terminal is told."""
    return f"{picture.wrong or 'nothing to show'}: {picture.counts or 'no mistakes found'}" + "".join(
        f" {note}" for note in picture.notes
    )


__all__ = ["html", "line", "title"]
