"""The lints: what is most likely not meant, though it can be run.

Each file holds one topic with a function `check(program)`. They are warnings unless surely wrong, few and true: a lint
that cries wolf is worse than none. `# allow NAME` on a line says that this one is meant so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from greyc.compiler.checks import (
    active,
    boards,
    constant,
    cycles,
    endless,
    hidden,
    modifiers,
    reachable,
    running,
    tables,
    titles,
    unused,
)
from greyc.compiler.checks.program import Program
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.unit import Unit
from greyc.runtime import ir

CHECKS: Final[Sequence[Callable[[Program], None]]] = (
    unused.check,
    reachable.check,
    constant.check,
    active.check,
    endless.check,
    cycles.check,
    running.check,
    tables.check,
    hidden.check,
    boards.check,
    modifiers.check,
    titles.check,
)


def run_checks(packs: Sequence[ir.Pack], units: Sequence[Unit], reporter: Reporter) -> None:
    """Looks at the last of these packs, the others being what it requires, each after what it requires itself."""
    program = Program(packs, units, reporter)
    for check in CHECKS:
        check(program)
