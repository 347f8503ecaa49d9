"""What could have been written instead: the words of a kind, the fields of a kind, the abilities that a kind can have.

A name that is spelt right and only stands in the wrong place has no near spelling to point at. What helps then is the list
of what could stand there, and where the name does belong.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from greyc.compiler import meant, spell
from greyc.compiler.entries import AbilityInfo, CardInfo, DieInfo, KeywordInfo, Member
from greyc.compiler.names import declared_here
from greyc.compiler.scope import Scope
from greyc.compiler.spell import distance, listed, nearest
from greyc.compiler.symbols import Symbols
from greyc.compiler.types import (
    FLAG,
    Die,
    Int,
    Printed,
    Type,
    Word,
    article,
    fits,
    kinds_of,
    say,
    single,
)
from greyc.dsl import Instead, nodes
from greyc.dsl.problems import insert, write

MOST = 5
"""So many ways are offered, where each could be meant."""


def words_for(of: Type, symbols: Symbols, near: str = "") -> str | None:
    """What may stand where a value of that type is wanted, if that is a row of names: "a coin is copper, silver or gold"."""
    inner, names = single(of), row_of(of, symbols)
    if not names:
        return None
    if near and (guess := nearest(near, names)) is not None:
        return spell.meant(guess)
    return f"{say(inner)} is {listed(names)}"


def row_of(of: Type, symbols: Symbols) -> list[str]:
    """Those names."""
    inner = single(of)
    names: list[str] = []
    if isinstance(inner, Word):
        kind = symbols.word_kinds.get(inner.name)
        names = list(kind.words) if kind is not None else []
    elif isinstance(inner, Die) and not inner.rolled:
        names = [name for name, value in symbols.values.items() if isinstance(value, DieInfo)]
    elif isinstance(inner, Printed):
        cards = [value for value in symbols.values.values() if isinstance(value, CardInfo)]
        names = [card.name for card in cards if fits(Printed(card.type), inner)]
    return names


def member_for(name: str, of: Type, known: Sequence[str], symbols: Symbols, sorts: Sequence[str] = ()) -> str | None:
    """What to write for a field or state that nothing of the type `of` has; `known` is what it has (with keywords).

    A name that belongs to another kind is rather meant for the field that does there what this one does elsewhere: the
    only one with the same type.
    """
    own = {n: m for n in known if (m := symbols.member(of, n)) is not None and (not sorts or m.what in sorts)}
    homes = _homes(name, symbols)
    limit = 1 if homes else None
    near = _near(name, list(known), of, symbols, limit, bool(sorts))
    if near is not None:
        return near
    parts = meant.sharing_words(name, known)
    if parts and not homes:
        return Instead.of(f"did you mean {listed(parts)}?", *parts)
    shown = [n for n, m in own.items() if m.unit is not None] or list(own)
    if not shown:
        return None
    where = f"{name} belongs to {_several(homes)}" if homes else None
    alike = [n for n in shown if own[n].unit is not None and any(_alike(own[n], home) for home in homes)]
    if len(alike) == 1 and where is not None:
        return Instead.of(f"did you mean the {own[alike[0]].sort} {alike[0]}? ({where})", alike[0])
    if not homes and (own_of := of_a_keyword(name, symbols)) is not None:
        return own_of
    has = f"{_a(of)} has {listed(shown, name, 'and')}"
    return f"{has}; {where}" if where else has


def _homes(name: str, symbols: Symbols) -> list[Member]:
    found = [info.members[name] for info in symbols.kinds.values() if name in info.members and info.unit is not None]
    return [member for member in found if member.unit is not None]


def _several(homes: Sequence[Member]) -> str:
    return listed(list(dict.fromkeys(f"{article(m.of)} {m.of}" for m in homes)), last="and")


def _alike(one: Member, other: Member) -> bool:
    first, second = single(one.type), single(other.type)
    return fits(first, second) and fits(second, first)


def _a(of: Type) -> str:
    return " or ".join(f"{article(kind.name)} {kind.name}" for kind in kinds_of(of))


def _near(name: str, known: Sequence[str], of: Type, symbols: Symbols, limit: int | None, sort: bool) -> str | None:
    """The nearest member and the nearest keyword; `sort`: each said to be what it is."""
    keywords = [k for k in known if symbols.keyword(k) is not None]
    members = [k for k in known if k not in keywords]
    field, keyword = nearest(name, members), nearest(name, keywords)
    if limit is not None:
        field = field if field and distance(name, field) <= limit else None
        keyword = keyword if keyword and distance(name, keyword) <= limit else None
    member = None if field is None else symbols.member(of, field)
    said = f"the {member.sort} {field}" if member is not None and (sort or keyword is not None) else field
    if field is not None and keyword is not None:
        return Instead.of(f"did you mean {said} or the keyword {keyword}?", field, keyword)
    if field is not None:
        return Instead.of(f"did you mean {said}?", field)
    return None if keyword is None else Instead.of(f"did you mean the keyword {keyword}?", keyword)


AS_MEMBERS: Final = {
    **dict.fromkeys(("count", "size", "length", "len", "number", "amount"), "count({})"),
    **dict.fromkeys(("empty", "is_empty", "isempty"), "not any({})"),
    **dict.fromkeys(("any", "nonempty", "not_empty"), "any({})"),
    **dict.fromkeys(("first", "head"), "first({})"),
    **dict.fromkeys(("last", "tail"), "last({})"),
    **dict.fromkeys(("top", "bottom", "sum", "max", "min", "shuffled"), "{name}({})"),
}


def of_a_list(name: str, source: str, of: Type, symbols: Symbols) -> Instead:
    """What to write for `row.count`, `dice.face`, `row.worth`, where what stands before the dot is a list."""
    if name in AS_MEMBERS and not ("\n" in source or len(source) > 40):
        return write(AS_MEMBERS[name].format(source, name=name))
    each = f"[x.{name} for x in {source}]"
    member = symbols.member(of, name)
    if (member is not None and isinstance(member.type, Int)) or (isinstance(of, Die) and name == "face"):
        return Instead.of(
            f"sum(x.{name} for x in {source}) for all together, {each} for each of them",
            each[1:-1].join(("sum(", ")")),
            each,
        )
    return Instead.of(f"{each}, or `for each` over it", each)


def bearers(on: Sequence[str], symbols: Symbols) -> str:
    """The kinds that a keyword or ability is for, with those below them: "reinforcement (hero, item)"."""
    shown = []
    for name in on:
        below = [k.name for k in symbols.kinds.values() if k.name != name and name in k.type.lineage]
        shown.append(f"{name} ({listed(below, last='and')})" if below else name)
    return " or ".join(shown)


def abilities_of(kind: str, symbols: Symbols) -> str | None:
    """The abilities that a thing of the kind can have."""
    info = symbols.kinds.get(kind)
    if info is None:
        return None
    abilities = [entry for entry in symbols.events.values() if isinstance(entry, AbilityInfo)]
    names = [e.name for e in abilities if not e.on or any(name in info.type.lineage for name in e.on)]
    if names:
        return f"{article(kind)} {kind} can have {listed(names)}"
    return f"no ability is for {article(kind)} {kind}: write before or after, and the verb that it should react to"


def ability_elsewhere(node: nodes.Name, ability: AbilityInfo, kind: str, scope: Scope, block: bool = False) -> None:
    """Reports an ability on a kind that can't have it. For its `block` is told what the kind can have instead."""
    symbols = scope.frame.symbols
    title = ability.node.title
    use = f'{ability.name} is "{title.value.split(" / ")[0]}"' if title is not None else None
    on = bearers(ability.on, symbols)
    guess = "; ".join(part for part in (abilities_of(kind, symbols) if block else None, use) if part) or None
    related = declared_here(ability)
    scope.report("ability-elsewhere", node, suggestion=guess, related=related, name=ability.name, on=on, kind=kind)


