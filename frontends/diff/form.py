"""What changed as JSON, in the form that schemas/diff.schema.json publishes.

The classes here are the form: the schema is generated from them, and a test holds them together.
`python -m greyc.frontends.diff.form` prints it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

from attrs import asdict, frozen

from greyc.compiler.schema import schema_of
from greyc.frontends.diff.compare import Compared
from greyc.frontends.diff.saves import Fate, Tried


@frozen
class ChangeJson:
    """One change, in the group under which it is told. `sort` and `name`: of what, as the author wrote it; `title`: for a
    reader. `words`: a text word by word, each piece with `=`, `-` or `+`; `code`: lines with `-` or `+` before them."""

    group: Literal[
        "pack", "cards", "values", "copies", "effects", "keywords", "texts", "rules", "game", "tests", "order"
    ]
    what: Literal["added", "removed", "renamed", "changed", "moved"]
    pack: str
    sort: str
    name: str
    title: str
    said: str
    old: str | None
    new: str | None
    place: str
    words: tuple[tuple[str, str], ...]
    code: tuple[str, ...]


@frozen
class SavesJson:
    """What becomes of saves: whether checkpoints are taken up, whether replays come to the same games, which saves are
    refused for sure, and what may change the course of a game."""

    checkpoints: Literal["same", "replayed"]
    replays: Literal["same", "may differ"]
    refused: tuple[str, ...]
    because: tuple[str, ...]


@frozen
class TriedJson:
    """A save given with --save: whether and by which way it loads under NEW, and whether its log is that of OLD."""

    file: str
    loads: bool
    way: Literal["checkpoint", "replay"] | None
    log: Literal["same", "other"] | None
    questions: int
    said: str


@frozen
class DiffJson:
    """What changed from OLD to NEW. `reread`: cards, by pack, whose text is another because of what they speak of;
    `required`: packs that are only required, and are others, too."""

    version: Literal[1]
    old: str
    new: str
    changes: tuple[ChangeJson, ...]
    reread: dict[str, tuple[str, ...]]
    required: tuple[str, ...]
    saves: SavesJson
    tried: tuple[TriedJson, ...]


def as_json(made: Compared, fate: Fate, tried: Sequence[Tried]) -> str:
    """The JSON text that the command prints."""
    changes = [{key: each for key, each in asdict(change).items() if key != "mild"} for change in made.changes]
    plain = {
        "version": 1,
        "old": made.old.label,
        "new": made.new.label,
        "changes": changes,
        "reread": made.reread,
        "required": made.below,
        "saves": asdict(fate),
        "tried": [asdict(each) for each in tried],
    }
    return json.dumps(plain, ensure_ascii=False, indent=2)


def schema() -> dict[str, Any]:
    """The schema of the form."""
    return schema_of(DiffJson, title="greyc diff")


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
