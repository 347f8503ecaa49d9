"""What to write where no rule knows a mistake by name: a little help for each of many rare ones.

An advice gets the scene and gives what to write or None; the first that knows something has the word, and the last shows
how such a line is written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .forms import ACTION_PARTS, form, place
from .problems import Instead, insert, leave_out, write
from .scene import PARTS, Scene
from .wording import LINE_ENDS

_LEAVE_OUT: Final = leave_out()


def _first(scene: Scene) -> str:
    return scene.line[0][3] if scene.line else ""


def _misspelt(scene: Scene) -> str | None:
    return scene.misspelt()


def _game(scene: Scene) -> str | None:
    if _first(scene) == "players" and "TO" in scene.expected and scene.kind in ("MINUS", "DOTDOT", "COMMA"):
        return "write to between the lowest number and the highest"
    if scene.previous[0] == "COLON" and place(scene) == "game" and scene.expected == {"_NL"}:
        return f"write state or option before {_first(scene)}"
    if _first(scene) == "zone" and scene.kind == "COLON" and "OF" in scene.expected:
        return Instead.of("write of in place of the colon", " of")
    return None


def _kind(scene: Scene) -> str | None:
    if _first(scene) != "kind":
        return None
    if scene.kind in ("COMMA", "VBAR", "LESSTHAN"):
        return "write | between all the words, or < if each is less than the next"
    if scene.kind == "EQUAL" and "COLON" in scene.expected:
        return Instead.of("write : in its place", ":")
    if scene.kind in LINE_ENDS and scene.previous[0] in ("VBAR", "LESSTHAN"):
        return leave_out(f"leave {scene.previous[3]} out", at=scene.previous[1:3])
    return None


def _list_of(scene: Scene) -> str | None:
    container = scene.previous[0] in ("LIST", "TALLY", "ZONE")
    if container and scene.kind in ("LSQB", "LESSTHAN", "LPAR") and scene.next[0] == "NAME":
        return f"write {scene.previous[3]} of {scene.next[3]}"
    return None


_EXTENDED: Final = ("game", "kind", "keyword", "verb", "ability")


def _header(scene: Scene) -> str | None:
    """Brackets and commas in the first line of a verb or function, and what is said of its result."""
    if _first(scene) == "verb" and scene.kind == "LPAR" and scene.at == scene.line_start + 2:
        parts: list[str] = []
        for each in scene.written(scene.tokens_left()[1:]).rstrip(":) ").split(","):
            name, _, of = (part.strip() for part in each.partition(":"))
            parts.append(f"{'for ' if parts else ''}{name}" + (f" ({of})" if of and of != name else ""))
        return f"write {' '.join(['verb', scene.previous[3], *parts]).strip()}:"
    if _first(scene) == "verb" and scene.kind == "COMMA":
        return "write a word such as to, for or by in its place"
    if _first(scene) == "verb" and scene.kind == "NAME" and scene.expected >= PARTS:
        written = scene.token[3]
        advice = f"write a word such as to, for or by before {written}"
        joined = f"{scene.previous[3]}_{written}"
        return f"{advice}, or {joined} if both are one name" if joined.isidentifier() else advice
    if _first(scene) == "function" and scene.expected == {"LPAR"}:
        return "write () behind the name, with what it is given between the brackets"
    if _first(scene) == "function" and scene.previous[0] == "COLON" and scene.kind not in LINE_ENDS:
        typed = any(token[0] in ("EQUAL", "COLON") for token in scene.tokens_left())
        if typed:
            return "leave it out: what a function gives is found by itself"
        return Instead.of("write = in place of the colon", " =", at=scene.previous[1:3])
    if _first(scene) == "extend" and scene.kind == "COLON" and scene.previous[0].lower() in _EXTENDED:
        return f"say which: extend {scene.previous[3]} NAME:"
    if _first(scene) == "extend" and scene.kind == "NAME" and "GAME" in scene.expected:
        return f"write extend game {scene.token[3]}, or kind, keyword, verb or ability"
    if _first(scene) == "ability" and scene.kind == "COLON" and "_NL" in scene.expected:
        return "leave the colon out: what happens stands on each card that has it"
    return None


def _hook(scene: Scene) -> str | None:
    """`after shuffle owner.deck:`: a part of a header is a name."""
    if scene.opener not in ("BEFORE", "AFTER") or scene.kind != "DOT" or scene.previous[0] != "NAME":
        return None
    path = [scene.previous]
    for token in scene.tokens_left():
        if token[0] not in ("DOT", "NAME") or token[0] == path[-1][0]:
            break
        path.append(token)
    before = scene.written(scene.tokens[scene.line_start : scene.at - 1])
    name = path[-1][3][:1]
    return f"give what it is called with a name, and ask behind if: {before} {name} if {name} == {scene.written(path)}:"


def _modify(scene: Scene) -> str | None:
    words = [token[0] for token in scene.line[:3]]
    if scene.on_card and words == ["MODIFY", "NAME", "COLON"] and scene.kind in ("PLUS", "MINUS", "STAR", "EQUAL"):
        changes = scene.written(scene.tokens_left())
        return f"the thing stands before the colon, and its field behind: modify this: {scene.line[1][3]} {changes}"
    if _first(scene) == "modify" and "COLON" in scene.here and scene.next[0] in ("PLUS", "MINUS", "STAR", "EQUAL"):
        return insert(f"write : before {scene.token[3]}", ": ", scene.span[0])
    if _first(scene) != "modify" or not any(token[0] == "COLON" for token in scene.line):
        return None
    if scene.kind in ("PLUS_EQUAL", "MINUS_EQUAL"):
        return write(f"{scene.previous[3]} {scene.token[3][0]}{scene.next[3]}", at=(scene.previous[1], scene.next[2]))
    if scene.kind == "DOT":
        return f"leave {scene.previous[3]}. out: what is modified stands before the colon"
    if scene.kind in LINE_ENDS:
        return "write what changes behind the colon, in the same line"
    return None


def _undo(scene: Scene) -> str | None:
    if [token[3] for token in scene.tokens[max(0, scene.at - 2) : scene.at]] == ["can", "undo"]:
        return "it stands alone behind expect, as a line of a test: expect can undo, expect not can undo"
    return None


def _test(scene: Scene) -> str | None:
    if place(scene) != "test":
        return None
    first = _first(scene)
    if scene.kind == "WHERE" and any(token[3] == "seed" for token in scene.line):
        return "write seed last"
    if first == "put" and scene.kind == "NUMBER":
        return "name each of them: put CARD, CARD in ZONE"
    if first == "expect" and scene.kind == "COMMA":
        return "write expect again, in a line of its own"
    if first == "do" and scene.kind == "NAME" and "WITH" in scene.expected:
        return insert(f"write with before {scene.token[3]}", "with ", scene.span[0])
    return None


def _block(scene: Scene) -> str | None:
    if not scene.in_block:
        return None
    words = [token[3] for token in scene.line]
    if words[:1] == ["let"] and scene.kind == "COLON":
        return "leave the type out: it is found by itself"
    if words[:1] == ["for"] and scene.kind == "COLON" and scene.previous[0] == "NAME" and scene.expected == {"IN"}:
        return f"say of what: for each {scene.previous[3]} in SET:"
    if words[:1] == ["choose"] and scene.kind == "COLON" and scene.previous[0] == "NAME" and "IN" in scene.expected:
        return f"give each of them a name: choose ... x in {scene.previous[3]}"
    if words[:1] == ["repeat"] and words[1:2] in (["until"], ["while"]):
        return f"write while {'not ' if words[1] == 'until' else ''}CONDITION:"
    if words[:2] == ["else", "if"]:
        return "it is written like this: else if CONDITION:"
    if words[:1] == ["else"] and scene.at == scene.line_start + 1:
        if scene.kind in ("NAME", "NOT"):
            return Instead.of("write else if", "else if", at=scene.previous[1:3])
        return insert("write : behind else", ":", scene.previous[2])
    if words[:1] == ["run"] and scene.kind == "DOT" and scene.next[0] == "NAME":
        return write(f"run {scene.next[3]} of {scene.previous[3]}", at=(scene.line[0][1], scene.next[2]))
    if words[:1] == ["end"] and scene.kind in LINE_ENDS and "NAME" in scene.expected:
        whole = (scene.line[0][1], scene.line[-1][2])
        return Instead.of("write end game won or end game lost", "end game won", "end game lost", at=whole)
    if words[:1] == ["or"] and scene.kind == "COLON":
        return "write choose one: above, and option: before each block"
    if scene.kind == "EQUAL" and scene.previous[0] in ("RESULT", "NEEDS"):
        return _LEAVE_OUT
    if scene.kind == "COMMA" and words[:1] in (["if"], ["while"], ["needs"]):
        return Instead.of("write and or or in its place", " and", " or")
    if words[:2] == ["choose", "one"] and scene.kind == "NAME":
        return f"write choose {scene.written(scene.tokens_left())}"
    return None


def _sign(scene: Scene) -> str | None:
    if scene.kind == "DOT" and scene.next[0] in LINE_ENDS:
        return _LEAVE_OUT
    if scene.kind == "MINUS" and scene.at == scene.line_start:
        return leave_out("leave it out: each stands in a line of its own")
    if scene.previous[0] == "PERCENT":
        return "% is what is left of a division; for a part of something write x * 50 / 100"
    if scene.kind == "LBRACE" and "COLON" in scene.expected:
        return "write a colon, and what belongs to it indented below"
    if scene.kind == "STRING" and scene.previous[0] == "STRING":
        return "write all of it between two quotation marks"
    if scene.kind == "NAME" and scene.previous[0] == "STRING" and scene.previous[2] == scene.span[0]:
        return 'a quotation mark within a text is written \\"'
    if scene.kind == "WHERE" and "IN" in scene.here and scene.previous[0] == "NAME":
        name = scene.previous[3]
        return (
            f"say of what: {name} in SET where ..." if scene.open_bracket() is None else f"write x in {name} where ..."
        )
    if scene.kind == "COMMA" and scene.previous[0] == "STRING" and scene.expected == {"_NL"}:
        return "write all of it as one text"
    return None


def _action(scene: Scene) -> str | None:
    if place(scene) == "action" and scene.at == scene.line_start:
        return ACTION_PARTS
    return None


def _member(scene: Scene) -> str | None:
    """`worth: int, hp: int`"""
    if scene.kind == "COMMA" and place(scene) in ("kind", "game") and any(t[0] == "COLON" for t in scene.line):
        return Instead.of(f"begin a new line with {scene.next[3]}", scene.new_line(), at=(scene.span[0], scene.next[1]))
    return None


def _only_thing(scene: Scene) -> str | None:
    """Where only one thing can be meant."""
    written = scene.token[3]
    if scene.kind in LINE_ENDS and scene.line_start == 0 and len(scene.line) == 1 and scene.opener == "NAME":
        return f'a card begins like this: {_first(scene)} NAME "Title":'
    if scene.kind in LINE_ENDS:
        return None
    if "COLON" in scene.expected and scene.expected <= {"COLON", "IN"}:
        return insert(f"write : before {written}", ": ", scene.span[0])
    below = [token[0] for token in scene.tokens[scene.at + 1 : scene.at + 3]]
    if scene.kind == "COLON" and below == ["_NL", "_INDENT"] and scene.on_card:
        return "only an ability has a block, and its name stands alone before the colon"
    if (
        len(scene.expected) == 1
        and (only := next(iter(scene.expected))) not in ("BY", "GAME", "ON")
        and only in scene.words
    ):
        keyword = only.lower()
        if scene.kind == written.upper():
            return write(keyword)
        if not written[0].isalnum() and scene.kind not in ("STRING", "LSQB", "LBRACE", "LPAR", "MINUS"):
            return None  # nothing goes on behind the word with a sign
        return insert(f"write {keyword} before {written}", f"{keyword} ", scene.span[0])
    if scene.kind == "NAME" and "COLON" in scene.expected and "COMMA" in scene.expected:
        return insert(f"write : before {written}", ": ", scene.span[0])
    if scene.kind == "NAME" and scene.line_start == 0 and {"COLON", "_NL"} <= scene.expected:
        return f"write : before {written}, and begin a new line with it, indented by four spaces"
    return None


ADVICE: Final[tuple[Callable[[Scene], str | None], ...]] = (
    _misspelt,
    _game,
    _kind,
    _list_of,
    _header,
    _hook,
    _modify,
    _undo,
    _test,
    _block,
    _sign,
    _action,
    _member,
    _only_thing,
    form,
)


def advice(scene: Scene) -> str | None:
    """What to write instead, if anything is known."""
    return next((found for each in ADVICE if (found := each(scene)) is not None), None)
