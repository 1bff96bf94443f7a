"""Kernels for one small dense block inside a flat array of values: row-major, any stride.

Reciprocals of the pivots are stored in place of the pivots. Blocks are 6 to about 15 wide: plain loops without blocking, the innermost over
contiguous entries.
"""

from __future__ import annotations

from rbsolve.solver.kernel import subroutine

TINY = 1e-14  # of what was subtracted from a pivot: a smaller one is rounding
SMALL = 1e-8  # of the largest pivot so far: a larger one need not be looked at


@subroutine
def subtract_products(values, target, factors, step, rows, stride, count, columns):
    """`values[target + c] -= sum_p values[factors + p step] values[rows + p stride + c]` for p < count, c < columns."""
    c = 0
    while c + 6 <= columns:
        r = rows + c
        t = target + c
        s0, s1, s2 = values[t], values[t + 1], values[t + 2]
        s3, s4, s5 = values[t + 3], values[t + 4], values[t + 5]
        for p in range(count):
            f = values[factors + p * step]
            q = r + p * stride
            s0 -= f * values[q]
            s1 -= f * values[q + 1]
            s2 -= f * values[q + 2]
            s3 -= f * values[q + 3]
            s4 -= f * values[q + 4]
            s5 -= f * values[q + 5]
        values[t], values[t + 1], values[t + 2] = s0, s1, s2
        values[t + 3], values[t + 4], values[t + 5] = s3, s4, s5
        c += 6
    while c + 3 <= columns:
        r = rows + c
        t = target + c
        s0, s1, s2 = values[t], values[t + 1], values[t + 2]
        for p in range(count):
            f = values[factors + p * step]
            q = r + p * stride
            s0 -= f * values[q]
            s1 -= f * values[q + 1]
            s2 -= f * values[q + 2]
        values[t], values[t + 1], values[t + 2] = s0, s1, s2
        c += 3
    while c < columns:
        s0 = values[target + c]
        for p in range(count):
            s0 -= values[factors + p * step] * values[rows + p * stride + c]
        values[target + c] = s0
        c += 1


@subroutine
def swap_rows(values, a, b, count):
    """Exchange `count` entries from `a` and from `b`."""
    for j in range(count):
        kept = values[a + j]
        values[a + j] = values[b + j]
        values[b + j] = kept


@subroutine
def swap_columns(values, a, b, stride, count):
    """Exchange `count` entries, `stride` apart."""
    for i in range(count):
        kept = values[a + i * stride]
        values[a + i * stride] = values[b + i * stride]
        values[b + i * stride] = kept


@subroutine
def eliminate_below(values, at, n, k):
    """Column `k` of an n x n block below its pivot, whose reciprocal is already in place."""
    row = at + k * n
    reciprocal = values[row + k]
    for i in range(k + 1, n):
        other = at + i * n
        factor = values[other + k] * reciprocal
        values[other + k] = factor
        if factor != 0.0:
            for j in range(k + 1, n):
                values[other + j] -= factor * values[row + j]


@subroutine
def subtracted(values, at, n, i, k):
    """How much, in absolute terms, elimination has subtracted from entry (i, k) of an n x n block, the first k columns done."""
    total = 0.0
    for j in range(k):
        total += abs(values[at + i * n + j] * values[at + j * n + k])
    return total


@subroutine
def factorize_regular(values, at, n, swaps, first):
    """LU with partial pivoting; row exchanges go to `swaps[first + k]`. False when a pivot is only rounding.

    A pivot may be far smaller than the others, as that of a joint which carries a long chain; rounding is told by what cancelled in it.
    """
    largest = 0.0
    for k in range(n):
        best = abs(values[at + k * n + k])
        m = k
        for i in range(k + 1, n):
            size = abs(values[at + i * n + k])
            m = i if size > best else m
            best = max(best, size)
        if not best > SMALL * largest and not best > TINY * subtracted(values, at, n, m, k):
            return False
        largest = max(largest, best)
        swaps[first + k] = m
        if m != k:
            swap_rows(values, at + k * n, at + m * n, n)
        values[at + k * n + k] = 1.0 / values[at + k * n + k]
        eliminate_below(values, at, n, k)
    return True


@subroutine
def factorize_dependent(values, at, n, swaps, first, panel, width, references, tolerance):
    """LU with symmetric pivoting of a nearly symmetric block that may be rank deficient; returns its rank.

    Rows and columns whose pivot is below `tolerance` times their reference size are left out: their unknowns become zero. The rows of both
    panels are exchanged along, and so is `references`, from `first` on.
    """
    for k in range(n):
        best, m = -1.0, k
        for i in range(k, n):
            size = abs(values[at + i * n + i]) / references[first + i]
            if size > best:
                best, m = size, i
        if not best > tolerance:
            for i in range(k, n):
                values[at + i * n + i] = 0.0
                swaps[first + i] = i
            return k
        swaps[first + k] = m
        if m != k:
            swap_rows(values, at + k * n, at + m * n, n)
            swap_columns(values, at + k, at + m, n, n)
            swap_rows(values, panel + k * width, panel + m * width, width)
            swap_rows(values, panel + (n + k) * width, panel + (n + m) * width, width)
            swap_rows(references, first + k, first + m, 1)
        values[at + k * n + k] = 1.0 / values[at + k * n + k]
        eliminate_below(values, at, n, k)
    return n


@subroutine
def solve_panel(values, at, n, panel, width):
    """Overwrite an n x width panel, its rows already exchanged, with the solution of the factorized block."""
    for i in range(1, n):
        subtract_products(values, panel + i * width, at + i * n, 1, panel, width, i, width)
    for i in range(n - 1, -1, -1):
        row = panel + i * width
        if i < n - 1:
            subtract_products(values, row, at + i * n + i + 1, 1, row + width, width, n - 1 - i, width)
        reciprocal = values[at + i * n + i]
        for c in range(width):
            values[row + c] *= reciprocal


@subroutine
def solve_vector(values, at, n, b, first):
    """Overwrite `b[first : first + n]`, already exchanged, with the solution of the factorized block.

    Every sum takes the newest unknown last, so that a processor works on the next sums while it waits for it.
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
