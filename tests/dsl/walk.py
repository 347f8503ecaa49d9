"""Walking over a syntax tree, for tests."""

from collections.abc import Iterator

import attrs

from greyc.dsl import nodes


def below(node: nodes.Node) -> Iterator[nodes.Node]:
    """The direct parts of a node, in the order of its fields, without its doc comment."""
    for attribute in attrs.fields(type(node)):
        value = getattr(node, attribute.name)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, nodes.Node) and attribute.name != "doc":
                yield part


def all_below(node: nodes.Node) -> Iterator[nodes.Node]:
    """A node and everything below it."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(below(node))
