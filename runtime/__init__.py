"""IR bundle to play. Needs attrs and cattrs alone.

Names are loaded when first asked for, so that the compiler, which needs only greyc.runtime.ir, does not wait for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bundle import Bundle
    from .errors import (
        BadStart,
        BudgetExceeded,
        BundleVersion,
        ContentError,
        GameOver,
        GreycError,
        IllegalAnswer,
        LinkError,
        NothingToUndo,
        NotYourDecision,
        SaveMismatch,
        StaleDecision,
    )
    from .game import Game, Seat
    from .state import Budget

_HOME = {
    "BadStart": "errors",
    "Budget": "state",
    "BudgetExceeded": "errors",
    "Bundle": "bundle",
    "BundleVersion": "errors",
    "ContentError": "errors",
    "Game": "game",
    "GameOver": "errors",
    "GreycError": "errors",
    "IllegalAnswer": "errors",
    "LinkError": "errors",
    "NotYourDecision": "errors",
    "NothingToUndo": "errors",
    "SaveMismatch": "errors",
    "Seat": "game",
    "StaleDecision": "errors",
}

__all__ = [
    "BadStart", "Budget", "BudgetExceeded", "Bundle", "BundleVersion", "ContentError", "Game", "GameOver",
    "GreycError", "IllegalAnswer", "LinkError", "NotYourDecision", "NothingToUndo", "SaveMismatch", "Seat",
    "StaleDecision",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module greyc.runtime has no attribute {name!r}")
    return getattr(import_module(f"greyc.runtime.{_HOME[name]}"), name)
