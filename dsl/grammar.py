"""The parser: Lark's, for grammar.lark, from tokens to the syntax tree.

Lark builds LALR(1) tables with strict=True, so a conflict in the grammar is an error and never settled silently. That
takes a third of a second, so it saves them where Python keeps the bytecode of this package: on the first run, and anew
when the grammar or Lark changes. Where nothing may be written they are built each time.

Lark would build a tree of its own, without the tokens that the grammar keeps silent, and a node could not tell where it
begins and ends. So what a rule makes is put in its place: a function of build.py, called as soon as the rule is
complete, with the span and the parts that Lark would keep. Nothing here recurses.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property
from hashlib import sha256
from importlib.util import cache_from_source
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

import lark
from lark import Lark, UnexpectedInput, UnexpectedToken
from lark.common import LexerConf
from lark.grammar import Rule, Terminal
from lark.lexer import Lexer

from . import build
from .lexer import Borrowed, Lexed, Token
from .nodes import Name
from .problems import SyntaxStop

GRAMMAR: Final = Path(__file__).with_name("grammar.lark")
STARTS: Final = ("declaration", "expr")
# Keywords that may be names all the same: no place has a use for both, except that a line of a test which begins with
# one of the last four is never a call of a verb by that name.
FREE: Final = frozenset(("seed", "score", "costs", "given", "link", "table", "rolls", "answers"))

# What stands on Lark's stack, shaped like a token: the token of a name and nothing else, start, end, and what it is.
Part = tuple[Any, int, int, Any]
_ABSENT: Final[Part] = ("", 0, 0, None)
_value: Final = itemgetter(3)


class Tokens(Lexer):
    """Hands Lark the tokens of lexer.py, from where it stands."""

    __future_interface__ = 2

    def __init__(self, conf: LexerConf) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        lexed: Lexed = lexer_state.text
        for at in range(lexed.at + 1, len(lexed.tokens)):
            lexed.at = at
            token = lexed.tokens[at]
            if token.type != "$END":
                yield token


class Grammar(Lark):
    """Lark with the makers of nodes in the place of its own tree."""

    def _prepare_callbacks(self) -> None:
        self._callbacks: dict[Any, Callable[[Any], Part]] = {rule: _maker(rule) for rule in self.rules}
        self._callbacks["NAME"] = _name

    @cached_property
    def keywords(self) -> Mapping[str, str]:
        """The terminal of each keyword."""
        return _keywords(self.terminals)

    @cached_property
    def words(self) -> frozenset[str]:
        """The terminals that are keywords."""
        return frozenset(self.keywords.values())

    @cached_property
    def signs(self) -> Mapping[str, str]:
        """How an author writes a terminal, for those that are always written alike."""
        return {t.name: t.pattern.value for t in self.terminals if t.pattern.type == "str"}

    def read(self, lexed: Lexed, start: str) -> Any:
        """The node that the tokens make. Raises lark.UnexpectedToken, or SyntaxStop from what build.py refuses."""
        part: Any = self.parse(lexed, start, lambda error: self._borrow(error, lexed))
        return part[3]

    def _borrow(self, error: UnexpectedInput, lexed: Lexed) -> bool:
        """Reads a keyword that the grammar has no use for at its place as a name."""
        word = lexed.tokens[lexed.at]
        if word.type not in self.words or not isinstance(error, UnexpectedToken) or "NAME" not in error.accepts:
            return False
        name = Borrowed("NAME", *word[1:])
        lexed.borrowed.append(name)
        error.interactive_parser.feed_token(name)  # type: ignore[arg-type]
        return True

    def reserved(self, lexed: Lexed) -> list[Name]:
        """The words of a language which the tokens, now read, gave to something as its name."""
        declared = (token for token in lexed.borrowed if token.declared and token.value not in FREE)
        return [Name(token[1:3], token.value) for token in declared]

    def could_follow(self, tokens: list[Token], start: str) -> set[str]:
        """All kinds of token that could stand behind these."""
        stopped = self._behind(tokens, start)
        return stopped.accepts if stopped else set()

    def declares(self, tokens: list[Token], start: str) -> bool:
        """Whether the last of these is a name that is being given to something."""
        stopped = self._behind(tokens, start)
        row: Mapping[str, Any] = stopped.interactive_parser.choices() if stopped else {}  # type: ignore[no-untyped-call]
        return any(isinstance(rule, Rule) and rule.origin.name == "new" for _, rule in row.values())

    def _behind(self, tokens: list[Token], start: str) -> UnexpectedToken | None:
        """Where the parser stands when it has read these tokens: a token that nobody expects stops it there."""
        try:
            self.read(Lexed([*tokens, Token("", 0, 0, "")]), start)
        except UnexpectedToken as stopped:
            return stopped
        except SyntaxStop:
            pass
        return None


class Roles(Grammar):
    """Makes no nodes: says in the place of the tree which rule each token belongs to, for who lays out a text."""

    def _prepare_callbacks(self) -> None:
        self.roles: dict[int, list[str]] = {}
        self._callbacks = {rule: self._noted(rule) for rule in self.rules}
        self._callbacks["NAME"] = _name

    def _noted(self, rule: Rule) -> Callable[[list[Part]], Part]:
        name, roles = rule.alias or rule.origin.name, self.roles
        hands_on = rule.options.expand1 and rule.alias is None and len(rule.expansion) == 1

        def noted(parts: list[Part]) -> Part:
            for part in () if hands_on else parts:
                roles.setdefault(part[1], []).append(name)
            return ("", parts[0][1], parts[-1][2], None)

        return noted

    def of(self, lexed: Lexed) -> dict[int, list[str]]:
        """By where a token begins: the rules of which it, or what begins with it, is a part, from within outwards.
        Raises lark.UnexpectedToken or SyntaxStop for what can't be read."""
        self.roles.clear()
        self.read(lexed, "declaration")
        return dict(self.roles)


