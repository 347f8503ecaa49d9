"""Work on one bundle spread over processes: tests and simulated games.

Each process gets the bundle once, as JSON, and then small tasks; results come back in the order of the tasks, whatever
the number of processes, so that the output does not depend on it. With one process nothing is started at all.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, TypeVar

from greyc.runtime import Bundle, ir

T = TypeVar("T")
R = TypeVar("R")

_bundle: Bundle | None = None


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
        try:
            yield from pool.map(_Work(work), tasks, chunksize=chunk)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def seldom_collect() -> None:
    """What is loaded stays to the end, so the collector need not go through it again and again, and games go without it
    when they are dropped. For a process that does nothing else than play."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _start(text: str) -> None:
    global _bundle
    _bundle = Bundle.from_json(json.loads(text))
    seldom_collect()


class _Work:
    """The work as something that can be sent to a process."""

    def __init__(self, work: Callable[[Bundle, Any], Any]) -> None:
        self.work = work

    def __call__(self, task: Any) -> Any:
        assert _bundle is not None
        return self.work(_bundle, task)
