"""Before hooks that only keep something from happening, told as what can't be: *A player can't recruit a card that costs
a silver coin*, *This monster takes no damage*.
"""

from __future__ import annotations

from collections.abc import Sequence

from greyc.runtime import ir

from .phrase import Clause, Phrase
from .scope import Scope


def stops(hook: ir.Hook, flag: str | None) -> bool:
    """Whether all that a hook does is to stop the call; `flag`: the state that keeps it from working twice."""
    match hook.timing, _told(hook.body, flag):
        case "before", [ir.Stop(verb=None, result=None)]:
            return True
    return False


def emptied(hook: ir.Hook, flag: str | None) -> str | None:
    """The name of a number that a hook makes 0, where it does nothing else."""
    match hook.timing, _told(hook.body, flag):
        case "before", [ir.SetLocal(name=name, sign="=", value=ir.Int(value=0))]:
            return name
    return None


def _told(body: Sequence[ir.Stmt], flag: str | None) -> list[ir.Stmt]:
    return [each for each in body if not (isinstance(each, ir.SetState) and each.name == flag)]


def clause(made: Clause, said: str, base: str, at_times: bool) -> tuple[str, dict[str, str | Phrase]]:
    """The template and its values for a call that is stopped; `said` and `base`: the clause with all that belongs to
    it, as a statement and behind *can't*. `at_times`: not always, so that it is told when."""
    if not _has_predicate(made):
        return ("card.would_whole" if at_times else "card.cannot_whole"), {"clause": said}
    return ("card.would" if at_times else "card.cannot"), {"lead": made.lead(), "pred": base}


def nothing_of(scope: Scope, made: Clause, said: str, base: str) -> tuple[str, dict[str, str | Phrase]]:
    """The same for a call whose number becomes 0; the clause has *no* for it, or leaves it out."""
    if scope.say("number.none") or not _has_predicate(made):
        return "card.none", {"clause": said}
    return "card.none_of", {"lead": made.lead(), "pred": base}


def _has_predicate(made: Clause) -> bool:
    """Whether somebody does something in it, which can be told as what they can't; not in *{x} and {y} are joined*."""
    after = made.variant.pieces[1] if len(made.variant.pieces) > 1 else ""
    joined = isinstance(after, str) and after.startswith(str(made.language.facts["and"]))
    return made.style != "whole" and made.subject is not None and not joined
