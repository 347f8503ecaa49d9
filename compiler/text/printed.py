"""The entry point: all texts of a pack in all its languages, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from greyc.compiler import spell
from greyc.dsl import Instead
from greyc.runtime import ir

from . import agreement, cards, prompts
from . import approved as approvals
from .catalogue import Catalogue, line_of_translation
from .catalogue_checks import CatalogueFinding, odd
from .language import SOURCE, Language, language, languages
from .lexicon import Finding, Lexicon
from .po import BrokenCatalogue


@define
class Generated:
    findings: list[Finding] = field(factory=list)
    catalogue_findings: list[CatalogueFinding] = field(factory=list)


def generate(
    pack: ir.Pack,
    deps: Sequence[ir.Pack],
    locales: Sequence[str] = (SOURCE,),
    catalogues: Mapping[str, str] | None = None,
    approved: str | None = None,
) -> Generated:
    """Fills `pack.texts` and `pack.printed`. `deps` are the packs it requires, each after what that requires, with their
    texts; `catalogues` the texts of its `.po` files by language, `approved` that of its approved.toml."""
    made = Generated()
    english = pack.texts.setdefault(SOURCE, {})
    lexicons = []
    for tag in dict.fromkeys((SOURCE, *locales)):
        if tag not in languages():
            known = Instead.of(
                f"it speaks {', '.join(languages())}", *(each for each in languages() if each not in locales)
            )
            made.findings.append(Finding("unknown-language", pack.name, -1, (1, 1), {"language": tag}, known))
            continue
        if tag != SOURCE:
            pack.texts[tag] = _translations(made, tag, (catalogues or {}).get(tag), english)
        lexicons.append(Lexicon(language(tag), [*deps, pack]))
    prompts.give_words(pack, lexicons)
    for lexicon in lexicons:
        tag = lexicon.language.tag
        pack.texts[tag].update(lexicon.language.runtime_texts())
        pack.printed[tag] = printed(lexicon, pack)
    made.findings += [found for found in lexicons[0].findings.values() if found.pack == pack.name]
    made.findings += agreement.misfits(pack)
    made.findings += _outdated(pack, approved)
    return made


def printed(lexicon: Lexicon, pack: ir.Pack) -> dict[str, str]:
    """The text of each card that has one."""
    texts = ((card.name, _card_text(lexicon, card)) for card in pack.cards)
    return {name: text for name, text in texts if text}


def _card_text(lexicon: Lexicon, card: ir.Card) -> str:
    try:
        return cards.card_text(lexicon, card)
    except RecursionError:  # words that would never end: the card runs, and its author is told that its text is empty
        lexicon.unsaid(card.name, card.at, card.file)
        return ""


def _translations(made: Generated, tag: str, text: str | None, english: dict[str, str]) -> dict[str, str]:
    try:
        catalogue = Catalogue.read(tag, text or "")
    except BrokenCatalogue as error:
        made.catalogue_findings.append(CatalogueFinding("broken-catalogue", tag, error.line, {"reason": str(error)}))
        return {}
    found = made.catalogue_findings
    wrong = {meant: entry for entry, meant in catalogue.misspelt(english)}
    for meant, entry in wrong.items():
        words = {"id": entry.id}
        found.append(CatalogueFinding("unknown-text", tag, entry.line, words, spell.meant(meant)))
    misspelt = {entry.id for entry in wrong.values()}
    found += odd(catalogue, english, misspelt, language(tag).categories + 1)
    for name, ids in (
        ("translation-missing", [id_ for id_ in catalogue.missing(english) if id_ not in wrong]),
        ("translation-outdated", catalogue.outdated(english)),
    ):
        if ids:
            line = catalogue.entries[ids[0]].line if ids[0] in catalogue.entries else 1
            words = {"language": tag, "count": str(len(ids)), "first": ids[0]}
            found.append(CatalogueFinding(name, tag, line, words))
    broken = set()
    for entry, lacks, more in catalogue.differing(english):
        broken.add(entry.id)
        told = [
            f"{how} {', '.join(f'{{{name}}}' for name in names)}"
            for how, names in (("lacks", lacks), ("has", more))
            if names
        ]
        holes = " and ".join(told) + (", which the English has not" if more else "")
        line = line_of_translation(text or "", entry.line)
        found.append(CatalogueFinding("placeholders-differ", tag, line, {"id": entry.id, "holes": holes}))
    return {id_: text for id_, text in catalogue.translations(english).items() if id_ not in broken}


def _outdated(pack: ir.Pack, approved: str | None) -> list[Finding]:
    if approved is None:
        return []
    try:
        known = approvals.read(approved)
    except ValueError as error:
        return [Finding("broken-approvals", pack.name, -1, (1, 1), {"reason": str(error)})]
    return [
        Finding("text-outdated", pack.name, each.file, each.at, {"id": each.id, "name": each.owner})
        for each in approvals.outdated(pack, known)
    ]


__all__ = ["CatalogueFinding", "Generated", "Language", "generate", "printed"]
