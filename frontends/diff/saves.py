"""What becomes of saves and replays: what follows from the changes for sure, what may be, and what happens to a given save.

A save is taken up from its checkpoint where nothing that is played differs; else its answers are given again, by names, to
a game started anew (greyc.runtime.saves). So that a save loads does not mean that it is the same game: that is told apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import click
from attrs import field, frozen

from greyc.frontends.cells import number_of
from greyc.frontends.diff.change import PLAYED, Change
from greyc.frontends.diff.compare import Compared
from greyc.frontends.diff.pair import Pair
from greyc.runtime import Bundle, Game, GreycError, ir
from greyc.runtime.names import Names
from greyc.runtime.saves import SAVE_VERSION, replay

_AT_MOST: Final = 6
_DECKS: Final = {"cards", "copies", "order"}


@frozen
class Fate:
    """What becomes of saves. `checkpoints`: "same", or "replayed" where the answers are given again; `replays`: "same" or
    "may differ". `refused`: which are for sure; `because`: what may change the course of a game."""

    checkpoints: str
    replays: str
    refused: list[str] = field(factory=list)
    because: list[str] = field(factory=list)

    @property
    def sentences(self) -> list[str]:
        if self.checkpoints == "same":
            return ["Saves load from their checkpoint, as they are; replays come to the same games."]
        told = ["Checkpoints are not taken up: what is played differs, so a save is replayed from its start."]
        if self.replays == "same":
            told.append("Replays come to the same games, so saves load.")
        told += [f"Refused: {each}." for each in self.refused]
        if self.replays != "same":
            told.append("Replays may go another way; a save whose answers still fit loads, perhaps as another game:")
            told += [f"  {each}" for each in self.because]
            told.append("Whether one save loads, and as the same game, tells --save FILE.")
        return told


def fate(made: Compared) -> Fate:
    """What can be said of all saves from the packs alone."""
    if all(_same(made, pair) for pair in made.pairs) and not any(
        each.sort == "pack" and each.what != "changed" for each in made.changes
    ):
        return Fate("same", "same")
    refused = [each for pair in made.pairs for each in _refused(made, pair)]
    for change in made.changes:
        if change.sort == "pack" and change.what == "removed":
            refused.append(f"saves of games with {change.title}: the pack is gone")
    refused.append("forks with other random numbers, since they can't be replayed")
    because = _because(made)
    return Fate("replayed", "may differ" if because else "same", refused, because)


def _same(made: Compared, pair: Pair) -> bool:
    was, now = (
        [each.name for each in side.closure(pack.name)] for side, pack in ((made.old, pair.was), (made.new, pair.now))
    )
    return was == now and made.old.bundle.hash_of(was) == made.new.bundle.hash_of(now)


def _because(made: Compared) -> list[str]:
    def several(changes: Iterable[Change]) -> str:
        titles = list(dict.fromkeys(each.title for each in changes))
        more = f" and {len(titles) - _AT_MOST} more" if len(titles) > _AT_MOST else ""
        return "; ".join(titles[:_AT_MOST]) + more

    played = [each for each in made.changes if each.group in PLAYED and not each.mild and each.what != "renamed"]
    out = []
    decks = [each for each in played if each.group in _DECKS]
    if decks:
        out.append(f"other cards, or in another order, so that shuffles come out otherwise: {several(decks)}")
    for words, groups in (
        ("printed values", ("values",)),
        ("what cards do", ("effects", "keywords")),
        ("rules", ("rules",)),
        ("the game's shape", ("game",)),
    ):
        found = [each for each in played if each.group in groups]
        if found:
            out.append(f"{words}: {several(found)}")
    out += [f"the required pack {name}" for name in made.below]
    requires = [each for each in made.changes if each.sort == "pack" and each.said == "requires"]
    return out + [f"other packs are required: {each.old} -> {each.new}" for each in requires]


def _refused(made: Compared, pair: Pair) -> list[str]:
    out = []
    if pair.was.name != pair.now.name:
        out.append(f"all saves with {pair.was.name}: the pack is called {pair.now.name} now")
    games = {game.name: game for game in pair.now.games}
    for game in pair.was.games:
        now = games.get(game.name)
        if now is None:
            out.append(
                f"saves of {game.name}: " + ("the game is gone" if not game.extension else "its options are gone")
            )
            continue
        out += _of_game(pair, game, now)
    gone = {each.name: each.title for each in made.changes if (each.group, each.what) == ("cards", "removed")}
    brings = {game.brings for side in (made.old,) for pack in side.packs.values() for game in pack.games if game.brings}
    for name, title in gone.items():
        card = pair.before.cards.get(name)
        if card is None:
            continue
        if brings & set(pair.before.lineage(card.kind)):
            out.append(f"saves in which somebody brings {title}, or an answer names it: the card is gone")
        else:
            out.append(f"saves in which an answer names {title}: the card is gone")
    for each in made.changes:
        if each.pack == pair.now.name and each.what == "renamed" and each.sort in ("card", "action"):
            verb = "brings it or " if each.sort == "card" and _brought(pair, each.name, brings) else ""
            who = f"in which somebody {verb}answers with it" if verb else "with an answer that names it"
            out.append(f"saves {who}, under its old name {each.old}: {each.title} is called {each.new} now")
        if each.pack == pair.now.name and (each.sort, each.what) == ("action", "removed"):
            out.append(f"saves in which somebody did {each.name}: the action is gone")
    return out


def _brought(pair: Pair, name: str, brings: set[str]) -> bool:
    card = pair.after.cards.get(name)
    return card is not None and bool(brings & set(pair.after.lineage(card.kind)))


def _of_game(pair: Pair, was: ir.GameDecl, now: ir.GameDecl) -> list[str]:
    out = []
    if not was.extension:
        (low, high), (least, most) = was.seats, now.seats
        lost = [n for n in range(low, high + 1) if not least <= n <= most]
        if lost:
            out.append(f"saves of {_numbers(lost)} players: the game is for {least} to {most} now")
    if was.brings != now.brings and not was.extension:
        out.append(
            f"all saves: each player brought {was.brings or 'nothing'}, and brings {now.brings or 'nothing'} now"
        )
    options = {option.name: option for option in now.options}
    for option in was.options:
        other = options.get(option.name)
        if other is None:
            out.append(f"saves that set the option {option.name}: it is gone")
        elif option.type != other.type or not pair.same(option.choices, other.choices):
            out.append(f"saves that set the option {option.name} to what it can't be any more: its values are others")
    return out


def _numbers(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"


# ---- one save -------------------------------------------------------------------------------


@frozen
class Tried:
    """A save under NEW. `way`: "checkpoint" or "replay"; None if it is refused. `log`: "same", "other", or None where it
    can't be compared. `questions`: how many had changed though the answer still fits."""

    file: str
    loads: bool
    said: str
    way: str | None = None
    log: str | None = None
    questions: int = 0


