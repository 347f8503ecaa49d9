"""The `greyc` command: finds the subcommand, runs it, and turns whatever happens into an exit code.

The top level is written without click, which a subcommand imports when it runs: `greyc --help` then costs little more
than starting Python (a test holds it to that). Each subcommand is a module of greyc.frontends.commands with a
click.Command called `command` that returns its exit code: 0 clean, 1 findings, 2 wrong use.

Nobody should see a traceback for a bad file. What a subcommand does not expect is a bug of greyc: one line says so,
with exit code 3, and `greyc --debug ...` shows where it happened.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

CLEAN: Final = 0
FINDINGS: Final = 1
WRONG_USE: Final = 2
BUG: Final = 3
INTERRUPTED: Final = 130  # as shells count a program ended by Ctrl-C

# The subcommands and what `greyc --help` says of them: the first line of each one's own help, held equal by a test.
COMMANDS: Final[dict[str, str]] = {
    "build": "Compile packs into a bundle for the runtime.",
    "coverage": "Tell which rules no test ever runs, or, with --mutants, which no test would miss.",
    "diff": "Tell what changed between two versions of a pack, and which saves it breaks.",
    "doc": "Write a reference site of packs: cards, rules, who uses what, and a search.",
    "explain": "Say what a diagnostic code or a word of the language means, with examples.",
    "fmt": "Give .grey files their one layout.",
    "lsp": "Serve an editor: the language server, over standard input and output.",
    "migrate": "Rewrite packs of an older version of the language.",
    "play": "Play a game at the terminal.",
    "sheet": "Print cards: sheets to cut out, as PDF, SVG or PNG.",
    "simulate": "Let bots play many games and count how they end.",
    "table": "Print values of cards as a table for a spreadsheet, and read them back.",
    "test": "Run the tests of packs, written in the language itself.",
    "texts": "Print the texts of cards, and keep translations up to date.",
    "validate": "Check packs: folders of packs, packs, or files in them.",
    "watch": "Show the cards that are being written in a browser, anew at each save.",
}

OPTIONS: Final = {
    "-h, --help": "Show this and exit; after a command, show how to use it.",
    "--version": "Show the version and exit.",
    "--debug": "Show where a bug of greyc happened.",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        return _main(arguments)
    except KeyboardInterrupt:  # while a library is imported, too
        return _stopped()


def _main(arguments: Sequence[str] | None) -> int:
    rest = list(sys.argv[1:] if arguments is None else arguments)
    debug = False
    while rest and rest[0].startswith("-"):
        match option := rest.pop(0):
            case "--debug":
                debug = True
            case "--help" | "-h":
                print(help_text(), end="")
                return CLEAN
            case "--version":
                print(f"greyc {version()}")
                return CLEAN
            case _:
                return _wrong_use(f"There is no option {option!r}.", option, ["--debug", "--help", "--version"])
    if not rest:
        print(help_text(), end="", file=sys.stderr)
        return WRONG_USE
    if rest[0] not in COMMANDS:
        return _wrong_use(f"There is no command {rest[0]!r}.", rest[0], COMMANDS)
    return _run(rest[0], rest[1:], debug)


def help_text() -> str:
    """What `greyc --help` prints."""
    width = max(map(len, [*COMMANDS, *OPTIONS])) + 2
    rows = [
        "Usage: greyc [--debug] COMMAND [ARGUMENTS]...",
        "",
        "Checks, builds and plays card and board games written as data.",
        "",
        "Commands:",
        *(f"  {name:<{width}}{text}" for name, text in sorted(COMMANDS.items())),
        "",
        "Options:",
        *(f"  {name:<{width}}{text}" for name, text in OPTIONS.items()),
    ]
    return "\n".join(rows) + "\n"


def _wrong_use(message: str, word: str, known: Sequence[str] | dict[str, str]) -> int:
    from greyc.compiler.spell import did_you_mean

    guess = did_you_mean(word, known)
    hint = f"{guess[0].upper()}{guess[1:]}" if guess else "greyc --help lists what there is."
    print(f"greyc: {message} {hint}", file=sys.stderr)
    return WRONG_USE


def version() -> str:
    """The version of greyc, or that it is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("greyc")
    except PackageNotFoundError:
        return "(not installed)"


def _run(name: str, arguments: list[str], debug: bool) -> int:
    """Run one subcommand; every way in which it can end becomes an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal that lacks a letter shows its code instead of failing
            stream.reconfigure(errors="backslashreplace")
    import click

    try:
        command = import_module(f"greyc.frontends.commands.{name}").command
        code = command.main(
            arguments, prog_name=f"greyc {name}", standalone_mode=False, help_option_names=["-h", "--help"]
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else CLEAN
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as wrong:
        wrong.show()
        return WRONG_USE
    except click.Abort:
        return _stopped()
    except BrokenPipeError:  # the reader (head, less) has seen enough; nothing is left to say, at exit neither
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLEAN
    except Exception as bug:  # the last place where it can be said in a sentence
        if debug:
            raise
        _report_bug(name, arguments, bug)
        return BUG


def _stopped() -> int:
    print("\ngreyc: stopped.", file=sys.stderr)
    return INTERRUPTED


def _report_bug(name: str, arguments: list[str], bug: Exception) -> None:
    from shlex import join

    said = " ".join(f"{type(bug).__name__}: {bug}".split())
    print(
        f"greyc: a bug in greyc, not in your files: {said[:300]}. Please report it with the output of:"
        f" greyc --debug {join([name, *arguments])}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    sys.exit(main())
