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
    """Let all that is there count as old at once: as young it would be walked as soon as collections continue.

    Only where that happens a few times in a process: garbage that counts as old is hardly ever looked for.
    """
    if gc.get_freeze_count() == 0:  # nothing that somebody else froze
        gc.freeze()
        gc.unfreeze()
