"""Limits a step to the trust region of a search for an equilibrium."""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.model.flat import Floats


def divide(parts: Floats, stiffness: Floats) -> Floats:
    """Return the step (f,) for forces `parts` (f,) and stiffnesses (f,). Their components are along the eigenvectors of
    the stiffness.
    """
    return np.divide(parts, stiffness, out=np.zeros_like(parts), where=(parts != 0.0) & (stiffness > 0.0))


def shift_within(parts: Floats, stiffness: Floats, limit: float) -> float:
    """Return the stiffness that must be added in all directions so that the step is at most `limit` long."""
    moving = parts != 0.0
    if not np.any(moving):
        return 0.0
    if np.all(stiffness[moving] > 0.0) and np.linalg.norm(divide(parts, stiffness)) <= limit:
        return 0.0
    high = float(np.linalg.norm(parts)) / limit
    low = 0.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        step = parts / (stiffness + middle)
        if math.sqrt(step.dot(step)) > limit:
            low = middle
        else:
            high = middle
    return high
