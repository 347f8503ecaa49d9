"""`greyc table`: what a table says of a pack, and that nothing but what was changed in it changes in the files."""

import csv
import io
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, time
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from greyc.compiler import files
from greyc.frontends.table.sheet import BadSheet, Sheet, from_csv, to_csv
from greyc.frontends.table.workbook import from_workbook, to_workbook

from .conftest import Run
from .test_validate import pack

RULES = """game small "Small":
    players 1 to 2
    zone pool of beast "pool"
    setup:
        fill pool with b in cards of beast
    play:
        end game won "Done."
kind land: hill "hill" | lake "lake"
kind beast is card "beast|beasts":
    life: int = 1 "life"
    rank: 1 .. 5 "rank"
    home: land? = nothing "home"
    eats: list of printed beast = [] "eats"
    sizes: int by players = {1: 1, 2: 2} "sizes"
    wild: flag = no "[are|is] wild"
    saying: words? = nothing
    check "a beast lives": this.life > 0
kind bird is beast "bird|birds"
keyword swift on beast "Swift"
keyword biting(n: int) on beast "Biting {n}"
"""
BEASTS = """# The beasts.

## The first of them.
beast wolf "Wolf":
    life 3, rank 2    # two of them are enough
    eats 2 hare sheep
    biting 2, swift
    # and no more

beast hare "Hare":
    rank 1
beast sheep:
    rank 1, wild, saying "\\"Baa\\", it says"

bird crow "Crow":
    home hill, rank 1, sizes {1: 2, 2: 4}
"""
KINDS = ["name", "kind", "title"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = pack(tmp_path, "small", RULES)
    (made / "beasts.grey").write_text(BEASTS, encoding="utf-8")
    return made


class Table:
    """A table of a pack as a file, to be changed and read back."""

    def __init__(self, greyc: Run, home: Path) -> None:
        self.greyc, self.home = greyc, home
        self.file = home.parent / "beasts.csv"
        assert greyc("table", "export", home, "--kind", "beast", "-o", self.file)[0] == 0
        self.rows = list(csv.reader(io.StringIO(self.file.read_text(encoding="utf-8-sig"), newline="")))

    def row(self, name: str) -> list[str]:
        return next(row for row in self.rows if row[0] == name)

    def set(self, card: str, /, **cells: str) -> None:
        changed = self.row(card)
        for head, cell in cells.items():
            if head not in self.rows[0]:
                for row in self.rows:
                    row.append("")
                self.rows[0][-1] = head
            changed[self.rows[0].index(head)] = cell

    def add(self, below: str, name: str, /, **cells: str) -> None:
        self.rows.insert(self.rows.index(self.row(below)) + 1, [name, *[""] * (len(self.rows[0]) - 1)])
        self.set(name, **cells)

    def read(self, *options: str) -> tuple[int, str, str]:
        self.file.write_text(to_csv(self.rows[0], self.rows[1:]), encoding="utf-8", newline="")
        return self.greyc("table", "import", self.file, self.home, *options)

    def text(self) -> str:
        return (self.home / "beasts.grey").read_text(encoding="utf-8")


@pytest.fixture
def table(greyc: Run, home: Path) -> Table:
    return Table(greyc, home)


# ---- what a table says ------------------------------------------------------------------------


def test_a_table_has_each_field_and_each_keyword(table: Table) -> None:
    values = ["life", "rank", "home", "eats", "sizes", "wild", "saying"]
    assert table.rows == [
        [*KINDS, "copies", "flavour", *values, "biting", "swift"],
        ["wolf", "beast", "Wolf", "", "", "3", "2", "", "2 hare sheep", "", "", "", "2", "yes"],
        ["hare", "beast", "Hare", "", "", "", "1", "", "", "", "", "", "", ""],
        ["sheep", "beast", "", "", "", "", "1", "", "", "", "yes", '"Baa", it says', "", ""],
        ["crow", "bird", "Crow", "", "", "", "1", "hill", "", "{1: 2, 2: 4}", "", "", "", ""],
    ]


def test_export_says_what_there_is(greyc: Run, home: Path) -> None:
    code, _, err = greyc("table", "export", home)
    assert code == 2 and "beast (3), bird (1)" in err
    code, _, err = greyc("table", "export", home, "--kind", "beats")
    assert code == 2 and "Did you mean beast?" in err
    code, out, err = greyc("table", "export", home, "--kind", "bird")
    assert (code, err) == (0, "") and out.startswith("name,kind,title,") and out.count("\n") == 2
    assert greyc("table", "export", home, "--kind", "bird", "--separator", "tab")[1].startswith("name\tkind")


# ---- one change, one span ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells", "old", "new"),
    [
        ("wolf", {"life": "12"}, "life 3, rank 2    #", "life 12, rank 2    #"),
        ("wolf", {"life": "4.0"}, "life 3", "life 4"),
        ("wolf", {"title": 'The "Wolf"'}, '"Wolf"', '"The \\"Wolf\\""'),
        ("wolf", {"eats": "hare"}, "eats 2 hare sheep", "eats hare"),
        ("wolf", {"copies": "2"}, "    life 3,", "    copies 2, life 3,"),
        ("wolf", {"home": "lake"}, "rank 2    #", "rank 2, home lake    #"),
        ("wolf", {"wild": "TRUE"}, "eats 2 hare sheep", "eats 2 hare sheep, wild"),
        ("wolf", {"biting": "3"}, "biting 2", "biting 3"),
        ("wolf", {"biting": ""}, "biting 2, swift", "swift"),
        ("wolf", {"swift": "no"}, "biting 2, swift", "biting 2"),
        ("wolf", {"swift": "", "biting": ""}, "    biting 2, swift\n", ""),
        ("wolf", {"life": ""}, "life 3, rank 2", "rank 2"),
        ("hare", {"swift": "yes"}, "    rank 1\nbeast sheep", "    rank 1\n    swift\nbeast sheep"),
        ("hare", {"biting": "1", "swift": "yes"}, "1\nbeast sheep", "1\n    biting 1, swift\nbeast sheep"),
        ("sheep", {"title": "Sheep"}, "beast sheep:", 'beast sheep "Sheep":'),
        ("sheep", {"wild": ""}, "rank 1, wild, saying", "rank 1, saying"),
        ("sheep", {"wild": "no"}, "wild, saying", "wild no, saying"),
        ("sheep", {"saying": "Baa"}, 'saying "\\"Baa\\", it says"', 'saying "Baa"'),
        ("sheep", {"saying": ""}, ', saying "\\"Baa\\", it says"', ""),
        ("crow", {"home": "", "sizes": ""}, "home hill, rank 1, sizes {1: 2, 2: 4}", "rank 1"),
        ("crow", {"sizes": "{1: 2, 2: 5}"}, "2: 4", "2: 5"),
    ],
)
def test_only_what_changed_is_written(table: Table, name: str, cells: dict[str, str], old: str, new: str) -> None:
    table.set(name, **cells)
    code, out, err = table.read()
    assert (code, err) == (0, "") and f"changed: {name}\n" in out
    assert BEASTS.count(old) == 1 and table.text() == BEASTS.replace(old, new)
    assert table.read()[1] == "nothing to write\n"


