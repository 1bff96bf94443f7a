"""Linear least squares in order of importance: each condition as well as those before it allow. Plain numpy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.solver.model.flat import Floats

RANK_TOLERANCE = 1e-9  # of singular values, relative to the largest of their condition or 1


def least_squares_in_order(conditions: Sequence[tuple[Floats, Floats]], unknowns: int) -> Floats:
    """The x (n,) that makes |A x - b| smallest for the first (A, b), among those the next smallest, and so on; what no condition
    determines is smallest itself. Rows of A are of the order of 1, or else rounding that says nothing."""
    x, free = np.zeros(unknowns), np.eye(unknowns)
    for A, b in conditions:
        if len(A) == 0 or free.shape[1] == 0:
            continue
        left, values, right = np.linalg.svd(A @ free, full_matrices=True)
        rank = int(np.sum(values > RANK_TOLERANCE * max(float(values[0]), 1.0)))
        x = x + free @ (right[:rank].T @ ((left[:, :rank].T @ (b - A @ x)) / values[:rank]))
        free = free @ right[rank:].T
    return x
