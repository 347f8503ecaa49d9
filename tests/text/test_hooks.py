"""A hook on anything that a pack or the core can do is told in whole sentences, whether a card has such a hook yet or not:
one made-up card for each verb, action and ability, each time, and each way to speak of what is watched."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from greyc.compiler.driver import Compiled, compile_paths
from greyc.compiler.text import actions, cards
from greyc.compiler.text.clauses import core_types
from greyc.compiler.text.language import language
from greyc.compiler.text.lexicon import Lexicon
from greyc.compiler.text.sorts import sort_of_type
from greyc.runtime import ir
from greyc.runtime.ir import core

from .test_leaks import PACKS, PROGRAMS, ROOT, leaks, unexplained, wrong_articles

AT = (1, 1)
LOST = ir.EndGame(False, None, None, AT)


@cache
def packs() -> Compiled:
    return compile_paths([ROOT / "cards"])


def lexicons(compiled: Compiled, name: str) -> Iterator[Lexicon]:
    """A pack's words with those of what it requires, in each of its languages."""
    source = next(source for source in compiled.packs if source.name == name)
    closure = [compiled.bundle.packs[each.name] for each in source.closure]
    for tag in compiled.bundle.packs[name].printed:
        yield Lexicon(language(tag), closure)


def watchable(lexicon: Lexicon) -> Iterator[tuple[str, str, list[tuple[str, str]]]]:
    """What hooks can watch, with the names and types of its parts; the core's once, in every pack's words."""
    for verb in lexicon.packs[-1].verbs:
        yield "verb", verb.name, [(slot.label, slot.type) for slot in verb.slots]
    for action in lexicon.packs[-1].actions:
        yield "action", action.name, actions.parts(action)
    for ability in lexicon.packs[-1].abilities:
        yield "ability", ability.name, [("of", ability.on[0]), *((p.name, p.type) for p in ability.params)]
    for name, declared in core.VERBS.items():
        if name not in lexicon.verbs:
            types = core_types(name)
            yield "verb", name, [(slot.label, types[slot.label]) for slot in declared.slots]


def speaking_of(parts: list[tuple[str, str]]) -> list[ir.Stmt]:
    """A body that has something to say of each part."""
    said: list[ir.Stmt] = []
    box = ir.ZoneRef(None, "", "box", AT)
    for label, type_ in parts:
        sort = sort_of_type(type_)
        part = ir.Local(label)
        if sort.number:
            said.append(ir.Repeat(part, [LOST], AT))
        elif sort.zone:
            said.append(ir.CallVerb("move", {"what": ir.Local("this"), "to": part}, None, AT))
        elif not sort.flag:
            said.append(ir.CallVerb("move", {"what": part, "to": box}, None, AT))
    return said or [LOST]


def hooks(watches: str, name: str, parts: list[tuple[str, str]]) -> Iterator[ir.Hook]:
    def hook(timing: str, binds: dict[str, str], body: list[ir.Stmt], cond: ir.Expr | None = None) -> ir.Hook:
        return ir.Hook(timing, watches, name, {}, binds, None, cond, body, None, 0, AT)

    own = {label: label for label, _ in parts}
    for timing in ("before", "after"):
        yield hook(timing, {}, [LOST])
        yield hook(timing, own, speaking_of(parts))
        for label, type_ in parts:
            sort = sort_of_type(type_)
            local = ir.Local(label)
            if sort.list:
                many = ir.Compare(">", ir.Builtin("count", [local], {}, AT), ir.Int(1))
                yield hook(timing, {label: label}, [LOST], many)
            elif not (sort.number or sort.zone or sort.flag):
                yield hook(timing, {label: label}, [LOST], ir.Compare("==", local, ir.Local("this")))
    yield hook("before", {}, [ir.Stop(None, {}, None, AT)])
    for label, type_ in parts:
        if sort_of_type(type_).number:
            yield hook("before", {label: label}, [ir.SetLocal(label, "=", ir.Int(0), "int", AT)])


def told(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """The sentences of all these hooks; what lacks words gets a warning instead, and is left out."""
    kind = next((card.kind for card in lexicon.packs[-1].cards), "card")
    for watches, name, parts in watchable(lexicon):
        for hook in hooks(watches, name, parts):
            words = Lexicon(lexicon.language, lexicon.packs)
            text = "\n".join(cards.words(words, kind, ir.Words(hooks=[hook]), {}))
            if not words.findings:
                yield f"{hook.timing} {name} {hook.binds}", text


def hanging(text: str) -> list[str]:
    """Words and signs that go on to nothing, as where what should follow them is not told: *is put,*, 「被時」."""
    found = re.findall(r"\b(?:(?:by|to|of|at|from|than|for|up to|made to show|is put|are put|be put)(?=[,.;:]))", text)
    found += re.findall(r"[，、；：,;:]時|[，、；：,;:]时|[,;:，、；：] ?[。.]|。。", text)
    return found + re.findall(
        r"[將将被為为至](?=[，。；時时]|之[前後后])|[到得去了][點点個个張张隻只](?![\u4e00-\u9fff]*[點点])", text
    )


def wrong(lexicon: Lexicon, text: str) -> list[str]:
    found = [*leaks(text), *hanging(text), *unexplained(text)]
    if not text:
        found.append("nothing is said")
    if lexicon.language.tag == "en":
        return found + wrong_articles(text)
    letters = str(language("en").facts["letters"])
    named = " ".join(lexicon.text(each.title) or "" for each in lexicon.abilities.values())
    allowed = {*letters, *re.findall(r"[A-Za-z]+", named)}
    return found + [word for word in re.findall(r"[A-Za-z]+", text) if word not in allowed]


@pytest.mark.parametrize("name", PACKS)
def test_a_hook_on_anything_of_a_pack_is_told_in_whole_sentences(name: str) -> None:
    found = [
        (lexicon.language.tag, what, text, broken)
        for lexicon in lexicons(packs(), name)
        for what, text in told(lexicon)
        if (broken := wrong(lexicon, text))
    ]
    assert found == []


@pytest.mark.parametrize("folder", PROGRAMS, ids=lambda path: path.name)
def test_a_hook_on_anything_of_a_program_shows_no_code(folder: Path) -> None:
    """Programs have no titles, and are told with the names of the code: in English alone."""
    compiled = compile_paths([folder])
    name = compiled.packs[-1].name
    lexicon = next(iter(lexicons(compiled, name)))
    assert [(what, text) for what, text in told(lexicon) if re.search(r"[{}]|  ", text)] == []
