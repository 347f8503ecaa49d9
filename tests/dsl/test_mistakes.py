"""Bad sources: what is said, exactly where, and what to write instead."""

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from greyc.compiler.diagnostics.pages import page, pages
from greyc.dsl import Parsed, parse
from greyc.dsl.forms import FORMS, TO_FILL_IN
from greyc.dsl.grammar import load

from .bad_sources import BAD


def rendered(parsed: Parsed) -> str:
    """The problems as an author sees them: the line, the marked part, the sentence, the help."""
    shown = []
    for problem in parsed.errors:
        line, column = parsed.source.position(problem.span[0])
        text = parsed.source.line(line)
        mark = " " * (column - 1) + "^" * max(1, problem.span[1] - problem.span[0])
        shown.append(
            f"{line:2} | {text}\n   | {mark}\n{problem.kind}: {page(problem.kind).message(dict(problem.words))}"
        )
        if problem.suggestion:
            shown.append(f"help: {problem.suggestion}")
        for span, note in problem.related:
            place = parsed.source.position(span[0])
            shown.append(f"{place[0]}:{place[1]}: {note}")
    return "\n".join(shown)


def test_all_bad_sources(snapshot: SnapshotAssertion) -> None:
    assert "\n\n".join(f"{text}----\n{rendered(parse(text))}" for text in BAD) == snapshot


@pytest.mark.parametrize("text", BAD)
def test_one_mistake_is_one_problem(text: str) -> None:
    problems = parse(text).errors
    assert len({problem.span for problem in problems}) == 1, [problem.kind for problem in problems]


@pytest.mark.parametrize("text", BAD)
def test_no_sentence_shows_a_token_of_the_grammar(text: str) -> None:
    terminals = {*load().words, "_NL", "_INDENT", "_DEDENT", "NAME", "NUMBER", "STRING", "LSQB", "LPAR", "CMP", "EQUAL"}
    for problem in parse(text).errors:
        said, advice = page(problem.kind).message(dict(problem.words)), problem.suggestion or ""
        for each, allowed in ((said, set[str]()), (advice, TO_FILL_IN)):
            words = set(re.findall(r"\w+", each))
            assert not words & terminals - allowed - set(re.findall(r"\w+", text))


FORMS_BY_PLACE = [(where, word) for where, words in FORMS.items() for word in words]
BODIES = {
    "margin": [
        "{}\n",
        *(
            f"{{}}\n    {line}\n"
            for line in ("stop", "hp 3", "hp: int", "expect a", "do:\n        stop", "state a: int")
        ),
    ],
    "game": ["game a:\n    {}\n"],
    "kind": ["kind a is card:\n    {}\n", "kind a is card:\n    {}\n        stop\n"],
    "card": [
        "hero a:\n    {}\n",
        "hero a:\n    {}\n        stop\n",
        "hero a:\n    {}\n        whenever b:\n            stop\n",
    ],
    "action": ["action a by player:\n    {}\n", "action a by player:\n    {}\n        stop\n"],
    "test": ['test "a":\n    {}\n', 'test "a":\n    {}\n        stop\n'],
}
BODIES["block"] = [
    text
    for line in ("{}", "if a:\n        stop\n    {}", "choose one:\n        {}")
    for text in (
        f"verb a:\n    {line}\n",
        f"verb a:\n    {line}\n        stop\n",
        f"verb a:\n    {line}\n            stop\n",
    )
] + ["verb a:\n    {}\n    or stir b\n"]
BODIES["test"] += [text.replace("verb a", 'test "a"') for text in BODIES["block"]]


@pytest.mark.parametrize(("where", "word"), FORMS_BY_PLACE)
def test_a_form_that_is_shown_can_be_read(where: str, word: str) -> None:
    form = FORMS[where][word]
    assert form.startswith(word)
    assert any(not parse(body.format(form)).errors for body in BODIES[where])
    assert set(re.findall(r"[A-Z]{2,}", form)) <= TO_FILL_IN


def test_each_page_of_syntax_shows_its_mistake() -> None:
    syntax = [each for code, each in pages().items() if "G0100" <= code <= "G0199"]
    assert len(syntax) > 40
    for each in syntax:
        for text in each.wrong.values():
            assert [problem.kind for problem in parse(text).errors] == [each.name], each.code
        for text in each.right.values():
            assert parse(text).errors == [], each.code


