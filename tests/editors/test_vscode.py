"""The extension for VS Code: its files are well-formed and agree, the grammar is the one that the words of the language make,
and it finds on sample lines what it should. With node and `npm ci` in editors/vscode, the editor's own engine says so too."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from greyc.dsl.grammar import load
from greyc.frontends.lsp.textmate import as_text, grammar
from greyc.runtime.ir import core

ROOT = Path(__file__).parents[2]
HOME = ROOT / "editors" / "vscode"
SAMPLE = '''\
hero slinger "Slinger":
    type physical, cost copper, copies 2
    on_play:
        choose m in foes() "Whom {m}, \\"you\\"?":
            deal 2 to m by this   # not yet
## What a seat is.
kind player is seat "player|players":
    state hp: int = 0 "HP"
    move x.first to deck
override verb deal amount (int):
    if count(x) >= 0 and not yes:
board map: """
a "b" # c
"""
    "open
for each p in players:
'''
EXPECTED = {
    0: [("hero", "entity.name.type"), ("slinger", "variable.other.enummember"), ("Slinger", "string.quoted.double")],
    1: [("2", "constant.numeric"), (",", "punctuation")],
    2: [("on_play", "variable.other.property"), (":", "punctuation")],
    3: [("choose", "keyword.control"), ("in", "keyword.operator.word"), ("foes", "entity.name.function"),
        ("{m}", "constant.other.placeholder"), ('\\"', "constant.character.escape"), ("you", "string.quoted.double")],
    4: [("to", "keyword.control"), ("this", "variable.language"), ("# not yet", "comment.line.number-sign")],
    5: [("## What a seat is.", "comment.line.documentation")],
    6: [("kind", "keyword.declaration"), ("player", "entity.name.type"), ("is", "keyword.operator.word")],
    7: [("state", "keyword.other"), ("hp", "variable.other"), ("int", "storage.type"), ("=", "keyword.operator")],
    8: [("move", "support.function"), ("first", "variable.other.property")],
    9: [("verb", "keyword.declaration"), ("deal", "entity.name.function")],
    10: [("if", "keyword.control"), ("count", "support.function"), (">=", "keyword.operator"), ("yes", "constant.language")],
    11: [("board", "keyword.declaration"), ("map", "entity.name.type"), ('"""', "string.quoted.triple")],
    12: [('a "b" # c', "string.quoted.triple")],
    14: [("open", "string.quoted.double")],
    15: [("for", "keyword.control"), ("players", "variable.language")],
}  # fmt: skip

Tokens = list[list[tuple[str, str]]]


def read(name: str) -> Any:
    return json.loads((HOME / name).read_text(encoding="utf-8"))


def matched(rule: dict[str, Any], match: re.Match[str]) -> list[tuple[str, str]]:
    if "captures" not in rule:
        return [(match[0], rule["name"])]
    return [(match[int(group)], name["name"]) for group, name in rule["captures"].items() if match[int(group)]]


def tokens(text: str) -> Tokens:
    """As an editor finds them: of all patterns the match that begins first, of those the first pattern; a block goes on
    until its end, over lines."""
    found: Tokens = []
    top = grammar()["patterns"]
    block: dict[str, Any] | None = None
    for line in text.splitlines():
        here: list[tuple[str, str]] = []
        at = 0
        while True:
            rules = top if block is None else [{"match": block["end"], "name": ""}, *block.get("patterns", [])]
            matches = [(re.compile(rule.get("match") or rule["begin"]).search(line, at), rule) for rule in rules]
            first = min(((m.start(), n) for n, (m, _) in enumerate(matches) if m), default=None)
            until = len(line) if first is None else first[0]
            if block is not None and until > at:
                here.append((line[at:until], block["name"]))
            if first is None:
                break
            match, rule = matches[first[1]]
            assert match is not None
            at = match.end()
            if block is not None and first[1] == 0:
                here.append((match[0], block["name"]))
                block = None
            elif "begin" in rule:
                here.append((match[0], rule["name"]))
                block = rule
            else:
                here += matched(rule, match)
            if at >= len(line) and (block is None or not re.compile(block["end"]).search(line, at)):
                break
        found.append([(piece, name.removesuffix(".grey")) for piece, name in here])
    return found


def check(found: Tokens) -> None:
    for line, wanted in EXPECTED.items():
        for each in wanted:
            assert each in found[line], (line, each, found[line])


