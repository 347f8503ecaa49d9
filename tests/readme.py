"""What README.md shows of a card, made from the packs: `python -m tests.readme` brings the page up to date.

The README has blocks between `<!-- NAME -->` and `<!-- end -->`; test_readme.py holds each equal to what is made here.
"""

import re
from pathlib import Path

from greyc.compiler import compile_texts
from greyc.compiler.diagnostics import render

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"(<!-- (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)

PACK, CARD = "greyport", "slinger"
RIGHT, WRONG = "deal 2 to m", "dael 2 to m"


def blocks() -> dict[str, str]:
    """The blocks by name, as they should stand."""
    files = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "cards" / PACK).rglob("*"))
        if path.suffix in (".grey", ".toml", ".po")
    }
    (home,) = (path for path, text in files.items() if f"\nhero {CARD} " in text)
    start = files[home].index(f"\nhero {CARD} ") + 1
    card = files[home][start : files[home].index("\n\n", start)]
    printed = compile_texts(files).bundle.packs[PACK].printed
    broken = files[home][:start] + files[home][start:].replace(RIGHT, WRONG, 1)
    found = compile_texts({**files, home: broken}).diagnostics
    sources = {home: broken}
    errors = [render(each, sources) for each in found if each.severity == "error"]
    tags = ["en", *(tag for tag in sorted(printed) if f"cards/{PACK}/locale/{tag}.po" in files)]
    texts = [printed[tag][CARD] for tag in tags]
    return {
        "card": f"```grey\n{card}\n```\n",
        "printed": "".join(f"> {text}\n>\n" for text in texts).removesuffix(">\n"),
        "mistake": "```text\n" + "\n\n".join(errors) + "\n```\n",
    }


def updated(text: str) -> str:
    """A README with its blocks as they should stand."""
    made = blocks()
    return BLOCK.sub(lambda match: f"{match[1]}{made[match[2]]}{match[4]}", text)


if __name__ == "__main__":
    README.write_text(updated(README.read_text(encoding="utf-8")), encoding="utf-8")
