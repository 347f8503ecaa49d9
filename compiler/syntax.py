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
from greyc.compiler.names import declared_here
from greyc.compiler.statement_words import is_in_test, line_meant
from greyc.compiler.symbols import Symbols
from greyc.compiler.unit import Unit
from greyc.dsl import SyntaxProblem
from greyc.dsl.problems import Instead, leave_out, write


def report_syntax(problem: SyntaxProblem, path: str, reporter: Reporter) -> None:
    """A problem as it is."""
    related = [(path, span, message) for span, message in problem.related]
    words = dict(problem.words)
    if problem.kind == "reserved-word":
        reporter.misnamed = True
        reporter.told.add((path, words["word"]))  # what follows from its being a name is not told
    reporter.report(problem.kind, path, problem.span, suggestion=problem.suggestion, related=related, **words)


def _alone(problem: SyntaxProblem, name: str) -> Instead:
    """A keyword that takes no value, in the place of what was written."""
    return write(name, at=problem.suggestion.changes[0][0][0] if isinstance(problem.suggestion, Instead) else None)


def _prepositions(problem: SyntaxProblem, verb: VerbInfo, said: str) -> list[str]:
    """What of a verb's prepositions could stand there, with the word that lacks one; those behind the verb were `said`."""
    free = [slot.prep for slot in verb.slots if slot.prep not in ("", "with", *said.split())]
    return free if problem.kind == "no-preposition" else [f"{prep} {problem.words['found']}" for prep in free]


def _has_all(verb: VerbInfo, text: str, place: int) -> bool:
    """Whether what the verb needs follows in the rest of the line: then the word before it is one too many."""
    line_end = text.find("\n", place)
    rest = text[place : line_end if line_end >= 0 else len(text)].split()
    needed = [slot.prep for slot in verb.slots if slot.prep not in ("", "with") and not slot.optional]
    return bool(needed) and all(prep in rest for prep in needed)


def _one_ability(problem: SyntaxProblem, unit: Unit, symbols: Symbols) -> SyntaxProblem:
    """`happens when:`, where one of the words is an ability."""
    assert problem.about is not None
    start = problem.about[1][0]
    words = unit.text[start : unit.text.find(":", start)].split()
    abilities = [word for word in words if symbols.ability(word) is not None]
    if len(abilities) != 1 or symbols.ability("_".join(words)) is not None:
        return problem
    return evolve(problem, suggestion=f"write {abilities[0]}: for the ability of that name")


def report_waiting(unit: Unit, units: Sequence[Unit], symbols: Symbols, reporter: Reporter) -> None:
    """What had to wait for the names of the pack."""
    for problem in unit.waiting:
        assert problem.about is not None
        name, where = problem.about
        verb, keyword = symbols.verb(name), symbols.keyword(name)
        if problem.kind in ("name-in-words", "misplaced-word", "foreign-word"):
            report_syntax(_one_ability(problem, unit, symbols), unit.path, reporter)
            continue
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
            if problem.kind == "unexpected-word":
                guess = f"no call has a block: leave : out, and begin what follows exactly below {name}"
            words = dict(problem.words)
            given = unit.text[where[1] : problem.span[0]].split()[-1:]
            if problem.kind == "preposition-missing" and given and symbols.verb(given[0]) is not None:
                start = unit.text.rfind(given[0], where[1], problem.span[0])
                advice = meant.verb_as_value(given[0], unit.text, start)
                span = (start, start + len(given[0]))
                reporter.report("unknown-name", unit.path, span, suggestion=advice, what="function", name=given[0])
                continue
            if problem.kind == "preposition-missing" and _has_all(verb, unit.text, problem.span[1]):
                guess = leave_out(f"leave {words['found']} out, {guess}")
            elif problem.kind in ("preposition-missing", "no-preposition"):
                guess = Instead.of(guess, *_prepositions(problem, verb, unit.text[where[1] : problem.span[0]]), at=None)
            place = declared_here(verb)
            reporter.report(problem.kind, unit.path, problem.span, suggestion=guess, related=place, **words)
        elif any(f"verb {name}" in each.text for each in units):
            if problem.kind != "no-preposition":  # its own header is not understood, likely for the same reason
                report_syntax(problem, unit.path, reporter)
        else:
            near = line_meant(name, is_in_test(unit.text, where[0]), symbols)
            reporter.report("unknown-name", unit.path, where, suggestion=near, what="verb", name=name)