def try_save(old: Bundle, new: Bundle, file: str) -> Tried:
    """Raises UsageError for what can't be read."""
    try:
        saved = json.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise click.UsageError(f"{file} can't be read: {(error.strerror or str(error)).lower()}.") from None
    except (ValueError, RecursionError):
        return Tried(file, False, "refused: it is no JSON")
    try:
        game = Game.load(new, saved)
    except GreycError as error:
        return Tried(file, False, f"refused: {error.message}")
    way = "checkpoint" if game.engine.hash == saved["bundle"] and saved["save_version"] == SAVE_VERSION else "replay"
    count = len(saved["answers"])
    said = "loads from its checkpoint" if way == "checkpoint" else f"loads by replay of {number_of(count, 'answer')}"
    changed = game.changed_questions
    if changed:
        said += f", {len(changed)} of whose questions had changed (the first: {changed[0]})"
    try:
        before = _log(replay(old, saved))
        after = _log(game if way == "replay" else replay(new, saved))
    except GreycError as error:
        return Tried(file, True, f"{said}; the logs can't be compared: {error.message}", way, None, len(changed))
    if before == after:
        return Tried(file, True, f"{said}; the log is the same", way, "same", len(changed))
    at = next((i for i, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), None)
    at = min(len(before), len(after)) if at is None else at
    shown = [log[at] if at < len(log) else "nothing more" for log in (before, after)]
    said += f"; the log is another from event {at + 1} on: {shown[0]} -> {shown[1]}"
    return Tried(file, True, said, way, "other", len(changed))


def _log(game: Game) -> list[str]:
    """What happened, by names: they mean the same in both versions, places in the state do not."""
    state, log, names = game.state, game.log, Names(game.values)
    names.update(state)
    out = []
    for k in range(state.happened - state.events_before):
        verb, _, args, _, _, status, final, site = state.event(k)
        if site is not None:
            message = log.gen.bodies[site[0]].sites[site[1]][1]
            out.append(_call("log", [(key, arg.type) for key, arg in message.args.items()], args, names))
        elif verb < 0:
            out.append(f"an answer of {game.names[args[0]]}")
        else:
            name = log.gen.names[verb]
            labels, types = log.signature(name)
            told = _call(name, list(zip(labels, types, strict=False)), args if final is None else final, names)
            out.append(told + (" (stopped)" if status == 2 else ""))
    return out


def _call(name: str, parts: Sequence[tuple[str, str]], args: Sequence[Any], names: Names) -> str:
    said = ", ".join(f"{label} {names.of(each, type_)}" for (label, type_), each in zip(parts, args, strict=False))
    return f"{name}({said})"


__all__ = ["Fate", "Tried", "fate", "try_save"]
