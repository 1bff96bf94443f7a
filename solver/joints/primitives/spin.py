"""The primitive SPIN, for a component of the rotation of body 1 relative to a prescribed orientation. Functions of time
prescribe this orientation in body 0.
"""

from __future__ import annotations

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import Matrix, Vector, combine, cross, dot, scale, skew, subtract
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.gradients import Gradient, turning_gradient
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives.kind import Primitive, Rotation
from rbsolve.solver.joints.primitives.turning import angles
from rbsolve.solver.joints.second_order import add_turning
from rbsolve.solver.joints.turning import turning_value
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return a component of the rotation vector from body 0 to body 1 [rad]."""
    return turning_value(end, VECTOR_1 + joints.row_axis0[row])


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of the relative angular velocity along `a_i`."""
    return turning_gradient(end, column(end.axes0, joints.row_axis0[row]))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the relative angular acceleration along `a_i` that do not contain accelerations of the
    bodies.
    """
    return dot(cross(move.spin0, column(end.axes0, joints.row_axis0[row])), subtract(move.spin1, move.spin0))


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier, computed from the wrench."""
    return -dot(M, column(axes0, joints.row_axis0[row]))


def curvature(joints: Joints, j: int, row: int, end: Ends, multipliers: Floats, element: Floats) -> None:
    """Add the second-order block of the component. The axis of the component rotates with body 0."""
    axis = column(end.axes0, joints.row_axis0[row])
    fixed = skew(scale(-1.0, axis))
    add_turning(element, 0, end, multipliers[row], axis, fixed, combine(0.0, fixed, 0.0, fixed))


def _moment(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    return E.R[..., :, joints.row_axis0[row]]


def _values(joints: Joints, j: int, row: int, end: Ends, rotation: Rotation) -> Floats:
    return angles(end, VECTOR_1 + int(joints.row_axis0[row]))


PRIMITIVE = Primitive(
    kinds.SPIN, False, value, gradient, acceleration, multiplier, moment=_moment, values=_values, curvature=curvature
)
