"""One mistake in a sound pack is one error, which says what to write: each row changes a few words of the game below."""

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler import check_text
from greyc.compiler.diagnostics import render

GAME = """game pit "Pit":
    players 1 to 2
    state air: 0 .. 60 = 36 "the air"
    zone deck of gem "deck"
    setup:
        fill deck with c in cards of gem
    play:
        for each c in deck:
            run happens of c
        breathe 1
        end game won
die d6: 1 2 3 4 5 6
kind cave is place:
    wet: flag
board well: grid of cave
    \"""
    D W D
    W D D
    \"""
    "D": wet no
    "W": wet
ability happens on gem "When it happens"
kind gem is card "gem|gems":
    active in deck
    worth: int = 1 "worth"
verb breathe amount (int):
    air -= amount
    if air < 1 and count(deck) == 0 and any(c in every cave where c.wet):
        end game lost
gem jade "Jade":
    worth 1
    happens:
        breathe 2
test "one":
    game pit with ann
    expect air == 33
"""
MANIFEST = """name = "pit"
title = "Pit"
version = "1.0"

[show.pit.print]
stats = []

[show.gem]
icon = "gem"
"""
LOSES = "    air -= amount\n"
IF = "    if air < 1 and count(deck) == 0 and any(c in every cave where c.wet):"
FOR = "        for each c in deck:"
EXPECT = "    expect air == 33\n"
HAPPENS = "    happens:\n        breathe 2\n"
SEATED = "    game pit with ann\n"
BAD = [
    # Words of tests: misspelt, below another line, in a rule, those of plain English.
    *((EXPECT, f"    {word} air == 33\n") for word in ("expects", "expct", "assert")),
    *((EXPECT, f"    {line}\n{EXPECT}") for line in ("ptu jade in deck", "roll 3", "rols 3", "answer 3", "udno all by ann")),
    *((EXPECT, f"    {line}\n{EXPECT}") for line in ("dos breathe by ann", "pass by ann", "answers pass")),
    *((SEATED, f"    {line} pit with ann\n") for line in ("gaem", "tabel")),
    (EXPECT, "    if air == 33:\n        expect air == 33\n"),
    (EXPECT, "    for each p in players:\n        do pass by ann\n    expect air == 33\n"),
    (LOSES, f"{LOSES}    expect air == 3\n"),
    # Seats: none are named, too few or too many, fewest and most the wrong way round, none said.
    (SEATED, "    put jade in ann.sack\n    breathe ann\n"),
    (SEATED, "    game pit with ann, bob, cy\n    let x = bob\n"),
    ("    players 1 to 2\n", "    players 2 to 1\n"),
    (SEATED, "    game pit with ann, bob\n", "    players 1 to 2\n", "", "#", 'test "two":\n    game pit with ann, bob\n    expect air == 3\n'),
    ("    players 1 to 2\n", "    players 2\n", EXPECT, "    let x = bob\n    expect air == 33\n"),
    # Words that begin a line with a block, misspelt.
    *((FOR, f"        {line}:") for line in ("forr each c in deck", "fro each c in deck")),
    *((IF, f"    {line}:") for line in ("fi air < 1 and count(deck) == 0", "repaet 2", "whiel air < 3", "breathe 2")),
    *((LOSES, f"    {line}\n") for line in ("ned game lost", "rusult 3", 'lgo "hello"')),
    # A line that goes on in the next.
    *((LOSES, f"    air = air\n{line}\n") for line in ("        - amount", "        / 2", "    + 2")),
    (IF, "    if air < 1\n        and count(deck) == 0:"),
    (IF, "    if air < 1\n    or count(deck) == 0:"),
    # Asking for what is empty.
    *((IF, f"    if {question}:") for question in ("deck is not empty", "deck is empty", "air is empty")),
    (IF, "    if deck is not nothing:"),
    # Abilities and modifiers on cards.
    *(("    happens:\n", f"    {line}:\n") for line in ("happens when", "when happens", "when it happens", "on happens")),
    *((HAPPENS, f"    modify worth: {change}\n") for change in ("+1", "-1", "= 2")),
    # A verb where a value stands.
    (FOR, "        for each c in pull 1 from deck:"),
    (FOR, "        if pull 1 from deck:\n            breathe 1\n        for each c in deck:"),
    ("        breathe 1\n", "        breathe pull 1 from deck\n"),
    ("        breathe 1\n", "        let x = pull 1 from deck\n"),
    # Declarations that can't be read, or are called otherwise than by all who use them.
    ("state air: 0 .. 60 = 36", "state air = 36", LOSES, "    let rest = air - [amount]\n    air = rest + max(air)\n"),
    ("kind gem is card", "kind gme is card"),
    ("kind gem is card", "kind gem of card"),
    # Drawings and their legends.
    ('    "D": wet no\n', ""),
    ('    "D": wet no\n', '    "d": wet no\n'),
    ('    "D": wet no\n', '    "X": wet no\n'),
    # pack.toml
    ("name =", "nme ="),
    ("version =", "verison ="),
    ("[show.gem]", "[show.gme]"),
    ("[show.pit.print]", "[show.pti.print]"),
]  # fmt: skip


def files_of(*changes: str) -> dict[str, str]:
    """The pack with each text replaced by the next; at `#` a text is added."""
    game, manifest = GAME, MANIFEST
    for old, new in zip(changes[::2], changes[1::2], strict=True):
        assert old == "#" or old in game + manifest
        game = game + new if old == "#" else game.replace(old, new, 1)
        manifest = manifest.replace(old, new, 1)
    return {"pit.grey": game, "pack.toml": manifest}


def test_the_pack_is_sound() -> None:
    assert check_text(files_of()) == []


@pytest.mark.parametrize("changes", BAD, ids=lambda changes: changes[1].strip().split("\n")[0])
def test_it_is_told_once_with_what_to_write(changes: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    files = files_of(*changes)
    found = check_text(files)
    assert "\n\n".join(render(each, files) for each in found) == snapshot
    assert len(found) == 1
    assert found[0].suggestion


def test_what_nobody_knows_is_not_called_empty_too() -> None:
    assert [each.name for each in check_text(files_of(IF, "    if nobody is empty:"))] == ["unknown-value"]
