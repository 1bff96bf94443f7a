"""Reports the progress of compilation to a listener: the current kernel, the number of kernels, and the total time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int | None, str], None]


class _Record:
    done = 0
    total: int | None = None
    count: Callable[[], int | None] | None = None
    seconds = 0.0
    listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Call `listener(n, of, what)` before each compilation. None removes the listener.

    `of` is the number of all compilations, or None if this number is not known. A known number never grows.
    """
    _Record.listener, _Record.done, _Record.total, _Record.count = listener, 0, None, None


def compiling_words(done: int, total: int | None, what: str) -> str:
    """Return `compiling 2 of 3: the time loop`, or `compiling the time loop` if the total is not known."""
    return f"compiling {what}" if total is None else f"compiling {done} of {total}: {what}"


def count_by(count: Callable[[], int | None] | None) -> None:
    """At the next compilation, call `count()` for the number of compilations that follow, including this one. It
    returns None if the number is not known. If `count` is None, no number is requested.
    """
    _Record.count = count


def seconds_spent() -> float:
    """Return the wall time [s] that this process has spent compiling."""
    return _Record.seconds


@contextmanager
def measure_compilation(label: str) -> Iterator[None]:
    """Yield a context for a compilation, which calls the listener and measures the time."""
    began = time.perf_counter()
    if _Record.listener is not None:
        _announce(_Record.listener, label)
    try:
        yield
    finally:
        _Record.seconds += time.perf_counter() - began


def _announce(listener: Listener, label: str) -> None:
    count, _Record.count = _Record.count, None
    if count is not None:
        number = count()
        _Record.total = None if number is None else _Record.done + number
    _Record.done += 1
    is_counted = _Record.total is not None and _Record.done <= _Record.total
    listener(_Record.done, _Record.total if is_counted else None, label)
