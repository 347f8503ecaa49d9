"""How long `greyc validate` takes over all packs: cold, with one process and with two; warm; after one changed card.

Programs of their own, as a user starts them. In `extra_info`: CPU seconds of the process and those it started, which a busy
machine does not change as much as the clock, and lines of the language a second of CPU. For `-j` also seconds by the clock,
and the CPU seconds of each process that had some (Linux): no run can be shorter than its busiest process takes, and on idle
cores it is hardly longer. So the figures of the processes say on a busy machine too how far the work is spread.
"""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, sleep
from typing import Any

import pytest

CARDS = Path(__file__).resolve().parents[1] / "cards"
CHANGED = next(path for path in sorted(CARDS.rglob("*.grey")) if "tests" not in path.parts)


def lines() -> int:
    return sum(path.read_bytes().count(b"\n") for path in CARDS.rglob("*.grey"))


@dataclass(frozen=True, order=True)
class Spent:
    """Seconds of a run: of all its processes on their cores, by the clock, and of each process, the busiest first."""

    cpu: float
    clock: float
    each: tuple[float, ...]


def seconds(folder: Path, *arguments: str) -> Spent:
    """What `greyc validate` takes over a folder."""
    before, begun = getrusage(RUSAGE_CHILDREN), perf_counter()
    command = [sys.executable, "-m", "greyc.frontends.cli", "validate", str(folder / "cards"), *arguments]
    environment = {**os.environ, "GREYC_CACHE": str(folder / "cache")}
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment, start_new_session=True)
    each: dict[int, float] = {}
    while running.poll() is None:
        each |= processes(running.pid)
        sleep(0.02)
    assert running.returncode == 0
    clock, after = perf_counter() - begun, getrusage(RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(cpu, clock, tuple(sorted((seconds for seconds in each.values() if seconds > 0.05), reverse=True)))


def processes(session: int) -> dict[int, float]:
    """CPU seconds of each process of a session so far, by its number; none where there is no /proc."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace").rpartition(") ")[2].split()
        except OSError:  # it has ended
            continue
        if int(fields[3]) == session:
            found[int(path.parent.name)] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("all")
    shutil.copytree(CARDS, made / "cards")
    return made


@pytest.mark.parametrize("arguments", [["-j", "1"], ["-j", "2"]], ids=" ".join)
def test_cold(benchmark: Any, folder: Path, arguments: list[str]) -> None:
    times = benchmark.pedantic(lambda: spent.append(seconds(folder, "--no-cache", *arguments)), rounds=3)
    assert times is None
    best = min(spent)
    benchmark.extra_info |= {"cpu": round(best.cpu, 2), "lines_a_second": round(lines() / best.cpu)}
    benchmark.extra_info |= {"clock": round(best.clock, 2), "processes": best.each}
    each = ", ".join(f"{seconds:.2f}" for seconds in best.each)
    print(f"\n{' '.join(arguments)}: {best.cpu:.2f} s of CPU, by process {each}; {best.clock:.2f} s by the clock")
    spent.clear()


def test_warm(benchmark: Any, folder: Path) -> None:
    seconds(folder)
    benchmark.pedantic(lambda: spent.append(seconds(folder)), rounds=10)
    benchmark.extra_info["cpu"] = round(min(spent).cpu, 3)
    assert min(spent).cpu < 0.4
    spent.clear()


def test_one_card_changed(benchmark: Any, folder: Path) -> None:
    changed = folder / "cards" / CHANGED.relative_to(CARDS)

    def change() -> None:
        with changed.open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    seconds(folder)
    benchmark.pedantic(lambda: spent.append(seconds(folder)), setup=change, rounds=3)
    benchmark.extra_info["cpu"] = round(min(spent).cpu, 2)
    spent.clear()


spent: list[Spent] = []
