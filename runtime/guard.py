"""What a caller of the runtime may see go wrong: GreycError alone.

Looking at a game runs rules too (which actions are legal, what is worth how much), and a bundle made by another program
may hold rules that no compiler has checked. So whatever breaks on the way is told like a rule that breaks while an
answer is carried out: with a sentence and the author's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from .errors import GreycError, IllegalAnswer, LinkError

P = ParamSpec("P")
R = TypeVar("R")


def told(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """For a method of Game: it has the whole budget, and what breaks in it comes out as the driver would tell it."""

    @wraps(method)
    def guarded(self: Any, /, *args: P.args, **kwargs: P.kwargs) -> R:
        state = self.state
        state.fuel = state.budget.steps
        try:
            return method(self, *args, **kwargs)
        except GreycError:
            raise
        except Exception as error:
            raise self.engine.driver.translate(error, self.state) from error

    return guarded


@contextmanager
def linking(packs: tuple[str, ...]) -> Iterator[None]:
    """While packs are linked: a name that nothing declares, or a node where it makes no sense, is a LinkError."""
    try:
        yield
    except GreycError:
        raise
    except KeyError as error:
        raise LinkError(f"{', '.join(packs)}: nothing is declared as {error.args[0]!r:.60}") from error
    except Exception as error:
        raise LinkError(f"{', '.join(packs)} can't be linked ({type(error).__name__}: {error})") from error


@contextmanager
def wording(message: Any, locale: Any) -> Iterator[None]:
    """While a message of a client is put into words: no rule runs, so what breaks is the message."""
    try:
        if not isinstance(locale, str):
            raise TypeError("a language is its tag")
        yield
    except Exception as error:
        form = {"condition": "form"}
        raise IllegalAnswer(f"{message!r:.80} can't be put into words ({error})", details=form) from error


__all__ = ["linking", "told", "wording"]
