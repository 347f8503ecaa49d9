"""A value's name that nothing has: what was meant.

What has the name elsewhere in the same declaration is looked for in its text, line by line: the tree says less of lines
that stand further down, or that bind something only within their block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from greyc.compiler import meant, spell
from greyc.compiler.entries import VerbInfo
from greyc.compiler.guesses import MOST, of_a_keyword, undeclared, words_for
from greyc.compiler.names import RESERVED, report_unknown
from greyc.compiler.owners import member_names
from greyc.compiler.scope import Scope
from greyc.compiler.spell import distance, listed, nearest
from greyc.compiler.types import (
    ERROR,
    Die,
    List,
    Type,
    fits,
    is_thing,
    unwrap,
)
from greyc.dsl import Instead, nodes
from greyc.dsl.problems import insert
from greyc.runtime.ir import core


def report_unknown_value(node: nodes.Name, scope: Scope, hint: Type | None, built_in: Iterable[str]) -> None:
    """Nothing is called like this: look for what was meant. `hint`: of which type it should be."""
    text, symbols = node.text, scope.frame.symbols
    scope.ask("value", node, hint)
    if text in symbols.broken or (scope.frame.unit.path, text) in scope.frame.reporter.told:
        return
    this = scope.frame.this
    if this is not None and this is not ERROR and (member := symbols.member(this, text)) is not None:
        has_it = [*_having(text, scope), f"this.{text}"]
        scope.report(
            "bare-member",
            node,
            suggestion=Instead.of(" or ".join(has_it), *has_it),
            name=text,
            what=member.sort,
            of=this.text,
        )
        return
    if text in symbols.elsewhere:
        report_unknown(symbols, scope.frame.unit, scope.frame.reporter, node, "value")
        return
    scope.frame.reporter.told.add((scope.frame.unit.path, text))
    if any(name in RESERVED for name in scope.locals):
        return  # what should be called so has a name that it can't have, and that was told
    near = list(scope.locals) + (list(built_in) if len(text) > 2 else [])
    if scope.frame.reporter.misnamed and nearest(text, [*near, *symbols.values, *symbols.words]) is None:
        return  # the same, of what a declaration names
    suggestion = bound_elsewhere(node, scope) or meant.foreign(text, "value")
    if suggestion is None and text in core.FUNCTIONS:
        suggestion = f"{text} is a function: {text}(...)"
    elif suggestion is None and isinstance(event := symbols.events.get(text), VerbInfo):
        suggestion = f"{event.name} is a verb, and only a line can begin with one"
    wanted = None if hint is None else words_for(hint, symbols, text)
    if suggestion is None and isinstance(wanted, Instead):
        suggestion = wanted
    if suggestion is None:
        known = [*near, *symbols.values, *symbols.words]
        guess = nearest(text, known)
        if guess is None or distance(text, guess) > 1:
            suggestion = _of_the_line_above(text, scope) or _die(node, hint, scope) or _bearer(node, scope)
        if suggestion is None:
            written = meant.as_written(guess, symbols) if guess else ""
            suggestion = spell.meant(written) if written else _described(text, wanted, known, scope)
    suggestion = suggestion or of_a_keyword(text, symbols) or _seats(node, hint, scope) or undeclared(node, hint, scope)
    if suggestion is None and scope.frame.place == "action":
        suggestion = f"what is chosen for the action has a line of its own: with {text} in SET"
    scope.report("unknown-value", node, suggestion=suggestion, name=text)


# ---- what has the name in another line ---------------------------------------------------------------------------------
def bound_elsewhere(node: nodes.Name, scope: Scope) -> str | None:
    """What a line of the same declaration calls so: further down, or for its own block alone."""
    text, name = scope.frame.unit.text, re.escape(node.text)
    begin, end = _declaration(text, node.span[0])
    here = text.rfind("\n", 0, node.span[0]) + 1
    here_end = _line_end(text, node.span[0])
    lists = re.compile(rf"[ \t]*choose\b[^\n#]*\b{name}[ \t]+in\b[^\n#]*\bas[ \t]+(\w+)")
    binds = re.compile(
        rf"[ \t]*(?:let[ \t]+{name}[ \t]*=|(?:for each|choose|with)\b[^\n#]*\b{name}[ \t]+in\b)|[^\n#]*[ \t]as[ \t]+{name}\b"
    )
    lines = [(at, text[at : _line_end(text, at)]) for at in _lines(text, begin, end)]
    above = [(at, line) for at, line in lines if at < here]
    for _, line in reversed(above):
        if (found := lists.match(line)) is not None and found[1] in scope.locals:
            return _each_of(node, found[1], text, here, here_end)
    for at, line in reversed(above):
        if binds.match(line) is not None:
            return f"only the block of line {scope.frame.unit.place(at)[0]} knows it: use it there, or name it above that block"
    for at, line in lines:
        if at > here and binds.match(line) is not None:
            number = scope.frame.unit.place(at)[0]
            advice = f"it is known below line {number}, which names it: move this line there"
            mine, margin = text[here:here_end], len(line) - len(line.lstrip(" \t"))
            whole = not mine.rstrip().endswith(":") and not line.rstrip().endswith(":")
            if not whole or margin != len(mine) - len(mine.lstrip(" \t")) or here_end >= len(text):
                return f"it is known below line {number}, which names it"
            there = at + len(line)
            return Instead.changing(advice, (((here, here_end + 1), ""), ((there, there), f"\n{mine}")))
    return None


def _each_of(node: nodes.Name, chosen: str, text: str, here: int, here_end: int) -> str:
    """Several were chosen, and the line below the choice is about one of them."""
    each = f"for each {node.text} in {chosen}:"
    advice = f"{chosen} is the list of what was chosen: write {each} above, and this below it, indented"
    line = text[here:here_end]
    margin = line[: len(line) - len(line.lstrip(" \t"))]
    if line.rstrip().endswith(":"):
        return advice
    return insert(advice, f"{each}\n{margin}    ", here + len(margin))


def _declaration(text: str, place: int) -> tuple[int, int]:
    """From the line at the margin above a place to the next one."""
    begin = 0
    for found in re.finditer(r"^[^\s#]", text, re.MULTILINE):
        if found.start() > place:
            return begin, found.start()
        begin = found.start()
    return begin, len(text)


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _lines(text: str, begin: int, end: int) -> Iterable[int]:
    while begin < end:
        yield begin
        begin = _line_end(text, begin) + 1


def _of_the_line_above(name: str, scope: Scope) -> str | None:
    """What comes of the call above has no name yet: `roll d` for `roll d as dice`."""
    if not scope.unnamed:
        return None
    call = scope.unnamed[-1]
    source, end = scope.frame.unit.source(call).strip(), scope.frame.unit.end_of(call)
    number = scope.frame.unit.at(call)[0]
    return insert(f"name what comes of line {number}: {source} as {name}", f" as {name}", end)


# ---- what else it may be -----------------------------------------------------------------------------------------------
_SIDES: Final = re.compile(r"[dDwW](\d{1,2})\Z")


def _die(node: nodes.Name, hint: Type | None, scope: Scope) -> str | None:
    """`d6`, which nothing declares."""
    found = _SIDES.match(node.text)
    inner = hint.of if isinstance(hint, List) else hint
    if found is None or int(found[1]) < 2 or (hint is not None and not isinstance(inner, Die)):
        return None
    faces = " ".join(map(str, range(1, int(found[1]) + 1)))
    begin = _declaration(scope.frame.unit.text, node.span[0])[0]
    line = f"die {node.text}: {faces}"
    return insert(f"declare it in a line at the margin: {line}", f"{line}\n\n", begin)


def _bearer(node: nodes.Name, scope: Scope) -> str | None:
    """`choose x in row lowest s.worth`: what was named last here and has what stands behind the dot."""
    behind = re.match(r"\.(\w+)", scope.frame.unit.text[node.span[1] :])
    if behind is None or scope.frame.place == "test":
        return None
    symbols = scope.frame.symbols
    names = [name for name, local in scope.locals.items() if symbols.member(local.type, behind[1]) is not None]
    return spell.meant(names[-1]) if names else None


def _seats(node: nodes.Name, hint: Type | None, scope: Scope) -> str | None:
    """Who sits at the table of a test."""
    seat = scope.frame.symbols.seat
    behind = scope.frame.unit.text[node.span[1] :][:1]
    if scope.frame.place != "test" or not (behind == "." or (hint is not None and fits(seat, unwrap(hint)))):
        return None
    names = [name for name, local in scope.locals.items() if fits(local.type, seat)]
    return Instead.of(f"at this table sit {listed(names, last='and')}", *names[:MOST]) if len(names) > 1 else None


def _having(member: str, scope: Scope) -> list[str]:
    """The member of what was named last here and has one called so; in a test, of each seat."""
    symbols = scope.frame.symbols
    known = [name for name, local in scope.locals.items() if symbols.member(local.type, member) is not None]
    return [f"{name}.{member}" for name in (known[:MOST] if scope.frame.place == "test" else known[-1:])]


def _described(text: str, wanted: str | None, known: list[str], scope: Scope) -> str | None:
    """What is meant by a name that is spelt like no other."""
    symbols, this = scope.frame.symbols, scope.frame.this
    if has_it := _having(text, scope):
        return Instead.of(f"did you mean {listed(has_it)}?", *has_it)
    kind = meant.kind_as_value(text, symbols)
    if wanted is not None and kind is not None:
        return wanted
    owner = scope.frame.owner
    if kind is None and owner is not None and symbols.member(unwrap(owner), text) is not None:
        return spell.meant(f"owner.{text}")
    own = nearest(text, member_names(this, scope.frame.symbols)) if this is not None and is_thing(this) else None
    if kind is None and own:
        return spell.meant(f"this.{own}")
    return kind or wanted or meant.otherwise(text, "value", known, symbols)
