"""The greyc command's top level: help, version, exit codes, and no traceback."""

import io
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import greyc.frontends.commands
from greyc.frontends import cli
from greyc.frontends.terminal import wants_colour


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == cli.CLEAN
    shown = capsys.readouterr().out
    modules = [module.name for module in pkgutil.iter_modules(greyc.frontends.commands.__path__)]
    assert sorted(cli.COMMANDS) == sorted(modules)
    for name, text in cli.COMMANDS.items():
        assert f"  {name}" in shown and text in shown
    assert all(len(line) <= 100 for line in shown.splitlines())


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("name", sorted(cli.COMMANDS))
def test_a_command_says_of_itself_what_the_list_says(
    name: str, option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([name, option]) == cli.CLEAN
    shown = capsys.readouterr().out
    assert shown.startswith(f"Usage: greyc {name} ")
    assert cli.COMMANDS[name] in " ".join(shown.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Usage: greyc"),
        (["explian", "G0001"], "no command 'explian'. Did you mean explain?"),
        (["zzzzzzzz"], "greyc --help lists"),
        (["--verison"], "no option '--verison'. Did you mean --version?"),
        (["explain"], "Usage: greyc explain"),
        (["explain", "--lost"], "No such option"),
        (["explain", "G9999"], "There is no diagnostic 'G9999'"),
        (["explain", "chose"], "no word 'chose'. Did you mean choose?"),
    ],
)
def test_wrong_use(arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(arguments) == cli.WRONG_USE
    shown = capsys.readouterr()
    assert says in shown.err
    assert shown.out == ""


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["explain", "g0001", "not-utf-8"]) == cli.CLEAN
    shown = capsys.readouterr().out
    assert shown.index("# G0001 unreadable-file (error)") < shown.index("# G0002 not-utf-8 (error)")
    assert cli.main(["explain", "choose", "count"]) == cli.CLEAN
    shown = capsys.readouterr().out
    assert "# choose\n" in shown and "choose x in SET" in shown and "How many." in shown
    assert cli.main(["explain", "--list"]) == cli.CLEAN
    assert "G0002  error    not-utf-8: " in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == cli.CLEAN
    assert capsys.readouterr().out.startswith("greyc ")


class Ends:
    """A subcommand that ends as it is told."""

    def __init__(self, how: BaseException | int | None) -> None:
        self.how = how

    @property
    def command(self) -> "Ends":
        return self

    def main(self, *_: object, **__: object) -> int | None:
        if isinstance(self.how, BaseException):
            raise self.how
        return self.how


@pytest.mark.parametrize(
    ("how", "code", "says"),
    [
        (None, 0, ""),
        (1, 1, ""),
        (click.exceptions.Exit(1), 1, ""),
        (click.FileError("x", "gone"), 2, "gone"),
        (KeyboardInterrupt(), 130, "stopped"),
        (click.Abort(), 130, "stopped"),
        (ValueError("two\nlines"), 3, "a bug in greyc, not in your files: ValueError: two lines."),
        (RecursionError(), 3, "greyc --debug explain 'a b'"),
    ],
)
def test_every_end_is_an_exit_code(
    how: BaseException | int | None,
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cli, "import_module", lambda _: Ends(how))
    assert cli.main(["explain", "a b"]) == code
    shown = capsys.readouterr().err
    assert says in shown
    assert shown.strip().count("\n") <= 1
    assert "Traceback" not in shown


def test_debug_shows_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "import_module", lambda _: Ends(ValueError("here")))
    with pytest.raises(ValueError, match="here"):
        cli.main(["--debug", "explain", "x"])


def test_a_reader_that_stops_early_sees_no_complaint() -> None:
    run = f'"{sys.executable}" -m greyc.frontends.cli explain --list G0001 G0002'
    done = subprocess.run(["bash", "-c", f"{run} | true"], capture_output=True, text=True, env={**os.environ})
    assert done.stderr == ""


def test_colour_only_where_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert wants_colour(Terminal()) and not wants_colour(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not wants_colour(Terminal())
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert wants_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not wants_colour(Terminal())


@pytest.mark.parametrize("command", ["build", "validate", "test", "fmt", "play", "simulate", "coverage", "texts"])
@pytest.mark.parametrize("path", ["", "x" * 5000])
def test_paths_that_are_none(command: str, path: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["-o", "never"] if command == "build" else []
    assert cli.main([command, path, *more]) in (cli.FINDINGS, cli.WRONG_USE)
    shown = capsys.readouterr()
    assert "no" in shown.out + shown.err and "bug" not in shown.err


def test_stopped_while_a_library_is_imported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stops(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", stops)
    assert cli.main(["explain", "G0201"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == "\ngreyc: stopped.\n"


@pytest.mark.parametrize("command", [["texts"], ["test"], ["fmt", "--check"], ["diff", "greyport_v11"]])
def test_a_pack_may_be_called_by_its_name(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main([*command, "greyport_v11"]) == 0, capsys.readouterr().err
    assert capsys.readouterr().out