def test_the_last_value_takes_the_colon_along_and_the_first_brings_it(greyc: Run, home: Path) -> None:
    (home / "rules.grey").write_text(RULES.replace("rank: 1 .. 5", "rank: 1 .. 5 = 1"), encoding="utf-8")
    table = Table(greyc, home)
    table.set("hare", rank="")
    assert table.read()[0] == 0
    assert table.text() == BEASTS.replace('"Hare":\n    rank 1\n', '"Hare"\n')
    table.set("hare", rank="4", swift="yes")
    assert table.read()[0] == 0
    assert table.text() == BEASTS.replace('"Hare":\n    rank 1\n', '"Hare":\n    rank 4, swift\n')


def test_a_comment_is_never_taken_away(table: Table) -> None:
    (table.home / "beasts.grey").write_text(
        BEASTS.replace("life 3, rank 2 ", "life 3,  # three\n        rank 2 "), encoding="utf-8"
    )
    table.set("wolf", life="")
    before = table.text()
    code, _, err = table.read()
    assert code == 1 and "row 2, column life: a comment stands there" in err and table.text() == before


def test_a_file_keeps_its_line_ends_and_its_mark(table: Table) -> None:
    file = table.home / "beasts.grey"
    file.write_bytes(b"\xef\xbb\xbf" + BEASTS.replace("\n", "\r\n").encode())
    table.set("wolf", life="4")
    table.set("hare", swift="yes")
    table.add("hare", "cat", kind="beast", title="Cat", rank="2")
    assert table.read()[0] == 0
    text = BEASTS.replace("life 3", "life 4").replace(
        '"Hare":\n    rank 1\n', '"Hare":\n    rank 1\n    swift\nbeast cat "Cat":\n    rank 2\n'
    )
    assert file.read_bytes() == b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()


