"""Work on one bundle spread over processes: tests and simulated games.

Each process gets the bundle once, as JSON, and then small tasks; results come back in the order of the tasks, whatever
the number of processes, so that the output does not depend on it. With one process nothing is started at all.

Ctrl-C reaches all processes at once. A worker only leaves its task then and does no other: what is to be said of it is
said by the process that started it, and a worker that died would be complained of by the library.
"""

from __future__ import annotations

import gc
import json
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from greyc.runtime import Bundle, ir

T = TypeVar("T")
R = TypeVar("R")

_bundle: Bundle | None = None
_working = _stopped = False


def spread(work: Callable[[Bundle, T], R], bundle: Bundle, tasks: Sequence[T], processes: int) -> Iterator[R]:
    """`work(bundle, task)` of each task, in order."""
    if processes <= 1 or len(tasks) <= 1:
        seldom_collect()
        for task in tasks:
            yield work(bundle, task)
        return
    text = json.dumps(ir.bundle_to_json(bundle.ir))
    count = min(processes, len(tasks))
    with ProcessPoolExecutor(count, initializer=_start, initargs=(text,)) as pool:
        chunk = max(1, min(20, len(tasks) // (count * 4)))
        with _held_back():
            results = pool.map(_Work(work), tasks, chunksize=chunk)
        try:
            yield from results
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def seldom_collect() -> None:
    """What is loaded stays to the end, so the collector need not go through it again and again, and games go without it
    when they are dropped. For a process that does nothing else than play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@contextmanager
def _held_back() -> Iterator[None]:
    """Ctrl-C waits until the processes that are started here are ready for it; they begin with what is held back here."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _stop(*_: object) -> None:
    global _stopped
    _stopped = True
    if _working:
        raise KeyboardInterrupt


def _start(text: str) -> None:
    global _bundle
    signal.signal(signal.SIGINT, _stop)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _bundle = Bundle.from_json(json.loads(text))
    seldom_collect()


class _Work:
    """The work as something that can be sent to a process."""

    def __init__(self, work: Callable[[Bundle, Any], Any]) -> None:
        self.work = work

    def __call__(self, task: Any) -> Any:
        global _working
        assert _bundle is not None
        _working = True
        try:
            if _stopped:
                raise KeyboardInterrupt
            return self.work(_bundle, task)
        finally:
            _working = False
