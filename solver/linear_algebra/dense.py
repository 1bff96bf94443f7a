"""Subroutines for a small dense block in a flat array of values. The block is stored row by row, with any stride.

The reciprocal of each pivot is stored instead of the pivot. Blocks have about 6 to 15 columns. Products and panels are
computed in groups of eight contiguous columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import cases_of, exchange_rows, is_below, select
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.compiler.subroutines import lanes_at, lanes_less, lanes_times, put_lanes
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats, Ints

TINY = 1e-14  # a pivot below this fraction of the subtracted terms is round-off
DEPENDENT = 1e-10  # if a loop's pivot is below this fraction of the reference size, its constraint is dependent


@subroutine
def subtract_product(
    values: Floats,
    target: int,
    target_stride: int,
    shape: tuple[int, int],
    factors: int,
    panel: int,
    stride: int,
    count: int,
) -> None:
    """Compute `values[target + r target_stride + c] -= sum_p values[factors + r + p stride] values[panel + c + p
    stride]` for p < count and (r, c) in a `shape` (rows, columns). Three rows and eight columns are computed at a time.
    Entries outside the shape are read but not used.
    """
    rows, columns = shape
    for c in range(0, columns, 8):
        left = columns - c
        for r in range(0, rows, 3):
            t = target + r * target_stride + c
            u, v = t + target_stride, t + 2 * target_stride
            row0, row1, row2 = lanes_at(values, t), lanes_at(values, u), lanes_at(values, v)
            f, q = factors + r, panel + c
            for _ in range(count):
                x = lanes_at(values, q)
                row0 = lanes_less(row0, values[f], x)
                row1 = lanes_less(row1, values[f + 1], x)
                row2 = lanes_less(row2, values[f + 2], x)
                f += stride
                q += stride
            put_lanes(values, t, left, row0)
            if r + 1 < rows:
                put_lanes(values, u, left, row1)
            if r + 2 < rows:
                put_lanes(values, v, left, row2)


@subroutine
def eliminate_below(values: Floats, at: int, n: int, k: int) -> None:
    """Eliminate column `k` of an n x n block below its pivot, whose reciprocal is already stored."""
    row = at + k * n
    reciprocal = values[row + k]
    for i in range(k + 1, n):
        other = at + i * n
        factor = values[other + k] * reciprocal
        values[other + k] = factor
        if cases_of(factor) > 1:
            for j in range(k + 1, n):
                values[other + j] = select(factor, values[other + j] - factor * values[row + j], values[other + j])
        elif not is_zero(factor):
            for j in range(k + 1, n):
                values[other + j] -= factor * values[row + j]


@subroutine
def sum_of_subtractions(values: Floats, at: int, n: int, i: int, k: int) -> float:
    """Return the sum of the absolute terms that elimination has subtracted from entry (i, k) of an n x n block, after k
    columns.
    """
    total = 0.0
    for j in range(k):
        total += abs(values[at + i * n + j] * values[at + j * n + k])
    return total


@subroutine
def factorize_regular(values: Floats, at: int, n: int, swaps: Ints | Floats, first: int, weights: Floats) -> bool:
    """Compute an LU factorization with partial pivoting. Row exchanges are written to `swaps[first + k]`. Return False
    if a pivot is only round-off.

    `weights[first + i]` contains the square of a factor that brings the entries of row i to the sizes of the other
    rows. The weights are exchanged with the rows. A pivot may correctly be much smaller than the other pivots, for
    example at a joint that carries a long chain. Therefore a pivot is compared with the terms that have cancelled in its
    sum.
    """
    for k in range(n):
        best, m = -1.0, k
        for i in range(k, n):
            size = values[at + i * n + k] * values[at + i * n + k] * weights[first + i]
            m = select(is_below(best, size), i, m)
            best = max(best, size)
        swaps[first + k] = m
        exchange_rows(values, at, n, 1, n, k, m, n)
        exchange_rows(weights, first, 1, 1, 1, k, m, n)
        pivot = values[at + k * n + k]
        if not abs(pivot) > TINY * sum_of_subtractions(values, at, n, k, k):
            return False
        values[at + k * n + k] = 1.0 / pivot
        eliminate_below(values, at, n, k)
    return True


@subroutine
def factorize_dependent(
    values: Floats,
    at: int,
    n: int,
    swaps: Ints | Floats,
    first: int,
    panel: int,
    width: int,
    references: Floats,
) -> int:
    """Compute an LU factorization with symmetric pivoting of a nearly symmetric block that may be rank deficient.
    Return its rank.

    Rows and columns whose pivot is below `DEPENDENT` times their reference size are omitted, so their unknowns become
    zero. From index `first` on, the rows of both panels and of `references` are exchanged in the same way.
    """
    for k in range(n):
        best, m = -1.0, k
        for i in range(k, n):
            size = abs(values[at + i * n + i]) / references[first + i]
            is_larger = is_below(best, size)
            best, m = select(is_larger, size, best), select(is_larger, i, m)
        if not best > DEPENDENT:
            for i in range(k, n):
                values[at + i * n + i] = 0.0
                swaps[first + i] = i
            return k
        swaps[first + k] = m
        exchange_rows(values, at, n, 1, n, k, m, n)
        exchange_rows(values, at, 1, n, n, k, m, n)
        exchange_rows(values, panel, width, 1, width, k, m, n)
        exchange_rows(values, panel + n * width, width, 1, width, k, m, n)
        exchange_rows(references, first, 1, 1, 1, k, m, n)
        values[at + k * n + k] = 1.0 / values[at + k * n + k]
        eliminate_below(values, at, n, k)
    return n


@subroutine
def solve_panel(values: Floats, at: int, n: int, rank: int, panel: int, width: int) -> None:
    """Overwrite an n x width panel, whose rows are already exchanged, with the solution of the factorized block. Rows beyond `rank` become
    zero.

    Sixteen columns are computed at a time. Entries beyond the last column are read but not used. Every sum adds the newest row last, as in
    `solve_vector`.
    """
    for c in range(0, width, 16):
        column, left = panel + c, width - c
        for i in range(1, rank):
            row, factor, q = column + i * width, at + i * n, column
            low, high = lanes_at(values, row), lanes_at(values, row + 8)
            for _ in range(i):
                low = lanes_less(low, values[factor], lanes_at(values, q))
                high = lanes_less(high, values[factor], lanes_at(values, q + 8))
                factor += 1
                q += width
            put_lanes(values, row, left, low)
            put_lanes(values, row + 8, left - 8, high)
        for i in range(rank - 1, -1, -1):
            row, pivot = column + i * width, values[at + i * n + i]
            low, high = lanes_at(values, row), lanes_at(values, row + 8)
            factor, q = at + i * n + rank - 1, column + (rank - 1) * width
            for _ in range(rank - 1 - i):
                low = lanes_less(low, values[factor], lanes_at(values, q))
                high = lanes_less(high, values[factor], lanes_at(values, q + 8))
                factor -= 1
                q -= width
            put_lanes(values, row, left, lanes_times(pivot, low))
            put_lanes(values, row + 8, left - 8, lanes_times(pivot, high))
    for k in range(panel + rank * width, panel + n * width):
        values[k] = 0.0


@subroutine
def solve_vector(values: Floats, at: int, n: int, b: Floats, first: int) -> None:
    """Overwrite `b[first : first + n]`, whose rows are already exchanged, with the solution of the factorized block.

    Every sum adds the newest unknown last, so that the processor can compute the next sums before this unknown is known.
    """
    for i in range(1, n):
        row, total = at + i * n, b[first + i]
        for j in range(i):
            total -= values[row + j] * b[first + j]
        b[first + i] = total
    for i in range(n - 1, -1, -1):
        row, total = at + i * n, b[first + i]
        for j in range(n - 1, i, -1):
            total -= values[row + j] * b[first + j]
        b[first + i] = total * values[row + i]
