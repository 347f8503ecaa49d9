"""Reads lines and plays by them: numbers and names are answers, words such as `undo` are commands.

One terminal serves all seats: the seat that is asked sees its own table, and where several may act the player changes
between them with `seat`. Seats may also be played by bots.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from greyc.compiler.files import write
from greyc.frontends.cells import wrap
from greyc.frontends.play.asking import Asking, Menu, Refused
from greyc.frontends.play.lines import Lines
from greyc.frontends.play.lookup import Lookup
from greyc.frontends.play.phrases import Phrases
from greyc.frontends.play.table import Table
from greyc.frontends.play.words import Words
from greyc.runtime import Bundle, Game, GreycError
from greyc.runtime.bots import Bot, chosen

Json = dict[str, Any]
LOG_LINES = 20  # that `log` shows unless told
TOO_LONG = re.compile(r"\d{19}")  # no number of a game has so many digits


class Session:
    """A game at one terminal."""

    def __init__(
        self, bundle: Bundle, game: Game, words: Words, title: str, lines: Lines, bots: Mapping[int, Bot] | None = None
    ) -> None:
        self.bundle = bundle
        self.game = game
        self.words = words
        self.say = words.phrases
        self.title = title
        self.lines = lines
        self.bots = dict(bots or {})
        self.table = Table(words, lines.width)
        self.seat = 0
        self.loaded = bool(game.steps)
        """Some of the game was played before this session, and a save may not keep what it told."""
        self.seen = 0
        """The number of the first event that was not told yet, and the revision when that was so."""
        self.revision = game.revision
        self.asking: Asking | None = None
        self.draw = True
        self.open = True
        self.broken = False
        """The rules broke down where nobody can answer otherwise."""
        self.commands: dict[str, Callable[[str], None]] = {}
        for name, command in {
            "cmd_back": self.back, "cmd_undo": self.undo, "cmd_table": self.show_table, "cmd_log": self.log,
            "cmd_why": self.why, "cmd_card": self.card, "cmd_seat": self.change_seat, "cmd_save": self.save,
            "cmd_load": self.load, "cmd_help": self.help, "cmd_quit": self.quit,
        }.items():  # fmt: skip
            for phrases in (Phrases("en"), self.say):
                self.commands |= dict.fromkeys(phrases(name).split(), command)

    # ---- the game ---------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game, the input or the player's patience ends."""
        while self.open:
            self.tell_events()
            if self.game.outcome is not None or not self.game.waiting():
                self.end()
                return
            if not self.bots_answer():
                self.question()

    def end(self) -> None:
        self.write_table(self.game.view())
        if self.game.winner is not None:
            self.lines.write(self.say("won_by", name=self.game.names[self.game.winner]), "good")
        won = self.game.outcome == "won"
        self.lines.write(self.say("won" if won else "lost"), "good" if won else "bad")
        self.open = False

    def bots_answer(self) -> bool:
        """Lets a bot answer if no person is asked."""
        waiting = self.game.waiting()
        if not self.bots or any(seat not in self.bots for seat in waiting):
            return False
        seat = waiting[0]
        try:
            self.game.take(seat, chosen(self.game, self.bots[seat], seat))
        except GreycError as error:
            self.wrong(self.say("broke", reason=error))
            self.open, self.broken = False, True
        return True

    def question(self) -> None:
        """Ask one question and take one line for it."""
        waiting = [seat for seat in self.game.waiting() if seat not in self.bots]
        if self.asking is None:
            if self.seat not in waiting:
                self.seat = next((seat for seat in waiting if seat > self.seat), waiting[0])
            decision = self.game.decision(self.seat)
            assert decision is not None
            self.asking = Asking(self.game, self.seat, decision, self.words, self.table)
            if self.draw or decision["kind"] == "offer":
                self.show_table("")
        self.show_menu(self.asking.menu(), [seat for seat in waiting if seat != self.seat])
        line = self.lines.ask(f"{self.game.names[self.seat]}> ")
        while line is not None and not line.strip():
            line = self.lines.ask(f"{self.game.names[self.seat]}> ")
        if line is None:
            self.quit("")
        else:
            self.obey(line.strip())

    def show_menu(self, menu: Menu, others: list[int]) -> None:
        self.lines.write(wrap(menu.prompt, self.lines.width), "prompt")
        rows = list(zip(menu.numbers, menu.rows, strict=True))
        plain = [str(number) for number, row in rows if row.is_number]
        if plain:  # what is typed is the number itself
            self.lines.write(wrap(", ".join(plain), self.lines.width, " "))
        named = [(str(number), row) for number, row in rows if not row.is_number]
        gutter = max((len(number) for number, _ in named), default=0)
        for number, row in named:
            self.lines.write(wrap(row.text, self.lines.width, f" {number:>{gutter}}. ", " " * (gutter + 5)))
        if others and self.asking is not None and not self.asking.steps:
            names = self.words.several([self.game.names[seat] for seat in others])
            self.lines.write(wrap(self.say("also_waiting", names=names), self.lines.width, " "), "dim")

    def obey(self, line: str) -> None:
        """A line: an answer or a command."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            self.card(line[1:].strip())
        elif re.fullmatch(r"-?\d[\d ,;-]*", line) and not TOO_LONG.search(line):
            self.answer([int(number) for number in re.findall(r"-?\d+", line)])
        elif word.lower() in self.commands:
            self.commands[word.lower()](rest.strip())
        else:
            self.by_name(line)

    def by_name(self, line: str) -> None:
        """A row by its name or the beginning of it."""
        assert self.asking is not None
        menu = self.asking.menu()
        rows = list(zip(menu.numbers, menu.rows, strict=True))
        wanted = line.casefold()
        for fits in (str.__eq__, str.startswith, str.__contains__):
            found = [(number, row) for number, row in rows if any(fits(said, wanted) for said in row.said)]
            texts = [row.text for _, row in found]
            if found and len(set(texts)) == 1:
                self.answer([found[0][0]])
                return
            if found:
                names = self.words.several(texts)
                self.wrong(self.say("several", word=line, names=names))
                return
        self.wrong(self.say("unknown_word", word=line))

    def answer(self, numbers: list[int]) -> None:
        """Rows by number."""
        asking = self.asking
        assert asking is not None
        try:
            answer = asking.choose(numbers)
        except Refused as refused:
            self.wrong(str(refused))
            return
        if answer is None:
            return
        try:
            self.game.answer({"decision": asking.decision["decision"], "seat": asking.seat, **answer})
        except GreycError as error:
            broke = error.code in ("content_error", "budget_exceeded")
            reason = str(error) if broke else asking.refusal(error.as_json())
            self.wrong(self.say("broke" if broke else "refused", reason=reason))
            asking.steps.clear()
            return
        self.asking = None

    # ---- what happened ----------------------------------------------------------------------

    def tell_events(self) -> None:
        """What happened since it was last told, as the seat that acts may know it."""
        events = self.game.events(self.seat, self.seen, self.revision)
        self.write_log(self.sentences(events))
        self.skip(events)

    def skip(self, events: list[Json]) -> None:
        """These have been told; the first may say what was taken back since the last time."""
        for event in events[:1] + events[-1:]:
            self.seen = event["to"] if "to" in event else event["event"] + 1
        self.revision = self.game.revision

    def sentences(self, events: list[Json]) -> list[str]:
        return [self.words.say(event["message"]) for event in events if "message" in event]

    def write_log(self, sentences: list[str]) -> None:
        for sentence in sentences:
            self.lines.write(wrap(sentence, self.lines.width, "  ", "    "), "note")

    def wrong(self, text: str) -> None:
        self.lines.write(wrap(text, self.lines.width), "wrong")

    # ---- commands ---------------------------------------------------------------------------

    def back(self, _: str) -> None:
        if self.asking is None or not self.asking.back():
            self.undo("")

    def undo(self, _: str) -> None:
        """Takes the last answer of a person back, and those that bots gave since."""
        try:
            while self.game.steps:
                seat = self.game.steps[-1].seat
                self.game.undo()
                if seat not in self.bots:
                    break
            else:
                self.game.undo()
        except GreycError as error:
            self.wrong(self.say("no_undo", reason=error.message))
            return
        self.lines.write(self.say("undone"), "note")
        self.asking = None

    def show_table(self, _: str) -> None:
        self.write_table(self.game.view(self.seat))
        self.draw = False

    def write_table(self, view: Json) -> None:
        for line in self.table.lines(view, self.title):
            self.lines.write(line, "prompt" if line.startswith(("▪", "─")) else "")

    def log(self, rest: str) -> None:
        """The last sentences, looked for from behind in larger and larger pieces: to tell the whole of a long story is slow."""
        number = typed(rest)
        count = LOG_LINES if number is None else number
        sentences: list[str] = []
        back = self.seen
        while len(sentences) < count and back > 0:
            back = max(0, self.seen - 4 * (self.seen - back + count))
            sentences = self.sentences(self.game.events(self.seat, back))
        self.write_log(
            sentences[-count:] if sentences and count else [self.say("no_story" if self.loaded else "no_log")]
        )

    def card(self, rest: str) -> None:
        """What a card, a keyword or a kind is; nothing named: the help."""
        if not rest:
            self.help("")
            return
        assert self.asking is not None
        lookup = Lookup(self.words)
        number = typed(rest)
        row = None if number is None else self.asking.menu().row(number)
        if row is not None:
            found = [("card", row.thing)] if row.thing else []
        else:
            found = lookup.find(rest)
        if not found:
            self.wrong(self.say("no_card", word=rest))
        for named in found[:5]:
            first, *others = lookup.lines(named)
            self.lines.write(first, "prompt")
            for line in others:
                self.lines.write(wrap(line, self.lines.width, "  "))

    def why(self, rest: str) -> None:
        """Why actions, or one choice, are not possible now."""
        from greyc.frontends.play.reasons import Reasons

        assert self.asking is not None
        for line in Reasons(self.asking).lines(rest):
            self.lines.write(wrap(line, self.lines.width, "  ", "    "), "note")

    def change_seat(self, rest: str) -> None:
        names = self.game.names
        found = [seat for seat, name in enumerate(names) if rest and name.casefold().startswith(rest.casefold())]
        number = typed(rest)
        if number is not None and 1 <= number <= len(names):
            found = [number - 1]
        if len(found) != 1:
            self.wrong(self.say("no_seat", name=rest))
        elif found[0] not in self.game.waiting():
            self.wrong(self.say("not_asked", name=names[found[0]]))
        else:
            self.seat, self.asking, self.draw = found[0], None, True

    def save(self, rest: str) -> None:
        if not rest:
            self.wrong(self.say("save_where"))
            return
        try:
            write(Path(rest), json.dumps(self.game.save()) + "\n")
        except OSError as error:
            self.wrong(self.say("not_saved", file=rest, reason=error.strerror or error))
            return
        self.lines.write(self.say("is_saved", file=rest), "note")

    def load(self, rest: str) -> None:
        if not rest:
            self.wrong(self.say("load_where"))
            return
        try:
            self.game = load_game(self.bundle, Path(rest))
        except (GreycError, ValueError, OSError) as error:
            self.wrong(self.say("not_loaded", file=rest, reason=reason(error)))
            return
        self.lines.write(self.say("is_loaded", file=rest), "note")
        self.asking, self.seen, self.draw, self.loaded = None, 0, True, True
        self.seat = min(self.seat, self.game.seats - 1)  # another table may have fewer
        self.skip(self.game.events(self.seat, 0))

    def help(self, _: str) -> None:
        self.lines.write(self.say("help").rstrip("\n").split("\n"))

    def quit(self, _: str) -> None:
        self.lines.write(wrap(self.say("left_open"), self.lines.width))
        self.open = False


def typed(text: str) -> int | None:
    """A number that was typed behind a command; None for whatever else stands there."""
    return int(text) if re.fullmatch(r"\d+", text) and not TOO_LONG.search(text) else None


def load_game(bundle: Bundle, path: Path) -> Game:
    """The game of a save. Raises OSError, ValueError or GreycError."""
    return Game.load(bundle, read_save(path))


def read_save(path: Path) -> Json:
    """What stands in a save. Raises OSError or ValueError."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except RecursionError:
        saved = None
    if not isinstance(saved, dict):
        raise ValueError("it is not a save")
    return saved


def reason(error: Exception) -> str:
    """What is wrong with a save, in words."""
    match error:
        case GreycError():
            return str(error)
        case OSError():
            return (error.strerror or str(error)).lower()
        case json.JSONDecodeError() | UnicodeDecodeError():
            return "it is not JSON"
    return str(error)