def test_the_grammar_is_made_from_the_words_of_the_language() -> None:
    made = (HOME / "syntaxes" / "grey.tmLanguage.json").read_text(encoding="utf-8")
    assert made == as_text(), (
        "run python -m greyc.frontends.lsp.textmate > editors/vscode/syntaxes/grey.tmLanguage.json"
    )
    known = set(re.findall(r"\w+", " ".join(str(rule.get("match")) for rule in grammar()["patterns"])))
    assert {*load().keywords, *core.VERBS, *core.FUNCTIONS, *core.NAMES} - known == set()


def test_what_stands_on_sample_lines() -> None:
    check(tokens(SAMPLE))


def test_the_same_by_the_engine_of_the_editor() -> None:
    node = shutil.which("node")
    if node is None or not (HOME / "node_modules" / "vscode-textmate").is_dir():
        pytest.skip("needs node, and npm ci in editors/vscode")
    done = subprocess.run(
        [node, str(HOME / "test" / "tokens.js")], input=SAMPLE, capture_output=True, text=True, encoding="utf-8", timeout=60
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
    check([[(piece, name.removesuffix(".grey")) for piece, name in line] for line in json.loads(done.stdout)])


def test_every_file_of_the_packs_is_read_to_its_end() -> None:
    """No quote opens a text that never ends: behind each file a word has its colour again."""
    for path in sorted((ROOT / "cards" / "chronos").rglob("*.grey")):
        lines = tokens(path.read_text(encoding="utf-8") + "\nrepeat:\n")
        assert ("repeat", "keyword.control") in lines[-1], path


def test_the_manifest_names_files_that_are_there() -> None:
    manifest = read("package.json")
    told = manifest["contributes"]
    paths = [manifest["main"], told["languages"][0]["configuration"], told["grammars"][0]["path"]]
    assert all((HOME / path).is_file() for path in paths)
    assert told["grammars"][0]["scopeName"] == grammar()["scopeName"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert manifest["version"] == project["version"]
    script = (HOME / "extension.js").read_text(encoding="utf-8")
    page = (HOME / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in page for name in told["configuration"]["properties"])
    assert all(f'"{each["command"]}"' in script for each in told["commands"])
    assert f"v{read('package-lock.json')['version']}" == f"v{manifest['version']}"


@pytest.mark.parametrize(
    ("line", "deeper"),
    [
        ("    on_play:", True),
        ("    on_play:   # when it is played", True),
        ('hero slinger "Slinger":', True),
        ('    choose p in players "Whose: \\"way\\" is lit?":', True),
        ('    text "When played: gain 1 shield."', False),
        ("    hp: int = 3", False),
        ("    draw 1   # as written:", False),
    ],
)
def test_the_line_below_is_indented_after_a_colon(line: str, deeper: bool) -> None:
    rules = read("language-configuration.json")["indentationRules"]
    assert bool(re.search(rules["increaseIndentPattern"], line)) == deeper


def test_else_stands_where_its_if_does() -> None:
    rules = read("language-configuration.json")["indentationRules"]
    assert re.search(rules["decreaseIndentPattern"], "        else if x > 1:")
    assert not re.search(rules["decreaseIndentPattern"], "        elsewhere x:")


def test_what_is_built_is_not_in_the_repository() -> None:
    kept = subprocess.run(["git", "ls-files", "editors"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert "node_modules" not in kept and ".vsix" not in kept


@pytest.mark.parametrize(
    ("path", "command"),
    [("", "greyc"), ("/bin/greyc", "/bin/greyc"), ("./bin/greyc", str(Path("/folder/bin/greyc")))],
)
def test_the_server_is_started_by_the_setting_and_anew_when_it_changes(path: str, command: str) -> None:
    noted = ran({"path": path})
    assert noted == {"started": [[command, "lsp"]] * 3, "stopped": 3, "commands": ["greyc.restart"], "errors": []}


def test_a_server_that_does_not_start_is_told_with_what_to_install() -> None:
    errors = ran({"path": "missing"})["errors"]
    assert len(errors) == 3 and '"missing lsp" did not start' in errors[0] and "pip install 'greyc[lsp]'" in errors[0]


def ran(settings: dict[str, str]) -> Any:
    """What the extension asks of an editor with these settings."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    script = [node, str(HOME / "test" / "start.js"), json.dumps(settings)]
    done = subprocess.run(script, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert done.returncode == 0, done.stderr[-500:]
    return json.loads(done.stdout)
