"""Replaces the arrays of a case by arrays of several cases, with the layout [variable][case], for kernels that step
cases side by side.

An item of such an array contains the numbers of all cases, with 8 bytes each (solver/compiler/cases.py). The shape of
the array is the same as for one case. Integers are the same for all cases.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_ALIGNED = 128  # alignment in bytes, with which vectors do not cross cache lines


def as_in(like: np.ndarray, tree: Any) -> Any:
    """Return a tree of tuples like `like`, whose arrays have the type for several cases. It serves only to find a
    layout, so the numbers have no meaning.
    """
    if isinstance(tree, np.ndarray):
        return np.zeros(tree.shape, like.dtype) if tree.dtype == np.float64 else tree
    return type(tree)(*(as_in(like, item) for item in tree)) if isinstance(tree, tuple) else tree


def numbers_of(cases: np.ndarray, count: int) -> np.ndarray:
    """Return the numbers in an array of several cases. The cases are along an additional last axis."""
    return cases.reshape(-1).view(np.float64).reshape(*cases.shape, count)


class CasesMemory:
    """The arrays of `count` cases, which replace the arrays of one case. If two arrays of a case share memory, the
    corresponding arrays of all cases share memory too.
    """

    def __init__(self, count: int) -> None:
        self.count, self._item = count, np.dtype(f"V{8 * count}")
        self._of: dict[
            int, tuple[np.ndarray, np.ndarray]
        ] = {}  # flat arrays, by the address of the array that they replace

    def of(self, tree: Any, shared: tuple[str, ...] = ()) -> Any:
        """Return a named tuple in which arrays of all cases replace the arrays of one case. The fields in `shared` are
        not replaced.
        """
        if isinstance(tree, tuple) and hasattr(tree, "_fields"):
            fields = zip(tree._fields, tree, strict=True)
            return type(tree)(*(value if name in shared else self.of(value, shared) for name, value in fields))
        return self._array(tree) if isinstance(tree, np.ndarray) and tree.dtype == np.float64 else tree

    def _array(self, array: np.ndarray) -> np.ndarray:
        if not array.size:
            return np.zeros(array.shape, self._item)
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        start = root.ctypes.data
        if start not in self._of:
            self._of[start] = root.reshape(-1), _aligned_array(root.size, self.count)
        first = (array.ctypes.data - start) // 8
        return self._of[start][1][first : first + array.size].view(self._item).reshape(array.shape)

    def take(self, case: int) -> None:
        """Copy the arrays of one case to the place of a case."""
        for single, cases in self._of.values():
            cases[:, case] = single

    def singles(self) -> list[np.ndarray]:
        """Return the flat arrays of one case."""
        return [single for single, _ in self._of.values()]

    def of_each(self) -> list[tuple[np.ndarray, ...]]:
        """Return a copy of the numbers of each case, in the order of `singles`."""
        copies = [np.ascontiguousarray(cases.T) for _, cases in self._of.values()]
        return list(zip(*copies, strict=True))

    def replace(self, case: int, by: int) -> None:
        """Replace a case by a copy of another case."""
        for _, cases in self._of.values():
            cases[:, case] = cases[:, by]

    def save(self) -> list[np.ndarray]:
        """Return a copy of the numbers of all cases."""
        return [cases.copy() for _, cases in self._of.values()]

    def put_back(self, saved: list[np.ndarray]) -> None:
        """Restore the numbers of all cases from a copy."""
        for (_, cases), content in zip(self._of.values(), saved, strict=True):
            cases[...] = content


def _aligned_array(size: int, count: int) -> np.ndarray:
    memory = np.zeros(8 * size * count + _ALIGNED, np.uint8)
    start = -memory.ctypes.data % _ALIGNED
    return memory[start : start + 8 * size * count].view(np.float64).reshape(size, count)
