"""The front end of docs/embedding.md runs as printed: a whole game, played through a pipe."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

from greyc.runtime import ir

from .tables import bundle

PAGE = Path(__file__).parents[2] / "docs" / "embedding.md"


def test_the_front_end_of_the_page_plays_a_game(tmp_path: Path) -> None:
    source = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)[0]
    assert len([line for line in source.splitlines() if line.strip()]) <= 50
    program, built = tmp_path / "front.py", tmp_path / "cards.greyb"
    program.write_text(source, encoding="utf-8")
    built.write_text(json.dumps(ir.bundle_to_json(bundle().ir)), encoding="utf-8")
    rng = Random(1)
    for game in bundle().games():
        run = subprocess.run(
            [sys.executable, str(program), str(built), game],
            input="\n".join(str(rng.randint(1, 9)) for _ in range(20_000)),
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert run.returncode == 0, run.stderr
        assert run.stdout.split()[-1] in ("won", "lost")
