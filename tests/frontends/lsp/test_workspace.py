"""What is compiled anew when a file changes, and what an editor is told of it."""

from pathlib import Path

import pytest

from greyc.frontends.lsp import workspace
from greyc.frontends.lsp.places import moved, text_of

from .small import HEROES, RULES, opened


def test_a_key_reads_one_file_and_tells_its_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space, paths = opened(tmp_path)
    full = space.full(paths["heroes"])
    assert full is not None and full.diagnostics == []
    read: list[str] = []
    parse = workspace.parse
    monkeypatch.setattr(workspace, "parse", lambda text, path: (read.append(path), parse(text, path))[1])
    space.write(paths["heroes"], HEROES.replace("deal 2", "dael 2"))
    quick = space.quick(paths["heroes"])
    assert quick is not None
    assert [(found.name, found.suggestion) for found in quick.diagnostics] == [("unknown-name", "did you mean deal?")]
    assert read == [paths["heroes"]]


def test_a_pause_tells_the_other_files_what_a_change_broke(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    space.full(paths["rules"])
    space.write(paths["rules"], RULES.replace("verb deal", "verb hit"))
    quick, full = space.quick(paths["rules"]), space.full(paths["rules"])
    assert quick is not None and full is not None
    assert quick.diagnostics == []
    assert [(found.path, found.name) for found in full.diagnostics] == [(paths["heroes"], "unknown-name")]


def test_warnings_of_the_last_pause_move_along_with_the_text(tmp_path: Path) -> None:
    rules = RULES + '\nverb unused_one:\n    log "x"\n'
    space, paths = opened(tmp_path, rules=rules)
    full = space.full(paths["rules"])
    assert full is not None
    (warned,) = full.late
    space.write(paths["rules"], "# more\n" + rules)
    quick = space.quick(paths["rules"])
    assert quick is not None
    assert [(found.name, found.span[0]) for found in quick.diagnostics] == [(warned.name, warned.span[0] + 7)]


def test_a_broken_declaration_leaves_the_others_theirs(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    space.write(paths["heroes"], HEROES.replace("deal 2 to m", "deal 2 to (m").replace("power 2", "pwer 2"))
    quick = space.quick(paths["heroes"])
    assert quick is not None
    assert [found.name for found in quick.diagnostics] == ["bracket-never-closed", "unknown-property"]


def test_a_file_of_no_pack_is_read_all_the_same(tmp_path: Path) -> None:
    space = workspace.Workspace()
    path = (tmp_path / "alone.grey").as_posix()
    space.write(path, "verb :\n")
    assert space.quick(path) is None
    assert len(space.loose(path)) == 1


@pytest.mark.parametrize(
    ("before", "after", "span", "wanted"),
    [
        ("one two", "one 2 two", (4, 7), (6, 9)),
        ("one two", "ones two", (0, 2), (0, 2)),
        ("one two", "one twwo", (4, 7), None),
    ],
)
def test_a_span_moves_with_its_text(
    before: str, after: str, span: tuple[int, int], wanted: tuple[int, int] | None
) -> None:
    assert moved(span, before, after) == wanted


def test_columns_are_counted_in_utf_16() -> None:
    text = text_of("a\n\U0001f0a1bc\n")
    assert text.place(3) == (1, 2)
    assert [text.offset(text.place(offset)) for offset in range(7)] == list(range(7))
    assert text.offset((1, 99)) == 5


def test_other_packs_are_read_when_a_name_is_looked_for(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "pack.toml").write_text('name = "other"\ntitle = "Other"\nversion = "1.0"\n')
    (other / "verbs.grey").write_text('verb lift amount (int):\n    log "{amount}"\n')
    space.refresh()
    space.full(paths["heroes"])
    assert (other / "verbs.grey").as_posix() not in space.parsed
    space.write(paths["heroes"], HEROES.replace("deal 2 to m", "lift 2"))
    quick = space.quick(paths["heroes"])
    assert quick is not None
    assert [found.name for found in quick.diagnostics] == ["not-required"]


def test_steps_that_are_left_begin_anew(tmp_path: Path) -> None:
    space, paths = opened(tmp_path)
    shelf = space.shelf(paths["heroes"])
    assert shelf is not None
    source = shelf.pack_of(paths["heroes"])
    assert source is not None
    next(space.steps(shelf, source))
    space.write(paths["heroes"], HEROES.replace("deal 2", "dael 2"))
    assert [found.name for found in space.full_pack(shelf, source).diagnostics] == ["unknown-name"]


def test_lines_that_two_packs_have_alike_are_told_where_they_stand_again(tmp_path: Path) -> None:
    again = "\n".join(f'    log "{n}"' for n in range(6))
    space, paths = opened(tmp_path, more=f"verb first_one:\n{again}\n")
    other = tmp_path / "tiny"
    other.mkdir()
    (other / "pack.toml").write_text('name = "tiny"\ntitle = "Tiny"\nversion = "1.0"\n')
    path = (other / "tiny.grey").as_posix()
    text = f"verb other_one:\n{again}\n"
    space.write(path, text)
    Path(path).write_text(text)
    space.refresh()

    def compared(path: str) -> list[str]:
        full, shelf = space.full(path), space.shelf(path)
        assert full is not None and shelf is not None
        *_, told = space.compare(shelf, [full.pack])
        quick = space.quick(path)
        assert quick is not None
        copied = [each for each in quick.diagnostics if each.name == "copied-lines"]
        assert all(each.related[0].path == paths["more"] for each in copied)
        return [f"{each.message} {len(told)}" for each in copied]

    (said,) = compared(path)
    assert said.startswith("These 6 lines") and said.endswith(" 1")
    assert compared(path)[0].endswith(" 0")  # nothing new
    assert compared(paths["more"]) == []  # they stand there first
    space.write(path, "# allow copied-lines\n" + text)
    assert len(compared(path)) == 1  # it stands above the first line of the verb, which is none of those
    space.write(path, text.replace('    log "0"', '    # allow copied-lines\n    log "0"'))
    assert compared(path) == []
    space.write(path, text.replace('log "3"', 'log "4"'))
    assert compared(path) == []
