"""Newton's iteration, wherever something is solved for: when it ends, and how.

The loops differ in what they solve and how they solve it; each ends an iteration by `assess`, which is told the size of the last correction
or of the residual that is left, and what that says in units of what may be left. Kernels and plain Python run the same code; nothing is
kept but the `Search`, three numbers that go from one iteration to the next:

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
NEVER = math.inf  # as a contraction: one that no search has; as noise: nothing that round-off can make


class Rules(NamedTuple):
    """When a search is given up, and what counts as slow."""

    limit: int  # so often it is judged
    slow: float  # contraction from which on it may be round-off's
    growth: float  # contraction above which it diverges,
    patience: int  # once it was judged so often


class Search(NamedTuple):
    """Where a search stands."""

    verdict: int
    iteration: int  # so often it was judged
    size: float  # when it was judged last


def at_most(limit: int) -> Rules:
    """Of a search that continues until it has converged, or was judged so often."""
    return Rules(limit, NEVER, NEVER, 0)


BEGIN = Search(GO_ON, 0, math.inf)

CLOSING = Rules(limit=11, slow=NEVER, growth=0.5, patience=0)
"""Of the smallest changes that close joints: they continue while each halves what is open."""
CLOSED_TO = 1e-13
"""Residuals of joints that are left to round-off, lengths relative to the size of the model."""


@subroutine
def assess(search: Search, rules: Rules, size: float, left: float, noise: float) -> Search:
    """The search after an iteration with a correction or residual of `size`.

    `left`: the error that remains, as far as it can be told, in units of the one that may; `noise`: the size in units of what round-off may
    make of it, up to which it is the end when it no longer shrinks.
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
    """What is left by a correction, if all that follow contract by the same factor."""
    return size * contraction / (1.0 - contraction) if contraction < 1.0 else math.inf


@subroutine
def remainder_of_squares(size: float, contraction: float) -> float:
    """What is left by a correction, if corrections shrink quadratically, as with exact derivatives."""
    return size * contraction * contraction


def relative_size(change: Floats, values: Floats) -> float:
    """The largest of some changes, relative to the largest of the values, or to one."""
    return float(np.max(np.abs(change), initial=0.0)) / max(1.0, float(np.max(np.abs(values), initial=0.0)))
