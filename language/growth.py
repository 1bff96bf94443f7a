"""Letting large structures grow undisturbed."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """No garbage collection while many objects grow that stay: walking them over and over doubles the time of reading a long deck."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def count_as_old() -> None:
    """Move all existing objects to the oldest generation of the garbage collector. Otherwise the next collections would traverse them.

    Call this only a few times in a process: garbage in the oldest generation is rarely collected.
    """
    if gc.get_freeze_count() == 0:  # not if the caller has frozen objects itself
        gc.freeze()
        gc.unfreeze()
