"""What is said with other words than greyc's, or in another order: titles in front, calls with brackets or commas, hooks
with `once per`.

Rules like those of mistakes.py, of which these come last: they tell less certainly what was meant.
"""

from __future__ import annotations

from typing import Final

from .forms import place
from .lexer import Token
from .problems import Instead, SyntaxProblem, insert, leave_out, write
from .scene import BEGINS, BREAKS, PARTS, Rule, Scene, if_above
from .wording import LINE_ENDS

_HOOKS: Final = ("BEFORE", "AFTER")


# ---- calls --------------------------------------------------------------------------------------------------------------
def _as_program(verb: Token, mark: Token) -> SyntaxProblem:
    return SyntaxProblem("call-with-brackets", mark[1:3], {"verb": verb[3]}, about=(verb[3], verb[1:3]))


def call_with_brackets(scene: Scene) -> SyntaxProblem | None:
    """`deal(3, m)`, `m.deal(3)`, `deal 3, m`, `after deal(m):`"""
    line, bracket = scene.line, scene.open_bracket()
    if len(line) < 2:
        return None
    if line[0][0] in _HOOKS and scene.kind == "LPAR" and scene.at == scene.line_start + 2:
        return _as_program(line[1], scene.token)
    verb = scene.called
    if verb is None:
        return None
    second = line[line.index(verb) + 1 :][:1]
    if scene.kind == "COMMA" and second and bracket is second[0] and bracket[0] == "LPAR":
        return _as_program(verb, bracket)
    if scene.kind == "COMMA" and bracket is None and scene.here >= PARTS:
        return _calls_in_one_line(scene, scene.at) or _as_program(verb, scene.token)
    dot = scene.tokens[scene.at - 2]
    path = dot[0] == "DOT" and second == [line[1]] and line[1][0] == "DOT" and "PLUS_EQUAL" in scene.expected
    return _as_program(scene.previous, dot) if path and scene.kind in (*BEGINS, "LPAR") else None


def calls_in_one_line(scene: Scene) -> SyntaxProblem | None:
    """`draw 1 and heal 2`"""
    if scene.at < 3 or scene.kind not in BEGINS or not scene.here >= PARTS or scene.called is None:
        return None
    return _calls_in_one_line(scene, scene.at - 2)


def _calls_in_one_line(scene: Scene, at: int) -> SyntaxProblem | None:
    """A call that begins behind the token `at`."""
    link, verb, value = scene.tokens[at : at + 3]
    if link[0] not in ("AND", "OR", "DOT", "COMMA") or verb[0] != "NAME" or value[0] not in BEGINS:
        return None
    advice: str = Instead.of(
        f"begin a new line with {verb[3]}", scene.new_line(), at=(scene.tokens[at - 1][2], verb[1])
    )
    if link[0] == "OR":
        advice = f"write either in front of the first, and or {verb[3]} in a line of its own below"
    return SyntaxProblem("calls-in-one-line", link[1:3], {}, advice)


def list_behind_name(scene: Scene) -> SyntaxProblem | None:
    """`let thrown = roll [wind, wind]`: read as what stands at a place of a list."""
    bracket = scene.open_bracket()
    if scene.kind != "COMMA" or scene.expected != {"RSQB"} or bracket is None or bracket[0] != "LSQB":
        return None
    name = scene.tokens[scene.tokens.index(bracket) - 1]
    if name[0] != "NAME" or name[2] == bracket[1]:
        return None
    given = scene.written(scene.tokens[scene.tokens.index(bracket) : scene.at] + scene.tokens_left()).rstrip(":")
    advice = write(f"{name[3]}({given})", at=(name[1], bracket[1] + len(given)))
    words = {"name": name[3]}
    return SyntaxProblem("function-without-brackets", name[1:3], words, advice, about=(name[3], name[1:3]))


def function_without_brackets(scene: Scene) -> SyntaxProblem | None:
    """`a = count x`, `count of x`"""
    name = scene.previous
    if name[0] != "NAME" or name[3] in ("a", "an", "the"):
        return None
    if not {"LPAR", "DOT", "PLUS"} <= scene.here or scene.here >= PARTS:
        return None
    if scene.kind == "NAME" and scene.next[0] == "NAME" and scene.misspelt(line_too=False):
        return None  # `state tired: flag = no untill watch`
    taken = scene.next if scene.kind == "OF" else scene.token
    if taken[0] not in BEGINS or "WITH" in scene.here or not (scene.in_block or "CMP" in scene.here):
        return None
    called = "count" if scene.kind == "OF" and name[3] in ("number", "amount") else name[3]
    instead = write(f"{called}({taken[3]})", at=(name[1], taken[2]))
    words = {"name": name[3]}
    return SyntaxProblem("function-without-brackets", name[1:3], words, instead, about=(name[3], name[1:3]))


