"""Reads pack.toml: the name of a pack, its version, what it requires.

What a manifest may hold is said once, by the published schema schemas/pack.schema.json; here its findings become
sentences that point at the key.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from greyc.compiler.diagnostics import Reporter
from greyc.compiler.spell import did_you_mean, nearest
from greyc.compiler.toml_places import spots
from greyc.dsl.problems import Instead, insert

if TYPE_CHECKING:
    from greyc.dsl.nodes import Span

SCHEMA: Final = Path(__file__).resolve().parents[1] / "schemas" / "pack.schema.json"
LANGUAGE: Final = 2
"""The version of the language that this compiler reads; frontends/migrate rewrites what is older."""
_AT: Final = re.compile(r"\(at (?:line (\d+), column (\d+)|end of document)\)")
_FORMS: Final = {
    "name": "a name is small letters, digits and _",
    "title": "a title has at least one letter",
    "version": 'a version is numbers with points, such as "1.0"',
    "requires": 'a requirement is a name, or a name and versions, such as "base >= 1.0"',
    "language": f"the language's version is a whole number, now {LANGUAGE}; languages of people are locales",
    "locales": 'a language is a tag such as "en" or "zh-Hant"',
    "show": "a zone is drawn as row, list, pile or none",
}
_TYPE_OF: Final[dict[str, type | tuple[type, ...]]] = {
    "string": str,
    "array": list,
    "object": dict,
    "boolean": bool,
    "number": (int, float),
    "integer": int,
}
_TYPES: Final = {
    "integer": f"a whole number, now {LANGUAGE}; languages of people are locales",
    "string": "a text in quotes",
    "array": "a list in [ ]",
    "object": "a table",
}

Version = tuple[int, ...]


@frozen
class Requirement:
    """A pack that is needed, and the versions that will do."""

    name: str
    bounds: tuple[tuple[str, Version], ...]
    text: str

    def accepts(self, version: Version) -> bool:
        """Whether a pack of that version will do."""
        return all(_compare(version, sign, bound) for sign, bound in self.bounds)


@frozen
class Manifest:
    """What a pack.toml says."""

    name: str
    title: str
    version: str
    requires: tuple[Requirement, ...] = ()
    locales: tuple[str, ...] = ("en",)
    show: dict[str, dict[str, Any]] = field(factory=dict)
    language: int = LANGUAGE

    @property
    def version_numbers(self) -> Version:
        return _numbers(self.version)


def _numbers(text: str) -> Version:
    return tuple(int(part) for part in text.split("."))


def _compare(version: Version, sign: str, bound: Version) -> bool:
    width = max(len(version), len(bound))
    left, right = version + (0,) * (width - len(version)), bound + (0,) * (width - len(bound))
    return {
        ">=": left >= right,
        "<=": left <= right,
        "==": left == right,
        "<": left < right,
        ">": left > right,
    }[sign]


@cache
def _schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SCHEMA.read_text(encoding="utf-8"))
    return found


@cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator, validators

    # The library takes 1.0 for a whole number, as JSON has no other; TOML has, and what is written as one is to be kept so.
    whole = Draft202012Validator.TYPE_CHECKER.redefine("integer", lambda _, each: type(each) is int)
    return validators.extend(Draft202012Validator, type_checker=whole)(_schema())  # type: ignore[no-untyped-call]


def plainly_right(value: object, schema: dict[str, Any]) -> bool:
    """Whether a value keeps to a schema, by the few words of JSON Schema that ours uses: of a good manifest, which nearly all
    are, this is known without the library, whose import takes longer than all else that is done with it. What is wrong
    is for the library to say, and so is whatever has a word that is not known here."""
    for word, said in schema.items():
        match word, value:
            case "$schema" | "$defs" | "title" | "description", _:
                continue
            case "$ref", _ if plainly_right(value, reduce(getitem, said.split("/")[1:], _schema())):
                continue
            case "type", _ if isinstance(value, _TYPE_OF.get(said, ())) and isinstance(value, bool) == (
                said == "boolean"
            ):
                continue
            case "enum", str() if value in said:
                continue
            case "minimum", int() | float() if value >= said:
                continue
            case "maximum", int() | float() if value <= said:
                continue
            case "minItems", list() if len(value) >= said:
                continue
            case "maxItems", list() if len(value) <= said:
                continue
            case "pattern", str() if re.search(said, value):
                continue
            case "minLength", str() if len(value) >= said:
                continue
            case "items", list() if all(plainly_right(each, said) for each in value):
                continue
            case "required", dict() if value.keys() >= set(said):
                continue
            case "properties", dict() if all(
                plainly_right(value[key], said[key]) for key in value.keys() & said.keys()
            ):
                continue
            case "additionalProperties", dict():
                more = [value[key] for key in value.keys() - schema.get("properties", {}).keys()]
                if all(isinstance(said, dict) and plainly_right(each, said) for each in more):
                    continue
        return False
    return True


_UNQUOTED: Final = re.compile(r"""[ \t]*(\w+)[ \t]*=[ \t]*("[^"\n]*|'[^'\n]*|[^\W\d][^"'\n\[\]#]*)(?:#.*)?\Z""")
_NAMED: Final = re.compile(r"[^\W\d][\w-]*(?: *(?:>=|<=|==|<|>) *[0-9.]+(?: *, *(?:>=|<=|==|<|>) *[0-9.]+)*)?")


