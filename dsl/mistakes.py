"""The usual mistakes: a rule for each, which recognizes it by the tokens around the error.

A rule gets the scene of an unexpected token and gives a problem or None. explain.py says in which order they are asked.
Each rule's kind has its page in docs/diagnostics/, whose wrong example is a test.
"""

from __future__ import annotations

import re
from typing import Final

from .lexer import SIGNS
from .lines import below, block_missing, lines_below
from .problems import Instead, SyntaxProblem, insert, leave_out, write
from .scene import BREAKS, Rule, Scene, if_above
from .wording import LINE_ENDS

NEW_NAME: Final = "find another name, or add a word with _"


def new_name(name: str, sort: str = "one") -> str:
    """What to write where a name can't be had; `sort`: of what it should be the name."""
    return f"find another name, such as {name}_{sort}"


# ---- lines and blocks -----------------------------------------------------------------------------------------------
def missing_colon(scene: Scene) -> SyntaxProblem | None:
    place = None
    if (scene.kind == "_NL" and "COLON" in scene.expected and "_NL" not in scene.expected) or (
        scene.kind == "_INDENT" and scene.previous[0] == "_NL" and "COLON" in scene.could_stand(scene.at - 1)
    ):
        place = scene.before
    if place is None or scene.open_bracket():
        return None
    if scene.next[0] == "$END" and not scene.in_block:
        advice = "put : at the end of the line, and write what belongs to it below, indented by four spaces"
        return SyntaxProblem("missing-block", place, {}, advice)
    return SyntaxProblem("missing-colon", place, {}, insert("put : at the end of the line", ":", place[1]))


def word_list(scene: Scene) -> SyntaxProblem | None:
    """`kind colour:` with a word in each line below"""
    words, tokens = [], scene.tokens[:-1]
    opened = next((n for n, token in enumerate(tokens) if token[0] == "_INDENT"), 0)
    if not opened or tokens[0][0] != "KIND" or any(token[0] == "IS" for token in tokens[:opened]):
        return None
    for token in tokens[opened + 1 :]:
        if token[0] == "NAME":
            words.append(token[3])
        elif token[0] not in ("_NL", "_DEDENT", "STRING", "COMMA"):
            return None
    advice = f"write {scene.written(tokens[: opened - 1])} {' | '.join(words)}"
    return SyntaxProblem("unexpected-word", scene.tokens[opened + 1][1:3], _WORDS, advice)


_WORDS: Final = {"found": "a word alone", "expected": "a field and its type"}


def missing_block(scene: Scene) -> SyntaxProblem | None:
    if "_INDENT" not in scene.expected:
        return None
    advice = "indent the lines that belong to it by four spaces"
    if scene.kind == "$END":
        advice = "write in lines below it, indented by four spaces, what belongs to it"
    if scene.kind not in LINE_ENDS:
        related = ((scene.before, "the block belongs below this colon"),)
        advice = block_missing(advice, scene.text, scene.margin_at(scene.before[0])[0])
        return SyntaxProblem("missing-block", scene.span, {}, advice, related)
    if "_NL" in scene.could_stand(scene.at - 2 if scene.previous[0] == "_NL" else scene.at - 1):
        advice += ", or leave the colon out"
        below = scene.text[scene.before[1] :].partition("\n")[2].partition("\n")[0]
        if scene.text[slice(*scene.before)] == ":" and not below.strip():
            advice = leave_out(advice)
        else:
            advice = block_missing(advice, scene.text, scene.margin_at(scene.before[0])[0])
    return SyntaxProblem("missing-block", scene.before, {}, advice)


