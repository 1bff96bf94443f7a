"""The distance between two particles, and the rate of this distance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot, scale, subtract
from rbsolve.language.table import Variant
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import add_point, add_velocity, clear

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _line(end: Ends) -> tuple[float, Vector]:
    """Return the length and the direction of the gap. The direction is zero while the particles coincide."""
    length = math.sqrt(dot(end.gap, end.gap))
    if length == 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    return length, scale(1.0 / length, end.gap)


@subroutine
def distance(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance between two particles."""
    table, m = model.signals.measures, model.signals.subject[i]
    return table.factor[m] * (_line(ends(table, m, state))[0] - table.offset[m])


@subroutine
def distance_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `distance`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    n = scale(table.factor[m], _line(end)[1])
    clear(out)
    add_point(out, 1, end.R1, end.arm1, n)
    add_point(out, 0, end.R0, end.arm0, scale(-1.0, n))


@subroutine
def distance_rate(model: Model, t: float, i: int, state: State) -> float:
    """Return the rate of the distance."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    rate = dot(_line(end)[1], end_velocities(table, m, state, end).gap_rate)
    return table.factor[m] * (rate - table.offset[m])


@subroutine
def distance_rate_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `distance_rate`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    length, n = _line(end)
    clear(out)
    if length == 0.0:
        return
    factor = table.factor[m]
    across = scale(factor / length, subtract(move.gap_rate, scale(dot(n, move.gap_rate), n)))
    n = scale(factor, n)
    add_velocity(out, 1, end.R1, end.arm1, move.spin1, n)
    add_velocity(out, 0, end.R0, end.arm0, move.spin0, scale(-1.0, n))
    add_point(out, 1, end.R1, end.arm1, across)
    add_point(out, 0, end.R0, end.arm0, scale(-1.0, across))


DISTANCE = SignalKind(Variant("DISTANCE", "the distance of two particles"), (), distance, gradient=distance_gradient)
DISTANCE_RATE = SignalKind(
    Variant("DISTANCE_RATE", "the rate of their distance"), (), distance_rate, gradient=distance_rate_gradient
)