def problems(text: str) -> list[tuple[str, str]]:
    return [(problem.kind, text[slice(*problem.span)]) for problem in parse(text).errors]


def test_a_mistake_costs_one_declaration() -> None:
    good = "kind a{} is card:\n    x: int\n\n"
    bad = ["    hp 3 4 (\n", "verb x{}:\n    y = max(1, 2\n", 'hero h{} "X":\n    hp: 3\n', "kind k{}:\n  x: 'a\n"]
    text = "".join(good.format(i) + (bad[i % 4].format(i) if i % 4 else "verb b:\n    if\n") for i in range(20))
    parsed = parse(text)
    assert len(parsed.errors) == 20
    assert len(parsed.declarations) == 20
    lines = [parsed.source.position(problem.span[0])[0] for problem in parsed.errors]
    assert lines == sorted(set(lines))


def test_an_open_bracket_or_drawing_does_not_swallow_what_follows() -> None:
    for opened in ("    x = (1, [2\n", '    """\n    a b\n', '    log "a\n'):
        for follows in ("kind a\n", 'thing b "B":\n    x 1\n', "verb c:\n    stop\n", 'test "d":\n    expect e\n'):
            parsed = parse(f"verb bad:\n{opened}\n{follows}")
            assert len(parsed.errors) == 1 and len(parsed.declarations) == 1, (opened, follows)


def test_what_was_lost_is_known_by_name() -> None:
    parsed = parse('thing stone "Big Stone":\n    weight: 4\nkind thing is card\n')
    assert {"stone", "thing", "weight"} <= parsed.lost_names
    assert len(parsed.declarations) == 1


def test_slips_that_leave_no_doubt_lose_nothing() -> None:
    text = "kind thing is card：\n    weight：int = true\nthing stone “Stone”:\n    weight 4，size 2\n"
    parsed = parse(text)
    assert len(parsed.declarations) == 2 and not parsed.lost_names
    assert problems(text) == [
        ("typographic-sign", "："),
        ("typographic-sign", "："),
        ("foreign-word", "true"),
        ("typographic-quotes", "“"),
        ("typographic-sign", "，"),
    ]


def test_typographic_signs_in_texts_and_comments_are_fine() -> None:
    assert problems('thing a "“石頭”：「（，）」\u3000\u00a0\'…": # ：“”\n    weight 4 # （\u3000\n') == []


def test_lines_at_the_margin_below_a_colon_are_one_mistake() -> None:
    text = 'hero x "X":\nhp 3\ndamage 4\n\nkind y\n'
    assert problems(text) == [("missing-block", ":")]
    assert len(parse(text).declarations) == 1


@pytest.mark.parametrize(
    "text",
    [
        "kind {} is card\n",
        "kind a is card:\n    state {}: int\n",
        "kind a is card:\n    zone {} of card\n",
        "kind a: {} | b\n",
        "verb x {} (int):\n    stop\n",
        "verb x:\n    let {} = 3\n",
        "verb x:\n    for each {} in players:\n        stop\n",
        "verb x:\n    roll d as {}\n",
        "function f({}: int) = 3\n",
        'thing {} "A"\n',
    ],
)
def test_reserved_words_are_no_names(text: str) -> None:
    for word in ("die", "pass", "players", "seen", "zone", "any", "all", "active", "state", "if"):
        assert problems(text.format(word)) == [("reserved-word", word)]
    assert problems(text.format("seed")) == []


@pytest.mark.parametrize("word", ["ﬁre", "ａｂ", "ªx", "x²", "ℌp", "a½", "½"])
def test_names_that_only_look_like_others_are_told_once(word: str) -> None:
    assert problems(f"kind a is card:\n    state {word}: int = 0\n    modify this: {word} +1\n") == [
        ("odd-letters", word)
    ]


@pytest.mark.parametrize("word", ["größe", "石", "Ёж", "été", "class", "lambda", "S", "_i"])
def test_letters_of_any_script_make_names(word: str) -> None:
    assert problems(f"kind a is card:\n    state {word}: int = 0\n") == []
