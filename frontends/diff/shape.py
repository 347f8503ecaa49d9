"""The game's shape: options, seats, the table; kinds with their fields, states and zones; words and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from greyc.frontends.cells import number_of
from greyc.frontends.diff.pair import Pair, beside, value
from greyc.frontends.diff.rules import compare_checks, compare_words
from greyc.frontends.written import written
from greyc.runtime import ir

Member: TypeAlias = ir.FieldDecl | ir.StateDecl | ir.ZoneDecl | ir.OptionDecl


def compare_shape(pair: Pair) -> None:
    for name, old_game, new_game in beside(pair, "game", pair.was.games, pair.now.games):
        _game(pair, name, old_game, new_game)
    for name, old, new in beside(pair, "kind", pair.was.kinds, pair.now.kinds):
        _kind(pair, name, old, new)
    for name, was, now in beside(pair, "word", pair.was.word_kinds, pair.now.word_kinds):
        _words(pair, name, was, now)
    for name, was_die, now_die in beside(pair, "die", pair.was.dice, pair.now.dice):
        if _there(pair, "die", name, was_die, now_die) and was_die and now_die and not pair.same(was_die, now_die):
            old_faces, new_faces = (" ".join(map(str, die.faces)) for die in (was_die, now_die))
            pair.tell("game", "changed", "die", name, said="faces", old=old_faces, new=new_faces, node=now_die)


def _there(pair: Pair, sort: str, name: str, old: Any, new: Any) -> bool:
    """Whether both are there; tells of one that is not."""
    if old is not None and new is not None:
        return True
    pair.own.add((sort, name))
    title = f"extend {sort} {name}" if getattr(new if new is not None else old, "extension", False) else ""
    pair.tell("game", "added" if old is None else "removed", sort, name, title, node=new, gone=old)
    return False


def _game(pair: Pair, name: str, old: ir.GameDecl | None, new: ir.GameDecl | None) -> None:
    if not _there(pair, "game", name, old, new) or old is None or new is None:
        return
    title = f"game {name}"
    if old.seats != new.seats:
        was, now = (f"{low} to {high}" for low, high in (old.seats, new.seats))
        pair.tell("game", "changed", "game", name, title, said="players", old=was, new=now, node=new)
    if old.brings != new.brings:
        was, now = old.brings or "nothing", new.brings or "nothing"
        pair.tell("game", "changed", "game", name, title, said="each brings", old=was, new=now, node=new)
    _members(pair, title, "option", old, new, old.options, new.options)
    for key in dict.fromkeys([*old.presets, *new.presets]):
        if not pair.same(old.presets.get(key), new.presets.get(key)):
            preset = [
                value(each.presets.get(key)) if key in each.presets else "as the game has it" for each in (old, new)
            ]
            pair.tell("game", "changed", "option", key, said="default", old=preset[0], new=preset[1], node=new)
    _members(pair, title, "state", old, new, old.states, new.states)
    _members(pair, title, "zone", old, new, old.zones, new.zones)
    for part in ("setup", "play"):
        was_body, now_body = getattr(old, part), getattr(new, part)
        if not pair.same(was_body, now_body):
            lines = pair.lines(*pair.bodies((old, was_body), (new, now_body)))
            if lines is not None:
                pair.coded.add(("game", name))
                pair.tell("rules", "changed", "game", f"{name}.{part}", f"{title}: {part}", code=lines, node=new)
    _expression(pair, title, "decides", old, new, old.decides, new.decides)
    _expression(pair, title, "score", old, new, [old.score, old.score_of], [new.score, new.score_of], mild=True)
    if old.show != new.show:
        pair.tell("pack", "changed", "show", name, title, said="how its table is drawn", mild=True)


def _expression(pair: Pair, title: str, said: str, old: Any, new: Any, was: Any, now: Any, mild: bool = False) -> None:
    if pair.same(was, now):
        return
    shown = [_shown(each[0] if isinstance(each, list) else each) for each in (was, now)]
    pair.tell("rules", "changed", said, title, title, said=said, old=shown[0], new=shown[1], node=new, mild=mild)


def _shown(node: Any) -> str:
    return "nothing" if node is None else written(node)


def _kind(pair: Pair, name: str, old: ir.Kind | None, new: ir.Kind | None) -> None:
    if not _there(pair, "kind", name, old, new) or old is None or new is None:
        return
    title = f"kind {name}"
    if (old.parent, old.root) != (new.parent, new.root):
        pair.tell("game", "changed", "kind", name, title, said="is", old=old.parent, new=new.parent, node=new)
    if old.active_in != new.active_in:
        was, now = (", ".join(each.active_in) or "nowhere" for each in (old, new))
        pair.tell("rules", "changed", "kind", name, title, said="active in", old=was, new=now, node=new)
    _members(pair, title, "field", old, new, old.fields, new.fields)
    _members(pair, title, "state", old, new, old.states, new.states)
    _members(pair, title, "zone", old, new, old.zones, new.zones)
    _expression(pair, title, "decides", old, new, old.decides, new.decides)
    compare_words(pair, old.words, new.words, name)
    compare_checks(pair, old.checks, new.checks, name)
    if old.show != new.show:
        pair.tell("pack", "changed", "show", name, title, said="how it is drawn", mild=True)


def _members(
    pair: Pair, title: str, sort: str, old: Any, new: Any, was: Sequence[Member], now: Sequence[Member]
) -> None:
    before, after = {each.name: each for each in was}, {each.name: each for each in now}
    owner = title.partition(" ")[2]
    for name in dict.fromkeys([*after, *before]):
        one, other = before.get(name), after.get(name)
        if one is None or other is None:
            member = other if other is not None else one
            what, verb = ("added", "new") if one is None else ("removed", "gone")
            pair.own.add((sort, f"{owner}.{name}"))
            said = f"{verb}: {sort} {name} ({_type(member)})"
            node = {"node": (new, other)} if other is not None else {"gone": (old, one)}
            pair.tell("game", what, sort, f"{owner}.{name}", title, said=said, **node)
        elif not pair.same(one, other):
            _member(pair, title, sort, owner, (old, one), (new, other))
    if [name for name in before if name in after] != [name for name in after if name in before]:
        pair.tell("order", "moved", sort, owner, title, said=f"the {sort}s stand in another order", node=new)


def _type(member: Any) -> str:
    if isinstance(member, ir.ZoneDecl):
        return ("slot" if member.slot else "zone") + f" of {'|'.join(member.kinds)}"
    default = f" = {written(member.default)}" if member.default is not None else ""
    return str(member.type).replace("..", " .. ") + default


def _member(pair: Pair, title: str, sort: str, owner: str, old: tuple[Any, Any], new: tuple[Any, Any]) -> None:
    """A member of the same name that is another: its default alone is a number like any other."""
    one, other = old[1], new[1]
    name = other.name
    path = f"{owner}.{name}"
    lines = pair.rewritten(old, new)
    if lines is None:
        return
    defaults = [getattr(each, "default", None) for each in (one, other)]
    parts = [key for key in plain_parts(one) if not pair.same(getattr(one, key), getattr(other, key))]
    if parts == ["default"]:
        count = _following(pair, owner, name) if sort == "field" else 0
        said = f"{name}: default" + (f" (of {number_of(count, 'card')})" if count else "")
        group = "values" if sort == "field" else "game"
        was, now = ("none" if each is None else value(each) for each in defaults)
        pair.tell(group, "changed", sort, path, title, said=said, old=was, new=now, node=new)
        return
    was, now = _type(one), _type(other)
    if was != now:
        pair.tell("game", "changed", sort, path, title, said=f"{sort} {name}", old=was, new=now, node=new)
    else:
        pair.tell("game", "changed", sort, path, title, said=f"{sort} {name}", code=lines, node=new)


def plain_parts(member: Any) -> list[str]:
    """What makes a member, without where it stands and what it is called."""
    return [key for key in type(member).__annotations__ if key not in ("name", "title", "at", "op")]


def _following(pair: Pair, kind: str, field: str) -> int:
    """How many cards leave a field out."""
    return sum(field not in card.fields and kind in pair.after.lineage(card.kind) for card in pair.now.cards)


def _words(pair: Pair, name: str, old: ir.WordKind | None, new: ir.WordKind | None) -> None:
    if not _there(pair, "word", name, old, new) or old is None or new is None or pair.same(old, new):
        return
    gone = [word for word in old.words if word not in new.words]
    came = [word for word in new.words if word not in old.words]
    pair.own.update(("word", word) for word in [*gone, *came])
    said = "; ".join(
        f"{verb}: {', '.join(words)}" for verb, words in (("new words", came), ("words gone", gone)) if words
    )
    said = said or "the words stand in another order"
    pair.tell("game", "changed", "word", name, f"words of {name}", said=said, node=new)


__all__ = ["compare_shape"]
