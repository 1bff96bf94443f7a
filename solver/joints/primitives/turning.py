"""The primitive TURNING, for an angle that a function of time prescribes. The angle is not the rotation about e3
(`rbsolve.solver.joints.turning`).
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry import observer, so3
from rbsolve.geometry.arrays import rotate
from rbsolve.geometry.observer import Motion
from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.geometry.vector import Matrix, Vector, add, dot, matrix_vector, subtract, transpose_product, unit_vector
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints import kinds
from rbsolve.solver.joints.gradients import Gradient, turning_gradient
from rbsolve.solver.joints.kinds import ROTATION_1, ROTATION_2, VECTOR_1
from rbsolve.solver.joints.placement import Ends, EndVelocities, column
from rbsolve.solver.joints.primitives.kind import Primitive, Rotation
from rbsolve.solver.joints.second_order import add_turning
from rbsolve.solver.joints.turning import turning_slopes, turning_value, turning_vector
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)


def value(joints: Joints, j: int, row: int, state: State, end: Ends) -> float:
    """Return the angle within half a turn [rad]."""
    return turning_value(end, joints.row_axis0[row])


def gradient(joints: Joints, j: int, row: int, end: Ends) -> Gradient:
    """Return the gradient of the angle."""
    return turning_gradient(end, turning_vector(end, joints.row_axis0[row]))


def acceleration(joints: Joints, j: int, row: int, end: Ends, move: EndVelocities) -> float:
    """Return the terms of the angle's second derivative that do not contain accelerations."""
    by0, by1 = turning_slopes(end, joints.row_axis0[row])
    bend = add(matrix_vector(by0, move.spin0), matrix_vector(by1, move.spin1))
    return dot(bend, subtract(move.spin1, move.spin0))


def multiplier(
    joints: Joints, j: int, row: int, F: Vector, M: Vector, axes0: Matrix, axes1: Matrix, taken: float
) -> float:
    """Return the multiplier of a universal joint, computed from the wrench. No other joint of a tree has such angles."""
    return -dot(M, column(axes0, 2) if joints.row_axis0[row] == ROTATION_1 else column(axes1, 2))


def curvature(joints: Joints, j: int, row: int, end: Ends, multipliers: Floats, element: Floats) -> None:
    """Add the second-order block of the angle."""
    i = joints.row_axis0[row]
    by0, by1 = turning_slopes(end, i)
    add_turning(element, 0, end, multipliers[row], turning_vector(end, i), by0, by1)


def _moment(joints: Joints, j: int, row: int, E: Motion, B: Motion) -> Floats:
    """Return the gradient of the angle over output rows, in inertial components."""
    coordinate = int(joints.row_axis0[row])
    if coordinate == ROTATION_1:
        return E.R[..., :, 2]
    if coordinate == ROTATION_2:
        return B.R[..., :, 2]
    psi = rotation_vector_from_matrix(observer.orientation(E, B))
    R0 = np.broadcast_to(E.R, (*psi.shape, 3))
    rows = [
        so3.apply_tangent_inverse((x, y, z), unit_vector(coordinate - VECTOR_1))
        for x, y, z in psi.reshape(-1, 3).tolist()
    ]
    return rotate(R0, np.array(rows).reshape(psi.shape))


def relative(end: Ends) -> Floats:
    """Return the rotations (rows, 3, 3) from the joint axes in body 0 to the joint axes in body 1."""
    Q = np.stack(np.broadcast_arrays(*transpose_product(end.axes0, end.axes1)), axis=-1)
    return np.asarray(Q.reshape(*Q.shape[:-1], 3, 3))


def angles(end: Ends, coordinate: int) -> Floats:
    """Return the angles (rows,) within half a turn [rad]."""
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    if coordinate == ROTATION_1:
        return np.asarray(np.arctan2(dot(column(end.axes0, 1), b), dot(column(end.axes0, 0), b)))
    if coordinate == ROTATION_2:
        return np.asarray(np.arctan2(dot(column(end.axes1, 1), a), -dot(column(end.axes1, 0), a)))
    return np.asarray(rotation_vector_from_matrix(relative(end))[..., coordinate - VECTOR_1])


def _values(joints: Joints, j: int, row: int, end: Ends, rotation: Rotation) -> Floats:
    return angles(end, int(joints.row_axis0[row]))


PRIMITIVE = Primitive(
    kinds.TURNING,
    False,
    value,
    gradient,
    acceleration,
    multiplier,
    moment=_moment,
    values=_values,
    curvature=curvature,
)
