"""What ran, in lcov's trace format, which services that show coverage beside the lines read.

A line counts as hit if anything of it was covered, since how often is not counted; a condition has two branches, its being
true and its being false.
"""

from __future__ import annotations

from pathlib import Path

from greyc.compiler.diagnostics import below
from greyc.frontends.coverage import Covered, Line


def as_lcov(covered: Covered, root: Path) -> str:
    """One record for each file. Paths below `root` are relative to it."""
    records = (
        _record(below(file.path, root) or file.path, lines)
        for file, lines in zip(covered.report.files, covered.lines, strict=True)
    )
    return "\n".join(records)


def _record(path: str, lines: dict[int, Line]) -> str:
    branches = [
        (number, block, branch, "-" if not any(condition) else str(int(has)))
        for number, line in lines.items()
        for block, condition in enumerate(line.conditions)
        for branch, has in enumerate(condition)
    ]
    out = ["TN:", f"SF:{path}"]
    out += [f"BRDA:{number},{block},{branch},{taken}" for number, block, branch, taken in branches]
    out += [f"BRF:{len(branches)}", f"BRH:{sum(taken == '1' for *_, taken in branches)}"]
    out += [f"DA:{number},{int(line.covered > 0)}" for number, line in lines.items()]
    out += [f"LF:{len(lines)}", f"LH:{sum(line.covered > 0 for line in lines.values())}", "end_of_record"]
    return "\n".join(out)
