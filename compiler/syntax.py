"""Problems of how a file is written, as findings. One of them waits until it is known which verbs there are.

`dael 3 m` may lack a preposition or have a misspelt verb. A person would look at the verb first, so the message does.
"""

from __future__ import annotations

from collections.abc import Sequence

from greyc.compiler.calls import verb_header
from greyc.compiler.diagnostics import Reporter
from greyc.compiler.names import declared_here, namespace
from greyc.compiler.spell import did_you_mean
from greyc.compiler.symbols import Symbols
from greyc.compiler.unit import Unit
from greyc.dsl import SyntaxProblem


def report_syntax(problem: SyntaxProblem, path: str, reporter: Reporter) -> None:
    """A problem as it is."""
    related = [(path, span, message) for span, message in problem.related]
    words = dict(problem.words)
    if problem.kind == "reserved-word":
        reporter.told.add((path, words["word"]))  # what follows from its being a name is not told
    reporter.report(problem.kind, path, problem.span, suggestion=problem.suggestion, related=related, **words)


def report_waiting(unit: Unit, units: Sequence[Unit], symbols: Symbols, reporter: Reporter) -> None:
    """What had to wait for the names of the pack."""
    for problem in unit.waiting:
        name = problem.words["verb"]
        verb = symbols.verb(name)
        if verb is not None:
            guess = f"it is called like this: {verb_header(verb)}"
            words = dict(problem.words)
            place = declared_here(verb)
            reporter.report(problem.kind, unit.path, problem.span, suggestion=guess, related=place, **words)
        elif any(f"verb {name}" in each.text for each in units):
            report_syntax(problem, unit.path, reporter)  # its own header is not understood
        else:
            near = did_you_mean(name, namespace(symbols, "verb"))
            where = problem.related[0][0]
            reporter.report("unknown-name", unit.path, where, suggestion=near, what="verb", name=name)