def block_in_line(scene: Scene) -> SyntaxProblem | None:
    """`if x: draw 1`"""
    function = scene.opener == "FUNCTION"
    if function or scene.previous[0] != "COLON" or scene.expected != {"_NL"} or scene.kind in BREAKS:
        return None
    kinds = [token[0] for token in scene.tokens_left()]
    values = all(kind in ("NAME", "COMMA", "MINUS", "NUMBER", "STRING") for kind in kinds)
    if values and scene.on_card and (kinds[0] != "NAME" or "NUMBER" not in kinds or "COMMA" in kinds):
        return None  # `hp: 4`, `dice: white yellow`, `type: magic, hp 3`
    if values and "PLAYERS" in scene.line_kinds and "EQUAL" in kinds:
        return None  # `round: int = 0`
    if kinds[0] == "STRING" and "STRING" in scene.could_stand(scene.at - 1):
        return SyntaxProblem("block-in-line", scene.span, {}, f"write {scene.written([scene.token])} before the colon")
    if scene.opener == "VERB" and scene.line[-1][0] == "COLON" and kinds[0] == "NAME":
        part = scene.tokens[scene.at - 2]
        return SyntaxProblem("block-in-line", scene.span, {}, f"write {part[3]} ({scene.token[3]}): what a part is")
    return SyntaxProblem(
        "block-in-line",
        scene.span,
        {},
        Instead.of(
            "begin a new line here, indented by four spaces",
            scene.new_line("    "),
            at=(scene.previous[2], scene.span[0]),
        ),
    )


def too_deep(scene: Scene) -> SyntaxProblem | None:
    if scene.kind != "_INDENT":
        return None
    place = scene.next[1:3]
    above = scene.margin(scene.before[0])
    advice = Instead.of("begin it exactly below the line above", above, at=scene.margin_at(place[0]))
    return SyntaxProblem("unexpected-indentation", place, {}, advice)


_ASKS: Final = re.compile(r"^([ \t]*)(?:if|choose|may)\b", re.MULTILINE)


def else_alone(scene: Scene) -> SyntaxProblem | None:
    first = scene.line[0] if scene.line else scene.token
    if first[3] == "else" and "ELSE" not in scene.line_kinds and scene.at <= scene.line_start + 2:
        suggestion = "begin it exactly below its if, choose or may"
        above = _ASKS.findall(scene.text[: scene.margin_at(first[1])[0]])
        if above:
            suggestion = Instead.of(suggestion, above[-1], at=scene.margin_at(first[1]))
        return SyntaxProblem("else-alone", first[1:3], {}, suggestion)
    return None


def option_alone(scene: Scene) -> SyntaxProblem | None:
    first = scene.line[0] if scene.line else scene.token
    if first[3] == "option" and "EXPECT" in scene.line_kinds:
        rest = scene.written(scene.line[1:]) or "NAME = VALUE"
        advice = f"write where {rest} in the line with game or table, behind the seats"
        return SyntaxProblem("wrong-place", first[1:3], {"word": "option", "where": BELONGS["option"]}, advice)
    if first[3] == "option" and scene.in_block and scene.kind not in LINE_ENDS:
        options = lines_below(scene.text, scene.margin_at(first[1])[0], "option")
        advice = Instead.changing(
            "write choose one: above, and indent the options", below("choose one:", scene.text, options)
        )
        return SyntaxProblem("option-alone", first[1:3], {}, advice)
    if "OPTION" in scene.expected and scene.expected <= {"OPTION", "_DEDENT"}:
        advice = insert("write option before it", "option ", scene.span[0])
        if scene.kind != "STRING":
            lines = lines_below(scene.text, scene.margin_at(scene.span[0])[0], "(?!option)")
            advice = Instead.changing("write option: above it, and indent it", below("option:", scene.text, lines))
        return SyntaxProblem("only-options", scene.span, {}, advice)
    return None


