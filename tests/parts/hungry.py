"""Functions that need more memory or processor time than a check may use. A separate process imports them by name."""

import sys
from contextlib import suppress

from rbsolve.service.checking import _memory


def greedy() -> int:
    with _memory(64 << 20):
        return len(bytearray(256 << 20))


def deep(count: int = 0) -> int:
    """Make the interpreter fail to allocate a frame. The interpreter reports this failure only by a missing result."""
    return deep(count + 1) + 1


def greedy_in_frames() -> int:
    sys.setrecursionlimit(10**7)
    with _memory(8 << 20):
        return deep()


def busy() -> None:
    """Use the processor without end, and catch all exceptions that mistakes of a deck can raise."""
    while True:
        with suppress(Exception):
            while True:
                sum(range(1000))
