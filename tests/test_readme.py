"""The README shows what greyc really says."""

from pathlib import Path
from re import findall

from .readme import BLOCK, README, ROOT, updated


def test_the_card_its_text_and_the_mistake_are_real() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(BLOCK.findall(text)) == 3
    assert updated(text) == text, "python -m tests.readme brings it up to date"


def test_links_lead_somewhere() -> None:
    for page in [README, *sorted((ROOT / "docs").rglob("*.md"))]:
        for target in findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert Path(page.parent, target).exists(), f"{page.relative_to(ROOT)}: {target}"
