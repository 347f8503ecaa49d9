"""What the core reads is in use, though no rule of the pack reads it."""

from greyc.compiler.driver import check_text

GAME = """
game heap "Heap":
    players 1
    decides players
    zone pile of stone
    setup:
        fill pile with s in cards of stone
    play:
        end game won
kind stone is card:
    copies: int = 3
    {field}: int = 1
stone pebble "Pebble"
"""


def test_another_default_for_copies_is_read() -> None:
    assert [(each.name, each.message) for each in check_text({"heap.grey": GAME.format(field="weight")})] == [
        ("unused-value", "No rule reads the field weight.")
    ]
