"""Finds active bounds and constraints at an optimum, and their multipliers, by the Karush-Kuhn-Tucker conditions.

The source is Nocedal and Wright, Numerical Optimization (2006), theorem 12.1. The multipliers are found by least
squares under conditions on their signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import lsq_linear

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Optimality:
    """Multipliers of the bounds (p,) and of the constraints (c,), and the norm of the remaining gradient. Multipliers
    of inactive bounds and constraints are zero.

    For a constraint of the form `a x <= b`, the multiplier is minus the derivative of the minimum with respect to b.
    """

    bounds: Floats
    constraints: Floats
    gradient_norm: float


def optimality(
    gradient: Floats,
    slopes: Floats,
    at_lower: NDArray[np.bool_],
    at_upper: NDArray[np.bool_],
    signs: Sequence[str | None],
) -> Optimality:
    """Return the multipliers at a point. The gradient (p,) belongs to an objective that is minimized.

    `slopes` (c, p) contains the gradients of the constraints' differences. `signs` contains the relation of each
    difference to zero, or None for an inactive constraint.
    """
    p = len(gradient)
    columns, lower, upper, places = [], [], [], []
    for k in range(p):
        if at_lower[k] or at_upper[k]:
            # A lower bound `x >= l` is written as `-x <= -l`.
            columns.append(np.eye(p)[k] * (1.0 if at_upper[k] else -1.0))
            lower.append(0.0)
            upper.append(np.inf)
            places.append(("bound", k))
    for k, sign in enumerate(signs):
        if sign is not None:
            columns.append(slopes[k] * (-1.0 if sign == ">=" else 1.0))
            lower.append(-np.inf if sign == "==" else 0.0)
            upper.append(np.inf)
            places.append(("constraint", k))
    bounds, constraints = np.zeros(p), np.zeros(len(signs))
    left = gradient
    if columns:
        matrix = np.column_stack(columns)
        sizes = np.linalg.norm(matrix, axis=0)
        sizes = np.where(sizes > 0.0, sizes, 1.0)
        found = lsq_linear(matrix / sizes, -gradient, (lower, upper), tol=1e-14).x / sizes
        left = gradient + matrix @ found
        for (what, k), multiplier in zip(places, found.tolist(), strict=True):
            (bounds if what == "bound" else constraints)[k] = multiplier
    return Optimality(bounds, constraints, float(np.linalg.norm(left)))
