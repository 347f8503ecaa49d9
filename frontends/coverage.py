"""What tests and games by bots touch of the rules: running them with a recorder, adding up, and what was never touched.

What one test or game touched comes back as byte arrays, so that it can be sent between processes; the numbers in them mean
the same in each (greyc.runtime.points).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from time import process_time

from attrs import define, field, frozen

from greyc.compiler.driver import Compiled
from greyc.frontends.coverage_json import CoverageJson, FileJson, FindingJson
from greyc.frontends.places import SourceOf
from greyc.frontends.seating import drawn
from greyc.frontends.simulation import Plan, play
from greyc.frontends.terminal import progress
from greyc.frontends.workers import spread
from greyc.frontends.written import written
from greyc.runtime import Budget, Bundle, Game, GreycError
from greyc.runtime.checks import broken_checks
from greyc.runtime.errors import Place
from greyc.runtime.points import Part, Point, Survey
from greyc.runtime.recorder import Recorder
from greyc.runtime.testing import run_test

Test = tuple[str, int]
"""A test by its pack and number, or all `check`s of a pack."""
CHECKS = -1

MOST_TOLD = 5  # broken tests and games told one by one

BOTS = ("random", "greedy")

NEVER = {
    "function": "the function {name} is never called",
    "verb": "the verb {name} is never called",
    "action": "the action {name} is never done",
    "hook": "the hook never fires",
    "whenever": "the `whenever` never fires",
    "modifier": "the modifier never applies",
    "ability": "the block {name} is never run",
    "card": "no copy of the card is ever made",
    "score": "the score is never worked out",
}
NEVER_AT_ALL = "this is never looked at"
STATEMENT = "the statement never runs"
CHANGE = "the change is never applied"
CONDITION = {
    "looked at": "the condition `{name}` is never looked at",
    "true": "the condition `{name}` is never true",
    "false": "the condition `{name}` is never false",
}


Task = Test | tuple[Plan, int]


@frozen
class Touched:
    """What one test or game touched, and (`failure`) why it did not come to its end."""

    ran: bytes
    true: bytes
    false: bytes
    reached: bytes
    seconds: float
    failure: str = ""


def recorder_of(bundle: Bundle, mutants: bool = False) -> Recorder:
    """The recorder of a bundle, made when this process first asks, before any of its games is linked."""
    if bundle.recorder is None:
        bundle.recorder = Recorder(bundle.ir, mutants)
    return bundle.recorder


def tests_of(bundle: Bundle, packs: Iterable[str]) -> list[Test]:
    """All tests of these packs, and where they have `check`s, those."""
    found: list[Test] = []
    for pack in packs:
        declared = bundle.ir.packs[pack]
        found += [(pack, number) for number in range(len(declared.tests))]
        if declared.checks or any(kind.checks for kind in declared.kinds):
            found.append((pack, CHECKS))
    return found


def touch(bundle: Bundle, task: Task) -> Touched:
    """Runs a test, or plays the game of a plan and seed."""
    recorder = recorder_of(bundle)
    recorder.clear()
    start = process_time()
    first, number = task
    failure = _game(bundle, recorder, first, number) if isinstance(first, Plan) else tested(bundle, (first, number))
    return taken(recorder, process_time() - start, failure)


def taken(recorder: Recorder, seconds: float, failure: str) -> Touched:
    """What the recorder holds now."""
    arrays = (recorder.ran, recorder.true, recorder.false, recorder.reached)
    ran, true, false, reached = map(bytes, arrays)
    return Touched(ran, true, false, reached, seconds, failure)


def tested(bundle: Bundle, test: Test, budget: Budget | None = None) -> str:
    """Why a test fails; empty if it passes."""
    pack, number = test
    if number == CHECKS:
        return ", ".join(broken.title for broken in broken_checks(bundle, [pack]))
    failure = run_test(bundle, pack, bundle.ir.packs[pack].tests[number], budget).failure
    if failure is None:
        return ""
    what = failure.message if failure.expectation is None else f"{failure.message} {failure.expectation}"
    values = ", ".join(f"{part} is {value}" for part, value in failure.values)
    place = f"{failure.place.path}:{failure.place.line}: " if failure.place is not None else ""
    return f"{place}{what}{f' ({values})' if values else ''}"


def _game(bundle: Bundle, recorder: Recorder, plan: Plan, seed: int) -> str:
    last: list[Game] = []

    def watch(game: Game) -> None:
        last[:] = [game]

    played = play(bundle, (plan, seed), watch)
    for game in last:
        recorder.things(game.engine.program, game.state)
    return f"the game with seed {seed} broke: {played.message}" if played.outcome == "error" else ""


# ---- which games ----------------------------------------------------------------------------


def plans(bundle: Bundle, packs: Sequence[str], games: int, seed: int, most: int) -> Iterator[tuple[Plan, int]]:
    """Games of each pack that has one or adds to one: seats from the fewest to the most in turn, bots and options varied."""
    for pack in packs:
        try:
            name = bundle.game_of(pack)[1].name
        except GreycError:
            continue  # a pack of words for other packs
        about = bundle.describe(name, (pack,))
        low, high = about["seats"]
        if about["brings"] is not None:
            high = min(high, len(about["brings"]))
        for number in range(games):
            count = low + number % (high - low + 1)
            bot = BOTS[number // (high - low + 1) % len(BOTS)]
            options = drawn(about["options"], Random(seed + number)) if number >= games // 2 else {}
            yield Plan(name, (pack,), (), count, options, bot, most), seed + number


# ---- what was never touched -----------------------------------------------------------------


@define
class Sum:
    """What all of them touched together."""

    survey: Survey
    ran: int = 0
    true: int = 0
    false: int = 0

    def add(self, touched: Touched) -> None:
        self.ran |= int.from_bytes(touched.ran, "little")
        self.true |= int.from_bytes(touched.true, "little")
        self.false |= int.from_bytes(touched.false, "little")

    def has(self, number: int, point: Point) -> tuple[bool, ...]:
        """What can be covered of a point, and whether it is."""
        bit = 1 << 8 * number
        if point.what == "condition":
            return bool(self.true & bit), bool(self.false & bit)
        return (bool(self.ran & bit),)


@frozen
class Finding:
    """Something that never ran: its place, what it is, a sentence, and how many points that are."""

    part: Part
    at: tuple[int, int]
    what: str
    message: str
    points: int


@define
class Line:
    """What can be covered of a line, how much of it is, and its conditions: whether each was true once, and false once."""

    covered: int = 0
    total: int = 0
    conditions: list[tuple[bool, bool]] = field(factory=list)


@define
class File:
    """A file's figures and findings, and its lines that hold points, by number."""

    pack: str
    number: int
    covered: int = 0
    total: int = 0
    findings: list[Finding] = field(factory=list)
    lines: dict[int, Line] = field(factory=dict)

    def add(self, point: Point, has: tuple[bool, ...]) -> None:
        """Count a point of this file."""
        line = self.lines.setdefault(point.at[0], Line())
        for each in (self, line):
            each.total += len(has)
            each.covered += sum(has)
        if point.what == "condition":
            line.conditions.append((has[0], has[1]))


