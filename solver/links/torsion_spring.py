"""The moment of a torsion spring, and the derivatives of its gradient (solver/forces/torsion_spring.py)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import matrix_product, matrix_vector, subtract, transpose_product, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.law import law_value
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Model, Pairs, State

STIFFNESS, DAMPING, REST_ANGLE = 0, 1, 2  # columns of Pairs.numbers
LEAST = 1e-24  # smallest s at which the twist is defined


@subroutine
def twist_of(pairs: Pairs, i: int, state: State) -> tuple[Quaternion, float, Vector, Vector]:
    """Return the relative rotation q, s, the gradient g and the relative angular velocity, all in the axes S of body 1."""
    b0, b1 = pairs.body0[i], pairs.body1[i]
    R0, R1 = row9(state.R, b0), row9(state.R, b1)
    R_0S = matrix_product(transpose_product(R0, R1), row9(pairs.axes1, i))
    q = quaternion.from_matrix(transpose_product(row9(pairs.axes0, i), R_0S))
    w = transpose_vector(
        row9(pairs.axes1, i), subtract(row3(state.w, b1), transpose_vector(R1, matrix_vector(R0, row3(state.w, b0))))
    )
    s = q[0] * q[0] + q[3] * q[3]
    if s < LEAST:
        return q, s, (0.0, 0.0, 0.0), w
    return q, s, ((q[1] * q[3] - q[0] * q[2]) / s, (q[0] * q[1] + q[2] * q[3]) / s, 1.0), w


@subroutine
def angle_of(pairs: Pairs, i: int, q: Quaternion) -> float:
    """Return the angle minus the rest angle."""
    angle = 2.0 * math.atan2(q[3], q[0])
    if angle > math.pi:
        angle -= 2.0 * math.pi
    elif angle <= -math.pi:
        angle += 2.0 * math.pi
    beyond_rest: float = angle - pairs.numbers[i, REST_ANGLE]
    return beyond_rest


@subroutine
def moment_of(model: Model, i: int, q: Quaternion, rate: float, state: State) -> tuple[float, float]:
    """Return the moment M, and its derivative with respect to the angle."""
    pairs = model.pairs
    angle = angle_of(pairs, i, q)
    resisted = pairs.numbers[i, DAMPING] * rate
    if pairs.function[i] >= 0:
        value, slope = law_value(model, pairs.function[i], pairs.interval[i], angle, state)
        return value + resisted, slope
    stiffness = pairs.numbers[i, STIFFNESS]
    return stiffness * angle + resisted, stiffness


@subroutine
def _gradient_column(q: Quaternion, s: float, g: Vector, axis: Vector) -> tuple[float, float]:
    """Return the derivative of g with respect to a rotation of body 1 about an axis of S, with dq = q (0, axis)/2."""
    turned = quaternion.product(q, (0.0, axis[0], axis[1], axis[2]))
    d0, d1, d2, d3 = 0.5 * turned[0], 0.5 * turned[1], 0.5 * turned[2], 0.5 * turned[3]
    ds = 2.0 * (q[0] * d0 + q[3] * d3)
    first = (d1 * q[3] + q[1] * d3 - d0 * q[2] - q[0] * d2 - g[0] * ds) / s
    return first, (d0 * q[1] + q[0] * d1 + d2 * q[3] + q[2] * d3 - g[1] * ds) / s


@subroutine
def bend_of(q: Quaternion, s: float, g: Vector) -> Matrix:
    """Return the derivative of g with respect to rotations of body 1, in the axes S."""
    x, y, z = (
        _gradient_column(q, s, g, (1.0, 0.0, 0.0)),
        _gradient_column(q, s, g, (0.0, 1.0, 0.0)),
        _gradient_column(q, s, g, (0.0, 0.0, 1.0)),
    )
    return x[0], y[0], z[0], x[1], y[1], z[1], 0.0, 0.0, 0.0
