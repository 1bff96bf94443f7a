"""Products of many vectors and matrices at once, along leading axes (numpy).

Histories must not depend on the chunks in which they are computed. So a row of a result has the same bits for any
number of rows and any place in memory. BLAS and einsum do not guarantee this. So the functions multiply and add
components one by one. Fortran order is fastest, because each component is then contiguous in memory. Results have the
memory order of their operands.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def cross(a: Array, b: Array) -> Array:
    """Cross products of real or complex vectors (..., 3)."""
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
    """Scalar products of vectors (..., 3)."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])


def rotate(R: Array, v: Array) -> Array:
    """Matrices (..., m, n) times vectors (..., n)."""
    R, v = np.asarray(R, dtype=float), np.asarray(v, dtype=float)
    # A single vector for all rows, such as gravity or a point of a body, often has zero coordinates, which are skipped.
    columns = [j for j, coordinate in enumerate(v.tolist()) if coordinate] if v.ndim == 1 else []
    first, *others = columns or range(R.shape[-1])
    product = R[..., first] * v[..., first, None]
    for j in others:
        product += R[..., j] * v[..., j, None]
    return np.asarray(product)


def rotate_back(R: Array, v: Array) -> Array:
    """Transposed matrices (..., m, n) times vectors (..., m)."""
    return rotate(np.swapaxes(R, -1, -2), v)


def product(A: Array, B: Array) -> Array:
    """Products of matrices (..., l, m) and (..., m, n)."""
    product = A[..., :, 0, None] * B[..., 0, None, :]
    for j in range(1, A.shape[-1]):
        product += A[..., :, j, None] * B[..., j, None, :]
    return np.asarray(product)


def transpose_product(A: Array, B: Array) -> Array:
    """Products of transposed matrices (..., m, l) and matrices (..., m, n)."""
    return product(np.swapaxes(A, -1, -2), B)
