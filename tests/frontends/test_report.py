"""`greyc simulate --report`: what is counted of a game whose every card is known, as JSON, as text and as a page."""

import json
import re
import shlex
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from math import comb
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from greyc.frontends import workers
from greyc.frontends.report import run
from greyc.frontends.report.figures import verdict
from greyc.frontends.report.forms import schema
from greyc.frontends.report.plots import counts
from greyc.frontends.report.told import table
from greyc.frontends.report.watch import Watched
from greyc.frontends.statistics import paired, quartiles, stratified

from .conftest import VAULT, Run, piped
from .test_validate import MANIFEST

SCHEMAS = Path(__file__).parents[2] / "schemas"

RULES = """game fair "Fair":
    players 1 to 2
    decides players
    option prize: printed goal = near "Prize"
    option hurry: flag = no "Hurry"
    option length: 2 .. 90 = 4 "Length"
    state tickets: int = 0 "tickets"
    slot goal of goal "goal"
    zone deck of stall ordered hidden "deck"
    zone row of stall ordered "row"
    setup:
        create prize into goal
        fill deck with s in cards of stall where not s.shown
        fill row with s in cards of stall where s.shown
    play:
        repeat length:
            turn
        end game lost "The fair closes."
    score tickets

kind goal is card:
    active in goal
    need: int "need"
    whenever tickets >= this.need:
        end game won "{this} is yours."
kind stall is card "stall":
    active in row
    shown: flag = no
ability played on stall
verb turn "turn":
    choose s in row "Which stall?":
        run played of s
verb earn amount (int):
    tickets += amount

goal near "Near":
    need 4
goal distant "Far":
    need 99

stall ducks "Ducks":
    shown
    played:
        earn 2
stall wheel "Wheel":
    shown
    played:
        if tickets > 50:
            earn 9
stall bell "Bell":
    shown
    before earn amount if amount > 5:
        amount = 0
stall booth "Booth":
    played:
        earn 1
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    home = tmp_path / "fair"
    home.mkdir()
    (home / "pack.toml").write_text(MANIFEST.format(name="fair"), encoding="utf-8")
    (home / "rules.grey").write_text(RULES, encoding="utf-8")
    return home


def line(text: str) -> int:
    return RULES[: RULES.index(text)].count("\n") + 1


def reported(greyc: Run, *arguments: object) -> dict:  # type: ignore[type-arg]
    code, out, err = greyc("simulate", *arguments, "--format", "json", "--report")
    assert (code, err) == (0, "")
    report = json.loads(out)
    Draft202012Validator(json.loads((SCHEMAS / "report.schema.json").read_text("utf-8"))).validate(report)
    return report  # type: ignore[no-any-return]


def test_the_published_schema_is_the_generated_one() -> None:
    published = json.loads((SCHEMAS / "report.schema.json").read_text("utf-8"))
    assert published == schema(), "python -m greyc.frontends.report.forms > schemas/report.schema.json"


def test_cells_are_all_cards_of_options_and_all_seats(greyc: Run, fair: Path) -> None:
    report = reported(greyc, fair, "-n", 5, "--seed", 3)
    assert report["bots"] == ["greedy"] and report["seats"] == [1, 2]
    assert [(c["values"], c["seats"]) for c in report["cells"]] == [
        (["near"], 1), (["near"], 2), (["distant"], 1), (["distant"], 2),
    ]  # fmt: skip
    assert [c["win"]["won"] for c in report["cells"]] == [5, 5, 0, 0] and not report["stopped"]
    near, far = report["groups"]
    assert (near["mean"], far["mean"], near["win"]["games"]) == (1, 0, 10)
    assert near["win"]["low"] == pytest.approx(0.7225, abs=1e-3)


def test_what_is_gone_through_can_be_said(greyc: Run, fair: Path) -> None:
    report = reported(greyc, fair, "-n", 1, "--each", "hurry", "--each", "length=2,3", "--seats", 2)
    assert [c["values"] for c in report["cells"]] == [["no", "2"], ["no", "3"], ["yes", "2"], ["yes", "3"]]
    assert report["options"][1]["values"] == [["2", "Length: 2"], ["3", "Length: 3"]]
    assert [c["win"]["won"] for c in report["cells"]] == [1, 1, 1, 1]
    fixed = reported(greyc, fair, "-n", 1, "--option", "prize=distant", "--seats", 1)
    assert [c["values"] for c in fixed["cells"]] == [[]] and fixed["fixed"] == {"prize": "distant"}


def test_lengths_and_ends(greyc: Run, fair: Path) -> None:
    near, far = reported(greyc, fair, "-n", 4, "--seats", 1)["cells"]
    assert near["periods"] == [] and near["decisions"]["median"] == 2
    assert far["decisions"] == {"least": 4, "lower": 4, "median": 4, "upper": 4, "greatest": 4}
    at = line("end game lost")
    assert far["ends"] == [
        {"outcome": "lost", "text": "The fair closes.", "path": "fair/rules.grey", "line": at, "games": 4}
    ]
    assert [each["text"] for each in near["ends"]] == ["… is yours."]


def test_a_period_is_what_something_lasts_for(greyc: Run) -> None:
    cell = reported(greyc, VAULT, "-n", 4, "--seats", 2)["cells"][0]
    assert [(each["name"], each["title"]) for each in cell["periods"]] == [("search_round", "round")]
    assert 1 <= cell["periods"][0]["spread"]["least"] <= 12


def test_cards_and_lines(greyc: Run, fair: Path) -> None:
    report = reported(greyc, fair, "-n", 80, "--bot", "random", "--seats", 1)
    cards = {each["card"]: each for each in report["cards"]}
    assert cards["booth"]["seen"] == cards["booth"]["used"] == 0
    assert cards["near"]["seen"] == 80 and cards["near"]["chosen"] == 80  # the option is set to it
    ducks, wheel, bell = cards["ducks"], cards["wheel"], cards["bell"]
    assert ducks["seen"] == wheel["seen"] == 160
    assert ducks["chosen"] == ducks["ran"] == ducks["used"] > 20
    assert wheel["chosen"] > 0 and bell["chosen"] > 0 and bell["ran"] == 0
    assert ducks["verdict"] == "helps" and ducks["low"] > 0  # nobody wins without
    found = {(each["card"], each["line"], each["message"]) for each in report["lines"]}
    assert found == {
        ("wheel", line("earn 9"), "the statement never runs"),
        ("bell", line("before earn"), "the hook never fires"),
    }
    assert {each["source"] for each in report["lines"]} == {"earn 9", "before earn amount if amount > 5:"}


def test_what_bots_only_think_of_is_not_counted(greyc: Run, fair: Path) -> None:
    report = reported(greyc, fair, "-n", 3, "--bot", "search", "--option", "prize=near", "--seats", 1)
    used = {each["card"]: each["used"] for each in report["cards"]}
    assert used["ducks"] == used["near"] == 3 and used["distant"] == used["wheel"] == 0  # looked at, and never taken


def test_bots_are_compared_on_the_same_seeds(greyc: Run) -> None:
    report = reported(greyc, VAULT, "-n", 12, "--option", "goal=9", "--seats", 2, "--bot", "random", "--bot", "greedy")
    (each,) = report["compared"]
    assert (each["first"], each["second"], each["pairs"]) == ("greedy", "random", 12)
    won = {cell["bot"]: cell["win"]["won"] for cell in report["cells"]}
    assert each["difference"] == pytest.approx((won["greedy"] - won["random"]) / 12, abs=1e-4)
    assert each["first_only"] - each["second_only"] == won["greedy"] - won["random"] > 0


def test_the_number_of_processes_changes_nothing() -> None:
    one, two = (
        piped("simulate", VAULT, "-n", 5, "--each", "dark", "-j", jobs, "--format", "json", "--report")
        for jobs in (1, 2)
    )
    assert one == two and one[0] == 0


def test_as_text(greyc: Run, fair: Path) -> None:
    code, out, _ = greyc("simulate", fair, "-n", 4, "--report")
    assert code == 0
    assert out.startswith("Fair: 4 games (seeds 0 to 3) in each of 4 cells\n")
    assert re.search(r"^  Near  100 % \(51-100\)  100 % \(51-100\)  100 %$", out, re.MULTILINE)
    assert "  Far: 100 % The fair closes.\n" in out
    assert "Never seen: Booth." in out
    assert "the hook never fires: before earn amount if amount > 5:" in out.replace("\n    ", " ")


def test_columns_stand_below_each_other_whatever_the_letters() -> None:
    assert table([["", "won"], ["Far", "9 %"], ["遠い", "10 %"]]) == ["         won", "  Far    9 %", "  遠い  10 %"]


class Page(HTMLParser):
    """What a page loads from elsewhere, its plots and its text; fails where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.plots = 0
        self.texts: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "input", "br", "link", "img"):
            self.open.append(tag)
        given = dict(attrs)
        self.loads += [str(given[name]) for name in ("src", "href") if name in given]
        self.plots += tag == "svg" and given.get("class") == "chart"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_needs_nothing_else(greyc: Run, fair: Path, tmp_path: Path) -> None:
    file = tmp_path / "fair.html"
    assert greyc("simulate", fair, "-n", 4, "--bot", "random", "--bot", "greedy", "--report", file)[0] == 0
    text = file.read_text(encoding="utf-8")
    page = Page(text)
    assert all(each.startswith("#") for each in page.loads) and "@import" not in text and "url(" not in text
    assert page.plots == 4  # wins, lengths, ends, bots
    told = " ".join(page.texts)
    for words in ("Fair: balance from play", "Near", "The fair closes.", "Ducks", "earn 9", "Never seen: 1"):
        assert words in told


