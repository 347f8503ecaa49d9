"""Cards: added, removed, renamed; their printed values, copies, keywords, effects."""

from __future__ import annotations

from typing import Any

from greyc.frontends.diff.change import by_words
from greyc.frontends.diff.pair import Pair, beside, value
from greyc.frontends.play.words import POINT
from greyc.frontends.written import written
from greyc.runtime import ir


def compare_cards(pair: Pair) -> None:
    for name, old, new in beside(pair, "card", pair.was.cards, pair.now.cards):
        if old is None and new is not None:
            title, printed = pair.after.card(name), pair.after.printed(name)
            pair.own.add(("card", name))
            pair.tell("cards", "added", "card", name, title, said=_kind(new, pair), new=printed, node=new)
        elif new is None and old is not None:
            pair.own.add(("card", name))
            title = pair.before.card(name)
            pair.tell("cards", "removed", "card", name, title, said=old.kind, gone=old)
        elif old is not None and new is not None:
            _compare(pair, old, new)
    _order(pair)


def _kind(card: ir.Card, pair: Pair) -> str:
    copies = card.fields.get("copies")
    said = card.kind + (f", {written(copies)} copies" if copies is not None else "")
    printed = pair.after.card_values(card.name)
    values = [told for member, value in printed if (told := pair.after.value(member, value, {}))]
    return f"{said}: {POINT.join(values)}" if values else said


def _compare(pair: Pair, old: ir.Card, new: ir.Card) -> None:
    title = pair.after.card(new.name)
    if old.name != new.name:
        pair.tell("cards", "renamed", "card", new.name, title, old=old.name, new=new.name, node=new)
    if old.kind != new.kind:
        pair.tell("cards", "changed", "card", new.name, title, said="kind", old=old.kind, new=new.kind, node=new)
        pair.coded.add(("card", new.name))
    if old.override != new.override:
        said = "stands for a card of a pack below" if new.override else "stands for no card of a pack below any more"
        pair.tell("cards", "changed", "card", new.name, title, said=said, node=new)
    for name in dict.fromkeys([*old.fields, *new.fields]):
        _field(pair, old, new, name, title)
    _keywords(pair, old, new, title)
    parts = ("words", "states", "zones", "drawing", "places", "shifted")
    if not all(pair.same(getattr(old, part), getattr(new, part)) for part in parts):
        _effect(pair, old, new, title)


def _field(pair: Pair, old: ir.Card, new: ir.Card, name: str, title: str) -> None:
    before = old.fields.get(name) or _default(pair.before, old.kind, name)
    after = new.fields.get(name) or _default(pair.after, new.kind, name)
    if pair.same(before, after) or (name not in old.fields and name not in new.fields):
        return
    if name in old.fields and name in new.fields and pair.rewritten(old, new) is None:
        return  # one value stands for all numbers of players, and there are others now
    group = "copies" if name == "copies" else "values"
    was, now = value(before), value(after)
    if isinstance(before, ir.Str) and isinstance(after, ir.Str):
        rest: dict[str, Any] = {"words": by_words(before.value, after.value)}
    else:
        rest = {"code": pair.rewritten(old, new) or ()} if was == now else {}
    label = name.replace("_", " ")
    member = pair.after.members(new.kind).get(name)
    if pair.after.locale != "en" and member is not None:
        label = pair.after.title(member.decl.title, label)
    if isinstance(before, ir.Table) and isinstance(after, ir.Table):
        was, now = _tables(before, after) or (was, now)
    pair.tell(group, "changed", "card", new.name, title, said=label, old=was, new=now, node=new, **rest)


def _tables(old: ir.Table, new: ir.Table) -> tuple[str, str] | None:
    """Two tables of the same keys, as `5/6/8 -> 6/8/10 (for 2/3/4)`."""
    keys = [[written(key) for key, _ in table.entries] for table in (old, new)]
    if keys[0] != keys[1]:
        return None
    was, now = ("/".join(written(each) for _, each in table.entries) for table in (old, new))
    return was, f"{now} (for {'/'.join(keys[0])})"


def _default(words: Any, kind: str, name: str) -> Any:
    """What a card that leaves the field out has, as far as it is plain."""
    if name == "copies":
        return ir.Int(1)
    member = words.members(kind).get(name)
    default = getattr(member.decl, "default", None) if member is not None else None
    if default is None and member is not None and getattr(member.decl, "type", "") == "flag":
        return ir.Flag(False)
    return default


def _keywords(pair: Pair, old: ir.Card, new: ir.Card, title: str) -> None:
    before = [_granted(pair, each) for each in old.keywords]
    after = [_granted(None, each) for each in new.keywords]
    lost = [each for each in before if before.count(each) > after.count(each)]
    got = [each for each in after if after.count(each) > before.count(each)]
    for keyword in dict.fromkeys(each[0] for each in [*lost, *got]):
        was = [f"{name} {args}".strip() for name, args in lost if name == keyword]
        now = [f"{name} {args}".strip() for name, args in got if name == keyword]
        said = "" if was and now else "gets" if now else "loses"
        what = "changed" if was and now else "added" if now else "removed"
        shown = {"old": ", ".join(was) or None, "new": ", ".join(now) or None}
        pair.tell("keywords", what, "card", new.name, title, said=said, node=new, **shown)


def _granted(pair: Pair | None, grant: ir.GrantKeyword) -> tuple[str, str]:
    name = grant.keyword
    return (pair.renames.get(("keyword", name), name) if pair else name), " ".join(map(written, grant.args))


def _effect(pair: Pair, old: ir.Card, new: ir.Card, title: str) -> None:
    lines = pair.words(old, new)
    if lines is None:
        return
    pair.coded.add(("card", new.name))
    before, after = pair.before.printed(old.name), pair.after.printed(new.name)
    if before != after:
        words = by_words(before, after)
        pair.tell("effects", "changed", "card", new.name, title, old=before, new=after, words=words, node=new)
    else:
        said = "its code; the text reads the same" if before else "its code"
        pair.tell("effects", "changed", "card", new.name, title, said=said, code=lines, node=new)


def _order(pair: Pair) -> None:
    """Copies are made, and decks shuffled, in the order in which cards are written."""
    names = {card.name for card in pair.now.cards}
    before = [pair.renames.get(("card", card.name), card.name) for card in pair.was.cards]
    before = [name for name in before if name in names]
    after = [card.name for card in pair.now.cards if card.name in set(before)]
    first = next((new for old, new in zip(before, after, strict=False) if old != new), None)
    if first is not None:
        said = f"the cards stand in another order, from {pair.after.card(first)} on"
        pair.tell(
            "order",
            "moved",
            "cards",
            "cards",
            "Cards",
            said=said,
            node=next(c for c in pair.now.cards if c.name == first),
        )


__all__ = ["compare_cards"]
