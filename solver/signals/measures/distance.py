"""Measures the distance between two particles, and the rate of this distance."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot, scale, subtract
from rbsolve.language.table import Variant
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import add_point, add_velocity, clear
from rbsolve.solver.signals.measures.observed import scale_measure

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.joints.placement import Ends, EndVelocities
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def line_of(end: Ends) -> tuple[float, Vector]:
    """Return the length and the direction of the gap. The direction is zero while the particles coincide."""
    length = math.sqrt(dot(end.gap, end.gap))
    if length == 0.0:
        return 0.0, (0.0, 0.0, 0.0)
    return length, scale(1.0 / length, end.gap)


@subroutine
def add_distance(out: Floats, end: Ends, by_distance: Vector) -> None:
    """Add the dependence on the distance. `by_distance` is along the line between the particles."""
    add_point(out, 1, end.R1, end.arm1, by_distance)
    add_point(out, 0, end.R0, end.arm0, scale(-1.0, by_distance))


@subroutine
def add_distance_rate(out: Floats, end: Ends, move: EndVelocities, factor: float) -> None:
    """Add the dependence on the rate of the distance. While the particles coincide, there is none."""
    length, n = line_of(end)
    if length == 0.0:
        return
    along = scale(factor, n)
    add_velocity(out, 1, end.R1, end.arm1, move.spin1, along)
    add_velocity(out, 0, end.R0, end.arm0, move.spin0, scale(-1.0, along))
    add_distance(out, end, scale(factor / length, subtract(move.gap_rate, scale(dot(n, move.gap_rate), n))))


@subroutine
def distance(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance between two particles."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, line_of(ends(table, m, state))[0])


@subroutine
def distance_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `distance`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    clear(out)
    add_distance(out, end, scale(table.factor[m], line_of(end)[1]))


@subroutine
def distance_rate(model: Model, t: float, i: int, state: State) -> float:
    """Return the rate of the distance."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    rate = dot(line_of(end)[1], end_velocities(table, m, state, end).gap_rate)
    return scale_measure(table, m, rate)


@subroutine
def distance_rate_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `distance_rate`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    clear(out)
    add_distance_rate(out, end, end_velocities(table, m, state, end), table.factor[m])


DISTANCE = SignalKind(Variant("DISTANCE", "the distance of two particles"), (), distance, gradient=distance_gradient)
DISTANCE_RATE = SignalKind(
    Variant("DISTANCE_RATE", "the rate of their distance"), (), distance_rate, gradient=distance_rate_gradient
)
