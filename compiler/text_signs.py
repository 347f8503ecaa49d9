"""Signs in texts that would be shown as they are, where a placeholder or a part that agrees was meant: `{air breathes`.

Texts are cut up by the template language (docs/text.md), which takes what it can't read for plain words, so nobody would
see the mistake before it is on a card. Few texts have such a sign at all, and only for those the tree is gone through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import attrs

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.spell import did_you_mean
from greyc.compiler.unit import Unit
from greyc.dsl import Instead, nodes
from greyc.runtime.ir.words import FORMS, PIECE

_TEXT: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_SIGNS: Final = re.compile(r"[{}\[\]]")
_SUM: Final = re.compile(r"[-+*/] *[\w(]")
_FORM: Final = re.compile(r"([\w.]+):(\w+)")
_PLAIN: Final = (nodes.Legend, nodes.Test, nodes.Check)
"""Their texts are shown as they stand, or are no texts at all."""


def report_signs(unit: Unit, reporter: Reporter) -> None:
    """The first such sign of each text of a file."""
    found = [(match.start(), at) for match in _TEXT.finditer(unit.text) if (at := _left(match[0])) is not None]
    if not found:
        return
    texts = {node.span[0] for declaration in unit.declarations for node in _strings(declaration)}
    for start, at in found:
        if start in texts:
            _report(unit, start + at, reporter)


def _left(text: str) -> int | None:
    """Where a sign stands that is none of the template language's."""
    bare = PIECE.sub(lambda piece: piece[0] if _is_no_name(piece) else " " * len(piece[0]), text)
    for sign in _SIGNS.finditer(bare):
        opened = {"}": "{{", "]": "[["}.get(sign[0])
        shown = opened is not None and opened in text[: sign.start()]
        if not shown and not (sign[0] in "[]" and _is_whole(bare, sign.start())):
            return sign.start()
    return None


def _is_no_name(piece: re.Match[str]) -> bool:
    """`{2}`, `{air + 1}`, and `{air:foo}`, whose form there is not"""
    if piece["hole"] is None:
        return False
    return piece["hole"][0].isdigit() or bool(_SUM.match(piece["tail"] or "")) or (piece["form"] or "") not in FORMS


def _is_whole(text: str, place: int) -> bool:
    """Whether a square bracket has its other one: `[sic]` is shown as it stands."""
    if text[place] == "[":
        return "]" in re.split(r"[\[{}]", text[place + 1 :], maxsplit=1)[0]
    return "[" in re.split(r"[\]{}]", text[:place])[-1]


def _report(unit: Unit, place: int, reporter: Reporter) -> None:
    sign = unit.text[place]
    rest = unit.text[place + 1 : unit.text.find("\n", place)]
    inside = re.match(r"([^{}\"]*)\}", rest)
    if sign in "}]":
        opening = {"}": "{", "]": "["}[sign]
        advice = f"write {opening} where it begins, or {sign * 2} for the sign itself"
        reporter.report(
            "bracket-never-opened", unit.path, (place, place + 1), suggestion=Instead.of(advice, sign * 2), bracket=sign
        )
    elif sign == "{" and inside is not None and (form := _FORM.match(inside[1])) and form[2] not in FORMS:
        start = place + 1 + form.start(2)
        known = sorted(filter(None, FORMS))
        guess = did_you_mean(form[2], known) or f"there is {', '.join(known)}; without one: {{{form[1]}}}"
        reporter.report(
            "unknown-form", unit.path, (start, start + len(form[2])), suggestion=guess, form=form[2], name=form[1]
        )
    elif sign == "{" and inside is not None:
        name = re.search(r"[^\W\d][\w.]*", inside[1])
        advice = f"write {{{name[0]}}}" if name else "write a name, such as {amount}"
        if name and name[0] != inside[1].strip():
            advice = f"write let NAME = {inside[1].strip()} in a line above, and {{NAME}} here"
        span = (place, place + 1 + inside.end())
        ways = [f"{{{name[0]}}}"] if name and name[0] == inside[1].strip() else []
        suggestion = Instead.of(f"{advice}, or {{{{ for the sign itself", *ways, "{" + unit.text[slice(*span)])
        reporter.report("placeholder-without-name", unit.path, span, suggestion=suggestion)
    else:
        closing = {"{": "}", "[": "]"}[sign]
        advice = f"write {closing} where it ends, or {sign * 2} for the sign itself"
        reporter.report(
            "bracket-never-closed", unit.path, (place, place + 1), suggestion=Instead.of(advice, sign * 2), bracket=sign
        )


def _strings(root: nodes.Node) -> Iterator[nodes.String]:
    waiting: list[nodes.Node] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, nodes.String):
            yield node
        if isinstance(node, _PLAIN):
            continue
        for each in attrs.fields(type(node)):
            held = getattr(node, each.name)
            waiting += [
                below for below in (held if isinstance(held, list) else [held]) if isinstance(below, nodes.Node)
            ]