# ---- headers ----------------------------------------------------------------------------------------------------------
def once_on_hook(scene: Scene) -> SyntaxProblem | None:
    if scene.kind != "ONCE" or scene.opener not in _HOOKS:
        return None
    period = scene.tokens_left()[2:3]
    until = period[0][3] if period else "VERB"
    advice = f"note it in a state, such as state done: flag = no until {until}, set it below, and ask for it behind if"
    return SyntaxProblem("once-on-hook", scene.span, {}, advice)


def until_missing(scene: Scene) -> SyntaxProblem | None:
    """`modify this: power +1` in a block"""
    if scene.opener != "MODIFY" or "UNTIL" not in scene.expected:
        return None
    target = scene.written(scene.tokens[scene.line_start + 1 : scene.at])
    rest = scene.written(scene.tokens_left()).lstrip(": ")
    if scene.kind not in ("COLON", "NAME") or not target or not rest:
        return None
    advice = f"write modify {target} until VERB: {rest}; what holds all the time stands on the card itself"
    return SyntaxProblem("until-missing", scene.span, {}, insert(advice, " until VERB", scene.before[1]))


def title_not_last(scene: Scene) -> SyntaxProblem | None:
    """`zone hand of card "hand" ordered`"""
    if scene.kind in LINE_ENDS or scene.kind == "COLON" or scene.previous[0] == scene.kind:
        return None
    if scene.previous[0] == "STRING" and scene.kind in scene.could_stand(scene.at - 1):
        title, rest = scene.previous, [token for token in scene.tokens_left() if token[0] != "COLON"]
        again = f"{scene.written(rest)} {scene.written([title])}"
        advice = Instead.of(f'write "{title[3]}" behind {scene.written(rest)}', again, at=(title[1], rest[-1][2]))
        return SyntaxProblem("title-not-last", title[1:3], {}, advice)
    early = scene.kind == "STRING" and scene.next[0] in scene.expected and scene.line_start == 0
    if early and scene.next[0] not in LINE_ENDS:
        where = "at the end of the line" + (", before the colon" if scene.line[-1][0] == "COLON" else "")
        return SyntaxProblem("title-not-last", scene.span, {}, f"write it {where}")
    return None


_TYPES: Final = {"NUMBER": "int", "STRING": "words", "LSQB": "list of KIND"}


def type_missing(scene: Scene) -> SyntaxProblem | None:
    """`state round = 0`, `int worth`"""
    if "COLON" not in scene.expected or not scene.line:
        return None
    name, where = scene.previous, place(scene)
    member = scene.opener in ("STATE", "OPTION", "GIVEN")
    if name[0] != "NAME" or where not in ("game", "kind", "card", "action") or not (member or where == "kind"):
        return None
    opener = f"{scene.line[0][3]} " if member else ""
    if scene.kind == "EQUAL":
        value = scene.written(scene.tokens_left()[1:])
        of = "flag" if value.split(" ")[0] in ("yes", "no") else _TYPES.get(scene.next[0], "TYPE")
        again = f"{opener}{name[3]}: {of} = {value}".rstrip()
        known = of != "TYPE" and "KIND" not in of
        whole = (scene.line[0][1], scene.tokens_left()[-1][2])
        advice = write(again, at=whole) if known else f"write {again}"
        return SyntaxProblem("untyped", name[1:3], {"name": name[3]}, advice)
    if scene.kind == "NAME" and name[3] in ("int", "flag", "words", "bool", "number", "string"):
        of = {"bool": "flag", "number": "int", "string": "words"}.get(name[3], name[3])
        instead = write(f"{opener}{scene.token[3]}: {of}", at=(scene.line[0][1], scene.span[1]))
        return SyntaxProblem("untyped", scene.span, {"name": scene.token[3]}, instead)
    return None


# ---- one word for another ----------------------------------------------------------------------------------------------
_IN: Final = frozenset(("FROM", "OF", "TO", "INTO", "ON", "AT"))


def other_word(scene: Scene) -> SyntaxProblem | None:
    """`choose m from ms`, `after deal when ...`, `put a into b`"""
    kind, word, expected = scene.kind, scene.token[3], scene.here
    first = scene.opener
    gives = word in ("is", "to", "be", "as") or (kind == "COLON" and first != "LET" and scene.next[0] != "_NL")
    wanted = None
    if "IN" in expected and kind == "OF" and scene.previous[3] == "cards":
        cards = scene.written([scene.previous, *scene.tokens_left()])
        words = {"found": "cards of", "wanted": "x in cards of"}
        return SyntaxProblem(
            "other-word",
            (scene.previous[1], scene.span[1]),
            words,
            Instead.of(f"write x in {cards.rstrip(':')}", "x in cards of"),
        )
    if "IN" in expected and kind in _IN:
        wanted = "in"
    elif "WHERE" in expected and kind in ("IF", "WITH", "WHEN", "OPTION"):
        wanted = "where"
    elif "IF" in expected and kind in ("WHEN", "WHERE") and first in (*_HOOKS, "OPTION"):
        wanted = "if"
    elif "EQUAL" in expected and first in ("GAME", "TABLE", "LET") and gives:
        wanted = "="
    elif "AS" in expected and kind == "EQUAL" and first in ("GAME", "TABLE", "PUT"):
        wanted = "as"
        comma = scene.tokens[scene.at - 2]
        if comma[0] == "COMMA" and "AS" in [token[0] for token in scene.line[: scene.at - scene.line_start]]:
            option = scene.written([scene.previous, *scene.tokens_left()])
            advice = f"write where {option} for an option; a seat is CARD as NAME"
            return SyntaxProblem("other-word", comma[1:3], {"found": ",", "wanted": "where"}, advice)
    elif scene.expected == {"OF"} and kind in ("FOR", "ON", "FROM", "BY", "TO", "IN"):
        wanted = "of"
    elif kind == "TO" and first != "PLAYERS" and scene.previous[0] == "NUMBER" and "DOTDOT" in expected:
        wanted = ".."
    if wanted is None:
        return None
    advice = write(f" {wanted}" if kind == "COLON" else wanted)
    advice = Instead.changing(f"write {wanted}", *advice.changes)
    if wanted == "as":
        again = f"{scene.next[3]} as {scene.previous[3]}"
        advice = write(again, at=(scene.previous[1], scene.next[2]))
    return SyntaxProblem("other-word", scene.span, {"found": word, "wanted": wanted}, advice)


