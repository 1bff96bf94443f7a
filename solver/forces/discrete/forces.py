"""Gravity, loads and springs of a step that keeps the energy, and the forces of bushings.

Each is made for one of the arms of arms.py. Gravity and loads act on them as they are; a load that has no potential acts at the midpoint.
A spring goes through its squared length: along its mean line, with 2 f/(l0 + l1), f the mean of the force law between both elongations. Its
damper acts along that line with the mean rate, so that it only takes energy away.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from rbsolve.geometry.vector import dot, matrix_vector, scale, transpose_vector
from rbsolve.solver.forces.dead_load import load_factor
from rbsolve.solver.forces.discrete.arms import half_sum, line
from rbsolve.solver.forces.discrete.laws import mean_law
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

Entry = Callable[..., None]


def gravity(arm: Any) -> Entry:
    """Add the weights."""

    def gravity_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        for b in range(model.bodies.mass.shape[0]):
            m = model.bodies.mass[b]
            weight = (m * model.gravity[0], m * model.gravity[1], m * model.gravity[2])
            add_force(middle, b, arm(start, middle, end, b, row3(model.bodies.centre, b)), weight)

    return gravity_over_step


def loads(arm: Any) -> Entry:
    """Add every load."""

    def loads_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        loads = model.loads
        for i in range(loads.body.shape[0]):
            b, factor, axes = loads.body[i], load_factor(model, t, i, middle), row9(middle.R, loads.axes_body[i])
            force = scale(factor, matrix_vector(axes, row3(loads.force, i)))
            add_force(middle, b, arm(start, middle, end, b, row3(loads.point, i)), force)
            moment = scale(factor, matrix_vector(axes, row3(loads.moment, i)))
            add_moment(middle, b, transpose_vector(row9(middle.R, b), moment))

    return loads_over_step


def springs(arm: Any) -> Entry:
    """Add both ends of every spring."""

    def springs_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        springs = model.springs
        for i in range(springs.body0.shape[0]):
            b0, b1 = springs.body0[i], springs.body1[i]
            c0, c1 = row3(springs.point0, i), row3(springs.point1, i)
            before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
            force = scale(_tension_over_line(model, i, h, before, after), half_sum(before, after))
            add_force(middle, b0, arm(start, middle, end, b0, c0), force)
            add_force(middle, b1, arm(start, middle, end, b1, c1), scale(-1.0, force))

    return springs_over_step


@subroutine
def _tension_over_line(model, i, h, before, after):
    """Tension of spring `i` over a step, elastic and of its damper, over its length: the force on body 0 along the mean line."""
    springs = model.springs
    l0, l1 = math.sqrt(dot(before, before)), math.sqrt(dot(after, after))
    if l0 + l1 == 0.0:
        return 0.0
    rest = springs.rest_length[i]
    law = mean_law(model.functions, springs.function[i], springs.stiffness[i], l0 - rest, l1 - rest)
    factor = 2.0 * law / (l0 + l1)
    middle = half_sum(before, after)
    square = dot(middle, middle)
    if square > 0.0:
        factor += springs.damping[i] * (l1 - l0) * (l0 + l1) / (2.0 * h * square)
    return factor
