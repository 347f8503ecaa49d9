"""An action as its title tells it, where a card speaks of it: *Discard two cards to lift a Curse*.

A title is made to be a choice of somebody who sees what its parts are; on a card most of them are anything of their
kind. A part that is known is named; any other is told by its kind, and a word that stands before a noun is left out
(*Take {colour} mana* is *Take mana*): of which colour it is, is just what is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from greyc.runtime import ir
from greyc.runtime.ir.words import Hole, Piece, Spoken, fill, sentence

from . import clauses, names
from .lexicon import plain
from .phrase import Phrase, before_noun
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
            values[piece.name] = _part(scope, arg, given, whole.pieces[at + 1 :])
    return scope.language.capital(fill(whole, values, scope.language.plural))


def _part(scope: Scope, arg: ir.MessageArg, given: Mapping[str, ir.Expr], rest: Sequence[Piece]) -> Spoken | None:
    sort = sort_of_type(arg.type)
    known = given.get(arg.value.name) if isinstance(arg.value, ir.Local) else None
    if known is not None:
        return None if clauses.unsaid(scope, known, rest) else names.argument(scope, known)
    if sort.number:
        return None
    noun = scope.lexicon.noun(sort.name)
    if scope.lexicon.is_word(sort.name):
        return None if before_noun(rest) else Phrase(scope.language, noun)
    return Phrase(scope.language, noun, "bare" if sort.list else "a", sort.list)