BELONGS: Final = {
    **dict.fromkeys(("state", "zone", "slot"), "in a game, a kind, a keyword or on a card"),
    **dict.fromkeys(("kind", "verb", "function", "action", "game", "board", "test"), "at the left margin"),
    **dict.fromkeys(("extend", "override", "die", "ability"), "at the left margin"),
    **dict.fromkeys(("before", "after", "whenever"), "at the left margin, in a kind, in a keyword or on a card"),
    **dict.fromkeys(("given", "costs", "when"), "in an action"),
    "option": "in a game, or below choose one",
    "keyword": "at the left margin; on a card stands its name alone",
    "check": "at the left margin or in a kind",
    "players": "in a game",
    "decides": "in a game or a kind",
    "active": "in a kind, a keyword or on a card",
    "field": "in a kind",
    **dict.fromkeys(
        ("let", "if", "for", "choose", "may", "while", "repeat", "run", "needs", "result", "stop", "offer", "fill"),
        "in the block of a verb, a hook, an ability or an action's do",
    ),
    **dict.fromkeys(("end", "either", "split", "together"), "in the block of a verb, a hook or an ability"),
    **dict.fromkeys(("expect", "put", "rolls", "answers", "table", "undo"), "in a test"),
}


def wrong_place(scene: Scene) -> SyntaxProblem | None:
    """A word of the language that begins something for another place."""
    if not scene.line or scene.at - scene.line_start > 4:
        return None
    _, start, end, word = scene.line[0]
    where = BELONGS.get(word)
    if where is None or SIGNS.get(word):
        return None
    could = scene.line_kinds
    if word.upper() in could or "_INDENT" in could:
        return None
    advice = _INSTEAD.get(word)
    if word == "if" and "GIVEN" in could:
        advice = f"write when {scene.written(scene.line[1:]).rstrip(': ') or 'CONDITION'}"
    return SyntaxProblem("wrong-place", (start, end), {"word": word, "where": where}, advice)


_INSTEAD: Final = {
    "put": "elsewhere it is move THING to ZONE",
    "if": "what comes as soon as something is true is written whenever CONDITION:",
}


def reserved_member(scene: Scene) -> SyntaxProblem | None:
    """`active: int`: a field called like the word that begins another member."""
    could = scene.line_kinds
    if scene.kind != "COLON" or scene.at != scene.line_start + 1 or "NAME" not in could or "LET" in could:
        return None
    kind, start, end, word = scene.line[0]
    if kind != word.upper() or scene.next[0] in scene.expected:
        return None
    return SyntaxProblem("reserved-word", (start, end), {"word": word}, new_name(word))


# ---- brackets and commas --------------------------------------------------------------------------------------------
def never_closed(scene: Scene) -> SyntaxProblem | None:
    if not scene.unclosed:
        return None
    opening = scene.unclosed[-1]
    if opening[1] > scene.span[0]:
        return None
    closing = {"(": ")", "[": "]", "{": "}"}[opening[3]]
    words = {"bracket": opening[3]}
    end = scene.line_ends(opening[1])
    return SyntaxProblem(
        "bracket-never-closed", opening[1:3], words, insert(f"write {closing} where it ends", closing, end)
    )


def extra_comma(scene: Scene) -> SyntaxProblem | None:
    if scene.previous[0] == "COMMA" and scene.kind in LINE_ENDS | {"RPAR", "RSQB", "RBRACE", "COMMA", "COLON"}:
        return SyntaxProblem("extra-comma", scene.previous[1:3], {}, leave_out())
    if scene.previous[3] == "seed" and scene.tokens[scene.at - 2][0] == "COMMA":
        return SyntaxProblem("extra-comma", scene.tokens[scene.at - 2][1:3], {}, leave_out())
    if scene.kind != "COMMA":
        return None
    if scene.previous[0] in ("LPAR", "LSQB", "LBRACE"):
        return SyntaxProblem("extra-comma", scene.span, {}, leave_out())
    first = scene.line[0][3] if scene.at > scene.line_start and scene.line else ""
    if first in ("die", "rolls"):
        parts = "faces" if first == "die" else "rolls"
        return SyntaxProblem("extra-comma", scene.span, {}, f"separate the {parts} by blanks alone")
    # What stands behind it could go on without it: `after deal m, by this`.
    follows = scene.next[0]
    if follows in scene.expected and follows not in ("LSQB", "LPAR", "LBRACE", "PLUS", "MINUS", "DOT", "OR", "COMMA"):
        return SyntaxProblem("extra-comma", scene.span, {}, leave_out())
    return None


