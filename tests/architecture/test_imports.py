"""Imports run one way: frontends -> compiler -> dsl, compiler -> runtime.ir, frontends -> runtime."""

import subprocess
import sys
from pathlib import Path

import pytest

from .files import CODE, ROOT, code_files, imports, imports_of

# What a folder may import of greyc, and of third-party packages; the standard library is free to all.
GREYC = {
    "dsl": ("greyc.dsl",),
    "compiler": ("greyc.compiler", "greyc.dsl", "greyc.runtime.ir"),
    "runtime": ("greyc.runtime",),
    "frontends": ("greyc.frontends", "greyc.compiler", "greyc.dsl", "greyc.runtime"),
}
THIRD_PARTY = {
    "dsl": {"attrs", "lark"},
    "compiler": {"attrs", "cattrs", "babel", "jsonschema"},
    "runtime": {"attrs", "cattrs"},
    "frontends": {"attrs", "cattrs", "click", "jsonschema", "babel"},
}
EXTRAS = {
    "frontends/commands/lsp.py": {"pygls", "lsprotocol"},
    "frontends/lsp/server.py": {"pygls", "lsprotocol"},
    "frontends/highlight/": {"pygments"},
    "frontends/table/workbook.py": {"openpyxl"},
    "frontends/doc/": {"pygments", "jinja2", "markupsafe"},
    "frontends/commands/doc.py": {"pygments", "jinja2"},
    "frontends/sheet/setting.py": {"typst"},
    "frontends/watch/told.py": {"jinja2", "markupsafe"},
    "frontends/commands/watch.py": {"jinja2", "watchfiles"},
}
"""What comes with an extra (greyc[lsp], greyc[doc], ...), for the command that asks for it and the files that use it."""


def of_an_extra(file: str, name: str) -> bool:
    """Whether a file may import a name since it belongs to an extra."""
    return any(file.startswith(where) and name.split(".")[0] in packages for where, packages in EXTRAS.items())


def against_the_rule(folder: str, name: str) -> bool:
    """Whether code of a folder may not import this name."""
    top = name.split(".")[0]
    if top == "greyc":
        return not any(f"{name}.".startswith(f"{allowed}.") for allowed in GREYC[folder])
    return top not in sys.stdlib_module_names and top not in THIRD_PARTY[folder]


@pytest.mark.parametrize("folder", CODE)
def test_imports_run_one_way(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in code_files(folder)
        for line, name in sorted(imports(path))
        if against_the_rule(folder, name) and not of_an_extra(path.relative_to(ROOT).as_posix(), name)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("folder", "line", "wrong"),
    [
        ("dsl", "from greyc.compiler import spell", True),
        ("dsl", "from greyc.dsl.nodes import Name", False),
        ("dsl", "from ..compiler import spell", True),
        ("dsl", "from . import nodes", False),
        ("compiler", "import greyc.runtime.state", True),
        ("compiler", "from greyc.runtime import state", True),
        ("compiler", "from greyc.runtime import ir", False),
        ("compiler", "from greyc.runtime.ir.expr import Add", False),
        ("compiler", "from greyc.runtime.irregular import x", True),
        ("runtime", "def late():\n    import lark.exceptions", True),
        ("runtime", "importlib.import_module('greyc.compiler.check')", True),
        ("runtime", "import_module(f'greyc.dsl.{name}')", True),
        ("runtime", "import json", False),
        ("frontends", "from greyc.runtime import Game", False),
        ("frontends", "import numpy", True),
    ],
)
def test_the_rule_sees(folder: str, line: str, wrong: bool) -> None:
    (found,) = imports_of(line, f"greyc.{folder}.module", is_package=False)
    assert against_the_rule(folder, found[1]) == wrong


def test_relative_imports_of_a_package_start_at_itself() -> None:
    assert imports_of("from . import a\nfrom ..b import c", "greyc.dsl.sub", is_package=True) == {
        (1, "greyc.dsl.sub.a"),
        (2, "greyc.dsl.b.c"),
    }


def modules_after(*command: str) -> set[str]:
    """The modules that a fresh Python has imported when it has run this."""
    program = "import sys, atexit; atexit.register(lambda: print('\\n', *sys.modules, file=sys.stderr)); "
    done = subprocess.run(
        [sys.executable, "-c", program + command[0], *command[1:]], capture_output=True, text=True, check=False
    )
    said = done.stderr.rsplit("\n ", 1)[0]  # without the list of modules
    assert done.returncode == 0, said
    loaded = set(done.stderr.split())
    return loaded | {name.split(".")[0] for name in loaded}


def test_the_runtime_needs_neither_the_compiler_nor_its_packages() -> None:
    loaded = modules_after("import greyc.runtime, pkgutil, importlib\n" + EVERY_MODULE)
    assert "greyc.runtime.ir" in loaded
    assert not loaded & {"lark", "click", "jsonschema", "babel", "greyc.dsl", "greyc.compiler", "greyc.frontends"}


EVERY_MODULE = """
for module in pkgutil.walk_packages(greyc.runtime.__path__, "greyc.runtime."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_the_commands_help_loads_none_of_the_packages(arguments: list[str]) -> None:
    loaded = modules_after("from greyc.frontends.cli import main; sys.exit(main(sys.argv[1:]))", *arguments)
    assert "greyc.frontends.cli" in loaded
    assert not loaded & {"lark", "attr", "attrs", "cattr", "cattrs", "jsonschema", "click", "babel"}


def test_the_code_is_where_this_test_looks() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in code_files()} == set(CODE)
    assert Path(__file__).is_relative_to(ROOT)
