"""Numeric factorization and solution by the plan of `elimination.py`.

With P the pivot block of a vertex and U, L^T its panels, `W = P^-1 U` overwrites U and the later blocks lose `L W`. A solution takes
`y = P^-1 b` and `b_later -= L y` forward, then `x = y - W x_later` backward. The work and the memory are proportional to the entries, and
the values of a vertex are contiguous.
"""

from __future__ import annotations

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.linear_algebra.dense import (
    factorize_dependent,
    factorize_regular,
    solve_panel,
    solve_vector,
    subtract_products,
    swap_rows,
)

DEPENDENT = 1e-10  # a loop's pivot below this part of its reference size belongs to a dependent constraint


@subroutine
def _update_later(plan, k, values, s, panel, w):  # type: ignore[no-untyped-def]
    """Subtract L W from the blocks of the vertices that couple with vertex `k`."""
    lower = panel + s * w
    for n in range(plan.vertices[k, 6], plan.vertices[k, 7]):
        row, rows = plan.updates[n, 0], plan.updates[n, 1]
        column, columns = plan.updates[n, 2], plan.updates[n, 3]
        target, stride, mirrored = plan.updates[n, 4], plan.updates[n, 5], plan.updates[n, 6]
        for r in range(rows):
            subtract_products(values, target + r * stride, lower + row + r, w, panel + column, w, s, columns)
        if mirrored >= 0:
            for r in range(rows):
                subtract_products(values, mirrored + r * stride, panel + row + r, w, lower + column, w, s, columns)


@subroutine
def factorize(plan, values, swaps, references):  # type: ignore[no-untyped-def]
    """Factorize in place. Returns -1, or the rank in the order of elimination of a body's vertex whose block is singular.

    `references` (unknowns,) holds for every loop multiplier the size its pivot would have if the constraint stood alone; dependent
    constraints of loops are found by it and left out.
    """
    for k in range(plan.vertices.shape[0]):
        at, s, first = plan.vertices[k, 0], plan.vertices[k, 1], plan.vertices[k, 2]
        panel, w = plan.vertices[k, 3], plan.vertices[k, 4]
        if plan.kinds[k] == 1:
            factorize_dependent(values, at, s, swaps, first, panel, w, references, DEPENDENT)
        else:
            if not factorize_regular(values, at, s, swaps, first):
                return k
            if w > 0:
                for i in range(s):
                    if swaps[first + i] != i:
                        swap_rows(values, panel + i * w, panel + swaps[first + i] * w, w)
        if w > 0:
            solve_panel(values, at, s, panel, w)
            _update_later(plan, k, values, s, panel, w)
    return -1


@subroutine
def solve(plan, values, swaps, b):  # type: ignore[no-untyped-def]
    """Overwrite `b` (unknowns,) with the solution."""
    count = plan.vertices.shape[0]
    for k in range(count):
        at, s, first = plan.vertices[k, 0], plan.vertices[k, 1], plan.vertices[k, 2]
        for i in range(s):
            m = first + swaps[first + i]
            kept = b[first + i]
            b[first + i] = b[m]
            b[m] = kept
        solve_vector(values, at, s, b, first)
        w = plan.vertices[k, 4]
        lower, column = plan.vertices[k, 3] + s * w, plan.vertices[k, 5]
        for c in range(w):
            total = 0.0
            for p in range(s):
                total += values[lower + p * w + c] * b[first + p]
            b[plan.columns[column + c]] -= total
    for k in range(count - 1, -1, -1):
        s, first = plan.vertices[k, 1], plan.vertices[k, 2]
        panel, w, column = plan.vertices[k, 3], plan.vertices[k, 4], plan.vertices[k, 5]
        if w > 0:
            for p in range(s):
                total = 0.0
                for c in range(w):
                    total += values[panel + p * w + c] * b[plan.columns[column + c]]
                b[first + p] -= total
        if plan.kinds[k] == 1:
            for i in range(s - 1, -1, -1):
                m = first + swaps[first + i]
                kept = b[first + i]
                b[first + i] = b[m]
                b[m] = kept
