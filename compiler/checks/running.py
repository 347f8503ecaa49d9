"""Verbs named by `stop`, `until`, `during` and `once per` that can't be running there, or never run at all."""

from __future__ import annotations

from greyc.compiler.checks.program import Program
from greyc.runtime import ir


def check(program: Program) -> None:
    if not any(not game.extension for pack in program.packs for game in pack.games):
        return
    called = program.mentions.verbs
    for body in program.own_bodies:
        for node in body.nodes:
            match node:
                case ir.Stop(verb=str(verb)):
                    if verb in called and body.node not in program.flow.reachable(f"verb:{verb}"):
                        program.report("never-running", body.file, node.at, verb=verb, where=body.label)
                case ir.ModifyUntil():
                    for verb in node.until:
                        _runs(program, called, verb, body.file, node.at)
    for kind in program.own.kinds:
        ends = [(state.until, state.at) for state in kind.states] + [(zone.until, zone.at) for zone in kind.zones]
        for until, at in ends:
            for verb in until:
                _runs(program, called, verb, kind.file, at)
    for ability in program.own.abilities:
        if ability.once is not None and ability.once != "game":
            _runs(program, called, ability.once, ability.file, ability.at)
    for action in program.own.actions:
        if action.once is not None and action.once != "game":
            _runs(program, called, action.once, action.file, action.at)


def _runs(program: Program, called: set[str], verb: str, file: int, at: ir.At) -> None:
    if verb not in called:
        program.report("period-never-runs", file, at, verb=verb)
