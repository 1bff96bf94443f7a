"""The exact derivatives of the constraint forces with the multipliers fixed, `d(J^T multipliers)/d(dx, dpsi)`. They
form a 12 x 12 block for each joint.

Increments dx are inertial. Increments dpsi are on the right, in body axes. For a Lie integrator, the tangent operator T
(not T^T) converts dpsi to its increments (Holzinger et al. 2024, eq. (40), errata). With tensors in inertial axes, the
cross product matrix `a~`, and `s = arm0 + gap`, the blocks are

- COMPONENT, with the force l: (w0, w0) = -arm0~ l~, (w1, w1) = arm1~ l~;
- DIRECTION a·gap: (u1, w0) = -a~, (w0, u1) = a~, u0 the opposite, (w0, w0) = a~ s~, (w1, w1) = arm1~ a~,
  (w0, w1) = -a~ arm1~, (w1, w0) = -arm1~ a~;
- COSINE a·b: (w0, w0) = a~ b~, (w1, w1) = b~ a~, (w0, w1) = -a~ b~, (w1, w0) = -b~ a~;
- TURNING, see `turning.py`;
- SPIN: like TURNING with g = a, which rotates with body 0;
- ANGLE, with n = a x b, k = 1/(1 + a.b): (w1, w1) = -(w1, w0) = k (a~ + g n^T), (w0, w0) = -(w0, w1) = k (-b~ + g n^T).

Away from equilibrium, the diagonal blocks are not symmetric. They are derivatives of generalized forces, but not second
derivatives of a potential with respect to coordinates.
"""

from __future__ import annotations

from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    combine,
    cross,
    dot,
    double_cross,
    matrix_product,
    scale,
    skew,
    transpose,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.coordinates import twist_vector
from rbsolve.solver.joints.placement import Ends, column
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import add_block

plain_functions(__name__)

U0, W0, U1, W1 = 0, 3, 6, 9


def clear(element: Floats, part: int) -> None:
    """Set element[part] to zero."""
    for k in range(12):
        for m in range(12):
            element[part, k, m] = 0.0


def cross_rows(a: Vector, R: Matrix) -> Matrix:
    """Return the matrix `a~ R`."""
    x, y, z = cross(a, column(R, 0)), cross(a, column(R, 1)), cross(a, column(R, 2))
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


def add_coincidence(element: Floats, part: int, end: Ends, force: Vector) -> None:
    """Add the second-order terms of three COMPONENT rows together."""
    force0, force1 = transpose_vector(end.R0, force), transpose_vector(end.R1, force)
    add_block(element, part, W0, W0, -1.0, double_cross(transpose_vector(end.R0, end.arm0), force0))
    add_block(element, part, W1, W1, 1.0, double_cross(transpose_vector(end.R1, end.arm1), force1))


def add_direction(element: Floats, part: int, end: Ends, a: Vector) -> None:
    """Add the second-order terms of the row `a·gap`. The vector `a` is fixed in body 0 and includes the
    multiplier.
    """
    a0, s0 = transpose_vector(end.R0, a), transpose_vector(end.R0, add(end.arm0, end.gap))
    a1, p1 = transpose_vector(end.R1, a), transpose_vector(end.R1, end.arm1)
    turn = cross_rows(a, end.R0)
    add_block(element, part, U0, W0, 1.0, turn)
    add_block(element, part, U1, W0, -1.0, turn)
    add_block(element, part, W0, U0, 1.0, transpose(turn))
    add_block(element, part, W0, U1, -1.0, transpose(turn))
    add_block(element, part, W0, W0, 1.0, double_cross(a0, s0))
    add_block(element, part, W1, W1, 1.0, double_cross(p1, a1))
    # R0^T a~ arm1~ R1 = (a0~ arm1_0~) R0^T R1
    mixed = matrix_product(double_cross(a0, transpose_vector(end.R0, end.arm1)), transpose_product(end.R0, end.R1))
    add_block(element, part, W0, W1, -1.0, mixed)
    add_block(element, part, W1, W0, -1.0, transpose(mixed))


def _bend(sign: float, a: Vector, g: Vector, n: Vector) -> Matrix:
    """Return the matrix `sign a~ + g n^T`."""
    x, y, z = scale(sign, a)
    return (
        g[0] * n[0],
        g[0] * n[1] - z,
        g[0] * n[2] + y,
        g[1] * n[0] + z,
        g[1] * n[1],
        g[1] * n[2] - x,
        g[2] * n[0] - y,
        g[2] * n[1] + x,
        g[2] * n[2],
    )


def add_rotation(element: Floats, part: int, end: Ends, factor: float) -> None:
    """Add the second-order terms of the rotation about e3, times a factor."""
    a, b = column(end.axes0, 2), column(end.axes1, 2)
    g, n = twist_vector(end), cross(a, b)
    k = factor / (1.0 + dot(a, b))
    left0, left1 = transpose_product(end.R0, _bend(-1.0, b, g, n)), transpose_product(end.R1, _bend(1.0, a, g, n))
    add_block(element, part, W0, W0, k, matrix_product(left0, end.R0))
    add_block(element, part, W0, W1, -k, matrix_product(left0, end.R1))
    add_block(element, part, W1, W1, k, matrix_product(left1, end.R1))
    add_block(element, part, W1, W0, -k, matrix_product(left1, end.R0))


def add_turning(element: Floats, part: int, end: Ends, factor: float, g: Vector, by0: Matrix, by1: Matrix) -> None:
    """Add the second-order terms of a coordinate with the rate `g·(spin1 - spin0)`. Rotations of the bodies change g by
    the factors `by0` and `by1`.
    """
    turn = skew(g)
    own0, own1 = combine(1.0, by0, 1.0, turn), combine(1.0, by1, 1.0, turn)
    add_block(element, part, W0, W0, -factor, transpose_product(end.R0, matrix_product(own0, end.R0)))
    add_block(element, part, W0, W1, -factor, transpose_product(end.R0, matrix_product(by1, end.R1)))
    add_block(element, part, W1, W1, factor, transpose_product(end.R1, matrix_product(own1, end.R1)))
    add_block(element, part, W1, W0, factor, transpose_product(end.R1, matrix_product(by0, end.R0)))
