"""The changes in the forms that people read: to be read in a terminal, as Markdown. JSON: form.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import click
from attrs import evolve

from greyc.frontends.diff.change import GROUPS, Change, Piece
from greyc.frontends.diff.compare import Compared
from greyc.frontends.diff.saves import Fate, Tried

_SIGNS: Final = {"added": "+", "removed": "-", "renamed": "~", "changed": " ", "moved": "~"}
_NAMES_AT_MOST: Final = 8
_LINES_AT_MOST: Final = 24
_TESTS_AT_MOST: Final = 8


def as_text(made: Compared, fate: Fate, tried: Sequence[Tried], colour: bool) -> str:
    def head(text: str) -> str:
        return f"\n{click.style(text, bold=True) if colour else text}"

    def pieces(words: Sequence[Piece]) -> str:
        return "".join(_marked(sign, text, colour) for sign, text in words)

    lines: list[str] = []
    for group, changes in groupby(made.changes, key=lambda each: each.group):
        lines.append(head(GROUPS[group]))
        for change in _fewer(_together(changes)):
            first, more = _said(change, pieces)
            at = f"  ({change.place})" if change.place else ""
            lines.append(f"  {_SIGNS[change.what]} {first}{at}")
            lines += [f"      {each}" for each in more]
        lines += [f"    {each}" for each in _after(made, group)]
    lines += [f"    {each}" for each in _after(made, None)]
    if made.below:
        lines += [head("Required packs"), f"    {', '.join(made.below)}: changed, too; greyc diff of them tells how"]
    if not made.differs:
        lines.append("Nothing changed.")
    if made.differs:
        lines.append(head("Saves and replays"))
        lines += [f"    {each}" for each in fate.sentences]
    if tried:
        lines.append(head("These saves"))
        lines += [f"    {each.file}: {each.said}" for each in tried]
    return "\n".join(lines).lstrip("\n")


def as_markdown(made: Compared, fate: Fate, tried: Sequence[Tried]) -> str:
    def pieces(words: Sequence[Piece]) -> str:
        return "".join(_in_markdown(sign, text) for sign, text in words)

    lines = [f"# From `{made.old.label}` to `{made.new.label}`"]
    for group, changes in groupby(made.changes, key=lambda each: each.group):
        lines += ["", f"## {GROUPS[group]}", ""]
        for change in _fewer(_together(changes)):
            first, more = _said(change, pieces, _escaped)
            verb = {"added": "new: ", "removed": "gone: "}.get(change.what, "")
            verb = "" if change.said.startswith(("new", "gone", "loses", "gets")) else verb
            at = f" (`{change.place}`)" if change.place else ""
            lines.append(f"- {verb}{first}{at}")
            if change.code:
                lines += ["", "  ```diff", *[f"  {each}" for each in more], "  ```", ""]
            elif more:
                lines += ["", *[f"  > {each}  " for each in more], ""]
        lines += [f"- {_escaped(each)}" for each in _after(made, group)]
    lines += [f"- {_escaped(each)}" for each in _after(made, None)]
    if made.below:
        lines += ["", "## Required packs", "", f"- changed, too: {', '.join(made.below)}"]
    if not made.differs:
        lines += ["", "Nothing changed."]
    else:
        lines += ["", "## Saves and replays", "", *[f"- {_escaped(each)}" for each in fate.sentences]]
    if tried:
        lines += ["", "## These saves", "", *[f"- `{each.file}`: {_escaped(each.said)}" for each in tried]]
    return "\n".join(lines)


def _fewer(changes: Iterable[Change]) -> Iterator[Change]:
    """Of many new tests only the first, and how many more there are."""
    new = 0
    for change in changes:
        new += (change.group, change.what) == ("tests", "added")
        if (change.group, change.what) != ("tests", "added") or new <= _TESTS_AT_MOST:
            yield change
    if new > _TESTS_AT_MOST:
        yield Change("tests", "added", "test", "", f"{new - _TESTS_AT_MOST} more tests")


def _together(changes: Iterable[Change]) -> Iterator[Change]:
    """Plain numbers of one thing in one line: each but the last goes into what is said before it."""
    waiting: Change | None = None
    for change in changes:
        plain = change.what == "changed" and not (change.words or change.code) and None not in (change.old, change.new)
        if waiting is not None:
            if plain and (waiting.title, waiting.place, waiting.group) == (change.title, change.place, change.group):
                change = evolve(change, said=f"{waiting.said} {waiting.old} → {waiting.new}; {change.said}")
            else:
                yield waiting
        waiting = change if plain else None
        if not plain:
            yield change
    if waiting is not None:
        yield waiting


def _said(
    change: Change, pieces: Callable[[Sequence[Piece]], str], plain: Callable[[str], str] = str
) -> tuple[str, list[str]]:
    """The line of a change, and the lines below it."""
    title = plain(change.title)
    if change.what == "renamed":
        return f"{title}: perhaps renamed, " + f"{plain(change.old or '')} → {plain(change.new or '')}", []
    said = f": {plain(change.said)}" if change.said else ""
    if change.group == "cards" and change.what in ("added", "removed"):
        return f"{title} ({plain(change.said)})", (change.new or "").splitlines()
    if change.words:
        return f"{title}{said}", pieces(change.words).splitlines()
    if change.code:
        code = list(change.code)
        if len(code) > _LINES_AT_MOST:
            code = [*code[:_LINES_AT_MOST], f"... and {len(code) - _LINES_AT_MOST} more lines"]
        return f"{title}{said}", code
    if change.old is not None and change.new is not None:
        return f"{title}{said or ':'} {plain(change.old)} → {plain(change.new)}", []
    alone = change.new if change.new is not None else change.old
    if alone is not None:
        return f"{title}{said}{' ' if change.group == 'keywords' else ': '}{plain(alone)}", []
    return f"{title}{said}", []


def _after(made: Compared, group: str | None) -> Iterator[str]:
    """What stands below a group: which cards read otherwise because of it all, told once, behind the texts or at the end."""
    last = "texts" if any(each.group == "texts" for each in made.changes) else None
    if group == last:
        for titles in made.reread.values():
            more = f" and {len(titles) - _NAMES_AT_MOST} more" if len(titles) > _NAMES_AT_MOST else ""
            count = "1 card reads" if len(titles) == 1 else f"{len(titles)} cards read"
            yield f"Because of all this, {count} otherwise, too: {', '.join(titles[:_NAMES_AT_MOST])}{more}"


def _marked(sign: str, text: str, colour: bool) -> str:
    if sign == "=":
        return text
    if colour:
        return click.style(text, fg="red", strikethrough=True) if sign == "-" else click.style(text, fg="green")
    return f"[-{text}-]" if sign == "-" else f"{{+{text}+}}"


def _in_markdown(sign: str, text: str) -> str:
    core = text.strip()
    if sign == "=" or not core:
        return _escaped(text)
    mark = "~~" if sign == "-" else "**"
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{start}{mark}{_escaped(core)}{mark}{end}"


def _escaped(text: str) -> str:
    for sign in "\\`*_[]<>~":
        text = text.replace(sign, f"\\{sign}")
    return text


__all__ = ["as_markdown", "as_text"]