def read_manifest(text: str, path: str, reporter: Reporter) -> Manifest | None:
    """The manifest of a text, or None after reporting all that is wrong with it."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers too long, brackets too deep
        reason, span = _AT.sub("", str(error)).strip().rstrip("."), _place(str(error), text)
        reporter.report("bad-toml", path, span, suggestion=_quotes(text, span[0]), reason=reason)
        return None
    wrong = (
        []
        if plainly_right(data, _schema())
        else sorted(_validator().iter_errors(data), key=lambda each: (str(each.absolute_path), each.message))
    )
    wrong = [each for each in wrong if not _names_a_pack(each)]
    for each in wrong:
        _report(each, data, text, path, reporter)
    if wrong:
        return None
    return Manifest(
        name=data["name"],
        title=data["title"],
        version=data["version"],
        requires=tuple(read_requirement(each) for each in data.get("requires", [])),
        locales=tuple(dict.fromkeys(["en", *data.get("locales", [])])),
        show=data.get("show", {}),
        language=data.get("language", LANGUAGE),
    )


def _quotes(text: str, place: int) -> str | None:
    """What to write for a line in which a text lacks its quotes."""
    line = text[text.rfind("\n", 0, place) + 1 :].split("\n")[0]
    found = _UNQUOTED.match(line)
    if found is None:
        return None
    key, value = found[1], found[2].strip(" \t\"'")
    start = place - len(text[:place]) + text.rfind("\n", 0, place) + 1 + found.start(2)
    at = (start, start + len(found[2].rstrip()))
    return Instead.of(f'a text stands in quotes: {key} = "{value}"', f'"{value}"', at=at) if value else None


def _names_a_pack(error: Any) -> bool:
    """A requirement whose only mistake is a name that no pack can have: told as a pack that is not there."""
    where = list(error.absolute_path)
    return where[:1] == ["requires"] and error.validator == "pattern" and bool(_NAMED.fullmatch(error.instance))


def read_requirement(text: str) -> Requirement:
    """`base >= 1.0, < 2`; the schema has already said that it is well formed."""
    found = re.match(r"[\w-]+", text)
    assert found is not None
    bounds = re.findall(r"(>=|<=|==|<|>) *([0-9.]+)", text)
    return Requirement(found[0], tuple((sign, _numbers(number)) for sign, number in bounds), text)


def _place(message: str, text: str) -> tuple[int, int]:
    at = _AT.search(message)
    if at is None or at[1] is None:
        return (len(text.rstrip()), len(text.rstrip()))
    lines = text.splitlines(keepends=True)
    start = sum(len(line) for line in lines[: int(at[1]) - 1]) + int(at[2]) - 1
    return (min(start, len(text)), min(start + 1, len(text)))


def key_span(text: str, key: str) -> Span:
    """Where a key, or else a text, is called so in a pack.toml; its first line where nothing is."""
    found = [spot for spot in spots(text) if spot.text == key]
    first = min(found, key=lambda spot: (not spot.is_key, len(spot.way)), default=None)
    return first.span if first is not None else (0, len(text.split("\n", 1)[0]))


def value_span(text: str, key: str, value: object) -> Span:
    """Where a text value stands behind its key, quotes included."""
    for spot in spots(text):
        if not spot.is_key and key in spot.way and spot.text == value:
            return (spot.span[0] - 1, spot.span[1] + 1)
    return key_span(text, key)


def show_span(text: str, keys: Sequence[str]) -> Span:
    """Where the last of `keys` stands below those before it, or else the last of them that stands there."""
    for count in range(len(keys), 0, -1):
        for spot in spots(text):
            if spot.is_key and spot.way == tuple(keys[:count]):
                return spot.span
    return key_span(text, keys[-1])


_PRINTED: Final = {
    "size": "a size is width and height in mm, each from 15 to 200, such as [63, 88]",
    "colour": 'a colour is "#" and six small hexadecimal digits, or the name of a field',
    "skip": "skip is true or false",
    "counted": 'what is counted is a kind and a field of it, such as ["crate.contents"]',
    "uniqueItems": "a field is named once",
}


def _report_shown(error: Any, keys: list[str], text: str, path: str, reporter: Reporter) -> None:
    """What is wrong in a table of presentation data."""
    span = show_span(text, keys)
    table = ".".join(keys)
    shapes = _schema()["$defs"]["shape"]["enum"]
    guess = None
    if error.validator == "additionalProperties":
        known = error.schema["properties"]
        key = next(key for key in error.instance if key not in known)
        span = show_span(text, [*keys, key])
        guess = did_you_mean(key, known) or f"there is {', '.join(known)}"
        reason = f"[{table}] knows no {key}"
    elif error.validator == "enum" or (error.validator == "pattern" and len(keys) > 1 and keys[-2] == "icons"):
        word = str(error.instance).split(" ")[0]
        guess = did_you_mean(word, shapes) or f"there is {', '.join(shapes)}"
        reason = f"{error.instance!r} is no icon"
        if word in shapes or word.startswith("#"):
            guess, reason = None, 'an icon is a shape, a colour such as "#b03a2e", or both with a blank between them'
    else:
        said = {
            "array": "it should be a list in [ ]",
            "object": "it should be a table",
            "string": "it should be a text in quotes",
        }
        reason = (
            _PRINTED.get(keys[-1]) or _PRINTED.get(error.validator) or said.get(error.validator_value, error.message)
        )
    reporter.report("pack-bad-value", path, span, suggestion=guess, key=keys[-1], reason=reason)


def _key(key: str, data: dict[str, Any]) -> str:
    """To write a key that must be there; a first version and a title can be thought of, a name is the author's."""
    likely = {"version": "1.0", "title": str(data.get("name", "")).replace("_", " ").title()}.get(key)
    advice = f'write {key} = "..."'
    return insert(advice, f'{key} = "{likely}"\n', 0) if likely else advice


