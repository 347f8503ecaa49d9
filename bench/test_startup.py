"""How long a user waits before greyc says anything: `greyc --help` against importing the packages it is built on."""

import subprocess
import sys
from time import perf_counter

import pytest

HELP = "import sys; from greyc.frontends.cli import main; sys.exit(main(['--help']))"
IMPORTS = "import lark, attrs, cattrs, jsonschema, click"


def run(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("program", [HELP, IMPORTS], ids=["help", "imports"])
def test_start(benchmark, program: str) -> None:  # type: ignore[no-untyped-def]
    benchmark.pedantic(run, (program,), rounds=10, warmup_rounds=1)


def test_help_takes_under_half_the_time_of_the_imports() -> None:
    def best(program: str) -> float:
        times = []
        for _ in range(7):
            start = perf_counter()
            run(program)
            times.append(perf_counter() - start)
        return min(times)

    assert best(HELP) < best(IMPORTS) / 2
