"""Tables that are asked for a word they may not have."""

from __future__ import annotations

from greyc.compiler.checks.program import Program
from greyc.compiler.walk import walk
from greyc.runtime import ir


def check(program: Program) -> None:
    for body in program.own_bodies:
        for node in body.nodes:
            _index(program, body.file, node)
    for function in program.own.functions:
        for node in walk(function.body):
            _index(program, function.file, node)


def _index(program: Program, file: int, node: ir.Node) -> None:
    """`{plains: 2, hills: 3}[terrain]` with a word of the kind left out. Open kinds of words can't be complete."""
    if not isinstance(node, ir.Index) or not isinstance(node.of, ir.Table) or isinstance(node.key, ir.Word):
        return
    keys = [key for key, _ in node.of.entries]
    words = {key.word for key in keys if isinstance(key, ir.Word)}
    first = keys[0] if keys else None
    if not isinstance(first, ir.Word) or len(words) < len(keys):
        return
    kind = program.word_kinds.get(first.kind)
    if kind is None or not kind.closed:
        return
    missing = [word for word in kind.words if word not in words]
    if missing:
        program.report("table-without-word", file, node.at, kind=kind.name, missing=" and ".join(missing))
