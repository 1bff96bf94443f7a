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
            if gc.get_freeze_count() == 0:  # nothing that somebody else froze
                gc.freeze()  # what has grown counts as old at once: as young it would be walked as soon as collections go on
                gc.unfreeze()
            gc.enable()
