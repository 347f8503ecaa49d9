"""A graph has no spots, so nothing is laid on it. Where the board stands in the line the compiler says so (G0279); else the
runtime does, at the line."""

from greyc.compiler.driver import check_text

from .steps import result_of

GAME = """
game tower "Tower":
    players 1
    play:
        end game won
kind player is seat
kind room is place "room|rooms"
room cellar "Cellar"
room hall "Hall"
room attic "Attic"
board house: graph of room
    cellar to hall
verb build room on b (board):
    lay room on b at spot(b, 1, 1)
"""


def test_nothing_is_laid_on_a_graph() -> None:
    failure = result_of(GAME, "table tower with ann; build cellar on house; expect outcome is nothing").failure
    assert failure is not None
    assert "house is a graph, which has no spots" in failure.message


def test_its_places_lie_there_from_the_start() -> None:
    steps = "table tower with ann; expect count(places(house)) == 2; expect cellar is in neighbours(hall)"
    assert result_of(GAME, steps).failure is None


def test_one_line_is_one_mistake() -> None:
    for line in ("lay attic on house at spot(house, 1, 1)", "lay attic on house at first(spots(house))"):
        text = GAME + f'test "of a line":\n    table tower with ann\n    {line}\n    expect outcome is nothing\n'
        errors = [each for each in check_text({"game.grey": text}) if each.severity == "error"]
        assert [each.name for each in errors] == ["no-spots"]
