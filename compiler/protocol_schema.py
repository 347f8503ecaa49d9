"""The JSON Schemas of what goes in and out of a running game: decisions, answers, events, views, saves, errors, lobbies.

The runtime makes these objects as plain JSON and knows no schema, so they are described here, apart from it; a test holds
them against what every game of the packs really says. `python -m greyc.compiler.protocol_schema schemas` writes the files.
Each is complete by itself: it carries the definitions it uses.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
STRING: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
NATURAL: Schema = {"type": "integer", "minimum": 0}
FLAG: Schema = {"type": "boolean"}
ERRORS = (
    "illegal_answer", "stale_decision", "not_your_decision", "game_over", "nothing_to_undo", "bad_start", "link_error",
    "bundle_version", "save_mismatch", "budget_exceeded", "content_error",
)  # fmt: skip


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def obj(required: dict[str, Schema], optional: dict[str, Schema] | None = None, says: str = "") -> Schema:
    """A closed object."""
    out: Schema = {"description": says} if says else {}
    return out | {
        "type": "object",
        "properties": required | (optional or {}),
        "required": list(required),
        "additionalProperties": False,
    }


def listed(items: Schema, says: str = "") -> Schema:
    return ({"description": says} if says else {}) | {"type": "array", "items": items}


def table(values: Schema, says: str = "") -> Schema:
    return ({"description": says} if says else {}) | {"type": "object", "additionalProperties": values}


def either(*kinds: Schema, says: str = "") -> Schema:
    return ({"description": says} if says else {}) | {"anyOf": list(kinds)}


def maybe(kind: Schema) -> Schema:
    return either(kind, {"type": "null"})


SEAT: Schema = {"description": "The number of a seat, from 0.", "type": "integer", "minimum": 0}

DEFS: dict[str, Schema] = {
    "id": {
        "description": "t17 a copy as this seat knows it, u1 a copy it can't tell, in this question alone, p0 a seat,"
        " b9 a place of a board, w.red a word, n.3 a number, c.torch a printed card, s.map.2.1 a spot, d.north a side,"
        " r40 a rolled die, k.tank a keyword, f.yes a flag.",
        "type": "string",
        "pattern": r"^([tupbr]\d+|n\.-?\d+|f\.(yes|no)|[wcsdk]\..+)$",
    },
    "value": either(
        {"type": ["null", "boolean", "integer", "string"]},
        obj({"card": STRING}, says="A printed card, or a copy of it, by its name."),
        obj({"kind": STRING}, says="A thing of which no more is known than its kind."),
        obj({"seat": SEAT, "name": STRING}),
        obj({"word": either(STRING, INTEGER), "of": STRING}, says="A word of a kind of words."),
        obj({"die": STRING}, {"face": INTEGER}),
        obj({"zone": STRING}, {"of": ref("value")}, "A zone by its title's text id, and what it belongs to."),
        listed(ref("value")),
        says="What a message or view says of something; `Game.label` puts it in words. Far distances are \"far\".",
    ),
    "message": obj(
        {"id": STRING}, {"args": table(ref("value"))}, "A text by its id, and what it is filled with; see `Game.say`."
    ),
    "candidate": obj({"id": ref("id"), "label": ref("value")}, says="Something that may be chosen."),
    "parameter": obj(
        {
            "name": STRING,
            "one": {"description": "Whether the answer is one id, else a list of them.", "type": "boolean"},
            "min": NATURAL,
            "max": NATURAL,
            "candidates": listed(ref("candidate")),
        },
        says="A part of an action that is to be chosen.",
    ),
    "action": obj(
        {
            "action": STRING,
            "title": ref("message"),
            "params": listed(
                either(ref("parameter"), obj({"name": STRING})),
                "In order; the first with its candidates, the others come by `Game.complete`.",
            ),
        },
        {"actor": {"description": "Who acts, where that is not the seat itself.", "$ref": "#/$defs/id"}},
    ),
    "choice": either(
        obj({"action": STRING}, {"with": table(either(ref("id"), listed(ref("id")))), "actor": ref("id")}),
        obj({"pick": either({"type": "null"}, ref("id"), listed(ref("id")))}),
        obj({"option": STRING}),
        obj({"yes": FLAG}),
        obj({"shares": table(NATURAL)}),
        says="What is answered, without who answers what.",
    ),
    "place": obj({"pack": STRING, "path": STRING, "line": INTEGER, "column": INTEGER}),
    "zone": obj(
        {"count": NATURAL},
        {
            "title": {"description": "A text id.", "type": "string"},
            "things": listed(maybe(ref("thing")), "In order; null is a copy this seat can't see. Left out where none is seen."),
        },
    ),
    "thing": obj(
        {"id": ref("id"), "kind": STRING, "label": ref("value"), "states": table(ref("value"))},
        {
            "card": {"description": "The printed card's name.", "type": "string"},
            "keywords": listed(STRING, "Attached ones."),
            "zones": table(ref("zone")),
        },
    ),
    "laid": obj(
        {"id": ref("id"), "kind": STRING, "label": ref("value"), "states": table(ref("value"))},
        {
            "card": STRING,
            "keywords": listed(STRING),
            "zones": table(ref("zone")),
            "x": INTEGER,
            "y": INTEGER,
            "next": listed(ref("id"), "Places linked to it."),
        },
        "A place that lies on a board.",
    ),
}  # fmt: skip


def _decision() -> Schema:
    base = {
        "decision": {"description": "The question's number; an answer names it.", "type": "integer", "minimum": 1},
        "revision": NATURAL,
        "seat": maybe(SEAT),
        "waiting": listed(SEAT, "Seats that may answer."),
        "undo": {"description": "Whether the last answer can be taken back.", "type": "boolean"},
    }

    source: Schema = {"description": "The card or other thing whose words ask.", "$ref": "#/$defs/value"}

    def of(kind: str, **more: Schema) -> Schema:
        legal: Schema = {"description": "A legal answer, for time-outs.", "$ref": "#/$defs/choice"}
        every = {**base, "kind": {"const": kind}, **more, "default": legal}
        return obj(every) if kind == "offer" else obj({**every, "prompt": ref("message")}, {"source": source})

    kinds = {"enum": ["offer", "choose", "one", "may", "split"]}
    candidates = listed(ref("candidate"))
    return either(
        obj(
            {**base, "kind": kinds},
            {"prompt": ref("message"), "source": source},
            says="For a seat that is not asked, and for spectators.",
        ),
        of("offer", actions=listed(ref("action"), "What may be done now; the last is `pass`.")),
        of("choose", min=NATURAL, max=NATURAL, may=FLAG, one=FLAG, candidates=candidates),
        of("one", options=listed(obj({"id": STRING, "title": maybe(ref("message"))}))),
        of("may"),
        of("split", total=NATURAL, candidates=candidates),
        says="The open question as one seat may know it: `Game.decision`.",
    )


def _completion() -> Schema:
    ready, waits = {"ready": {"const": True}}, {"ready": {"const": False}}
    return either(
        obj(ready, {"title": ref("message")}, "Nothing more is to be chosen."),
        obj({**waits, "title": ref("message"), "next": ref("parameter")}),
        obj({**waits, "title": ref("message"), "why": ref("error")}, says="All is chosen, and would be refused."),
        says="What comes next in a half-made action: `Game.complete`.",
    )


def _answer() -> Schema:
    who: dict[str, Schema] = {"decision": {"type": "integer", "minimum": 1}, "seat": SEAT}
    key = {"key": {"description": "The same key again gives the earlier result.", "type": "string"}}
    out = [
        obj({**who, **{n: choice["properties"][n] for n in choice["required"]}}, {**key, **_more(choice)})
        for choice in DEFS["choice"]["anyOf"]
    ]
    return either(*out, says="An answer: `Game.answer`.")


def _more(choice: Schema) -> Schema:
    return {n: s for n, s in choice["properties"].items() if n not in choice["required"]}


def _event() -> Schema:
    change = {
        "type": "array",
        "prefixItems": [listed(either(STRING, NATURAL)), {}],
        "minItems": 2,
        "maxItems": 2,
        "items": False,
    }
    return either(
        obj(
            {
                "event": {"description": "Its number.", "type": "integer", "minimum": 0},
                "verb": {"description": "A verb, action or ability; `answer` a seat's answer, `log` a sentence.", "type": "string"},
                "changes": listed(change, "[path, value]: what it changed in the view; {\"gone\": true} takes away."),
            },
            {
                "cause": {"description": "The number of the event in which it happened.", "type": "integer"},
                "args": table(ref("value")),
                "became": {"description": "The arguments after the before hooks, where they differ.", **table(ref("value"))},
                "stopped": {"const": True},
                "message": ref("message"),
            },
        ),
        obj({"verb": {"const": "rewind"}, "to": NATURAL}, says="Undo took back all events from this number on."),
        says="What happened, as one seat may know it: `Game.events`.",
    )  # fmt: skip


def _view() -> Schema:
    return obj(
        {
            "revision": NATURAL,
            "seat": maybe(SEAT),
            "outcome": {"enum": [None, "won", "lost"]},
            "winner": maybe(SEAT),
            "states": table(ref("value")),
            "options": table(ref("value")),
            "zones": table(ref("zone")),
            "box": ref("zone"),
            "seats": listed(
                obj(
                    {"id": ref("id"), "name": STRING, "plays": FLAG, "states": table(ref("value"))},
                    {"zones": table(ref("zone"))},
                )
            ),
        },
        {"boards": table(listed(ref("laid")))},
        "The table as one seat sees it: `Game.view`.",
    )


def _save() -> Schema:
    setup = obj(
        {
            "game": STRING,
            "packs": listed(STRING),
            "seats": listed(obj({"name": STRING, "brings": maybe(STRING)})),
            "options": table({}),
            "seed": INTEGER,
        },
        {"forked": {"description": "Has random numbers of its own; its answers can't be given again.", "const": True}},
    )
    print_ = {"description": "Fingerprint of the question.", "type": "string", "pattern": "^[0-9a-f]{8}$"}
    answer = {"type": "array", "prefixItems": [SEAT, print_, {}], "minItems": 3, "maxItems": 3, "items": False}
    point = obj(
        {
            "cells": listed({}),
            "frames": listed({"type": "array", "minItems": 3, "maxItems": 3}),
            "pending": {},
            "cause": INTEGER,
            "events": NATURAL,
            "revision": NATURAL,
            "numbers": NATURAL,
        },
        says="The state itself; only the bundle that wrote it reads it.",
    )
    return obj(
        {
            "save_version": {"type": "integer", "minimum": 1},
            "ir_version": {"type": "integer", "minimum": 1},
            "bundle": {"description": "Hash of the packs it was played with.", "type": "string"},
            "setup": setup,
            "answers": listed(answer, "[seat, fingerprint of the question, answer by names]"),
            "checkpoint": point,
            "seal": {
                "description": "Over setup and checkpoint: tells damage.",
                "type": "string",
                "pattern": "^[0-9a-f]{16}$",
            },
        },
        says="A saved game, with everything hidden: `Game.save`.",
    )


def _description() -> Schema:
    titled = {"title": STRING}
    option = obj(
        {
            "name": STRING,
            "title": STRING,
            "type": STRING,
            "default": {"type": ["null", "boolean", "integer", "string"]},
        },
        {
            "choices": listed(obj({"value": {"type": ["boolean", "integer", "string"]}, **titled})),
            "range": {"type": "array", "items": INTEGER, "minItems": 2, "maxItems": 2},
        },
    )
    return obj(
        {
            "game": STRING,
            **titled,
            "packs": listed(STRING, "Linked in this order."),
            "seats": {"description": "Fewest and most.", "type": "array", "items": INTEGER, "minItems": 2, "maxItems": 2},
            "brings": maybe(listed(obj({"card": STRING, **titled}))),
            "options": listed(option),
            "locales": listed(STRING),
            "more": listed(obj({"pack": STRING, **titled, "requires": listed(STRING)}), "Packs that add to the game."),
        },
        says="What a lobby shows: `Bundle.describe`.",
    )  # fmt: skip


DEFS["error"] = obj(
    {"error": {"enum": list(ERRORS)}, "message": STRING},
    {"place": ref("place"), "details": {"type": "object"}},
    "Why something was refused: `GreycError.as_json`.",
)


def protocol_schemas() -> dict[str, Schema]:
    """The schema of each kind of object, by name."""
    roots = {
        "decision": _decision(),
        "completion": _completion(),
        "answer": _answer(),
        "event": _event(),
        "view": _view(),
        "save": _save(),
        "error": DEFS["error"],
        "description": _description(),
    }
    return {name: {"$schema": DIALECT, "title": f"greyc {name}", **root, **_used(root)} for name, root in roots.items()}


def _used(root: Schema) -> Schema:
    """The definitions that a schema refers to, directly or not."""
    found: dict[str, Schema] = {}
    waiting = [root]
    while waiting:
        for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(waiting.pop())):
            if name not in found:
                found[name] = DEFS[name]
                waiting.append(DEFS[name])
    return {"$defs": dict(sorted(found.items()))} if found else {}


if __name__ == "__main__":
    for name, schema in protocol_schemas().items():
        path = Path(sys.argv[1]) / f"{name}.schema.json"
        path.write_text(json.dumps(schema, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
