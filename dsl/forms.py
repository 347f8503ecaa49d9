"""How each line is written, by the word that it begins with and the place where it stands.

Shown where a line can't be read and no rule knows the mistake by name. Words in capitals stand for what an author fills
in; since they are names too, a test reads every form with the parser.
"""

from __future__ import annotations

from typing import Final

from .lexer import SIGNS
from .scene import Scene

_STATE: Final = {
    "state": 'state NAME: TYPE = VALUE until VERB "title"',
    "zone": 'zone NAME of KIND "title"',
    "slot": 'slot NAME of KIND "title"',
}
_REACTS: Final = {
    "before": "before VERB PART by PART if CONDITION:",
    "after": "after VERB PART by PART if CONDITION:",
    "whenever": "whenever CONDITION:",
    "modify": "modify x in SET where CONDITION: FIELD +1",
}
_TEXTS: Final = {"text": 'text "WORDS"', "log": 'log "WORDS"'}
_CHECK: Final = {"check": 'check "what holds": CONDITION'}
_ONCE: Final = "once per VERB"
_BLOCK: Final = {
    "let": "let NAME = VALUE",
    "choose": 'choose x in SET where CONDITION by PLAYER "Question?":',
    "may": 'may "Question?" by PLAYER:',
    "option": 'option "Title" if CONDITION:',
    "either": "either VERB PART",
    "if": "if CONDITION:",
    "else": "else:",
    "for": "for each x in SET where CONDITION:",
    "repeat": "repeat NUMBER:",
    "while": "while CONDITION:",
    "split": "split NUMBER over x in SET as n:",
    "together": "together:",
    "offer": "offer GROUP to PLAYERS until all pass",
    "modify": "modify x in SET until VERB: FIELD +1",
    "run": "run ABILITY of CARD with NAME = VALUE",
    "needs": "needs CONDITION",
    "result": "result VALUE",
    "stop": "stop VERB PART",
    "end": 'end game won "Words."',
    "fill": "fill ZONE with x in SET",
    **_TEXTS,
}
FORMS: Final[dict[str, dict[str, str]]] = {
    "margin": {
        "game": 'game NAME "Title":',
        "extend": "extend kind NAME:",
        "override": "override verb NAME PART (TYPE) for PART (TYPE):",
        "die": "die NAME: 1 2 3",
        "kind": 'kind NAME is KIND "title":',
        "keyword": 'keyword NAME on KIND "Title":',
        "ability": 'ability NAME on KIND once per VERB "Title"',
        "function": "function NAME(PART: TYPE) = VALUE",
        "verb": "verb NAME PART (TYPE) for PART (TYPE):",
        "action": 'action NAME in GROUP by KIND "Title":',
        "board": "board NAME: grid of KIND",
        "test": 'test "what is shown":',
        **_REACTS,
        **_CHECK,
    },
    "game": {
        "players": "players 2 to 4",
        "option": 'option NAME: TYPE = VALUE "title"',
        "decides": "decides PLAYERS",
        "score": "score VALUE",
        **_STATE,
    },
    "kind": {"decides": "decides PLAYER", "active": "active in ZONE", **_STATE, **_REACTS, **_CHECK},
    "card": {"active": "active in ZONE:", **_STATE, **_REACTS, **_TEXTS},
    "action": {
        "given": "given NAME: TYPE",
        "with": "with x in SET where CONDITION",
        "when": "when CONDITION",
        "costs": "costs NUMBER from STATE",
        "once": _ONCE,
        "do": "do:",
        **_TEXTS,
    },
    "block": _BLOCK,
    "test": {
        **_BLOCK,
        "game": "game NAME with CARD as NAME, CARD as NAME where OPTION = VALUE seed 1",
        "table": "table NAME with CARD as NAME, CARD as NAME where OPTION = VALUE",
        "put": "put CARD, CARD as NAME in ZONE",
        "rolls": "rolls 1 2",
        "answers": "answers VALUE, VALUE",
        "do": "do ACTION by PLAYER with NAME = VALUE",
        "expect": "expect CONDITION",
        "undo": "undo all by PLAYER",
    },
}
# What an author fills in; all other words of a form are the language's.
TO_FILL_IN: Final = frozenset(
    [
        "NAME",
        "TYPE",
        "VALUE",
        "KIND",
        "VERB",
        "PART",
        "CONDITION",
        "SET",
        "FIELD",
        "WORDS",
        "PLAYER",
        "PLAYERS",
        "NUMBER",
        "CARD",
        "ABILITY",
        "GROUP",
        "ZONE",
        "STATE",
        "OPTION",
        "ACTION",
        "THING",
    ]
)
ACTION_PARTS: Final = (
    "an action has `with`, `when`, `costs` and `once per` for what it asks, and `do:` for what it does"
)


def place(scene: Scene) -> str:
    """Where the line stands: a key of FORMS, or empty."""
    if scene.line_start == 0:
        return "margin"
    kinds = scene.line_kinds
    if "LET" in kinds:
        return "test" if "EXPECT" in kinds else "block"
    if "GIVEN" in kinds:
        return "action"
    if "PLAYERS" in kinds:
        return "game"
    if {"TEXT", "MODIFY", "NAME"} <= kinds:
        return "card"
    return "kind" if "DECIDES" in kinds else ""


def form(scene: Scene) -> str | None:
    """How the line is written that can't be read, if its first word tells."""
    if not scene.line or scene.line[0][0] != scene.line[0][3].upper() or scene.line[0][3] in SIGNS:
        return None
    found = FORMS.get(place(scene), {}).get(scene.line[0][3])
    return None if found is None else f"it is written like this: {found}"
