"""Finding packs: what is read, in which order, and what is said about what can't be."""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.driver import compile_paths
from greyc.compiler.manifest import SCHEMA, plainly_right, read_manifest
from greyc.compiler.packs import SHIPPED, PackSet, find_packs, packs_of_texts


def toml(name: str, version: str = "1.0", *requires: str) -> str:
    return f'name = "{name}"\ntitle = "T"\nversion = "{version}"\nrequires = {list(requires)}\n'.replace("'", '"')


def lay_out(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def found(reporter: Reporter, packs: PackSet) -> list[tuple[str, str, str]]:
    """Name, path and marked text of each finding."""
    return [
        (each.name, each.path, packs.sources.get(each.path, "")[slice(*each.span)]) for each in reporter.diagnostics
    ]


def test_a_pack_stands_after_what_it_requires_and_files_in_order(tmp_path: Path) -> None:
    lay_out(
        tmp_path,
        {
            "a/pack.toml": toml("last", "1.0", "middle", "first") + 'locales = ["zh-Hant"]\n',
            "m/pack.toml": toml("middle", "1.0", "first >= 1.0, < 2"),
            "z/pack.toml": toml("first", "1.9"),
            "a/b/x.grey": "",
            "a/b-c.grey": "",
            "a/tests/t.grey": "",
            "a/.hidden/no.grey": "",
            "a/notes.md": "",
            "a/locale/zh-Hant.po": "",
            "a/inner/pack.toml": toml("inner"),
            "a/inner/own.grey": "",
        },
    )
    reporter = Reporter()
    packs = find_packs([tmp_path], reporter)
    assert reporter.diagnostics == []
    assert [pack.name for pack in packs.packs] == ["first", "inner", "middle", "last"]
    last = packs.packs[-1]
    assert [file.name for file in last.files] == ["b/x.grey", "b-c.grey", "tests/t.grey"]
    assert list(last.catalogues) == ["zh-Hant"]
    assert [pack.name for pack in last.closure] == ["first", "middle", "last"]


def test_what_is_required_is_found_beside_and_a_file_stands_for_its_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(tmp_path, {"b/pack.toml": toml("base"), "m/pack.toml": toml("more", "1", "base"), "m/x/y.grey": "é"})
    monkeypatch.chdir(tmp_path)
    reporter = Reporter()
    packs = find_packs(["m/x/y.grey"], reporter)
    assert reporter.diagnostics == []
    assert [(pack.name, pack.given) for pack in packs.packs] == [("base", False), ("more", True)]
    assert set(packs.sources) == {"b/pack.toml", "m/pack.toml", "m/x/y.grey"}


def test_what_is_required_may_come_with_greyc(tmp_path: Path) -> None:
    shipped = sorted(path.parent.name for path in SHIPPED.glob("*/pack.toml"))
    lay_out(tmp_path, {"pack.toml": toml("mine", "1.0", shipped[0])})
    reporter = Reporter()
    packs = find_packs([tmp_path], reporter)
    assert reporter.diagnostics == []
    assert [pack.name for pack in packs.packs][-1] == "mine"
    assert shipped[0] in [pack.name for pack in packs.packs]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"pack.toml": "name = x"}, [("bad-toml", "pack.toml", "x")]),
        ({"pack.toml": 'name = "x"\ntitle = "'}, [("bad-toml", "pack.toml", "")]),
        ({"pack.toml": toml("x") + "titel = 1\n"}, [("pack-unknown-key", "pack.toml", "titel")]),
        ({"pack.toml": 'name = "x"\n'}, [("pack-missing-key", "pack.toml", 'name = "x"')]),
        ({"pack.toml": toml("Big")}, [("pack-bad-value", "pack.toml", '"Big"')]),
        ({"pack.toml": toml("x", "one")}, [("pack-bad-value", "pack.toml", '"one"')]),
        ({"pack.toml": toml("x", "1", "y => 2")}, [("pack-bad-value", "pack.toml", '"y => 2"')]),
        ({"pack.toml": 'title = 4\nname = "x"\nversion = "1"'}, [("pack-bad-value", "pack.toml", "title")]),
        ({"pack.toml": toml("x", "9" * 5000)}, [("pack-bad-value", "pack.toml", '"' + "9" * 5000 + '"')]),
        ({"pack.toml": toml("x") + "y = " + "9" * 5000}, [("bad-toml", "pack.toml", "")]),
        ({"pack.toml": toml("x") + "[show.k]\nzones = 1"}, [("pack-bad-value", "pack.toml", "zones")]),
        ({"pack.toml": toml("x") + "[show.k.zones]\nz = 'no'"}, [("pack-bad-value", "pack.toml", "'no'")]),
        ({"pack.toml": toml("x") + "[show.k]\nglance = [1]"}, [("pack-bad-value", "pack.toml", "glance")]),
        ({"pack.toml": toml("x", "1", "nothing_like_it")}, [("unknown-pack", "pack.toml", '"nothing_like_it"')]),
        (
            {"a/pack.toml": toml("x", "1", "y >= 2", "z"), "b/pack.toml": toml("y", "1.9")},
            [("pack-version", "a/pack.toml", '"y >= 2"'), ("unknown-pack", "a/pack.toml", '"z"')],
        ),
        ({"pack.toml": toml("x", "1", "x")}, [("pack-cycle", "pack.toml", "requires")]),
        (
            {
                "a/pack.toml": toml("c", "1", "a"),
                "b/pack.toml": toml("a", "1", "b"),
                "c/pack.toml": toml("b", "1", "c"),
            },
            [("pack-cycle", "b/pack.toml", "requires")],
        ),
        ({"a/pack.toml": toml("x"), "b/pack.toml": toml("x")}, [("duplicate-pack", "b/pack.toml", '"x"')]),
    ],
)
def test_one_mistake_gives_one_finding_at_its_place(
    files: dict[str, str], expected: list[tuple[str, str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reporter = Reporter()
    assert found(reporter, packs_of_texts(files, reporter)) == expected
    lay_out(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    reporter = Reporter()
    assert found(reporter, find_packs(["."], reporter)) == expected


def test_a_cycle_is_shown_whole() -> None:
    reporter = Reporter()
    files = {"a/pack.toml": toml("c", "1", "a"), "b/pack.toml": toml("a", "1", "b"), "c/pack.toml": toml("b", "1", "c")}
    packs_of_texts(files, reporter)
    assert [each.message for each in reporter.diagnostics] == [
        "These packs require each other in a circle: a -> b -> c -> a."
    ]
    assert [place.message for place in reporter.diagnostics[0].related] == ["b requires c", "c requires a"]


def test_a_misspelt_pack_is_guessed_and_the_others_are_still_built() -> None:
    reporter = Reporter()
    packs = packs_of_texts(
        {"a/pack.toml": toml("base"), "b/pack.toml": toml("x", "1", "bas"), "b/f.grey": ""}, reporter
    )
    assert [each.suggestion for each in reporter.diagnostics] == ["did you mean base?"]
    assert [pack.name for pack in packs.packs] == ["base"]
    assert [file.path for file in packs.loose] == ["b/f.grey"]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("name = base", 'a text stands in quotes: name = "base"'),
        ('name = "base', 'a text stands in quotes: name = "base"'),
        ("name = 'base", 'a text stands in quotes: name = "base"'),
        ("version = 1.0", 'write version = "1.0"'),
        ('requires = "base"', 'write requires = ["base"]'),
        ('requires = ["base ~> 1.0"]', 'write "base >= 1.0"'),
        ('name = "lantern-hill"', 'write name = "lantern_hill"'),
        ('name = "7 Lanterns"', 'write name = "pack_7_lanterns"'),
        ('locales = "en"', 'write locales = ["en"]'),
        ('locales = ["zh_Hant"]', 'write "zh-Hant"'),
        ('version = "v1.2-beta"', 'write version = "1.2"'),
        ('language = "2"', "write language = 2"),
        ('requires = ["bäse"]', "did you mean base?"),
        ('requires = ["bäse >= 1.0"]', "did you mean base?"),
        ('requires = ["ba-se"]', "did you mean base?"),
    ],
)
def test_what_to_write_in_a_manifest(text: str, suggestion: str) -> None:
    reporter = Reporter()
    given = {"name": '"x"', "title": '"X"', "version": '"1"'}
    lines = [f"{key} = {value}" for key, value in given.items() if not text.startswith(key)]
    packs_of_texts({"a/pack.toml": toml("base"), "b/pack.toml": "\n".join([*lines, text])}, reporter)
    assert [each.suggestion for each in reporter.diagnostics] == [suggestion]


def test_what_can_not_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_out(tmp_path, {"p/pack.toml": toml("x"), "p/bad.grey": "爆".encode("big5"), "p/bom.grey": "\ufeffkind a"})
    os.mkfifo(tmp_path / "p" / "pipe.grey")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    reporter = Reporter()
    packs = find_packs(["p", "empty", "gone"], reporter)
    assert [(each.name, each.path) for each in reporter.diagnostics] == [
        ("no-pack", "empty"),
        ("unreadable-file", "gone"),
        ("not-utf-8", "p/bad.grey"),
        ("unreadable-file", "p/pipe.grey"),
    ]
    assert [file.text for file in packs.packs[0].files] == ["\xc3z", "kind a"]


NAMES = 'kind thing is card\nthing stone "Stoné"\ntest "a":\n    expect stone is stone\n'
USES = "function heavy() = stone.weight == 3\n"


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16"])
def test_a_file_in_another_encoding_is_one_mistake_and_its_names_are_known(tmp_path: Path, encoding: str) -> None:
    lay_out(tmp_path, {"p/pack.toml": toml("x"), "p/a.grey": NAMES.encode(encoding), "p/b.grey": USES})
    found = compile_paths([tmp_path]).diagnostics
    assert [(each.name, each.path.rpartition("/")[2]) for each in found] == [
        ("not-utf-8", "a.grey"),
        ("unknown-member", "b.grey"),
    ]


def test_names_are_not_called_unknown_where_a_file_is_no_text(tmp_path: Path) -> None:
    lay_out(tmp_path, {"p/pack.toml": toml("x"), "p/a.grey": b"\x00\xd8\x00", "p/b.grey": USES})
    assert [each.name for each in compile_paths([tmp_path]).diagnostics] == ["not-utf-8"]


def test_texts_without_a_manifest_are_a_pack_called_example() -> None:
    reporter = Reporter()
    packs = packs_of_texts({"rules/b.grey": "", "a.grey": "", "locale/de.po": "", "notes.txt": ""}, reporter)
    assert [(pack.name, [file.path for file in pack.files]) for pack in packs.packs] == [
        ("example", ["a.grey", "rules/b.grey"])
    ]
    assert [(each.name, each.path) for each in reporter.diagnostics] == [("unlisted-locale", "locale/de.po")]


@pytest.mark.parametrize(
    ("file", "suggestion"),
    [
        ("fr", 'write locales = ["en", "zh-Hant", "fr"] in pack.toml'),
        ("zh_Hant", "call the file zh-Hant.po"),
        ("pt_BR", 'write locales = ["en", "zh-Hant", "pt-BR"] in pack.toml, and call the file pt-BR.po'),
    ],
)
def test_translations_that_nobody_will_see_are_told(file: str, suggestion: str) -> None:
    reporter = Reporter()
    packs_of_texts(
        {"pack.toml": f'{toml("x")}locales = ["en", "zh-Hant"]\n', "locale/zh-Hant.po": "", f"locale/{file}.po": ""},
        reporter,
    )
    assert [(each.name, each.suggestion) for each in reporter.diagnostics] == [("unlisted-locale", suggestion)]


def test_every_pack_that_comes_with_greyc_keeps_to_the_schema() -> None:
    for path in SHIPPED.glob("*/pack.toml"):
        reporter = Reporter()
        assert read_manifest(path.read_text(encoding="utf-8"), str(path), reporter), reporter.diagnostics


def test_the_published_schema_is_a_schema() -> None:
    import json

    from greyc.compiler.manifest import SCHEMA

    Draft202012Validator.check_schema(json.loads(SCHEMA.read_text(encoding="utf-8")))


_SCHEMA = json.loads(SCHEMA.read_text(encoding="utf-8"))
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["", "a", "1.0", "a >= 1.0", "zh-Hant", "A b", "1.", "a\n"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["a", "show"]), inner, max_size=2),
    max_leaves=4,
)
_KEYS = st.sampled_from([*_SCHEMA["properties"], "other"])


