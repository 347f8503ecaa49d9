"""Authored texts and the code they were approved for: `locale/approved.toml`, a fingerprint for each text's id.

A fingerprint is of the meaning: positions and the names of locals do not count, nor does what a called verb does.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import frozen

from greyc.runtime import ir

_PLACES: Final = frozenset({"at", "file", "text", "title", "message", "prompt"})
_LATER: Final = {("do", "printed"): False}
"""What nodes got after texts had been approved, with what they meant before: it counts where it says something else."""


@frozen
class Authored:
    """A text that stands in place of a generated one, and the code that it stands for."""

    id: str
    fingerprint: str
    file: int
    at: ir.At
    owner: str


def authored(pack: ir.Pack) -> Iterator[Authored]:
    """All of a pack's: of cards and keywords, and of single blocks."""
    owners: list[ir.Card | ir.Keyword] = [*pack.cards, *pack.keywords]
    for owner in owners:
        if owner.text is not None:
            yield Authored(owner.text.id, fingerprint(owner.words), owner.file, owner.at, owner.name)
        blocks: list[ir.AbilityBlock | ir.Hook | ir.Whenever] = [
            *owner.words.abilities,
            *owner.words.hooks,
            *owner.words.whenevers,
        ]
        for block in blocks:
            if block.text is not None:
                yield Authored(block.text.id, fingerprint(block), block.file, block.at, owner.name)


def fingerprint(node: Any) -> str:
    """Twelve hexadecimal digits that change with the meaning."""
    names: dict[str, str] = {}
    plain = _plain(ir.node_to_json(node), names)
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _plain(value: Any, names: dict[str, str]) -> Any:
    """Without positions and texts; locals by the order in which they come."""
    if isinstance(value, dict):
        out: dict[str, Any] = {}
        for key, inner in value.items():
            if key in _PLACES or _LATER.get((str(value.get("op")), key), not inner) == inner:
                continue
            local = isinstance(inner, str) and (
                key == "alias" or (key == "name" and value.get("op") in ("local", "query", "let", "set_local"))
            )
            if local and inner != "this":
                out[key] = names.setdefault(inner, f"${len(names)}")
            elif key == "binds":
                out[key] = {label: names.setdefault(name, f"${len(names)}") for label, name in inner.items()}
            else:
                out[key] = _plain(inner, names)
        return out
    return [_plain(each, names) for each in value] if isinstance(value, list) else value


def read(text: str) -> dict[str, str]:
    """Ids and fingerprints. Raises ValueError for what is no such file."""
    table = tomllib.loads(text).get("approved", {})
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise ValueError("[approved] has a fingerprint in quotes for each id")
    return table


def write(approved: Mapping[str, str]) -> str:
    lines = [f'"{id_}" = "{made}"' for id_, made in sorted(approved.items())]
    head = "# The code that each authored text was approved for; written by greyc texts.\n[approved]\n"
    return head + "\n".join(lines) + "\n"


def outdated(pack: ir.Pack, approved: Mapping[str, str]) -> list[Authored]:
    """Texts whose code has moved on since."""
    return [each for each in authored(pack) if approved.get(each.id, each.fingerprint) != each.fingerprint]
