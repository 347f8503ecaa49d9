"""Texts of a pack: every string an author writes gets an id made from its owner's path.

Ids rest on names and on the order within one body (`mygame.torch.on_play.1`), never on lines, so that translations
survive when a file is moved about. `.title`, `.text` and `.log` name the texts that stand alone; the others are numbered.
A message carries the values of its placeholders. What has no words yet (an option without a title) gets an id and no
template: the generator of texts makes it from the code.
"""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field

from greyc.compiler.expr import lower_path
from greyc.compiler.scope import Scope
from greyc.dsl import nodes
from greyc.runtime import ir

# {name}, {name.field}, {name tail}, {name:form}; {{ is a brace. Only what names something, as docs/text.md has it.
_PLACEHOLDER: Final = re.compile(r"\{\{|\{([^\W\d]\w*(?:\.[^\W\d]\w*)*)[^{}]*\}")


@define(eq=False)
class Texts:
    """The texts that a pack's files hold, by id."""

    pack: str
    templates: dict[str, str] = field(factory=dict)
    _counts: dict[str, int] = field(factory=dict)

    def title(self, path: str, title: nodes.String | None, scope: Scope | None = None) -> str | None:
        """The id of a title. Its values come from where it is told; with a scope, what they are called is looked up there."""
        if title is not None and scope is not None:
            self._args(title, scope)
        return None if title is None else self.add(f"{path}.title", title.value)

    def add(self, key: str, template: str) -> str:
        """A text under an id; a second one there (a mistake that is reported elsewhere) does not count."""
        key = f"{self.pack}.{key}"
        self.templates.setdefault(key, template)
        return key

    def message(self, string: nodes.String, scope: Scope, path: str, name: str | None = None) -> ir.Message:
        """A message; numbered below the path where it has no name of its own."""
        key = self.add(self.number(path) if name is None else f"{path}.{name}", string.value)
        return ir.Message(key, self._args(string, scope))

    def _args(self, string: nodes.String, scope: Scope) -> dict[str, ir.MessageArg]:
        """The values of a text's placeholders."""
        args: dict[str, ir.MessageArg] = {}
        for found in _PLACEHOLDER.finditer(string.value):
            written = found[1]
            if written is not None and written not in args:
                start = string.span[0] + 1 + found.start(1)
                value, of = lower_path(written.split("."), (start, start + len(written)), scope)
                args[written] = ir.MessageArg(value, of.text)
        return args

    def untitled(self, path: str) -> ir.Message:
        """A message without words: made from the code."""
        return ir.Message(f"{self.pack}.{self.number(path)}")

    def number(self, path: str) -> str:
        """The next number below a path."""
        self._counts[path] = self._counts.get(path, 0) + 1
        return f"{path}.{self._counts[path]}"
