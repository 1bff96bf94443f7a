"""Who listens to what is compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[int, int, str], None]


class _Count:
    done = 0
    expected = 0
    listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Call `listener(n, of, what)` before each compilation, the n-th of so many as are known to be due; None listens no more."""
    _Count.listener, _Count.done, _Count.expected = listener, 0, 0


def expect(compilations: int) -> None:
    """So many compilations are due."""
    _Count.expected += compilations


@contextmanager
def compiling(label: str) -> Iterator[None]:
    """Around each compilation."""
    _Count.done += 1
    _Count.expected = max(_Count.expected, _Count.done)
    if _Count.listener is not None:
        _Count.listener(_Count.done, _Count.expected, label)
    yield
