"""Replaces numbers in a model in place, because kernels and engines use the addresses of its arrays."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from rbsolve.solver.model.arrays import Model

DECIDING = frozenset(("projection", "signals", "contacts", "events", "frictions", "entries"))
"""The parts of a model whose numbers an engine reads only when it is created."""

T = TypeVar("T", bound=tuple[Any, ...])
Moves = list[tuple[np.ndarray, np.ndarray]]


def own_copy(record: T) -> T:
    """Return a model, or another tuple of arrays, with the same numbers in its own arrays."""
    copied: T = _copy(record)
    return copied


def _copy(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, tuple):
        return type(value)(*map(_copy, value)) if hasattr(value, "_fields") else tuple(map(_copy, value))
    return value


def renumber(mine: Model, before: Model, now: Model) -> bool:
    """Copy the numbers of `now` into the arrays of `mine`, which contain the numbers of `before`.

    Return False if the models differ in anything except numbers, such as integers, shapes, or the parts in `DECIDING`.
    In this case, the arrays remain unchanged. The numbers of signals may differ if no signal has a memory and no event
    ends a step. Engines then use only the number of their states.
    """
    moves: Moves = []
    fixed = DECIDING - {"signals"} if _has_plain_signals(before) and _has_plain_signals(now) else DECIDING
    for name, own, old, new in zip(Model._fields, mine, before, now, strict=True):
        if old is not new and not (have_same_bits(old, new) if name in fixed else _collect(own, old, new, moves)):
            return False
    for own, new in moves:
        own[...] = new
    return True


def take_floats(mine: T, before: T, now: T) -> bool:
    """Copy the floats of `now` into the arrays of `mine`, which contain the floats of `before`.

    Return False if the records differ in other data. The arrays then remain unchanged.
    """
    moves: Moves = []
    if not _collect(mine, before, now, moves):
        return False
    for own, new in moves:
        own[...] = new
    return True


def _has_plain_signals(model: Model) -> bool:
    return model.signals.first_memory[-1] == 0 and len(model.events.signal) == 0


def _collect(own: Any, old: Any, new: Any, moves: Moves) -> bool:
    """Collect the arrays of floats in `moves`. Return False if other data differ."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(new, np.ndarray):
        if new.shape != old.shape or new.dtype != old.dtype:
            return False
        if new.dtype != np.float64:
            return have_same_bits(old, new)
        moves.append((own, new))
        return True
    if isinstance(new, tuple):
        if len(old) != len(new):
            return False
        return all(_collect(*parts, moves) for parts in zip(own, old, new, strict=True))
    return bool(old == new)


def have_same_bits(old: Any, new: Any) -> bool:
    """Return whether two values are bitwise identical."""
    if old is new:
        return True
    if type(old) is not type(new):
        return False
    if isinstance(new, np.ndarray):
        return bool(old.shape == new.shape and old.dtype == new.dtype and old.tobytes() == new.tobytes())
    if isinstance(new, tuple):
        return len(old) == len(new) and all(map(have_same_bits, old, new))
    return bool(old == new)
