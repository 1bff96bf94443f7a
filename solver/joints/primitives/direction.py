"""The primitive DIRECTION. It makes the gap along an axis fixed in body 0 zero, or equal to a function of time."""

from __future__ import annotations

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import Matrix, Vector, dot, scale
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.gradients import Gradient, direction_curvature, direction_gradient
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives.kind import Primitive
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return `a_i·gap` [m]."""
    return dot(column(end.axes0, joints.row_axis0[row]), end.gap)


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of `a_i·gap`."""
    return direction_gradient(end, column(end.axes0, joints.row_axis0[row]))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the second derivative of `a_i·gap` that do not contain accelerations."""
    return direction_curvature(end, move, joints.row_axis0[row])


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier, computed from the wrench."""
    return -dot(F, column(axes0, joints.row_axis0[row]))


def along(joints: Joints, row: int, end: Ends, multiplier: float) -> Vector:
    """Return the multiplier times the axis."""
    return scale(multiplier, column(end.axes0, joints.row_axis0[row]))


def force(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    """Return the axis in inertial components (rows, 3)."""
    return E.R[..., :, joints.row_axis0[row]]


PRIMITIVE = Primitive(kinds.DIRECTION, True, value, gradient, acceleration, multiplier, force=force, along=along)
