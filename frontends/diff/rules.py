"""Rules: verbs, actions, functions, abilities, boards, keywords, and hooks, whenevers, modifiers and checks, which have no
name and are told by their heads."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from greyc.frontends.diff.pair import Pair, beside
from greyc.frontends.diff.plain import plain
from greyc.runtime import ir

_NAMED: Final[dict[str, Callable[[ir.Pack], Sequence[Any]]]] = {
    "verb": lambda pack: pack.verbs,
    "action": lambda pack: pack.actions,
    "function": lambda pack: pack.functions,
    "ability": lambda pack: pack.abilities,
    "board": lambda pack: pack.boards,
}


def compare_rules(pair: Pair) -> None:
    for sort, declared in _NAMED.items():
        for name, old, new in beside(pair, sort, declared(pair.was), declared(pair.now)):
            _named(pair, "rules", sort, name, old, new)
    for name, was, now in beside(pair, "keyword", pair.was.keywords, pair.now.keywords):
        _named(pair, "keywords", "keyword", name, was, now)
    compare_words(pair, pair.was.words, pair.now.words, "")
    compare_checks(pair, pair.was.checks, pair.now.checks, "")
    _order(pair)


def _named(pair: Pair, group: str, sort: str, name: str, old: Any, new: Any) -> None:
    title = _called(sort, old, new)
    if old is None or new is None:
        pair.own.add((sort, name))
        pair.tell(group, "added" if old is None else "removed", sort, name, title, node=new, gone=old)
        return
    if old.name != new.name:
        pair.tell(group, "renamed", sort, name, title, old=old.name, new=new.name, node=new)
    if pair.same(old, new):
        return
    if sort == "keyword" and not old.params and not new.params and pair.same(_without_words(old), _without_words(new)):
        lines = pair.words(old, new)
    else:
        lines = pair.rewritten(old, new)
    if lines is not None:
        pair.coded.add((sort, name))
        pair.tell(group, "changed", sort, name, title, code=lines, node=new)


def _without_words(keyword: ir.Keyword) -> list[Any]:
    return [keyword.on, keyword.fields, keyword.keywords]


def _called(sort: str, old: Any, new: Any) -> str:
    node = new if new is not None else old
    prefix = "extend " if getattr(node, "extension", False) else "override " if getattr(node, "override", False) else ""
    return f"{prefix}{sort} {node.name}"


# ---- what has no name -----------------------------------------------------------------------

_KINDS: Final = {ir.Hook: "hook", ir.Whenever: "whenever", ir.Modifier: "modify", ir.AbilityBlock: "ability"}


def _all(words: ir.Words) -> list[Any]:
    return [*words.hooks, *words.whenevers, *words.modifiers, *words.abilities]


def _key(node: Any, pair: Pair | None) -> tuple[str, ...]:
    renames = pair.renames if pair is not None else {}
    match node:
        case ir.Hook():
            return ("hook", node.timing, renames.get((node.watches, node.name), node.name))
        case ir.AbilityBlock():
            return ("ability", node.ability)
    return (_KINDS[type(node)],)


def compare_words(pair: Pair, was: ir.Words, now: ir.Words, on: str) -> None:
    """Hooks, whenevers, modifiers and blocks of rules, or of a kind (`on`)."""
    before, after = _all(was), _all(now)
    left = _left(pair, before, after)
    gone, came = [before[i] for i in left[0]], [after[i] for i in left[1]]
    for new in came:
        old = next((each for each in gone if _key(each, pair) == _key(new, None)), None)
        if old is not None:
            gone.remove(old)
            _changed(pair, old, new, on)
        else:
            head = _head(pair, None, new, on)
            pair.tell("rules", "added", _KINDS[type(new)], head, head, code=pair.rewritten(None, new) or (), node=new)
    for old in gone:
        head = _head(pair, old, None, on)
        pair.tell("rules", "removed", _KINDS[type(old)], head, head, code=pair.rewritten(old, None) or (), gone=old)


def _changed(pair: Pair, old: Any, new: Any, on: str) -> None:
    lines = pair.rewritten(old, new)
    if lines is not None:
        head = _head(pair, old, new, on)
        pair.coded.add(("rules", ""))
        pair.tell("rules", "changed", _KINDS[type(new)], head, head, code=lines, node=new)


def _left(pair: Pair, before: Sequence[Any], after: Sequence[Any]) -> tuple[list[int], list[int]]:
    """Which of two lists have no like in the other."""
    waiting: dict[str, list[int]] = {}
    for i, each in enumerate(before):
        waiting.setdefault(_text(plain(each, pair.renames)), []).append(i)
    came = []
    for i, each in enumerate(after):
        alike = waiting.get(_text(plain(each)))
        if alike:
            alike.pop(0)
        else:
            came.append(i)
    return sorted(i for each in waiting.values() for i in each), came


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _head(pair: Pair, old: Any, new: Any, on: str) -> str:
    """The line with which it begins, as it is written; of a bundle what is known of it."""
    before, after = pair.code(old, new)
    lines = after or before
    node = new if new is not None else old
    head = lines[0].rstrip(":") if lines else " ".join(_key(node, None)[0 if len(_key(node, None)) == 1 else 1 :])
    return f"{head} (on {on})" if on else head


def compare_checks(pair: Pair, was: Sequence[ir.Check], now: Sequence[ir.Check], on: str) -> None:
    before, after = {each.title: each for each in was}, {each.title: each for each in now}
    for title in dict.fromkeys([*after, *before]):
        old, new = before.get(title), after.get(title)
        told = f'check "{title}"' + (f" (on {on})" if on else "")
        if old is None or new is None:
            what = "added" if old is None else "removed"
            pair.tell("rules", what, "check", title, told, node=new, gone=old, mild=True)
        elif not pair.same(old, new) and (lines := pair.rewritten(old, new)) is not None:
            pair.tell("rules", "changed", "check", title, told, code=lines, node=new, mild=True)


def compare_tests(pair: Pair) -> None:
    before, after = {each.title: each for each in pair.was.tests}, {each.title: each for each in pair.now.tests}
    for title in dict.fromkeys([*after, *before]):
        old, new = before.get(title), after.get(title)
        if old is None or new is None:
            what = "added" if old is None else "removed"
            pair.tell("tests", what, "test", title, f'test "{title}"', node=new, gone=old, mild=True)
        elif not pair.same(old, new) and (lines := pair.rewritten(old, new)) is not None:
            pair.tell("tests", "changed", "test", title, f'test "{title}"', code=lines, node=new, mild=True)


def _order(pair: Pair) -> None:
    """Of words that watch the same, those that stand first go first."""
    kinds = [each for each in pair.now.kinds if _all(each.words)]
    keywords = [each for each in pair.now.keywords if _all(each.words)]
    for sort, was, now in (("kind", pair.was.kinds, kinds), ("keyword", pair.was.keywords, keywords)):
        names = [each.name for each in now]
        before = [pair.renames.get((sort, each.name), each.name) for each in was if _all(each.words)]
        before = [name for name in before if name in names]
        if before != [name for name in names if name in set(before)]:
            said = f"the {sort}s stand in another order"
            pair.tell("order", "moved", f"{sort}s", f"{sort}s", f"{sort}s".capitalize(), said=said)
    hooks_was = [_text(plain(each, pair.renames)) for each in _all(pair.was.words)]
    hooks_now = [_text(plain(each)) for each in _all(pair.now.words)]
    both = set(hooks_was) & set(hooks_now)
    after = [each for each in hooks_now if each in both]
    if [each for each in hooks_was if each in both] != after:
        pair.tell("order", "moved", "hooks", "hooks", "Rules", said="hooks and modifiers stand in another order")


__all__ = ["compare_checks", "compare_rules", "compare_tests", "compare_words"]
