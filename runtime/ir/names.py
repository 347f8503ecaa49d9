"""Names in IR that comes from outside are plain names.

The code generator writes names, signs and bounds of types into the source it compiles, so in a bundle that somebody
else made each of them is looked at before anything reads it. Whatever is not listed here as text for readers must be a
name: a new node is on the safe side by itself.
"""

from __future__ import annotations

import re
from typing import Any, Final
from unicodedata import normalize

import attrs

from .decl import Bundle
from .expr import Node

# A node's op and attribute, or an attribute of any node: what may hold any text. Nodes below it are looked at all the same.
TEXT: Final = {
    "title", "id", "files", "texts", "printed", "version", "requires", "source", "show", "titles",
    "str.value", "pack.name", "bundle.packs", "expect.parts", "message.args", "rolls.faces",
    "die_decl.faces",
}  # fmt: skip
_SIGNS: Final = {
    "arith": {"+", "-", "*", "/", "%"},
    "compare": {"==", "!=", "<", "<=", ">", ">="},
    "set_local": {"=", "+", "-"},
    "set_state": {"=", "+", "-"},
    "mod": {"=", "+", "-", "*"},
}
_TYPES: Final = {"type", "function.result", "verb.result"}
_TYPE: Final = re.compile(r"-?\d{1,18}\.\.-?\d{1,18}\??|[\w<>|,? ]*")


def is_name(text: str) -> bool:
    """Letters, digits and `_` as Python reads them too: a name that it would write in another way is none."""
    return text.isidentifier() and (text.isascii() or normalize("NFKC", text) == text)


def check_names(bundle: Bundle) -> None:
    """Raises ValueError for a name in the bundle that is none."""
    for name, pack in bundle.packs.items():
        if pack.name != name:
            raise ValueError(f"the pack {pack.name!r:.60} stands under the name {name!r:.60}")
    _node(bundle)


def _node(node: Node) -> None:
    for a in attrs.fields(type(node)):
        where = f"{node.op}.{a.name}"
        value = getattr(node, a.name)
        if a.name == "sign":
            if value not in _SIGNS[node.op]:
                raise ValueError(f"{value!r:.60} is no sign of {node.op}")
        elif where == "test.aliases":
            _value(list(value), where, False)
            for type_ in value.values():
                _type(type_, where)
        elif a.name in _TYPES or where in _TYPES:
            _type(value, where)
        else:
            _value(value, where, a.name in TEXT or where in TEXT)


def _type(value: str | None, where: str) -> None:
    if value is not None and not _TYPE.fullmatch(value):
        raise ValueError(f"{value!r:.60} is no type, in {where}")


def _value(value: Any, where: str, text: bool) -> None:
    if isinstance(value, str):
        if value and not text and not is_name(value):
            raise ValueError(f"{value!r:.60} is no name, in {where}")
    elif isinstance(value, Node):
        _node(value)
    elif isinstance(value, (list, tuple)):
        for each in value:
            _value(each, where, text)
    elif isinstance(value, dict):
        for key, each in value.items():
            _value(key, where, text)
            _value(each, where, text)


__all__ = ["TEXT", "check_names", "is_name"]
