"""Measures components of accelerations as an observer sees them. They follow from the accelerations of the bodies,
which the forces determine.

The integrator writes the accelerations to `State.acceleration` after it has solved for them, and then evaluates these
measures. Therefore no force may depend directly on these measures, and iterations do not use their derivatives.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, subtract
from rbsolve.language.table import Variant
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import three
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.adjoints import clear
from rbsolve.solver.signals.measures.observed import direction_of, scale_measure

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def turning_of(R: Matrix, body: int, state: State) -> Vector:
    """Angular acceleration of a body, in inertial components."""
    return matrix_vector(R, three(state.acceleration, body, 3))


@subroutine
def _of_point(body: int, arm: Vector, spin: Vector, turning: Vector, state: State) -> Vector:
    """Acceleration of a particle of a body, in inertial components."""
    bend = add(cross(turning, arm), cross(spin, cross(spin, arm)))
    return add(three(state.acceleration, body, 0), bend)


@subroutine
def _relative_acceleration(model: Model, m: int, state: State) -> Vector:
    """Second derivative of the position in the observer's axes, given in inertial components (geometry/observer.py)."""
    table = model.signals.measures
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    body0, body1 = table.body0[m], table.body1[m]
    turning0 = turning_of(end.R0, body0, state)
    a0 = _of_point(body0, end.arm0, move.spin0, turning0, state)
    a1 = _of_point(body1, end.arm1, move.spin1, turning_of(end.R1, body1, state), state)
    twice = subtract(scale(2.0, move.gap_rate), cross(move.spin0, end.gap))
    return subtract(subtract(subtract(a1, a0), cross(turning0, end.gap)), cross(move.spin0, twice))


@subroutine
def acceleration(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the acceleration."""
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, dot(direction_of(table, m, state), _relative_acceleration(model, m, state)))


@subroutine
def specific_force(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the acceleration minus gravity."""
    table, m = model.signals.measures, model.signals.subject[i]
    gravity = (model.gravity[0], model.gravity[1], model.gravity[2])
    felt = subtract(_relative_acceleration(model, m, state), gravity)
    return scale_measure(table, m, dot(direction_of(table, m, state), felt))


@subroutine
def angular_acceleration(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the derivative of the relative angular velocity in the observer's axes."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(table, m, state)
    move = end_velocities(table, m, state, end)
    turning0, turning1 = turning_of(end.R0, table.body0[m], state), turning_of(end.R1, table.body1[m], state)
    relative = subtract(subtract(turning1, turning0), cross(move.spin0, move.spin1))
    return scale_measure(table, m, dot(direction_of(table, m, state), relative))


@subroutine
def no_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Write zeros, because iterations use the value of the last iterate."""
    clear(out)


def reactive(name: str, meaning: str, value: Callable[..., float]) -> SignalKind:
    """Return a measure that follows from the solution for the accelerations."""
    return SignalKind(Variant(name, meaning), (), value, gradient=no_gradient, reacts=True)


ACCELERATION = reactive("ACCELERATION", "acceleration seen by an observer", acceleration)
SPECIFIC_FORCE = reactive("SPECIFIC_FORCE", "acceleration minus gravity", specific_force)
ANGULAR_ACCELERATION = reactive(
    "ANGULAR_ACCELERATION", "angular acceleration seen by an observer", angular_acceleration
)