# ---- new cards, cards that are missing ----------------------------------------------------------


def test_a_new_row_is_a_card_below_the_one_above(table: Table) -> None:
    table.add("wolf", "dog", kind="beast", title="Dog", copies="3", rank="2", eats="2 hare", swift="yes", biting="1")
    table.add("dog", "pup", kind="beast", rank="1")
    table.add("crow", "owl", kind="bird", title="Owl", rank="3")
    code, out, err = table.read()
    assert (code, err) == (0, "") and "new: dog, pup, owl\n" in out
    dog = 'beast dog "Dog":\n    copies 3, rank 2, eats 2 hare\n    biting 1, swift\n'
    want = BEASTS.replace("    # and no more\n", f"    # and no more\n\n{dog}\nbeast pup:\n    rank 1\n")
    assert table.text() == f'{want}\nbird owl "Owl":\n    rank 3\n'
    assert table.read()[1] == "nothing to write\n"


def test_the_first_card_of_a_kind_gets_a_file(table: Table) -> None:
    (table.home / "rules.grey").write_text(f"{RULES}kind fish is beast\n", encoding="utf-8")
    table.rows = [table.rows[0], ["pike", "fish", "Pike", *[""] * 11], ["eel", "fish", *[""] * 12]]
    table.set("pike", rank="4")
    table.set("eel", rank="1")
    assert table.read()[0] == 0
    made = (table.home / "fish.grey").read_text(encoding="utf-8")
    assert made == 'fish pike "Pike":\n    rank 4\nfish eel:\n    rank 1\n'


def test_what_is_missing_is_told_and_left_unless_asked(table: Table) -> None:
    table.rows.remove(table.row("wolf"))
    table.rows.remove(table.row("crow"))
    code, out, _ = table.read()
    told = "not in the table, and left (--delete takes them out): wolf, crow\n"
    assert code == 0 and told in out and table.text() == BEASTS
    assert "taken out: wolf, crow\n" in table.read("--delete")[1]
    assert table.text() == "# The beasts.\n\n" + BEASTS[BEASTS.index("beast hare") : BEASTS.index("bird crow")]


def test_a_card_that_is_called_otherwise_in_the_table_loses_its_abilities_and_that_is_told(table: Table) -> None:
    table.set("wolf", name="dire_wolf")
    code, out, err = table.read("--dry-run")
    assert code == 0 and "+beast dire_wolf" in out
    assert "dire_wolf has the values of wolf, and nothing else that stands on that card" in err
    table.set("dire_wolf", life="7")
    assert "dire_wolf has the values" not in table.read("--dry-run")[2]


def test_a_table_is_about_the_kinds_of_its_rows(table: Table) -> None:
    table.rows = [table.rows[0], table.row("crow")]
    assert table.read("--delete")[1] == "nothing to write\n"


def test_dry_run_shows_and_writes_nothing(table: Table) -> None:
    table.set("wolf", life="4")
    code, out, err = table.read("--dry-run")
    assert code == 0 and "-    life 3, rank 2    # two" in out and "+    life 4, rank 2    # two" in out
    assert "changed: wolf" in err and table.text() == BEASTS


