"""JSON Schema from attrs classes, so that a published schema is generated and can't drift from the code.

Only the types that our JSON forms use: str, int, float, bool, None, Literal, unions, lists, tuples of one type,
dicts with str keys, and attrs classes (closed objects with every field required). Anything else is a TypeError.
"""

import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import attrs

_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}


def schema_of(root: type, *, title: str) -> dict[str, Any]:
    """The schema of an attrs class and of all it refers to, JSON Schema 2020-12."""
    defs: dict[str, Any] = {}
    top = _type(root, defs)
    return {"title": title, **top, "$defs": dict(sorted(defs.items()))}


def _type(kind: Any, defs: dict[str, Any]) -> dict[str, Any]:
    origin, args = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind is Any or kind is object:
        return {}
    if origin is Literal:
        return {"enum": list(args)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [_type(each, defs) for each in args]}
    if origin in (list, Sequence) or (origin is tuple and len(args) == 2 and args[1] is Ellipsis):
        return {"type": "array", "items": _type(args[0], defs)}
    if origin in (dict, Mapping) and args[0] is str:
        return {"type": "object", "additionalProperties": _type(args[1], defs)}
    if isinstance(kind, type) and attrs.has(kind):
        return {"$ref": f"#/$defs/{_object(kind, defs)}"}
    raise TypeError(f"no JSON Schema for {kind!r}")


def _object(kind: type, defs: dict[str, Any]) -> str:
    name = kind.__name__.removesuffix("Json")
    if name not in defs:
        defs[name] = {}  # a class may refer to itself
        hints = get_type_hints(kind)
        names = [each.name for each in attrs.fields(kind)]
        defs[name] = {
            "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
            "type": "object",
            "properties": {each: _type(hints[each], defs) for each in names},
            "required": names,
            "additionalProperties": False,
        }
    return name
