"""Residuals, Jacobians and acceleration terms of the constraint rows of joints (`kinds.py`), without prescribed functions of
time and without couplings (`rows.py` and `kernels.py` have all).

A row of the Jacobian is [u0, w0, u1, w1]: velocities of the bodies' origins in inertial components, angular
velocities in body axes (Seed 001, eq. (4): B = d(Phi')/dv).
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry.vector import Vector, add, cross, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.coordinates import displacement, rotation, twist_vector
from rbsolve.solver.joints.kinds import (
    ANGLE,
    COMPONENT,
    COSINE,
    DIRECTION,
    DISPLACEMENT,
    DISPLACEMENT_1,
    DISPLACEMENT_2,
    ROTATION,
    ROTATION_2,
    SCREW,
    SPIN,
    SPIN_1,
    TURNING,
    VECTOR_1,
)
from rbsolve.solver.joints.placement import Ends, EndVelocities, column, end_velocities, ends
from rbsolve.solver.joints.turning import turning_slopes, turning_value, turning_vector
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)

ZERO = (0.0, 0.0, 0.0)


def residuals(joints: Joints, state: State, phi: Floats) -> None:
    """Position-level residuals `phi` (nc,)."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            code, i = joints.row_code[row], joints.row_axis0[row]
            if code == COMPONENT:
                phi[row] = end.gap[i]
            elif code == DIRECTION:
                phi[row] = dot(column(end.axes0, i), end.gap)
            elif code == COSINE:
                phi[row] = dot(column(end.axes0, i), column(end.axes1, joints.row_axis1[row]))
            elif code == ANGLE:
                phi[row] = rotation(state, j, end)
            elif code == TURNING:
                phi[row] = turning_value(end, i)
            elif code == SPIN:
                phi[row] = turning_value(end, VECTOR_1 + i)
            elif code == SCREW:
                phi[row] = displacement(end) - joints.lead[j] * rotation(state, j, end)


class Gradient(NamedTuple):
    """A row [-force, moment0, force, moment1] of a Jacobian: the wrenches on both bodies of a unit multiplier."""

    force: Vector  # inertial components
    moment0: Vector  # about the body's origin, body axes
    moment1: Vector


def gradient_of(end: Ends, force: Vector, moment0: Vector, moment1: Vector) -> Gradient:
    """A gradient from moments in inertial components."""
    return Gradient(force, transpose_vector(end.R0, moment0), transpose_vector(end.R1, moment1))


def direction_gradient(end: Ends, a: Vector) -> Gradient:
    """Gradient of `a . gap`, the inertial vector `a` fixed in body 0."""
    return gradient_of(end, a, cross(a, add(end.arm0, end.gap)), cross(end.arm1, a))


def rotation_gradient(end: Ends) -> Gradient:
    """Gradient of the rotation about e3."""
    return turning_gradient(end, twist_vector(end))


def rate_gradient(end: Ends, coordinate: int) -> Gradient:
    """Gradient of the rate of a coordinate (`kinds.Coordinate`) by the velocities."""
    if coordinate == ROTATION:
        return rotation_gradient(end)
    if coordinate == DISPLACEMENT:
        return direction_gradient(end, column(end.axes0, 2))
    if coordinate <= DISPLACEMENT_2:
        return direction_gradient(end, column(end.axes0, coordinate - DISPLACEMENT_1))
    if coordinate <= ROTATION_2:
        return turning_gradient(end, turning_vector(end, coordinate))
    return turning_gradient(end, column(end.axes0, coordinate - (SPIN_1 if coordinate >= SPIN_1 else VECTOR_1)))


def turning_gradient(end: Ends, g: Vector) -> Gradient:
    """Gradient of a coordinate with the rate `g . (spin1 - spin0)`."""
    return gradient_of(end, ZERO, scale(-1.0, g), g)


def _component_gradient(end: Ends, i: int) -> Gradient:
    e = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
    return gradient_of(end, e, cross(e, end.arm0), cross(end.arm1, e))


def _cosine_gradient(end: Ends, i: int, j: int) -> Gradient:
    n = cross(column(end.axes0, i), column(end.axes1, j))
    return gradient_of(end, ZERO, n, scale(-1.0, n))


def _screw_gradient(end: Ends, lead: float) -> Gradient:
    a, g = column(end.axes0, 2), scale(lead, twist_vector(end))
    return gradient_of(end, a, add(cross(a, add(end.arm0, end.gap)), g), subtract(cross(end.arm1, a), g))


