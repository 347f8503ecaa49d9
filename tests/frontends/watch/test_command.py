"""`greyc watch` as a program: from a save to an event, what ends it, what it says of a port and of what is not installed."""

import json
import os
import queue
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from urllib.request import urlopen

import pytest

from greyc.frontends.cli import WRONG_USE

from ..conftest import Run
from ..small_packs import write_packs

WAIT = 30


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    return write_packs(tmp_path / "packs")


@pytest.mark.parametrize("missing", ["jinja2", "watchfiles"])
def test_without_the_extra_it_says_what_to_install(
    missing: str, packs: Path, greyc: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    code, _, err = greyc("watch", packs / "tiny")
    assert code == WRONG_USE and f"needs {missing}" in err and "pip install 'greyc[watch]'" in err


def test_a_port_in_use(packs: Path, greyc: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = greyc("watch", packs / "tiny", "--port", port)
    assert code == WRONG_USE and f"port {port} is in use" in err and "--port 0" in err


def test_no_pack_there(tmp_path: Path, greyc: Run) -> None:
    code, _, err = greyc("watch", tmp_path)
    assert code == WRONG_USE and "no pack" in err


def told(url: str) -> Iterator[str]:
    """The HTML of each event, as it comes."""
    found: queue.Queue[str] = queue.Queue()

    def read() -> None:
        with urlopen(f"{url}events", timeout=WAIT) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    found.put(json.loads(line[6:])["html"])

    Thread(target=read, daemon=True).start()
    while True:
        yield found.get(timeout=WAIT)


def wait_for(stream: Iterator[str], part: str) -> str:
    """The first event with this in it."""
    return next(html for html in stream if part in html)


def heeding_ctrl_c() -> None:
    """Who runs tests in the background may ignore Ctrl-C, and children would do so too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_from_a_save_to_the_page(packs: Path) -> None:
    if os.name == "nt":
        pytest.skip("no Ctrl-C can be sent to a child there")
    path = packs / "tiny" / "cards.grey"
    command = [sys.executable, "-m", "greyc.frontends.cli", "watch", str(path), "--port", "0"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heeding_ctrl_c
    )
    try:
        assert running.stdout is not None
        url = re.match(r"(http://127\.0\.0\.1:\d+/) shows", running.stdout.readline())
        assert url is not None
        stream = told(url[1])
        assert "&lt;script&gt;" in wait_for(stream, "Ruby")
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("Ruby", "Garnet"), encoding="utf-8")
        wait_for(stream, "Garnet")
        path.write_text(text.replace("worth 5", "worht 5"), encoding="utf-8")
        assert "<mark>worht</mark>" in wait_for(stream, "worht")
        path.unlink()
        wait_for(stream, "cards.grey is gone")
        (packs / "tiny" / "new.grey").write_text(f'{text}gem opal "Opal":\n    worth 3\n', encoding="utf-8")
        wait_for(stream, "Opal")
    finally:
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=WAIT)
    assert running.returncode == 0 and "Traceback" not in out + err and "The preview has ended." in out
