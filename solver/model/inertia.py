"""Computes moments of inertia about another point, for one or several bodies. The module uses only numpy."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.model.flat import Floats


def parallel_axes(mass: Floats | float, arm: Floats) -> Floats:
    """Return the moments of inertia about a point minus the moments about the centre of mass. The difference is
    `m (|a|^2 I - a a^T)`, (..., 3, 3).

    `mass` (...,) is in kg, and `arm` (..., 3) [m] is the vector from the point to the centre of mass.
    """
    square = np.asarray(np.sum(arm * arm, axis=-1))[..., None, None] * np.eye(3)
    return np.asarray(np.asarray(mass)[..., None, None] * (square - arm[..., :, None] * arm[..., None, :]))