# ---- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells", "told"),
    [
        ("wolf", {"life": "three"}, 'row 2, column life: nothing here is called "three"'),
        ("wolf", {"life": "3.5"}, "row 2, column life: numbers are whole: write 3 or 4, not 3.5"),
        ("wolf", {"life": "-3,5"}, "row 2, column life: numbers are whole: write -4 or -3, not -3,5"),
        ("wolf", {"rank": "7"}, "row 2, column rank: "),
        ("wolf", {"life": "3, rank 4"}, "row 2, column life: this is not one value"),
        ("wolf", {"life": "3 # or four"}, "row 2, column life: this is not one value"),
        ("wolf", {"life": "(3"}, "row 2, column life: "),
        ("wolf", {"home": "hil"}, 'row 2, column home: nothing here is called "hil": did you mean hill?'),
        ("wolf", {"eats": "2"}, "row 2, column eats: "),
        ("wolf", {"wild": "maybe"}, "row 2, column wild: "),
        ("wolf", {"biting": "yes"}, "row 2, column biting: "),
        ("wolf", {"swift": "3"}, "row 2, column swift: a card has swift or not: write yes, no or nothing"),
        ("wolf", {"rank": ""}, "row 2: this beast doesn't say its rank"),
        ("wolf", {"life": "0"}, 'row 2: wolf breaks the check "a beast lives"'),
        ("wolf", {"title": "a\nb"}, "row 2, column title: a text has no line ends"),
        ("wolf", {"saying": "a\\"}, "row 2, column saying: a text can't end with a backslash"),
        ("wolf", {"kind": "bird"}, "row 2, column kind: wolf is a beast"),
        ("wolf", {"name": "hare"}, "row 3, column name: hare stands in row 2 already"),
        ("wolf", {"name": ""}, "row 2, column name: a row needs the name of its card"),
        ("wolf", {"name": "a wolf"}, "row 2, column name: a wolf can't be the name of a card: a name is one word"),
        ("wolf", {"name": "if"}, 'row 2, column name: if can\'t be the name of a card: "if" is a word of the language'),
        ("wolf", {"name": "fox", "kind": "beats"}, "row 2, column kind: there is no kind beats: did you mean beast?"),
        ("wolf", {"name": "fox", "kind": ""}, "row 2, column kind: fox is a new card; of which kind?"),
        ("wolf", {"name": "fox", "rank": "9", "life": "x"}, "row 2, column rank: "),
        (
            "wolf",
            {"lief": "4"},
            "row 1, column lief: no field of beast or bird, and no keyword, is called so: did you mean life?",
        ),
        ("wolf", {"hill": "4"}, "row 1, column hill: no field of beast or bird"),
        (
            "wolf",
            {".life": "4"},
            "row 1, column .life: no field of beast or bird, and no keyword, is called so: did you",
        ),
        (
            "wolf",
            {".biting": "4"},
            "row 1, column .biting: no field of beast or bird, and no keyword, is called so: did",
        ),
        ("wolf", {"life": "9" * 40}, "row 2, column life: a number has at most 15 digits"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_written(
    table: Table, name: str, cells: dict[str, str], told: str
) -> None:
    table.set("hare", life="5")
    table.set("hare", home="lake")
    table.set(name, **cells)
    code, out, err = table.read()
    assert code == 1 and out == "" and f"beasts.csv, {told}" in err and "nothing is written" in err
    assert table.text() == BEASTS


def test_each_mistake_is_told(table: Table) -> None:
    table.set("wolf", life="x", home="y")
    table.set("crow", rank="z")
    err = table.read()[2]
    assert re.findall(r"row (\d), column (\w+)", err) == [("2", "life"), ("2", "home"), ("5", "rank")]
    assert "3 mistakes, nothing is written" in err


def test_a_misspelt_name_column_is_one_mistake(table: Table) -> None:
    table.rows[0][0] = "nam"
    code, _, err = table.read()
    assert code == 1 and err.count("beasts.csv, ") == 1 and "did you mean name?" in err


def test_what_is_wrong_elsewhere_is_shown_where_it_is(table: Table) -> None:
    table.rows.remove(table.row("sheep"))
    code, _, err = table.read("--delete")
    assert code == 1 and "eats 2 hare sheep" in err and "nothing is written" in err and table.text() == BEASTS


def test_what_was_wrong_before_is_not_the_tables(table: Table) -> None:
    (table.home / "more.grey").write_text('check "no wolf": wolf.life == 0\n', encoding="utf-8")
    table.set("wolf", life="4")
    assert table.read()[0] == 0 and "life 4" in table.text()
    (table.home / "more.grey").write_text("check oops\n", encoding="utf-8")
    code, out, _ = table.read()
    assert code == 1 and "check oops" in out


def test_one_pack_at_a_time(greyc: Run, table: Table) -> None:
    pack(table.home.parent, "other", RULES)
    code, _, err = greyc("table", "import", table.file, table.home.parent)
    assert code == 2 and "Name one pack of these: other, small." in err


# ---- all or nothing -------------------------------------------------------------------------------


def test_files_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two, new = (tmp_path / name for name in ("one", "two", "new"))
    one.write_text("1")
    two.write_text("2")
    want, was = {one: b"1!", new: b"3!", two: b"2!"}, {one: b"1", new: None, two: b"2"}
    real, count = files.os.replace, iter(range(9))

    def failing(old: object, place: object) -> None:
        if next(count) == 2:
            raise OSError("no more")
        real(old, place)  # type: ignore[arg-type]

    monkeypatch.setattr(files.os, "replace", failing)
    with pytest.raises(OSError, match="no more"):
        files.write_all(want, was)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"one": "1", "two": "2"}
    monkeypatch.undo()
    two.write_text("else")
    with pytest.raises(OSError, match="changed meanwhile"):
        files.write_all(want, was)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"one": "1", "two": "else"}
    two.write_text("2")
    files.write_all(want, was)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"one": "1!", "two": "2!", "new": "3!"}


