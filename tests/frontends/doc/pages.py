"""A page as a parser sees it."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

VOID = {"meta", "link", "input", "br", "img"}


class Page(HTMLParser):
    """Ids, links, texts by class, and whether every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.open: list[tuple[str, str]] = []
        self.texts: list[tuple[tuple[tuple[str, str], ...], str]] = []
        """Each text with the elements around it, each with its classes."""
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self.ids += [known["id"]] if "id" in known else []
        self.links += [known[name] for name in ("href", "src", "action") if name in known]
        self.scripts += [tag] if tag == "script" else []
        assert not any(name.startswith("on") for name in known)
        if tag not in VOID:
            self.open.append((tag, known.get("class", "")))

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop()[0] == tag, tag

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(self.open), data))

    def text(self, name: str = "") -> str:
        """All text within elements of a tag or class."""
        return "".join(
            data for around, data in self.texts if not name or any(name in (tag, *of.split()) for tag, of in around)
        )


def target(here: str, link: str) -> tuple[str, str]:
    """Path and anchor that a link of a page leads to."""
    url = urlsplit(link)
    path = normpath(str(PurePosixPath(here).parent / unquote(url.path))) if url.path else here
    return path, unquote(url.fragment)
