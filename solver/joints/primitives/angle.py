"""The primitive ANGLE. It makes the rotation about e3 zero, or equal to a function of time."""

from __future__ import annotations

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import Matrix, Vector, dot
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.coordinates import rotation
from rbsolve.solver.joints.gradients import Gradient, rotation_curvature, rotation_gradient
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives.kind import Primitive, Rotation
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return the rotation, continuous over turns [rad]."""
    return rotation(state, j, end)


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of the rotation about e3."""
    return rotation_gradient(end)


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the rotation's second derivative that do not contain accelerations."""
    return rotation_curvature(end, move)


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier, computed from the wrench."""
    return taken - dot(M, column(axes0, 2))


def twist(joints: Joints, j: int, row: int, multiplier: float) -> float:
    """Return the factor of the second-order terms of the rotation. The factor is the multiplier itself."""
    return multiplier


def _moment(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    return E.R[..., :, joints.row_axis0[row]]


def _values(joints: Joints, j: int, row: int, end: Ends, rotation: Rotation) -> Floats:
    return rotation(j)


PRIMITIVE = Primitive(
    kinds.ANGLE, False, value, gradient, acceleration, multiplier, moment=_moment, values=_values, twist=twist
)
