"""Newton's iteration in all solvers: the rules for its end.

The loops differ in their equations and solvers. Each ends an iteration by `assess`, with the size of the last correction or of the
remaining residual, and its size in units of the permitted error. Kernels and plain Python run the same code; nothing is kept but the
`Search`, three numbers that go from one iteration to the next:

    search = BEGIN
    while search.verdict == GO_ON:
        evaluate the residual, solve for a correction, apply it
        search = judged(search, RULES, size, left, noise)
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.flat import Floats

GO_ON, CONVERGED, STALLED, DIVERGED = range(4)
NEVER = math.inf  # as a contraction: above every contraction; as noise: above all round-off


class Rules(NamedTuple):
    """The limits of a search, and of slow convergence."""

    limit: int  # largest number of verdicts
    slow: float  # contraction above which slow convergence may be due to round-off
    growth: float  # contraction above which the search diverges,
    patience: int  # after this number of verdicts


class Search(NamedTuple):
    """The state of a search."""

    verdict: int
    iteration: int  # number of verdicts so far
    size: float  # size at the last verdict


def at_most(limit: int) -> Rules:
    """The rules of a search that continues until it converges or reaches its limit of iterations."""
    return Rules(limit, NEVER, NEVER, 0)


BEGIN = Search(GO_ON, 0, math.inf)

CLOSING = Rules(limit=11, slow=NEVER, growth=0.5, patience=0)
"""For the smallest changes that close joints: iterations continue while each halves the opening."""
CLOSED_TO = 1e-13
"""Residuals of joints that are left to round-off, lengths relative to the size of the model."""


@subroutine
def assess(search: Search, rules: Rules, size: float, left: float, noise: float) -> Search:
    """The search after an iteration with a correction or residual of `size`.

    `left`: the estimated remaining error, in units of the permitted one; `noise`: the size in units of round-off. Below 1, the search ends
    when the size no longer decreases.
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
    """The remaining error after a correction, if all following ones contract by the same factor."""
    return size * contraction / (1.0 - contraction) if contraction < 1.0 else math.inf


@subroutine
def remainder_of_squares(size: float, contraction: float) -> float:
    """The remaining error after a correction, if corrections decrease quadratically, as with exact derivatives."""
    return size * contraction * contraction


def relative_size(change: Floats, values: Floats) -> float:
    """The largest change, relative to the largest value or to one."""
    return float(np.max(np.abs(change), initial=0.0)) / max(1.0, float(np.max(np.abs(values), initial=0.0)))
