"""Matrix functions for the derivatives of forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import matrix_product, matrix_vector, skew, transpose_product, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import add_block

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.flat import Floats


@subroutine
def clear(element: Floats) -> None:
    """Set element[0] and element[1] to zero."""
    for n in range(2):
        for k in range(12):
            for m in range(12):
                element[n, k, m] = 0.0


@subroutine
def scale_matrix(s: float, A: Matrix) -> Matrix:
    """Return the matrix s A."""
    return s * A[0], s * A[1], s * A[2], s * A[3], s * A[4], s * A[5], s * A[6], s * A[7], s * A[8]


@subroutine
def total(A: Matrix, B: Matrix) -> Matrix:
    """Return the matrix A + B."""
    return (
        A[0] + B[0],
        A[1] + B[1],
        A[2] + B[2],
        A[3] + B[3],
        A[4] + B[4],
        A[5] + B[5],
        A[6] + B[6],
        A[7] + B[7],
        A[8] + B[8],
    )


@subroutine
def scale_rows(d: Vector, A: Matrix) -> Matrix:
    """Return the matrix diag(d) A."""
    return (
        d[0] * A[0],
        d[0] * A[1],
        d[0] * A[2],
        d[1] * A[3],
        d[1] * A[4],
        d[1] * A[5],
        d[2] * A[6],
        d[2] * A[7],
        d[2] * A[8],
    )


@subroutine
def add_couple(element: Floats, R10: Matrix, w0: Vector, m1: Vector, by_turn: Matrix, by_spin: Matrix) -> None:
    """Add the blocks of a moment between two bodies. The moment on body 0 is `m1`, and the moment on body 1 is `-m1`.
    Both are in the axes of body 1.

    `by_turn` and `by_spin` are the derivatives of the moment with respect to the relative rotation and the relative
    angular velocity, in the same axes.
    """
    spin0 = matrix_vector(R10, w0)
    # In the axes of body 1, `dtheta = dpsi1 - R10 dpsi0` and `dw = dw1 - R10 dw0 + R10 w0~ dpsi0 - (R10 w0)~ dpsi1`.
    dm_psi1 = total(by_turn, scale_matrix(-1.0, matrix_product(by_spin, skew(spin0))))
    dm_psi0 = matrix_product(by_spin, matrix_product(R10, skew(w0)))
    dm_psi0 = total(dm_psi0, scale_matrix(-1.0, matrix_product(by_turn, R10)))
    dm_w0 = scale_matrix(-1.0, matrix_product(by_spin, R10))
    m0 = transpose_vector(R10, m1)
    add_block(element, 0, 9, 3, 1.0, dm_psi0)
    add_block(element, 0, 9, 9, 1.0, dm_psi1)
    add_block(element, 1, 9, 3, 1.0, dm_w0)
    add_block(element, 1, 9, 9, 1.0, by_spin)
    add_block(element, 0, 3, 3, -1.0, total(transpose_product(R10, dm_psi0), skew(m0)))
    add_block(element, 0, 3, 9, -1.0, transpose_product(R10, total(dm_psi1, scale_matrix(-1.0, skew(m1)))))
    add_block(element, 1, 3, 3, -1.0, transpose_product(R10, dm_w0))
    add_block(element, 1, 3, 9, -1.0, transpose_product(R10, by_spin))
