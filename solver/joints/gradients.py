"""Gradients of joint coordinates, and the terms of second derivatives without accelerations. Constraint rows, drives
and couplings use these functions.

A row of a Jacobian is [u0, w0, u1, w1]. Velocities u of the bodies' origins are in inertial components, and angular
velocities w are in body axes. The matrix `B = d(Phi')/dv` is the matrix of Holzinger et al. 2024, eq. (4).
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry.vector import Vector, add, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.coordinates import twist_vector
from rbsolve.solver.joints.kinds import (
    DISPLACEMENT,
    DISPLACEMENT_1,
    DISPLACEMENT_2,
    ROTATION,
    ROTATION_2,
    SPIN_1,
    VECTOR_1,
)
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.turning import turning_vector
from rbsolve.solver.model.flat import Floats

plain_functions(__name__)

ZERO = (0.0, 0.0, 0.0)


class Gradient(NamedTuple):
    """A row [-force, moment0, force, moment1] of a Jacobian. It contains the wrenches of a unit multiplier on both
    bodies.
    """

    force: Vector  # inertial components
    moment0: Vector  # about the body's origin, body axes
    moment1: Vector


NO_GRADIENT = Gradient(ZERO, ZERO, ZERO)


def gradient_of(end: Ends, force: Vector, moment0: Vector, moment1: Vector) -> Gradient:
    """Return a gradient from moments in inertial components."""
    return Gradient(force, transpose_vector(end.R0, moment0), transpose_vector(end.R1, moment1))


def direction_gradient(end: Ends, a: Vector) -> Gradient:
    """Return the gradient of `a·gap`, with the inertial vector `a` fixed in body 0."""
    return gradient_of(end, a, cross(a, add(end.arm0, end.gap)), cross(end.arm1, a))


def rotation_gradient(end: Ends) -> Gradient:
    """Return the gradient of the rotation about e3."""
    return turning_gradient(end, twist_vector(end))


def rate_gradient(end: Ends, coordinate: int) -> Gradient:
    """Return the gradient of a coordinate's rate (`kinds.Coordinate`) with respect to the velocities."""
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
    """Return the gradient of a coordinate with the rate `g·(spin1 - spin0)`."""
    return gradient_of(end, ZERO, scale(-1.0, g), g)


def put_gradient(J: Floats, row: int, gradient: Gradient) -> None:
    """Store a gradient as a row of a Jacobian."""
    for k in range(3):
        J[row, k] = -gradient.force[k]
        J[row, 3 + k] = gradient.moment0[k]
        J[row, 6 + k] = gradient.force[k]
        J[row, 9 + k] = gradient.moment1[k]


def gap_curvature(end: Ends, move: EndVelocities) -> Vector:
    """Return the terms of the gap's second derivative that do not contain accelerations, in inertial components."""
    bend0 = cross(move.spin0, cross(move.spin0, end.arm0))
    return subtract(cross(move.spin1, cross(move.spin1, end.arm1)), bend0)


def direction_curvature(end: Ends, move: EndVelocities, i: int) -> float:
    """Return the terms of the second derivative of `a_i·gap` that do not contain accelerations."""
    a = column(end.axes0, i)
    a_rate = cross(move.spin0, a)
    swing = dot(cross(move.spin0, a_rate), end.gap) + 2.0 * dot(a_rate, move.gap_rate)
    return swing + dot(a, gap_curvature(end, move))


def rotation_curvature(end: Ends, move: EndVelocities) -> float:
    """Return the terms of the second derivative of the rotation about e3 that do not contain accelerations."""
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    spin = subtract(move.spin1, move.spin0)
    bend = dot(twist_vector(end), spin) * dot(cross(a, b), spin)
    return (dot(move.spin1, cross(a, spin)) + dot(move.spin0, cross(b, spin)) + bend) / (1.0 + dot(a, b))
