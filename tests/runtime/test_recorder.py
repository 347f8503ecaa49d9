"""The recorder: absent, it leaves no trace in the code; present, it changes nothing that a game does."""

from pathlib import Path

import pytest

from greyc.compiler.driver import compile_paths
from greyc.runtime import Bundle, ir
from greyc.runtime.codegen import Codegen
from greyc.runtime.points import Survey
from greyc.runtime.recorder import Recorder
from greyc.runtime.testing import run_test

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = sorted(path for path in (ROOT / "tests" / "programs").iterdir() if path.is_dir() and path.name[0] != "_")
WORDS = ("RAN[", "seen(", "stays(", "forced(", "compared(")


def compiled(path: Path) -> ir.Bundle:
    made = compile_paths([path])
    assert made.ok
    return made.bundle


def failures(bundle: Bundle) -> list[str]:
    tests = [(pack.name, test) for pack in bundle.ir.packs.values() for test in pack.tests]
    assert tests
    return [test.title for pack, test in tests if run_test(bundle, pack, test).failure is not None]


@pytest.mark.parametrize("path", [*PROGRAMS, ROOT / "cards"], ids=lambda path: path.name)
def test_games_go_the_same_way_with_a_recorder(path: Path) -> None:
    bundle = compiled(path)
    for mutants in (False, True):
        recorder = Recorder(bundle, mutants)
        assert failures(Bundle(bundle, recorder)) == []
        assert any(recorder.ran)
        assert any(recorder.reached) == mutants


def test_without_a_recorder_nothing_of_it_is_in_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    sources: list[str] = []
    define = Codegen.define

    def noted(self: Codegen, name: str, source: str, places: list[ir.At | None], pack: int, file: int) -> object:
        sources.append(source)
        return define(self, name, source, places, pack, file)

    monkeypatch.setattr(Codegen, "define", noted)
    bundle = compiled(ROOT / "cards")
    failures(Bundle(bundle))
    assert sources and not [word for word in WORDS for source in sources if word in source]
    sources.clear()
    failures(Bundle(bundle, Recorder(bundle, True)))
    assert not [word for word in WORDS if not any(word in source for source in sources)]


def test_every_process_counts_the_same() -> None:
    bundle = compiled(ROOT / "cards")
    here, there = Survey(bundle), Survey(ir.bundle_from_json(ir.bundle_to_json(bundle)))
    assert here.parts == there.parts
    assert here.points == there.points
    assert [(m.what, m.at, m.part) for m in here.mutants] == [(m.what, m.at, m.part) for m in there.mutants]
