"""A bundle: compiled packs, ready to be linked into games.

Loading checks version and shape. Linking and generating code for a set of packs is done once per bundle and kept, so
that the second game starts at once.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import attrs

from . import ir
from .codegen import Codegen
from .drive import Driver
from .errors import BadStart, BundleVersion
from .guard import linking
from .link import closure, link
from .program import Program
from .recorder import Recorder

_NOT_PLAYED: Final = {
    ir.Pack: frozenset({"title", "version", "files", "checks", "tests", "texts", "printed"}),
    ir.Kind: frozenset({"at", "file", "checks", "show"}),
    ir.GameDecl: frozenset({"at", "file", "show"}),
}
_PLACES: Final = frozenset({"at", "file"})
"""Attributes of nodes that no game in play depends on: where something is written, what is read, tested or drawn."""


def _played(node: Any) -> Any:
    """A node as JSON, without what no game in play depends on."""
    if isinstance(node, ir.Node):
        left_out = _NOT_PLAYED.get(type(node), _PLACES)
        kept = [a.name for a in attrs.fields(type(node)) if a.name not in left_out]
        return {"op": node.op} | {name: _played(getattr(node, name)) for name in kept}
    if isinstance(node, list | tuple):
        return [_played(each) for each in node]
    if isinstance(node, dict):
        return {str(key): _played(each) for key, each in node.items()}
    return node


class Engine:
    """One linked set of packs: program, generated code, driver."""

    def __init__(self, bundle: Bundle, game: str, packs: tuple[str, ...]) -> None:
        self.game = game
        self.packs = packs
        linked = link(bundle.ir, game, packs)
        self.program = Program(linked)
        self.gen = Codegen(self.program, bundle.recorder)
        self.driver = Driver(self.gen)
        self._bundle = bundle

    @property
    def hash(self) -> str:
        """Which bundle and packs; only saves ask, and it reads all of them."""
        return self._bundle.hash_of(p.name for p in self.program.linked.packs)


class Bundle:
    """Compiled packs by name."""

    def __init__(self, bundle: ir.Bundle, recorder: Recorder | None = None) -> None:
        self.ir = bundle
        self.recorder = recorder
        """Told what runs, in all games of this bundle (docs/coverage.md)."""
        self._engines: dict[tuple[str, tuple[str, ...]], Engine] = {}
        self._hashes: dict[str, str] = {}

    @classmethod
    def of(cls, bundle: ir.Bundle) -> Bundle:
        """From the compiler's own nodes."""
        return cls(bundle)

    @classmethod
    def from_json(cls, value: Any) -> Bundle:
        """From parsed JSON. Raises BundleVersion for what this runtime can't read."""
        try:
            return cls(ir.bundle_from_json(value))
        except ValueError as error:
            raise BundleVersion(str(error)) from error

    @classmethod
    def load(cls, path: str | Path) -> Bundle:
        """From a file made by `greyc build`. Raises BundleVersion, OSError."""
        try:
            value = json.loads(Path(path).read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:  # also numbers too long, brackets too deep
            raise BundleVersion(f"{path} is not a greyc bundle: {error}") from error
        return cls.from_json(value)

    def hash_of(self, names: Iterable[str]) -> str:
        """A fingerprint of what of packs is played: whether a save's checkpoint can be taken as it is (decision 0371)."""
        whole = hashlib.sha256()
        for name in names:
            if name not in self._hashes:
                text = json.dumps(_played(self.ir.packs[name]), sort_keys=True, separators=(",", ":"))
                self._hashes[name] = hashlib.sha256(text.encode()).hexdigest()
            whole.update(self._hashes[name].encode())
        return whole.hexdigest()[:32]

    def game_of(self, name: str) -> tuple[ir.Pack, ir.GameDecl]:
        """The game of that name, or the one that the pack of that name (or what it requires) declares."""
        for pack in self.ir.packs.values():
            for game in pack.games:
                if game.name == name and not game.extension:
                    return pack, game
        if name in self.ir.packs:
            for pack in reversed(closure(self.ir, [name])):
                for game in pack.games:
                    if not game.extension:
                        return pack, game
        raise BadStart(f"there is no game {name}; there is {', '.join(self.games()) or 'none'}")

    def games(self) -> list[str]:
        return [g.name for p in self.ir.packs.values() for g in p.games if not g.extension]

    def engine(self, game: str, packs: Iterable[str] = ()) -> Engine:
        """The linked game; raises BadStart, LinkError."""
        if not isinstance(packs, Iterable):
            raise BadStart(f"packs are a list of names, not {packs!r:.60}")
        packs = list(packs)
        if not isinstance(game, str) or not all(isinstance(p, str) for p in packs):
            raise BadStart("a game and its packs are told by their names")
        pack, decl = self.game_of(game)
        names = tuple(dict.fromkeys([pack.name, *packs]))
        key = (decl.name, names)
        if key not in self._engines:
            with linking(names):
                self._engines[key] = Engine(self, decl.name, names)
        return self._engines[key]

    def describe(self, game: str, packs: Iterable[str] = (), locale: str = "en") -> dict[str, Any]:
        """What a lobby needs: seats, options with their ranges, what can be brought, packs that add to the game."""
        from .describe import describe

        with linking((game, *packs)):
            return describe(self, game, tuple(packs), locale)
