"""Computes the two ends of a joint: their points and axes in inertial components."""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry.vector import Matrix, Vector, add, cross, matrix_product, matrix_vector, subtract
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.model.arrays import GeneralBushings, State
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.rows import row3, row9
from rbsolve.solver.model.signals import Measures

plain_functions(__name__)

Placed = Joints | Measures | GeneralBushings
"""The arrays that define the point and the axes of an element on each of its two bodies."""


class Ends(NamedTuple):
    """The two ends of a joint in inertial components."""

    R0: Matrix
    R1: Matrix
    arm0: Vector  # vector from the origin of body 0 to the joint's point on body 0
    arm1: Vector
    gap: Vector  # vector from the joint's point on body 0 to the joint's point on body 1
    axes0: Matrix  # R_I0 R_0T: its columns are the joint axes fixed in body 0
    axes1: Matrix


def ends(joints: Placed, j: int, state: State) -> Ends:
    """Return the ends of joint `j`."""
    body0, body1 = joints.body0[j], joints.body1[j]
    R0, R1 = row9(state.R, body0), row9(state.R, body1)
    arm0 = matrix_vector(R0, row3(joints.point0, j))
    arm1 = matrix_vector(R1, row3(joints.point1, j))
    gap = subtract(add(row3(state.x, body1), arm1), add(row3(state.x, body0), arm0))
    axes0 = matrix_product(R0, row9(joints.axes0, j))
    axes1 = matrix_product(R1, row9(joints.axes1, j))
    return Ends(R0, R1, arm0, arm1, gap, axes0, axes1)


class EndVelocities(NamedTuple):
    """The velocities at a joint in inertial components."""

    spin0: Vector  # angular velocities of the bodies
    spin1: Vector
    gap_rate: Vector


def end_velocities(joints: Placed, j: int, state: State, end: Ends) -> EndVelocities:
    """Return the velocities at the ends of joint `j`."""
    body0, body1 = joints.body0[j], joints.body1[j]
    spin0 = matrix_vector(end.R0, row3(state.w, body0))
    spin1 = matrix_vector(end.R1, row3(state.w, body1))
    velocity0 = add(row3(state.u, body0), cross(spin0, end.arm0))
    velocity1 = add(row3(state.u, body1), cross(spin1, end.arm1))
    return EndVelocities(spin0, spin1, subtract(velocity1, velocity0))


def column(axes: Matrix, i: int) -> Vector:
    """Return column `i` (0, 1 or 2) of a matrix of axes."""
    return axes[i], axes[3 + i], axes[6 + i]
