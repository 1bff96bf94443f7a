"""Settings of the garbage collector while large structures grow."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection while many permanent objects are created. Repeated traversals of them would double the
    time for a long deck."""
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
    if gc.get_freeze_count() == 0:  # skip this if the caller has frozen objects itself
        gc.freeze()
        gc.unfreeze()
