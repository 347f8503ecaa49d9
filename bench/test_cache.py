"""How long `greyc validate` takes over all packs: cold, with one process and with two; warm; after one changed card.

Programs of their own, as a user starts them. In `extra_info`: CPU seconds of the process and those it started, which a busy
machine does not change as much as the clock, and lines of the language a second of CPU.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

import pytest

CARDS = Path(__file__).resolve().parents[1] / "cards"
CHANGED = next(path for path in sorted(CARDS.rglob("*.grey")) if "tests" not in path.parts)


def lines() -> int:
    return sum(path.read_bytes().count(b"\n") for path in CARDS.rglob("*.grey"))


def seconds(folder: Path, *arguments: str) -> float:
    """CPU time of `greyc validate` over a folder."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "greyc.frontends.cli", "validate", str(folder / "cards"), *arguments]
    subprocess.run(
        command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "GREYC_CACHE": str(folder / "cache")}
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("all")
    shutil.copytree(CARDS, made / "cards")
    return made


@pytest.mark.parametrize("arguments", [["-j", "1"], ["-j", "2"]], ids=" ".join)
def test_cold(benchmark: Any, folder: Path, arguments: list[str]) -> None:
    times = benchmark.pedantic(lambda: spent.append(seconds(folder, "--no-cache", *arguments)), rounds=3)
    assert times is None
    benchmark.extra_info |= {"cpu": round(min(spent), 2), "lines_a_second": round(lines() / min(spent))}
    spent.clear()


def test_warm(benchmark: Any, folder: Path) -> None:
    seconds(folder)
    benchmark.pedantic(lambda: spent.append(seconds(folder)), rounds=10)
    benchmark.extra_info["cpu"] = round(min(spent), 3)
    assert min(spent) < 0.4
    spent.clear()


def test_one_card_changed(benchmark: Any, folder: Path) -> None:
    changed = folder / "cards" / CHANGED.relative_to(CARDS)

    def change() -> None:
        with changed.open("a", encoding="utf-8") as file:
            file.write("# changed\n")

    seconds(folder)
    benchmark.pedantic(lambda: spent.append(seconds(folder)), setup=change, rounds=3)
    benchmark.extra_info["cpu"] = round(min(spent), 2)
    spent.clear()


spent: list[float] = []
