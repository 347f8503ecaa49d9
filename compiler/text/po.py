"""The format of `.po` files: text to a catalogue of Babel, and back.

Of a header only the language counts. All else in it is its translators' own, and kept as it stands: Babel would refuse the file
for a date that is none, or read the letters of a text that has long been decoded once more, as the header says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_OURS: Final = {
    "Language": "",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
}
"""What the header of each file says."""
_STRINGS: Final = r'(?:[ \t]*"(?:[^"\\]|\\.)*"[ \t]*(?:\r?\n|\Z))+'
_HEADER: Final = re.compile(rf'^[ \t]*msgid[ \t]+""[ \t]*\r?\n[ \t]*msgstr({_STRINGS})', re.MULTILINE)
_CONTEXT: Final = re.compile(rf"^[ \t]*msgctxt({_STRINGS})", re.MULTILINE)
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_LINE: Final = re.compile(r"(?:(?:msgctxt|msgid|msgstr)\s+)?\"(?:[^\"\\]|\\.)*\"")
_PLURAL: Final = re.compile(r"msgid_plural|msgstr\[")


class BrokenCatalogue(ValueError):
    """What is no .po file, and the line that makes it none."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.line = line


def parse(tag: str, text: str) -> Catalog:
    """Raises BrokenCatalogue. Babel takes the last character of a string for its closing quote, whatever it is, and of two
    entries of one id it drops one, so all is looked at first."""
    from babel.messages.pofile import PoFileError, read_po

    for number, line in enumerate(text.split("\n"), 1):
        plain = line.strip().removeprefix("\ufeff").removeprefix("#~").strip()
        if not plain or plain.startswith("#"):
            continue
        if _PLURAL.match(plain):
            raise BrokenCatalogue(
                "plural forms stand in one msgstr, as [card|cards], and not in lines of their own", number
            )
        if not _LINE.fullmatch(plain):
            raise BrokenCatalogue("this line is no keyword with a text between quotes", number)
    seen: dict[str, int] = {}
    for found in _CONTEXT.finditer(text):
        id_, number = "".join(_STRING.findall(found[1])), text.count("\n", 0, found.start()) + 1
        if id_ in seen:
            raise BrokenCatalogue(
                f"{id_} is translated twice, here and in line {seen[id_]}; take one of them out", number
            )
        seen[id_] = number
    header = _HEADER.search(text)
    if header is not None:
        text = text[: header.start(1)] + _STRING.sub('""', header[1]) + text[header.end(1) :]
    try:
        return read_po(StringIO(text), locale=tag.replace("-", "_"), abort_invalid=True)
    except (PoFileError, ValueError, LookupError) as error:
        at: int = getattr(error, "lineno", None) or 0
        raise BrokenCatalogue(f"{error}".removesuffix(f" on {at}"), at + 1) from error


def headers(text: str) -> list[str]:
    """The lines of a file's header that are its translators' own: their names, their team, their tools."""
    return [line for line in _header(text) if line.partition(":")[0] not in _OURS]


def language(text: str) -> str:
    """The language that a file's header says; "" where it says none."""
    return next((line.partition(":")[2].strip() for line in _header(text) if line.startswith("Language:")), "")


def is_other(said: str, tag: str) -> bool:
    """Whether a language that somebody else's program writes down is surely another: `zh_TW` may be `zh-Hant`."""
    one, two = (each.replace("_", "-").lower().split("-") for each in (said, tag))
    scripts = [{part for part in each[1:] if len(part) == 4 and part.isalpha()} for each in (one, two)]
    return bool(said) and (one[0] != two[0] or (all(scripts) and scripts[0] != scripts[1]))


def _header(text: str) -> list[str]:
    found = _HEADER.search(text)
    said = "".join(_STRING.findall(found[1])) if found else ""
    return [line for line in said.split("\\n") if line]


def written(catalog: Catalog, more: Iterable[str] = ()) -> str:
    """As text without dates of ours, so that nothing changes where no text has. `more`: lines of the header."""
    from babel.messages.pofile import write_po

    for message in (*catalog, *catalog.obsolete.values()):
        # Babel takes our holes for Python's, and editors would then check them by Python's rules.
        message.flags -= {"python-format", "python-brace-format"}
    out = BytesIO()
    write_po(out, catalog, width=110, sort_output=False, omit_header=True, include_previous=False)
    body = out.getvalue().decode("utf-8")
    tag = str(catalog.locale_identifier or "").replace("_", "-")
    head = "\n".join(
        [
            *(line for line in catalog.header_comment.split("\n") if line),
            'msgid ""',
            'msgstr ""',
            *(f'"{name}: {tag if name == "Language" else said}\\n"' for name, said in _OURS.items()),
            *(f'"{line}\\n"' for line in more),
        ]
    )
    return f"{head}\n\n{body.strip()}\n"


__all__ = ["BrokenCatalogue", "headers", "is_other", "language", "parse", "written"]
