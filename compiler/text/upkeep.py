"""What `greyc texts` does to a pack's folder: catalogues brought up to date, authored texts approved."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from attrs import define, field

from greyc.compiler.files import write
from greyc.compiler.packs import APPROVED, PackSource
from greyc.runtime import ir

from . import approved as approvals
from .catalogue import Changes, update
from .language import SOURCE
from .translators import Taken, missing, take


@define
class Upkeep:
    """What was written: files, and for each language what changed."""

    written: list[str] = field(factory=list)
    changes: dict[str, Changes] = field(factory=dict)
    approved: list[str] = field(factory=list)


def folder_of(source: PackSource) -> Path:
    return Path(source.manifest_file.path).parent


def update_pack(pack: ir.Pack, source: PackSource) -> Upkeep:
    """Catalogues for all languages that the pack promises, and fingerprints of authored texts that have none."""
    made = Upkeep()
    english = pack.texts[SOURCE]
    for tag in source.manifest.locales:
        if tag != SOURCE:
            old = source.catalogues.get(tag)
            text, changes = update(tag, pack.title, old.text if old else None, english, places(pack))
            made.changes[tag] = changes
            _write(made, source, f"{tag}.po", old.text if old else None, text)
    known = _approved(source)
    current = {each.id: each.fingerprint for each in approvals.authored(pack)}
    fresh = {id_: known.get(id_, made_now) for id_, made_now in current.items()}
    made.approved = [id_ for id_ in fresh if id_ not in known]
    if fresh != known:
        _write(made, source, f"{APPROVED}.toml", None, approvals.write(fresh))
    return made


def missing_of(pack: ir.Pack, source: PackSource, tag: str) -> tuple[str, int]:
    """What translators into a language have to do, as a file, and how many texts that are. Raises BrokenCatalogue."""
    old = source.catalogues.get(tag)
    return missing(tag, pack.title, old.text if old else None, pack.texts[SOURCE], places(pack))


def take_into(pack: ir.Pack, source: PackSource, tag: str, part: str) -> tuple[Upkeep, Taken]:
    """What came back from them, put into the pack's catalogue. Raises BrokenCatalogue."""
    made = Upkeep()
    old = source.catalogues.get(tag)
    text, taken = take(tag, pack.title, old.text if old else None, part, pack.texts[SOURCE], places(pack))
    _write(made, source, f"{tag}.po", old.text if old else None, text)
    return made, taken


def approve(pack: ir.Pack, source: PackSource, ids: Collection[str]) -> Upkeep:
    """Notes that the texts of these ids were read against the code as it is. Raises KeyError for an id that is none."""
    made = Upkeep()
    current = {each.id: each.fingerprint for each in approvals.authored(pack)}
    for id_ in ids:
        if id_ not in current:
            raise KeyError(id_)
    known = {id_: print_ for id_, print_ in _approved(source).items() if id_ in current}
    made.approved = [id_ for id_ in ids if known.get(id_) != current[id_]]
    _write(made, source, f"{APPROVED}.toml", None, approvals.write(known | {id_: current[id_] for id_ in ids}))
    return made


def _approved(source: PackSource) -> dict[str, str]:
    file = source.catalogues.get(APPROVED)
    return approvals.read(file.text) if file is not None else {}


def _write(made: Upkeep, source: PackSource, name: str, old: str | None, text: str) -> None:
    if text == old:
        return
    path = folder_of(source) / "locale" / name
    path.parent.mkdir(exist_ok=True)
    write(path, text)
    made.written.append(path.as_posix())


def places(pack: ir.Pack) -> dict[str, str]:
    """The file in which each text stands: files and not lines, so that a catalogue changes only where a text does."""
    owners = dict(_owners(pack))
    out: dict[str, str] = {}
    for id_ in pack.texts[SOURCE]:
        parts = id_.split(".")
        for length in (3, 2):
            if (file := owners.get(".".join(parts[:length]))) is not None:
                out[id_] = pack.files[file]
                break
    return out


def _owners(pack: ir.Pack) -> Iterator[tuple[str, int]]:
    """The beginning of its texts' ids, and the file, of each declaration."""
    for card in pack.cards:
        yield f"{pack.name}.{card.name}", card.file
    for game in pack.games:
        yield f"{pack.name}.game.{game.name}", game.file
    for words in pack.word_kinds:
        for word in words.words:
            yield f"{pack.name}.word.{word}", words.file
    for sort, declared in (
        ("kind", pack.kinds),
        ("keyword", pack.keywords),
        ("ability", pack.abilities),
        ("function", pack.functions),
        ("verb", pack.verbs),
        ("action", pack.actions),
        ("kind", pack.word_kinds),
        ("board", pack.boards),
    ):
        for each in declared:
            yield f"{pack.name}.{sort}.{each.name}", each.file
