"""What guards make sure: `x is hero`, `x is not nothing`, `E < far`, and how `and`, `or` and `not` put facts together."""

from __future__ import annotations

from greyc.compiler.scope import Facts
from greyc.compiler.types import Kind, OneOf, Optional, Printed, Type, is_thing, join, kinds_of, one_of, optional

NO_FACTS: Facts = {}


def narrowed(of: Type, to: Kind) -> Type | None:
    """What is of type `of` and of the kind `to`; None if nothing can be."""
    if isinstance(of, Optional):
        return narrowed(of.of, to)
    if isinstance(of, Printed):
        inner = narrowed(of.of, to)
        return Printed(inner) if isinstance(inner, Kind | OneOf) else None
    found: list[Kind] = []
    for kind in kinds_of(of):
        if to.name in kind.lineage:
            found.append(kind if to.also is None else to)
        elif kind.name in to.lineage:
            found.append(to)
    return one_of(tuple(found)) if found else None


def excluded(of: Type, kind: Kind) -> Type | None:
    """What is of type `of` and not of that kind, where the type can say so."""
    inner = of.of if isinstance(of, Optional) else of
    if not isinstance(inner, OneOf):
        return None
    kept = tuple(k for k in inner.kinds if kind.name not in k.lineage)
    if not kept or len(kept) == len(inner.kinds):
        return None
    return optional(one_of(kept)) if isinstance(of, Optional) else one_of(kept)


def both(one: Facts, other: Facts) -> Facts:
    """Facts where both conditions hold; the second was asked knowing the first."""
    return {**one, **other} if one and other else one or other


def either(one: Facts, other: Facts) -> Facts:
    """Facts where one of the two holds: what both say."""
    if not one or not other:
        return NO_FACTS
    found: dict[str, Type] = {}
    for key, of in one.items():
        if key in other:
            shared = _wider(of, other[key])
            if shared is not None:
                found[key] = shared
    return found


def _wider(one: Type, other: Type) -> Type | None:
    if is_thing(one) and is_thing(other):
        return one_of(tuple(dict.fromkeys(kinds_of(one) + kinds_of(other))))
    return join(one, other)
