"""`greyc lsp` where its extra is not installed."""

import sys

import pytest

from greyc.frontends.cli import WRONG_USE, main


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pygls", None)
    assert main(["lsp"]) == WRONG_USE
    assert "pip install 'greyc[lsp]'" in capsys.readouterr().err
