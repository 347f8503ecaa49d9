"""The code knows no game: no Python file names a kind, keyword, verb, zone, card, ... that a pack declares.

The words are read from the packs under cards/, so a new pack brings its own. The rule, and why so:

- A word is *game's* if a pack declares it and the core language has no such word itself (its reserved words, the
  operations of the IR, built-in verbs, functions and names are taken from the grammar, the syntax tree and greyc.runtime.ir).
- A **string literal** may not be a game's word, nor a path with one as a part (`"goblin"`, `"deal.amount"`,
  `"board/goblin"`). A name reaches the code as data, so to treat one of them specially code must compare it with such
  a literal. Sentences are not looked at: a message may say "no card has this name".
- An **identifier** may not have a game's noun (pack, kind, keyword, ability, card) as one of its parts, so that there
  is no `class Goblin` and no `goblin_bonus`. Verbs, zones and functions are left out here: `draw`, `play` and `discard` are
  also what programs do, and a method cannot match data. Names that Python and its library have (`str.title`) are free.
- PLAIN_NAMES and PLAIN_TEXTS list what is plain English in a program, each with its reason: a word that identifiers may
  use, and a word that one file or folder may have as a literal. One that is no longer needed fails the test, so neither list can
  grow stale.
"""

import ast
import builtins
import keyword
import re
from collections.abc import Iterator
from functools import cache

import attrs
import pytest

from greyc.dsl import nodes, parse

from .files import ROOT, code_files

CARDS = ROOT / "cards"

PLAIN_NAMES: dict[str, str] = {
    "common": "what several have",
    "item": "a member of a list",
    "keep": "to hold on to",
    "rewind": "to undo",
    "unit": "a file that is compiled, a piece of code that is made",
}
PROTOCOL_NAMES: dict[tuple[str, str], str] = {
    ("frontends/lsp/server.py", "location"): "a place in a file, in the protocol of editors",
    ("frontends/lsp/server.py", "character"): "a column, in the protocol of editors",
}
PLAIN_TEXTS: dict[tuple[str, str], str] = {
    ("compiler", "type"): "a type, in messages and in JSON Schema",
    ("compiler", "group"): "a group of actions, in a message",
    ("compiler", "play"): "a section of every game",
    ("compiler/shown.py", "colour"): "a key of pack.toml: how cards are printed",
    ("compiler/shown.py", "hide"): "a key of pack.toml: how cards are printed",
    ("compiler/manifest.py", "colour"): "a key of pack.toml: how cards are printed",
    ("compiler/core_entries.py", "unit"): "the file of a declaration",
    ("compiler/diagnostics/sarif.py", "level"): "how bad a finding is, in SARIF",
    ("compiler/diagnostics/sarif.py", "region"): "the marked text, in SARIF",
    ("compiler/resolve.py", "unit"): "the file of a declaration",
    ("compiler/protocol_schema.py", "ready"): "whether a half-made answer is complete",
    ("compiler/protocol_schema.py", "rewind"): "the event of an undo",
    ("compiler/protocol_schema.py", "save"): "a saved game",
    ("compiler/meant.py", "draw"): "a word of plain English, which authors may try where no verb is called so",
    ("dsl/foreign.py", "type"): "a word of other languages, which authors may try",
    ("dsl/words.py", "play"): "a section of every game",
    ("dsl/rewritten.py", "player"): "a word of plain English, which authors may try",
    ("dsl/rewritten.py", "lose"): "a word of plain English, which authors may try",
    ("dsl/rewritten.py", "defeat"): "a word of plain English, which authors may try",
    ("compiler/meant.py", "lose"): "a word of plain English, which authors may try",
    ("compiler/meant.py", "defeat"): "a word of plain English, which authors may try",
    ("runtime/points.py", "play"): "a section of every game",
    ("runtime/ir/names.py", "type"): "an attribute of nodes that holds a type",
    ("frontends", "play"): "the command that plays",
    ("frontends/commands/coverage.py", "yellow"): "a colour of the terminal",
    ("frontends/commands/doc.py", "site"): "the folder of pages that is written",
    ("frontends/commands/test.py", "green"): "a colour of the terminal",
    ("frontends/diff", "removed"): "what became of a thing between two versions",
    ("frontends/diff", "moved"): "what became of a thing between two versions",
    ("frontends/diff", "type"): "an attribute of nodes that holds a type",
    ("frontends/diff/told.py", "red"): "a colour of the terminal",
    ("frontends/diff/told.py", "green"): "a colour of the terminal",
    ("frontends/lsp/textmate.py", "character"): "a part of a name that TextMate themes know",
    ("frontends/lsp/textmate.py", "type"): "a part of a name that TextMate themes know",
    ("frontends/sheet", "colour"): "a key of pack.toml: how cards are printed",
    ("frontends/sheet", "hide"): "a key of pack.toml: how cards are printed",
    ("frontends/sheet/setting.py", "region"): "where a language is spoken, in typst",
    ("frontends/lsp/textmate.py", "escape"): "a sign behind a backslash, in the names of scopes",
    ("frontends/seating.py", "type"): "the type of an option",
    ("frontends/watch/server.py", "plain"): "text/plain, in HTTP",
    ("frontends/report/plan.py", "type"): "the type of an option",
    ("frontends/commands", "red"): "a colour of the terminal",
    ("runtime/decide.py", "ready"): "whether a half-made answer is complete",
    ("runtime/describe.py", "type"): "the type of an option",
    ("runtime/eventlog.py", "rewind"): "the event of an undo",
    ("runtime/ir/core.py", "player"): "the label of the built-in verb eliminate",
}

