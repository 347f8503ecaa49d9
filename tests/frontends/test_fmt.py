"""`greyc fmt`: one layout however a file was laid out, the same meaning, comments kept; every file of every pack."""

from __future__ import annotations

import random
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from greyc.compiler.driver import compile_texts
from greyc.dsl import cut, lexer
from greyc.dsl.grammar import load
from greyc.frontends.commands.fmt import command
from greyc.frontends.formatting import formatted
from greyc.runtime import ir

ROOT = Path(__file__).parents[2]
FILES = sorted([*ROOT.glob("cards/**/*.grey"), *ROOT.glob("tests/programs/**/*.grey")])

UGLY = """\
# The pond

kind  frog is card "frog|frogs" :   # a frog
  active in pond
  hp:int=3 "HP"
  state wet :flag=no


  # how it sings
  after sing this if this.wet and(this . hp>-1):
        hop this for - 2
        #at the end of the block
  #of the kind
  modify f in pond where f!=this : hp + 1, jumps -2
function  far (a :int,b)= [ a ,
   b, # the last
      {2 : 1,
   3: 2} [ 2 ]
 ]
#the end"""

LAID_OUT = """\
# The pond

kind frog is card "frog|frogs":                            # a frog
    active in pond
    hp: int = 3 "HP"
    state wet: flag = no

    # how it sings
    after sing this if this.wet and (this.hp > -1):
        hop this for -2
        # at the end of the block
    # of the kind
    modify f in pond where f != this: hp +1, jumps -2
function far(a: int, b) = [a,
    b,                                                     # the last
    {2: 1,
        3: 2}[2]
]
# the end
"""


def test_the_layout() -> None:
    assert formatted(UGLY) == LAID_OUT


def test_windows_line_ends_and_a_byte_order_mark_go() -> None:
    assert formatted("\ufeff" + UGLY.replace("\n", "\r\n")) == LAID_OUT


@pytest.mark.parametrize(
    ("text", "laid"), [("", ""), ("\n\n", ""), ("\n#alone", "# alone\n"), ("  # alone\n\n", "# alone\n")]
)
def test_hardly_anything(text: str, laid: str) -> None:
    assert formatted(text) == laid


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_twice_is_once(path: Path) -> None:
    once = formatted(path.read_text(encoding="utf-8"))
    assert formatted(once) == once


def test_packs_mean_the_same() -> None:
    """Nothing in a bundle changes but the places in the files."""
    for home in sorted({path.parent for path in ROOT.glob("cards/*/pack.toml")}):
        if home.name in ("chronos", "greyport_v11"):
            continue  # they require another pack
        files = {
            str(path): path.read_text(encoding="utf-8")
            for path in home.rglob("*")
            if path.suffix != ".md" and path.is_file()
        }
        laid = {name: formatted(text) if name.endswith(".grey") else text for name, text in files.items()}
        assert _without_places(files) == _without_places(laid)


def _without_places(files: dict[str, str]) -> object:
    made = compile_texts(files)
    assert made.ok

    def strip(node: object) -> object:
        if isinstance(node, dict):
            return {key: strip(value) for key, value in node.items() if key not in ("at", "line", "span")}
        return [strip(each) for each in node] if isinstance(node, list) else node

    return strip(ir.bundle_to_json(made.bundle))


def shaken(text: str, rng: random.Random) -> str:
    """Other blanks between the tokens of a line, other indentations, more blank lines: what `fmt` is there for."""
    keywords = load().keywords
    out, behind, widths, level = [], 0, [0], 0
    for span in cut.cut(text):
        widths, fresh = [0], True
        for token in lexer.lex(text, span, keywords).tokens:
            if token.type == "_INDENT":
                widths.append(widths[-1] + rng.choice((1, 2, 4, 7)))
            elif token.type == "_DEDENT":
                widths.pop()
            elif token.type == "_NL":
                fresh = True
            elif token.type != "$END":
                level = widths[-1]
                gap = text[behind : token.start_pos]
                out.append(_other_gap(gap, level, fresh, rng))
                out.append(text[token.start_pos : token.end_pos])
                behind, fresh = token.end_pos, False
    return "".join(out) + text[behind:]


def _other_gap(gap: str, level: int, fresh: bool, rng: random.Random) -> str:
    if "#" in gap:
        # Which block a comment belongs to is told by its column, so comments stay as deep as what follows them.
        *lines, last = gap.split("\n")
        if any(line.strip() for line in lines[1:]) or "\n" not in gap:
            return gap if not fresh else "\n".join([*lines, " " * level])
        return "\n".join([*lines, " " * level if fresh else last])
    if "\n" in gap:
        return gap[: gap.rfind("\n") + 1] + " " * level if fresh else gap
    return " " * rng.randint(1, 3) if gap else ""


PLAIN = [path for path in FILES if not re.search(r"^\s+#", path.read_text(encoding="utf-8"), re.MULTILINE)]


@settings(max_examples=60)
@given(st.integers(0, 100_000))
def test_however_it_was_laid_out(seed: int) -> None:
    rng = random.Random(seed)
    text = rng.choice(PLAIN).read_text(encoding="utf-8")
    assert formatted(shaken(text, rng)) == formatted(text)


# ---- the command --------------------------------------------------------------------------------
def run(*arguments: str, text: str | None = None) -> Result:
    """As cli.py runs it: click keeps the first help option that a command is asked for."""
    return CliRunner().invoke(command, arguments, text, standalone_mode=False, help_option_names=["-h", "--help"])


def test_it_writes_what_changes_and_says_so(tmp_path: Path) -> None:
    ugly, neat = tmp_path / "ugly.grey", tmp_path / "neat.grey"
    ugly.write_bytes(UGLY.encode())
    neat.write_bytes(LAID_OUT.encode())
    before = neat.stat().st_mtime_ns
    result = run(str(tmp_path))
    assert result.return_value == 0 and result.output == f"{ugly}\n2 files, 1 changed\n"
    assert ugly.read_text(encoding="utf-8") == LAID_OUT and neat.stat().st_mtime_ns == before


@pytest.mark.parametrize(("option", "told"), [("--check", "is not in the one layout"), ("--diff", "+    hp: int = 3")])
def test_looking_only_changes_nothing(tmp_path: Path, option: str, told: str) -> None:
    ugly = tmp_path / "ugly.grey"
    ugly.write_bytes(UGLY.encode())
    result = run(option, str(ugly))
    assert result.return_value == 1 and told in result.output and "1 file, 1 would change" in result.output
    assert ugly.read_bytes() == UGLY.encode()
    ugly.write_bytes(LAID_OUT.encode())
    assert run(option, str(ugly)).return_value == 0


def test_a_file_with_a_mistake_is_told_and_left(tmp_path: Path) -> None:
    broken = tmp_path / "broken.grey"
    broken.write_bytes(b"kind  frog is card:\n   hp int\n")
    ugly = tmp_path / "ugly.grey"
    ugly.write_bytes(UGLY.encode())
    result = run(str(tmp_path))
    assert result.return_value == 1 and "broken.grey:2" in result.output
    assert "2 files, 1 changed, 1 with mistakes left as they are" in result.output
    assert broken.read_bytes() == b"kind  frog is card:\n   hp int\n"


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    broken = tmp_path / "broken.grey"
    broken.write_bytes(b"kind \xff")
    result = run(str(broken))
    assert result.return_value == 1 and "UTF-8" in result.output


def test_through_a_pipe() -> None:
    result = run("-", text=UGLY)
    assert result.return_value == 0 and result.output == LAID_OUT
    assert isinstance(run("-", "--check", text=UGLY).exception, click.UsageError)
