"""Products of many vectors and matrices at once; numpy, leading axes.

Every row of a result has the same bits however many rows there are, which matrix products by BLAS do not promise: histories must not
depend on the chunks in which they are computed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def cross(a: Array, b: Array) -> Array:
    """Cross products of vectors (..., 3)."""
    a, b = np.asarray(a), np.asarray(b)
    product = np.empty(np.broadcast_shapes(a.shape, b.shape))
    a1, a2, a3 = a[..., 0], a[..., 1], a[..., 2]
    b1, b2, b3 = b[..., 0], b[..., 1], b[..., 2]
    np.subtract(a2 * b3, a3 * b2, out=product[..., 0])
    np.subtract(a3 * b1, a1 * b3, out=product[..., 1])
    np.subtract(a1 * b2, a2 * b1, out=product[..., 2])
    return product


def turned(R: Array, v: Array) -> Array:
    """Matrices (..., 3, 3) times vectors (..., 3)."""
    R, v = np.asarray(R, dtype=float), np.asarray(v, dtype=float)
    if v.ndim == 1 and R.ndim > 2:  # many matrices, one vector: half the time
        product = R[..., 0] * v[0]
        product += R[..., 1] * v[1]
        product += R[..., 2] * v[2]
        return np.asarray(product)
    return np.asarray(np.einsum("...ij,...j->...i", R, v), dtype=float)


def turned_back(R: Array, v: Array) -> Array:
    """Transposed matrices (..., 3, 3) times vectors (..., 3)."""
    return np.asarray(np.einsum("...ji,...j->...i", R, v), dtype=float)


def product(A: Array, B: Array) -> Array:
    """Products of matrices (..., 3, 3)."""
    return np.asarray(np.einsum("...ij,...jk->...ik", A, B), dtype=float)


def transpose_product(A: Array, B: Array) -> Array:
    """Products of transposed matrices (..., 3, 3) with others."""
    return np.asarray(np.einsum("...ji,...jk->...ik", A, B), dtype=float)
