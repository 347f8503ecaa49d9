"""Which files the repository holds, and what one Python file imports; shared by the tests of this folder."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("dsl", "compiler", "runtime", "frontends")


@cache
def tracked() -> tuple[Path, ...]:
    """All files that git keeps, relative to the root; outside a checkout all that are not hidden."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode == 0:
        names = [Path(name) for name in listed.stdout.split("\0") if name]
    else:
        names = [path.relative_to(ROOT) for path in ROOT.rglob("*")]
        names = [name for name in names if not any(part.startswith(".") or part == "build" for part in name.parts)]
    return tuple(name for name in names if (ROOT / name).is_file() and not (ROOT / name).is_symlink())


def code_files(*folders: str) -> list[Path]:
    """The Python files of some of the top-level folders, all four unless told."""
    wanted = folders or CODE
    return [ROOT / name for name in tracked() if name.suffix == ".py" and name.parts[0] in wanted]


def module_name(path: Path) -> str:
    """`greyc.dsl.parser` for dsl/parser.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(("greyc", *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imports(path: Path) -> set[tuple[int, str]]:
    """Each import of a file, wherever it stands, as (line, full dotted name): `from a import b` is `a.b`."""
    return imports_of(path.read_text(encoding="utf-8"), module_name(path), path.name == "__init__.py")


def imports_of(text: str, module: str, is_package: bool) -> set[tuple[int, str]]:
    """The same for a text; relative imports and import_module("...") are counted too."""
    found: set[tuple[int, str]] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import(names=names):
                found |= {(node.lineno, alias.name) for alias in names}
            case ast.ImportFrom(module=base, names=names, level=level):
                if level:
                    parents = module.split(".")[: None if is_package and level == 1 else is_package - level]
                    base = ".".join([*parents, *([base] if base else [])])
                found |= {(node.lineno, f"{base}.{alias.name}") for alias in names}
            case ast.Call(func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module")):
                found |= {(node.lineno, text) for text in _texts(node.args[:1])}
    return found


def _texts(nodes: list[ast.expr]) -> set[str]:
    """The literal beginnings of import_module's argument: whole, or of an f-string up to its first hole."""
    texts = set()
    for node in nodes:
        first = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            texts.add(first.value)
    return texts
