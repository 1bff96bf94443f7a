"""Point-to-point springs and dampers: a force along the line between two material points."""

from __future__ import annotations

import math

from rbsolve.geometry.vector import dot, scale
from rbsolve.solver.forces.wrench import add_force, material_point, relative
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.rows import row3


@subroutine
def is_changed(springs, i):
    """Whether a signal changes spring `i`, which then stores no energy that would be its own."""
    return springs.rest_signal[i] >= 0 or springs.factor_signal[i] >= 0


@subroutine
def rest_length(model, i, state):
    """The length of spring `i` without force."""
    signal = model.springs.rest_signal[i]
    return state.signal[signal] if signal >= 0 else model.springs.rest_length[i]


@subroutine
def elastic_force(model, i, state, elongation):
    """The force of spring `i` by its elongation, and its derivative."""
    springs = model.springs
    force, slope = springs.stiffness[i] * elongation, springs.stiffness[i]
    if springs.function[i] >= 0:
        force, slope, _ = function_value(model.functions, springs.function[i], elongation)
    if springs.factor_signal[i] >= 0:
        factor = state.signal[springs.factor_signal[i]]
        return factor * force, factor * slope
    return force, slope


@subroutine
def tension(model, i, state):
    """Tension, elongation, its rate at a constant rest length, and unit vector (inertial, from point 0 to point 1) of spring `i`, and the
    arms of its points.

    The unit vector is zero while the two points coincide: the line has no direction then.
    """
    springs = model.springs
    arm0, p0, v0 = material_point(state, springs.body0[i], row3(springs.point0, i))
    arm1, p1, v1 = material_point(state, springs.body1[i], row3(springs.point1, i))
    line = relative(p0, p1)
    length = math.sqrt(dot(line, line))
    direction = (0.0, 0.0, 0.0)
    if length > 0.0:
        direction = scale(1.0 / length, line)
    elongation = length - rest_length(model, i, state)
    elastic, _ = elastic_force(model, i, state, elongation)
    rate = dot(direction, relative(v0, v1))
    return springs.damping[i] * rate + elastic, elongation, rate, direction, arm0, arm1


@subroutine
def apply(model, t, state):
    """Add both ends of every spring."""
    springs = model.springs
    for i in range(springs.body0.shape[0]):
        force, _, rate, direction, arm0, arm1 = tension(model, i, state)
        resisted = force if is_changed(springs, i) else springs.damping[i] * rate
        add_power(state, -resisted * rate)
        add_force(state, springs.body0[i], arm0, scale(force, direction))
        add_force(state, springs.body1[i], arm1, scale(-force, direction))