def extra_colon(scene: Scene) -> SyntaxProblem | None:
    """`expect: a`, `log: "x"`, `game g with a as b:`"""
    if scene.kind != "COLON" or not scene.line:
        return None
    behind_word = scene.at == scene.line_start + 1 and scene.opener == scene.line[0][3].upper()
    if behind_word and scene.next[0] in scene.expected and scene.next[0] not in BREAKS:
        return SyntaxProblem("extra-colon", scene.span, {}, leave_out())
    below = scene.tokens[min(scene.at + 2, len(scene.tokens) - 1)][0]
    if "_NL" in scene.expected and scene.next[0] == "_NL" and (below != "_INDENT" or scene.opener == "BOARD"):
        return SyntaxProblem("extra-colon", scene.span, {}, leave_out())
    return None


def where_behind(scene: Scene) -> SyntaxProblem | None:
    """`draw 1 where x`"""
    if scene.kind in ("WHERE", "WHEN") and scene.here >= PARTS and scene.called is not None:
        condition = scene.written(scene.tokens_left()[1:])
        advice = if_above(f"write if {condition}: in a line above, and this below it", scene, scene.at)
        return SyntaxProblem("if-behind", scene.span, {}, advice)
    return None


def block_below_call(scene: Scene) -> SyntaxProblem | None:
    """`fi air < 1:`: a block, and the first word of the line is none that has one."""
    below = [token[0] for token in scene.tokens[scene.at + 1 : scene.at + 3]]
    kinds = {token[0] for token in scene.line}
    if scene.kind != "COLON" or below != ["_NL", "_INDENT"] or kinds & {"EQUAL", "PLUS_EQUAL", "MINUS_EQUAL"}:
        return None
    verb = scene.called
    if verb is None:
        return None
    words = {"found": ":", "expected": "the end of the line"}
    advice = "leave it out, or begin the line with a word that has a block, such as if or for each"
    return SyntaxProblem("unexpected-word", scene.span, words, advice, about=(verb[3], verb[1:3]))


_GO_ON: Final = ("PLUS", "STAR", "SLASH", "PERCENT", "CMP", "DOTDOT", "AND", "OR")


def goes_on_above(scene: Scene) -> SyntaxProblem | None:
    """`air = air` with `+ 2` in the line below"""
    at = scene.at
    while at < len(scene.tokens) - 1 and scene.tokens[at][0] in ("_NL", "_INDENT"):
        at += 1
    kind, start, end, sign = scene.tokens[at]
    line_end = at - 1
    while line_end > 0 and scene.tokens[line_end][0] != "_NL":
        line_end -= 1
    deeper = scene.tokens[at - 1][0] == "_INDENT"
    if scene.tokens[at - 1][0] not in BREAKS or (kind not in _GO_ON and not (deeper and kind == "MINUS")):
        return None
    if kind not in scene.could_stand(line_end):
        return None
    advice = f"write {sign} at the end of the line above: what stands deeper below it then belongs to it"
    above, margin = scene.tokens[line_end - 1][2], scene.margin_at(start)
    deep = scene.margin(scene.tokens[line_end - 1][1]) + "    "
    blanks = len(scene.text[end:]) - len(scene.text[end:].lstrip(" "))
    change = (((above, above), f" {sign}"), ((margin[0], end + blanks), deep))
    return SyntaxProblem("sign-begins-line", (start, end), {"sign": sign}, Instead.changing(advice, change))


EARLY: Final[list[Rule]] = [goes_on_above]
BEFORE_CARDS: Final[list[Rule]] = [call_with_brackets, once_on_hook, extra_colon]
RULES: Final[list[Rule]] = [
    until_missing,
    title_not_last,
    type_missing,
    where_behind,
    other_word,
    calls_in_one_line,
    list_behind_name,
    function_without_brackets,
    block_below_call,
]
