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

from rbsolve.optimizing.problem import Branch, Problem, Value

Floats = NDArray[np.float64]
AT_BOUND = 1e-6
"""A parameter counts as at a bound if its distance from the bound is at most this fraction of the width of the bounds.
"""
ACTIVE = 1e-5
"""A constraint counts as active if its difference from equality is at most this fraction of its size. The same holds for
a branch of a scalar.
"""
WEIGHT = 1e3
"""Weight of the condition that the weights of the objective's branches have the sum 1."""


@dataclass(frozen=True, slots=True)
class Optimality:
    """Multipliers of the bounds (p,) and of the constraints (c,), and the norm of the remaining gradient. Multipliers
    of inactive bounds and constraints are zero.

    For a constraint of the form `a x <= b`, the multiplier is minus the derivative of the minimum with respect to b.
    """

    bounds: Floats
    constraints: Floats
    gradient_norm: float


@dataclass(frozen=True, slots=True)
class End:
    """A point with its scalars, as input of `optimality`."""

    problem: Problem
    z: Floats
    value: Value
    branches: Sequence[Branch] = ()
    """The branches of the scalars at the point. They are the last rows of `value`."""

    @property
    def at_lower(self) -> NDArray[np.bool_]:
        """Return which parameters (p,) are at their lower bounds."""
        return self.z <= AT_BOUND

    @property
    def at_upper(self) -> NDArray[np.bool_]:
        """Return which parameters (p,) are at their upper bounds."""
        return self.z >= 1.0 - AT_BOUND

    def is_active(self, k: int) -> bool:
        """Return whether constraint `k` is active."""
        return self.problem.constraints[k].is_equality or abs(self.value.scalars[1 + k]) <= self._near(1 + k)

    def slopes(self, scalar: int) -> Floats:
        """Return the gradients (n, p) of a scalar: one for each branch that has the value of the scalar, or that of the
        scalar itself. The scalar is 0 for the objective, or the number of a constraint, from 1.
        """
        values, gradients = self.value.scalars, self.value.gradients
        assert gradients is not None
        first = 1 + len(self.problem.constraints)
        equal = [
            k
            for k, branch in enumerate(self.branches, first)
            if branch.scalar == scalar and abs(values[k] - values[scalar]) <= self._near(scalar)
        ]
        return gradients[equal] if equal else gradients[scalar : scalar + 1]

    def _near(self, scalar: int) -> float:
        assert self.value.gradients is not None
        size = max(abs(float(self.value.scalars[scalar])), float(np.abs(self.value.gradients[scalar]).max(initial=0.0)))
        return ACTIVE * size


def optimality(end: End) -> Optimality:
    """Return the multipliers at a point. Without gradients, they are NaN.

    If several branches of the objective have its value, the point is optimal if some weighted mean of their gradients
    is balanced. The multiplier of a constraint is the sum of the multipliers of its branches.
    """
    constraints, p = end.problem.constraints, len(end.z)
    if end.value.gradients is None:
        return Optimality(np.full(p, np.nan), np.full(len(constraints), np.nan), float("nan"))
    gradient, columns, lower, places = _objective(end)
    for k in np.flatnonzero(end.at_lower | end.at_upper).tolist():
        # A lower bound `x >= l` is written as `-x <= -l`.
        columns.append(np.append(np.eye(p)[k] * (1.0 if end.at_upper[k] else -1.0), 0.0))
        lower.append(0.0)
        places.append(k)
    for k, constraint in enumerate(constraints):
        for slope in end.slopes(1 + k) if end.is_active(k) else ():
            columns.append(np.append(slope * (constraint.direction or 1.0), 0.0))
            lower.append(-np.inf if constraint.is_equality else 0.0)
            places.append(p + k)
    multipliers, left = np.zeros(p + len(constraints) + 1), gradient
    if columns:
        matrix = np.column_stack(columns)
        sizes = np.linalg.norm(matrix, axis=0)
        sizes = np.where(sizes > 0.0, sizes, 1.0)
        found = lsq_linear(matrix / sizes, -gradient, (lower, np.inf), tol=1e-14).x / sizes
        left = gradient + matrix @ found
        np.add.at(multipliers, places, found)
    return Optimality(multipliers[:p], multipliers[p:-1], float(np.linalg.norm(left[:p])))


def _objective(end: End) -> tuple[Floats, list[Floats], list[float], list[int]]:
    """Return the gradient (p + 1,) of the objective, and columns with their lower bounds and places for its branches.
    The last component ensures that the weights of the branches have the sum 1.
    """
    slopes = end.slopes(0)
    if len(slopes) == 1:
        return np.append(slopes[0], 0.0), [], [], []
    heavy = WEIGHT * float(np.abs(slopes).max()) or 1.0
    columns = [np.append(each, -heavy) for each in slopes]
    return np.append(np.zeros(len(end.z)), heavy), columns, [0.0] * len(columns), [-1] * len(columns)
