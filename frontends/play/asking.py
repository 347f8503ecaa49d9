"""From a decision to numbered rows, and from numbers back to an answer.

An action is chosen step by step: the action, then each of its parameters, with the runtime's `complete` saying what may
come next. What is the only possibility is chosen by itself, and the row then says so beforehand ("Play the Torch"
instead of "Play ..."). Nothing here changes the game; the session gives the finished answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from attrs import define, evolve, field, frozen

from greyc.frontends.play.boards import at
from greyc.frontends.play.table import Places, Table
from greyc.frontends.play.words import POINT, Words
from greyc.runtime import Game, GreycError
from greyc.runtime.ir import ACTION_PASS
from greyc.runtime.ir.words import CORE_TEXT

Json = dict[str, Any]

PLAIN = f"{CORE_TEXT}ask_choose"  # the prompt of a choice without words of its own: the client says it better


class Refused(Exception):
    """An input that is no answer; the message is for the player."""


@frozen
class Row:
    """One numbered possibility. `value`: what it adds to the answer; `more`: what tells it from others of its name;
    `typed`: a word that means it in every language."""

    label: str
    value: Any
    more: str = ""
    thing: str | None = None
    typed: str = ""
    is_number: bool = False

    @property
    def text(self) -> str:
        return f"{self.label}{POINT}{self.more}" if self.more else self.label

    @property
    def number(self) -> int:
        """Of a plain number: which, as it is typed; its label has a minus sign."""
        return int(self.label.replace("\u2212", "-"))

    @property
    def said(self) -> list[str]:
        """What may be typed for it, in small letters."""
        return [self.text.casefold(), *([self.typed] if self.typed else [])]


@define
class Menu:
    """What is asked now: a sentence, the rows, and how many of them (`split`: a number for each)."""

    prompt: str
    rows: list[Row]
    low: int = 1
    high: int = 1
    split: int | None = None

    @property
    def numbers(self) -> list[int]:
        """What is typed for each row: its place, or of plain numbers the number itself."""
        values = [row.number for row in self.rows if row.is_number]
        others = (number for number in count(0 if values else 1) if number not in values)
        return [row.number if row.is_number else next(others) for row in self.rows]

    def row(self, number: int) -> Row | None:
        """The row of a number that was typed."""
        return dict(zip(self.numbers, self.rows, strict=True)).get(number)


@define
class Step:
    """A half-made action, and the parameter that is asked for, if one is."""

    partial: Json
    param: Json


@define
class Asking:
    """The dialogue about one decision, for one seat."""

    game: Game
    seat: int
    decision: Json
    words: Words
    table: Table
    steps: list[Step] = field(factory=list)
    places: Places = field(init=False)

    @places.default
    def _places(self) -> Places:
        return Places.of(self.game.view(self.seat), self.words)

    # ---- what is asked ----------------------------------------------------------------------

    def menu(self) -> Menu:
        """The rows to choose from now."""
        say = self.words.phrases
        kind = self.decision["kind"]
        if self.steps:
            param = self.steps[-1].param
            return self._candidates(self._title(), param, declinable=False)
        message = self.decision.get("prompt")
        prompt = self.words.say(message) if message and message["id"] != PLAIN else ""
        match kind:
            case "offer":
                name = self.game.names[self.seat]
                return Menu(say("what_now", name=name), [self._action(each) for each in self.decision["actions"]])
            case "one":
                rows = [Row(self.words.say(each["title"]), each["id"]) for each in self.decision["options"]]
                return Menu(prompt or self._from_source(say("which")), rows)
            case "may":
                return Menu(prompt or self._from_source(say("really")), [Row(say("yes"), True), Row(say("no"), False)])
            case "split":
                rows = self._rows(self.decision["candidates"])
                total = self.decision["total"]
                example = " ".join([str(total), *["0"] * (len(rows) - 1)])
                prompt = prompt or self._from_source(say("share_out", total=total))
                return Menu(f"{prompt} {say('shares', example=example)}", rows, split=total)
        return self._candidates(prompt, self.decision, declinable=self.decision["may"])

    def _candidates(self, prompt: str, asked: Json, declinable: bool) -> Menu:
        say = self.words.phrases
        rows = self._rows(asked["candidates"])
        low, high = (1, 1) if asked["one"] else (asked["min"], asked["max"])
        if declinable or (low == 0 and not asked["one"]):
            rows.append(Row(say("nobody"), None))
        one = asked["one"] or low == high == 1
        if one:
            told = say("which")
        elif low == high:
            told = say("which_exactly", min=low)
        elif low == 0:
            told = say("which_any", max=high)
        else:
            told = say("which_some", min=low, max=high)
        return Menu(f"{prompt} {told}" if prompt and not one else prompt or self._from_source(told), rows, low, high)

    def _from_source(self, question: str) -> str:
        """A question in the client's words, behind the name of the card that asks it."""
        source = self.decision.get("source")
        return question if source is None else self.words.named(self.words.name(source), question)

    def _title(self) -> str:
        """The action as far as it is made."""
        partial = self.steps[-1].partial
        entry = next((each for each in self.decision["actions"] if self._same(each, partial)), None)
        title = self._complete(partial).get("title") or (entry or {}).get("title")
        return self.words.say(title) if title else str(partial["action"])

    @staticmethod
    def _same(entry: Json, partial: Json) -> bool:
        return entry["action"] == partial["action"] and entry.get("actor") == partial.get("actor")

    def _action(self, entry: Json) -> Row:
        if entry["action"] == ACTION_PASS:
            return Row(self.words.phrases("pass"), {"action": ACTION_PASS}, typed=ACTION_PASS)
        partial: Json = {key: entry[key] for key in ("action", "actor") if key in entry}
        made, known = self._only_ways({**partial, "with": {}})
        title = known.get("title") or entry["title"]
        actor = self.places.names.get(entry.get("actor", ""), "")
        return Row(self.words.say(title), made, actor)

    def _rows(self, candidates: Sequence[Json]) -> list[Row]:
        """Candidates with what tells them apart: where they lie if they lie in several places, what they are like if
        names repeat or they are in play; of those the seat can't tell a number."""
        where = {self.places.where.get(each["id"], "") for each in candidates}
        plain = [each["label"] for each in candidates if type(each["label"]) is int]
        numbers = len(set(plain)) == len(candidates)
        rows = []
        for each in candidates:
            identity = each["id"]
            thing = self.places.things.get(identity)
            parts = self.table.glance(thing, self.places.names) if thing is not None and "kind" in thing else []
            place = self.places.where.get(identity, "")
            more = [*parts, *([place] if place and len(where) > 1 else [])]
            card = (thing or {}).get("card") or (each["label"].get("card") if isinstance(each["label"], dict) else None)
            number = f" ({identity[1:]})" if identity.startswith("u") and len(candidates) > 1 else ""
            label = self.words.name(each["label"]) + number
            rows.append(Row(label, identity, POINT.join(more), card, is_number=numbers))
        if len({row.text for row in rows}) < len(rows):
            rows = [evolve(row, label=row.label + at(self.places.things.get(row.value, {}))) for row in rows]
        return rows

    # ---- what is answered -------------------------------------------------------------------

    def choose(self, numbers: Sequence[int]) -> Json | None:
        """Rows by number; the finished answer, or None if there is more to ask. Raises Refused."""
        menu = self.menu()
        say = self.words.phrases
        if menu.split is not None:
            return self._share(menu, numbers)
        values = []
        for number in numbers:
            if (row := menu.row(number)) is None:
                raise Refused(say("beyond", number=number))
            values.append(row.value)
        if len(set(numbers)) < len(numbers):
            raise Refused(say("twice"))
        if self.steps or self.decision["kind"] == "choose":
            asked = self.steps[-1].param if self.steps else self.decision
            value = self._picked(menu, values, asked["one"])
            return self._next(asked["name"], value) if self.steps else {"pick": value}
        if len(values) != 1:
            raise Refused(say("beyond_one"))
        match self.decision["kind"]:
            case "offer":
                return self._go_on(values[0])
            case "one":
                return {"option": values[0]}
        return {"yes": values[0]}

    def _picked(self, menu: Menu, values: list[Any], one: bool) -> Any:
        say = self.words.phrases
        if None in values:
            if len(values) > 1:
                raise Refused(say("beyond_one"))
            return None if not self.steps else []
        if one:
            if len(values) != 1:
                raise Refused(say("beyond_one"))
            return values[0]
        if len(values) < menu.low:
            raise Refused(say("too_few", min=menu.low))
        if len(values) > menu.high:
            raise Refused(say("too_many", max=menu.high))
        return values

    def _share(self, menu: Menu, numbers: Sequence[int]) -> Json:
        if len(numbers) != len(menu.rows) or sum(numbers) != menu.split:
            raise Refused(self.words.phrases("sum_wrong", total=menu.split, count=len(menu.rows)))
        return {"shares": {row.value: number for row, number in zip(menu.rows, numbers, strict=True)}}

    def _next(self, name: str, value: Any) -> Json | None:
        partial = self.steps[-1].partial
        return self._go_on({**partial, "with": {**partial["with"], name: value}})

    def _go_on(self, partial: Json) -> Json | None:
        """Goes on with a half-made action: what is the only way is taken, else it is the next question."""
        if partial["action"] == ACTION_PASS:
            return partial
        made, known = self._only_ways(partial)
        if "error" in known or "why" in known:
            raise Refused(self.words.phrases("refused", reason=self.refusal(known.get("why", known))))
        if "next" not in known:
            return made
        self.steps.append(Step(made, known["next"]))
        return None

    def _only_ways(self, partial: Json) -> tuple[Json, Json]:
        """The action with every parameter that has one possibility, and what `complete` says of it then."""
        known = self._complete(partial)
        while "next" in known and (only := _only(known["next"])) is not None:
            further = {**partial, "with": {**partial["with"], known["next"]["name"]: only}}
            then = self._complete(further)
            if "error" in then or "why" in then:
                break
            partial, known = further, then
        return partial, known

    def _complete(self, partial: Json) -> Json:
        try:
            return self.game.complete(self.seat, {"decision": self.decision["decision"], **partial})
        except GreycError as error:
            return error.as_json()

    def refusal(self, error: Json) -> str:
        """Why something is refused, in words."""
        say = self.words.phrases
        details = error.get("details") or {}
        match details.get("condition"):
            case "once":
                return say("why_once", period=self.words.period(details["per"]))
            case "cost":
                of = self.words.title(details.get("of"))
                return say("why_cost", needed=details["needed"], have=details["have"], of=of).rstrip()
            case "next":
                return say("why_no_choice")
            case "when" if "needs" in details:
                return self.words.named(say("why_when"), self.words.say(details["needs"]))
            case "when":
                return self.words.named(say("why_when"), "{pack}/{path}:{line}".format(**details["place"]))
            case "needs":
                return say("why_needs")
            case "source":
                return say("why_source")
            case "where":
                return say("why_where")
        return str(error.get("message", ""))

    def back(self) -> bool:
        """One step back; False at the beginning."""
        if self.steps:
            self.steps.pop()
            return True
        return False


def _only(param: Json) -> Any:
    """The only possible value of a parameter; None if there are several, or none."""
    ids = [each["id"] for each in param["candidates"]]
    if param["one"]:
        return ids[0] if len(ids) == 1 else None
    return ids if param["min"] == param["max"] == len(ids) > 0 else None
