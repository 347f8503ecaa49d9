"""From what a user types to compiled packs: paths, names of shipped packs, and files made by `greyc build`.

Commands that use packs (test, play, simulate) go through here, so that a mistake in a pack looks the same everywhere:
the findings as `greyc validate` shows them, and exit code 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import field, frozen

from greyc.compiler.packs import MANIFEST, SHIPPED
from greyc.compiler.spell import did_you_mean
from greyc.frontends.cli import FINDINGS
from greyc.frontends.terminal import wants_colour

if TYPE_CHECKING:
    from greyc.compiler.diagnostics import Reporter
    from greyc.compiler.driver import Compiled
    from greyc.runtime import Bundle

LOCAL = Path("cards")  # where a project keeps its packs


@frozen
class Loaded:
    """Packs ready to be played: the game's name, and the packs it is played with."""

    bundle: Bundle
    game: str
    packs: tuple[str, ...]
    sources: dict[tuple[str, str], str] = field(factory=dict)
    """Texts by pack and path below it, where the packs were compiled and not loaded as a bundle."""

    @property
    def has_score(self) -> bool:
        """Whether the game says how good a table looks; without that a greedy bot has nothing to go by."""
        return self.bundle.engine(self.game, self.packs).program.linked.game.score is not None


def default_paths() -> list[Path]:
    """What a command without a path looks at: ./cards if there is one, else the packs shipped with greyc."""
    return [LOCAL if LOCAL.is_dir() else SHIPPED]


def existing(paths: Sequence[str | Path]) -> list[Path]:
    """The paths, where one may be the name of a pack as in `pack_path`; wrong use if there is no such thing."""
    return [_existing(path) for path in paths]


def _existing(path: str | Path) -> Path:
    found = Path(path) if exists(path) else pack_called(str(path))
    if found is None:
        raise click.UsageError(f"There is no file or folder {str(path)[:200] or repr('')}.")
    return found


def pack_called(name: str) -> Path | None:
    """The folder of a pack in ./cards or shipped with greyc."""
    return next((shelf / name for shelf in (LOCAL, SHIPPED) if name and exists(shelf / name / MANIFEST)), None)


def exists(path: str | Path) -> bool:
    """Whether there is something; "" is no path, and not the folder that one stands in."""
    try:
        return bool(str(path)) and Path(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def pack_path(name: str) -> Path:
    """The folder or file that a PACK stands for: a path, or the name of a pack in ./cards or shipped with greyc."""
    if exists(name):
        return Path(name)
    found = pack_called(name)
    if found is not None:
        return found
    known = sorted({each.parent.name for shelf in (LOCAL, SHIPPED) for each in shelf.glob(f"*/{MANIFEST}")})
    hint = did_you_mean(name, known)
    told = f"{hint[0].upper()}{hint[1:]}" if hint else f"There is {', '.join(known)}."
    raise click.UsageError(f"There is no pack, folder or file {name[:200] or repr('')}. {told}")


def compiled(paths: Sequence[str | Path], form: str = "text", reporter: Reporter | None = None) -> Compiled:
    """Compile; with errors, show them and end with exit code 1. `reporter`: one that keeps what names mean.

    `form`: of the command's output. Where `greyc validate` knows it, too, the errors are told in it; where not, they go to
    the standard error, so that a file which the output is led to holds nothing else.
    """
    from greyc.compiler.driver import compile_paths

    made = compile_paths(paths, reporter)
    if not made.ok:
        from greyc.compiler.diagnostics import render_all

        errors = [each for each in made.diagnostics if each.severity == "error"]
        if form in ("github", "junit"):
            from greyc.frontends.findings import told

            click.echo(told(form, errors, made, "the packs don't compile"))
        else:
            shown = render_all(errors, made.sources, colour=wants_colour())
            click.echo(shown, nl=False, err=form != "text")
        raise click.exceptions.Exit(FINDINGS)
    return made


def load(pack: str, more: Sequence[str] = ()) -> Loaded:
    """The game that a pack declares (or the one it requires), with further packs."""
    paths = [pack_path(each) for each in (pack, *more)]
    if any(_is_bundle(path) for path in paths):
        return _from_bundle(paths)
    from greyc.runtime import Bundle

    made = compiled(paths)
    homes = {Path(each.manifest_file.path).parent.resolve(): each.name for each in made.packs}
    names = tuple(homes[home] for path in paths for home in homes if _below(path.resolve(), home))
    bundle = Bundle.of(made.bundle)
    sources = {(each.name, file.name): file.text for each in made.packs for file in each.files}
    return Loaded(bundle, _game(bundle, names, (pack, *more)), names, sources)


def _below(path: Path, home: Path) -> bool:
    """Whether a path is a pack's folder, a folder of packs or something in the pack."""
    return path == home or path in home.parents or home in path.parents


def _is_bundle(path: Path) -> bool:
    return path.is_file() and path.suffix != ".grey" and path.name != MANIFEST


def _from_bundle(paths: Sequence[Path]) -> Loaded:
    from greyc.runtime import Bundle, GreycError

    if len(paths) > 1:
        raise click.UsageError("A built bundle holds all its packs: give the bundle alone.")
    try:
        bundle = Bundle.load(paths[0])
    except (GreycError, OSError) as error:
        raise click.UsageError(f"{paths[0]}: {error}") from None
    names = tuple(bundle.ir.packs)
    return Loaded(bundle, _game(bundle, names, (str(paths[0]),)), names)


def _game(bundle: Bundle, names: Sequence[str], said: Sequence[str]) -> str:
    """The one game that these packs declare or build on. `said`: how they were called."""
    from greyc.runtime import GreycError

    games = set()
    for name in names:
        try:
            games.add(bundle.game_of(name)[1].name)
        except GreycError:
            continue
    if len(games) == 1:
        return games.pop()
    together = f"{', '.join(said[:-1])} and {said[-1]} together hold" if len(said) > 1 else f"{said[0]} holds"
    if not games:
        raise click.UsageError(f"{together} no game.")
    raise click.UsageError(f"{together} several games, and one is played at a time: {', '.join(sorted(games))}.")
