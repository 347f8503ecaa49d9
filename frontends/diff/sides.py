"""OLD and NEW: from what a user types to compiled packs with their sources.

A side is a folder, a bundle, or `REV:PATH` of git. For the last, what stands in that revision beside the path is written to a
folder that is gone again when it has been compiled; files are then called as git calls them, `REV:PATH`.
"""

from __future__ import annotations

import io
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

import click
from attrs import define, evolve, field

from greyc.compiler.diagnostics import render_all
from greyc.compiler.driver import Compiled, compile_paths
from greyc.frontends.cli import WRONG_USE
from greyc.frontends.load import exists, pack_called
from greyc.frontends.play.words import Words
from greyc.frontends.terminal import wants_colour
from greyc.runtime import Bundle, GreycError, ir

_WANTED = (".grey", ".toml", ".po")
_FILE, _LINK = "100", "120"  # modes of git


@define(eq=False)
class Side:
    """One of the two versions. `given`: the packs that are compared, not those that they only require; None of a bundle,
    which does not tell them apart. `sources` and `paths`: by pack and file below it; empty of a bundle."""

    label: str
    bundle: Bundle
    given: list[str] | None
    sources: dict[tuple[str, str], str] = field(factory=dict)
    paths: dict[tuple[str, str], str] = field(factory=dict)

    @property
    def packs(self) -> dict[str, ir.Pack]:
        return self.bundle.ir.packs

    def closure(self, name: str) -> list[ir.Pack]:
        """The pack and what it requires, each after what that requires."""
        found: dict[str, ir.Pack] = {}

        def visit(each: str) -> None:
            if each in self.packs and each not in found:
                for below in self.packs[each].requires:
                    visit(below.split()[0])  # behind the name may stand which versions will do
                found[each] = self.packs[each]

        visit(name)
        return list(found.values())

    def words(self, name: str, locale: str) -> Words:
        return Words(self.closure(name), locale)

    def path(self, pack: str, file: int) -> str:
        """A file as its author would write it."""
        name = self.packs[pack].files[file]
        return self.paths.get((pack, name), f"{pack}/{name}")

    def lines(self, pack: str, file: int) -> list[str]:
        """Those of a source file; none of a bundle."""
        return self.sources.get((pack, self.packs[pack].files[file]), "").splitlines()


def read_side(said: str) -> Side:
    """The packs of OLD or NEW. Raises UsageError; broken packs are shown and end the command with exit code 2."""
    if exists(said):
        path = Path(said)
        if path.is_dir():
            return _compiled(said, path)
        return _compiled(said, path.parent) if path.suffix in _WANTED else _bundle(said, path)
    if ":" in said:
        return _from_git(said)
    called = pack_called(said)
    if called is not None:
        return _compiled(said, called)
    raise click.UsageError(f"There is no file or folder {said[:200] or repr('')}, and it is no REV:PATH of git.")


def _bundle(said: str, path: Path) -> Side:
    try:
        return Side(said, Bundle.load(path), None)
    except (GreycError, OSError) as error:
        raise click.UsageError(f"{error}".replace(str(path), said)) from None


def _compiled(said: str, path: Path, shown: tuple[str, str] | None = None) -> Side:
    """`shown`: a beginning of paths, and what to show instead."""

    def as_shown(at: str) -> str:
        return f"{shown[1]}{at.removeprefix(shown[0])}" if shown is not None and at.startswith(shown[0]) else at

    made = compile_paths([path])
    if not made.ok:
        errors = [
            evolve(
                each,
                path=as_shown(each.path),
                related=tuple([evolve(other, path=as_shown(other.path)) for other in each.related]),
            )
            for each in made.diagnostics
            if each.severity == "error"
        ]
        sources = {as_shown(at): text for at, text in made.sources.items()}
        click.echo(render_all(errors, sources, colour=wants_colour()), nl=False, err=True)
        click.echo(f"greyc diff: {said} does not compile, so it can't be compared.", err=True)
        raise click.exceptions.Exit(WRONG_USE)
    return side_of(said, made, as_shown)


def side_of(label: str, made: Compiled, shown: Callable[[str], str] = str) -> Side:
    """What was compiled without errors as a side; `shown`: a path as it is to be shown."""
    files = [(pack.name, file) for pack in made.packs for file in pack.files]
    return Side(
        label,
        Bundle.of(made.bundle),
        [pack.name for pack in made.packs if pack.given],
        {(pack, file.name): file.text for pack, file in files},
        {(pack, file.name): shown(file.path) for pack, file in files},
    )


