"""Conditions and texts that look into a zone nobody may see: what may be done, or what is said, would give it away."""

from __future__ import annotations

from collections.abc import Iterator

from greyc.compiler.checks.program import Program
from greyc.compiler.walk import walk
from greyc.runtime import ir

_LOOKS = ("top", "first", "last")


def check(program: Program) -> None:
    for action in program.own.actions:
        for step in action.steps:
            at = step.at if isinstance(step, ir.When | ir.Cost) else action.at
            _look(program, action.file, at, step)
        _look(program, action.file, action.at, action.title)
    for body in program.own_bodies:
        for node in body.nodes:
            if isinstance(node, ir.ChoiceOption):
                _look(program, body.file, node.at, node.title, node.cond)
            elif isinstance(node, ir.Choose | ir.May | ir.ChooseOne):
                _look(program, body.file, node.at, node.prompt)


def _look(program: Program, file: int, at: ir.At, *nodes: ir.Node | None) -> None:
    for node in nodes:
        for zone in _seen_zones(program, node):
            program.report("hidden-zone", file, at, zone=zone)
            return


def _seen_zones(program: Program, root: ir.Node | None) -> Iterator[str]:
    """Zones whose members are looked at one by one; counting them gives nothing away."""
    for node in walk(root):
        source: ir.Node | None = None
        match node:
            case ir.Query():
                source = node.source
            case ir.Builtin() if node.name in _LOOKS and node.args:
                source = node.args[0]
        zone = source.zone if isinstance(source, ir.Contents) else source
        if isinstance(zone, ir.ZoneRef):
            found = program.zones.get((zone.kind, zone.name))
            if found is not None and found.hidden and not found.seen_by:
                yield zone.name