# ---- spreadsheets ---------------------------------------------------------------------------------

WANT = Sheet(["name", "title", "price"], [(2, ["a", "A, the first", "2 x"]), (4, ["b", 'Say "b"', ""])])


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_the_ways_of_spreadsheets(mark: str, end: str, separator: str) -> None:
    lines = ["name,title,price,,", 'a,"A, the first","2 x",,', ",,,,", 'b,"Say ""b""",,,', ",,,,", ""]
    text = end.join(re.sub(r',(?!")|,(?="[^,])|,(?=")', separator, line) for line in lines)
    text = text.replace(f"A{separator} the", "A, the")
    assert from_csv(f"{mark}{text}".encode()) == WANT
    assert from_csv(text.encode("utf-16")) == WANT
    assert from_csv(text.encode("utf-32")) == WANT
    assert from_csv(f"{mark}{text}".replace(end, "\r").encode()) == WANT, "as old programs of the Mac end lines"
    said = from_csv(f"{mark}sep={separator}{end}{text}".encode())
    assert (said.header, said.header_row, said.rows) == (WANT.header, 2, [(row + 1, cells) for row, cells in WANT.rows])


def test_quoted_line_ends_are_part_of_a_cell_and_count_as_one_row() -> None:
    made = from_csv(b'name,eats\r\nwolf,"2 hare\r\n sheep"\r\nhare,\r\n')
    assert made.rows == [(2, ["wolf", "2 hare\r\n sheep"]), (3, ["hare", ""])]


def test_a_quoted_line_end_in_a_value_is_a_blank(table: Table) -> None:
    table.set("wolf", eats=" 2 hare\r\n sheep ")
    assert table.read()[1] == "nothing to write\n"


def test_cells_that_a_row_leaves_out_are_left_alone(table: Table) -> None:
    table.file.write_text("name;life;home\nwolf;4\n\nhare\n", encoding="utf-8")
    assert table.greyc("table", "import", table.file, table.home)[0] == 0
    assert table.text() == BEASTS.replace("life 3", "life 4")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "there is no row in it"),
        (b"\n , \n", "there is no row in it"),
        (b"name\n\xff\n", "this is not UTF-8"),
        (b'name,x\na,"b\n', "this is no CSV"),
        (b'"name\r\nwolf\r\n', "this is no CSV"),
        (b"name," + b"x" * 200_000 + b"\nwolf,3\n", "this is no CSV"),
        (b"name,x\na,b,c\n", "row 2: more cells than the header has columns"),
        (b"name,,life\nwolf,,3\n", "row 1: a column with cells in it needs a name"),
        (b"life\n3\n", "row 1, column name: this column is missing"),
        (b"name,life,life\nwolf,3,3\n", "row 1, column life: there are two columns of this name"),
    ],
)
def test_what_is_no_table(table: Table, data: bytes, told: str) -> None:
    table.file.write_bytes(data)
    code, out, err = table.greyc("table", "import", table.file, table.home)
    assert (code, out) == (1, "") and told in err and table.text() == BEASTS


def test_a_workbook_holds_the_same(greyc: Run, table: Table) -> None:
    book = table.home.parent / "beasts.xlsx"
    assert greyc("table", "export", table.home, "--kind", "beast", "-o", book)[0] == 0
    assert from_workbook(book) == from_csv(table.file.read_bytes())
    assert greyc("table", "import", book, table.home)[1] == "nothing to write\n"
    table.set("wolf", life="7", title="=1+1")
    book.write_bytes(to_workbook(table.rows[0], table.rows[1:]))
    assert greyc("table", "import", book, table.home)[0] == 0
    assert table.text() == BEASTS.replace("life 3", "life 7").replace('"Wolf"', '"=1+1"')


