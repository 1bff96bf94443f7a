"""The coordinates of a general bushing, and its forces along them (solver/forces/bushing/general.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot
from rbsolve.solver.joints.drives import rate_of
from rbsolve.solver.joints.gradients import direction_gradient, turning_gradient
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import column
from rbsolve.solver.joints.turning import turning_value, turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.law import law_value

if TYPE_CHECKING:
    from rbsolve.solver.joints.gradients import Gradient
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import GeneralBushings, Model, State


@subroutine
def coordinate_of(end: Ends, k: int) -> float:
    """Return the value of coordinate `k`, in m for k < 3, otherwise in rad."""
    if k < 3:
        return dot(column(end.axes0, k), end.gap)
    return turning_value(end, VECTOR_1 + k - 3)


@subroutine
def gradient_of(end: Ends, k: int) -> Gradient:
    """Return the gradient of the rate of coordinate `k`."""
    if k < 3:
        return direction_gradient(end, column(end.axes0, k))
    return turning_gradient(end, turning_vector(end, VECTOR_1 + k - 3))


@subroutine
def speed_of(bushings: GeneralBushings, i: int, state: State, end: Ends, k: int) -> float:
    """Return the rate of coordinate `k`."""
    return rate_of(bushings, i, state, gradient_of(end, k))


@subroutine
def forces_along(model: Model, i: int, state: State, end: Ends, k: int) -> tuple[float, float, float]:
    """Return the elastic force and the damping force along coordinate `k`, and the slope of its function."""
    bushings = model.general_bushings
    stored, resisted, slope = 0.0, 0.0, 0.0
    for n in range(6):
        if bushings.stiffness[i, k, n] != 0.0:
            stored += bushings.stiffness[i, k, n] * coordinate_of(end, n)
        if bushings.damping[i, k, n] != 0.0:
            resisted += bushings.damping[i, k, n] * speed_of(bushings, i, state, end, n)
    if bushings.function[i, k] >= 0:
        value, slope = law_value(model, bushings.function[i, k], bushings.interval[i, k], coordinate_of(end, k), state)
        stored += value
    return stored, resisted, slope
