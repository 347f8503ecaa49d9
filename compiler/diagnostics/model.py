"""A finding as a value, and the collector that checks report to.

A check says only which page, where, and the words to fill in; code, severity and sentence come from the page. The
collector drops a second finding of the same code at the same span, since two passes may see the same mistake.
"""

from collections.abc import Iterable

from attrs import define, field, frozen

from greyc.compiler.diagnostics.pages import Severity, page
from greyc.dsl.problems import Instead

Span = tuple[int, int]  # offsets into the file's text, counted in characters, end exclusive
Edits = tuple[tuple[Span, str], ...]  # what to write in the place of each span; none overlaps another


@frozen
class Related:
    """A second place that explains a finding, such as where a name was declared."""

    path: str
    span: Span
    message: str


@frozen
class Diagnostic:
    """One finding: what is wrong, where, and what to write instead."""

    code: str
    name: str
    severity: Severity
    path: str
    span: Span
    message: str
    suggestion: str | None = None
    related: tuple[Related, ...] = ()
    instead: tuple[Edits, ...] = ()
    """Changes of the file, any of which does what the suggestion says, the likeliest first."""

    @property
    def sort_key(self) -> tuple[str, Span, str, str]:
        """By file and place; the code and message keep the order the same from run to run."""
        return (self.path, self.span, self.code, self.message)


@define
class Reporter:
    """Collects findings; every pass of the compiler is handed one and none prints anything."""

    _found: dict[tuple[str, str, Span], Diagnostic] = field(factory=dict)
    told: set[tuple[str, str]] = field(factory=set)
    """Path and name of what was reported as unknown: the same name again in that file is the same mistake."""
    misnamed: bool = False
    """Whether something is declared by a name that it can't have: what it should be called nobody knows, so that an unknown
    name like no other may be that, and is not told."""

    def report(
        self,
        name: str,
        path: str,
        span: Span,
        /,
        *,
        suggestion: str | None = None,
        related: Iterable[Related | tuple[str, Span, str]] = (),
        **words: object,
    ) -> Diagnostic:
        """Note a finding of the page `name`; `words` fill its template. An equal one at the same span is kept once."""
        kind = page(name)
        message = kind.message(words)
        key = (kind.code, path, span)
        places = tuple(place if isinstance(place, Related) else Related(*place) for place in related)
        changes = suggestion.changes if isinstance(suggestion, Instead) else ()
        instead = tuple(tuple((at or span, text) for at, text in change) for change in changes)
        made = Diagnostic(kind.code, kind.name, kind.severity, path, span, message, suggestion, places, instead)
        return self._found.setdefault(key, made)

    def note(self, path: str, span: Span, meaning: object) -> None:
        """A name at this place was understood as `meaning` (an Entry, or a LocalInfo). Nothing is kept here; who wants
        to know what each name means (an editor) hands the compiler a Reporter that does."""

    def ask(self, path: str, span: Span, wanted: object) -> None:
        """A name at this place was not understood; `wanted` (an Asked) says what could have stood there. As `note`."""

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Take over findings that another reporter collected."""
        for found in diagnostics:
            self._found.setdefault((found.code, found.path, found.span), found)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All findings so far, by file and place. A word of other languages (`light is None`) is not told where what it
        is read as is a mistake, too: writing the right word would only lead there. Of a file in another encoding nothing
        else is told, since what stands in it was only guessed."""
        found = sorted(self._found.values(), key=lambda found: found.sort_key)
        guessed = {each.path for each in found if each.name == "not-utf-8"}
        if guessed:
            found = [each for each in found if each.path not in guessed or each.name == "not-utf-8"]
        words = [each for each in found if each.name == "foreign-word"]
        if not words:
            return found
        wrong = [each for each in found if each.severity == "error" and each.code >= "G0200"]
        return [each for each in found if each not in words or not any(_holds(other, each) for other in wrong)]

    @property
    def has_errors(self) -> bool:
        """Whether anything found stops a build."""
        return any(found.severity == "error" for found in self._found.values())


def _holds(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether what one finding marks is in what another marks."""
    return one.path == other.path and one.span[0] <= other.span[0] and other.span[1] <= one.span[1]


def fails(diagnostics: Iterable[Diagnostic], *, deny_warnings: bool = False) -> bool:
    """Whether these findings make a check fail: any error does, and with `--deny warnings` any warning."""
    severe = ("error", "warning") if deny_warnings else ("error",)
    return any(found.severity in severe for found in diagnostics)
