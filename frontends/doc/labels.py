"""The site's own labels (headings, buttons, what a search says), in the language that a page is shown in.

Pages are written with the English ones, which are also the keys of lang/; script.js puts the others in their place, since one
page is shown in any language of its pack. What belongs to the packs is translated by the packs.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup, escape


def label(text: str, **values: Any) -> Markup:
    """A label as HTML; `values` fill its holes. One that no language has stays as it is: it is a title of a pack."""
    if not any(text in labels for labels in catalogues().values()):
        return Markup(escape(text))
    if not values:
        return Markup("<span data-label>{}</span>").format(text)
    shown = text
    for name, value in values.items():
        shown = shown.replace("{" + name + "}", str(value))
    data = json.dumps(values, ensure_ascii=False)
    return Markup('<span data-label="{}" data-values="{}">{}</span>').format(text, data, shown)


@cache
def catalogues() -> dict[str, dict[str, str]]:
    """By language and English label."""
    lang = files("greyc.frontends.doc").joinpath("lang")
    names = sorted(each.name for each in lang.iterdir() if each.name.endswith(".toml"))
    return {
        name.removesuffix(".toml"): tomllib.loads(lang.joinpath(name).read_text(encoding="utf-8")) for name in names
    }


def script() -> str:
    """The catalogues for script.js, which stands behind them in one file."""
    return f"const LABELS = {json.dumps(catalogues(), ensure_ascii=False, separators=(',', ':'))};\n"


__all__ = ["catalogues", "label", "script"]
