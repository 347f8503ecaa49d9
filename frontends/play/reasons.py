"""Why something can't be done now: `why` in the terminal client.

Without a name, every action of the game that is not among the rows, with what stands in its way; with one, an action or
a thing on the table: is it a choice now, and if not, why not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from greyc.frontends.play.asking import Asking
from greyc.runtime import ir

Json = dict[str, Any]

TELLING = ("once", "cost", "when", "needs", "source", "where", "next")  # conditions that have words of their own


class Reasons:
    """Answers `why` for one question."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.words = asking.words
        self.say = asking.words.phrases

    def lines(self, wanted: str) -> list[str]:
        if not wanted and self.asking.decision["kind"] != "offer":
            return [self.say("why_what")]
        if not wanted:
            return list(self._all_actions()) or [self.say("why_nothing")]
        return [*self._things(wanted), *self._actions(wanted)] or [self.say("unknown_word", word=wanted)]

    # ---- actions ----------------------------------------------------------------------------

    def _known(self) -> dict[str, tuple[str, Json | None]]:
        """Every action by name: its title, and why it can't be begun now."""
        found = {}
        for pack in self.words.packs:
            for action in pack.actions:
                found[action.name] = (self._title(action), self._refusal({"action": action.name, "with": {}}))
        return found

    def _title(self, action: ir.Action) -> str:
        return self.words.say({"id": action.title.id, "args": dict.fromkeys(action.title.args)})

    def _refusal(self, partial: Json) -> Json | None:
        """What `why_not` says; also for an action that can be begun but has nothing left to choose."""
        asking = self.asking
        decision = {"decision": asking.decision["decision"], **partial}
        error = asking.game.why_not(asking.seat, decision)
        if error is None and asking.decision["kind"] == "offer" and not self._offered(partial):
            return {"details": {"condition": "next"}}
        return error

    def _offered(self, partial: Json) -> bool:
        return any(each["action"] == partial.get("action") for each in self.asking.decision["actions"])

    def _all_actions(self) -> Iterator[str]:
        for title, error in self._known().values():
            if error is not None and (error.get("details") or {}).get("condition") not in ("action", "kind"):
                yield self.words.named(title, self.asking.refusal(error))

    def _actions(self, wanted: str) -> Iterator[str]:
        for name, (title, error) in self._known().items() if self.asking.decision["kind"] == "offer" else ():
            if wanted.casefold() in title.casefold() or wanted.casefold() == name:
                yield (
                    self.say("why_possible", name=title)
                    if error is None
                    else self.words.named(title, self.asking.refusal(error))
                )

    # ---- things -----------------------------------------------------------------------------

    def _things(self, wanted: str) -> Iterator[str]:
        """Things of that name, tried as the choice that is asked for."""
        asking = self.asking
        if not asking.steps and asking.decision["kind"] not in ("choose", "split"):
            return
        names = asking.places.names
        told = set()
        for identity, name in names.items():
            if not name.casefold().startswith(wanted.casefold()):
                continue
            error = self._try(identity)
            told.add(self.say("why_possible", name=name) if error is None else self._why(error, name))
        yield from sorted(told)

    def _why(self, error: Json, name: str) -> str:
        condition = (error.get("details") or {}).get("condition")
        return (
            self.words.named(name, self.asking.refusal(error))
            if condition in TELLING
            else self.say("why_not_here", name=name)
        )

    def _try(self, identity: str) -> Json | None:
        asking = self.asking
        rows = [row.value for row in asking.menu().rows]
        if identity in rows:
            return None
        if not asking.steps:
            pick: Any = identity if asking.decision.get("one", True) else [identity]
            return asking.game.why_not(asking.seat, {"decision": asking.decision["decision"], "pick": pick})
        step = asking.steps[-1]
        value: Any = identity if step.param["one"] else [identity]
        partial = {**step.partial, "with": {**step.partial["with"], step.param["name"]: value}}
        return asking.game.why_not(asking.seat, {"decision": asking.decision["decision"], **partial})
