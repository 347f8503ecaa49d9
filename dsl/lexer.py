"""From the text of one declaration to tokens, with NL, INDENT and DEDENT where lines and blocks begin and end.

One regular expression finds every token together with the blanks before it, which is several times faster than asking
for one terminal at a time. Whether a keyword is a keyword at its place is the parser's business (grammar.py); here it
always is one. A newline counts only outside brackets, and not where a line ends in a comma or an operator and the next
one is indented deeper: so continuation is decided by tokens, never by the look of the text.

Some slips leave no doubt what is meant, `：` for `:` or `“text”` for `"text"`. They are noted as problems, and the token
that was meant goes on to the parser, so that the declaration is read and its names are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple
from unicodedata import normalize

from attrs import define, field

from .nodes import Doc, Span
from .problems import Instead, SyntaxProblem, SyntaxStop, insert, write
from .signs import CLOSING_QUOTES, apart, bad_glyph, invisible, is_invisible, plain_sign

MOST_BRACKETS: Final = 64
MOST_BLOCKS: Final = 24
LONGEST_CHAIN: Final = 200
LONGEST_NUMBER: Final = 15

# Words of other languages that can only mean one thing; an author can't use them as names.
FOREIGN: Final[Mapping[str, str]] = {
    **dict.fromkeys(("true", "True", "TRUE"), "yes"),
    **dict.fromkeys(("false", "False", "FALSE"), "no"),
    **dict.fromkeys(("null", "NULL", "None", "nil"), "nothing"),
}


class _Token(NamedTuple):
    type: str
    start_pos: int
    end_pos: int
    value: str


class Token(_Token):
    """A token as Lark wants it: type, start, end, text. Lines and columns are asked for and not used."""

    __slots__ = ()
    line = column = end_line = end_column = 0


class Borrowed(Token):
    """A word of this or another language that is read as a name, and whether something is declared by that name."""

    declared = False


_WORD, _NUMBER, _STRING, _SIGN, _OPEN, _CLOSE, _NEWLINE, _COMMENT = range(1, 9)
_TOKEN: Final = re.compile(
    r"""[ \t]*(?:
      ([^\W\d]\w*)
    | ([0-9]\w*)
    | (\"\"\"[\s\S]*?\"\"\"|"(?:\\"|[^"\n])*"?)
    | (\.\.|[-+=!<>]=?|[*/%.,:|?])
    | ([(\[{])
    | ([)\]}])
    | ((?:\r?\n[ \t]*(?:\#[^\n]*)?)+)
    | (\#[^\n]*)
    | [ \t]+\Z
    | ([\s\S])
    )""",
    re.VERBOSE,
)
_DOC: Final = re.compile(r"[ \t]*##(?!#) ?([^\r\n]*)\r?\n")
_DOC_BLOCK: Final = re.compile(r"(?:^[ \t]*##(?!#)[^\n]*\n)+", re.MULTILINE)

SIGNS: Final[Mapping[str, str]] = {
    "..": "DOTDOT",
    "+=": "PLUS_EQUAL",
    "-=": "MINUS_EQUAL",
    "=": "EQUAL",
    "<": "LESSTHAN",
    ":": "COLON",
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "/": "SLASH",
    "%": "PERCENT",
    ".": "DOT",
    ",": "COMMA",
    "|": "VBAR",
    "==": "CMP",
    "!=": "CMP",
    "<=": "CMP",
    ">=": "CMP",
    ">": "CMP",
    "?": "QMARK",
    "!": "BANG",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    "{": "LBRACE",
    "}": "RBRACE",
}
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
# Behind these a deeper line goes on with the one above.
_UNFINISHED: Final = frozenset(
    [
        "COMMA",
        "PLUS",
        "MINUS",
        "STAR",
        "SLASH",
        "PERCENT",
        "EQUAL",
        "PLUS_EQUAL",
        "MINUS_EQUAL",
        "CMP",
        "DOTDOT",
        "AND",
        "OR",
        "NOT",
    ]
)
# Behind these another expression begins.
_PARTS: Final = frozenset(("COMMA", "COLON", "EQUAL"))
_CHAINS: Final = frozenset(
    ["PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "CMP", "LESSTHAN", "DOTDOT", "DOT", "AND", "OR", "NOT", "IF", "IS"]
)


@define(eq=False)
class Lexed:
    """The tokens of a declaration, its `##` comments by the place of the token below each, and what to note."""

    tokens: list[Token] = field(factory=list)
    # Where the parser is, and the words that are read as names though they are no good ones.
    at: int = -1
    borrowed: list[Borrowed] = field(factory=list)
    docs: dict[int, Doc] = field(factory=dict)
    problems: list[SyntaxProblem] = field(factory=list)
    # Brackets that are open at the end, and why reading stopped before it, if it did.
    unclosed: list[Token] = field(factory=list)
    broken: SyntaxProblem | None = None


def lex(text: str, span: Span, keywords: Mapping[str, str], names: frozenset[str] = frozenset()) -> Lexed:
    """All tokens of `text` inside `span`, ending in $END. `keywords` gives the token type of each keyword; `names` are
    words of other languages that are names all the same."""
    lexed = Lexed()
    try:
        _Lexing(text, keywords, lexed, names).run(span)
    except SyntaxStop as stop:
        lexed.broken = stop.problem
    return lexed


@define(eq=False)
class _Lexing:
    text: str
    keywords: Mapping[str, str]
    out: Lexed
    names: frozenset[str]
    indents: list[str] = field(factory=lambda: [""])
    open: list[Token] = field(factory=list)
    # How high the tree of the expression being read will be: for each open bracket the part since the last comma, and
    # the highest part before it.
    heights: list[int] = field(factory=lambda: [0])
    tallest: list[int] = field(factory=lambda: [0])
    end: int = 0

    def run(self, span: Span) -> None:
        text, keywords, tokens = self.text, self.keywords, self.out.tokens
        append = tokens.append
        skip_to = 0
        for match in _TOKEN.finditer(text, *span):
            group = match.lastindex
            if group is None:
                continue
            start, end = match.span(group)
            if start < skip_to:
                continue
            if group == _WORD:
                word = match[group]
                kind = keywords.get(word, "NAME")
                token = Token(kind, start, end, word)
                if kind in _CHAINS:
                    self.chain(start, end)
                elif word in FOREIGN:
                    token = self.foreign(token)
                elif not word.isascii():
                    self.letters(word, start, end)
                append(token)
            elif group == _SIGN:
                sign = match[group]
                kind = SIGNS[sign]
                append(Token(kind, start, end, sign))
                if kind in _CHAINS:
                    self.chain(start, end)
                elif kind in _PARTS:
                    self.tallest[-1] = max(self.tallest[-1], self.heights[-1])
                    self.heights[-1] = 0
            elif group == _NUMBER:
                append(self.number(match[group], start, end))
            elif group == _NEWLINE:
                if not self.open:
                    self.newline(match[group], start, end, span[1])
                continue
            elif group == _STRING:
                append(self.string(match[group], start, end))
            elif group == _OPEN:
                self.opened(match[group], start, end)
            elif group == _CLOSE:
                self.closed(match[group], start, end)
            elif group == _COMMENT:
                continue
            else:
                skip_to = end = self.strange(start)
            self.end = end
        self.finish()

    # ---- lines and blocks ----
    def newline(self, lines: str, start: int, end: int, limit: int) -> None:
        tokens = self.out.tokens
        if "##" in lines:
            self.docs(start, end)
        if not tokens or end >= limit:
            return
        indent = lines[lines.rfind("\n") + 1 :]
        current = self.indents[-1]
        if "#" in indent:
            return
        if tokens[-1][0] in _UNFINISHED and len(indent) > len(current):
            return
        place = self.end
        tokens.append(Token("_NL", place, place, ""))
        self.heights[-1] = self.tallest[-1] = 0
        if indent == current:
            return
        if indent.startswith(current):
            if len(self.indents) > MOST_BLOCKS:
                raise SyntaxStop(SyntaxProblem("blocks-too-deep", self.word_at(end), {"most": str(MOST_BLOCKS)}))
            self.indents.append(indent)
            tokens.append(Token("_INDENT", place, place, ""))
            return
        blocks = self.indents[1:]
        while self.indents[-1] != indent:
            if not self.indents[-1].startswith(indent):
                mixed = "\t" in indent or "\t" in self.indents[-1]
                kind = "tabs-and-spaces" if mixed else "uneven-indentation"
                if mixed:
                    wanted = [indent.expandtabs(4)] if "\t" in indent else []
                else:
                    wanted = sorted(blocks, key=lambda each: abs(len(each) - len(indent)))
                advice = Instead.of(_EVEN[kind], *wanted, at=(end - len(indent), end)) if wanted else _EVEN[kind]
                raise SyntaxStop(SyntaxProblem(kind, self.word_at(end), {}, advice))
            self.indents.pop()
            tokens.append(Token("_DEDENT", place, place, ""))

    def docs(self, start: int, end: int) -> None:
        """A block of `##` lines belongs to the token that begins behind them."""
        blocks = list(_DOC_BLOCK.finditer(self.text, start, end))
        block = blocks[-1] if blocks else None
        if block is not None and "\n" not in self.text[block.end() : end]:
            lines = [line.rstrip() for line in _DOC.findall(block[0])]
            first = block.start() + len(block[0]) - len(block[0].lstrip())
            self.out.docs[end] = Doc((first, block.end() - 1), "\n".join(lines))

    def finish(self) -> None:
        place = self.end
        tokens = self.out.tokens
        self.out.unclosed = list(self.open)
        if tokens:
            tokens.append(Token("_NL", place, place, ""))
        tokens.extend(Token("_DEDENT", place, place, "") for _ in self.indents[1:])
        tokens.append(Token("$END", place, place, ""))

    # ---- how deep ----
    def chain(self, start: int, end: int) -> None:
        self.higher(self.heights[-1] + 1, start, end)

    def higher(self, height: int, start: int, end: int) -> None:
        self.heights[-1] = height
        if height > LONGEST_CHAIN:
            words = {"most": str(LONGEST_CHAIN)}
            raise SyntaxStop(SyntaxProblem("expression-too-long", (start, end), words, "name parts of it with let"))

    def opened(self, sign: str, start: int, end: int) -> None:
        if len(self.open) >= MOST_BRACKETS:
            raise SyntaxStop(SyntaxProblem("brackets-too-deep", (start, end), {"most": str(MOST_BRACKETS)}))
        if self.out.tokens and self.out.tokens[-1][2] == start:
            self.chain(start, end)
        token = Token(SIGNS[sign], start, end, sign)
        self.open.append(token)
        self.heights.append(0)
        self.tallest.append(0)
        self.out.tokens.append(token)

    def closed(self, sign: str, start: int, end: int) -> None:
        if not self.open:
            raise SyntaxStop(SyntaxProblem("bracket-never-opened", (start, end), {"bracket": sign}))
        opening = self.open.pop()
        inner = max(self.heights.pop(), self.tallest.pop()) + 1
        if opening[3] != _PAIRS[sign]:
            related = ((opening[1:3], "this bracket is open"),)
            words = {"opened": opening[3], "closed": sign}
            raise SyntaxStop(SyntaxProblem("bracket-mismatch", (start, end), words, None, related))
        self.out.tokens.append(Token(SIGNS[sign], start, end, sign))
        if inner > self.heights[-1]:
            self.higher(inner, start, end)

    # ---- what is written wrong ----
    def number(self, digits: str, start: int, end: int) -> Token:
        if not digits.isdigit() or not digits.isascii():
            raise SyntaxStop(SyntaxProblem("digits-in-front", (start, end), {"word": digits}, apart(digits)))
        if len(digits) > LONGEST_NUMBER:
            words = {"most": str(LONGEST_NUMBER)}
            raise SyntaxStop(SyntaxProblem("number-too-large", (start, end), words))
        return Token("NUMBER", start, end, digits)

    def string(self, text: str, start: int, end: int) -> Token:
        if text.startswith('"""'):
            return Token("LONGSTRING", start, end, text)
        if text == '""' and self.text.startswith('"""', start):
            raise SyntaxStop(SyntaxProblem("unfinished-drawing", (start, start + 3), {}))
        if len(text) < 2 or not text.endswith('"') or text.endswith('\\"'):
            end = start + len(text.rstrip())
            place = end - self.text[start:end].endswith(":")
            advice = insert('end it with " in the same line', '"', place)
            raise SyntaxStop(SyntaxProblem("unfinished-text", (start, end), {}, advice))
        return Token("STRING", start, end, text[1:-1].replace('\\"', '"'))

    def strange(self, start: int) -> int:
        """A glyph that no token begins with: the token that is meant, if that is clear. Returns where it ends."""
        glyph = self.text[start]
        if glyph in CLOSING_QUOTES:
            line_end = self.text.find("\n", start)
            line = self.text[start + 1 : line_end if line_end >= 0 else len(self.text)]
            for length, sign in enumerate(line):
                if sign in CLOSING_QUOTES[glyph]:
                    end = start + length + 2
                    token = Token("STRING", start, end, line[:length])
                    self.meant(token, (start, start + 1), f'"{line[:length]}"')
                    return end
        end = start + 1
        if is_invisible(glyph):
            if self.text[start - 1 : start].isspace() or self.text[end : end + 1].isspace():
                self.out.problems.append(invisible(self.text, start))
                return end
            raise SyntaxStop(invisible(self.text, start))  # it may part what was meant as one word
        plain = plain_sign(glyph)
        if plain is None:
            raise SyntaxStop(bad_glyph(self.text, start))
        span = (start, end)
        if plain == " ":
            if self.out.tokens and self.out.tokens[-1][0] not in ("_NL", "_INDENT", "_DEDENT"):
                self.out.problems.append(bad_glyph(self.text, start))
                return end
            raise SyntaxStop(bad_glyph(self.text, start))
        if plain in "([{":
            self.opened(plain, start, end)
            self.out.problems.append(bad_glyph(self.text, start))
        elif plain in ")]}":
            self.out.problems.append(bad_glyph(self.text, start))
            self.closed(plain, start, end)
        elif plain in SIGNS:
            self.meant(Token(SIGNS[plain], start, end, plain), span, plain)
        else:
            raise SyntaxStop(bad_glyph(self.text, start))
        return end

    def foreign(self, token: Token) -> Token:
        kind, start, end, word = token
        if word in self.names:
            borrowed = Borrowed(*token)
            self.out.borrowed.append(borrowed)
            return borrowed
        instead = FOREIGN[word]
        self.out.problems.append(SyntaxProblem("foreign-word", (start, end), {"word": word}, write(instead)))
        return Token(kind, start, end, instead)

    def letters(self, word: str, start: int, end: int) -> None:
        """Two names that look the same must be the same, so a name is written with plain letters (NFKC): a ligature or a
        wide letter would be another name than the letters it stands for. Told once for each such word."""
        folded = normalize("NFKC", word)
        if folded == word and word.isidentifier():
            return
        plain = "".join(c for c in folded if f"a{c}".isidentifier())
        if not any(problem.words.get("word") == word for problem in self.out.problems):
            advice = write(plain) if plain.isidentifier() else "give it another name"
            self.out.problems.append(SyntaxProblem("odd-letters", (start, end), {"word": word}, advice))

    def meant(self, token: Token, span: Span, plain: str) -> None:
        self.out.tokens.append(token)
        self.out.problems.append(bad_glyph(self.text, span[0], plain))

    def word_at(self, start: int) -> Span:
        """The span of the word at a place, or of one glyph."""
        match = re.compile(r"\w+|\S?").match(self.text, start)
        return match.span() if match else (start, start)


_EVEN: Final = {
    "tabs-and-spaces": "indent with spaces alone",
    "uneven-indentation": "begin the line exactly below another line of its block",
}