@given(st.dictionaries(_KEYS, _VALUES, max_size=6) | _VALUES)
@example({"name": "a", "title": "A", "version": "1.0", "requires": ["a", "a >= 1.0"], "show": {"a": {"b": 1}}})
@example({"name": "a", "title": "A", "version": "1.0", "show": {"a": 1}})
@example({"name": "a", "title": "A", "version": "1.0", "locales": [1]})
@example({"name": "a", "title": "A", "version": "1.0", "show": {"a": {"print": {"size": [63, 88.5], "skip": True}}}})
@example({"name": "a", "title": "A", "version": "1.0", "show": {"a": {"print": {"size": [63, True]}}}})
@example({"name": "a", "title": "A", "version": "1.0", "show": {"a": {"print": {"size": [63, 8]}}}})
@example({"name": "a\n", "title": "A", "version": "1.0"})
def test_a_manifest_is_plainly_right_if_the_schema_says_so(value: object) -> None:
    assert plainly_right(value, _SCHEMA) == Draft202012Validator(_SCHEMA).is_valid(value)


def test_words_that_are_not_known_are_left_to_the_library() -> None:
    assert not plainly_right(3, {"multipleOf": 3}) and not plainly_right("a", {"maxLength": 4})


@pytest.mark.parametrize(
    ("written", "instead"), [("1.0", "write language = 1"), ("2.0", "write language = 2"), ("1.5", None)]
)
def test_the_version_of_the_language_is_no_number_with_a_point(written: str, instead: str | None) -> None:
    reporter = Reporter()
    assert read_manifest(toml("a") + f"language = {written}\n", "a/pack.toml", reporter) is None
    (finding,) = reporter.diagnostics
    assert (finding.code, finding.suggestion) == ("G0007", instead)
    assert "whole number" in finding.message