def test_names_cannot_break_the_page(greyc: Run, fair: Path, tmp_path: Path) -> None:
    (fair / "rules.grey").write_text(RULES.replace('"Ducks"', '"<b>&Ducks"'), encoding="utf-8")
    file = tmp_path / "fair.html"
    assert greyc("simulate", fair, "-n", 1, "--report", file)[0] == 0
    text = file.read_text(encoding="utf-8")
    Page(text)
    assert "<td>&lt;b&gt;&amp;Ducks</td>" in text


def test_a_broken_game_is_told_with_its_command(greyc: Run, fair: Path) -> None:
    (fair / "rules.grey").write_text(RULES.replace("earn 2", "earn 2 / tickets"), encoding="utf-8")
    code, out, _ = greyc(
        "simulate",
        fair,
        "-n",
        2,
        "--seats",
        1,
        "--option",
        "prize=distant",
        "--option",
        "length=40",
        "--bot",
        "random",
        "--report",
    )
    assert code == 1 and "2 of 2 games broke or did not end." in out
    again = shlex.split((re.search(r"again: greyc (.*)", out) or ["", ""])[1])
    code, told, _ = greyc(*again)
    assert code == 1
    assert (re.search("broke after .*", out) or [""])[0] == (re.search("broke after .*", told) or [1])[0]


