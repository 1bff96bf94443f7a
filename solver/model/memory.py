"""Saves and restores the state of an engine, or of any other object, as plain data.

A class lists in `MEMORY` the attributes that determine all later results, as paths such as `_cursor` or
`_forest.sweep`. The attributes contain arrays, `Variables`, numbers, texts, None, and tuples and lists of these types.
A new field of an engine must be added to `MEMORY`, or to a tuple that `MEMORY` lists. A test overwrites all other
arrays of each engine with invalid numbers, and checks that the run continues correctly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np

from rbsolve.solver.compiler.variables import Variables

Arrays = dict[str, np.ndarray]


def capture(owner: object) -> tuple[dict[str, Any], Arrays]:
    """Return the memory of an object. The memory is a tree of plain values that refers to arrays by name, and copies of
    these arrays.
    """
    arrays: Arrays = {}
    values = ((path, _value(owner, path)) for path in getattr(owner, "MEMORY", ()))
    return {path: _plain(path, value, arrays) for path, value in values if value is not _ABSENT}, arrays


def restore(owner: Any, tree: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
    """Restore a memory to an object that was created in the same way. Raise ValueError if the memory belongs to another
    kind of object.
    """
    if set(tree) != set(_paths(owner)):
        raise ValueError(f"the state does not belong to {type(owner).__name__}")
    _put(owner, tree, arrays)


def held_values(owner: object) -> list[np.ndarray | Variables]:
    """Return the arrays and variables themselves that `capture` copies."""
    return [found for path in _paths(owner) for found in _held_in(_value(owner, path))]


def _held_in(value: Any) -> list[np.ndarray | Variables]:
    if isinstance(value, (np.ndarray, Variables)):
        return [value]
    if isinstance(value, (tuple, list)):
        return [found for item in value for found in _held_in(item)]
    return []


def _put(owner: Any, tree: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> None:
    for path, plain in tree.items():
        *parents, name = _parts(path)
        holder = owner
        for parent in parents:
            holder = getattr(holder, parent)
        value = _restore(getattr(holder, name), plain, arrays)
        if value is not getattr(holder, name):
            setattr(holder, name, value)
    follow_up = getattr(owner, "after_restoring", None)
    if follow_up is not None:
        follow_up()


def _paths(owner: object) -> tuple[str, ...]:
    paths: tuple[str, ...] = getattr(owner, "MEMORY", ())
    return tuple(path for path in paths if _value(owner, path) is not _ABSENT)


_ABSENT = object()


def _value(owner: Any, path: str) -> Any:
    """Return the value at a path. The result is `_ABSENT` if a part of the path is None, such as the forest of a model
    without a forest.
    """
    for part in _parts(path):
        if owner is None:
            return _ABSENT
        owner = getattr(owner, part)
    return owner


@cache
def _parts(path: str) -> tuple[str, ...]:
    return tuple(path.split("."))


def _plain(name: str, value: Any, arrays: Arrays) -> Any:
    if isinstance(value, Variables):
        value = value.words
    if isinstance(value, np.ndarray):
        arrays[name] = value.copy()
        return {"array": name}
    if isinstance(value, (tuple, list)):
        return {"items": [_plain(f"{name}.{i}", item, arrays) for i, item in enumerate(value)]}
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"{name} cannot be saved: it is of type {type(value).__name__}")


def _restore(present: Any, plain: Any, arrays: Mapping[str, np.ndarray]) -> Any:
    """Return the value of a plain tree. Existing arrays are overwritten in place, because kernels and views use their
    addresses.
    """
    if isinstance(present, Variables):
        words = arrays[plain["array"]]
        if words.shape != present.words.shape:
            raise ValueError(
                f"the state has {words.size} numbers of {type(present).__name__}, not {present.words.size}"
            )
        present.words[...] = words
        return present
    if isinstance(plain, Mapping) and "array" in plain:
        array = arrays[plain["array"]]
        if isinstance(present, np.ndarray) and present.shape == array.shape and present.dtype == array.dtype:
            present[...] = array
            return present
        return array.copy()
    if isinstance(plain, Mapping):
        before: Iterable[Any] = present if isinstance(present, (tuple, list)) else ()
        before = [*before, *[None] * len(plain["items"])]
        items = [_restore(old, item, arrays) for old, item in zip(before, plain["items"], strict=False)]
        if isinstance(present, tuple) and hasattr(present, "_fields"):
            unchanged = all(new is old for new, old in zip(items, present, strict=True))
            return present if unchanged else type(present)(*items)
        return items if isinstance(present, list) else tuple(items)
    return plain


class Snapshot:
    """The memory of an object at one time. It can be restored to the same object many times."""

    def __init__(self, owner: object, but: str) -> None:
        """Copy the memory of `owner`. The arrays in `but` are not copied, because they need not be restored."""
        self._owner, self._but = owner, but
        self._arrays: list[tuple[np.ndarray, np.ndarray]] = []
        # the objects that own arrays, which are changed in place, then all other values
        self._holders: list[tuple[str, Any]] = []
        self._others: list[tuple[str, Any]] = []
        self._memory: tuple[dict[str, Any], Arrays] = {}, {}
        self.take()

    @property
    def size(self) -> int:
        """Return the memory of all arrays [bytes]."""
        return sum(content.nbytes for _, content in self._arrays)

    def take(self) -> None:
        """Copy the current memory."""
        owner = self._owner
        if self._holders and all(_value(owner, path) is value for path, value in self._holders):
            for array, content in self._arrays:
                content[...] = array
            others = [path for path, _ in self._others]
        else:
            others = self._find()
        self._others = [(path, _value(owner, path)) for path in others]
        arrays: Arrays = {}
        self._memory = {path: _plain(path, value, arrays) for path, value in self._others}, arrays

    def _find(self) -> list[str]:
        """Copy all arrays. Return the paths of values of other types."""
        owner, others = self._owner, []
        held: list[tuple[np.ndarray, np.ndarray]] = []
        self._holders = []
        for path in _paths(owner):
            value = _value(owner, path)
            if path == self._but:
                continue
            if _hold(value, held):
                self._holders.append((path, value))
            else:
                others.append(path)
        # Views of the same memory are copied only once.
        self._arrays = list({(array.ctypes.data, array.nbytes): (array, content) for array, content in held}.values())
        return others

    def put_back(self) -> None:
        """Restore the object."""
        for array, content in self._arrays:
            array[...] = content
        if any(_value(self._owner, path) is not value for path, value in self._others):
            _put(self._owner, *self._memory)


def _hold(value: Any, held: list[tuple[np.ndarray, np.ndarray]]) -> bool:
    """Copy all nonempty arrays of a value to `held`. Return False if the value contains other values."""
    if isinstance(value, Variables):
        value = value.words
    if isinstance(value, np.ndarray):
        if value.size:
            held.append((value, value.copy()))
        return True
    return isinstance(value, tuple) and bool(value) and all(_hold(item, held) for item in value)
