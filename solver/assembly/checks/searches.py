"""Remembers the joints on which self-stresses act, so that the joints of each geometry are searched only once. The check
of the start searches them first. The reactions of a run and the checks of other cases use its result.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from threading import local
from typing import Any

import numpy as np

from rbsolve.solver.assembly.checks.redundancy import Redundancy, find_redundancies, unexamined_loops
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.joints import Joints

Groups = list[tuple[int, ...]]
"""The joints of each group."""
MOST_KNOWN = 2048
_known: dict[bytes, Groups] = {}  # the last searches, by geometry; other threads may add searches


class _Thread(local):
    """The last search of a thread for many cases at once, with the arrays of joints and poses."""

    arrays: tuple[Any, ...] = ()
    groups: Groups | None = None


_thread = _Thread()


def search(joints: Joints, state: State) -> list[Redundancy]:
    """Return the redundant constraints as `find_redundancies`, and remember the groups of joints.

    The numbers may be `Many`. Raise Disagree if the groups differ between cases.
    """
    found = find_redundancies(joints, state)
    groups = [redundancy.joints for redundancy in found] + unexamined_loops(joints, len(state.x) - 1)
    arrays = _arrays(joints, state)
    if any(array.dtype == object for array in arrays):
        _thread.arrays, _thread.groups = arrays, groups
    else:
        remember([key_of(joints, state)], groups)
    return found


def found_for_many(joints: Joints, state: State) -> Groups | None:
    """Return the groups for many cases, if the last search of this thread was for the same arrays."""
    arrays = _arrays(joints, state)
    is_same = len(arrays) == len(_thread.arrays) and all(a is b for a, b in zip(arrays, _thread.arrays, strict=True))
    return _thread.groups if is_same else None


def known_groups(joints: Joints, state: State) -> Groups:
    """Return the groups of joints of a model. They are searched if they are not known."""
    key = key_of(joints, state)
    if not is_known(key):
        found = [redundancy.joints for redundancy in find_redundancies(joints, state, seeks_remedies=False)]
        remember([key], found + unexamined_loops(joints, len(state.x) - 1))
    return _known[key]


def is_known(key: bytes) -> bool:
    """Return whether the groups of a geometry are known."""
    return key in _known


def remember(keys: Iterable[bytes], groups: Groups) -> None:
    """Remember the groups of geometries."""
    found = dict.fromkeys(keys, groups)
    if len(_known) + len(found) > MOST_KNOWN:
        _known.clear()
    _known.update(found)


def key_of(joints: Joints, state: State) -> bytes:
    """Return a key that depends on all bits of the geometry. All numbers must be floats."""
    arrays = _arrays(joints, state)
    shapes = repr([array.shape for array in arrays]).encode()
    return blake2b(b"".join((shapes, *[array.tobytes() for array in arrays])), digest_size=16).digest()


def _arrays(joints: Joints, state: State) -> tuple[Any, ...]:
    parts = (*joints, *joints.couplings, state.x, state.e, state.R)
    return tuple(part for part in parts if isinstance(part, np.ndarray))
