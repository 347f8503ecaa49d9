"""Problems of how a file is written, as findings. Some of them wait until names are known.

`dael 3 m` may lack a preposition or have a misspelt verb. A person would look at the verb first, so the message does.
What to write for `hazy(2)` on a card depends on whether the keyword takes a value.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from greyc.compiler import meant
from greyc.compiler.calls import verb_call
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.entries import VerbInfo
from greyc.compiler.names import declared_here, namespace
from greyc.compiler.spell import did_you_mean
from greyc.compiler.symbols import Symbols
from greyc.compiler.unit import Unit
from greyc.dsl import SyntaxProblem
from greyc.dsl.problems import Instead, leave_out, write


def report_syntax(problem: SyntaxProblem, path: str, reporter: Reporter) -> None:
    """A problem as it is."""
    related = [(path, span, message) for span, message in problem.related]
    words = dict(problem.words)
    if problem.kind == "reserved-word":
        reporter.told.add((path, words["word"]))  # what follows from its being a name is not told
    reporter.report(problem.kind, path, problem.span, suggestion=problem.suggestion, related=related, **words)


def _alone(problem: SyntaxProblem, name: str) -> Instead:
    """A keyword that takes no value, in the place of what was written."""
    return write(name, at=problem.suggestion.at if isinstance(problem.suggestion, Instead) else None)


def _has_all(verb: VerbInfo, text: str, place: int) -> bool:
    """Whether what the verb needs follows in the rest of the line: then the word before it is one too many."""
    line_end = text.find("\n", place)
    rest = text[place : line_end if line_end >= 0 else len(text)].split()
    needed = [slot.prep for slot in verb.slots if slot.prep not in ("", "with") and not slot.optional]
    return bool(needed) and all(prep in rest for prep in needed)


def report_waiting(unit: Unit, units: Sequence[Unit], symbols: Symbols, reporter: Reporter) -> None:
    """What had to wait for the names of the pack."""
    for problem in unit.waiting:
        assert problem.about is not None
        name, where = problem.about
        verb, keyword = symbols.verb(name), symbols.keyword(name)
        if problem.kind == "value-on-card":
            alone = keyword is not None and not keyword.params
            report_syntax(evolve(problem, suggestion=_alone(problem, name)) if alone else problem, unit.path, reporter)
        elif problem.kind == "function-without-brackets":
            if verb is None:
                report_syntax(problem, unit.path, reporter)
                continue
            advice = meant.verb_as_value(name, unit.text, where[0])
            reporter.report("unknown-name", unit.path, where, suggestion=advice, what="function", name=name)
        elif verb is not None:
            guess = f"it is called like this: {verb_call(verb)}"
            words = dict(problem.words)
            if problem.kind == "preposition-missing" and _has_all(verb, unit.text, problem.span[1]):
                guess = leave_out(f"leave {words['found']} out, {guess}")
            place = declared_here(verb)
            reporter.report(problem.kind, unit.path, problem.span, suggestion=guess, related=place, **words)
        elif any(f"verb {name}" in each.text for each in units):
            if problem.kind != "no-preposition":  # its own header is not understood, likely for the same reason
                report_syntax(problem, unit.path, reporter)
        else:
            near = did_you_mean(name, namespace(symbols, "verb"))
            reporter.report("unknown-name", unit.path, where, suggestion=near, what="verb", name=name)
