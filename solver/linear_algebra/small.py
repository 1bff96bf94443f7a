"""Solves small dense systems in two-dimensional arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats


@subroutine
def solve_columns(A: Floats, B: Floats, n: int, columns: int) -> None:
    """Overwrite the first `columns` columns of B (n rows) with the solution of `A X = B`, by Gaussian elimination with
    row exchanges. The matrix A is overwritten.
    """
    for k in range(n):
        best = k
        for r in range(k + 1, n):
            if abs(A[r, k]) > abs(A[best, k]):
                best = r
        if best != k:
            for c in range(n):
                A[k, c], A[best, c] = A[best, c], A[k, c]
            for c in range(columns):
                B[k, c], B[best, c] = B[best, c], B[k, c]
        for r in range(k + 1, n):
            factor = A[r, k] / A[k, k]
            if not is_zero(factor):
                for c in range(k + 1, n):
                    A[r, c] -= factor * A[k, c]
                for c in range(columns):
                    B[r, c] -= factor * B[k, c]
    for k in range(n - 1, -1, -1):
        for c in range(columns):
            total = B[k, c]
            for r in range(k + 1, n):
                total -= A[k, r] * B[r, c]
            B[k, c] = total / A[k, k]
