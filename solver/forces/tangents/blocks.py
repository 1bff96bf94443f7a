"""Matrix helpers of the derivatives."""

from __future__ import annotations

from rbsolve.solver.kernel import subroutine


@subroutine
def clear(element):
    """Zero element[0] and element[1]."""
    for n in range(2):
        for k in range(12):
            for m in range(12):
                element[n, k, m] = 0.0


@subroutine
def scaled(s, A):
    """s A."""
    return s * A[0], s * A[1], s * A[2], s * A[3], s * A[4], s * A[5], s * A[6], s * A[7], s * A[8]


@subroutine
def total(A, B):
    """A + B."""
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
def row_scaled(d, A):
    """diag(d) A."""
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
