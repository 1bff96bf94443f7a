"""Linear least squares in order of importance. Each condition is satisfied as well as the previous conditions allow.
The module uses only plain numpy.

Conditions of loops are local, so a row has few unknowns. Consistent rows can be satisfied a few at a time, along the
directions that are still free. The cost then grows with the number of loops, and not with its cube. If the rows of a
condition contradict each other, the nearest solution depends on all of these rows.

All arrays may have a leading axis of cases (`language/stacks.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.language.stacks import agreed, times, transposed
from rbsolve.solver.model.flat import Floats

RANK_TOLERANCE = 1e-9  # tolerance of singular values, relative to the largest value of their condition or 1
FEW = 24  # up to this number of free directions, solving all rows at once is as fast
AT_ONCE = 6  # number of rows that are solved together
AGREED = 1e-12  # residual of consistent rows, relative to the terms of the residual


def least_squares_in_order(conditions: Sequence[tuple[Floats, Floats]], unknowns: int) -> Floats:
    """Return the x (..., n) that minimizes `|A x - b|` for the first (A, b). Among several such x, the next (A, b)
    decides, and so on.

    Undetermined components are as small as possible. Rows of A must be of the order of 1, because much smaller rows
    count as round-off. Raise Disagree if the ranks differ between cases.
    """
    x, free = np.zeros(unknowns), np.eye(unknowns)
    for A, b in conditions:
        # Rows without entries impose no condition. Most tree joints have such rows.
        bound = agreed(np.any(A != 0.0, axis=-1), 1)
        if not np.any(bound) or free.shape[-1] == 0:
            continue
        rows, values = A[..., bound, :], b[..., bound]
        met = _one_by_one(rows, values, x, free) if free.shape[-1] > FEW else None
        x, free = met or _nearest(rows, values, x, free)
    return x


def _nearest(A: Floats, b: Floats, x: Floats, free: Floats) -> tuple[Floats, Floats]:
    """Return `x` (..., n), changed along orthonormal `free` directions (..., n, k) so that `|A x - b|` is a minimum.
    Also return the directions that remain free (..., n, k - rank).
    """
    matrix, missing = square(A @ free, b - times(A, x))
    left, values, right = np.linalg.svd(matrix, full_matrices=True)
    rank = _rank(values)
    along = times(transposed(left[..., :rank]), missing) / values[..., :rank]
    x = x + times(free, times(transposed(right[..., :rank, :]), along))
    return x, free @ transposed(right[..., rank:, :])


def _rank(values: Floats) -> int:
    """Return the number of singular values (..., k) above round-off."""
    return int(agreed(np.sum(values > RANK_TOLERANCE * np.maximum(values[..., :1], 1.0), axis=-1)))


def square(A: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Return conditions with the same least squares and singular values, with at most as many rows as unknowns.

    The cost of a decomposition then grows with the cube of the number of unknowns, not of the number of conditions.
    """
    if A.shape[-2] <= A.shape[-1]:
        return A, b
    Q, R = np.linalg.qr(A)
    return R, times(transposed(Q), b)


def _one_by_one(A: Floats, b: Floats, x: Floats, free: Floats) -> tuple[Floats, Floats] | None:
    """Return `x`, changed along `free` directions to satisfy `A x = b` a few rows at a time, and the remaining
    directions. Return None if rows contradict each other.
    """
    cases = A.shape[:-2]
    x, free = (np.broadcast_to(part, (*cases, *part.shape[-k:])).copy() for k, part in ((1, x), (2, free)))
    is_free = np.ones(free.shape[-1], dtype=bool)
    for first in range(0, A.shape[-2], AT_ONCE):
        rows = A[..., first : first + AT_ONCE, :]
        used = np.flatnonzero(agreed(np.any(rows != 0.0, axis=-2), 1))
        along = rows[..., used] @ free[..., used, :]
        touched = np.flatnonzero(agreed(np.any(np.abs(along) > RANK_TOLERANCE, axis=-2), 1) & is_free)
        if not len(touched):
            continue
        missing = b[..., first : first + AT_ONCE] - times(rows[..., used], x[..., used])
        left, values, right = np.linalg.svd(along[..., touched], full_matrices=True)
        rank = _rank(values)
        turned = free[..., touched] @ transposed(right)
        x += times(turned[..., :rank], times(transposed(left[..., :rank]), missing) / values[..., :rank])
        free[..., touched] = turned
        is_free[touched[:rank]] = False
    terms = times(np.abs(A), np.abs(x)) + np.abs(b)
    permitted = AGREED * np.maximum(np.max(terms, axis=-1, keepdims=True), 1e-300)
    if agreed(np.any(np.abs(times(A, x) - b) > permitted, axis=-1)):
        return None
    return x, free[..., is_free]
