"""The primitive COSINE. It makes an axis fixed in body 0 perpendicular to an axis fixed in body 1."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.observer import Motion
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    cross,
    dot,
    double_cross,
    matrix_product,
    scale,
    transpose,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.gradients import ZERO, Gradient, gradient_of
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives.kind import Primitive
from rbsolve.solver.joints.second_order import W0, W1
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.model.rows import add_block

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """`a_i·b_k`."""
    return dot(column(end.axes0, joints.row_axis0[row]), column(end.axes1, joints.row_axis1[row]))


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of `a_i·b_k`."""
    n = cross(column(end.axes0, joints.row_axis0[row]), column(end.axes1, joints.row_axis1[row]))
    return gradient_of(end, ZERO, n, scale(-1.0, n))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the cosine's second derivative that do not contain accelerations."""
    a, b = column(end.axes0, joints.row_axis0[row]), column(end.axes1, joints.row_axis1[row])
    a_rate, b_rate = cross(move.spin0, a), cross(move.spin1, b)
    return dot(cross(move.spin0, a_rate), b) + 2.0 * dot(a_rate, b_rate) + dot(a, cross(move.spin1, b_rate))


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier, computed from the wrench."""
    n = cross(column(axes1, joints.row_axis1[row]), column(axes0, joints.row_axis0[row]))
    return -dot(M, n) / dot(n, n)


def curvature(joints: Joints, j: int, row: int, end: Ends, multipliers: Floats, element: Floats) -> None:
    """Add the second-order block of the cosine."""
    a, b, factor = column(end.axes0, joints.row_axis0[row]), column(end.axes1, joints.row_axis1[row]), multipliers[row]
    a0, b0 = transpose_vector(end.R0, a), transpose_vector(end.R0, b)
    a1, b1 = transpose_vector(end.R1, a), transpose_vector(end.R1, b)
    own0 = double_cross(a0, b0)
    add_block(element, 0, W0, W0, factor, own0)
    add_block(element, 0, W1, W1, factor, double_cross(b1, a1))
    mixed = matrix_product(own0, transpose_product(end.R0, end.R1))
    add_block(element, 0, W0, W1, -factor, mixed)
    add_block(element, 0, W1, W0, -factor, transpose(mixed))


def _moment(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    n = np.cross(B.R[..., :, joints.row_axis1[row]], E.R[..., :, joints.row_axis0[row]])
    return np.asarray(n, dtype=float)


PRIMITIVE = Primitive(
    kinds.COSINE, False, value, gradient, acceleration, multiplier, moment=_moment, curvature=curvature
)
