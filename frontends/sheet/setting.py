"""The typesetter (typst) and its fonts: faces and pages as data in, PDF, SVG or PNG out.

Latin letters come from a font that the typesetter ships; Chinese, Japanese and Korean ones from the package
noto-cjk-sans-otc of the same extra, or else from the system. System fonts are looked at only where they are needed, so
that the same packs give the same bytes on every machine. How a line of Chinese may end and begin, and that Latin words in
it stay whole, is known to the typesetter (UAX 14); what is looked after here is that letters exist and texts fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

from attrs import frozen

TEMPLATE: Final = Path(__file__).parent / "card.typ"
INSTALL: Final = "pip install 'greyc[print]'"
LATIN: Final = "Libertinus Serif"
FONT_PACKAGE: Final = "noto_cjk_sans_otc"
LEAST: Final = 6.0
"""Points: no rule is printed smaller than this."""

# By language: the region whose forms of characters are wanted, and fonts that have them, the best first.
_SYSTEM: Final = (
    "Source Han Sans",
    "WenQuanYi Zen Hei",
    "WenQuanYi Micro Hei",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
HAN: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "zh-Hant": ("TW", ("Noto Sans CJK TC", "Noto Sans TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei", *_SYSTEM)),
    "zh-Hans": ("CN", ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", *_SYSTEM)),
    "ja": ("JP", ("Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic", *_SYSTEM)),
    "ko": ("KR", ("Noto Sans CJK KR", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic", *_SYSTEM)),
}  # fmt: skip

_WORDS: Final = re.compile(r"[^\s\u2e80-\uffef-]+")  # between spaces, hyphens and letters that a line may break behind

Form = Literal["pdf", "svg", "png"]


class CannotPrint(Exception):
    """Something outside the packs is missing: the typesetter, or a font. The message says what to do."""


@frozen
class Spill:
    """What does not fit in its box at the smallest size: the card's name, and which part."""

    card: str
    part: str


@frozen
class Font:
    """What texts are set in: `family`, whether it has a bold cut, and where fonts are looked for."""

    family: str
    bold: bool
    fonts: Any
    """typst.Fonts"""


def setter() -> Any:
    """The typesetter. Raises CannotPrint."""
    try:
        import typst
    except ImportError:
        raise CannotPrint(f"printing needs typst, which is not installed: {INSTALL}") from None
    return typst


def longest_word(text: str) -> str:
    """The longest word of a text, between the places where a line may break."""
    return max(_WORDS.findall(text), key=len, default="")


def han_of(locale: str) -> str | None:
    """The entry of HAN for a language, None for one that is written in letters."""
    if locale in HAN:
        return locale
    main = locale.split("-")[0]
    return main if main in HAN else "zh-Hans" if main == "zh" else None


@cache
def font_for(locale: str, wanted: str = "") -> Font:
    """The font for a language, or the one `wanted` by its name, which may be any on the system. Raises CannotPrint."""
    typst = setter()
    han = han_of(locale)
    spec = find_spec(FONT_PACKAGE)  # for other languages too: a title may be quoted in its own script
    shipped = [str(Path(place)) for place in (spec.submodule_search_locations or ())] if spec else []
    families = HAN[han][1] if han else (LATIN,)
    for system in (False, True):
        fonts = typst.Fonts(include_system_fonts=system, font_paths=shipped)
        cuts: dict[str, list[int]] = {}
        for font in fonts.fonts():
            cuts.setdefault(font.family, []).append(font.weight)
        found = next((each for each in ((wanted,) if wanted else families) if each in cuts), None)
        if found is not None:
            return Font(found, any(weight >= 600 for weight in cuts[found]), fonts)
    if wanted:
        raise CannotPrint(f"no font called {wanted} is installed")
    raise CannotPrint(
        f"no font with the characters of {locale} was found: {INSTALL} brings one, or name yours with --font"
    )


@frozen
class Task:
    """What is set: faces and backs (greyc.frontends.sheet.content), pages (None: each face on a page of its own size)."""

    locale: str
    faces: Sequence[Mapping[str, Any]]
    icons: Sequence[str]
    backs: Sequence[Mapping[str, Any]] = ()
    pages: Sequence[Mapping[str, Any]] | None = None
    font: str = ""

    @cached_property
    def _compiler(self) -> Any:
        """The typesetter with this task; what it has measured once it knows when it is asked again."""
        han = han_of(self.locale)
        font = font_for(self.locale, self.font)
        lang, _, _ = self.locale.partition("-")
        data = {
            "fonts": [font.family, LATIN], "digits": LATIN, "bold": font.bold, "han": han is not None, "lang": lang,
            "region": HAN[han][0] if han else None, "colon": "：" if han else ": ",
            "least": LEAST, "faces": self.faces, "backs": self.backs, "icons": self.icons, "pages": self.pages,
        }  # fmt: skip
        text = json.dumps(data, ensure_ascii=False, sort_keys=True)
        return setter().Compiler(TEMPLATE, font_paths=font.fonts, sys_inputs={"data": text})

    def spills(self) -> list[Spill]:
        """What does not fit. Raises CannotPrint."""
        found = json.loads(self._compiler.query("<spills>", field="value"))
        return list(dict.fromkeys(Spill(each["card"], each["part"]) for each in found))

    def left_out(self) -> list[str]:
        """The names of the cards whose flavour is not printed, since their text would be small beside it. Raises CannotPrint."""
        return list(dict.fromkeys(json.loads(self._compiler.query("<left-out>", field="value"))))

    def missing(self) -> dict[str, str]:
        """By the name of the card, the letters that no font has. Raises CannotPrint."""
        from greyc.frontends.sheet.letters import missing

        font = font_for(self.locale, self.font)
        return missing(self.faces, font, [font.family, LATIN])

    def made(self, form: Form, ppi: float = 300.0) -> list[bytes]:
        """The files: of PDF one, else one for each page. Raises CannotPrint."""
        found = self._compiler.compile(format=form, ppi=ppi, timestamp=0)
        return [found] if isinstance(found, bytes) else list(found)


__all__ = ["CannotPrint", "Font", "Task", "Spill", "font_for", "han_of", "longest_word", "setter"]
