"""`greyc texts PACK`: prints the cards as they will read, and keeps translations and approvals up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from greyc.frontends.cli import CLEAN, FINDINGS
from greyc.frontends.load import pack_path

if TYPE_CHECKING:
    from greyc.compiler.packs import PackSource
    from greyc.runtime import ir


@click.command(no_args_is_help=True)
@click.argument("pack")
@click.argument("card", nargs=-1)
@click.option("--show", is_flag=True, help="Print the text of every card (also when nothing else is asked for).")
@click.option("--locale", "tag", default="en", metavar="TAG", help="The language to print; English if not given.")
@click.option("--update", is_flag=True, help="Bring locale/TAG.po up to date; no translation is lost.")
@click.option("--approve", multiple=True, metavar="ID|all", help="Say that this authored text fits its code.")
@click.option("--missing", is_flag=True, help="Print what has no translation into --locale yet, as a .po file.")
@click.option(
    "--take", metavar="FILE", type=click.Path(exists=True, dir_okay=False), help="Take translations from a .po file."
)
def command(
    pack: str,
    card: tuple[str, ...],
    show: bool,
    tag: str,
    update: bool,
    approve: tuple[str, ...],
    missing: bool,
    take: str | None,
) -> int:
    """Print the texts of cards, and keep translations up to date.

    PACK is a folder, or a pack shipped with greyc. CARD: only those whose name or title is, begins with or has this in it;
    of several words each may be another card.
    """
    from greyc.compiler.diagnostics import render_all
    from greyc.compiler.driver import compile_paths

    compiled = compile_paths([pack_path(pack)])
    errors = [found for found in compiled.diagnostics if found.severity == "error"]
    if errors:
        click.echo(render_all(errors, compiled.sources), err=True)
        return FINDINGS
    given = [source for source in compiled.packs if source.given]
    for source in given:
        made = compiled.bundle.packs[source.name]
        if (missing or take) and tag not in source.manifest.locales[1:]:
            known = ", ".join(source.manifest.locales[1:]) or "none"
            raise click.UsageError(f"Say with --locale into which language; {source.name} has: {known}.")
        try:
            if take:
                _take(made, source, tag, take)
            if update:
                _update(made, source)
            if approve:
                _approve(made, source, approve)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise click.UsageError(f"{error.filename or source.name} can't be written: {reason}.") from None
        if missing:
            _missing(made, source, tag)
            continue
        if show or card or not (update or approve or take):
            packs = [compiled.bundle.packs[each.name] for each in source.closure]
            _show(made, packs, source.manifest.locales, tag, " ".join(card))
    return CLEAN


def _update(pack: ir.Pack, source: PackSource) -> None:
    from greyc.compiler.text.upkeep import update_pack

    done = update_pack(pack, source)
    for tag, changes in done.changes.items():
        counts = f"{len(changes.added)} new, {len(changes.changed)} fuzzy, {len(changes.moved)} moved"
        click.echo(f"{source.name} {tag}: {counts}, {len(changes.dropped)} no longer used")
    if done.approved:
        click.echo(f"{source.name}: {len(done.approved)} authored texts noted as they stand")
    click.echo("\n".join(f"wrote {path}" for path in done.written) or f"{source.name}: nothing to write")


def _missing(pack: ir.Pack, source: PackSource, tag: str) -> None:
    from greyc.compiler.text.upkeep import missing_of

    text, count = missing_of(pack, source, tag)
    click.echo(text, nl=False)
    click.echo(f"{source.name} {tag}: {count} to translate", err=True)


def _take(pack: ir.Pack, source: PackSource, tag: str, file: str) -> None:
    from pathlib import Path

    from greyc.compiler.text.po import BrokenCatalogue, is_other, language
    from greyc.compiler.text.upkeep import take_into

    try:
        part = Path(file).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise click.UsageError(f"{file} can't be read: {(error.strerror or str(error)).lower()}.") from None
    except UnicodeDecodeError:
        raise click.UsageError(f"{file} is not UTF-8: save it so.") from None
    if is_other(language(part), tag):
        raise click.UsageError(f"{file} is in {language(part)}, as its header says, and not in {tag}.")
    try:
        done, taken = take_into(pack, source, tag, part)
    except BrokenCatalogue as error:
        raise click.UsageError(f"{file} is no .po file: {error} (line {error.line}).") from None
    told = [f"{source.name} {tag}: {len(taken.done)} taken"]
    for ids, why in ((taken.left, "their English is another now"), (taken.fuzzy, "they are marked fuzzy")):
        told += [f"{len(ids)} left, since {why}: {', '.join(ids)}"] if ids else []
    told += [f"{taken.nameless} left, since they have no msgctxt"] if taken.nameless else []
    click.echo(", ".join(told))
    click.echo("\n".join(f"wrote {path}" for path in done.written) or f"{source.name}: nothing to write")


def _approve(pack: ir.Pack, source: PackSource, ids: tuple[str, ...]) -> None:
    from greyc.compiler.text.approved import authored
    from greyc.compiler.text.upkeep import approve

    known = [each.id for each in authored(pack)]
    try:
        done = approve(pack, source, known if "all" in ids else ids)
    except KeyError as error:
        from greyc.compiler.spell import did_you_mean

        guess = did_you_mean(error.args[0], known)
        raise click.UsageError(f"No authored text has the id {error.args[0]}. {guess or ''}".strip()) from None
    click.echo(f"{source.name}: approved {', '.join(done.approved) or 'nothing new'}")


def _show(pack: ir.Pack, packs: list[ir.Pack], locales: tuple[str, ...], tag: str, wanted: str) -> None:
    """Each card as it will read: its name and kind, its printed values that have a title, its text. `wanted`: the name or
    title of one, or a part of it; "": all."""
    from greyc.frontends.play.words import Words

    if tag not in pack.printed:
        raise click.UsageError(f"{pack.name} has no texts in {tag}; it has {', '.join(locales)}.")
    words = Words(packs, tag)
    cards = [card.name for card in pack.cards]
    if wanted:
        from greyc.frontends.play.lookup import Lookup

        lookup = Lookup(words)
        known = set(cards)
        found = {name for _, name in lookup.find(wanted, "card")} & known
        several = wanted.split()
        if not found and all({name for _, name in lookup.find(each, "card")} & known for each in several):
            found = {name for each in several for _, name in lookup.find(each, "card")}
        cards = [name for name in cards if name in found]
        if not cards:
            from greyc.compiler.spell import did_you_mean

            guess = did_you_mean(wanted, [*(card.name for card in pack.cards), *map(words.card, words.cards)])
            raise click.UsageError(f"{pack.name} has no card {wanted}. {guess or ''}".strip())
    for name in cards:
        first, *lines = words.card_lines(name)
        click.secho(first, bold=True)
        click.echo("".join(f"{line}\n" for line in lines))