def of_a_keyword(text: str, symbols: Symbols) -> str | None:
    """A state or field that a keyword keeps for itself."""
    for keyword in symbols.values.values():
        if isinstance(keyword, KeywordInfo) and text in keyword.members:
            own = f"{text} is the keyword {keyword.name}'s own {keyword.members[text].sort}"
            return f"{own}, which its words alone read, as this.{text}: declare it on {listed(keyword.on)} to read it elsewhere"
    return None


def given_behind(name: str, groups: Sequence[nodes.Name], settings: Sequence[nodes.Setting], scope: Scope) -> Instead:
    """To give it, behind what is given already, or at the end of the line."""
    text, setting = scope.frame.unit.text, f"{name} = {name.upper()}"
    place = settings[-1].span[1] if settings else len(text[: text.find("\n", groups[0].span[1])].rstrip())
    return insert(f"with {name} = ...", f", {setting}" if settings else f" with {setting}", place)


def asked_before(sentence: str, node: nodes.Node, ask: str, scope: Scope) -> str:
    """To ask something in front of a condition that begins with `node`; elsewhere it is only said."""
    text = scope.frame.unit.text
    before, after = text[: node.span[0]].rstrip(" "), text[node.span[1] :]
    compared = before.endswith(" =") and _COMPARES.match(after)
    return insert(sentence, f"{ask} and ", node.span[0]) if compared or _CONDITION.search(before) else sentence


_CONDITION = re.compile(r"\b(?:if|where|when|while|whenever|needs|and)\Z")
_COMPARES = re.compile(r"[\w.]* *(?:[=!<>]=|[<>])")


def undeclared(node: nodes.Name, wanted: Type | None, scope: Scope) -> str | None:
    """A name that is assigned, or stands for a number or a yes or no, and that nothing declares."""
    name = node.text
    if (
        scope.frame.unit.text[node.span[1] :].lstrip(" ")[:2] in ("= ", "+=", "-=")
        and scope.frame.unit.first_word(node) == name
    ):
        here = f"or write let {name} = ... for this block alone"
        advice = f"declare it, state {name}: TYPE = VALUE in a game, a kind or on a card, {here}"
        plain = scope.frame.unit.text[node.span[1] :].lstrip(" ")[:2] == "= "
        return insert(advice, "let ", node.span[0]) if plain else advice
    start = "0" if isinstance(wanted, Int) else "no" if wanted is FLAG else None
    this = scope.frame.this
    first = scope.frame.unit.first_word(node)
    if start is None or scope.frame.place in ("kind", "game", "board"):
        return None
    if this is not None and scope.frame.symbols.member(this, first) is not None:
        return None  # what is printed on a card is known
    of = "int" if isinstance(wanted, Int) else "flag"
    return f"what changes in play is declared: state {name}: {of} = {start} in a game, a kind or on a card"
