"""The site of two small packs: what is on its pages, links, the search index, the same bytes twice."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from greyc.frontends.doc import addresses
from greyc.frontends.doc.catalogue import Catalogue, Item, Rule
from greyc.frontends.doc.site import pages
from greyc.frontends.sheet import Faces, setting

from ..conftest import Run
from .pages import Page, target

Pages = dict[str, str]


@pytest.fixture(scope="module")
def parsed(site: Pages) -> dict[str, Page]:
    return {path: Page(text) for path, text in site.items() if path.endswith(".html")}


def item(catalogue: Catalogue, sort: str, name: str, pack: str = "tiny") -> Item:
    (found,) = (i for i in catalogue.items.values() if (i.sort, i.name, i.pack) == (sort, name, pack))
    return found


def users(catalogue: Catalogue, sort: str, name: str, pack: str = "tiny") -> set[str]:
    found = catalogue.users(item(catalogue, sort, name, pack))
    return {user.text if isinstance(user, Rule) else f"{user.pack}.{user.name}" for user in found}


# ---- all pages ------------------------------------------------------------------------------


def test_every_link_leads_somewhere_and_ids_are_unique(site: Pages, parsed: dict[str, Page]) -> None:
    for path, page in parsed.items():
        assert len(page.ids) == len(set(page.ids)), path
        for link in page.links:
            if link == "data:,":
                continue
            assert not re.match(r"[a-z]+:|//", link), f"{path} leads out of the site: {link}"
            there, anchor = target(path, link)
            assert there in site, f"{path}: {link}"
            assert not anchor or anchor in parsed[there].ids, f"{path}: {link}"


def test_nothing_is_loaded_from_elsewhere_and_nothing_of_a_pack_is_code(site: Pages, parsed: dict[str, Page]) -> None:
    for path, text in site.items():
        if path.endswith((".css", ".js")) and path != "search-index.js":
            assert not re.search(r"https?:|//\w+\.|url\(|@import|\bfetch\b|XMLHttpRequest|innerHTML|\beval\b", text), (
                path
            )
    for path, page in parsed.items():
        assert len(page.scripts) == (3 if path == "search.html" else 1), path
        assert "<script>alert" not in site[path]
    assert "<script>alert(1)</script>" in parsed["pack.tiny/card.-pp.html"].text("h1")


def test_names_that_differ_in_capitals_are_different_files(site: Pages) -> None:
    assert {"pack.tiny/card.-p-p.html", "pack.tiny/card.-pp.html", "pack.tiny/card.--7389-.html"} <= set(site)
    assert len({path.casefold() for path in site}) == len(site)
    assert all(re.fullmatch(r"[a-z0-9_.\-/]+", path) for path in site)


@pytest.mark.parametrize("names", [("Pp", "PP"), ("a-b", "aB"), ("é", "e"), ("x" * 300, "x" * 301), ("玉", "--7389-")])
def test_two_names_never_give_the_same_page(names: tuple[str, str]) -> None:
    one, other = (addresses.page("p", "card", name) for name in names)
    assert one != other and len(one) < 140


def test_the_same_packs_give_the_same_bytes(site: Pages, packs: Path, tmp_path: Path) -> None:
    """Also in a process that goes through sets in another order."""
    command = [sys.executable, "-m", "greyc.frontends.cli", "doc", str(packs / "more"), "-o", str(tmp_path / "site")]
    done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    files = {
        file.relative_to(tmp_path / "site").as_posix(): file.read_bytes()
        for file in (tmp_path / "site").rglob("*")
        if file.is_file()
    }
    del files[".greyc-doc.json"]
    assert files == {path: text.encode() for path, text in site.items()}


# ---- what is told ---------------------------------------------------------------------------


def test_a_card_has_its_face_in_each_language_its_code_and_its_users(
    parsed: dict[str, Page], packs: Path, greyc: Run
) -> None:
    page = parsed["pack.tiny/card.-p-p.html"]
    _, told, _ = greyc("texts", packs / "tiny", "Ruby")
    title, facts, *lines = told.strip().splitlines()
    assert title == "Ruby (gem)"
    face = page.text("face-said")
    assert face.startswith("Rubygem") and "紅寶石寶石" in face
    for part in (*facts.split(" · "), *lines):
        assert part in face
    assert 'gem PP "Ruby":\n    worth 5, hue red\n    bright 1\n    taken:\n        score_so_far += 1' in page.text(
        "pre"
    )
    assert "a ruby is worth five" in page.text("users")
    assert "Written anew in more" in page.text("main")
    assert "Stands in place of the one in tiny" in parsed["pack.more/card.-p-p.html"].text("main")


def test_its_picture_is_the_one_that_is_printed(site: Pages, catalogue: Catalogue) -> None:
    """Of each card of each pack, in each of its languages; one that another pack writes anew has two."""
    titles = catalogue.titles
    pictures = {path: text for path, text in site.items() if path.endswith(".svg")}
    made = {
        addresses.picture(pack.name, card.name, tag): (
            Faces([titles.packs[each.name] for each in pack.closure]).face(card.name, tag)
        )
        for pack in catalogue.packs
        for card in titles.packs[pack.name].cards
        for tag in titles.languages(pack.name)
    }
    assert pictures == made and len(made) == 12
    assert pictures["pack.tiny/card.-p-p.en.svg"] != pictures["pack.more/card.-p-p.en.svg"]
    page = site["pack.tiny/card.-p-p.html"]
    assert re.findall(r'<img src="([^"]*)" alt="([^"]*)" width="271" height="378"', page) == [
        ("card.-p-p.en.svg", "Ruby"),
        ("card.-p-p.zh-hant.svg", "紅寶石"),
    ]


def test_without_the_extra_for_printing_cards_are_plain_and_it_is_said_once(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    setting.font_for.cache_clear()
    said: list[str] = []
    plain = pages(catalogue, "1", note=said.append)
    setting.font_for.cache_clear()
    assert len(said) == 1 and "pip install 'greyc[print]'" in said[0]
    assert not any(path.endswith(".svg") for path in plain)
    page = Page(plain["pack.tiny/card.-p-p.html"])
    assert page.text("face").startswith("Rubygem") and "紅寶石寶石" in page.text("face")
    assert "<img" not in plain["pack.tiny/card.-p-p.html"]


def test_references_go_both_ways(catalogue: Catalogue) -> None:
    assert users(catalogue, "verb", "gain") == {"tiny.bright", "tiny.pick", "more.onyx", "a ruby is worth five"}
    assert users(catalogue, "function", "first_seat", "more") == {"more.onyx"}
    assert users(catalogue, "field", "worth") >= {
        "tiny.best",
        "more.PP",
        'check "gems are worth something": all(g.worth > 0 for g in cards of gem)',
    }
    assert users(catalogue, "option", "rounds") == set()  # its own game is no user of it
    assert users(catalogue, "function", "best") == {"after pass_turn if best() > 3"}
    assert {each.name for each in item(catalogue, "card", "onyx", "more").uses} == {
        "gem",
        "worth",
        "weight",
        "taken",
        "gain",
        "first_seat",
    }


def test_what_a_pack_writes_anew_is_what_it_means_there(catalogue: Catalogue) -> None:
    new, old = item(catalogue, "card", "PP", "more"), item(catalogue, "card", "PP")
    assert new.used_as == old.key and new.key != old.key
    more, tiny = (next(pack for pack in catalogue.packs if pack.name == name) for name in ("more", "tiny"))
    assert catalogue.target(more, old.key) is new and catalogue.target(tiny, old.key) is old


def test_all_that_has_a_name_is_told(site: Pages, parsed: dict[str, Page]) -> None:
    for sort, name in (
        ("keyword", "bright"),
        ("ability", "taken"),
        ("action", "pick"),
        ("verb", "gain"),
        ("die", "d6"),
    ):
        assert f"pack.tiny/{sort}.{name}.html" in site
    keyword = parsed["pack.tiny/keyword.bright.html"]
    assert keyword.text("h1") == "Bright N"
    assert "Twice as much, & <more>." in keyword.text("doc")
    assert "Ruby" in keyword.text("users")
    kind = parsed["pack.tiny/kind.gem.html"]
    assert {"field.worth", "field.hue", "field.weight.more"} <= set(kind.ids)
    assert "What it is worth." in kind.text("member")
    for title in ("Ruby", "Jade", "Onyx", "Great Ruby"):
        assert title in kind.text("tbody")
    game = parsed["pack.tiny/game.tiny.html"]
    assert {"option.rounds", "state.score_so_far", "zone.row"} <= set(game.ids) and "How long." in game.text("member")
    assert {"word.red", "word.blue"} <= set(parsed["pack.tiny/wordkind.hue.html"].ids)
    assert "after pass_turn if best() > 3:" in parsed["pack.tiny/source.rules--2f-rules.html"].text("pre")


def test_names_in_code_are_links_also_to_what_is_built_in(site: Pages) -> None:
    code = site["pack.more/card.onyx.html"]
    assert '<a href="../pack.tiny/verb.gain.html" title="verb gain">gain</a>' in code
    assert 'href="function.first_seat.html"' in code
    assert 'href="../core.html#function.first"' in site["pack.more/function.first_seat.html"]
    assert '<a href="card.-p-p.html"' in site["pack.tiny/source.rules--2f-rules.html"]


def test_lists_can_be_narrowed_by_what_cards_are(site: Pages, parsed: dict[str, Page]) -> None:
    gems = parsed["pack.tiny/kind.gem.html"]
    assert gems.text("select") == "allmoretinyall12459allblueredall13"
    # Each choice is looked for in the column that it is called after.
    text = re.sub(r"</?span[^>]*>", "", site["pack.tiny/kind.gem.html"])
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", text)
    selects = re.findall(r'<label>([^<]*) <select data-column="(\d+)">', text)
    assert (
        [heads[int(column)] for _, column in selects]
        == [name for name, _ in selects]
        == ["pack", "worth", "hue", "weight"]
    )
    assert "all.verb.html" in " ".join(parsed["pack.tiny/index.html"].links)
    assert parsed["pack.tiny/all.verb.html"].text("tbody").count("gain player for amount (int)") == 1


# ---- the search index -----------------------------------------------------------------------


def test_titles_of_packs_and_values_in_lists_are_told_in_each_language(site: Pages) -> None:
    """Also of a pack without a game; and a choice is narrowed by the English, whatever is shown."""
    both = re.compile(
        r'data-language="en" class="called">More of Tiny</span><span[^>]*data-language="zh-Hant"[^>]*>小小更多<'
    )
    for path in ("index.html", "pack.more/index.html", "pack.more/card.onyx.html", "pack.more/all.card.html"):
        assert both.search(site[path]), path
    gems = site["pack.tiny/kind.gem.html"]
    assert '<option value="blue" data-said="{&#34;zh-Hant&#34;: &#34;藍&#34;}">blue</option>' in gems
    assert re.search(r'<td class="one" data-plain="blue"><span[^>]*>blue</span><span[^>]*>藍</span></td>', gems)


def test_the_index_has_every_item_in_every_language(site: Pages, catalogue: Catalogue) -> None:
    text = site["search-index.js"]
    data = json.loads(text.removeprefix("window.GREYC_INDEX = ").removesuffix(";\n"))
    by_address = {entry[0]: entry for entry in data["entries"]}
    assert set(by_address) == {each.address for each in catalogue.items.values()}
    cards = [each for each in catalogue.items.values() if each.sort == "card"]
    assert len(cards) == 6
    for card in cards:
        _, sort, pack, name, titles, _ = by_address[card.address]
        assert (sort, pack, name) == ("card", card.pack, card.name)
        assert set(titles) == set(card.titles.values())
    ruby = by_address["pack.tiny/card.-p-p.html"]
    assert ruby[4] == ["Ruby", "紅寶石"] and "Counts 1 more." in ruby[5] and "寶石" in ruby[5]
    assert {entry[1] for entry in data["entries"]} == set(data["sorts"])


def test_every_text_of_a_pack_is_escaped(site: Pages) -> None:
    found = re.findall(r"&lt;script&gt;alert\(1\)&lt;/script&gt;[^<]*", site["pack.tiny/card.-pp.html"])
    assert len(found) >= 4 and {unescape(each).strip() for each in found} >= {'<script>alert(1)</script> & "Stone"'}
