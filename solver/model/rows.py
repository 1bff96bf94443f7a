"""Rows of arrays as tuples. Plain functions: kernels compile them (`solver/compiler/plain.py`)."""

from __future__ import annotations

from rbsolve.geometry.quaternion import Quaternion
from rbsolve.geometry.vector import Matrix, Vector
from rbsolve.solver.model.flat import Floats


def row3(array: Floats, i: int) -> Vector:
    """Row `i` of an (n, 3) array."""
    return array[i, 0], array[i, 1], array[i, 2]


def row4(array: Floats, i: int) -> Quaternion:
    """Row `i` of an (n, 4) array."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3]


def row9(array: Floats, i: int) -> Matrix:
    """Matrix `i` of an (n, 3, 3) array, row by row."""
    return (
        array[i, 0, 0],
        array[i, 0, 1],
        array[i, 0, 2],
        array[i, 1, 0],
        array[i, 1, 1],
        array[i, 1, 2],
        array[i, 2, 0],
        array[i, 2, 1],
        array[i, 2, 2],
    )
