"""Converts rows of arrays, parts of rows, and 3x3 blocks to tuples. The functions are plain functions, which kernels
compile.
"""

from __future__ import annotations

from rbsolve.geometry.quaternion import Quaternion
from rbsolve.geometry.vector import Matrix, Vector
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.model.flat import Floats

plain_functions(__name__)


def row3(array: Floats, i: int) -> Vector:
    """Return row `i` of an (n, 3) array."""
    return array[i, 0], array[i, 1], array[i, 2]


def row4(array: Floats, i: int) -> Quaternion:
    """Return row `i` of an (n, 4) array."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3]


def row9(array: Floats, i: int) -> Matrix:
    """Return matrix `i` of an (n, 3, 3) array, row by row."""
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


def three(rows: Floats, i: int, at: int) -> Vector:
    """Return three entries of row `i` of an (n, m) array, from column `at` on."""
    return rows[i, at], rows[i, at + 1], rows[i, at + 2]


def four(rows: Floats, i: int, at: int) -> Quaternion:
    """Return four entries of row `i` of an (n, m) array, from column `at` on."""
    return rows[i, at], rows[i, at + 1], rows[i, at + 2], rows[i, at + 3]


def nine(rows: Floats, i: int, at: int) -> Matrix:
    """Return nine entries of row `i` of an (n, m) array from column `at` on. The nine entries are a matrix, row by
    row.
    """
    return (
        rows[i, at],
        rows[i, at + 1],
        rows[i, at + 2],
        rows[i, at + 3],
        rows[i, at + 4],
        rows[i, at + 5],
        rows[i, at + 6],
        rows[i, at + 7],
        rows[i, at + 8],
    )


def set_three(rows: Floats, i: int, at: int, value: Vector) -> None:
    """Store three entries of row `i` from column `at` on."""
    rows[i, at], rows[i, at + 1], rows[i, at + 2] = value


def add_three(rows: Floats, i: int, at: int, value: Vector) -> None:
    """Add a vector to three entries of row `i` from column `at` on."""
    for k in range(3):
        rows[i, at + k] += value[k]


def set_four(rows: Floats, i: int, at: int, value: Quaternion) -> None:
    """Store four entries of row `i` from column `at` on."""
    rows[i, at], rows[i, at + 1], rows[i, at + 2], rows[i, at + 3] = value


def set_nine(rows: Floats, i: int, at: int, M: Matrix) -> None:
    """Store a matrix in row `i` from column `at` on, row by row."""
    rows[i, at], rows[i, at + 1], rows[i, at + 2] = M[0], M[1], M[2]
    rows[i, at + 3], rows[i, at + 4], rows[i, at + 5] = M[3], M[4], M[5]
    rows[i, at + 6], rows[i, at + 7], rows[i, at + 8] = M[6], M[7], M[8]


def add_block(element: Floats, n: int, row: int, column: int, factor: float, M: Matrix) -> None:
    """Add `factor` times a 3x3 matrix to element[n] at a row and column. `element` has the shape (parts, rows,
    columns).
    """
    for k in range(3):
        for m in range(3):
            element[n, row + k, column + m] += factor * M[3 * k + m]
