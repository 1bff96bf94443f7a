"""The primitive COMPONENT. It makes an inertial component of the gap zero."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import Matrix, Vector, cross
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.gradients import Gradient, gap_curvature, gradient_of
from rbsolve.solver.joints.placement import Ends, EndVelocities
from rbsolve.solver.joints.primitives.kind import Primitive
from rbsolve.solver.joints.second_order import add_coincidence
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return component i of the gap [m]."""
    return end.gap[joints.row_axis0[row]]


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of component i of the gap."""
    i = joints.row_axis0[row]
    e = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
    return gradient_of(end, e, cross(e, end.arm0), cross(end.arm1, e))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the second derivative of component i of the gap that do not contain accelerations."""
    return gap_curvature(end, move)[joints.row_axis0[row]]


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier, computed from the wrench."""
    i = joints.row_axis0[row]
    return -(F[0] if i == 0 else F[1] if i == 1 else F[2])


def curvature(joints: Joints, j: int, row: int, end: Ends, multipliers: Floats, element: Floats) -> None:
    """Add the common second-order block of three COMPONENT rows, when called for the first of them."""
    if joints.row_axis0[row] == 0:
        add_coincidence(element, 0, end, (multipliers[row], multipliers[row + 1], multipliers[row + 2]))


def _force(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    return np.asarray(np.eye(3)[joints.row_axis0[row]])


PRIMITIVE = Primitive(
    kinds.COMPONENT, True, value, gradient, acceleration, multiplier, force=_force, curvature=curvature
)
