"""No page of the repository points at a file or heading that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.files import tracked

from .pages import DOCS, ROOT

PAGES = [name for name in tracked() if name.suffix == ".md"]
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def links(page: Path) -> list[str]:
    """Targets within the repository."""
    text = _FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))
    return [target for target in _LINK.findall(text) if "://" not in target and not target.startswith("mailto:")]


def anchors(page: Path) -> set[str]:
    """What a heading can be linked by: its words in small letters, joined by hyphens."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", each.lower()).strip().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", [page for page in PAGES if links(page)], ids=str)
def test_links_lead_somewhere(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), f"{page} points at {target}"
        assert not anchor or anchor in anchors(there), f"{page} points at {target}"


def test_every_page_can_be_reached_from_the_readme() -> None:
    seen: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        targets = links(page.relative_to(ROOT))
        waiting += [(page.parent / target.partition("#")[0]).resolve() for target in targets if target[0] != "#"]
    assert set(DOCS.glob("*.md")) <= seen


def test_a_decision_is_headed_by_its_number() -> None:
    for page in (DOCS / "decisions").glob("*.md"):
        assert page.read_text(encoding="utf-8").startswith(f"# {page.name[:4]}"), page.name
