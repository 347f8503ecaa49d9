"""Two small packs with two languages: names that differ in their capitals, a title that would be a script,
a card that is written anew, a kind that gets a field from above, a drawing."""

from collections.abc import Mapping
from pathlib import Path

MANIFEST = 'name = "{name}"\ntitle = "{title}"\nversion = "1.0"\nlocales = ["en", "zh-Hant"]\n'
RULES = """## A game of one round.
game tiny "Tiny":
    players 1 to 2
    decides players
    ## How long.
    option rounds: 1 .. 3 = 1 "Rounds"
    state score_so_far: int = 0 "points"
    zone row of gem ordered "row"
    setup:
        fill row with g in cards of gem
    play:
        repeat rounds:
            pass_turn
        end game won "Done."
    score score_so_far

kind player is seat "player|players"
kind hue "hue": red "red" | blue "blue"
kind gem is card "gem|gems":
    active in row
    ## What it is worth.
    worth: int "worth"
    hue: hue? "hue"
kind tile is card "tile|tiles":
    size: int = 1 "size"
die d6 "die|dice": 1 2 3 4 5 6

## Shines.
##
## Twice as much, & <more>.
keyword bright(n: int) on gem "Bright {n}":
    text "Counts {n} more."
    after gain player for amount:
        score_so_far += n
ability taken on gem "When taken"

function best() = max(g.worth for g in row)

## The seat's points.
verb gain player for amount (int):
    text "[gain|gains] {amount} [point|points]"
    score_so_far += amount
verb pass_turn "turn":
    for each p in players:
        offer picking to p until pass
action pick in picking by player "Pick {g}":
    with g in row
    once per pass_turn
    do:
        gain player for g.worth
        run taken of g
after pass_turn if best() > 3:
    score_so_far += 1
check "gems are worth something": all(g.worth > 0 for g in cards of gem)
test "a ruby is worth five":
    table tiny with ann
    put PP in row
    gain ann for PP.worth
    expect score_so_far == 5 + 1
"""
CARDS = """gem PP "Ruby":
    worth 5, hue red
    bright 1
    taken:
        score_so_far += 1
gem Pp "<script>alert(1)</script> & \\"Stone\\"":
    worth 1
gem 玉 "Jade":
    worth 2, hue blue
tile flat "Flat":
    size 2
"""
MORE = """override gem PP "Great Ruby":
    worth 9, hue red
extend kind gem:
    weight: int = 1 "weight"
gem onyx "Onyx":
    worth 4, weight 3
    taken:
        if first_seat() as p:
            gain p for 2
function first_seat() = first(p in players)
"""
PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"""


def po(texts: Mapping[str, tuple[str, str]]) -> str:
    return PO + "".join(f'\nmsgctxt "{k}"\nmsgid "{en}"\nmsgstr "{zh}"\n' for k, (en, zh) in texts.items())


def write_packs(folder: Path) -> Path:
    """The packs `tiny` and `more` below a folder; returns it."""
    for name, title, files in (
        ("tiny", "Tiny", {"rules/rules.grey": RULES, "cards.grey": CARDS}),
        ("more", "More of Tiny", {"more.grey": MORE}),
    ):
        home = folder / name
        (home / "rules").mkdir(parents=True)
        (home / "locale").mkdir()
        needs = 'requires = ["tiny >= 1.0"]\n' if name == "more" else ""
        (home / "pack.toml").write_text(MANIFEST.format(name=name, title=title) + needs, encoding="utf-8")
        for path, text in files.items():
            (home / path).write_text(text, encoding="utf-8")
    texts = {
        "tiny.PP.title": ("Ruby", "紅寶石"),
        "tiny.玉.title": ("Jade", "玉石"),
        "tiny.kind.gem.title": ("gem|gems", "寶石"),
        "tiny.word.blue.title": ("blue", "藍"),
    }
    (folder / "tiny" / "locale" / "zh-Hant.po").write_text(po(texts), encoding="utf-8")
    (folder / "more" / "locale" / "zh-Hant.po").write_text(
        po({"more.onyx.title": ("Onyx", "縞瑪瑙"), "more.title": ("More of Tiny", "小小更多")}), encoding="utf-8"
    )
    return folder
