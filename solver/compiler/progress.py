"""Progress of compilation for listeners: the current kernel, and the total time."""

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
    """Call `listener(n, of, what)` before each compilation; `of` is the number of known compilations. None removes the listener."""
    _Record.listener, _Record.done, _Record.due = listener, 0, 0


def compiling_words(done: int, due: int, what: str) -> str:
    """`compiling 2 of about 3: the time loop`. The total is not known in advance, because compiling a function finds the functions that it
    needs."""
    return f"compiling {done} of about {due}: {what}"


def expect(compilations: int) -> None:
    """Announce a number of further compilations."""
    _Record.due += compilations


def seconds_spent() -> float:
    """Wall time [s] that this process has spent compiling."""
    return _Record.seconds


@contextmanager
def compiling(label: str) -> Iterator[None]:
    """The context of each compilation, which calls the listener and measures the time."""
    began = time.perf_counter()
    _Record.done += 1
    _Record.due = max(_Record.due, _Record.done)
    if _Record.listener is not None:
        _Record.listener(_Record.done, _Record.due, label)
    try:
        yield
    finally:
        _Record.seconds += time.perf_counter() - began
