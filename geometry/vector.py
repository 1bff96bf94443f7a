"""Three-component vectors and 3x3 matrices as flat tuples. A vector has 3 floats, and a matrix has 9 floats row by row.

The functions are plain functions without numpy, lists or loops. They are therefore fast in Python, and
`rbsolve.solver.kernel` makes them callable from kernels.
"""

from __future__ import annotations

import math

Vector = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


def unit_vector(i: int) -> Vector:
    """Return the unit vector `i` (0, 1 or 2)."""
    return 1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0


def add(a: Vector, b: Vector) -> Vector:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def subtract(a: Vector, b: Vector) -> Vector:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def scale(s: float, a: Vector) -> Vector:
    """Return s a."""
    return s * a[0], s * a[1], s * a[2]


def dot(a: Vector, b: Vector) -> float:
    """Return a·b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Return a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def norm(a: Vector) -> float:
    """Return the Euclidean length of a. The squares may overflow or underflow outside 1e-150 .. 1e150."""
    return math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2])


def skew(v: Vector) -> Matrix:
    """Return the matrix v~ with `v~ a = v x a`."""
    return 0.0, -v[2], v[1], v[2], 0.0, -v[0], -v[1], v[0], 0.0


def combine(s: float, A: Matrix, t: float, B: Matrix) -> Matrix:
    """Return s A + t B."""
    return (
        s * A[0] + t * B[0],
        s * A[1] + t * B[1],
        s * A[2] + t * B[2],
        s * A[3] + t * B[3],
        s * A[4] + t * B[4],
        s * A[5] + t * B[5],
        s * A[6] + t * B[6],
        s * A[7] + t * B[7],
        s * A[8] + t * B[8],
    )


def double_cross(a: Vector, b: Vector) -> Matrix:
    """Return `a~ b~ = b a^T - (a·b) I`."""
    d = dot(a, b)
    return (
        b[0] * a[0] - d,
        b[0] * a[1],
        b[0] * a[2],
        b[1] * a[0],
        b[1] * a[1] - d,
        b[1] * a[2],
        b[2] * a[0],
        b[2] * a[1],
        b[2] * a[2] - d,
    )


def outer(a: Vector, b: Vector) -> Matrix:
    """Return a b^T."""
    return (
        a[0] * b[0],
        a[0] * b[1],
        a[0] * b[2],
        a[1] * b[0],
        a[1] * b[1],
        a[1] * b[2],
        a[2] * b[0],
        a[2] * b[1],
        a[2] * b[2],
    )


def transpose(A: Matrix) -> Matrix:
    """Return A^T."""
    return A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8]


def determinant(A: Matrix) -> float:
    """Return det A."""
    return A[0] * (A[4] * A[8] - A[5] * A[7]) - A[1] * (A[3] * A[8] - A[5] * A[6]) + A[2] * (A[3] * A[7] - A[4] * A[6])


def inverse(A: Matrix) -> Matrix:
    """Return A^-1 by cofactors. A must be regular."""
    c0 = A[4] * A[8] - A[5] * A[7]
    c1 = A[5] * A[6] - A[3] * A[8]
    c2 = A[3] * A[7] - A[4] * A[6]
    f = 1.0 / (A[0] * c0 + A[1] * c1 + A[2] * c2)
    return (
        f * c0,
        f * (A[2] * A[7] - A[1] * A[8]),
        f * (A[1] * A[5] - A[2] * A[4]),
        f * c1,
        f * (A[0] * A[8] - A[2] * A[6]),
        f * (A[2] * A[3] - A[0] * A[5]),
        f * c2,
        f * (A[1] * A[6] - A[0] * A[7]),
        f * (A[0] * A[4] - A[1] * A[3]),
    )


def matrix_vector(A: Matrix, v: Vector) -> Vector:
    """Return A v."""
    return (
        A[0] * v[0] + A[1] * v[1] + A[2] * v[2],
        A[3] * v[0] + A[4] * v[1] + A[5] * v[2],
        A[6] * v[0] + A[7] * v[1] + A[8] * v[2],
    )


def transpose_vector(A: Matrix, v: Vector) -> Vector:
    """Return A^T v."""
    return (
        A[0] * v[0] + A[3] * v[1] + A[6] * v[2],
        A[1] * v[0] + A[4] * v[1] + A[7] * v[2],
        A[2] * v[0] + A[5] * v[1] + A[8] * v[2],
    )


def matrix_product(A: Matrix, B: Matrix) -> Matrix:
    """Return A B."""
    return (
        A[0] * B[0] + A[1] * B[3] + A[2] * B[6],
        A[0] * B[1] + A[1] * B[4] + A[2] * B[7],
        A[0] * B[2] + A[1] * B[5] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[3] + A[5] * B[6],
        A[3] * B[1] + A[4] * B[4] + A[5] * B[7],
        A[3] * B[2] + A[4] * B[5] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[3] + A[8] * B[6],
        A[6] * B[1] + A[7] * B[4] + A[8] * B[7],
        A[6] * B[2] + A[7] * B[5] + A[8] * B[8],
    )


def transpose_product(A: Matrix, B: Matrix) -> Matrix:
    """Return A^T B."""
    return (
        A[0] * B[0] + A[3] * B[3] + A[6] * B[6],
        A[0] * B[1] + A[3] * B[4] + A[6] * B[7],
        A[0] * B[2] + A[3] * B[5] + A[6] * B[8],
        A[1] * B[0] + A[4] * B[3] + A[7] * B[6],
        A[1] * B[1] + A[4] * B[4] + A[7] * B[7],
        A[1] * B[2] + A[4] * B[5] + A[7] * B[8],
        A[2] * B[0] + A[5] * B[3] + A[8] * B[6],
        A[2] * B[1] + A[5] * B[4] + A[8] * B[7],
        A[2] * B[2] + A[5] * B[5] + A[8] * B[8],
    )


def product_transpose(A: Matrix, B: Matrix) -> Matrix:
    """Return A B^T."""
    return (
        A[0] * B[0] + A[1] * B[1] + A[2] * B[2],
        A[0] * B[3] + A[1] * B[4] + A[2] * B[5],
        A[0] * B[6] + A[1] * B[7] + A[2] * B[8],
        A[3] * B[0] + A[4] * B[1] + A[5] * B[2],
        A[3] * B[3] + A[4] * B[4] + A[5] * B[5],
        A[3] * B[6] + A[4] * B[7] + A[5] * B[8],
        A[6] * B[0] + A[7] * B[1] + A[8] * B[2],
        A[6] * B[3] + A[7] * B[4] + A[8] * B[5],
        A[6] * B[6] + A[7] * B[7] + A[8] * B[8],
    )
