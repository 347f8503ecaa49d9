"""Lines that say what a greyc line says, in other words or another order: what an action costs, who sees a zone, how a
game ends, a text put together of parts.

Rules like those of mistakes.py. Each knows the one form that the line can have, so it writes all of it anew.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from .lexer import Token
from .problems import Change, Instead, SyntaxProblem, insert, leave_out, write
from .scene import BREAKS, Rule, Scene


def _whole(tokens: list[Token]) -> tuple[int, int]:
    return tokens[0][1], tokens[-1][2]


# ---- actions, kinds and dice --------------------------------------------------------------------------------------------
def costs(scene: Scene) -> SyntaxProblem | None:
    """`costs player.embers 1`, `costs 1 player.embers`, `costs player.embers`"""
    if scene.opener != "COSTS" or len(scene.line) < 2:
        return None
    said = scene.line[1:]
    path = [token for token in said if token[0] in ("NAME", "DOT")]
    numbers = [token for token in said if token[0] == "NUMBER"]
    signs = {token[0] for token in said} - {"NAME", "DOT", "NUMBER"}
    if not path or len(numbers) > 1 or not signs <= {"COLON", "COMMA", "EQUAL", "MINUS", "OF", "FOR"}:
        return None
    pool = scene.written(path)
    if any(not (token[3].isidentifier() or token[3] == ".") for token in path) or any(sign in pool for sign in " :=-,"):
        return None
    number = numbers[0][3] if numbers else "1"
    words = {"found": scene.written(said), "wanted": f"{number} from {pool}"}
    advice = Instead.of(f"write costs {number} from {pool}", f"{number} from {pool}")
    return SyntaxProblem("other-word", _whole(said), words, advice)


def kind_missing(scene: Scene) -> SyntaxProblem | None:
    """`shade is card`, `kind shade: card "shade":`"""
    if scene.line_start or not scene.line:
        return None
    kinds = [token[0] for token in scene.line]
    if kinds[:3] == ["NAME", "IS", "NAME"]:
        words = {"found": scene.line[0][3], "wanted": f"kind {scene.line[0][3]}"}
        return SyntaxProblem("other-word", scene.line[0][1:3], words, write(words["wanted"]))
    root = scene.line[3][3] if kinds[:4] == ["KIND", "NAME", "COLON", "NAME"] else ""
    if root in ROOTS and kinds[4:] and kinds[-1] == "COLON":
        words = {"found": ":", "wanted": "is"}
        return SyntaxProblem("other-word", scene.line[2][1:3], words, Instead.of("write is", " is"))
    return None


def kind_as_card(scene: Scene) -> SyntaxProblem | None:
    """`card jewel "jewel":`, and below it what each jewel has"""
    opener, name = [*scene.tokens[:2], scene.token, scene.token][:2]
    typed = [token[0] for token in scene.line[:3]] == ["NAME", "COLON", "NAME"]
    if not scene.on_card or opener[3] not in ROOTS or name[0] != "NAME" or not typed:
        return None
    of, kind = opener[3], f"kind {name[3]} is {opener[3]}"
    advice = f'write {kind}; a {of} of that kind is then {name[3]} NAME "Title":'
    instead = Instead.of(advice, kind, at=(opener[1], name[2]))
    return SyntaxProblem("other-word", opener[1:3], {"found": of, "wanted": kind}, instead)


ROOTS: Final = ("card", "token", "place", "seat", "thing")


def dice(scene: Scene) -> SyntaxProblem | None:
    """`roll 2 d6`, `roll d6 2`"""
    one, other = scene.previous, scene.token
    if scene.opener != "NAME" or scene.line[0][3] != "roll" or scene.at != scene.line_start + 2 or not scene.in_block:
        return None
    if {one[0], other[0]} != {"NUMBER", "NAME"}:
        return None
    number, die = (one[3], other[3]) if one[0] == "NUMBER" else (other[3], one[3])
    words = {"found": scene.written([one, other]), "wanted": f"{number} * {die}"}
    return SyntaxProblem("other-word", (one[1], other[2]), words, write(words["wanted"]))


def one_of_set(scene: Scene) -> SyntaxProblem | None:
    """`choose row lowest s.worth`, `choose 2 in row`: each of a set has a name."""
    if scene.opener not in ("CHOOSE", "FOR", "WITH", "FILL") or "IN" not in scene.expected:
        return None
    if scene.previous[3] == "in" and scene.kind == "NAME":
        at, missing = scene.previous[1], "x "
    elif scene.previous[0] == "NAME" and scene.kind in ("LOWEST", "HIGHEST", "WHERE"):
        at, missing = scene.previous[1], "x in "
    else:
        return None
    named = [one[3] for one, other in pairwise(scene.tokens_left()) if one[0] == "NAME" and other[0] == "DOT"]
    if scene.kind != "NAME" and (not named or named[0] == scene.previous[3]):
        return None  # `choose x where x.worth > 3`: of which set?
    name = missing if scene.kind == "NAME" else missing.replace("x", named[0])
    written = scene.text[scene.line[0][1] : at] + name + scene.text[at : scene.line[-1][2]]
    words = {"found": scene.previous[3], "expected": "a name for each of them"}
    return SyntaxProblem("unexpected-word", scene.previous[1:3], words, insert(f"write {written}", name, at))


# ---- zones -------------------------------------------------------------------------------------------------------------
_SHOWN: Final = ("visible", "shown", "open", "public", "revealed", "faceup", "seen", "known")
_SECRET: Final = ("private", "secret", "hidden", "closed", "facedown")
_TO: Final = ("to", "by", "for", "from", "only")
_OWNER: Final = ("owner", "player", "holder", "me", "others", "opponents")
_ALL: Final = ("players", "all", "everyone", "everybody", "anyone")


def zone_words(scene: Scene) -> SyntaxProblem | None:
    """`zone hand of card visible to owner`, `seen to owner`, `private`, `facedown`"""
    if scene.opener != "ZONE" or not any(token[0] == "OF" for token in scene.line[:3]):
        return None
    at = scene.at - scene.line_start
    while at > 3 and scene.line[at - 1][3] in (*_SHOWN, *_SECRET, *_TO):
        at -= 1
    words: list[Token] = []
    for token in scene.line[at:]:
        if token[3] not in (*_SHOWN, *_SECRET, *_TO, *_OWNER, *_ALL):
            break
        words.append(token)
    wrong = scene.token in words or (words and words[-1] is scene.previous)
    if not wrong or words[0][3] not in (*_SHOWN, *_SECRET) or scene.written(words) == "hidden":
        return None
    first, said = words[0][3], {word[3] for word in words}
    if said & set(_OWNER) or (first in ("private", "secret") and len(words) == 1):
        instead = write("seen by owner")
    elif said & set(_ALL):
        instead = write("seen by players")
    elif first in _SECRET and len(words) == 1:
        instead = write("hidden")
    elif len(words) == 1:
        blanks = (words[0][1], scene.line[at + 1][1]) if scene.line[at + 1 :] else words[0][1:3]
        instead = leave_out("leave it out: what lies in a zone is seen if nothing else is said", at=blanks)
    else:
        return None
    wanted: str = instead.changes[0][0][1]
    if not wanted:
        return SyntaxProblem("foreign-word", _whole(words), {"word": scene.written(words)}, instead)
    return SyntaxProblem("other-word", _whole(words), {"found": scene.written(words), "wanted": wanted}, instead)


def zone_of(scene: Scene) -> SyntaxProblem | None:
    """`zone of card "hand"`, `zone spent ordered "spent"`"""
    line = scene.line
    if scene.opener not in ("ZONE", "SLOT") or not {"OF"} <= scene.expected:
        return None
    if scene.previous[3] == "of" and scene.at == scene.line_start + 2:
        advice = insert(f"say what it is called: {line[0][3]} NAME of {scene.token[3]}", "NAME ", scene.previous[1])
        words = {"found": "of", "expected": "a name"}
        return SyntaxProblem("unexpected-word", scene.previous[1:3], words, advice)
    ends = scene.kind in BREAKS
    if not ends and scene.kind not in ("STRING", "ORDERED", "HIDDEN", "SEEN", "REFILLS"):
        return None
    rest: str = "" if ends else f" {scene.written(scene.tokens_left())}"
    whole = f"say what lies in it: {scene.written(scene.tokens[scene.line_start : scene.at])} of KIND{rest}"
    if ends:
        instead = insert(whole, " of KIND", scene.before[1])
        return SyntaxProblem("unfinished-line", scene.before, {"expected": "of"}, instead)
    found = f"the text {scene.written([scene.token])}" if scene.kind == "STRING" else scene.token[3]
    words = {"found": found, "expected": "of"}
    return SyntaxProblem("unexpected-word", scene.span, words, insert(whole, "of KIND ", scene.span[0]))


# ---- the end of a game -------------------------------------------------------------------------------------------------
_WON: Final = frozenset(("win", "wins", "won", "victory"))
_LOST: Final = frozenset(("lose", "loses", "lost", "defeat", "defeated"))
_AROUND: Final = frozenset(
    ("the", "game", "end", "over", "is", "as", "in", "a", "players", "player", "you", "they", "all", "everyone", "with")
)


def game_ends(scene: Scene) -> SyntaxProblem | None:
    """`lose the game`, `end lost`, `game over`"""
    if not scene.in_block or not scene.line:
        return None
    if scene.opener == "EXPECT":
        return _expected(scene)
    said = {token[3] for token in scene.line if token[0] != "STRING"}
    won, lost = said & _WON, said & _LOST
    if said - _WON - _LOST - _AROUND or (won and lost) or not (won or lost or said == {"game", "over"}):
        return None
    words = [token for token in scene.line if token[0] != "STRING"]
    ways = ["end game won"] * bool(not lost) + ["end game lost"] * bool(not won)
    said_so = {"found": scene.written(words), "wanted": " or ".join(ways)}
    return SyntaxProblem("other-word", _whole(words), said_so, Instead.of(f"write {said_so['wanted']}", *ways))


def _expected(scene: Scene) -> SyntaxProblem | None:
    """`expect game won`, `expect outcome won`"""
    asked = scene.line[1:]
    said = {token[3] for token in asked}
    won, lost = said & _WON, said & _LOST
    if said - _WON - _LOST - _AROUND - {"outcome"} or bool(won) == bool(lost):
        return None
    wanted = f"outcome == {'won' if won else 'lost'}"
    return SyntaxProblem("other-word", _whole(asked), {"found": scene.written(asked), "wanted": wanted}, write(wanted))


# ---- texts -------------------------------------------------------------------------------------------------------------
def texts_joined(scene: Scene) -> SyntaxProblem | None:
    """`log player + " casts"`, `log f"{player} casts"`, `log("casts")`: values stand in braces within one text."""
    left = scene.tokens_left()
    if (
        scene.kind == "NAME"
        and scene.next[0] == "STRING"
        and scene.token[2] == scene.next[1]
        and len(scene.token[3]) < 3
    ):
        whole = (scene.span[0], scene.next[2])
        return SyntaxProblem("quotes-missing", whole, {}, write(scene.written([scene.next]), at=whole))
    if scene.opener != "LOG" or not left:
        return None
    parts = scene.line[1:]
    if parts[0][0] == "LPAR" and parts[-1][0] == "RPAR":
        parts = parts[1:-1]
    if len(parts) == 1 and parts[0][0] == "STRING":
        whole, text = _whole(scene.line[1:]), scene.written(parts)
        spaced = text if scene.line[0][2] < whole[0] else f" {text}"
        words = {"found": scene.written(scene.line[1:]), "wanted": text}
        return SyntaxProblem("other-word", whole, words, Instead.of(f"write log {text}", spaced, at=whole))
    if not any(token[0] == "STRING" for token in parts):
        return _value_alone(scene, parts)
    said, named, depth = "", "", 0
    value: list[Token] = []
    for token in [*parts, Token("PLUS", parts[-1][2], parts[-1][2], "+")]:
        depth += (token[0] in ("LPAR", "LSQB", "LBRACE")) - (token[0] in ("RPAR", "RSQB", "RBRACE"))
        if token[0] == "STRING" and not depth:
            said += scene.written([token])[1:-1]
        elif token[0] in ("PLUS", "COMMA") and not depth:
            if all(each[0] in ("NAME", "DOT") for each in value):
                said += f"{{{scene.written(value)}}}" if value else ""
            elif named:
                return None
            else:
                named = scene.written(value)
                said += "{shown}"
            value = []
            said += " " * (
                token[0] == "COMMA" and not said.endswith(" ") and scene.text[token[2] :].lstrip()[1:2] != " "
            )
        else:
            value.append(token)
    change: Change = ((_whole(scene.line[1:]), f'"{said}"'),)
    advice = f'write log "{said}"'
    if named:
        begin = scene.line[0][1]
        change = (*change, ((begin, begin), f"let shown = {named}{scene.new_line()}"))
        advice = f"write let shown = {named} in a line above, and {advice.removeprefix('write ')} here"
    return SyntaxProblem("quotes-missing", _whole(scene.line[1:]), {}, Instead.changing(advice, change))


def _value_alone(scene: Scene, parts: list[Token]) -> SyntaxProblem | None:
    """`log player`: what it is called, or the word?"""
    if scene.at != scene.line_start + 1 or not all(token[0] in ("NAME", "DOT") for token in parts):
        return None
    said = scene.written(parts)
    if " " in said:
        return None
    advice = Instead.of(
        f'write "{{{said}}}" for what it is called, or "{said}" for the word', f'"{{{said}}}"', f'"{said}"'
    )
    return SyntaxProblem("quotes-missing", _whole(parts), {}, advice)


EARLY: Final[list[Rule]] = [costs, kind_missing, kind_as_card, game_ends, zone_of, one_of_set]
LATE: Final[list[Rule]] = [dice, zone_words, texts_joined]
