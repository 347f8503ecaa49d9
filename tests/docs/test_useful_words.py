"""The table of greyport's most useful words in docs/authoring.md: each can be written as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from greyc.compiler import compile_paths
from greyc.compiler.packs import SHIPPED
from greyc.dsl import parse

from .pages import DOCS

# What a word of the table may be: something that is done, a value, what stands on a card, or a block of one.
FORMS = [
    'hero {name} "X":\n    type magical, cost copper, power 1\n    on_play:\n        let n = 1\n        for each p in players:\n'
    "            for each m in monsters_in_play():\n                for each h in played_heroes():\n"
    "                    for each c in hero_row:\n                        for each card in p.hand:\n"
    "                            {word}\n",
    'hero {name} "X":\n    type magical, cost copper, power 1\n    on_play:\n        for each p in players:\n'
    "            for each h in played_heroes():\n                let x = {word}\n",
    'hero {name} "X":\n    type magical, cost copper, power 1\n    {card}\n',
    'hero {name} "X":\n    type magical, cost copper, power 1\n    {word}:\n        draw 1 for owner\n',
    'monster {name} "X":\n    faction goblin, hp 1, damage 1\n    {card}\n',
    'monster {name} "X":\n    faction goblin, hp 1, damage 1\n    {word}:\n        batter 1\n',
]


def words() -> list[str]:
    """Each span of code in the table's first column; several words in one are each one."""
    page = (DOCS / "authoring.md").read_text(encoding="utf-8")
    table = page.split("The most useful words of greyport:")[1].split("\n\n")[1]
    spans = [span for row in table.splitlines()[2:] for span in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    found: list[str] = []
    for span in spans:
        found += span.split(" < ") if " < " in span else span.split() if _is_row(span) else [span]
    return found


def _is_row(span: str) -> bool:
    """Names in a row, none of which takes what stands behind it."""
    return all(len(word) > 3 for word in span.split()) and not re.search(r"[.()]| (for|to|by|from) ", span)


def test_each_can_be_written_as_it_stands(tmp_path: Path) -> None:
    (tmp_path / "pack.toml").write_text(
        'name = "tried"\ntitle = "Tried"\nversion = "1.0"\nrequires = ["greyport"]\n', encoding="utf-8"
    )
    listed = words()
    assert len(listed) > 50
    for number, word in enumerate(listed):
        card = re.sub(r" n\b", " 1", word)
        for form, text in enumerate(FORMS):
            made = text.format(name=f"tried_{number}_{form}", word=word, card=card)
            if parse(made).errors:  # names are not looked at where a file can't be read
                continue
            (tmp_path / f"w{number}_{form}.grey").write_text(made, encoding="utf-8")
    tried = {path.stem for path in tmp_path.glob("*.grey")}
    right = tried - {Path(each.path).stem for each in compile_paths([tmp_path]).diagnostics if each.severity == "error"}
    assert [w for n, w in enumerate(listed) if not any(f"w{n}_{form}" in right for form in range(len(FORMS)))] == []


def test_the_faces_of_the_dice_are_told() -> None:
    page = (DOCS / "authoring.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if "`yellow white green`" in line)
    dice = re.findall(
        r"^die (\w+) .*?: ([\d ]+\d)",
        (SHIPPED / "greyport" / "rules" / "game.grey").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert [name for name, _ in dice] == ["yellow", "white", "green"]
    assert re.findall(r"\d(?: \d){5}", row) == [faces for _, faces in dice]
