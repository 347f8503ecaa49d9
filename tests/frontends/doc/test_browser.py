"""The search and the pictures of a site opened as a file, in a real browser. Where no browser is installed these tests are skipped, and nothing
but the structure of the pages is tested."""

import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

from greyc.frontends.doc.folder import write

from .pages import Page

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="module")
def opened(site: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("opened") / "site"
    write(folder, site)
    return folder


def shown(page: Path, query: str, profile: Path) -> Page:
    """The page as the browser has it once its scripts have run."""
    assert BROWSER is not None
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    url = f"{page.as_uri()}?q={quote(query)}"
    done = subprocess.run(
        [*command, "--virtual-time-budget=2000", "--dump-dom", url], capture_output=True, timeout=120, check=False
    )
    return Page(done.stdout.decode("utf-8"))


def test_search_works_in_a_file_in_both_languages(opened: Path, tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("no browser is installed, so nothing looks whether the search works")
    page = shown(opened / "search.html", "counts MORE", tmp_path)
    assert page.text("found").startswith("Ruby · 紅寶石") and "Counts 1 more." in page.text("found")
    assert page.text("mark") and "pack.tiny/card.-p-p.html" in page.links
    page = shown(opened / "search.html", "寶石頭", tmp_path)  # two letters of it stand together
    assert {"pack.tiny/card.-p-p.html", "pack.tiny/card.--7389-.html", "pack.tiny/kind.gem.html"} <= set(page.links)


PROBE = "<script>onload = () => { document.body.append(' ' + [...document.images].map((i) => i.naturalWidth + 'x' + i.naturalHeight).join(' ')); }</script>"


def test_every_picture_is_one_that_a_browser_can_draw(opened: Path, site: dict[str, str], tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("no browser is installed, so nothing looks whether pictures can be drawn")
    pictures = [path for path in site if path.endswith(".svg")]
    probe = tmp_path / "probe.html"
    probe.write_text(
        f"<body>{PROBE}" + "".join(f'<img src="{(opened / path).as_uri()}">' for path in pictures), encoding="utf-8"
    )
    page = shown(probe, "", tmp_path / "profile")
    assert page.text("body").split()[-12:] == ["238x333"] * 12  # 63 x 88 mm


def test_labels_are_in_the_language_of_the_page(opened: Path, tmp_path: Path) -> None:
    if BROWSER is None:
        pytest.skip("no browser is installed, so nothing looks in which language labels are")
    card = opened / "pack.tiny" / "card.-p-p.html"
    press = (
        "<script>addEventListener('load', () => document.querySelector('[data-show=\"zh-Hant\"]').click());</script>"
    )
    pressed = card.with_name("pressed.html")
    pressed.write_text(card.read_text(encoding="utf-8").replace("</body>", f"{press}</body>"), encoding="utf-8")
    english, chinese = shown(card, "", tmp_path / "one"), shown(pressed, "", tmp_path / "two")
    assert "Where it is used" in english.text("h2") and "用在何處" not in english.text("h2")
    assert "用在何處" in chinese.text("h2") and "Where it is used" not in chinese.text("h2")
    assert "全部" in chinese.text("languages")