def interrupted_after(games: int) -> Callable[..., Iterator[Watched]]:
    """`spread` as if somebody pressed ctrl-C when so many games had ended."""

    def spread(work: Any, bundle: Any, tasks: Any, processes: int) -> Iterator[Watched]:
        yield from workers.spread(work, bundle, tasks[:games], processes)
        raise KeyboardInterrupt

    return spread


def test_an_interrupted_run_tells_what_was_played(
    greyc: Run, fair: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "spread", interrupted_after(5))
    code, out, _ = greyc("simulate", fair, "-n", 3, "--seed", 7, "--report", tmp_path / "page.html")
    assert code == 130
    head = "Fair: 3 games (seeds 7 to 9) in each of 4 cells; stopped after 5 games"
    assert out.startswith(head + "\n") and head in (tmp_path / "page.html").read_text("utf-8")
    code, out, _ = greyc("simulate", fair, "-n", 3, "--seed", 7, "--report", "--format", "json")
    report = json.loads(out)
    assert (code, report["stopped"]) == (130, True)
    assert [cell["win"]["games"] for cell in report["cells"]] == [2, 1, 1, 1]
    monkeypatch.setattr(run, "spread", interrupted_after(0))
    code, out, err = greyc("simulate", fair, "-n", 3, "--report")
    assert (code, out) == (130, "") and "stopped" in err


