"""Words and signs that greyc does not have: those of programming languages, and those of plain English.

Rules like those of mistakes.py. What stands in a block is another thing than what stands on a card, so a word that begins
a line is looked up by its place.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from .forms import place
from .lexer import Token
from .misnamed import ability_in_words
from .nodes import Span
from .problems import Instead, SyntaxProblem, leave_out, write
from .scene import BREAKS, Rule, Scene
from .wording import LINE_ENDS

REACTS: Final = (
    "write after VERB PART: for what follows a verb, whenever CONDITION: for what comes as soon as something is true"
)
_ELSE_IF: Final = write("else if")
_ANYWHERE: Final = {
    **dict.fromkeys(("elif", "elseif", "elsif"), _ELSE_IF),
    **dict.fromkeys(("foreach", "forall", "each"), write("for each")),
    **dict.fromkeys(("var", "set", "const", "local"), write("let")),
    **dict.fromkeys(
        ("def", "func", "fn", "proc", "procedure", "define"), Instead.of("write verb or function", "verb", "function")
    ),
    **dict.fromkeys(("class", "struct", "enum", "type", "entity"), write("kind")),
    **dict.fromkeys(("return", "yield"), write("result")),
}
_IN_BLOCK: Final = {
    **dict.fromkeys(
        ("when", "on", "upon", "trigger"),
        "write if CONDITION: for what is asked now; what happens later, after VERB PART:, stands on the card itself",
    ),
    "unless": "write if not CONDITION:",
    "until": "write while not CONDITION:",
    "otherwise": write("else:"),
    "once": "write once per VERB in the first line, behind the condition",
    "you": leave_out("leave it out: who acts is said with by"),
    **dict.fromkeys(("loop", "forever"), "write repeat, with how often"),
    **dict.fromkeys(("switch", "match", "case"), "write if CONDITION: and else if CONDITION:"),
    **dict.fromkeys(
        ("do", "begin", "try"), leave_out("leave it out: only what is asked or repeated has a block below it")
    ),
}
_IN_TEST: Final = {
    "roll": "write rolls, for how the dice fall",
    "answer": write("answers"),
    **dict.fromkeys(("assert", "check", "verify", "should"), write("expect")),
    **_IN_BLOCK,
}
_OUTSIDE: Final = {**dict.fromkeys(("when", "unless", "trigger", "on", "upon"), REACTS)}
_PACKS: Final = "name the pack in requires in pack.toml"
# What is read as the kind of a card, where a line at the margin is like one.
FIRST_WORDS: Final = {
    **_OUTSIDE,
    **_ANYWHERE,
    **dict.fromkeys(("include", "import", "require", "requires", "use", "using"), _PACKS),
}


def foreign_line(scene: Scene) -> SyntaxProblem | None:
    if not scene.line or scene.at == scene.line_start:
        return None
    kind, start, end, word = scene.line[0]
    where = place(scene)
    known = {"block": _IN_BLOCK, "test": _IN_TEST, "action": {}}.get(where, FIRST_WORDS)
    advice = known.get(word) or _ANYWHERE.get(word)
    if advice is None or word.upper() in scene.line_kinds:
        return None
    if scene.on_card and any(token[0] == "COMMA" for token in scene.tokens[scene.line_start : scene.at]):
        return None  # a field called like it; what is wrong stands in another property
    sign, behind = [*scene.tokens[scene.line_start + 1 : scene.line_start + 3], scene.token, scene.token][:2]
    if scene.on_card and sign[0] in ("COLON", "EQUAL") and behind[0] not in LINE_ENDS:
        return None  # `type: magic`, `type = magic`
    name = ability_in_words(scene)
    if name is not None:
        advice += f", or {name}: for an ability of that name"
    about = None if name is None else (word, (start, end))
    kind = "foreign-word" if kind == "NAME" else "misplaced-word"
    return SyntaxProblem(kind, (start, end), {"word": word}, advice, about=about)


def block_end(scene: Scene) -> SyntaxProblem | None:
    """`end`, `end if`, `endif` below a block."""
    words = [token[3] for token in scene.line]
    alone = words in (["end"], ["endif"], ["done"], ["endfor"]) or (words[:1] == ["end"] and words[1:2] in _BLOCKS)
    if not alone or scene.at - scene.line_start > 2:
        return None
    advice = leave_out("leave it out: a block ends where the lines are no longer indented")
    written = scene.written(scene.line)
    return SyntaxProblem("foreign-word", (scene.line[0][1], scene.line[-1][2]), {"word": written}, advice)


_BLOCKS: Final = [["if"], ["for"], ["while"], ["verb"], ["function"], ["repeat"]]


def capital(scene: Scene) -> SyntaxProblem | None:
    """`AND`, `If`: a word of the language in other letters."""
    tokens = [(scene.token, scene.here)]
    if scene.line and scene.line[0] is not scene.token and not scene.on_card:
        tokens.append((scene.line[0], scene.line_kinds))
    for (kind, start, end, word), expected in tokens:
        if kind == "NAME" and word.lower() != word and word.upper() in expected:
            return SyntaxProblem(
                "foreign-word", (start, end), {"word": word}, Instead.of(f"write {word.lower()}", word.lower())
            )
    return None


@cache
def _words(pattern: str) -> re.Pattern[str]:
    """Made when first asked for: no file without a mistake needs it."""
    return re.compile(rf"\b(?:{pattern})\b".replace(" ", r"\s+"))


_IS: Final = "(?:is |are )?"
_COMPARED: Final = (
    ("(?:does|do) not (?:have|has)|(?:doesnt|dont) have", "not ... has"),
    (f"{_IS}(?:not equal(?: to)?|unequal to|different from)|isnt|differs from", "!="),
    (f"{_IS}(?:greater|more|bigger|larger|higher) than or equal(?: to)?|{_IS}(?:at least|not less than)", ">="),
    (f"{_IS}(?:less|fewer|smaller|lower) than or equal(?: to)?|{_IS}(?:at most|not more than)", "<="),
    (f"{_IS}(?:greater|more|bigger|larger|higher) than", ">"),
    (f"{_IS}(?:less|fewer|smaller|lower) than", "<"),
    (f"{_IS}equal to|equals?|to be|be", "=="),
)


def comparison_in_words(scene: Scene) -> SyntaxProblem | None:
    """`a is at least 3`"""
    if not scene.line or scene.kind in BREAKS:
        return None
    start, end = scene.line[0][1], scene.line[-1][2]
    for pattern, sign in _COMPARED:
        for match in _words(pattern).finditer(scene.text, start, end):
            if not match.start() <= scene.span[0] < match.end():
                continue
            at = next(n for n in range(scene.line_start, scene.at + 1) if scene.tokens[n][1] >= match.start())
            if "CMP" in scene.could_stand(at):
                words = {"found": match[0], "wanted": sign}
                return SyntaxProblem(
                    "other-word", match.span(), words, Instead.of(f"write {sign}", *[sign][: "..." not in sign])
                )
    return None


def article(scene: Scene) -> SyntaxProblem | None:
    """`is a hero`"""
    _, start, end, word = scene.previous
    if word not in ("a", "an", "the") or scene.kind != "NAME" or scene.at - 1 == scene.line_start:
        return None
    before = scene.tokens[scene.at - 2][0]
    if before not in ("IS", "NOT", "HAS", "EACH", "CHOOSE") or sum(token[3] == word for token in scene.tokens) > 1:
        return None  # something is called so
    return SyntaxProblem("foreign-word", (start, end), {"word": word}, leave_out())


# ---- signs ------------------------------------------------------------------------------------------------------------
_COMMENT: Final = "write # before a comment"
_PAIRS: Final = {
    ("VBAR", "VBAR"): write("or"),
    ("LESSTHAN", "CMP"): write("!="),
    ("EQUAL", "CMP"): Instead.of("write >= or <=", ">=", "<="),
    ("EQUAL", "LESSTHAN"): write("<="),
    ("EQUAL", "PLUS"): write("+="),
    ("EQUAL", "MINUS"): write("-="),
    ("COLON", "EQUAL"): write("="),
    ("CMP", "EQUAL"): write("=="),
    ("STAR", "STAR"): "write a product",
    ("SLASH", "SLASH"): f"{_COMMENT}, or / to divide",
    ("SLASH", "STAR"): _COMMENT,
}
_CHANGES: Final = {("PLUS", "PLUS"): "+=", ("MINUS", "MINUS"): "-="}
_WHOLE: Final = {("STAR", "EQUAL"): "*", ("SLASH", "EQUAL"): "/", ("PERCENT", "EQUAL"): "%"}


def foreign_sign(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "BANG":
        return SyntaxProblem("foreign-word", scene.span, {"word": "!"}, write("not"))
    for at in (scene.at, scene.at - 1):
        one, other = scene.tokens[at : at + 2] if 0 <= at < len(scene.tokens) - 1 else (None, None)
        if one is None or other is None or one[2] != other[1]:
            continue
        advice = _two_signs(scene, at, (one[0], other[0]))
        if advice is not None:
            return SyntaxProblem("foreign-word", (one[1], other[2]), {"word": one[3] + other[3]}, advice)
    return None


def _two_signs(scene: Scene, at: int, pair: tuple[str, str]) -> str | None:
    before = scene.tokens[scene.line_start : at]
    behind = [token for token in scene.line if token[1] > scene.tokens[at + 1][1]]
    if pair in _WHOLE:
        left, right = scene.written(before) or "x", scene.written(behind) or "2"
        return f"write {left} = {left} {_WHOLE[pair]} {right}"
    if pair in _CHANGES:
        if pair == ("MINUS", "MINUS") and not before and (len(behind) != 1 or behind[0][1] > scene.tokens[at + 1][2]):
            return _COMMENT
        return f"write {scene.written(before or behind) or 'x'} {_CHANGES[pair]} 1"
    if pair == ("MINUS", "CMP"):
        if scene.opener == "FUNCTION":
            return leave_out("leave it out: what a function gives is found by itself")
        return "write a colon and a block below"
    return _PAIRS.get(pair)


_ASSIGNS: Final = ("EQUAL", "PLUS_EQUAL", "MINUS_EQUAL")


def question_mark(scene: Scene) -> SyntaxProblem | None:
    """`x ? 1 : 2`, `y = if x then 1 else 2`, `a and if b`"""
    instead: str = "write VALUE if CONDITION else VALUE"
    if scene.kind == "QMARK" and any(token[0] == "COLON" for token in scene.tokens_left()[1:]):
        left = scene.tokens_left()[1:]
        colon = next(n for n, token in enumerate(left) if token[0] == "COLON")
        begin = next(
            (token[2] for token in reversed(scene.line[: scene.at - scene.line_start]) if token[0] in _ASSIGNS), None
        )
        if begin is not None and colon and left[colon + 1 :]:
            yes, no = scene.written(left[:colon]), scene.written(left[colon + 1 :])
            again = f" {yes} if {scene.text[begin : scene.previous[2]].strip()} else {no}"
            instead = Instead.of(instead, again, at=(begin, left[-1][2]))
        return SyntaxProblem("foreign-word", scene.span, {"word": "?"}, instead)
    kind, start, end, word = scene.previous
    before = scene.tokens[scene.at - 2][0] if scene.at > 1 else ""
    if kind in ("IF", "IN") and kind not in (could := scene.could_stand(scene.at - 1)) and "NAME" in could:
        if before in ("AND", "OR"):
            advice = leave_out() if kind == "IF" else "say again what is asked about: ... is in ..."
            return SyntaxProblem("misplaced-word", (start, end), {"word": word}, advice)
        if kind == "IF":
            left = scene.tokens_left()
            then = next((n for n, token in enumerate(left) if token[3] == "then"), None)
            other = next((n for n, token in enumerate(left) if token[0] == "ELSE"), None)
            if then and other and then + 1 < other:
                again = f"{scene.written(left[then + 1 : other])} if {scene.written(left[:then])}"
                instead = Instead.of(instead, again, at=(start, left[other - 1][2]))
            return SyntaxProblem("misplaced-word", (start, end), {"word": word}, instead)
    return None


def cannot(scene: Scene) -> SyntaxProblem | None:
    """`expect cannot cross(...)`, `expect can not cross(...)`"""
    if scene.previous[3] in ("cannot", "cant") and scene.kind == "NAME" and "CAN" in scene.could_stand(scene.at - 1):
        action = scene.written(scene.tokens_left()).rstrip(":")
        return SyntaxProblem(
            "foreign-word", scene.previous[1:3], {"word": scene.previous[3]}, f"write not can {action}"
        )
    if scene.at > 1 and scene.previous[3] == "not" and scene.tokens[scene.at - 2][0] == "CAN":
        words = (scene.tokens[scene.at - 2][1], scene.previous[2])
        return SyntaxProblem("foreign-word", words, {"word": "can not"}, "write not can")
    return None


# ---- words within a line -------------------------------------------------------------------------------------------------
def then_word(scene: Scene) -> SyntaxProblem | None:
    if scene.token[3] in ("then", "do") and "COLON" in scene.expected:
        more = scene.next[0] not in LINE_ENDS
        advice = "write a colon in its place" + (", and what follows in a line below, indented" if more else "")
        return SyntaxProblem("foreign-word", scene.span, {"word": scene.token[3]}, advice)
    if scene.token[3] == "times" and "COLON" in scene.expected:
        return SyntaxProblem("foreign-word", scene.span, {"word": "times"}, leave_out())
    return None


def let_missing(scene: Scene) -> SyntaxProblem | None:
    line = scene.line
    if (
        scene.kind == "EQUAL"
        and scene.at == scene.line_start + 2
        and line[0][0] == line[1][0] == "NAME"
        and scene.in_block
    ):
        words = {"word": line[0][3]}
        return SyntaxProblem("foreign-word", line[0][1:3], words, f"write let {line[1][3]} = ...")
    return None


_RANGE: Final = [["NAME", sign, "NUMBER", to, "NUMBER"] for sign in ("IN", "EQUAL") for to in ("TO", "DOTDOT")]


def each_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.previous[0] != "FOR" or scene.expected != {"EACH"}:
        return None
    left: list[Token] = scene.tokens_left()
    span: Span = scene.previous[1:3]
    instead = write("for each")
    if [token[0] for token in left[:5]] in _RANGE:
        instead = write(f"for each {left[0][3]} in {left[2][3]} .. {left[4][3]}", at=(span[0], left[4][2]))
    return SyntaxProblem("each-missing", span, {}, instead)


def parent(scene: Scene) -> SyntaxProblem | None:
    """`kind fruit extends card`"""
    word = scene.token[3]
    if word in ("extends", "inherits", "from", "of") and scene.opener == "KIND" and "IS" in scene.expected:
        return SyntaxProblem("other-word", scene.span, {"found": word, "wanted": "is"}, write("is"))
    return None


EARLY: Final[list[Rule]] = [block_end, foreign_line, capital]
LATE: Final[list[Rule]] = [
    cannot,
    foreign_sign,
    question_mark,
    comparison_in_words,
    article,
    then_word,
    let_missing,
    each_missing,
    parent,
]
