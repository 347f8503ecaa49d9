"""`greyc table` held against the packs that come with greyc: each kind of each goes through a table and back."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from greyc.compiler.driver import Compiled, compile_paths
from greyc.compiler.packs import PackSource
from greyc.frontends.table.apply import edited, tried
from greyc.frontends.table.plan import Plan, kinds_of, plan
from greyc.frontends.table.printed import Printed, cards_of
from greyc.frontends.table.sheet import Sheet, from_csv, to_csv

CARDS = Path(__file__).parents[2] / "cards"
PACKS = sorted(path.parent.name for path in CARDS.glob("*/pack.toml"))


@pytest.fixture(scope="module")
def made() -> Compiled:
    return compile_paths([CARDS])


Planned = Callable[[Sheet], Plan]


def each_kind(made: Compiled, name: str) -> Iterator[tuple[PackSource, Printed, Planned]]:
    """Each kind of a pack, and what an import of a sheet would do."""
    source = next(pack for pack in made.packs if pack.name == name)
    cards = list(cards_of(made, name))
    texts = {file.path: file.text for file in source.files}
    for kind in dict.fromkeys(card.info.kind for card in cards):

        def planned(sheet: Sheet) -> Plan:
            return plan(sheet, cards, Printed.of(made, name, kinds_of(sheet, cards)), texts, "", False)

        yield source, Printed.of(made, name, [kind]), planned


@pytest.mark.parametrize("name", PACKS)
def test_export_and_import_change_nothing(made: Compiled, name: str) -> None:
    for _, printed, planned in each_kind(made, name):
        header = [column.head for column in printed.columns]
        for separator in ",;\t":
            done = planned(from_csv(to_csv(header, printed.rows(), separator).encode()))
            assert (done.edits, done.problems, done.missing) == ([], [], [])
        values = sum(len(card.props) for card in printed.cards)
        assert values == sum(bool(cell) for row in printed.rows() for cell in row[3:]), "each value is a cell"


@pytest.mark.parametrize("name", PACKS)
def test_a_number_changed_is_a_span_changed(made: Compiled, name: str) -> None:
    """In each row of each kind the first number of its own; and the file reads the same but for that number."""
    changed = 0
    for source, printed, planned in each_kind(made, name):
        header = [column.head for column in printed.columns]
        texts = {file.path: file.text for file in source.files}
        for row in printed.rows():
            if (at := next((i for i in range(3, len(row)) if re.fullmatch(r"\d+", row[i])), None)) is None:
                continue
            new = str(int(row[at]) + 1)
            done = planned(from_csv(to_csv(header, [[*row[:at], new, *row[at + 1 :]]]).encode()))
            (edit,) = done.edits
            assert (texts[edit.path][edit.start : edit.end], edit.text) == (row[at], new)
            changed += 1
    assert changed or name in ("common", "greyport_v11")


@pytest.mark.parametrize(("name", "kind", "head"), [("mage_knight", "unit", "cost"), ("chronos", "item", "power")])
def test_a_changed_pack_is_compiled(made: Compiled, name: str, kind: str, head: str) -> None:
    source, printed, planned = next(each for each in each_kind(made, name) if each[1].cards[0].info.kind == kind)
    header = [column.head for column in printed.columns]
    row = next(row for row in printed.rows() if row[header.index(head)])
    row[header.index(head)] = "3"
    done = planned(from_csv(to_csv(header, [row]).encode()))
    result = tried(done, made, source, CARDS / name)
    assert (result.problems, result.others) == ([], []) and len(result.texts) == 1
    assert edited({file.path: file.text for file in source.files}, done.edits)[0] == result.texts