def test_a_cell_without_games_has_no_rate(
    greyc: Run, fair: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "spread", interrupted_after(1))
    _, out, _ = greyc("simulate", fair, "-n", 2, "--report", tmp_path / "page.html")
    assert re.search(r"^  Near  100 % \(21-100\) +-  100 %$\n^  Far +- +- *$", out, re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--each", "dark"], "--report"),
        (["--bot", "random", "--bot", "greedy"], "--report"),
        (["--format", "json"], "--report"),
        (["--report", "--each", "dusk"], "There is no option dusk; there is goal, dark."),
        (["--report", "--each", "dark=maybe"], "dark is one of no, yes, not maybe."),
        (["--report", "--each", "dark", "--option", "dark=no"], "either"),
        (["--report", "--option", "goal=99"], "goal"),
        (["--report", "--seats", 9], "is for 1 to 3 players"),
        (["--report", "no/such/folder/page.html", "-n", 1, "--seats", 1], "there is no folder no/such/folder"),
        (["--report", VAULT, "-n", 1, "--seats", 1], "is a directory"),
    ],
)
def test_wrong_use(greyc: Run, arguments: list[object], says: str) -> None:
    code, out, err = greyc("simulate", VAULT, *arguments)
    assert code == 2 and says in err
    assert out == ""  # nothing was played


def test_a_long_range_needs_its_values_said(greyc: Run, fair: Path) -> None:
    code, _, err = greyc("simulate", fair, "--report", "--each", "length")
    assert code == 2 and "--each length=2,90" in err


# ---- statistics -----------------------------------------------------------------------------


def test_paired_differences() -> None:
    difference, low, high = paired(16, 4, 50)
    assert difference == pytest.approx(0.24) and low < 0.24 < high
    assert paired(4, 16, 50) == pytest.approx((-difference, -high, -low))
    assert paired(0, 0, 0) == (0.0, -1.0, 1.0)
    alike = paired(0, 0, 20)
    assert alike[0] == 0 and alike[1] == -alike[2] < 0  # nothing seen is not nothing there


@pytest.mark.parametrize(("first", "second"), [(0.3, 0.1), (0.2, 0.2), (0.05, 0.0), (0.6, 0.05)])
def test_the_interval_of_a_paired_difference_holds_the_truth(first: float, second: float) -> None:
    pairs, held = 30, 0.0
    for one in range(pairs + 1):
        for other in range(pairs + 1 - one):
            _, low, high = paired(one, other, pairs)
            both = pairs - one - other
            ways = comb(pairs, one) * comb(pairs - one, other)
            chance = ways * first**one * second**other * (1 - first - second) ** both
            held += chance * (low <= first - second <= high)
    assert 0.92 < held <= 1


def test_differences_within_strata() -> None:
    told = stratified([(40, 30, 40, 10)])
    assert told is not None
    assert told[0] == pytest.approx(0.5)
    assert told[1] == pytest.approx(0.31, abs=0.01) and told[2] == pytest.approx(0.69, abs=0.01)
    # In each stratum the rates are the same; all together they are not, since the second is easy and mostly with.
    same = stratified([(10, 1, 90, 9), (90, 81, 10, 9)])
    assert same is not None and same[0] == pytest.approx(0)
    assert stratified([(10, 5, 0, 0), (0, 0, 10, 5)]) is None