def report(total: Sum, packs: Iterable[str]) -> list[File]:
    """The files of these packs that have rules or cards in them, in order."""
    survey = total.survey
    wanted = set(packs)
    points: dict[int, list[tuple[Point, tuple[bool, ...]]]] = {}
    for number, point in enumerate(survey.points):
        points.setdefault(point.part, []).append((point, total.has(number, point)))
    files: dict[tuple[str, int], File] = {}
    for number, part in enumerate(survey.parts):
        if part.pack not in wanted or number not in points:
            continue
        file = files.setdefault((part.pack, part.file), File(part.pack, part.file))
        covered = [has for _, each in points[number] for has in each]
        for point, has in points[number]:
            file.add(point, has)
        if not any(covered):
            message = NEVER.get(part.what, NEVER_AT_ALL).format(name=part.name)
            file.findings.append(Finding(part, part.at, part.what, message, len(covered)))
        else:
            file.findings += [found for point, has in points[number] for found in _missing(part, point, has)]
    for file in files.values():
        file.findings.sort(key=lambda found: found.at)
    return [files[key] for key in sorted(files)]


def _missing(part: Part, point: Point, has: tuple[bool, ...]) -> Iterator[Finding]:
    if all(has):
        return
    if point.what == "condition":
        never = "looked at" if not any(has) else "true" if not has[0] else "false"
        message = CONDITION[never].format(name=written(point.node))
        yield Finding(part, point.at, "condition", message, len(has) - sum(has))
    elif point.what == "modifier":
        yield Finding(part, point.at, "modifier", CHANGE, 1)
    else:
        yield Finding(part, point.at, point.what, STATEMENT, 1)


# ---- the whole of it ------------------------------------------------------------------------


@frozen
class Covered:
    """The report, and for each of its files the lines that hold points."""

    report: CoverageJson
    lines: tuple[dict[int, Line], ...]


def covered(
    made: Compiled,
    bundle: Bundle,
    given: Sequence[str],
    tests: Sequence[Test],
    games: int,
    seed: int,
    most: int,
    processes: int,
) -> Covered:
    """Runs the tests and plays the games; what none of them touched."""
    recorder = recorder_of(bundle)
    played = list(plans(bundle, given, games, seed, most))
    tasks: list[Task] = [*tests, *played]
    total = Sum(recorder.survey)
    broken = []
    with progress(len(tasks), "tests and games") as step:
        for task, touched in zip(tasks, spread(touch, bundle, tasks, processes), strict=True):
            total.add(touched)
            if touched.failure:
                broken.append(broken_in(bundle, task, touched.failure))
            step()
    source_of = SourceOf(made)
    files = []
    lines = []
    for file in report(total, given):
        names = made.bundle.packs[file.pack].files
        places = [Place(file.pack, names[file.number], *found.at) for found in file.findings]
        findings = [
            FindingJson(*found.at, found.what, found.message, found.points, source_of.line(place))
            for found, place in zip(file.findings, places, strict=True)
        ]
        path = source_of.path(Place(file.pack, names[file.number], 1, 1))
        files.append(FileJson(path, file.covered, file.total, tuple(findings)))
        lines.append(dict(sorted(file.lines.items())))
    done, whole = sum(each.covered for each in files), sum(each.total for each in files)
    told = CoverageJson(1, len(tests), len(played), tuple(broken), done, whole, tuple(files))
    return Covered(told, tuple(lines))


def broken_in(bundle: Bundle, task: object, failure: str) -> str:
    """What broke, in words, and in which test."""
    match task:
        case (str(pack), int(number)) if number == CHECKS:
            return f"{pack}: these checks do not hold: {failure}"
        case (str(pack), int(number)):
            return f"{pack}: {bundle.ir.packs[pack].tests[number].title}: {failure}"
    return failure


__all__ = [
    "Covered",
    "File",
    "Finding",
    "Line",
    "Sum",
    "Test",
    "Touched",
    "broken_in",
    "covered",
    "plans",
    "recorder_of",
    "report",
    "taken",
    "tests_of",
    "tested",
    "touch",
]
