"""IR bundle to play. Needs attrs and cattrs alone."""

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

__all__ = [
    "BadStart", "Budget", "BudgetExceeded", "Bundle", "BundleVersion", "ContentError", "Game", "GameOver",
    "GreycError", "IllegalAnswer", "LinkError", "NotYourDecision", "NothingToUndo", "SaveMismatch", "Seat",
    "StaleDecision",
]  # fmt: skip
