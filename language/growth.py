"""Controls the garbage collector while large structures are created."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection while many permanent objects are created. Otherwise repeated traversals of these
    objects would double the time for a long deck.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def count_as_old() -> None:
    """Move all existing objects to the oldest generation of the garbage collector, so that the next collections do not
    traverse these objects. Call this function only a few times in a process, because garbage in the oldest generation
    is rarely collected.
    """
    if gc.get_freeze_count() == 0:  # skip this if the caller has already frozen objects
        gc.freeze()
        gc.unfreeze()
