"""What expressions do with lists: small helpers of generated code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .state import Broke, State


def first(items: Any) -> Any:
    return items[0] if items else None


def last(items: Any) -> Any:
    return items[-1] if items else None


def best(items: Any, key: Callable[[Any], Any], highest: bool) -> tuple[Any, ...]:
    """All items with the best key, in their order."""
    if not items:
        return ()
    keys = [key(i) for i in items]
    wanted = max(keys) if highest else min(keys)
    return tuple([i for i, k in zip(items, keys, strict=True) if k == wanted])


def without(S: State, items: Any, less: Any) -> tuple[Any, ...]:
    """`items` less one occurrence of each of `less`."""
    if len(less) > 1:
        S.charge(len(items) * len(less) >> 3)
    left = list(items)
    for i in less:
        if i in left:
            left.remove(i)
    return tuple(left)


def position(item: Any, items: Any) -> int:
    return items.index(item) + 1 if item in items else 0


def any_(items: Any) -> bool:
    return bool(items) and (True in items or any(i is not False for i in items))


def numbers(S: State, low: int, high: int) -> range | tuple[int, ...]:
    if high - low >= S.budget.items:
        raise Broke("budget", f"a list of more than {S.budget.items} numbers")
    if high - low > 64:
        S.charge(high - low >> 3)
    return tuple(range(low, high + 1))


def keys(tally: dict[Any, int], words: Iterable[str] | None) -> tuple[Any, ...]:
    """What a tally counts, in the order of the words, or of numbers."""
    if words is None:
        return tuple(sorted(k for k, v in tally.items() if v))
    return tuple([word for word in words if tally.get(word)])


__all__ = ["any_", "best", "first", "keys", "last", "numbers", "position", "without"]
