"""Computes the mean of a force law over a step, whose work equals the loss of the integral of the law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Functions

# Gauss-Legendre nodes and weights on [0, 1], which are exact for polynomials of degree 9.
NODES = (0.04691007703066800, 0.23076534494715845, 0.5, 0.76923465505284155, 0.95308992296933200)
WEIGHTS = (0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454)


@subroutine
def mean_law(functions: Functions, function: int, stiffness: float, before: float, after: float) -> float:
    """Return the mean of an elastic force or moment between two elongations. The law is a function, or a stiffness if
    `function` is negative.
    """
    if function < 0:
        return stiffness * 0.5 * (before + after)
    total = 0.0
    for k in range(5):
        total += WEIGHTS[k] * function_value(functions, function, before + NODES[k] * (after - before))[0]
    return total
