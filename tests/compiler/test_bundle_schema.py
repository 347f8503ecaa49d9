"""The published schema of a bundle is the one the IR's classes give, and takes what they write."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator

from greyc.compiler.bundle_schema import bundle_schema
from greyc.runtime import ir

PUBLISHED = Path(__file__).resolve().parents[2] / "schemas" / "bundle.schema.json"


def test_the_published_schema_has_not_drifted() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    assert published == bundle_schema(), "python -m greyc.compiler.bundle_schema > schemas/bundle.schema.json"
    Draft202012Validator.check_schema(published)


def test_every_node_of_the_ir_is_in_it() -> None:
    tags = {each["properties"]["op"]["const"] for each in bundle_schema()["$defs"].values() if "properties" in each}
    assert tags == set(ir.NODE_CLASSES)


def test_it_refuses_what_no_runtime_could_read() -> None:
    whole = ir.node_to_json(ir.Bundle(ir.IR_VERSION, {}))
    validator = Draft202012Validator(bundle_schema())
    assert validator.is_valid(whole)
    assert not validator.is_valid({**whole, "ir_version": "1"})
    assert not validator.is_valid({**whole, "extra": 1})
    assert not validator.is_valid({**whole, "packs": {"a": {"op": "pack"}}})
