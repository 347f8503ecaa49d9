"""Places of a board that no way leads to."""

from __future__ import annotations

from greyc.compiler.checks.program import Program
from greyc.runtime import ir

_GRID = ((0, -1), (1, 0), (0, 1), (-1, 0))
_SHIFTED = ((1, -1), (1, 0), (1, 1), (0, 1), (-1, 0), (0, -1))
_PLAIN = ((0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def check(program: Program) -> None:
    for board in program.own.boards:
        if board.rule is None and len(board.cells) > 1:
            _connected(program, board)


def _connected(program: Program, board: ir.Board) -> None:
    spots = {(cell.x, cell.y): index for index, cell in enumerate(board.cells)}
    ways: list[list[int]] = [[] for _ in board.cells]
    if board.shape == "graph":
        names = {cell.card: index for index, cell in enumerate(board.cells)}
        for here, there in board.links:
            ways[names[here]].append(names[there])
            ways[names[there]].append(names[here])
    else:
        for (x, y), index in spots.items():
            shifted = (y % 2 == 1) == (board.shifted == "odd")
            steps = _GRID if board.shape == "grid" else _SHIFTED if shifted else _PLAIN
            ways[index] = [spots[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in spots]
    found, todo = {0}, [0]
    while todo:
        for other in ways[todo.pop()]:
            if other not in found:
                found.add(other)
                todo.append(other)
    left = [cell for index, cell in enumerate(board.cells) if index not in found]
    if left:
        first = left[0].card or f"the place at column {left[0].x}, row {left[0].y}"
        program.report("unconnected", board.file, board.at, place=first, board=board.name)
