"""Which attributes of a node's class can hold other nodes.

Found once for each class from its annotations, so that going through a pack touches only those.
"""

from typing import Final

import attrs

_PLAIN = frozenset(
    {
        "<class 'str'>",
        "<class 'int'>",
        "<class 'bool'>",
        "str | None",
        "list[str]",
        "list[int | str]",
        "tuple[int, int]",
    }
)

HOLDERS: Final[dict[type, tuple[str, ...]]] = {}
"""What `holders` has found so far, for loops in which a call would count."""


def holders(cls: type) -> tuple[str, ...]:
    """The names of these attributes, in the order of writing."""
    found = HOLDERS.get(cls)
    if found is None:
        fields = attrs.fields(cls)
        found = HOLDERS[cls] = tuple(each.name for each in fields if each.name != "at" and str(each.type) not in _PLAIN)
    return found


__all__ = ["HOLDERS", "holders"]
