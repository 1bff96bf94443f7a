"""Products of many vectors and matrices at once, along leading axes (numpy).

Histories must not depend on the chunks in which they are computed. A row of a result is therefore bitwise identical for
any number of rows, and for any place in memory. BLAS and einsum do not guarantee this, so the functions multiply and
add components individually. Fortran order is fastest, because each component is then contiguous in memory. Results have
the memory order of their operands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rbsolve.language.many import of_each

Array = NDArray[np.float64]


def cross(a: Array, b: Array) -> Array:
    """Return the cross products of real or complex vectors (..., 3)."""
    a, b = np.asarray(a), np.asarray(b)
    kind = np.result_type(a, b, np.float64)
    product: Array = np.empty(np.broadcast(a, b).shape, dtype=kind, order="F" if np.isfortran(a) else "C")
    a1, a2, a3 = a[..., 0], a[..., 1], a[..., 2]
    b1, b2, b3 = b[..., 0], b[..., 1], b[..., 2]
    np.subtract(a2 * b3, a3 * b2, out=product[..., 0])
    np.subtract(a3 * b1, a1 * b3, out=product[..., 1])
    np.subtract(a1 * b2, a2 * b1, out=product[..., 2])
    return product


def dot(a: Array, b: Array) -> Array:
    """Return the scalar products of vectors (..., 3)."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])


def rotate(R: Array, v: Array) -> Array:
    """Return the products of matrices (..., m, n) and vectors (..., n)."""
    R, v = np.asarray(R), np.asarray(v)
    if R.dtype == object or v.dtype == object:
        made: Array = of_each(turn, R, v)  # the matrices or vectors contain numbers of many cases
        return made
    R, v = np.asarray(R, dtype=float), np.asarray(v, dtype=float)
    # A single vector for all rows, such as gravity or a point of a body, often has zero coordinates. These coordinates
    # are skipped.
    return _combine(R, v, [j for j, coordinate in enumerate(v.tolist()) if coordinate] if v.ndim == 1 else [])


def turn(R: Array, v: Array) -> Array:
    """Return the products of matrices (..., m, n) and a vector (n,) that is the same in all rows.

    With several cases, the vectors are (rows, n). A row is then bitwise identical to the row of a separate run of its
    case.
    """
    if v.ndim == 1:
        return rotate(R, v)
    count = max((len(v), *R.shape[:-2]))
    order: Literal["F", "C"] = "F" if np.isfortran(R) else "C"
    R, v = np.broadcast_to(R, (count, *R.shape[-2:])), np.broadcast_to(v, (count, v.shape[-1]))
    patterns = (v != 0.0) @ (1 << np.arange(v.shape[-1]))  # bit masks of the coordinates that are not zero
    product = np.empty((count, R.shape[-2]), order=order)
    for pattern in np.unique(patterns).tolist():
        rows = np.flatnonzero(patterns == pattern)
        product[rows] = _combine(R[rows], v[rows], [j for j in range(v.shape[-1]) if pattern >> j & 1])
    return product


def _combine(R: Array, v: Array, columns: Sequence[int]) -> Array:
    """Return the sum of some columns of matrices, each column multiplied by its coordinate of a vector. If `columns` is
    empty, all columns are added.
    """
    first, *others = columns or range(R.shape[-1])
    product = R[..., first] * v[..., first, None]
    for j in others:
        product += R[..., j] * v[..., j, None]
    return np.asarray(product)


def rotate_back(R: Array, v: Array) -> Array:
    """Return the products of transposed matrices (..., m, n) and vectors (..., m)."""
    return rotate(np.swapaxes(R, -1, -2), v)


def product(A: Array, B: Array) -> Array:
    """Return the products of matrices (..., l, m) and (..., m, n)."""
    product = A[..., :, 0, None] * B[..., 0, None, :]
    for j in range(1, A.shape[-1]):
        product += A[..., :, j, None] * B[..., j, None, :]
    return np.asarray(product)


def transpose_product(A: Array, B: Array) -> Array:
    """Return the products of transposed matrices (..., m, l) and matrices (..., m, n)."""
    return product(np.swapaxes(A, -1, -2), B)