def jacobians(joints: Joints, state: State, J: Floats) -> None:
    """Jacobian rows `J` (nc, 12)."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            code, i = joints.row_code[row], joints.row_axis0[row]
            if code == COMPONENT:
                gradient = _component_gradient(end, i)
            elif code == DIRECTION:
                gradient = direction_gradient(end, column(end.axes0, i))
            elif code == COSINE:
                gradient = _cosine_gradient(end, i, joints.row_axis1[row])
            elif code == ANGLE:
                gradient = rotation_gradient(end)
            elif code == TURNING:
                gradient = turning_gradient(end, turning_vector(end, i))
            elif code == SPIN:
                gradient = turning_gradient(end, column(end.axes0, i))
            elif code == SCREW:
                gradient = _screw_gradient(end, joints.lead[j])
            else:
                continue
            put_gradient(J, row, gradient)


def put_gradient(J: Floats, row: int, gradient: Gradient) -> None:
    """Store a row of a Jacobian."""
    for k in range(3):
        J[row, k] = -gradient.force[k]
        J[row, 3 + k] = gradient.moment0[k]
        J[row, 6 + k] = gradient.force[k]
        J[row, 9 + k] = gradient.moment1[k]


def gap_curvature(end: Ends, move: EndVelocities) -> Vector:
    """The part of the gap's second derivative that does not hold accelerations, inertial components."""
    bend0 = cross(move.spin0, cross(move.spin0, end.arm0))
    return subtract(cross(move.spin1, cross(move.spin1, end.arm1)), bend0)


def direction_curvature(end: Ends, move: EndVelocities, i: int) -> float:
    """The same for `a_i . gap`."""
    a = column(end.axes0, i)
    a_rate = cross(move.spin0, a)
    swing = dot(cross(move.spin0, a_rate), end.gap) + 2.0 * dot(a_rate, move.gap_rate)
    return swing + dot(a, gap_curvature(end, move))


def _cosine_curvature(end: Ends, move: EndVelocities, i: int, j: int) -> float:
    """The same for `a_i . b_j`."""
    a, b = column(end.axes0, i), column(end.axes1, j)
    a_rate, b_rate = cross(move.spin0, a), cross(move.spin1, b)
    return dot(cross(move.spin0, a_rate), b) + 2.0 * dot(a_rate, b_rate) + dot(a, cross(move.spin1, b_rate))


def rotation_curvature(end: Ends, move: EndVelocities) -> float:
    """The same for the rotation about e3."""
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    spin = subtract(move.spin1, move.spin0)
    bend = dot(twist_vector(end), spin) * dot(cross(a, b), spin)
    return (dot(move.spin1, cross(a, spin)) + dot(move.spin0, cross(b, spin)) + bend) / (1.0 + dot(a, b))


def _turning_curvature(end: Ends, move: EndVelocities, coordinate: int) -> float:
    """The same for another angle."""
    by0, by1 = turning_slopes(end, coordinate)
    bend = add(matrix_vector(by0, move.spin0), matrix_vector(by1, move.spin1))
    return dot(bend, subtract(move.spin1, move.spin0))


def _spin_curvature(end: Ends, move: EndVelocities, i: int) -> float:
    """The same for the relative angular velocity along `a_i`."""
    return dot(cross(move.spin0, column(end.axes0, i)), subtract(move.spin1, move.spin0))


def acceleration_terms(joints: Joints, state: State, gamma: Floats) -> None:
    """`gamma` (nc,) of Phi'' = J v' + gamma."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        move = end_velocities(joints, j, state, end)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            code, i = joints.row_code[row], joints.row_axis0[row]
            if code == COMPONENT:
                gamma[row] = gap_curvature(end, move)[i]
            elif code == DIRECTION:
                gamma[row] = direction_curvature(end, move, i)
            elif code == COSINE:
                gamma[row] = _cosine_curvature(end, move, i, joints.row_axis1[row])
            elif code == ANGLE:
                gamma[row] = rotation_curvature(end, move)
            elif code == TURNING:
                gamma[row] = _turning_curvature(end, move, i)
            elif code == SPIN:
                gamma[row] = _spin_curvature(end, move, i)
            elif code == SCREW:
                gamma[row] = direction_curvature(end, move, 2) - joints.lead[j] * rotation_curvature(end, move)
