"""What is asked where somebody says which is next: of what kind, and what happens to each."""

from greyc.compiler.driver import compile_texts

GAME = """
game march "March":
    players 1
    decides players
    zone row of troll "row"
    play:
        for each t in row by players:
            run roar of t
        for each t in row by players:
            move t to box
        end game won
kind player is seat
kind troll is card "troll|trolls":
    active in row
ability roar on troll "Roar"
"""


def test_the_question_names_what_is_ordered() -> None:
    (pack,) = compile_texts({"march.grey": GAME}).bundle.packs.values()
    asked = [text for key, text in pack.texts["en"].items() if ".prompt." in key]
    assert asked == ["Roar: which troll is next?", "Which troll is next?"]
