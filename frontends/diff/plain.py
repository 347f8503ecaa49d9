"""Nodes of the IR as plain data to compare: what counts is what is played, not where or how it is written.

Left out are places, words for readers, and names of an expression's own variables; types that follow from a declaration
elsewhere are, too, so that one wider range is one change and not one at each line that writes the state. A renamed
declaration has its new name on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import attrs

from greyc.runtime import ir

Renames: TypeAlias = Mapping[tuple[str, str], str]
"""(sort, old name) -> new name; sorts are card, verb, function, action, keyword."""

_PLACES: Final = frozenset({"at", "file"})
_WORDS: Final = frozenset({"title", "titles", "text", "log", "prompt", "message"})
_FOLLOWS: Final = {
    ir.SetState: {"type", "kind"},
    ir.SetLocal: {"type"},
    ir.Query: {"type"},
    ir.Get: {"kind", "printed"},
    ir.Base: {"kind"},
    ir.ZoneRef: {"kind"},
    ir.Cost: {"kind"},
    ir.Mod: {"kind"},
    ir.Expect: {"source", "parts"},
    ir.Test: {"aliases", "title"},
    ir.Check: {"title"},
    ir.When: {"words"},
    ir.Function: {"result"},
    ir.Verb: {"result"},
}
"""What of a node is worked out from what it names, or said elsewhere."""

_BINDS: Final = {ir.Local: "name", ir.Query: "name", ir.Let: "name", ir.SetLocal: "name", ir.Split: "share"}
_ALIAS: Final = (ir.Pick, ir.CallVerb, ir.If, ir.Hook)

_NAMES: Final[dict[type, dict[str, str]]] = {
    ir.Printed: {"card": "card"},
    ir.Copy: {"card": "card"},
    ir.IsCard: {"card": "card"},
    ir.Cell: {"card": "card"},
    ir.CallVerb: {"verb": "verb"},
    ir.Stop: {"verb": "verb"},
    ir.During: {"verb": "verb"},
    ir.Call: {"function": "function"},
    ir.Can: {"action": "action"},
    ir.DoAction: {"action": "action"},
    ir.KeywordRef: {"name": "keyword"},
    ir.GrantKeyword: {"keyword": "keyword"},
    ir.Card: {"name": "card"},
    ir.Verb: {"name": "verb"},
    ir.Function: {"name": "function"},
    ir.Action: {"name": "action"},
    ir.Keyword: {"name": "keyword"},
}
"""Where a node names something that may have been renamed: attribute -> sort."""


def plain(node: Any, renames: Renames | None = None) -> Any:
    """The node, or a list of them, as lists, dicts and scalars that are equal where the same is played."""
    return _Plain(renames or {}).of(node)


class _Plain:
    def __init__(self, renames: Renames) -> None:
        self.renames = renames
        self.locals: dict[str, str] = {}

    def of(self, node: Any) -> Any:
        if isinstance(node, ir.Message):
            return None
        if isinstance(node, ir.Node):
            return self.node(node)
        if isinstance(node, list | tuple):
            return [self.of(each) for each in node]
        if isinstance(node, dict):
            return {str(key): self.of(each) for key, each in node.items()}
        return node

    def node(self, node: ir.Node) -> Any:
        cls = type(node)
        left_out = _FOLLOWS.get(cls, ())
        names = _NAMES.get(cls, {})
        out: dict[str, Any] = {"op": node.op}
        for a in attrs.fields(cls):
            key = a.name
            if key in _PLACES or key in _WORDS or key in left_out:
                continue
            value = getattr(node, key)
            if isinstance(value, str):
                if key == _BINDS.get(cls) or (key == "alias" and cls in _ALIAS):
                    value = self.local(value)
                elif key in names:
                    value = self.renames.get((names[key], value), value)
                elif cls is ir.Hook and key == "name":
                    value = self.renames.get((str(getattr(node, "watches")), value), value)  # noqa: B009
                elif cls is ir.Has and key == "name":
                    value = self.renames.get((str(getattr(node, "what")), value), value)  # noqa: B009
                elif key == "once":
                    value = self.renames.get(("verb", value), value)
            elif key == "binds":
                value = {label: self.local(name) for label, name in value.items()}
            elif key in ("until", "changed_by"):
                value = [self.renames.get(("verb", each), each) for each in value] if isinstance(value, list) else value
            out[key] = value if isinstance(value, str) else self.of(value)
        return out

    def local(self, name: str) -> str:
        return name if name == "this" else self.locals.setdefault(name, f"${len(self.locals)}")


__all__ = ["Renames", "plain"]
