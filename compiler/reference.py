"""docs/core.md: what the language has built in, written from the tables of the core; and what is said of one word, built in
or of the grammar (dsl/words.py), by an editor and by `greyc explain`.

`python -m greyc.compiler.reference` prints the page; a test holds it to what is published.
"""

from __future__ import annotations

from collections.abc import Iterable

from greyc.dsl import words
from greyc.runtime.ir import core

HEAD = """\
# What is built in

Made from `runtime/ir/core.py` by `python -m greyc.compiler.reference > docs/core.md`; how these are used stands in
[language.md](language.md). In a type, `T` is the same type wherever it stands in one line, `thing` any seat, copy, token
or place, `A or B` either of them, `T?` a T or `nothing`."""


def reference() -> str:
    """The whole page."""
    sections = [
        HEAD,
        _section(
            "Verbs",
            "What is in brackets may be left out. Hooks watch these as they do the verbs of a pack.",
            ("written", "gives", "what it does"),
            ((_call(verb), verb.result, verb.doc) for verb in core.VERBS.values()),
        ),
        _section(
            "Functions",
            "Those marked * may be written over a query: `count(x in S where C)`, `sum(E for x in S)`. `name:` is given by"
            " name and may be left out.",
            ("written", "gives", "what it is"),
            ((_written(each), each.result, each.doc) for each in core.FUNCTIONS.values()),
        ),
        _section(
            "Names",
            "Known everywhere, save those that speak of `this`, which are known where something is this.",
            ("name", "type", "what it is"),
            ((f"`{each.name}`", each.type, each.doc) for each in core.NAMES.values()),
        ),
        _section(
            "Attributes",
            "Behind a dot, besides the fields, states and zones of kinds: `m.zone`.",
            ("attribute", "type", "what it is"),
            ((f"`.{each.name}`", each.type, each.doc) for each in core.ATTRIBUTES.values()),
        ),
        _section(
            "Words",
            "Word kinds of the core. A grid has the four sides, a hex board east, west and the four slanting ones.",
            ("kind", "words"),
            ((f"`{kind}`", " ".join(f"`{word}`" for word in words)) for kind, words in core.WORDS.items()),
        ),
        _section(
            "Fields of every kind of cards and places",
            f"Such a kind has these besides its own. The built-in action `{core.ACTION_PASS}` ends a seat's part in an"
            " offer.",
            ("field", "type"),
            ((f"`{name}`", type_) for name, type_ in core.COPY_FIELDS),
        ),
    ]
    return "\n\n".join(sections) + "\n"


def explained(name: str) -> tuple[str, str] | None:
    """How something built in is written, and what it does or is."""
    if (function := core.FUNCTIONS.get(name)) is not None:
        gives = f" -> {_type(function.result)}" if function.result else ""
        return _written(function).strip("`*") + gives, function.doc
    if (verb := core.VERBS.get(name)) is not None:
        return _call(verb).strip("`"), verb.doc
    known = core.NAMES.get(name) or core.ATTRIBUTES.get(name)
    return None if known is None else (f"{name}: {_type(known.type)}", known.doc)


def all_words() -> frozenset[str]:
    """What `explained` or `of_word` know."""
    return frozenset([*core.FUNCTIONS, *core.VERBS, *core.NAMES, *core.ATTRIBUTES]) | words.explained()


def of_word(name: str) -> tuple[str, str] | None:
    """How a word of the grammar is written, and what it does, with an example, both for Markdown. None for what is
    no word of the language."""
    word = words.word(name)
    if word is None:
        return None
    example = f"For example:\n\n```grey\n{word.example}\n```"
    return "\n".join(word.written) or word.name, f"{word.does}\n\n{example}"


def _section(title: str, text: str, head: tuple[str, ...], rows: Iterable[tuple[str | None, ...]]) -> str:
    lines = [f"## {title}", text, ""]
    lines += ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for first, *rest in rows:
        kind, doc = (_type(rest[0]), rest[1:]) if head[1] in ("gives", "type") else ("", rest)
        cells = [first or "", *([kind] if head[1] in ("gives", "type") else []), *(each or "" for each in doc)]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _type(written: str | None) -> str:
    """A type as an author would say it: `list<T>` is *list of T*."""
    if written is None:
        return ""
    parts = []
    for part in written.split("|") if "<" not in written else _outer(written):
        name, bracket, inner = part.partition("<")
        if bracket:
            inner, end = inner.rsplit(">", 1)
            part = f"{name} {_type(inner)}" if name == "printed" else f"{name} of {_type(inner)}"
            part += end
        parts.append("number or `far`" if part == "far_int" else part)
    return " or ".join(parts)


def _outer(written: str) -> list[str]:
    """The alternatives of a type, parted at the bars outside of angle brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(written):
        depth += (letter == "<") - (letter == ">")
        if letter == "|" and depth == 0:
            parts.append(written[start:at])
            start = at + 1
    return [*parts, written[start:]]


def _call(verb: core.CoreVerb) -> str:
    said = verb.name
    for slot in verb.slots:
        words = " ".join(filter(None, (slot.prep, f"({_type(slot.type)})")))
        said += f" [{words}]" if slot.optional else f" {words}"
    return f"`{said}{' [with FIELD = value, ...]' if verb.settings else ''}`"


def _written(function: core.CoreFunction) -> str:
    params = []
    for each in function.params:
        optional = each.startswith("[")
        said = _type(each.strip("[]"))
        params.append(f"[{said}]" if optional else said)
    params += [f"{name}: {_type(type_)}" for name, type_ in function.named]
    return f"`{function.name}({', '.join(params)})`{'*' if function.query else ''}"


if __name__ == "__main__":
    print(reference(), end="")
