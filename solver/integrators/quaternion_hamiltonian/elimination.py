"""Gaussian elimination with partial pivoting, within the band of an island's matrix. A dense matrix has the widest
possible band.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import IslandLayout
    from rbsolve.solver.model.flat import Floats, Ints


@subroutine
def factor(layout: IslandLayout, island: int, matrix: Floats, exchange: Ints) -> bool:
    """Overwrite the matrix of an island with its factors. Return False if the matrix is singular or not finite."""
    begin = layout.begin[island]
    n = layout.begin[island + 1] - begin
    band, origin, stride = layout.band[island], layout.origin[island], layout.stride[island]
    for k in range(n):
        last_row = min(k + band + 1, n)
        last_column = min(k + 2 * band + 1, n)
        best, size = k, abs(matrix[origin + k * stride + k])
        for i in range(k + 1, last_row):
            candidate = abs(matrix[origin + i * stride + k])
            if candidate > size:
                best, size = i, candidate
        if not 0.0 < size < 1e300:
            return False
        exchange[begin + k] = best
        at = origin + k * stride
        if best != k:
            other = origin + best * stride
            for j in range(k, last_column):
                matrix[at + j], matrix[other + j] = matrix[other + j], matrix[at + j]
        inverse = 1.0 / matrix[at + k]
        for i in range(k + 1, last_row):
            row = origin + i * stride
            ratio = matrix[row + k] * inverse
            matrix[row + k] = ratio
            if not is_zero(ratio):
                for j in range(k + 1, last_column):
                    matrix[row + j] -= ratio * matrix[at + j]
    return True


@subroutine
def substitute(layout: IslandLayout, island: int, matrix: Floats, exchange: Ints, right: Floats) -> None:
    """Overwrite the island's part of `right` with the solution, from the factors of `factor`."""
    begin = layout.begin[island]
    n = layout.begin[island + 1] - begin
    band, origin, stride = layout.band[island], layout.origin[island], layout.stride[island]
    for k in range(n):
        best = exchange[begin + k]
        value = right[begin + best]
        right[begin + best] = right[begin + k]
        right[begin + k] = value
        for i in range(k + 1, min(k + band + 1, n)):
            right[begin + i] -= matrix[origin + i * stride + k] * value
    for k in range(n - 1, -1, -1):
        at = origin + k * stride
        value = right[begin + k]
        for j in range(k + 1, min(k + 2 * band + 1, n)):
            value -= matrix[at + j] * right[begin + j]
        right[begin + k] = value / matrix[at + k]
