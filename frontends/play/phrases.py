"""The client's own words, one file of lang/ for each language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

LANG = Path(__file__).parent / "lang"


class Phrases:
    """Words of one language; English where a language is not there."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self.texts = _read("en") | (_read(locale) if (LANG / f"{locale}.toml").is_file() else {})

    def __call__(self, name: str, /, **values: object) -> str:
        text = self.texts[name]
        for key, value in values.items():  # not str.format: a value may have braces of its own
            text = text.replace("{" + key + "}", str(value))
        return text


@cache
def _read(locale: str) -> dict[str, str]:
    return tomllib.loads((LANG / f"{locale}.toml").read_text(encoding="utf-8"))
