"""Computes the numeric factorization and solution, following the plan of `elimination.py`.

Let P be the pivot block of a vertex, and U and L^T its panels. `W = P^-1 U` overwrites U, and `L W` is subtracted from
the later blocks. The solution first computes `y = P^-1 b` and `b_later -= L y` in the order of elimination. It then
computes `x = y - W x_later` in reverse order. Work and memory are proportional to the number of entries, and the values
of a vertex are contiguous.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import cases_of, exchange_rows, is_below, select
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.dense import (
    factorize_dependent,
    factorize_regular,
    solve_panel,
    solve_vector,
    subtract_product,
)
from rbsolve.solver.linear_algebra.elimination import (
    BODY,
    COLUMN,
    COLUMNS,
    COUNT,
    LATER,
    MIRRORED_COUNT,
    MIRRORED_TARGET,
    PANEL,
    PIVOT,
    ROW,
    ROWS,
    SIZE,
    TARGET,
    TARGET_STRIDE,
    UNKNOWN,
    UPDATE,
    UPDATE_END,
    WIDTH,
)

if TYPE_CHECKING:
    from rbsolve.solver.linear_algebra.elimination import Elimination
    from rbsolve.solver.model.flat import Floats, Ints


@subroutine
def _is_empty(values: Floats, s: int, w: int, at: int, rows: int) -> bool:
    """Return whether `rows` columns of a panel are zero, such as the columns of bodies with an open contact. Cases side
    by side must have the same columns.
    """
    found = 0.0 * values[at]
    for p in range(s):
        for c in range(rows):
            if cases_of(found) > 1:
                found = select(values[at + p * w + c], 1.0, found)
            elif values[at + p * w + c] != 0.0:
                return False
    is_empty: bool = found == 0.0
    return is_empty


@subroutine
def _update_later(plan: Elimination, k: int, values: Floats, s: int, rank: int, panel: int, w: int) -> None:
    """Subtract `L W` from the blocks of later vertices that are coupled with vertex `k`. W has `rank` nonzero rows."""
    lower, seen, is_empty = panel + s * w, -1, False
    for n in range(plan.vertices[k, UPDATE], plan.vertices[k, UPDATE_END]):
        row, rows = plan.updates[n, ROW], plan.updates[n, ROWS]
        if row != seen:
            seen, is_empty = (
                row,
                _is_empty(values, s, w, panel + row, rows) and _is_empty(values, s, w, lower + row, rows),
            )
        if is_empty:
            continue
        column, columns = plan.updates[n, COLUMN], plan.updates[n, COLUMNS]
        target, stride, mirrored = (
            plan.updates[n, TARGET],
            plan.updates[n, TARGET_STRIDE],
            plan.updates[n, MIRRORED_TARGET],
        )
        count = min(plan.updates[n, COUNT], rank)
        subtract_product(values, target, stride, (rows, columns), lower + row, panel + column, w, count)
        if mirrored >= 0:
            count = min(plan.updates[n, MIRRORED_COUNT], rank)
            subtract_product(values, mirrored, stride, (rows, columns), panel + row, lower + column, w, count)


@subroutine
def _largest_diagonal(values: Floats, at: int, s: int, begin: int) -> float:
    """Return the largest of three diagonal entries of a block, or 1 if it is zero."""
    largest = 0.0
    for i in range(begin, begin + 3):
        largest = max(largest, abs(values[at + i * s + i]))
    return select(is_below(0.0, largest), largest, 1.0)


@subroutine
def _put_weights(values: Floats, at: int, s: int, weights: Floats, first: int) -> None:
    """Write the weights of the rows of a body and the joint to its parent.

    The entries of a constraint are lengths and pure numbers, and those of the body are masses and moments of inertia.
    In the search for pivots, rows are compared as if each body had the mass 1 and the radius of gyration 1, and each
    constraint the effective mass 1. The choice of pivots is then independent of the units. Otherwise the round-off of the constraints
    would exceed the inertia of a very small body.
    """
    translation = 1.0 / _largest_diagonal(values, at, s, 0)
    rotation = 1.0 / _largest_diagonal(values, at, s, 3)
    for i in range(3):
        weights[first + i] = translation
        weights[first + 3 + i] = rotation
    for i in range(BODY, s):
        total, row = 0.0, at + i * s
        for k in range(3):
            total += translation * values[row + k] * values[row + k]
            total += rotation * values[row + 3 + k] * values[row + 3 + k]
        weights[first + i] = 1.0 / select(is_below(0.0, total), total, 1.0)


@part
def factorize(plan: Elimination, values: Floats, swaps: Ints | Floats, references: Floats) -> int:
    """Factorize in place. Return -1 on success. Otherwise return the index, in the order of elimination, of a body's
    vertex with a singular block.

    For every multiplier of a loop joint, `references` (unknowns,) contains the size of its pivot for this constraint
    alone. With it, dependent constraints of loops are detected and omitted. The entries of other vertices are
    overwritten with the weights of their rows.
    """
    for k in range(plan.vertices.shape[0]):
        at, s, first = plan.vertices[k, PIVOT], plan.vertices[k, SIZE], plan.vertices[k, UNKNOWN]
        panel, w = plan.vertices[k, PANEL], plan.vertices[k, WIDTH]
        rank = s
        if plan.kinds[k] == 1:
            rank = factorize_dependent(values, at, s, swaps, first, panel, w, references)
        else:
            _put_weights(values, at, s, references, first)
            if not factorize_regular(values, at, s, swaps, first, references):
                return k
            if w > 0:
                for i in range(s):
                    exchange_rows(values, panel, w, 1, w, i, swaps[first + i], s)
        if w > 0 and not (_is_empty(values, s, w, panel, w) and _is_empty(values, s, w, panel + s * w, w)):
            solve_panel(values, at, s, rank, panel, w)
            _update_later(plan, k, values, s, rank, panel, w)
    return -1


@subroutine
def _subtract_from_later(plan: Elimination, k: int, values: Floats, b: Floats) -> None:
    """Compute `b_later -= L y`, where `b` contains y. Four independent sums are computed at a time."""
    s, first = plan.vertices[k, SIZE], plan.vertices[k, UNKNOWN]
    panel, w, column = plan.vertices[k, PANEL], plan.vertices[k, WIDTH], plan.vertices[k, LATER]
    c = 0
    while c < w:
        at = panel + s * w + c
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        if c + 4 <= w:
            for p in range(s):
                y = b[first + p]
                s0 += values[at] * y
                s1 += values[at + 1] * y
                s2 += values[at + 2] * y
                s3 += values[at + 3] * y
                at += w
            b[plan.columns[column + c + 3]] -= s3
            b[plan.columns[column + c + 2]] -= s2
            b[plan.columns[column + c + 1]] -= s1
            b[plan.columns[column + c]] -= s0
            c += 4
        else:
            for p in range(s):
                s0 += values[at] * b[first + p]
                at += w
            b[plan.columns[column + c]] -= s0
            c += 1


@subroutine
def _subtract_later(plan: Elimination, k: int, values: Floats, b: Floats) -> None:
    """Compute `x -= W x_later`, two rows at a time."""
    s, first = plan.vertices[k, SIZE], plan.vertices[k, UNKNOWN]
    panel, w, column = plan.vertices[k, PANEL], plan.vertices[k, WIDTH], plan.vertices[k, LATER]
    for p in range(0, s - 1, 2):
        s0, s1 = 0.0, 0.0
        at = panel + p * w
        for c in range(w):
            x = b[plan.columns[column + c]]
            s0 += values[at + c] * x
            s1 += values[at + w + c] * x
        b[first + p] -= s0
        b[first + p + 1] -= s1
    if s % 2 == 1:
        s0, at = 0.0, panel + (s - 1) * w
        for c in range(w):
            s0 += values[at + c] * b[plan.columns[column + c]]
        b[first + s - 1] -= s0


@part
def solve(plan: Elimination, values: Floats, swaps: Ints | Floats, b: Floats) -> None:
    """Overwrite `b` (unknowns,) with the solution."""
    count = plan.vertices.shape[0]
    for k in range(count):
        at, s, first = plan.vertices[k, PIVOT], plan.vertices[k, SIZE], plan.vertices[k, UNKNOWN]
        for i in range(s):
            exchange_rows(b, first, 1, 1, 1, i, swaps[first + i], s)
        solve_vector(values, at, s, b, first)
        _subtract_from_later(plan, k, values, b)
    for k in range(count - 1, -1, -1):
        _subtract_later(plan, k, values, b)
        if plan.kinds[k] == 1:
            s, first = plan.vertices[k, SIZE], plan.vertices[k, UNKNOWN]
            for i in range(s - 1, -1, -1):
                exchange_rows(b, first, 1, 1, 1, i, swaps[first + i], s)
