"""The force of a point-to-point spring and damper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot, scale, subtract
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.law import law_value
from rbsolve.solver.links.points import material_point
from rbsolve.solver.model.rows import row3

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def rest_length(model: Model, i: int, state: State) -> float:
    """Return the length of spring `i` at zero force."""
    signal = model.springs.rest_signal[i]
    length: float = state.signal[signal] if signal >= 0 else model.springs.rest_length[i]
    return length


@subroutine
def elastic_force(model: Model, i: int, state: State, elongation: float) -> tuple[float, float]:
    """Return the force of spring `i` at an elongation, and its derivative."""
    springs = model.springs
    force, slope = springs.stiffness[i] * elongation, springs.stiffness[i]
    if springs.function[i] >= 0:
        force, slope = law_value(model, springs.function[i], springs.interval[i], elongation, state)
    if springs.factor_signal[i] >= 0:
        factor = state.signal[springs.factor_signal[i]]
        return factor * force, factor * slope
    return force, slope


@subroutine
def tension(model: Model, i: int, state: State) -> tuple[float, float, float, Vector, Vector, Vector]:
    """Return the tension of spring `i`, the elongation, and the rate of the length. Also return the unit vector from
    point 0 to point 1 (inertial), and the moment arms.

    The unit vector is zero while the two points coincide, because the line then has no direction.
    """
    springs = model.springs
    arm0, p0, v0 = material_point(state, springs.body0[i], row3(springs.point0, i))
    arm1, p1, v1 = material_point(state, springs.body1[i], row3(springs.point1, i))
    line = subtract(p1, p0)
    length = math.sqrt(dot(line, line))
    direction = (0.0, 0.0, 0.0)
    if length > 0.0:
        direction = scale(1.0 / length, line)
    elongation = length - rest_length(model, i, state)
    elastic, _ = elastic_force(model, i, state, elongation)
    rate = dot(direction, subtract(v1, v0))
    return springs.damping[i] * rate + elastic, elongation, rate, direction, arm0, arm1
