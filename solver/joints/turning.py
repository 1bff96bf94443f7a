"""Computes the angles of joints other than the rotation about e3. These are the two angles of a universal joint's
cross, and the components of a rotation vector.

Each angle has the rate `g·(spin1 - spin0)`, with a vector g in inertial components. For rotations `dtheta` of the
bodies (inertial), `dg = D0 dtheta0 + D1 dtheta1`. With the axes `a` and `b` of a cross and c = a·b,

    g = (a - c b) / (1 - c^2)  about a,    (b - c a) / (1 - c^2)  about b,

The relative angular velocity is then the sum of both parts. For a rotation vector `psi` in the axes of body 0, g is row
i of T^-1(-psi), in these axes.
"""

from __future__ import annotations

import math

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    combine,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    outer,
    product_transpose,
    scale,
    skew,
    subtract,
    transpose_product,
    unit_vector,
)
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.kinds import ROTATION_1, ROTATION_2, VECTOR_1
from rbsolve.solver.joints.placement import Ends, column

plain_functions(__name__)


def turning_value(end: Ends, coordinate: int) -> float:
    """Return the angle within half a turn [rad]."""
    if coordinate == ROTATION_1:
        b = column(end.axes1, 2)
        return math.atan2(dot(column(end.axes0, 1), b), dot(column(end.axes0, 0), b))
    if coordinate == ROTATION_2:
        a = column(end.axes0, 2)
        return math.atan2(dot(column(end.axes1, 1), a), -dot(column(end.axes1, 0), a))
    psi = so3.log(transpose_product(end.axes0, end.axes1))
    i = coordinate - VECTOR_1
    return psi[0] if i == 0 else psi[1] if i == 1 else psi[2]


def spin_error(turned: Vector, wanted: Vector) -> Vector:
    """Return the rotation vector from `wanted` to `turned`. Both arguments are rotation vectors in the same axes as the
    result.
    """
    return quaternion.log(quaternion.product(quaternion.exp(turned), quaternion.conjugate(quaternion.exp(wanted))))


def turning_vector(end: Ends, coordinate: int) -> Vector:
    """Return the vector g."""
    if coordinate <= ROTATION_2:
        a, b = column(end.axes0, 2), column(end.axes1, 2)
        c = dot(a, b)
        g = subtract(b, scale(c, a)) if coordinate == ROTATION_2 else subtract(a, scale(c, b))
        return scale(1.0 / (1.0 - c * c), g)
    psi = so3.log(transpose_product(end.axes0, end.axes1))
    return matrix_vector(end.axes0, so3.apply_tangent_inverse(psi, unit_vector(coordinate - VECTOR_1)))


def turning_slopes(end: Ends, coordinate: int) -> tuple[Matrix, Matrix]:
    """Return the derivatives D0 and D1."""
    if coordinate <= ROTATION_2:
        return _cross_slopes(end, coordinate == ROTATION_2)
    psi = so3.log(transpose_product(end.axes0, end.axes1))
    i = coordinate - VECTOR_1
    bend = so3.tangent_inverse_derivative(psi, unit_vector(i))
    inner = matrix_product(bend, so3.tangent_inverse(scale(-1.0, psi)))
    by1 = product_transpose(matrix_product(end.axes0, inner), end.axes0)
    g = matrix_vector(end.axes0, so3.apply_tangent_inverse(psi, unit_vector(i)))
    return combine(-1.0, skew(g), -1.0, by1), by1


def _cross_slopes(end: Ends, second: bool) -> tuple[Matrix, Matrix]:
    """Return the derivatives of `g = (p - c q) / d`. Here p is the axis of the angle, q is the other axis, and
    `d = 1 - c^2`.
    """
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    p, q = (b, a) if second else (a, b)
    c, m = dot(a, b), cross(a, b)  # dc = m·(dtheta0 - dtheta1)
    d = 1.0 - c * c
    f = 2.0 * c / (d * d)
    by_c = add(scale(-1.0 / d, q), scale(f, subtract(p, scale(c, q))))  # dg/dc
    own, other = combine(-1.0 / d, skew(p), 0.0, skew(p)), combine(c / d, skew(q), 0.0, skew(q))
    by0, by1 = (other, own) if second else (own, other)
    turn = outer(by_c, m)
    return combine(1.0, by0, 1.0, turn), combine(1.0, by1, -1.0, turn)