def test_verdicts() -> None:
    def of(*strata: tuple[int, int, int, int]) -> str:
        return verdict(strata, stratified(strata))

    assert of((40, 30, 40, 10)) == "helps"
    assert of((40, 10, 40, 30)) == "hurts"
    assert of((400, 200, 400, 204)) == "no difference"
    assert of((40, 20, 40, 22)) == "unknown"  # as likely a difference as not
    assert of((40, 30, 3, 0)) == "unknown"  # too few games without
    assert of((40, 30, 0, 0)) == "unknown"


def test_quartiles() -> None:
    assert quartiles([5]) == (5, 5, 5, 5, 5)
    assert quartiles([4, 1, 3, 2, 5]) == (1, 2, 3, 4, 5)


def test_ticks_are_round_and_few() -> None:
    for greatest in (0, 1, 4, 9, 23, 57, 180, 999):
        ticks = counts(greatest)
        assert ticks[0] == (0, "0") and ticks[-1][0] >= greatest and len(ticks) <= 6


RIVALS = """game draw "Draw":
    players 2 to 3
    decides players
    zone pile of lot ordered hidden "pile"
    setup:
        fill pile with c in cards of lot
        shuffle pile
        for each p in players:
            pull 1 from pile as drawn
            for each c in drawn:
                move c to p.hand
            for each c in top(pile, 1):
                move c to p.bag
                move c to pile at bottom
    play:
        choose one by players "Look?":
            option "Look":
                look
verb look:
    for each p in players:
        if any(c in p.hand where c is gold):
            end game won for p
    end game lost
kind lot is card "lot":
    active in hand
kind player is seat:
    zone hand of lot "hand"
    zone bag of lot "bag"
lot gold "Gold"
lot tin "Tin"
lot clay "Clay"
"""


def test_who_wins_alone_and_with_what(greyc: Run, tmp_path: Path) -> None:
    home = tmp_path / "draw"
    home.mkdir()
    (home / "pack.toml").write_text(MANIFEST.format(name="draw"), encoding="utf-8")
    (home / "rules.grey").write_text(RIVALS, encoding="utf-8")
    report = reported(greyc, home, "-n", 60)
    two, three = report["cells"]
    assert sum(two["alone"]) == two["win"]["won"] < 60 and len(two["alone"]) == 2 and min(two["alone"]) > 5
    assert sum(three["alone"]) == 60 and len(three["alone"]) == 3
    gold, tin, clay = (card["alone"] for card in report["cards"])
    assert gold["seats"] == gold["won"] == 60 + sum(two["alone"])
    even = (60 / 3 + sum(two["alone"]) / 2) / gold["seats"]
    assert gold["difference"] == pytest.approx(1 - even, abs=1e-4) and 0 < gold["low"] < gold["high"]
    assert tin["won"] == clay["won"] == 0 and tin["seats"] + clay["seats"] == 120 + sum(
        two["alone"]
    )  # the bag is no hand
    assert tin["high"] < 0
    _, told, _ = greyc("simulate", home, "-n", 60, "--report", tmp_path / "page.html")
    assert "Who had it won alone more often than others: Gold (+" in told.replace("\n    ", " ")
    shares = ", ".join(f"{100 * won / 60:.0f}" for won in three["alone"])
    assert re.search(rf"Games won alone by each seat, bot greedy\n.*\n  Draw .*{shares} %$", told, re.MULTILINE)
    assert "By the cards that seats had" in " ".join(Page((tmp_path / "page.html").read_text("utf-8")).texts)


def test_where_all_win_together_no_seat_wins_alone(greyc: Run, fair: Path, tmp_path: Path) -> None:
    report = reported(greyc, fair, "-n", 2)
    assert {tuple(cell["alone"]) for cell in report["cells"]} == {()} and {c["alone"] for c in report["cards"]} == {
        None
    }
    _, told, _ = greyc("simulate", fair, "-n", 2, "--report", tmp_path / "page.html")
    assert "alone" not in told and 'id="alone"' not in (tmp_path / "page.html").read_text("utf-8")