Fill = Callable[[Worksheet], object]


def workbook(at: Path, fill: Fill = lambda sheet: None) -> Path:
    made = Workbook()
    sheet = made.active
    assert isinstance(sheet, Worksheet)
    for row in (["name", "life", "title"], ["wolf", 4, "Wolf"], ["crow", 4, "Crow"]):
        sheet.append(row)
    fill(sheet)
    made.save(at)
    return at


@pytest.mark.parametrize(
    ("fill", "told"),
    [
        (lambda sheet: sheet.merge_cells("B2:B3"), "row 2: the cells B2:B3 are merged"),
        (lambda sheet: sheet.__setitem__("B2", "=2+2"), "row 2: cell B2 has a formula that was not reckoned yet"),
        (lambda sheet: sheet.__setitem__("C3", datetime(2026, 10, 12)), "row 3: cell C3 is a date or a time"),
        (lambda sheet: sheet.__setitem__("C3", time(10, 12)), "row 3: cell C3 is a date or a time"),
        (lambda sheet: sheet.__setitem__("C3", "#REF!"), "row 3: cell C3 shows an error, #REF!"),
        (lambda sheet: sheet.delete_rows(1, 3), "there is no row in it"),
    ],
)
def test_what_a_workbook_shows_and_nobody_wrote_is_told(table: Table, fill: Fill, told: str) -> None:
    book = workbook(table.home.parent / "beasts.xlsx", fill)
    code, out, err = table.greyc("table", "import", book, table.home)
    assert (code, out) == (1, "") and f"beasts.xlsx{', ' if told[:3] == 'row' else ': '}{told}" in err
    assert table.text() == BEASTS


@pytest.mark.parametrize("name", ["none/x.xlsx", "folder.xlsx", "none/x.csv", "folder.csv"])
def test_a_table_that_can_not_be_written_is_told(greyc: Run, home: Path, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.xlsx").mkdir()
    (tmp_path / "folder.csv").mkdir()
    code, out, err = greyc("table", "export", home, "--kind", "beast", "-o", tmp_path / name)
    assert (code, out) == (2, "") and f"{name} can't be written: " in err and "Traceback" not in err


@pytest.mark.parametrize(
    "fill",
    [
        lambda sheet: sheet.merge_cells("F9:G9"),
        lambda sheet: sheet.cell(1_000_000, 9).__setattr__("number_format", "0.00"),
        lambda sheet: sheet.parent.create_sheet("notes").append(["=1+1"]),
    ],
)
def test_what_is_no_part_of_a_workbooks_table_is_no_trouble(table: Table, fill: Fill) -> None:
    book = workbook(table.home.parent / "beasts.xlsx", fill)
    assert table.greyc("table", "import", book, table.home)[0] == 0
    assert "life 4, rank 2 " in table.text()


def test_a_formula_that_was_reckoned_is_its_value(table: Table) -> None:
    book = workbook(table.home.parent / "beasts.xlsx", lambda sheet: sheet.__setitem__("B2", "=2+2"))
    with ZipFile(book) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = re.sub(rb"<v\s*/>|<v></v>", b"<v>4</v>", parts[sheet])
    parts[sheet] = re.sub(rb'<dimension ref="[^"]*"', b'<dimension ref="A1"', parts[sheet])  # need not be so
    with ZipFile(book, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data)
    assert from_workbook(book).rows == [(2, ["wolf", "4", "Wolf"]), (3, ["crow", "4", "Crow"])]


def test_a_damaged_workbook_is_told(table: Table) -> None:
    book = workbook(table.home.parent / "beasts.xlsx")
    data = book.read_bytes()
    rng = Random(3)
    for _ in range(40):
        damaged = bytearray(data)
        for _ in range(4):
            damaged[rng.randrange(len(data))] = rng.randrange(256)
        book.write_bytes(damaged)
        with suppress(BadSheet):  # and no other error, whatever openpyxl says
            from_workbook(book)
    for told, wrong in {
        "let its name end with .csv": b"name,life\nwolf,4\n",
        "without a password": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
        "this workbook is damaged": data[: len(data) // 2],
    }.items():
        book.write_bytes(wrong)
        code, _, err = table.greyc("table", "import", book, table.home)
        assert code == 1 and told in err
