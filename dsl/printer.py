"""The syntax tree for people: what `greyc build --show syntax` prints.

A line for each node, indented by depth: the field it stands in, its class, and where it begins. What has no parts
(names, numbers, texts, yes and no) stands behind its field, and absent parts are left out, so the tree of a card is
about as long as its tokens. The lines come from a stack and not from recursion, in the order of writing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from . import nodes
from .source import Source

INDENT = "  "


def show(declarations: Iterable[nodes.Declaration], source: Source) -> str:
    """The declarations of a file as a tree of lines."""
    return "".join(f"{line}\n" for declaration in declarations for line in lines(declaration, source))


def lines(node: nodes.Node, source: Source) -> Iterator[str]:
    """The lines of one node and all below it."""
    waiting: list[tuple[int, str, Any]] = [(0, "", node)]
    while waiting:
        depth, label, value = waiting.pop()
        head = INDENT * depth + (f"{label}: " if label else "")
        if not isinstance(value, nodes.Node):
            if isinstance(value, list):
                yield head.rstrip()
                waiting.extend((depth + 1, "-", item) for item in reversed(value))
            else:
                yield head + _plain(value)
            continue
        short = _short(value)
        if short is not None:
            yield head + short
            continue
        line, column = source.position(value.span[0])
        parts = []
        inline = []
        for attribute in attrs.fields(type(value)):
            part = getattr(value, attribute.name)
            if attribute.name == "span" or part is None or part == [] or part is False:
                continue
            if isinstance(part, str | bool | int):
                inline.append(f" {attribute.name}={_plain(part)}")
            else:
                parts.append((depth + 1, attribute.name, part))
        yield f"{head}{type(value).__name__}{''.join(inline)}  @{line}:{column}"
        waiting.extend(reversed(parts))


def _short(node: nodes.Node) -> str | None:
    """A node that is one token."""
    match node:
        case nodes.Name():
            return node.text
        case nodes.Number():
            return str(node.value)
        case nodes.String():
            return f'"{node.value}"'
        case nodes.Doc():
            return _plain(node.text)
    return None


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value) if isinstance(value, str) and (" " in value or "\n" in value or not value) else str(value)
