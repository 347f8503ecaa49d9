"""Blocks of a unit's code, made fewer: each `if pc == 3:` costs a comparison whenever control comes by."""

from __future__ import annotations

from collections import Counter

from . import ir

Block = tuple[int, list[tuple[str, ir.At | None]]]


def joined(blocks: list[Block], kept: set[int | None]) -> list[Block]:
    """The same code in fewer blocks, since each costs a comparison whenever control comes by: who jumps to a block that
    only jumps on goes there at once, and what is only ever reached from the block above stands in it. Where a call waits
    keeps its number, for frames in saves."""
    order = {label: place for place, (label, _) in enumerate(blocks)}
    onward: dict[int, str] = {}
    for label, lines in blocks:
        texts = [text for text, _ in lines]
        if texts and texts[0].startswith("pc = ") and texts[1:] in ([], ["continue"]):
            onward[label] = texts[0][5:]

    def target(label: str) -> str:
        seen = {label}
        while label.isdigit() and (further := onward.get(int(label))) is not None and further not in seen:
            seen.add(further)
            label = further
        return label

    out: list[Block] = []
    for label, lines in blocks:
        fresh: list[tuple[str, ir.At | None]] = []
        for i, (text, at) in enumerate(lines):
            before, sign, to = text.partition("pc = ")
            last = i + 1 == len(lines)
            if sign and not before.strip() and (last or lines[i + 1][0].strip() == "continue"):
                fresh.append((f"{before}pc = {target(to)}", at))
                if last and target(to) != to and order[int(target(to))] <= order[label]:
                    fresh.append((f"{before}continue", at))
            else:
                fresh.append((text, at))
        out.append((label, fresh))
    used = Counter(text.strip() for _, lines in out for text, _ in lines if text.lstrip().startswith("pc = "))
    done: list[Block] = []
    for label, lines in out:
        own = f"pc = {label}"
        if done and label not in kept:
            if not used[own]:
                continue
            above = done[-1][1]
            if used[own] == 1 and above and above[-1][0] == own:
                above[-1:] = lines
                continue
        done.append((label, lines))
    return done


__all__ = ["joined"]