# ---- git ------------------------------------------------------------------------------------


def _git(arguments: Sequence[str], wrong: str, folder: str | None = None, given: bytes | None = None) -> bytes:
    try:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, check=False, input=given)
    except OSError as error:
        raise click.UsageError(f"git can't be run: {(error.strerror or str(error)).lower()}.") from None
    except ValueError:  # a NUL, which no argument can have
        raise click.UsageError(wrong) from None
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        raise click.UsageError(f"{wrong}{f' ({said[-1]})' if said else ''}")
    return done.stdout


def _from_git(said: str) -> Side:
    rev, _, written = said.partition(":")
    if not rev or rev.startswith("-"):
        raise click.UsageError(f"There is no file or folder {said}; REV:PATH of git begins with a revision.")
    top = (
        _git(["rev-parse", "--show-toplevel"], f"{said} is no path, and this is no repository of git").decode().strip()
    )
    commit = (
        _git(
            ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{rev}^{{commit}}"],
            f"There is no file or folder {said}, and git knows no revision {rev}{_if_shallow()}.",
        )
        .decode()
        .strip()
    )
    at = _from_top(written, said)
    if at:
        entry = _git(["ls-tree", "-z", commit, "--", at], f"{said} can't be read.", top).decode(
            errors="surrogateescape"
        )
        if not entry:
            raise click.UsageError(f"Revision {rev} has no {at}.")
        if entry.startswith(_LINK):
            raise click.UsageError(f"{said} is a link: name what it leads to.")
    what = _git(["cat-file", "-t", f"{commit}:{at}"], f"Revision {rev} has no {at or '.'}.", top)
    is_file = what.strip() == b"blob"
    pack = PurePosixPath(at)
    if is_file and pack.suffix in _WANTED:
        pack, is_file = pack.parent, False
    with TemporaryDirectory() as made:
        if is_file:
            alone = Path(made, "bundle")
            alone.write_bytes(_git(["cat-file", "blob", f"{commit}:{at}"], f"{said} can't be read.", top))
            return _bundle(said, alone)
        _unpack(commit, pack.parent.as_posix() if at else ".", Path(made), top, said)
        home = Path(made, pack)
        if not home.is_dir():
            raise click.UsageError(f"There is no pack in {said}.")
        # A pack is found by its real folder, and called by it where it is only required.
        real = Path(made).resolve()
        if real != Path(made):
            home = real / pack
        return _compiled(said, home, (f"{real.as_posix()}/", f"{rev}:"))


def _if_shallow() -> str:
    shallow = _git(["rev-parse", "--is-shallow-repository"], "This is no repository of git.").strip() == b"true"
    return " (this clone is shallow: git fetch --unshallow)" if shallow else ""


def _from_top(written: str, said: str) -> str:
    """A path of git from the top; `./` and `../` begin at the current folder."""
    parts: list[str] = []
    if written.startswith(("./", "../")) or written in (".", ".."):
        prefix = _git(["rev-parse", "--show-prefix"], f"{said} is no path of git.").decode().strip()
        written = f"{prefix}{written}"
    for part in PurePosixPath(written).parts:
        if part == "..":
            if not parts:
                raise click.UsageError(f"{said} lies outside of the repository.")
            parts.pop()
        elif part not in (".", "/"):
            parts.append(part)
    return "/".join(parts)


def _unpack(commit: str, below: str, folder: Path, top: str, said: str) -> None:
    """Writes the files that packs are made of; links and all else are left out. From the tree itself: an archive would be
    without what .gitattributes keeps out of releases."""
    within = [] if below == "." else ["--", below]
    listed = _git(["ls-tree", "-r", "-z", "--full-tree", commit, *within], f"{said} can't be read.", top)
    files: dict[str, str] = {}
    for line in listed.decode(errors="surrogateescape").split("\0"):
        about, _, name = line.partition("\t")
        mode, *_, blob = about.split() or ("", "")
        if mode.startswith(_FILE) and name.endswith(_WANTED):
            files[name] = blob
    asked = "".join(f"{blob}\n" for blob in files.values()).encode()
    answered = io.BytesIO(_git(["cat-file", "--batch"], f"{said} can't be read.", top, asked))
    for name in files:
        size = answered.readline().split()[-1]
        if not size.isdigit():  # "missing", where a clone has not all
            raise click.UsageError(f"{said} can't be read: git has no {name} of this revision here.")
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(answered.read(int(size)))
        answered.read(1)


__all__ = ["Side", "read_side", "side_of"]
