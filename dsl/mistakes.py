"""The usual mistakes: a rule for each, which recognizes it by the tokens around the error.

A rule gets the scene of an unexpected token and gives a problem or None. They are asked in the order of RULES: what is
certain first, what is likely later. Each rule's kind has its page in docs/diagnostics/, whose wrong example is a test.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from attrs import define, field

from .lexer import SIGNS, Token
from .nodes import Span
from .problems import SyntaxProblem
from .wording import LINE_ENDS

_BREAKS: Final = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))


@define(eq=False)
class Scene:
    """Where the error is: the tokens, which of them can't stand there, and what could."""

    text: str
    tokens: list[Token]
    at: int
    expected: set[str]
    # Brackets that are still open where the declaration ends.
    unclosed: list[Token]
    line_start: int = field(init=False)
    line: list[Token] = field(init=False)

    def __attrs_post_init__(self) -> None:
        first = self.at
        # At a line's end the line is the one that ends there.
        while first > 0 and (first == self.at or self.tokens[first][0] in _BREAKS) and self.kind in LINE_ENDS:
            first -= 1
            if self.tokens[first][0] not in _BREAKS:
                break
        while first > 0 and self.tokens[first - 1][0] not in _BREAKS:
            first -= 1
        self.line_start = first
        self.line = []
        for token in self.tokens[first:]:
            if token[0] in _BREAKS:
                break
            self.line.append(token)

    @abstractmethod
    def could_stand(self, at: int) -> set[str]:
        """What could stand in the place of the token `at`, which lies before the error."""

    @abstractmethod
    def declares(self, at: int) -> bool:
        """Whether the token before `at` is a name that is being given to something."""

    @abstractmethod
    def misspelt(self) -> str | None:
        """What to write where the line begins with a word of the language that is misspelt."""

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    @property
    def kind(self) -> str:
        return self.token[0]

    @property
    def span(self) -> Span:
        return self.token[1:3]

    @property
    def previous(self) -> Token:
        return self.tokens[self.at - 1] if self.at else Token("", 0, 0, "")

    @property
    def next(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

    @property
    def before(self) -> Span:
        """The span of the last token that is no end of a line or block."""
        for kind, start, end, _ in reversed(self.tokens[: self.at]):
            if kind not in _BREAKS:
                return start, end
        return self.span

    @property
    def line_kinds(self) -> set[str]:
        """What could have begun this line: tells a block of statements from a card or a kind."""
        return self.could_stand(self.line_start)

    @property
    def on_card(self) -> bool:
        """Whether this line stands on a card or in the body of a keyword."""
        kinds = self.line_kinds
        return "LET" not in kinds and {"TEXT", "MODIFY", "NAME"} <= kinds

    @property
    def in_block(self) -> bool:
        """Whether this line is a statement."""
        return "LET" in self.line_kinds

    def written(self, tokens: list[Token]) -> str:
        """Tokens as they stand in the text."""
        return self.text[tokens[0][1] : tokens[-1][2]] if tokens else ""

    def tokens_left(self) -> list[Token]:
        """The tokens of the line from the error on."""
        return self.line[self.at - self.line_start :]

    def open_bracket(self) -> Token | None:
        """The innermost bracket that is open at the error."""
        stack: list[Token] = []
        for token in self.tokens[: self.at]:
            if token[0] in ("LPAR", "LSQB", "LBRACE"):
                stack.append(token)
            elif token[0] in ("RPAR", "RSQB", "RBRACE") and stack:
                stack.pop()
        return stack[-1] if stack else None


NEW_NAME: Final = "find another name, or add a word with _"

Rule = Callable[[Scene], SyntaxProblem | None]


# ---- lines and blocks -----------------------------------------------------------------------------------------------
def missing_colon(scene: Scene) -> SyntaxProblem | None:
    place = None
    if (scene.kind == "_NL" and "COLON" in scene.expected and "_NL" not in scene.expected) or (
        scene.kind == "_INDENT" and scene.previous[0] == "_NL" and "COLON" in scene.could_stand(scene.at - 1)
    ):
        place = scene.before
    if place is None or scene.open_bracket():
        return None
    return SyntaxProblem("missing-colon", place, {}, "put : at the end of the line")


def missing_block(scene: Scene) -> SyntaxProblem | None:
    if "_INDENT" not in scene.expected:
        return None
    place = scene.before if scene.kind in LINE_ENDS else scene.span
    related = ((scene.before, "the block belongs below this colon"),)
    return SyntaxProblem("missing-block", place, {}, "indent the lines that belong to it by four spaces", related)


def block_in_line(scene: Scene) -> SyntaxProblem | None:
    """`if x: draw 1`"""
    function = bool(scene.line) and scene.line[0][0] == "FUNCTION"
    if function or scene.previous[0] != "COLON" or scene.expected != {"_NL"} or scene.kind in _BREAKS:
        return None
    kinds = [token[0] for token in scene.tokens_left()]
    values = all(kind in ("NAME", "COMMA", "MINUS", "NUMBER", "STRING") for kind in kinds)
    if values and scene.on_card and (kinds[0] != "NAME" or "NUMBER" not in kinds):
        return None  # `hp: 4`, `dice: white yellow`
    return SyntaxProblem("block-in-line", scene.span, {}, "begin a new line here, indented by four spaces")


def too_deep(scene: Scene) -> SyntaxProblem | None:
    if scene.kind != "_INDENT":
        return None
    place = scene.next[1:3]
    return SyntaxProblem("unexpected-indentation", place, {}, "begin it exactly below the line above")


def else_alone(scene: Scene) -> SyntaxProblem | None:
    first = scene.line[0] if scene.line else scene.token
    if first[3] == "else" and "ELSE" not in scene.line_kinds and scene.at <= scene.line_start + 2:
        suggestion = "begin it exactly below its if, choose or may"
        return SyntaxProblem("else-alone", first[1:3], {}, suggestion)
    return None


def option_alone(scene: Scene) -> SyntaxProblem | None:
    first = scene.line[0] if scene.line else scene.token
    if first[3] == "option" and scene.in_block and scene.kind not in LINE_ENDS:
        return SyntaxProblem("option-alone", first[1:3], {}, "write choose one: above, and indent the options")
    if "OPTION" in scene.expected and scene.expected <= {"OPTION", "_DEDENT"}:
        return SyntaxProblem("only-options", scene.span, {}, "write option: above it, and indent it")
    return None


_BELONGS: Final = {
    **dict.fromkeys(("state", "zone", "slot"), "in a game, a kind, a keyword or on a card"),
    **dict.fromkeys(("kind", "verb", "function", "action", "game", "board", "test"), "at the left margin"),
    **dict.fromkeys(("extend", "override", "die", "ability"), "at the left margin"),
    **dict.fromkeys(("before", "after", "whenever"), "at the left margin, in a kind, in a keyword or on a card"),
    **dict.fromkeys(("given", "costs", "when"), "in an action"),
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
    **dict.fromkeys(("expect", "put", "rolls", "answers", "table"), "in a test"),
}


def wrong_place(scene: Scene) -> SyntaxProblem | None:
    """A word of the language that begins something for another place."""
    if not scene.line or scene.at - scene.line_start > 4:
        return None
    _, start, end, word = scene.line[0]
    where = _BELONGS.get(word)
    if where is None or SIGNS.get(word):
        return None
    could = scene.line_kinds
    if word.upper() in could:
        return None
    return SyntaxProblem("wrong-place", (start, end), {"word": word, "where": where})


def reserved_member(scene: Scene) -> SyntaxProblem | None:
    """`active: int`: a field called like the word that begins another member."""
    could = scene.line_kinds
    if scene.kind != "COLON" or scene.at != scene.line_start + 1 or "NAME" not in could or "LET" in could:
        return None
    kind, start, end, word = scene.line[0]
    if kind != word.upper():
        return None
    return SyntaxProblem("reserved-word", (start, end), {"word": word}, NEW_NAME)


# ---- brackets and commas --------------------------------------------------------------------------------------------
def never_closed(scene: Scene) -> SyntaxProblem | None:
    if not scene.unclosed:
        return None
    opening = scene.unclosed[-1]
    if opening[1] > scene.span[0]:
        return None
    closing = {"(": ")", "[": "]", "{": "}"}[opening[3]]
    words = {"bracket": opening[3]}
    return SyntaxProblem("bracket-never-closed", opening[1:3], words, f"write {closing} where it ends")


def extra_comma(scene: Scene) -> SyntaxProblem | None:
    if scene.previous[0] == "COMMA" and scene.kind in LINE_ENDS | {"RPAR", "RSQB", "RBRACE", "COMMA", "COLON"}:
        return SyntaxProblem("extra-comma", scene.previous[1:3], {}, "leave it out")
    if scene.kind == "COMMA" and scene.previous[0] in ("LPAR", "LSQB", "LBRACE"):
        return SyntaxProblem("extra-comma", scene.span, {}, "leave it out")
    if scene.kind == "COMMA" and "COMMA" not in scene.expected and scene.line and scene.line[0][0] == "DIE":
        return SyntaxProblem("extra-comma", scene.span, {}, "separate the faces by blanks alone")
    if scene.kind == "COMMA" and scene.at > scene.line_start and scene.line and scene.line[0][3] == "rolls":
        return SyntaxProblem("extra-comma", scene.span, {}, "separate the rolls by blanks alone")
    return None


def missing_comma(scene: Scene) -> SyntaxProblem | None:
    begins = scene.kind in ("NAME", "NUMBER", "STRING", "LSQB", "LBRACE")
    inside = scene.open_bracket() is not None
    if "COLON" in scene.expected and "PLUS" not in scene.expected:
        return None  # a parameter and its type
    if begins and "COMMA" in scene.expected and (inside or (scene.line and scene.line[0][0] in ("ANSWERS", "PUT"))):
        return SyntaxProblem("missing-comma", scene.span, {}, f"write a comma before {scene.token[3]}")
    return None


# ---- cards ----------------------------------------------------------------------------------------------------------
def value_on_card(scene: Scene) -> SyntaxProblem | None:
    """`hp: 4`, `hp = 4`, `slash(2)`, `dice [white]`, `hp +4`"""
    if not scene.on_card or len(scene.line) < 2:
        return None
    at = scene.at if scene.kind in ("EQUAL", "LPAR", "LSQB", "PLUS") else scene.at - 1
    kind, start, end, sign = scene.tokens[at]
    if kind not in ("COLON", "EQUAL", "LPAR", "LSQB", "PLUS") or at <= scene.line_start:
        return None
    name = scene.tokens[at - 1]
    if name[0] not in scene.could_stand(at - 1) and name[0] != "NAME":
        return None
    values = []
    for token in scene.tokens[at + 1 :]:
        if (
            token[0] in _BREAKS
            or token[0] in ("RPAR", "RSQB")
            or (token[0] == "COMMA" and kind not in ("LPAR", "LSQB"))
        ):
            break
        if token[0] != "COMMA":
            values.append(f'"{token[3]}"' if token[0] == "STRING" else token[3])
    instead = " ".join([name[3], *values])
    about = (name[3], name[1:3])
    return SyntaxProblem("value-on-card", (start, end), {"sign": sign}, f"write {instead}", about=about)


def block_in_words(scene: Scene) -> SyntaxProblem | None:
    """`on play:` with a block below it: an ability's name in two words."""
    after = [token[0] for token in scene.tokens[scene.at + 1 : scene.at + 3]]
    words = scene.tokens[scene.line_start : scene.at]
    if scene.kind == "COLON" and after == ["_NL", "_INDENT"] and len(words) > 1 and scene.on_card and _all_words(words):
        return _one_word(words)
    return None


# ---- texts and names ------------------------------------------------------------------------------------------------
def _all_words(tokens: list[Token]) -> bool:
    return all(token[3].isidentifier() and token[0] != "STRING" for token in tokens)


def _one_word(words: list[Token]) -> SyntaxProblem:
    joined = "_".join(token[3] for token in words)
    return SyntaxProblem("name-in-words", (words[0][1], words[-1][2]), {}, f"write {joined}")


def name_in_words(scene: Scene) -> SyntaxProblem | None:
    """`hero fog hunter "Fog Hunter":`, `state fog count: int`"""
    if not _all_words([scene.token]) or scene.open_bracket() or not scene.declares(scene.at):
        return None
    if scene.line[0][0] == "VERB":
        return None  # a part of a verb without its preposition
    words = [scene.previous]
    rest = scene.tokens_left()
    while rest and _all_words(rest[:1]) and (rest[0][0] == "NAME" or rest[0][0] not in scene.expected):
        words.append(rest.pop(0))
    if (rest[0][0] if rest else "_NL") not in scene.expected:
        return None  # something else is missing
    opener = scene.at == scene.line_start + 1 or any(word[0] != "NAME" for word in words)
    if opener and scene.misspelt():
        return None  # `stat hp: int`, `knid x is card`
    titled = any(token[0] == "STRING" for token in rest)
    capital = any(token[3][0].isupper() for token in words[1:])
    if "STRING" in scene.expected and capital and not titled:
        return None  # a title without its quotes
    return _one_word(words)


def preposition_missing(scene: Scene) -> SyntaxProblem | None:
    """`deal 3 m`, where the verb may be what is wrong."""
    begins = scene.kind in ("NAME", "NUMBER", "STRING", "LSQB", "LBRACE", "EVERY", "CARDS")
    if not begins or not {"TO", "FROM", "BY"} <= scene.expected or not scene.in_block or scene.open_bracket():
        return None
    verb = next((token for token in scene.line if token[0] not in ("EITHER", "OR", "MAY")), scene.token)
    if verb[0] != "NAME" or verb is scene.token:
        return None
    words = {"verb": verb[3], "found": scene.token[3]}
    return SyntaxProblem("preposition-missing", scene.span, words, about=(verb[3], verb[1:3]))


def quotes_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.kind != "NAME" or "STRING" not in scene.expected or scene.expected & {"LPAR", "TO", "EQUAL"}:
        return None
    words = [scene.token]
    for token in scene.tokens[scene.at + 1 :]:
        if token[0] in _BREAKS or token[0] in ("COLON", "STRING"):
            break
        words.append(token)
    written = scene.written(words)
    return SyntaxProblem("quotes-missing", (words[0][1], words[-1][2]), {}, f'write "{written}"')


def name_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "STRING" and "NAME" in scene.expected:
        made = "_".join("".join(c if c.isalnum() else " " for c in scene.token[3].lower()).split()) or "name"
        instead = made if made[0].isalpha() else f"no_{made}"
        return SyntaxProblem("name-missing", scene.span, {}, f"write a name before it, such as {instead}")
    return None


def hyphen(scene: Scene) -> SyntaxProblem | None:
    one, other = scene.previous, scene.next
    if scene.kind == "MINUS" and one[0] == "NAME" and one[2] == scene.span[0] and other[1] == scene.span[1]:
        whole = (one[1], other[2])
        return SyntaxProblem("hyphen-in-name", whole, {}, f"write {one[3]}_{other[3]}")
    return None


def decimal(scene: Scene) -> SyntaxProblem | None:
    tokens = scene.tokens[max(scene.at - 1, 0) : scene.at + 2]
    if [token[0] for token in tokens] == ["NUMBER", "DOT", "NUMBER"]:
        return SyntaxProblem("decimal-number", (tokens[0][1], tokens[2][2]), {}, None)
    if scene.kind == "NUMBER" and scene.previous[0] == "DOT" and scene.tokens[scene.at - 2][0] == "NUMBER":
        return SyntaxProblem("decimal-number", (scene.tokens[scene.at - 2][1], scene.span[1]), {}, None)
    return None


def missing_equals(scene: Scene) -> SyntaxProblem | None:
    """`hp: int 3`"""
    begins = scene.kind in ("NAME", "NUMBER", "LSQB", "LBRACE", "MINUS")
    if begins and {"EQUAL", "STRING"} <= scene.expected and any(token[0] == "COLON" for token in scene.line):
        return SyntaxProblem("missing-equals", scene.span, {}, f"write = {scene.written(scene.tokens_left())}")
    return None


# ---- words and signs of other languages -------------------------------------------------------------------------------
_LINES: Final = {
    **dict.fromkeys(("elif", "elseif", "elsif"), "else if"),
    **dict.fromkeys(("foreach", "forall"), "for each"),
    **dict.fromkeys(("var", "set", "const", "local"), "let"),
    **dict.fromkeys(("def", "func", "fn", "proc", "procedure", "define"), "verb or function"),
    **dict.fromkeys(("class", "struct", "enum", "type", "entity"), "kind"),
    **dict.fromkeys(("when", "unless", "trigger", "on"), "whenever, before or after"),
    **dict.fromkeys(("return", "yield"), "result"),
    **dict.fromkeys(("include", "import", "require", "requires"), "requires in pack.toml"),
}


def foreign_line(scene: Scene) -> SyntaxProblem | None:
    if not scene.line or scene.at == scene.line_start:
        return None
    _, start, end, word = scene.line[0]
    instead = _LINES.get(word)
    if instead is None or word.upper() in scene.line_kinds:
        return None
    if scene.on_card and any(token[0] == "COMMA" for token in scene.tokens[scene.line_start : scene.at]):
        return None  # a field called like it; what is wrong stands in another property
    ability = block_in_words(scene)
    if ability is not None:
        instead += f"; if this is an ability, {ability.suggestion}"
    return SyntaxProblem("foreign-word", (start, end), {"word": word}, f"write {instead}")


_PAIRS: Final = {
    ("VBAR", "VBAR"): "or",
    ("LESSTHAN", "CMP"): "!=",
    ("EQUAL", "CMP"): ">= or <=",
    ("EQUAL", "LESSTHAN"): "<=",
    ("PLUS", "PLUS"): "+= 1",
    ("MINUS", "MINUS"): "-= 1",
    ("COLON", "EQUAL"): "=",
    ("CMP", "EQUAL"): "==",
    ("STAR", "STAR"): "a product",
    ("MINUS", "CMP"): "a colon and a block below",
    ("STAR", "EQUAL"): "the whole: x = x * 2",
    ("SLASH", "SLASH"): "# before a comment, or / to divide",
    ("SLASH", "STAR"): "# before a comment",
}


def foreign_sign(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "BANG":
        return SyntaxProblem("foreign-word", scene.span, {"word": "!"}, "write not")
    for at in (scene.at, scene.at - 1):
        one, other = scene.tokens[at : at + 2] if 0 <= at < len(scene.tokens) - 1 else (None, None)
        if one is None or other is None or one[2] != other[1]:
            continue
        instead = _PAIRS.get((one[0], other[0]))
        if instead is not None:
            return SyntaxProblem("foreign-word", (one[1], other[2]), {"word": one[3] + other[3]}, f"write {instead}")
    return None


def then_word(scene: Scene) -> SyntaxProblem | None:
    if scene.token[3] in ("then", "do") and "COLON" in scene.expected:
        return SyntaxProblem("foreign-word", scene.span, {"word": scene.token[3]}, "write a colon in its place")
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


def each_missing(scene: Scene) -> SyntaxProblem | None:
    if scene.previous[0] == "FOR" and scene.expected == {"EACH"}:
        return SyntaxProblem("each-missing", scene.previous[1:3], {}, "write for each")
    return None


# ---- conditions -----------------------------------------------------------------------------------------------------
def single_equals(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "EQUAL" and "CMP" in scene.expected:
        return SyntaxProblem("single-equals", scene.span, {}, "write ==")
    return None


def double_equals(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "CMP" and scene.token[3] == "==" and "EQUAL" in scene.expected:
        return SyntaxProblem("double-equals", scene.span, {}, "write =")
    return None


def compare_as_statement(scene: Scene) -> SyntaxProblem | None:
    """`x == 3` as a line: a name at its start is a verb, so only the sign shows what is meant."""
    if scene.kind == "CMP" and scene.token[3] == "==" and scene.at == scene.line_start + 1 and scene.in_block:
        return SyntaxProblem("double-equals", scene.span, {}, "write =")
    return None


def bare_in(scene: Scene) -> SyntaxProblem | None:
    if scene.kind == "IN" and "IS" in scene.expected:
        return SyntaxProblem("is-in", scene.span, {}, "write is in")
    if scene.kind == "NOT" and "IS" in scene.expected:
        whole = (scene.span[0], scene.next[2]) if scene.next[0] == "IN" else scene.span
        return SyntaxProblem("is-in", whole, {}, "write is not in" if scene.next[0] == "IN" else "write is not")
    return None


def comparison_chain(scene: Scene) -> SyntaxProblem | None:
    if scene.kind in ("CMP", "LESSTHAN") and "CMP" not in scene.expected and "AND" in scene.expected:
        return SyntaxProblem("comparison-chain", scene.span, {}, "compare two at a time and join them with and")
    return None


def if_behind(scene: Scene) -> SyntaxProblem | None:
    """`draw 1 if x`"""
    if scene.kind not in LINE_ENDS | {"COLON"} or "ELSE" not in scene.expected or not scene.in_block:
        return None
    for token in reversed(scene.line):
        if token[0] == "IF":
            return SyntaxProblem("if-behind", token[1:3], {}, "write the if in a line above, and this below it")
    return None


def call_with_brackets(scene: Scene) -> SyntaxProblem | None:
    line = scene.line
    called = len(line) > 1 and line[0][0] == "NAME" and line[1][0] == "LPAR" and line[1][1] == line[0][2]
    if called and scene.kind == "COMMA" and scene.open_bracket() is line[1] and scene.in_block:
        return SyntaxProblem("call-with-brackets", line[1][1:3], {"verb": line[0][3]})
    return None


RULES: Final[list[Rule]] = [
    never_closed,
    foreign_line,
    block_in_words,
    option_alone,
    reserved_member,
    wrong_place,
    missing_block,
    missing_colon,
    block_in_line,
    too_deep,
    else_alone,
    foreign_sign,
    then_word,
    extra_comma,
    value_on_card,
    decimal,
    hyphen,
    let_missing,
    each_missing,
    compare_as_statement,
    single_equals,
    double_equals,
    bare_in,
    comparison_chain,
    if_behind,
    call_with_brackets,
    missing_comma,
    missing_equals,
    name_in_words,
    preposition_missing,
    quotes_missing,
    name_missing,
]
