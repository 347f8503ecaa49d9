"""Draws boards: a map of numbered places where they lie in columns and rows, and a list of what stands where.

On a hex board every second row is shifted by half a place. A board without columns and rows is a list of places with
their neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_uppercase
from typing import Any

from greyc.frontends.cells import pad, wrap
from greyc.frontends.cells import width as cells
from greyc.frontends.play.words import POINT, Words

Json = dict[str, Any]
CELL = 12  # letters of a place on the map, at most


def board_lines(
    name: str,
    places: list[Json],
    words: Words,
    names: Mapping[str, str],
    width: int,
    tell: Callable[[Json], str],
    facts: Callable[[Json], str],
) -> list[str]:
    """A board with what stands on it; `tell` says what a thing is, `facts` what a place is like."""
    board = next((each for pack in words.packs for each in pack.boards if each.name == name), None)
    title = words.title(board.title if board else None, name.replace("_", " "))
    out = [f" {title}"]
    mapped = [place for place in places if "x" in place]
    if mapped:
        letters = _letters(mapped, words, facts)
        marks = {place["id"]: letters.get(facts(place)) or _short(place, words) for place in mapped}
        drawn = _map(mapped, marks, board.shifted if board and board.shape == "hex" else None, width)
        out += drawn
        if any("*" in line for line in drawn):
            out.append(f"   {words.phrases('marked')}")
        for fact, letter in letters.items():
            out += wrap(words.named(letter, f"{_short(mapped[0], words)}{POINT}{fact}"), width, "   ", "      ")
    for place in places:
        inside = [
            tell(thing) if thing else words.phrases("hidden_copy")
            for zone in place.get("zones", {}).values()
            for thing in zone.get("things", [])
        ]
        beside = [names[each] for each in place.get("next", []) if each in names]
        if inside or not mapped:
            told = words.several(inside) if inside else words.phrases("empty")
            if not mapped and beside:
                told += f" ({words.phrases('next_to', names=words.several(beside))})"
            out += wrap(words.named(_name(place, words), told), width, "   ", "      ")
    return out


def _name(place: Json, words: Words) -> str:
    return _short(place, words) + at(place)


def at(place: Json) -> str:
    """Where a place lies on its board, behind its name; empty for what is no such place."""
    return f" ({place['x']},{place['y']})" if "x" in place else ""


def _short(place: Json, words: Words) -> str:
    """A place's card, or the first word that is true of it, or its kind."""
    if "card" in place["label"]:
        return words.name(place["label"])
    said = next((value for value in place["states"].values() if isinstance(value, dict) and "word" in value), None)
    return words.name(said if said is not None else place["label"])


def _letters(places: list[Json], words: Words, facts: Callable[[Json], str]) -> dict[str, str]:
    """Letters for what places are like, where all of them have one name, which would tell nothing on a map."""
    sorts = dict.fromkeys(map(facts, places))
    if len({_short(place, words) for place in places}) > 1 or not 1 < len(sorts) <= len(ascii_uppercase) or "" in sorts:
        return {}
    return dict(zip(sorts, ascii_uppercase, strict=False))


def _map(places: list[Json], marks: Mapping[str, str], shifted: str | None, width: int) -> list[str]:
    """`marks`: what stands for a place, by id; `shifted`: whether the odd or the even rows stand half a place to the right."""
    columns = sorted({place["x"] for place in places})
    laid = {(place["x"], place["y"]): place for place in places}
    longest = max(cells(mark) for mark in marks.values()) + 1  # one for the star where something stands
    room = max(3, min(CELL, longest, (width - 8) // max(1, columns[-1] - columns[0] + 1) - 1))
    out = ["     " + " ".join(pad(str(x), room) for x in range(columns[0], columns[-1] + 1))]
    for y in range(min(y for _, y in laid), max(y for _, y in laid) + 1):
        row = []
        for x in range(columns[0], columns[-1] + 1):
            place = laid.get((x, y))
            mark = "*" if place and any(zone["count"] for zone in place.get("zones", {}).values()) else ""
            row.append(pad(mark + _cut(marks[place["id"]], room - len(mark)) if place else "", room))
        shift = " " * ((room + 1) // 2) if shifted == ("odd" if y % 2 else "even") else ""
        out.append(f"{y:>3}  {shift}{' '.join(row)}".rstrip())
    return out


def _cut(text: str, room: int) -> str:
    """The beginning of a text: on a map there is no room for dots."""
    shown = text
    while cells(shown) > room:
        shown = shown[:-1]
    return shown.rstrip()
