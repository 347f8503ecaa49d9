"""A line of properties on a card, keyword or legend: fields and keywords.

Whether a word is a field or a keyword is only known here, so a misspelt one is looked for among both, and a comma too
few or too many is told apart from a wrong value. Values are read by print_value.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from greyc.compiler import meant, spell
from greyc.compiler.acts import Pack
from greyc.compiler.entries import AbilityInfo, KeywordInfo, Member
from greyc.compiler.guesses import member_for
from greyc.compiler.owners import can_have
from greyc.compiler.print_value import is_value, printed_value
from greyc.compiler.scope import Scope
from greyc.compiler.spell import listed
from greyc.compiler.targets import lower_grant
from greyc.compiler.types import (
    ERROR,
    FLAG,
    KEYWORD,
    SPOT,
    List,
    Optional,
    Tally,
    Type,
    Zone,
    article,
    is_thing,
    one_of,
)
from greyc.dsl import nodes
from greyc.dsl.nodes import Span
from greyc.dsl.problems import insert, leave_out
from greyc.runtime import ir


@define(eq=False)
class Printing:
    """Reads the properties of one card or keyword into fields and keywords."""

    pack: Pack
    scope: Scope
    kinds: Sequence[str]
    path: str
    states: bool = False
    """States can be given, too: what a place of a drawing begins with."""
    fields: dict[str, ir.Expr] = field(factory=dict)
    keywords: list[ir.GrantKeyword] = field(factory=list)
    given: dict[str, Span] = field(factory=dict)
    twice: list[tuple[str, nodes.Name, Span]] = field(factory=list)
    of: Type = field(init=False)
    last: Member | None = None
    """The field given last, to which a value behind a comma too many may belong."""
    misspelt: bool = False
    """Something unknown was given; it may be what is missing."""

    @of.default
    def _type(self) -> Type:
        known = self.pack.symbols.kinds
        kinds = tuple(known[name].type for name in self.kinds if name in known)
        return one_of(kinds) if kinds else ERROR

    def put(self, name: str, value: ir.Expr | None, where: nodes.Name) -> None:
        """Notes a value; a second one for the same field is reported in the end."""
        if name in self.given:
            self.twice.append((name, where, self.given[name]))
            return
        self.given[name] = where.span
        if value is not None:
            self.fields[name] = value

    def prop(self, node: nodes.Prop) -> None:
        """One property of a line."""
        name = node.name.text
        symbols = self.pack.symbols
        member = symbols.member(self.of, name) if self.of is not ERROR else None
        keyword = symbols.keyword(name)
        meaning = member or keyword
        if meaning is not None:
            self.scope.note(node.name, meaning)
        values, rest = self.cut(node, member, keyword)
        if member is not None and self.is_given(member):
            value = printed_value(member, values, node, self.scope, self.pack)
            if name == "copies" and isinstance(value, ir.Int) and value.value < 0:
                self.scope.report("out-of-range", values[0], value=value.value, wanted="0 or more")
                value = ir.Int(1)
            self.put(name, value, node.name)
            self.last = member
        elif keyword is not None:
            self.grant(node, keyword, values)
        elif member is not None:
            self.not_printed(node, member)
        elif self.of is not ERROR:
            self.unknown(node)
        if rest is not None:
            self.prop(rest)

    def cut(
        self, node: nodes.Prop, member: Member | None, keyword: KeywordInfo | None
    ) -> tuple[list[nodes.Node], nodes.Prop | None]:
        """The values, up to one that is no value but the next property behind a missing comma."""
        values: list[nodes.Node] = list(node.values)
        if member is None and keyword is None:
            return values, None
        for index, value in enumerate(values):
            if not isinstance(value, nodes.Name) or not self.is_property(value.text):
                continue
            if member is not None and is_value(value.text, member.type, self.pack):
                continue
            if keyword is not None and index < len(keyword.params):
                if keyword.params[index].type is KEYWORD or is_value(value.text, keyword.params[index].type, self.pack):
                    continue
                return values[:index], nodes.Prop((value.span[0], node.span[1]), value, node.values[index + 1 :])
            if index == 0 and not (keyword is not None or (member is not None and member.type == FLAG)):
                continue
            self.scope.report(
                "comma-missing",
                value,
                suggestion=insert(f"write , before {value.text}", ", ", value.span[0]),
                name=value.text,
            )
            rest = nodes.Prop((value.span[0], node.span[1]), value, node.values[index + 1 :])
            return values[:index], rest
        return values, None

    def is_given(self, member: Member) -> bool:
        return member.what == "field" or (self.states and member.what == "state")

    def is_property(self, name: str) -> bool:
        member = self.pack.symbols.member(self.of, name) if self.of is not ERROR else None
        return (member is not None and self.is_given(member)) or self.pack.symbols.keyword(name) is not None

    def grant(self, node: nodes.Prop, keyword: KeywordInfo, values: Sequence[nodes.Node]) -> None:
        args = [value for value in values if isinstance(value, nodes.Expr)]
        made = lower_grant(node.name, list(args), self.of, self.scope, printed=True)
        if made is None:
            return
        if made in self.keywords:
            self.twice.append((keyword.name, node.name, self.given[f"keyword {keyword.name}"]))
            return
        self.given[f"keyword {keyword.name}"] = node.name.span
        self.keywords.append(made)

    def not_printed(self, node: nodes.Prop, member: Member) -> None:
        related = [] if member.unit is None else [(member.unit.path, member.span, f"{member.name} is declared here")]
        self.scope.report("not-printed", node.name, related=related, name=member.name, what=member.what)

    def unknown(self, node: nodes.Prop) -> None:
        name, symbols = node.name.text, self.pack.symbols
        self.scope.ask("property", node.name, self.of)
        if name in symbols.broken:
            return
        last = self.last
        guess: str | None
        if last is not None and isinstance(last.type, List | Tally) and is_value(name, last.type, self.pack):
            begin = node.name.span[0]
            comma = self.scope.frame.unit.text.rfind(",", 0, begin)
            guess = leave_out(f"values of {last.name} stand without commas between them", at=(comma, comma + 1))
            self.scope.report("comma-too-many", node.name, suggestion=guess, name=name, field=last.name)
            return
        if isinstance(symbols.events.get(name), AbilityInfo):
            guess = f"{name} is an ability: write {name}: and below it what it does"
        else:
            guess = self.guesses(name)
        kind = f"{article(self.kinds[0]).capitalize()} {' or '.join(self.kinds)}"
        self.scope.report("unknown-property", node.name, suggestion=guess, name=name, kind=kind)
        self.misspelt = True

    def guesses(self, name: str) -> str | None:
        """What of the kind's fields and keywords was meant."""
        symbols = self.pack.symbols
        keywords = [
            n
            for n, v in symbols.values.items()
            if isinstance(v, KeywordInfo) and can_have(self.of, v, self.scope.frame.symbols)
        ]
        fields = {n: m for kind in self.kinds if kind in symbols.kinds for n, m in symbols.members(kind).items()}
        sorts = ("field", "state") if self.states else ("field",)
        for field_name, member in fields.items():
            if self.is_given(member) and is_value(name, member.type, self.pack):
                return spell.meant(f"{field_name} {name}")
        found = meant.by_title(name, "keyword", keywords, symbols)
        found = found or member_for(name, self.of, [*fields, *keywords], symbols, sorts)
        if keywords and (found is None or " has " in found):
            listed_too = f"its keywords are {listed(keywords, name, 'and')}"
            return f"{found}; {listed_too}" if found else listed_too
        return found

    def report_twice(self) -> None:
        """What was given twice. Where that is much, it is one mistake: the first line of the next card is missing."""
        guess = "does another card begin here? its first line is missing" if len(self.twice) > 2 else None
        for name, where, first in self.twice[: 1 if guess else 2]:
            place = (self.scope.frame.unit.path, first, "the first time")
            self.scope.report("given-twice", where, suggestion=guess, related=[place], name=name)

    def report_missing(self, where: nodes.Node) -> None:
        """One finding for all fields that a thing of the kind should say and doesn't."""
        kind = self.pack.symbols.kinds[self.kinds[0]]
        given = set(self.given) | _from_keywords(self.keywords, self.pack)
        missing = [
            name
            for name, member in self.pack.symbols.members(kind.name).items()
            if name not in given and member.what == "field" and _must_be_printed(member)
        ]
        if missing and not self.misspelt:
            related = [] if kind.unit is None else [(kind.unit.path, kind.span, f"{kind.name} is declared here")]
            names = " and ".join([", ".join(missing[:-1]), missing[-1]] if len(missing) > 1 else missing)
            self.scope.report("missing-fields", where, related=related, kind=kind.name, names=names)


def _must_be_printed(member: Member) -> bool:
    """No default, may not be absent, and can be printed: what holds a copy is fixed by `create ... with`."""
    if not isinstance(member.node, nodes.Field) or member.node.default is not None:
        return False
    of = member.type
    return not (of in (ERROR, FLAG, SPOT) or isinstance(of, Optional | Zone) or is_thing(of))


def _from_keywords(keywords: Sequence[ir.GrantKeyword], pack: Pack) -> set[str]:
    """The fields that keywords set on their bearer."""
    found: set[str] = set()
    for grant in keywords:
        info = pack.symbols.keyword(grant.keyword)
        if info is not None:
            found |= {m.name.text for m in info.node.members if isinstance(m, nodes.Prop | nodes.Field)}
    return found
