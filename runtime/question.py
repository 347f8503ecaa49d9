"""Whether what waits in a save can go on: its units, and the open question, which must be the one that its statement asks. Both
are data of the host, as cells are.

What each sort of question has in it stands in `decide`. Bots and front ends take it apart as it is, so that a part too many or an
amount that nobody can choose would break the game at the next answer.
"""

from __future__ import annotations

from typing import Any

from . import ir
from .codegen import Codegen
from .layout import ALL_SEATS, FIRING, GREATEST, THINGS
from .sound import Unsound, fits
from .state import State

_PARTS = {"choose": 7, "order": 4, "one": 4, "may": 3, "split": 5, "offer": 6}


def sound_frames(gen: Codegen, state: State) -> None:
    """Raises Unsound for a unit that can't wait there, or knows too much or too little for going on."""
    for uid, pc, local in state.frames:
        if type(uid) is not int or type(pc) is not int or not 0 <= uid < len(gen.units):
            raise Unsound(f"nothing can go on at {uid!r:.60}:{pc!r:.60}")
        gen.compiled(uid)
        body = gen.bodies[uid]
        if gen.units[uid][0] == "whenever check":  # written by hand: it waits for the one whose body runs
            good = pc == 1 and local in state.cells[FIRING]
        else:
            many = isinstance(local, tuple) and len(local) == len(body.params) + len(body.locals)
            good = many and pc in [label for label, _ in body.blocks]
        if not good:
            raise Unsound(f"nothing can go on at {uid}:{pc} with what it knows")


def sound_question(gen: Codegen, state: State) -> None:
    """Raises Unsound where the open question is none."""
    pending = state.pending
    if pending is None:
        return
    sort = pending[0] if isinstance(pending, tuple) and pending else None
    if not isinstance(sort, str) or len(pending) != _PARTS.get(sort):
        raise Unsound(f"nothing asks {pending!r:.60}")
    known = frozenset(state.cells[THINGS])
    node = _statement(gen, state, pending[1], sort)
    who, seats = pending[2], known if sort == "offer" else frozenset(state.cells[ALL_SEATS])
    if not _all(who, lambda each: type(each) is int and each in seats) or not who:
        raise Unsound(f"nobody can be asked by {who!r:.60}")
    if not _parts(gen, state, known, node, pending):
        raise Unsound(f"the question can't be {pending[3:]!r:.60}")


def _statement(gen: Codegen, state: State, site: Any, sort: str) -> Any:
    """The statement that asks, of the unit that waits."""
    unit = state.frames[-1][0] if state.frames else None
    if not isinstance(site, tuple) or len(site) != 2 or site[0] != unit or type(site[1]) is not int:
        raise Unsound(f"no statement asks at {site!r:.60}")
    gen.compiled(site[0])
    sites = gen.bodies[site[0]].sites
    if not 0 <= site[1] < len(sites) or sites[site[1]][0] != sort:
        raise Unsound(f"no statement asks at {site!r:.60}")
    return sites[site[1]][1]


def _parts(gen: Codegen, state: State, known: frozenset[int], node: Any, pending: tuple[Any, ...]) -> bool:
    def candidates(query: ir.Query) -> bool:
        return bool(pending[3]) and _all(
            pending[3], lambda each: fits(gen.program, state.cells, known, str(query.type), each)
        )

    match pending[0]:
        case "choose":
            low, high, may = pending[4:]
            amounts = type(low) is int and type(high) is int and type(may) is bool
            if not amounts or may is not node.may or not candidates(node.pick.query):
                return False
            if node.pick.amount is None:
                return bool(low == high == 1)
            return bool(0 <= low <= high <= len(pending[3]) and high > 0)
        case "order":
            return candidates(node.query)
        case "one":
            options = range(len(node.options))
            return bool(pending[3]) and _all(pending[3], lambda each: type(each) is int and each in options)
        case "split":
            return candidates(node.query) and type(pending[4]) is int and 0 < pending[4] <= GREATEST
        case "offer":
            given, names = pending[4:]
            groups = pending[3] == tuple(node.groups) and names == tuple(node.givens)
            return groups and isinstance(given, tuple) and len(given) == len(names)
    return True


def _all(values: Any, test: Any) -> bool:
    return isinstance(values, tuple) and all(test(each) for each in values)


__all__ = ["sound_frames", "sound_question"]
