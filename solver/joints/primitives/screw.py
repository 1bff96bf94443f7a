"""The primitive SCREW. It makes the displacement along e3 proportional to the rotation about e3."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import add, cross, scale, subtract
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.coordinates import displacement, rotation, twist_vector
from rbsolve.solver.joints.gradients import Gradient, direction_curvature, gradient_of, rotation_curvature
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives import direction
from rbsolve.solver.joints.primitives.kind import Primitive, Rotation
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return `a_3·gap - lead * rotation` [m]."""
    lead: float = joints.lead[j]
    return displacement(end) - lead * rotation(state, j, end)


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of `a_3·gap - lead * rotation`."""
    a, g = column(end.axes0, 2), scale(joints.lead[j], twist_vector(end))
    return gradient_of(end, a, add(cross(a, add(end.arm0, end.gap)), g), subtract(cross(end.arm1, a), g))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the residual's second derivative that do not contain accelerations."""
    lead: float = joints.lead[j]
    return direction_curvature(end, move, 2) - lead * rotation_curvature(end, move)


def twist(joints: Joints, j: int, row: int, multiplier: float) -> float:
    """Return the factor of the second-order terms of the rotation about e3."""
    lead: float = joints.lead[j]
    return -multiplier * lead


def _moment(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    return np.asarray(-joints.lead[j] * E.R[..., :, 2], dtype=float)


def _values(joints: Joints, j: int, row: int, end: Ends, rotation: Rotation) -> Floats:
    return np.asarray(displacement(end) - joints.lead[j] * rotation(j))


PRIMITIVE = Primitive(
    kinds.SCREW,
    True,
    value,
    gradient,
    acceleration,
    direction.multiplier,
    force=direction.force,
    moment=_moment,
    values=_values,
    along=direction.along,
    twist=twist,
)