def _report(error: Any, data: dict[str, Any], text: str, path: str, reporter: Reporter) -> None:
    where = [str(each) for each in error.absolute_path if isinstance(each, str)]
    top = where[0] if where else ""
    known = _schema()["properties"]
    if where[2:3] == ["print"]:
        _report_shown(error, where, text, path, reporter)
    elif error.validator == "additionalProperties":
        for key in data:
            if key not in known:
                guess = did_you_mean(key, known) or f"pack.toml knows {', '.join(known)}"
                reporter.report("pack-unknown-key", path, key_span(text, key), suggestion=guess, key=key)
    elif error.validator == "required":
        misspelt = {nearest(key, known) for key in data if key not in known}  # told as that
        for key in _schema()["required"]:
            if key not in data and key not in misspelt:
                line = (0, len(text.split("\n", 1)[0]))
                reporter.report("pack-missing-key", path, line, suggestion=_key(key, data), key=key)
    elif error.validator == "type":
        want = _TYPES.get(error.validator_value, error.validator_value)
        span = value_span(text, where[-1], error.instance)
        instead = _other_type(error, top, text) if len(error.absolute_path) == 1 else None
        key = ".".join(where)
        reporter.report("pack-bad-value", path, span, suggestion=instead, key=key, reason=f"it should be {want}")
    else:
        span = value_span(text, where[-1], error.instance)
        instead = _other_form(error.instance, top) if error.validator == "pattern" else None
        reporter.report("pack-bad-value", path, span, suggestion=instead, key=".".join(where), reason=_FORMS[top])


def _other_type(error: Any, key: str, text: str) -> str | None:
    """The value as one of the type that is wanted: `requires = "base"` as a list, `version = 0.1` as a text."""
    value, wanted = error.instance, error.validator_value
    if wanted == "array" and isinstance(value, str):
        again = f'["{value}"]'
    elif wanted == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        again = f'"{value}"'
    elif wanted == "integer" and isinstance(value, float) and value.is_integer():
        again = f"{value:.0f}"
    elif wanted == "integer" and isinstance(value, str) and value.isascii() and value.isdecimal():
        again = value
    else:
        return None
    found = re.search(rf"^[ \t]*{re.escape(key)}[ \t]*=[ \t]*([^#\n]*[^#\s])", text, re.MULTILINE)
    return Instead.of(f"write {key} = {again}", again, at=found.span(1) if found else None)


_NEEDS: Final = re.compile(r"([a-z][a-z0-9_]*)[ =~^>:@]*v?([0-9]+(?:\.[0-9]+)*)")


def _other_form(value: str, key: str) -> str | None:
    """A text in the form that is wanted: `lantern-hill` as a name, `base ~1.0` as a requirement."""
    if key == "name":
        made = "_".join(re.findall(r"[a-z0-9]+", value.lower()))
        again = f"pack_{made}" if made[:1].isdigit() else made
        return Instead.of(f'write {key} = "{again}"', f'"{again}"') if again else None
    if key == "requires" and (found := _NEEDS.fullmatch(value.strip())) is not None:
        again = f'"{found[1]} >= {found[2]}"'
        return Instead.of(f"write {again}", again)
    if key == "version" and (numbers := re.search(r"[0-9]{1,9}(?:\.[0-9]{1,9})*", value)) is not None:
        return Instead.of(f'write {key} = "{numbers[0]}"', f'"{numbers[0]}"')
    if key == "locales" and (tag := value.replace("_", "-")) != value:
        return Instead.of(f'write "{tag}"', f'"{tag}"')
    return None
