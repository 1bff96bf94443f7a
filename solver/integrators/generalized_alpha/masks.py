"""Preserves the numbers of cases that do not take part in a computation, when several cases are stepped side by side.

The numbers are copied to `Kept` before the computation, and from there to the cases that did not take part. A single
run always takes part, so its kernel contains no copies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.choices import select
from rbsolve.solver.kernel import part
from rbsolve.solver.model.flat import Floats, Ints


class Kept(NamedTuple):
    """Copies of the numbers and row exchanges of a factorization, and of the iterate.

    The copies of the factorization are empty if every correction has a new factorization. A case that has converged
    then needs no factorization until its next step.
    """

    values: Floats
    references: Floats
    swaps: Ints | Floats
    correction: Floats
    shift: Floats
    multipliers: Floats
    update: Floats
    """The contribution of signals to a factorization."""


@part
def keep_factorization(values: Floats, references: Floats, swaps: Ints | Floats, kept: Kept) -> None:
    """Copy a factorization, if `kept` has memory for it."""
    for i in range(kept.values.shape[0]):
        kept.values[i] = values[i]
    for i in range(kept.references.shape[0]):
        kept.references[i] = references[i]
        kept.swaps[i] = swaps[i]


@part
def put_back_factorization(
    renewed: float, values: Floats, references: Floats, swaps: Ints | Floats, kept: Kept
) -> None:
    """Restore the factorization of all cases except the cases that have `renewed` it."""
    for i in range(kept.values.shape[0]):
        values[i] = select(renewed, values[i], kept.values[i])
    for i in range(kept.references.shape[0]):
        references[i] = select(renewed, references[i], kept.references[i])
        swaps[i] = select(renewed, swaps[i], kept.swaps[i])


@part
def keep_update(G: Floats, W: Floats, small: Floats, kept: Kept) -> None:
    """Copy the matrices of signals (G, W and I - G W) to the memory of a factorization."""
    n, d = G.shape[0], G.shape[1]
    for i in range(n):
        for k in range(d):
            kept.update[i * d + k], kept.update[(n + i) * d + k] = G[i, k], W[i, k]
        for k in range(n):
            kept.update[2 * n * d + i * n + k] = small[i, k]


@part
def put_back_update(renewed: float, G: Floats, W: Floats, small: Floats, kept: Kept) -> None:
    """Restore the contribution of signals in all cases except the cases that have `renewed` their factorization."""
    n, d = G.shape[0], G.shape[1]
    for i in range(n):
        for k in range(d):
            G[i, k] = select(renewed, G[i, k], kept.update[i * d + k])
            W[i, k] = select(renewed, W[i, k], kept.update[(n + i) * d + k])
        for k in range(n):
            small[i, k] = select(renewed, small[i, k], kept.update[2 * n * d + i * n + k])


@part
def keep_iterate(correction: Floats, shift: Floats, multipliers: Floats, kept: Kept) -> None:
    """Copy the corrections and multipliers of an iterate."""
    for n in range(correction.shape[0]):
        for k in range(correction.shape[1]):
            kept.correction[n, k] = correction[n, k]
        for k in range(3):
            kept.shift[n, k] = shift[n, k]
    for r in range(multipliers.shape[0]):
        kept.multipliers[r] = multipliers[r]


@part
def put_back_iterate(moves: float, correction: Floats, shift: Floats, multipliers: Floats, kept: Kept) -> None:
    """Restore the iterate of the cases whose iteration has ended."""
    for n in range(correction.shape[0]):
        for k in range(correction.shape[1]):
            correction[n, k] = select(moves, correction[n, k], kept.correction[n, k])
        for k in range(3):
            shift[n, k] = select(moves, shift[n, k], kept.shift[n, k])
    for r in range(multipliers.shape[0]):
        multipliers[r] = select(moves, multipliers[r], kept.multipliers[r])


def make_kept(values: int, swaps: Ints | Floats, bodies: int, width: int, rows: int, update: int) -> Kept:
    """Return memory for a model. `swaps` has a row exchange for each unknown, and `update` is the size of the
    contribution of signals.
    """
    correction, shift = np.zeros((bodies + 1, width)), np.zeros((bodies + 1, 3))
    return Kept(
        np.zeros(values), np.zeros(len(swaps)), swaps.copy(), correction, shift, np.zeros(rows), np.zeros(update)
    )
