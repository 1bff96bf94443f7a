"""Decides when Newton's iteration ends, for all solvers.

Each solver has its own loop, with its own equations and linear solver. After each iteration, a loop calls `assess`
with the size of the last correction or of the remaining residual. It also passes the remaining error in units of the
permitted error. The same code runs in kernels and in plain Python. Only the `Search`, which consists of three numbers,
is passed from one iteration to the next:

    search = BEGIN
    while search.verdict == GO_ON:
        evaluate the residual, solve for a correction, apply it
        search = assess(search, RULES, size, left, noise)
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats

GO_ON, CONVERGED, STALLED, DIVERGED = range(4)
NEVER = math.inf  # no limit: no contraction or round-off is larger


class Rules(NamedTuple):
    """The limits of a search, and the contraction that counts as slow."""

    limit: int  # largest number of iterations
    slow: float  # contraction above which slow convergence may be due to round-off
    growth: float  # contraction above which the search diverges
    patience: int  # number of iterations after which `growth` applies


class Search(NamedTuple):
    """The state of a search."""

    verdict: int
    iteration: int  # number of iterations so far
    size: float  # size after the last iteration


def at_most(limit: int) -> Rules:
    """Return the rules of a search that continues until it converges or reaches its limit of iterations."""
    return Rules(limit, NEVER, NEVER, 0)


BEGIN = Search(GO_ON, 0, math.inf)

CLOSING = Rules(limit=11, slow=NEVER, growth=0.5, patience=0)
"""The rules of the search for the smallest changes that close joints. The iteration continues as long as each step at
least halves the residual of the joints.
"""
CLOSED_TO = 1e-13
"""Largest residual of joints that counts as round-off. Lengths are relative to the size of the model."""


@subroutine
def assess(search: Search, rules: Rules, size: float, left: float, noise: float) -> Search:
    """Return the new state of the search after an iteration. `size` is the size of its correction or residual.

    `left` is the estimated remaining error, in units of the permitted error. `noise` is the size in units of round-off.
    If `noise` is below 1, the search ends as soon as the size no longer decreases.
    """
    size, left, noise = value_of(size), value_of(left), value_of(noise)
    iteration, contraction = search.iteration + 1, size / search.size
    verdict = GO_ON
    if not math.isfinite(size):
        verdict = DIVERGED
    elif size == 0.0 or left <= 1.0 or (noise <= 1.0 and contraction >= rules.slow):
        verdict = CONVERGED
    elif contraction > rules.growth and iteration > rules.patience:
        verdict = DIVERGED
    elif iteration >= rules.limit:
        verdict = STALLED
    return Search(verdict, iteration, size)


@subroutine
def remainder_of_series(size: float, contraction: float) -> float:
    """Return the remaining error after a correction, if all later corrections contract by the same factor."""
    return size * contraction / (1.0 - contraction) if contraction < 1.0 else math.inf


@subroutine
def remainder_of_squares(size: float, contraction: float) -> float:
    """Return the remaining error after a correction, if corrections decrease quadratically, as with exact derivatives."""
    return size * contraction * contraction


def relative_size(change: Floats, values: Floats) -> float:
    """Return the largest change, relative to the largest value or to one."""
    return float(np.max(np.abs(change), initial=0.0)) / max(1.0, float(np.max(np.abs(values), initial=0.0)))
