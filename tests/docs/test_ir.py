"""docs/ir.md: its example is what the compiler makes, and a bundle of another version is treated as promised."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from greyc.compiler import compile_paths
from greyc.frontends.stages import STAGES
from greyc.runtime import Bundle, BundleVersion, Game, Seat, ir

from .pages import DOCS, blocks

PAGE = blocks(DOCS / "ir.md")


@pytest.fixture
def built(tmp_path: Path) -> dict[str, Any]:
    """The page's example as a bundle in JSON."""
    (tmp_path / "pack.toml").write_text('name = "greeting"\ntitle = "Greeting"\nversion = "1.0"\n', encoding="utf-8")
    (grey,) = [block.text for block in PAGE if block.language == "grey"]
    (tmp_path / "rules.grey").write_text(grey, encoding="utf-8")
    compiled = compile_paths([tmp_path])
    assert compiled.ok
    return ir.bundle_to_json(compiled.bundle)


def outcome(value: dict[str, Any]) -> str | None:
    return Game.start(Bundle.from_json(value), "greeting", seats=[Seat("Ann")]).outcome


def test_the_example(built: dict[str, Any]) -> None:
    (shown,) = [json.loads(block.text) for block in PAGE if block.language == "json"]
    assert built["packs"]["greeting"]["verbs"][0]["body"] == shown
    text = (DOCS / "ir.md").read_text(encoding="utf-8")
    assert all(f"`{stage}`" in text for stage in STAGES)
    assert f'"ir_version": {ir.IR_VERSION}' in text
    assert all(member.name in text for member in attrs.fields(ir.Pack))
    assert outcome(built) == "won"


def test_a_newer_bundle_is_refused(built: dict[str, Any]) -> None:
    with pytest.raises(BundleVersion) as caught:
        Bundle.from_json({**built, "ir_version": ir.IR_VERSION + 1})
    assert f"ir_version {ir.IR_VERSION + 1}" in str(caught.value)
    assert f"up to {ir.IR_VERSION}" in str(caught.value)


def without_defaults(value: Any) -> Any:
    """A bundle as it was written before the members were added that have a default."""
    if isinstance(value, list):
        return [without_defaults(each) for each in value]
    if not isinstance(value, dict):
        return value
    cls = ir.NODE_CLASSES.get(value.get("op", ""))
    later = {each.name for each in attrs.fields(cls) if each.default is not attrs.NOTHING} if cls else set()
    kept = {key: each for key, each in value.items() if not (key in later and each in (None, False, [], {}))}
    return {key: without_defaults(each) for key, each in kept.items()}


def test_an_older_bundle_is_read(built: dict[str, Any]) -> None:
    older = without_defaults(built)
    assert len(json.dumps(older)) < len(json.dumps(built))
    assert ir.bundle_to_json(ir.bundle_from_json(older)) == built
    assert outcome(older) == "won"


def test_members_nobody_knows_are_passed_over(built: dict[str, Any]) -> None:
    built["packs"]["greeting"]["verbs"][0]["remark"] = "words for readers"
    assert outcome(built) == "won"