# What declares a noun, and what declares another word of a game: an action, a place, a property.
NOUNS = (
    nodes.Ability,
    nodes.Board,
    nodes.Card,
    nodes.Die,
    nodes.Game,
    nodes.Keyword,
    nodes.Kind,
    nodes.Word,
    nodes.WordKind,
)
OTHERS = (
    nodes.Action,
    nodes.Field,
    nodes.Function,
    nodes.GameOption,
    nodes.Slot,
    nodes.State,
    nodes.Verb,
    nodes.Zone,
)
PATH = re.compile(r"\w+(?:[./:#@\-]\w+)*")
PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def declared(text: str) -> tuple[set[str], set[str]]:
    """The nouns and the other words that a text of the language declares."""
    nouns, others = set[str](), set[str]()
    todo: list[object] = list(parse(text).declarations)
    while todo:
        node = todo.pop()
        if isinstance(node, list | tuple):
            todo.extend(node)
        elif isinstance(node, nodes.Node):
            if isinstance(node, NOUNS):
                nouns.add(node.name.text)
            elif isinstance(node, OTHERS):
                others.add(node.name.text)
            todo.extend(getattr(node, each.name) for each in attrs.fields(type(node)))
    return nouns, others


@cache
def words_of_the_packs() -> tuple[frozenset[str], frozenset[str]]:
    """All nouns and all other words of all packs, without the core language's own."""
    nouns, others = {path.parent.name for path in CARDS.rglob("pack.toml")}, set[str]()
    for path in sorted(CARDS.rglob("*.grey")):
        found = declared(path.read_text(encoding="utf-8"))
        nouns, others = nouns | found[0], others | found[1]
    core = words_of_the_core()
    return frozenset(nouns - core), frozenset(others - nouns - core)


