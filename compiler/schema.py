"""JSON Schema from attrs classes, so that a published schema is generated and can't drift from the code.

Only the types that our JSON forms use: str, int, float, bool, None, Literal, unions, lists, tuples, dicts with str keys,
and attrs classes (closed objects with every field required; a class with an `op` is tagged by it). Anything else is a
TypeError. `aliases` gives names to types that stand in many places, such as the union of all expressions.
"""

import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}


def schema_of(root: type, *, title: str, aliases: Mapping[Any, str] | None = None) -> dict[str, Any]:
    """The schema of an attrs class and of all it refers to, JSON Schema 2020-12."""
    schema = _Schema(dict(aliases or {}))
    top = schema.reference(root)
    return {"title": title, **top, "$defs": dict(sorted(schema.defs.items()))}


class _Schema:
    def __init__(self, aliases: dict[Any, str]) -> None:
        self.aliases = aliases
        self.defs: dict[str, Any] = {}

    def reference(self, kind: Any) -> dict[str, Any]:
        """The schema of a type, by its name where it has one."""
        if kind in self.aliases:
            name = self.aliases[kind]
        elif isinstance(kind, type) and attrs.has(kind):
            name = kind.__name__.removesuffix("Json")
        else:
            return self.inline(kind)
        if name not in self.defs:
            self.defs[name] = {}  # a type may refer to itself
            self.defs[name] = self.inline(kind)
        return {"$ref": f"#/$defs/{name}"}

    def inline(self, kind: Any) -> dict[str, Any]:
        origin, args = get_origin(kind), get_args(kind)
        if kind in _PLAIN:
            return {"type": _PLAIN[kind]}
        if kind is Any or kind is object:
            return {}
        if origin is Literal:
            return {"enum": list(args)}
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.reference(each) for each in args]}
        if origin in (list, Sequence) or (origin is tuple and len(args) == 2 and args[1] is Ellipsis):
            return {"type": "array", "items": self.reference(args[0])}
        if origin is tuple:
            size = len(args)
            each = [self.reference(arg) for arg in args]
            return {"type": "array", "prefixItems": each, "items": False, "minItems": size, "maxItems": size}
        if origin in (dict, Mapping) and args[0] is str:
            return {"type": "object", "additionalProperties": self.reference(args[1])}
        if isinstance(kind, type) and attrs.has(kind):
            return self.object(kind)
        raise TypeError(f"no JSON Schema for {kind!r}")

    def object(self, kind: type) -> dict[str, Any]:
        hints = get_type_hints(kind)
        properties = {each.name: self.reference(hints[each.name]) for each in attrs.fields(kind)}
        tag = getattr(kind, "op", None)
        if isinstance(tag, str):
            properties = {"op": {"const": tag}, **properties}
        return {
            "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