def build_tables(text: str, kind: type[Grammar] = Grammar) -> Grammar:
    """A grammar as Lark builds it anew."""
    return kind(text, parser="lalr", strict=True, lexer=Tokens, start=list(STARTS))


@cache
def load() -> Grammar:
    """The grammar of the language, from the tables that an earlier run saved if there are any."""
    return _load(Grammar)


@cache
def load_roles() -> Roles:
    """The same grammar, for the roles of tokens."""
    grammar = _load(Roles)
    assert isinstance(grammar, Roles)
    return grammar


def _load(kind: type[Grammar]) -> Grammar:
    text = GRAMMAR.read_text(encoding="utf-8")
    version = sha256(f"{lark.__version__} {sys.version_info[:2]} {text}".encode()).hexdigest()[:16]
    saved = Path(cache_from_source(str(GRAMMAR))).with_suffix(f".{version}.tables")
    try:
        with saved.open("rb") as file:
            return kind.load(file)
    except Exception:  # as Lark's own cache does: whatever is wrong with the file, it is made anew
        grammar = build_tables(text, kind)
    with suppress(OSError):
        saved.parent.mkdir(parents=True, exist_ok=True)
        # Under a name of its own first: another process may be reading or writing at the same time.
        fresh = saved.with_suffix(f".{os.getpid()}")
        with fresh.open("wb") as file:
            grammar.save(file)
        fresh.replace(saved)
    return grammar


def _keywords(terminals: Any) -> dict[str, str]:
    return {t.pattern.value: t.name for t in terminals if t.pattern.type == "str" and t.pattern.value.isidentifier()}


# ---- what a rule makes ------------------------------------------------------------------------------------------------
def _name(token: Token) -> Part:
    _, start, end, text = token
    return (token, start, end, Name((start, end), text))


def _maker(rule: Rule) -> Callable[[list[Part]], Part]:
    """What Lark calls with the parts of a complete rule."""
    origin, kept = rule.origin.name, _kept(rule)
    name = rule.alias or origin
    hands_on = rule.options.expand1 and rule.alias is None and len(kept) == 1
    make = None if hands_on else getattr(build, name, None)
    if make is None and len(kept) != 1:
        raise LookupError(f"build.py has no function {name} for the rule {origin}")
    if make is not None:
        made = _made(make, kept)
    elif len(rule.expansion) > 1:
        made = _inner(kept[0])
    else:
        made = itemgetter(0)
    return _declares(made) if origin == "new" or name == "keyword_field" else made


def _kept(rule: Rule) -> list[int]:
    """The places of the parts that Lark would keep; -1 is an optional part that is absent."""
    kept: list[int] = []
    place = 0
    for absent in rule.options.empty_indices or [False] * len(rule.expansion):
        if absent:
            kept.append(-1)
            continue
        symbol = rule.expansion[place]
        if rule.options.keep_all_tokens or not (isinstance(symbol, Terminal) and symbol.filter_out):
            kept.append(place)
        place += 1
    return kept


def _made(make: Callable[..., Any], kept: list[int]) -> Callable[[list[Part]], Part]:
    """`make` called with the span and what the kept parts are."""
    if not kept:
        return lambda parts: ("", parts[0][1], parts[-1][2], make((parts[0][1], parts[-1][2])))
    if len(kept) == 1:
        return _made_of_one(make, kept[0])
    take = itemgetter(*kept)

    def made(parts: list[Part]) -> Part:
        span = (parts[0][1], parts[-1][2])
        parts.append(_ABSENT)
        return ("", *span, make(span, *map(_value, take(parts))))

    return made


def _made_of_one(make: Callable[..., Any], place: int) -> Callable[[list[Part]], Part]:
    def made(parts: list[Part]) -> Part:
        span = (parts[0][1], parts[-1][2])
        return ("", *span, make(span, parts[place][3] if place >= 0 else None))

    return made


def _inner(place: int) -> Callable[[list[Part]], Part]:
    """What stands between brackets, with the span of the brackets."""
    return lambda parts: ("", parts[0][1], parts[-1][2], parts[place][3])


def _declares(made: Callable[[list[Part]], Part]) -> Callable[[list[Part]], Part]:
    """For a rule whose first part is a name that is declared here."""

    def declared(parts: list[Part]) -> Part:
        token = parts[0][0]
        if token.__class__ is Borrowed:
            token.declared = True
        return made(parts)

    return declared