@cache
def words_of_the_core() -> frozenset[str]:
    """What the language itself says: its grammar's quoted words, its syntax tree's marks, the IR's operations and tables."""
    words: set[str] = set()
    for grammar in sorted((ROOT / "dsl").rglob("*.lark")):
        words |= set(re.findall(r'"([a-z_]+)"', grammar.read_text(encoding="utf-8")))
    for path in [*(ROOT / "runtime" / "ir").glob("*.py"), *(ROOT / "dsl").glob("nodes*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("Core"):
                words |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
            if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "Literal":
                words |= {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
            if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "op":
                words |= {node.value.value} if isinstance(node.value, ast.Constant) else set()
    return frozenset(words)


@cache
def words_of_python() -> frozenset[str]:
    """Names of the language, its built-in types and functions, and its library's modules."""
    import sys

    names = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *sys.stdlib_module_names}
    for kind in (str, bytes, list, dict, set, tuple, int, float, type, object, Exception, OSError):
        names |= set(dir(kind))
    return frozenset(names)


def named(text: str) -> Iterator[tuple[int, str, bool]]:
    """Every string literal and identifier of a Python text: its line, itself, and whether it is a literal."""
    tree = ast.parse(text)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            prose |= {id(name) for name in ast.walk(node.value)}
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(value)) if id(node) not in prose:
                yield line, value, True
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name, False
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield line, name, False
            case ast.keyword(arg=str(name)) | ast.alias(asname=str(name)):
                yield line, name, False
            case ast.MatchAs(name=str(name)):
                yield line, name, False


def game_words(text: str, nouns: frozenset[str], others: frozenset[str]) -> set[tuple[int, str, bool]]:
    """Where a Python text names a game's word: the line, the word, whether in a literal."""
    found: set[tuple[int, str, bool]] = set()
    for line, name, literal in named(text):
        if literal:
            parts = {name, *re.findall(r"\w+", name)} if PATH.fullmatch(name) else set()
            found |= {(line, part, True) for part in parts & (nouns | others)}
        elif name not in words_of_python():
            parts = {name, *name.split("_"), *(part.lower() for part in PART.findall(name))}
            found |= {(line, part, False) for part in parts & nouns}
    return found


@cache
def all_findings() -> tuple[tuple[str, int, str, bool], ...]:
    """Where the code names a game's word: file, line, word, whether in a literal."""
    nouns, others = words_of_the_packs()
    return tuple(
        (path.relative_to(ROOT).as_posix(), *found)
        for path in code_files()
        for found in sorted(game_words(path.read_text(encoding="utf-8"), nouns, others))
    )


def excuses(file: str, word: str) -> set[tuple[str, str]]:
    """The entries of PLAIN_TEXTS that let a file have a word as a literal."""
    return {entry for entry in PLAIN_TEXTS if entry[1] == word and f"{file}/".startswith(f"{entry[0]}/")}


def test_the_code_knows_no_game() -> None:
    wrong = [
        f"{file}:{line} names {word!r}"
        for file, line, word, literal in all_findings()
        if not (excuses(file, word) if literal else word in PLAIN_NAMES or (file, word) in PROTOCOL_NAMES)
    ]
    assert not wrong, "\n".join(wrong)


def test_no_excuse_is_stale() -> None:
    assert set(PLAIN_NAMES) <= {word for _, _, word, literal in all_findings() if not literal}
    assert set(PROTOCOL_NAMES) <= {(file, word) for file, _, word, literal in all_findings() if not literal}
    used = {entry for file, _, word, literal in all_findings() if literal for entry in excuses(file, word)}
    assert set(PLAIN_TEXTS) == used


def test_the_word_list_is_not_empty() -> None:
    nouns, others = words_of_the_packs()
    assert {path.parent.name for path in CARDS.rglob("pack.toml")} <= nouns
    assert len(nouns) > 50 and len(others) > 20


@pytest.mark.parametrize(
    ("line", "caught"),
    [
        ('if name == "goblin": pass', {"goblin"}),
        ('verbs["hurt"]', {"hurt"}),
        ('x = "hurt.amount"', {"hurt"}),
        ('match kind:\n    case "goblin" | "orc": pass', {"goblin"}),
        ("class GoblinView: pass", {"goblin"}),
        ("def goblin_bonus(): pass", {"goblin"}),
        ("play(goblin=1)", {"goblin"}),
        ("def hurt(): pass", set()),
        ('raise ValueError("a goblin is no number")', set()),
        ('"""A goblin, say."""', set()),
        ('x = "goblins"', set()),
        ("hobgoblin = 1", set()),
    ],
)
def test_the_rule_sees(line: str, caught: set[str]) -> None:
    found = game_words(line, frozenset({"goblin"}), frozenset({"hurt"}))
    assert {word for _, word, _ in found} == caught


def test_declarations_are_found() -> None:
    nouns, others = declared(
        'kind coin: copper < silver\nkind beast is monster "beast":\n    zone lair of beast\nkeyword tank on monster\n'
        'beast old_wolf "Old Wolf":\n    life 3\nverb hurt player:\n    log "x"\naction go in turn by player:\n    do:\n        hurt player\n'
        "ability on_play on beast\n"
    )
    assert nouns == {"coin", "copper", "silver", "beast", "tank", "old_wolf", "on_play"}
    assert others == {"lair", "hurt", "go"}
