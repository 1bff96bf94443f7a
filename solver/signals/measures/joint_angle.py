"""Measures angles of joints, and the rates and second derivatives of the angles of a universal joint's cross. All these
angles are continuous over turns, except components of rotation vectors.

All other rates of joints are components of velocities and angular velocities, as an observer in B0 sees them
(observed.py). All other second derivatives are components of accelerations (accelerations.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.language.table import Variant
from rbsolve.solver.joints.coordinates import cross_angle, rotation, twist_vector
from rbsolve.solver.joints.kinds import ROTATION, VECTOR_1
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.turning import turning_slopes, turning_value, turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.measures.accelerations import reactive, turning_of
from rbsolve.solver.signals.measures.adjoints import add_relative_turn, add_spin, add_turn, clear

if TYPE_CHECKING:
    from rbsolve.solver.joints.placement import Ends, EndVelocities
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def joint_angle(model: Model, t: float, i: int, state: State) -> float:
    """Return the measured angle of a joint [rad]."""
    table, m = model.signals.measures, model.signals.subject[i]
    j, coordinate = table.joint[m], table.component[m]
    end = ends(model.joints, j, state)
    if coordinate == ROTATION:
        return rotation(state, j, end)
    if coordinate >= VECTOR_1:
        return turning_value(end, coordinate)
    return cross_angle(model.joints, state, j, coordinate, end)


@subroutine
def joint_angle_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `joint_angle`."""
    table, m = model.signals.measures, model.signals.subject[i]
    coordinate = table.component[m]
    end = ends(model.joints, table.joint[m], state)
    g = twist_vector(end) if coordinate == ROTATION else turning_vector(end, coordinate)
    clear(out)
    add_relative_turn(out, end, g)


@subroutine
def add_turning_rate(out: Floats, end: Ends, move: EndVelocities, coordinate: int, factor: float) -> None:
    """Add the dependence on the rate of an angle (solver/joints/turning.py)."""
    g = scale(factor, turning_vector(end, coordinate))
    by0, by1 = turning_slopes(end, coordinate)
    spin = scale(factor, subtract(move.spin1, move.spin0))
    add_spin(out, 1, end.R1, move.spin1, g)
    add_spin(out, 0, end.R0, move.spin0, scale(-1.0, g))
    add_turn(out, 0, end.R0, transpose_vector(by0, spin))
    add_turn(out, 1, end.R1, transpose_vector(by1, spin))


@subroutine
def joint_angle_rate(model: Model, t: float, i: int, state: State) -> float:
    """Return the rate of an angle about an axis of the joint's cross [rad/s]."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(model.joints, table.joint[m], state)
    move = end_velocities(model.joints, table.joint[m], state, end)
    return dot(turning_vector(end, table.component[m]), subtract(move.spin1, move.spin0))


@subroutine
def joint_angle_rate_gradient(model: Model, i: int, state: State, out: Floats) -> None:
    """Derivatives of `joint_angle_rate`."""
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(model.joints, table.joint[m], state)
    move = end_velocities(model.joints, table.joint[m], state, end)
    clear(out)
    add_turning_rate(out, end, move, table.component[m], 1.0)


@subroutine
def joint_angle_acceleration(model: Model, t: float, i: int, state: State) -> float:
    """Return the second derivative of an angle about an axis of the joint's cross [rad/s^2]. It is the time derivative
    of `g·(spin1 - spin0)`.
    """
    table, m = model.signals.measures, model.signals.subject[i]
    end = ends(model.joints, table.joint[m], state)
    move = end_velocities(model.joints, table.joint[m], state, end)
    by0, by1 = turning_slopes(end, table.component[m])
    spin = subtract(move.spin1, move.spin0)
    bend = add(matrix_vector(by0, move.spin0), matrix_vector(by1, move.spin1))
    turning = subtract(turning_of(end.R1, table.body1[m], state), turning_of(end.R0, table.body0[m], state))
    return dot(turning_vector(end, table.component[m]), turning) + dot(bend, spin)


JOINT_ANGLE = SignalKind(Variant("JOINT_ANGLE", "an angle of a joint"), (), joint_angle, gradient=joint_angle_gradient)
JOINT_ANGLE_RATE = SignalKind(
    Variant("JOINT_ANGLE_RATE", "the rate of an angle of a cross"),
    (),
    joint_angle_rate,
    gradient=joint_angle_rate_gradient,
)
JOINT_ANGLE_ACCELERATION = reactive(
    "JOINT_ANGLE_ACCELERATION", "the second derivative of an angle of a cross", joint_angle_acceleration
)
