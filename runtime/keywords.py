"""Keywords that a thing has: printed on it, attached in play, or granted by a modifier.

What a keyword brings with it (keywords on keywords) comes along in all three ways. Printed and attached keywords are
entered like a card's own words; granted ones hold as long as their modifier does, so who has them is asked when it
matters. Only games that grant a keyword pay for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import attrs

from . import ir
from .emit_expr import Expressions
from .layout import AGE, BOARD, KEYWORDS, TEMPORARY, ZONE
from .link import Linked, Placed
from .state import State

if TYPE_CHECKING:
    from .codegen import Codegen
    from .program import Item

N = TypeVar("N")
M = TypeVar("M", ir.Modifier, ir.ModifyUntil)


def substituted(node: N, env: dict[str, Any]) -> N:
    """The node with locals replaced by other expressions."""
    if isinstance(node, ir.Local):
        return env.get(node.name, node)  # type: ignore[no-any-return]
    if isinstance(node, ir.Node):
        changes = {}
        for a in attrs.fields(type(node)):
            old = getattr(node, a.name)
            new = substituted(old, env)
            if new is not old:
                changes[a.name] = new
        return attrs.evolve(node, **changes) if changes else node
    if isinstance(node, list):
        made = [substituted(each, env) for each in node]
        return made if any(a is not b for a, b in zip(made, node, strict=True)) else node  # type: ignore[return-value]
    return node


def brought(linked: Linked, keyword: str, args: list[Any]) -> list[ir.GrantKeyword]:
    """What a keyword with these parameters brings with it, near to far."""
    decl = linked.keywords[keyword]
    env = dict(zip([p.name for p in decl.params], args, strict=False))
    found: list[ir.GrantKeyword] = []
    for grant in decl.keywords:
        own = substituted(grant, env)
        found += [own, *brought(linked, own.keyword, own.args)]
    return found


def expanded(linked: Linked, mods: Iterable[ir.Mod | ir.GrantKeyword]) -> list[ir.Mod | ir.GrantKeyword]:
    """Changes of a modifier, with all that the keywords it grants bring."""
    found: list[ir.Mod | ir.GrantKeyword] = []
    for mod in mods:
        found.append(mod)
        if isinstance(mod, ir.GrantKeyword):
            found += brought(linked, mod.keyword, mod.args)
    return found


class Keywords:
    """Mixed into Support."""

    gen: Codegen
    _granting: dict[str, tuple[int, ...] | None]

    def keyword_line(self, placed: Placed, more: str = "") -> str:
        """Binds the parameters of the keyword on which the words stand; `more`: further arguments of `keyword_args`."""
        params = self.gen.linked.keywords[placed.bearer.name].params
        if not params:
            return "pass"
        names = "".join(self.gen.local(p.name) + ", " for p in params)
        return f"({names}) = keyword_args(S, l_this, {placed.bearer.name!r}{more})"

    def keyword_args(
        self, S: State, x: int, name: str, given: tuple[Any, ...] | None = None, printed_card: bool = False
    ) -> tuple[Any, ...]:
        """The parameters of a keyword on a thing (or printed card): as attached last, else as printed, else as granted;
        where it was lost while its words were waiting for their turn, those it was `given` before."""
        if printed_card:
            return self.gen.program.defs[x].keywords[name]
        st = S.cells
        for attached in reversed(st[x + KEYWORDS] or ()):
            if attached[0] == name:
                return attached[1]  # type: ignore[no-any-return]
        printed = self.gen.program.defs[st[x]].keywords.get(name)
        if printed is not None:
            return printed  # type: ignore[no-any-return]
        granted = self.granted_args(S, x, name)
        if granted is not None:
            return granted
        return given if given is not None else (0,) * len(self.gen.linked.keywords[name].params)

    def given(self, S: State, uid: int, x: Any) -> tuple[Any, ...] | None:
        """What a hook or block needs of its keyword even if that is lost before it runs: its parameters, if it has any."""
        name = self.gen.with_parameters.get(uid)
        return None if name is None else self.keyword_args(S, x, name)

    def blocks_to_run(self, S: State, x: Any, printed: bool, ability: str) -> tuple[Any, ...]:
        """((unit, parameters of its keyword), ...) of the blocks of an ability on a thing or printed card."""
        units = self.ability_blocks(S, x, printed, ability)  # type: ignore[attr-defined]
        return tuple([(uid, None if printed else self.given(S, uid, x)) for uid in units])

    # ---- granted by modifiers ---------------------------------------------------------------

    def granted_args(self, S: State, x: int, name: str) -> tuple[Any, ...] | None:
        """The parameters of a keyword that a modifier grants to a thing; None if none does."""
        gen = self.gen
        if name not in gen.grants:
            return None
        function = gen.ns.get(f"gk_{name}")
        if function is None:
            self.grant_reader(name)
            function = gen.ns[f"gk_{name}"]
        return function(S, x)  # type: ignore[no-any-return]

    def grant_reader(self, name: str) -> None:
        gen = self.gen
        lines: list[tuple[str, ir.At | None]] = [
            ("S.fuel -= 1", None),
            ("if S.fuel < 0:", None),
            ("    tick(S)", None),
        ]
        if name in gen.temporary:
            lines += [
                (f"for _t in st[{TEMPORARY}]:", None),
                (f"    if _t[0] == x and _t[1] == {name!r}:", None),
                ("        return _t[3]", None),
            ]
        gen.ns[f"gk_{name}"] = None
        granting = gen.grants[name]
        for placed in granting:
            x = Expressions(gen)
            for mod in placed.node.mods:
                if isinstance(mod, ir.GrantKeyword) and mod.keyword == name:
                    args = "".join(f"{x(a)}, " for a in mod.args)
                    lines += self.target_lines(placed, self.applied(mod, f"return ({args})"))  # type: ignore[attr-defined]
        lines.append(("return None", None))
        first = granting[0] if granting else None
        gen.simple(f"gk_{name}", ", x", lines, first.pack if first else 0, first.node.file if first else 0)

    def keyword_reader(self, function: str, name: str) -> None:
        """`m.tank` where a modifier may grant it."""
        gen = self.gen
        if f"gk_{name}" not in gen.ns:
            self.grant_reader(name)
        test = f"has_keyword(st, x, {gen.keyword_set(name)}, {name!r}) or gk_{name}(S, x) is not None"
        gen.simple(function, ", x", [(f"return {test}", None)], 0, -1)

    def granting_cells(self, keyword: str) -> tuple[int, ...] | None:
        """Cells that are all empty while nothing grants the keyword; None: something may grant it at any time."""
        gen = self.gen
        if keyword not in self._granting:
            cells = [gen.modifier_cells.get(p.number) for p in gen.grants[keyword]]
            sure = all(c is not None and c not in gen.granted_items for c in cells)
            temporary = [TEMPORARY] if keyword in gen.temporary else []
            self._granting[keyword] = tuple(temporary + [c for c in cells if c is not None]) if sure else None
        return self._granting[keyword]

    def granted(self, S: State, keyword: str, item: Item, things: Iterable[int] | None = None) -> list[int]:
        """Things (of those given) in which a keyword's words are in force only because a modifier grants it."""
        gen, st, P = self.gen, S.cells, self.gen.P
        program = gen.program
        cells = self.granting_cells(keyword)
        if cells is not None and not [c for c in cells if st[c]]:
            return []
        if things is None:
            kinds = {k for on in gen.linked.keywords[keyword].on for k in program.layouts[on].children}
            things = [x for k in sorted(kinds) if k in program.every_cell for x in st[program.every_cell[k]]]
        found: list[int] = []
        for x in things:
            zone, d = st[x + ZONE], st[x]
            if zone is not None:
                here = program.zones[st[zone + 1][1]].name in (item.zones or P.active_names[d])
            else:
                here = P.is_seat[d] or (P.is_place[d] and st[x + BOARD] is not None)
            if not here or item in P.items_now(st, x):
                continue
            if self.granted_args(S, x, keyword) is not None:
                found.append(x)
        return found

    def borne(self, S: State, cell: int) -> tuple[Any, ...]:
        """The entries of a registry, with those of things that have the keyword only by grant, in order."""
        item = self.gen.granted_items[cell]
        pack, part, number = item.rank
        st = S.cells
        more = [(pack, part, st[x + AGE], number, item.uid, x) for x in self.granted(S, item.placed.bearer.name, item)]
        return tuple(sorted((*st[cell], *more), key=lambda e: e[:4])) if more else st[cell]

    def bearers(self, placed: Placed, cell: int) -> str:
        """Source of the entries of those on whom words work."""
        return f"borne(S, {cell})" if cell in self.gen.granted_items else f"st[{cell}]"


__all__ = ["Keywords", "brought", "expanded", "substituted"]
