"""Computes how velocities and accelerations change with an increment that multiplies from the right. These are the
derivatives of the formulation.

The unknowns of Newton's method are the increments (dX, dpsi) of a body in its axes, with

    R^T du = Vxx dX + Vxr dpsi,  dw = Vrr dpsi,      R^T du' = Axx dX + Axr dpsi,  dw' = Arr dpsi.

Body records contain these matrices in `speed` and `rise`, row by row. The matrices follow from
`D = D_0 + (correction)`, `v = v_0 + gamma' (correction)` and `v' = v'_0 + beta' (correction)` (Holzinger et al. 2024,
eq. (33)). For the Lie formulations, T^-1 converts the increment to a change of the local coordinates. For Cardan angles
`dw = (dpsi)' + w x dpsi`, where (dpsi)' is the formal derivative of `dpsi = G(phi) dphi`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import so3
from rbsolve.geometry.vector import (
    add,
    combine,
    cross,
    double_cross,
    matrix_product,
    matrix_vector,
    scale,
    skew,
    subtract,
    transpose_vector,
)
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import CARDAN_1, CARDAN_2, EULER_2, LEFT, SE3, TREE
from rbsolve.solver.integrators.generalized_alpha.cardan import (
    inverse_rate_matrix,
    midpoint_map_derivative,
    rate_matrix_rate,
    rate_matrix_second_rate,
)
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import four, nine, row3, row9, set_nine, three

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.model.arrays import Bodies, State
    from rbsolve.solver.model.flat import Floats

XX, XR, RR = 0, 9, 18
IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
ZERO = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@subroutine
def tangent_inverse_slope(v: Vector, t: Vector) -> Matrix:
    """Return the derivative of T^-1 at v in the direction t (Holzinger et al. 2020, eq. (22), errata)."""
    s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    turn = so3.b(s) * (v[0] * t[0] + v[1] * t[1] + v[2] * t[2])
    both = combine(1.0, double_cross(t, v), 1.0, double_cross(v, t))
    return combine(1.0, combine(0.5, skew(t), so3.a(s), both), turn, double_cross(v, v))


@subroutine
def _angles(b: int, gamma: float, beta: float, body: BodyRecords, state: State) -> None:
    """CARDAN_ANGLES_2: `(dpsi)' = (gamma' + H) dpsi` with `H = G' G^-1`, and
    `(dpsi)'' = (beta' + 2 gamma' H + G'' G^-1) dpsi`.
    """
    w, alpha = row3(state.w, b), three(body.acceleration, b, 3)
    phi = add(three(body.q, b, 3), three(body.new_d, b, 3))
    r = three(body.new_v, b, 3)
    inverse = inverse_rate_matrix(phi)
    H = matrix_product(rate_matrix_rate(phi, r), inverse)
    H2 = matrix_product(rate_matrix_second_rate(phi, r, three(body.new_derivative, b, 3)), inverse)
    first = combine(gamma, IDENTITY, 1.0, H)
    second = combine(1.0, combine(beta, IDENTITY, 2.0 * gamma, H), 1.0, H2)
    set_nine(body.speed, b, RR, combine(1.0, first, 1.0, skew(w)))
    turn = combine(1.0, skew(alpha), 1.0, matrix_product(skew(w), first))
    set_nine(body.rise, b, RR, combine(1.0, second, 1.0, turn))


@subroutine
def _euler_parameters(b: int, gamma: float, beta: float, body: BodyRecords, state: State) -> None:
    """EULER_PARAMETERS_2: `w = 2 G(e) e'` with `de = G(e)^T dpsi/2`, so that `dw = gamma' dpsi - 2 G(e') de`.

    Here `2 G(e') de = (e·e') dpsi - w x dpsi/2`. The formula for `dw'` is the same, with `e''` and `beta'`.
    """
    e = (state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3])
    r, p = four(body.new_v, b, 3), four(body.new_derivative, b, 3)
    along = e[0] * r[0] + e[1] * r[1] + e[2] * r[2] + e[3] * r[3]
    bend = e[0] * p[0] + e[1] * p[1] + e[2] * p[2] + e[3] * p[3]
    set_nine(body.speed, b, RR, combine(gamma - along, IDENTITY, 0.5, skew(row3(state.w, b))))
    set_nine(body.rise, b, RR, combine(beta - bend, IDENTITY, 0.5, skew(three(body.acceleration, b, 3))))


@subroutine
def _rigid_motion(
    b: int, gamma: float, beta: float, inverse: Matrix, slope: Matrix, body: BodyRecords, state: State
) -> None:
    """LIE_SE3: `R^T du = dU - U~ dpsi` and `R^T du' = dU' + dw x U + w x dU - (R^T u')~ dpsi`. `slope` is the block B
    of T^-1.
    """
    U, w = transpose_vector(row9(state.R, b), row3(state.u, b)), row3(state.w, b)
    swing = combine(beta, IDENTITY, gamma, skew(w))
    local = transpose_vector(row9(state.R, b), three(body.acceleration, b, 0))
    set_nine(body.speed, b, XX, combine(gamma, inverse, 0.0, ZERO))
    set_nine(body.speed, b, XR, combine(gamma, slope, -1.0, skew(U)))
    set_nine(body.rise, b, XX, matrix_product(swing, inverse))
    bend = combine(-gamma, matrix_product(skew(U), inverse), -1.0, skew(local))
    set_nine(body.rise, b, XR, combine(1.0, matrix_product(swing, slope), 1.0, bend))


@subroutine
def _left_increment(b: int, exact: bool, gamma: float, beta: float, body: BodyRecords, state: State) -> None:
    """LIE_R3_SO3_LEFT: `dw = R^T d(omega) + w x dpsi`. The operator `T^-1(-theta)` converts the increment `R dpsi` on
    the left to local coordinates (Kynema).
    """
    inverse = IDENTITY
    if exact:
        inverse = so3.tangent_inverse(scale(-1.0, transpose_vector(row9(state.R, b), three(body.new_d, b, 3))))
    set_nine(body.speed, b, RR, combine(gamma, inverse, 1.0, skew(row3(state.w, b))))
    set_nine(body.rise, b, RR, combine(beta, inverse, 1.0, skew(three(body.acceleration, b, 3))))


@subroutine
def increment_maps(code: int, b: int, exact: bool, gamma: float, beta: float, body: BodyRecords, state: State) -> None:
    """Compute the maps of body `b`. `gamma` and `beta` are gamma' and beta' of the method. If `exact` is False, the
    tangent operator is neglected.
    """
    if code != SE3 and code != TREE:
        set_nine(body.speed, b, XX, combine(gamma, IDENTITY, 0.0, ZERO))
        set_nine(body.rise, b, XX, combine(beta, IDENTITY, 0.0, ZERO))
        set_nine(body.speed, b, XR, ZERO)
        set_nine(body.rise, b, XR, ZERO)
    if code == CARDAN_2:
        _angles(b, gamma, beta, body, state)
        return
    if code == EULER_2:
        _euler_parameters(b, gamma, beta, body, state)
        return
    if code == LEFT:
        _left_increment(b, exact, gamma, beta, body, state)
        return
    psi = three(body.new_d, b, 3)
    inverse = IDENTITY
    if code == CARDAN_1:
        phi, d = three(body.q, b, 3), three(body.shift, b, 0)
        inverse = matrix_product(midpoint_map_derivative(phi, d), inverse_rate_matrix(add(phi, d)))
    elif exact and code != TREE:
        inverse = so3.tangent_inverse(psi)
    if code == SE3 or code == TREE:
        # For TREE, the tangent operator is the identity, because these formulas regard the joints as fixed. A velocity
        # in body axes changes by gamma' times the increment.
        slope = ZERO
        if exact and code == SE3:
            slope = tangent_inverse_slope(psi, three(body.new_d, b, 0))
        _rigid_motion(b, gamma, beta, inverse, slope, body, state)
    set_nine(body.speed, b, RR, combine(gamma, inverse, 0.0, ZERO))
    set_nine(body.rise, b, RR, combine(beta, inverse, 0.0, ZERO))


@subroutine
def inertia_about_origin(bodies: Bodies, b: int) -> Matrix:
    """Return the inertia `J_O = J_C - m c~ c~`."""
    c = row3(bodies.centre, b)
    return combine(1.0, row9(bodies.inertia, b), -bodies.mass[b], double_cross(c, c))


@subroutine
def inertia_tangent(
    bodies: Bodies, gravity: Floats, b: int, stiff: bool, body: BodyRecords, state: State
) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Return the derivatives of inertia and weight with respect to the increment (dX, dpsi). The derivatives are the
    blocks FX, FR, MX, MR in body axes (Kynema, errata).

    If `stiff` is False, the derivative of the inertial forces `M(q) v'` with respect to the configuration is omitted.
    """
    m, c, J = bodies.mass[b], row3(bodies.centre, b), inertia_about_origin(bodies, b)
    w = row3(state.w, b)
    a, alpha = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if stiff:
        a, alpha = three(body.acceleration, b, 0), three(body.acceleration, b, 3)
    Axx, Axr, Arr = nine(body.rise, b, XX), nine(body.rise, b, XR), nine(body.rise, b, RR)
    Vrr = nine(body.speed, b, RR)
    FX, FR, MX = combine(m, Axx, 0.0, ZERO), combine(m, Axr, 0.0, ZERO), ZERO
    gyroscopic = combine(1.0, matrix_product(skew(w), J), -1.0, skew(matrix_vector(J, w)))
    MR = combine(1.0, matrix_product(J, Arr), 1.0, matrix_product(gyroscopic, Vrr))
    if c[0] != 0.0 or c[1] != 0.0 or c[2] != 0.0:
        mc = skew(scale(m, c))
        wc = cross(w, c)
        bend = skew(add(cross(alpha, c), cross(w, wc)))
        swirl = matrix_product(combine(1.0, skew(wc), 1.0, double_cross(w, c)), Vrr)
        FR = combine(1.0, FR, -1.0, matrix_product(mc, Arr))
        FR = combine(1.0, FR, -m, combine(1.0, swirl, 1.0, bend))
        MX = matrix_product(mc, Axx)
        fall = subtract(a, (gravity[0], gravity[1], gravity[2]))
        local = transpose_vector(row9(state.R, b), fall)
        MR = combine(1.0, MR, 1.0, matrix_product(mc, combine(1.0, Axr, 1.0, skew(local))))
    return FX, FR, MX, MR
