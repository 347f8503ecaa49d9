"""The names of pages. They must be files on every system: `PP` and `Pp` are two cards and, on some, one file; a name may be in
any script, and as long as it likes; and a file must not be called `con` on Windows, so the sort of thing comes first.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

LONGEST: Final = 80
CORE: Final = "core.html"


def plain(name: str) -> str:
    """A name or path in small Latin letters, digits, `_`, `.` and `-`; two names never give the same."""
    made = "".join(_plain(letter) for letter in name)
    if len(made) > LONGEST:
        return f"{made[:LONGEST]}--{sha256(name.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"
    return made


def _plain(letter: str) -> str:
    if "a" <= letter <= "z" or "0" <= letter <= "9" or letter in "_.":
        return letter
    if "A" <= letter <= "Z":
        return f"-{letter.lower()}"
    return f"--{ord(letter):x}-"


def page(pack: str, sort: str, name: str) -> str:
    """The page of something with a name."""
    return f"{folder(pack)}/{sort}.{plain(name)}.html"


def picture(pack: str, name: str, locale: str) -> str:
    """The picture of a card in a language."""
    return f"{folder(pack)}/card.{plain(name)}.{locale.lower()}.svg"


def folder(pack: str) -> str:
    """The folder of a pack; never a name that the site itself has at its top."""
    return f"pack.{plain(pack)}"


def listing(pack: str, sort: str) -> str:
    """The page that lists all of one sort in a pack."""
    return f"{folder(pack)}/all.{sort}.html"


def source(pack: str, name: str) -> str:
    """The page of a file of a pack."""
    return f"{folder(pack)}/source.{plain(name.removesuffix('.grey'))}.html"


def relative(target: str, here: str) -> str:
    """How a page is linked from another; pages lie at the top or one folder below."""
    path, sharp, anchor = target.partition("#")
    if path == here and anchor:
        return f"#{anchor}"
    away, _, name = path.rpartition("/")
    from_ = here.rpartition("/")[0]
    if away == from_:
        return name + sharp + anchor
    return ("../" if from_ else "") + path + sharp + anchor