def missing_comma(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "AND" and "COMMA" in scene.here:
        return SyntaxProblem("missing-comma", scene.span, {}, Instead.of("write , in its place", ","))
    begins = scene.kind in ("NAME", "NUMBER", "STRING", "LSQB", "LBRACE")
    inside = scene.open_bracket() is not None
    if "COLON" in scene.expected and "PLUS" not in scene.expected:
        return None  # a parameter and its type
    if begins and "COMMA" in scene.expected and (inside or (scene.opener in ("ANSWERS", "PUT"))):
        return SyntaxProblem(
            "missing-comma", scene.span, {}, insert(f"write a comma before {scene.token[3]}", ", ", scene.span[0])
        )
    return None


# ---- cards ----------------------------------------------------------------------------------------------------------
def value_on_card(scene: Scene) -> SyntaxProblem | None:
    """`hp: 4`, `hp = 4`, `slash(2)`, `dice [white]`, `hp +4`"""
    if not scene.on_card or len(scene.line) < 2 or scene.opener != "NAME":
        return None
    valued = scene.kind == "COLON" and scene.next[0] not in BREAKS and scene.previous[0] != "COLON"
    at = scene.at if valued or scene.kind in ("EQUAL", "LPAR", "LSQB", "PLUS") else scene.at - 1
    kind, start, end, sign = scene.tokens[at]
    if kind == "LPAR" and at == scene.line_start + 1 and scene.line[-1][0] == "COLON":
        instead = f"write {scene.line[0][3]}:"  # `when_spent(r):`, an ability's block
        if len(scene.line) > 4:
            instead += f", below it {scene.written(scene.line[2:-2])} is known"
        return SyntaxProblem("value-on-card", (start, end), {"sign": sign}, instead)
    if kind not in ("COLON", "EQUAL", "LPAR", "LSQB", "PLUS") or at <= scene.line_start:
        return None
    first = at
    while first > scene.line_start and scene.tokens[first - 1][0] != "COMMA":
        first -= 1
    name = scene.tokens[first]
    if name[0] not in scene.could_stand(first) and name[0] != "NAME":
        return None
    values = []
    behind = end
    for token in scene.tokens[first + 1 :]:
        if token[0] in BREAKS or (token[0] == "COMMA" and kind not in ("LPAR", "LSQB")):
            break
        behind = token[2]
        if token[0] not in ("COMMA", kind, "RPAR", "RSQB"):
            values.append(f'"{token[3]}"' if token[0] == "STRING" else token[3])
        if token[0] in ("RPAR", "RSQB"):
            break
    instead = " ".join([name[3], *values])
    about = (name[3], name[1:3])
    return SyntaxProblem(
        "value-on-card", (start, end), {"sign": sign}, write(instead, at=(name[1], behind)), about=about
    )


def table_without_braces(scene: Scene) -> SyntaxProblem | None:
    """`threat 2: 3, 3: 4`"""
    if scene.kind != "COLON" or not scene.on_card or scene.previous[0] != "NUMBER" or scene.open_bracket() is not None:
        return None
    name = scene.tokens[scene.at - 2]
    rows = [scene.previous, *scene.tokens_left()]
    numbers = [token[3] for token in rows if token[0] not in ("COLON", "COMMA")]
    if name[0] != "NAME" or len(numbers) % 2 or not all(number.isdecimal() for number in numbers):
        return None
    table = ", ".join(f"{key}: {value}" for key, value in zip(numbers[::2], numbers[1::2], strict=True))
    span = (rows[0][1], rows[-1][2])
    return SyntaxProblem("value-on-card", span, {"sign": ":"}, write(f"{name[3]} {{{table}}}", at=(name[1], span[1])))


# ---- numbers -----------------------------------------------------------------------------------------------------------
def hyphen(scene: Scene) -> SyntaxProblem | None:
    one, other = scene.previous, scene.next
    words = one[3].isidentifier() and other[3].isidentifier()
    if scene.kind == "MINUS" and words and one[2] == scene.span[0] and other[1] == scene.span[1]:
        whole = (one[1], other[2])
        return SyntaxProblem("hyphen-in-name", whole, {}, write(f"{one[3]}_{other[3]}"))
    return None


_WHOLE: Final = "multiply first and divide last, which rounds down: x * 3 / 2 for one and a half times x"


def decimal(scene: Scene) -> SyntaxProblem | None:
    tokens = scene.tokens[max(scene.at - 1, 0) : scene.at + 2]
    if [token[0] for token in tokens] in (["NUMBER", "DOT", "NUMBER"], ["NUMBER", "SLASH", "NUMBER"]):
        return SyntaxProblem("decimal-number", (tokens[0][1], tokens[2][2]), {}, _WHOLE)
    if scene.kind == "NUMBER" and scene.previous[0] == "DOT" and scene.tokens[scene.at - 2][0] == "NUMBER":
        return SyntaxProblem("decimal-number", (scene.tokens[scene.at - 2][1], scene.span[1]), {}, _WHOLE)
    return None


def missing_equals(scene: Scene) -> SyntaxProblem | None:
    """`hp: int 3`"""
    begins = scene.kind in ("NAME", "NUMBER", "LSQB", "LBRACE", "MINUS")
    if scene.kind == "NAME" and scene.next[0] == "NAME" and scene.misspelt(line_too=False):
        return None  # `state tired: flag untill watch`
    if begins and {"EQUAL", "STRING"} <= scene.expected and any(token[0] == "COLON" for token in scene.line):
        value = scene.tokens_left()
        if value[0][3] in ("default", "be", "is") and len(value) > 1:
            value = value[1:]
        return SyntaxProblem(
            "missing-equals", scene.span, {}, write(f"= {scene.written(value)}", at=(scene.span[0], value[-1][2]))
        )
    return None


# ---- conditions -----------------------------------------------------------------------------------------------------
def single_equals(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "EQUAL" and "CMP" in scene.expected:
        return SyntaxProblem("single-equals", scene.span, {}, write("=="))
    return None


def double_equals(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "CMP" and scene.token[3] == "==" and "EQUAL" in scene.expected:
        return SyntaxProblem("double-equals", scene.span, {}, write("="))
    return None


def compare_as_statement(scene: Scene) -> SyntaxProblem | None:
    """`x == 3` as a line: a name at its start is a verb, so only the sign shows what is meant."""
    if scene.kind == "CMP" and scene.token[3] == "==" and scene.at == scene.line_start + 1 and scene.in_block:
        return SyntaxProblem("double-equals", scene.span, {}, write("="))
    return None


def sum_as_statement(scene: Scene) -> SyntaxProblem | None:
    """`owner.hp + 1` as a line"""
    if scene.kind not in ("PLUS", "MINUS") or not {"PLUS_EQUAL", "EQUAL"} <= scene.expected or not scene.in_block:
        return None
    behind = [token for token in scene.tokens_left() if token[1] > scene.span[0]]
    if not behind or any(token[0] in ("EQUAL", "CMP", "PLUS_EQUAL", "MINUS_EQUAL") for token in behind):
        return None
    sign = f"{scene.token[3]}="
    changed = scene.written(scene.tokens[scene.line_start : scene.at])
    advice = Instead.of(f"write {changed} {sign} {scene.written(behind)}", sign)
    return SyntaxProblem("other-word", scene.span, {"found": scene.token[3], "wanted": sign}, advice)


def bare_in(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "IN" and "IS" in scene.expected:
        if (instead := _set_or_term(scene)) is not None:
            return instead
        return SyntaxProblem("is-in", scene.span, {}, write("is in"))
    if scene.kind == "NOT" and "IS" in scene.expected:
        whole = (scene.span[0], scene.next[2]) if scene.next[0] == "IN" else scene.span
        return SyntaxProblem("is-in", whole, {}, write("is not in" if scene.next[0] == "IN" else "is not"))
    return None


_TERMS: Final = ("sum", "min", "max", "join")


def _set_or_term(scene: Scene) -> SyntaxProblem | None:
    """`choose m in monsters in play`, `max(p.hp in players)`"""
    words, bracket = scene.tokens[scene.line_start : scene.at], scene.open_bracket()
    kinds = [token[0] for token in words]
    if bracket is None and scene.opener in ("CHOOSE", "FOR", "WITH", "FILL") and kinds[-2:] == ["IN", "NAME"]:
        name = words[-1]
        joined = "_".join(token[3] for token in (name, scene.token, scene.next) if token[3].isidentifier())
        span = (name[1], scene.next[2] if scene.next[0] == "NAME" else scene.span[1])
        advice = f"a set has a name of one word: write {joined}, or {joined}() for a function"
        return SyntaxProblem("name-in-words", span, {}, advice)
    called = scene.tokens[scene.tokens.index(bracket) - 1] if bracket is not None else None
    if bracket is not None and called is not None and called[3] in _TERMS and "FOR" not in kinds:
        term = [token for token in words if token[1] > bracket[1]]
        rest = [token for token in scene.tokens_left()[1:] if token[0] not in ("RPAR", "COLON")]
        if len(term) > 1 and term[1][0] == "DOT" and rest:
            each = f"for {term[0][3]} in"
            again = f"{called[3]}({scene.written(term)} {each} {scene.written(rest)})"
            advice = Instead.of(f"write {again}", each)
            return SyntaxProblem("other-word", scene.span, {"found": "in", "wanted": each}, advice)
    return None


def comparison_chain(scene: Scene) -> SyntaxProblem | None:
    if scene.kind in ("CMP", "LESSTHAN") and "CMP" not in scene.expected and "AND" in scene.expected:
        signs = [n for n, token in enumerate(scene.tokens[: scene.at]) if token[0] in ("CMP", "LESSTHAN")]
        middle = scene.written(scene.tokens[signs[-1] + 1 : scene.at]) if signs else ""
        advice = insert("compare two at a time and join them with and", f" and {middle}", scene.previous[2])
        return SyntaxProblem("comparison-chain", scene.span, {}, advice)
    return None


def if_behind(scene: Scene) -> SyntaxProblem | None:
    """`draw 1 if x`, `end game won if x`"""
    if scene.kind == "IF" and "_NL" in scene.expected and scene.in_block and scene.line[-1][0] != "COLON":
        condition = scene.written(scene.tokens_left()[1:])
        advice = f"write if {condition or 'CONDITION'}: in a line above, and this below it"
        return SyntaxProblem("if-behind", scene.span, {}, if_above(advice, scene, scene.at))
    if scene.kind not in LINE_ENDS | {"COLON"} or "ELSE" not in scene.expected or not scene.in_block:
        return None
    for number, token in reversed(list(enumerate(scene.line, scene.line_start))):
        if token[0] == "IF":
            advice = if_above("write the if in a line above, and this below it", scene, number)
            return SyntaxProblem("if-behind", token[1:3], {}, advice)
    return None


EARLY: Final[list[Rule]] = [option_alone, reserved_member, missing_block, wrong_place, word_list, missing_colon]
LINES: Final[list[Rule]] = [block_in_line, too_deep, else_alone]
LATE: Final[list[Rule]] = [
    extra_comma,
    table_without_braces,
    value_on_card,
    decimal,
    hyphen,
    compare_as_statement,
    sum_as_statement,
    single_equals,
    double_equals,
    bare_in,
    comparison_chain,
    if_behind,
    missing_comma,
    missing_equals,
]
