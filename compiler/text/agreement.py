"""Parts in brackets of a verb's words that fit nothing, or not what they stand behind.

After a number the parts are plural forms, one first; after a name they are *you and many* first. So a verb behind a number
of things is written the other way round (*{n} [card|cards] [is|are] lost*), which nobody remembers who has just written
*{player} [lose|loses]*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from greyc.dsl.problems import write
from greyc.runtime import ir
from greyc.runtime.ir.words import Agree, Hole, Piece, Variant, variants

from .language import SOURCE, Language, language
from .lexicon import Finding
from .sorts import sort_of_type


def misfits(pack: ir.Pack) -> Iterator[Finding]:
    """What is wrong with the words of a pack's verbs as their author wrote them, the first thing of each."""
    english = language(SOURCE)
    for verb in pack.verbs:
        text = pack.texts[SOURCE].get(verb.text.id) if verb.text is not None else None
        numbers = {slot.label for slot in verb.slots if sort_of_type(slot.type).number}
        for variant in variants(text or ""):
            if (found := _misfit(variant, numbers, english)) is not None:
                forms, why, instead = found
                words = {"name": verb.name, "forms": forms, "why": why}
                yield Finding("forms-misfit", pack.name, verb.file, verb.at, words, instead)
                break


def _misfit(variant: Variant, numbers: set[str], english: Language) -> tuple[str, str, str] | None:
    pieces = variant.pieces
    for at, piece in enumerate(pieces):
        if not isinstance(piece, Agree):
            continue
        most = english.categories if piece.of in numbers else 2
        if len(piece.parts) > most:
            why = f'"{piece.parts[most]}" is never used, as behind {_kind(piece, numbers)} there are {most} forms'
            return _written(piece), why, write(_written(Agree(piece.of, piece.parts[:most])))
        if piece.of not in numbers:
            continue
        after = pieces[at + 1] if at + 1 < len(pieces) else ""
        verb = pieces[at + 2] if at + 2 < len(pieces) else ""
        if after == " " and isinstance(verb, Agree) and verb.of == piece.of and _turned(piece, verb, english):
            right = _written(Agree(verb.of, verb.parts[::-1]))
            why = "after a number the first form goes with one"
            return _written(verb), why, write(right)
        alone = not any(" " in part for part in piece.parts)
        begins = alone and isinstance(pieces[0], Hole) and pieces[0].name == piece.of and pieces[1:at] == (" ",)
        if begins and isinstance(after, str) and (word := _bare_verb(after, english)) and not _agrees(pieces[at + 1 :]):
            third = word + ("es" if re.search(str(english.facts["sibilant"]), word) else "s")
            return word, "it would be the same for one and for many", write(f"[{third}|{word}]")
    return None


def _kind(piece: Agree, numbers: set[str]) -> str:
    return "a number" if piece.of in numbers else "a name"


def _written(piece: Agree) -> str:
    return f"[{'|'.join(piece.parts)}]"


def _turned(noun: Agree, verb: Agree, english: Language) -> bool:
    """`[card|cards] [lose|loses]`: both grow an *s*, which a verb loses where there are many."""
    ending = re.compile(str(english.facts["third_person"]))
    one, many = verb.parts[0], verb.parts[-1]
    return noun.parts[0] != noun.parts[-1] and many.startswith(one) and bool(ending.fullmatch(many[len(one) :]))


def _bare_verb(after: str, english: Language) -> str:
    """The word behind a number of things with which a clause begins, if it is no verb that is the same for one and many."""
    words = after.split()
    if not after.startswith(" ") or not words or re.match(str(english.facts["same_for_all"]), words[0]):
        return ""
    return words[0] if words[0].isalpha() else ""


def _agrees(rest: Sequence[Piece]) -> bool:
    return any(isinstance(piece, Agree) for piece in rest)
