from __future__ import annotations

import numpy as np
import pytest

from rbsolve.geometry import vector

RNG = np.random.default_rng(3)
A, B = RNG.normal(size=(2, 3, 3))
U, V = RNG.normal(size=(2, 3))
a, b, u, v = (tuple(float(x) for x in array.ravel()) for array in (A, B, U, V))

CASES = {
    "add": (vector.add(u, v), U + V),
    "subtract": (vector.subtract(u, v), U - V),
    "scale": (vector.scale(2.5, u), 2.5 * U),
    "dot": (vector.dot(u, v), U @ V),
    "cross": (vector.cross(u, v), np.cross(U, V)),
    "norm": (vector.norm(u), np.linalg.norm(U)),
    "skew": (vector.matrix_vector(vector.skew(u), v), np.cross(U, V)),
    "transpose": (vector.transpose(a), A.T),
    "determinant": (vector.determinant(a), np.linalg.det(A)),
    "inverse": (vector.inverse(a), np.linalg.inv(A)),
    "matrix_vector": (vector.matrix_vector(a, v), A @ V),
    "transpose_vector": (vector.transpose_vector(a, v), A.T @ V),
    "matrix_product": (vector.matrix_product(a, b), A @ B),
    "transpose_product": (vector.transpose_product(a, b), A.T @ B),
    "product_transpose": (vector.product_transpose(a, b), A @ B.T),
}


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_numpy(name: str) -> None:
    mine, theirs = CASES[name]
    np.testing.assert_allclose(mine, np.ravel(theirs) if np.ndim(theirs) else theirs, rtol=1e-13, atol=1e-14)
