"""Progress of compilation for listeners: the current kernel, and the time spent."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int, str], None]


class _Record:
    done = 0
    due = 0
    seconds = 0.0
    listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Call `listener(n, of, what)` before each compilation, the n-th of so many as are known to be due; None listens no more."""
    _Record.listener, _Record.done, _Record.due = listener, 0, 0


def compiling_words(done: int, due: int, what: str) -> str:
    """`compiling 2 of about 3: the time loop`. Functions needed by a function are found during its compilation, so the total is not known
    beforehand."""
    return f"compiling {done} of about {due}: {what}"


def expect(compilations: int) -> None:
    """So many more compilations are due."""
    _Record.due += compilations


def seconds_spent() -> float:
    """Seconds of wall time that this process has spent compiling."""
    return _Record.seconds


@contextmanager
def compiling(label: str) -> Iterator[None]:
    """Around each compilation."""
    began = time.perf_counter()
    _Record.done += 1
    _Record.due = max(_Record.due, _Record.done)
    if _Record.listener is not None:
        _Record.listener(_Record.done, _Record.due, label)
    try:
        yield
    finally:
        _Record.seconds += time.perf_counter() - began
