"""An action as its title tells it, where a card speaks of it: *Discard two cards to lift a Curse*.

A title is made to be a choice of somebody who sees what its parts are; on a card most of them are anything of their
kind. A part that is known is named; any other is told by its kind, and a word that stands before a noun is left out
(*Take {colour} mana* is *Take mana*): of which colour it is, is just what is open.
"""

from __future__ import annotations

from collections.abc import Mapping

from greyc.runtime import ir
from greyc.runtime.ir.words import Hole, Piece, Spoken, fill, sentence

from . import names
from .lexicon import plain
from .phrase import Phrase
from .scope import Scope
from .sorts import sort_of_type


def parts(action: ir.Action) -> list[tuple[str, str]]:
    """Name and type of all that an action knows when it is taken: who acts, what it is given, what was chosen."""
    found = [(each.name, each.type) for each in (action.actor, *action.givens)]
    for step in action.steps:
        if isinstance(step, ir.Pick) and step.amount is None:
            found.append((step.query.name, step.query.type))
        elif isinstance(step, ir.Pick):
            found.append((step.alias or step.query.name, f"list<{step.query.type}>"))
    return found


def title(scope: Scope, action: ir.Action | None, name: str, given: Mapping[str, ir.Expr]) -> str:
    """The title with its holes filled: a part that is `given` by what it is, others by their kind."""
    text = scope.lexicon.text(action.title.id) if action is not None else None
    if action is None or text is None:
        return plain(name)
    whole = sentence(text)
    values: dict[str, Spoken | None] = {}
    for at, piece in enumerate(whole.pieces):
        arg = action.title.args.get(piece.name) if isinstance(piece, Hole) else None
        if isinstance(piece, Hole) and arg is not None and piece.name not in values:
            last = not _goes_on(scope, whole.pieces[at + 1 :])
            values[piece.name] = _part(scope, arg, given, last)
    return scope.language.capital(fill(whole, values, scope.language.plural))


def _part(scope: Scope, arg: ir.MessageArg, given: Mapping[str, ir.Expr], last: bool) -> Spoken | None:
    value = arg.value
    if isinstance(value, ir.Local) and value.name in given:
        known = given[value.name]
        if not _is_open(scope, known) or not scope.lexicon.is_word(sort_of_type(arg.type).name):
            return names.argument(scope, known)
    sort = sort_of_type(arg.type)
    noun = scope.lexicon.noun(sort.name)
    if sort.number:
        return None
    if scope.lexicon.is_word(sort.name):
        return Phrase(scope.language, noun) if last else None
    return Phrase(scope.language, noun, "bare" if sort.list else "a", sort.list)


def _is_open(scope: Scope, expr: ir.Expr) -> bool:
    """Whether a part is any at all, of which nothing is said further on."""
    entity = scope.locals.get(expr.name) if isinstance(expr, ir.Local) else None
    return entity is not None and entity.fixed is None and not entity.letter


def _goes_on(scope: Scope, rest: tuple[Piece, ...]) -> bool:
    """Whether a noun follows, before which a word stands."""
    after = rest[0] if rest else ""
    return not isinstance(after, str) or any(sign.isalpha() for sign in after.lstrip()[:1])
