"""How velocities and accelerations follow an increment on the right: the derivative of the formulation.

For an increment (dX, dpsi) of a body, in its axes, the unknowns of Newton's method,

    R^T du = Vxx dX + Vxr dpsi,  dw = Vrr dpsi,      R^T du' = Axx dX + Axr dpsi,  dw' = Arr dpsi.

`speed[b]` holds Vxx, Vxr, Vrr and `rise[b]` holds Axx, Axr, Arr row by row. With D = D_0 + (correction), v = v_0 + gamma' (correction) and
v' = v'_0 + beta' (correction) (Seed 001, eq. (33)); an increment on the right moves the local coordinates of the Lie formulations by T^-1.
Other formulations follow from `dw = (dpsi)' + w x dpsi`, where (dpsi)' is the formal derivative of dpsi = G(phi) dphi.
"""

from __future__ import annotations

from rbsolve.geometry import so3
from rbsolve.geometry.vector import cross, matrix_product, matrix_vector, product_transpose, skew
from rbsolve.solver.integrators.generalized_alpha.cardan import (
    inverse_rate_matrix,
    midpoint_map_derivative,
    rate_matrix_rate,
    rate_matrix_second_rate,
)
from rbsolve.solver.integrators.generalized_alpha.coordinates import CARDAN_1, CARDAN_2, EULER_2, SE3, tail3, tail4
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

XX, XR, RR = 0, 9, 18


@subroutine
def nine(array, b, at):  # type: ignore[no-untyped-def]
    """Matrix at entry `at` of row `b`."""
    return (
        array[b, at],
        array[b, at + 1],
        array[b, at + 2],
        array[b, at + 3],
        array[b, at + 4],
        array[b, at + 5],
        array[b, at + 6],
        array[b, at + 7],
        array[b, at + 8],
    )


@subroutine
def set_nine(array, b, at, M):  # type: ignore[no-untyped-def]
    """Store a matrix at entry `at` of row `b`."""
    array[b, at], array[b, at + 1], array[b, at + 2] = M[0], M[1], M[2]
    array[b, at + 3], array[b, at + 4], array[b, at + 5] = M[3], M[4], M[5]
    array[b, at + 6], array[b, at + 7], array[b, at + 8] = M[6], M[7], M[8]


@subroutine
def matrix_scale(s, A):  # type: ignore[no-untyped-def]
    """s A."""
    return s * A[0], s * A[1], s * A[2], s * A[3], s * A[4], s * A[5], s * A[6], s * A[7], s * A[8]


@subroutine
def matrix_sum(A, B):  # type: ignore[no-untyped-def]
    """A + B."""
    return (
        A[0] + B[0],
        A[1] + B[1],
        A[2] + B[2],
        A[3] + B[3],
        A[4] + B[4],
        A[5] + B[5],
        A[6] + B[6],
        A[7] + B[7],
        A[8] + B[8],
    )


@subroutine
def diagonal(s):  # type: ignore[no-untyped-def]
    """s I."""
    return s, 0.0, 0.0, 0.0, s, 0.0, 0.0, 0.0, s


@subroutine
def double_skew(a, b):  # type: ignore[no-untyped-def]
    """a~ b~ = b a^T - (a . b) I."""
    d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    return (
        b[0] * a[0] - d,
        b[0] * a[1],
        b[0] * a[2],
        b[1] * a[0],
        b[1] * a[1] - d,
        b[1] * a[2],
        b[2] * a[0],
        b[2] * a[1],
        b[2] * a[2] - d,
    )


@subroutine
def tangent_inverse_slope(v, t):  # type: ignore[no-untyped-def]
    """Derivative of T^-1 at v in the direction t (Seed 000, eq. (22), errata)."""
    s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    turn = so3.b(s) * (v[0] * t[0] + v[1] * t[1] + v[2] * t[2])
    both = matrix_sum(double_skew(t, v), double_skew(v, t))
    return matrix_sum(
        matrix_scale(0.5, skew(t)), matrix_sum(matrix_scale(so3.a(s), both), matrix_scale(turn, double_skew(v, v)))
    )


@subroutine
def _parameters(code, b, gamma, beta, state, acceleration, q, D, v, derivative, speed, rise):  # type: ignore[no-untyped-def]
    """Vrr and Arr of formulations whose velocity coordinates are derivatives of parameters.

    With H = (G' and what it does to dphi) G^-1 the formal derivatives are (dpsi)' = (gamma' + H) dpsi and
    (dpsi)'' = (beta' + 2 gamma' H + H2) dpsi.
    """
    w, alpha = row3(state.w, b), tail3(acceleration, b)
    if code == EULER_2:
        # G(e') G(e)^T = (e.e') I - w~/2 and the same with e'', alpha.
        e = (state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3])
        r, p = tail4(v, b), tail4(derivative, b)
        along = e[0] * r[0] + e[1] * r[1] + e[2] * r[2] + e[3] * r[3]
        bend = e[0] * p[0] + e[1] * p[1] + e[2] * p[2] + e[3] * p[3]
        H = matrix_sum(diagonal(along), matrix_scale(-0.5, skew(w)))
        H2 = matrix_sum(diagonal(bend), matrix_scale(-0.5, skew(alpha)))
    else:
        phi = (q[b, 3] + D[b, 3], q[b, 4] + D[b, 4], q[b, 5] + D[b, 5])
        inverse = inverse_rate_matrix(phi)
        H = matrix_product(rate_matrix_rate(phi, tail3(v, b)), inverse)
        H2 = matrix_product(rate_matrix_second_rate(phi, tail3(v, b), tail3(derivative, b)), inverse)
    first = matrix_sum(diagonal(gamma), H)
    second = matrix_sum(diagonal(beta), matrix_sum(matrix_scale(2.0 * gamma, H), H2))
    set_nine(speed, b, RR, matrix_sum(first, skew(w)))
    second = matrix_sum(second, matrix_sum(skew(alpha), matrix_product(skew(w), first)))
    set_nine(rise, b, RR, second)


@subroutine
def _rigid_motion(b, gamma, beta, state, acceleration, t, inverse, slope, v, speed, rise):  # type: ignore[no-untyped-def]
    """LIE_SE3: `R^T du = dU - U~ dpsi`, `R^T du' = dU' + dw x U + w x dU - (R^T u')~ dpsi`; slope is the block B of T^-1."""
    U, w = row3(v, b), row3(state.w, b)
    lever = matrix_product(skew(U), inverse)
    swing = matrix_sum(diagonal(beta), matrix_scale(gamma, skew(w)))
    R = row9(state.R, b)
    local = (acceleration[b, 0], acceleration[b, 1], acceleration[b, 2])
    local = (
        R[0] * local[0] + R[3] * local[1] + R[6] * local[2],
        R[1] * local[0] + R[4] * local[1] + R[7] * local[2],
        R[2] * local[0] + R[5] * local[1] + R[8] * local[2],
    )
    set_nine(speed, b, XX, matrix_scale(gamma, inverse))
    set_nine(speed, b, XR, matrix_sum(matrix_scale(gamma, slope), matrix_scale(-1.0, skew(U))))
    set_nine(rise, b, XX, matrix_product(swing, inverse))
    bend = matrix_sum(matrix_scale(-gamma, lever), matrix_scale(-1.0, skew(local)))
    set_nine(rise, b, XR, matrix_sum(matrix_product(swing, slope), bend))


@subroutine
def increment_maps(  # type: ignore[no-untyped-def]
    code, b, exact, gamma, beta, state, acceleration, q, D, v, derivative, shift, speed, rise
):
    """Fill `speed[b]` and `rise[b]`; `gamma`, `beta` are gamma' and beta', `exact` 0 neglects the tangent operator."""
    if code != SE3:
        set_nine(speed, b, XX, diagonal(gamma))
        set_nine(rise, b, XX, diagonal(beta))
        set_nine(speed, b, XR, diagonal(0.0))
        set_nine(rise, b, XR, diagonal(0.0))
    if code == CARDAN_2 or code == EULER_2:
        _parameters(code, b, gamma, beta, state, acceleration, q, D, v, derivative, speed, rise)
        return
    if code == CARDAN_1:
        phi = tail3(q, b)
        d = row3(shift, b)
        inverse = inverse_rate_matrix((phi[0] + d[0], phi[1] + d[1], phi[2] + d[2]))
        inverse = matrix_product(midpoint_map_derivative(phi, d), inverse)
    elif exact:
        inverse = so3.tangent_inverse(tail3(D, b))
    else:
        inverse = diagonal(1.0)
    if code == SE3:
        slope = diagonal(0.0)
        if exact:
            slope = tangent_inverse_slope(tail3(D, b), row3(D, b))
        _rigid_motion(b, gamma, beta, state, acceleration, row3(D, b), inverse, slope, v, speed, rise)
    set_nine(speed, b, RR, matrix_scale(gamma, inverse))
    set_nine(rise, b, RR, matrix_scale(beta, inverse))


@subroutine
def inertia_residual(model, b, state, acceleration):  # type: ignore[no-untyped-def]
    """Inertia less applied forces of body `b` about its origin, force and moment in body axes (Seed 004, errata).

    `m (g + alpha x c + w x (w x c)) - f`, `J_O alpha + w x J_O w + m c x g - tau` with g = R^T u'.
    """
    bodies = model.bodies
    R, w, alpha = row9(state.R, b), row3(state.w, b), tail3(acceleration, b)
    m, c, J = bodies.mass[b], row3(bodies.centre, b), row9(bodies.inertia, b)
    # Gravity is among the forces, yet cancels against the acceleration of a falling body best when taken first.
    lx = m * acceleration[b, 0] - state.force[b, 0]
    ly = m * acceleration[b, 1] - state.force[b, 1]
    lz = m * acceleration[b, 2] - state.force[b, 2]
    f0 = R[0] * lx + R[3] * ly + R[6] * lz
    f1 = R[1] * lx + R[4] * ly + R[7] * lz
    f2 = R[2] * lx + R[5] * ly + R[8] * lz
    Jw, Ja = matrix_vector(J, w), matrix_vector(J, alpha)
    spin = cross(w, Jw)
    m0 = Ja[0] + spin[0] - state.moment[b, 0]
    m1 = Ja[1] + spin[1] - state.moment[b, 1]
    m2 = Ja[2] + spin[2] - state.moment[b, 2]
    if c[0] != 0.0 or c[1] != 0.0 or c[2] != 0.0:
        ac, wc = cross(alpha, c), cross(w, cross(w, c))
        z = (m * (ac[0] + wc[0]), m * (ac[1] + wc[1]), m * (ac[2] + wc[2]))
        f0, f1, f2 = f0 + z[0], f1 + z[1], f2 + z[2]
        ax, ay, az = acceleration[b, 0], acceleration[b, 1], acceleration[b, 2]
        g = (
            m * (R[0] * ax + R[3] * ay + R[6] * az) + z[0],
            m * (R[1] * ax + R[4] * ay + R[7] * az) + z[1],
            m * (R[2] * ax + R[5] * ay + R[8] * az) + z[2],
        )
        lever = cross(c, g)
        m0, m1, m2 = m0 + lever[0], m1 + lever[1], m2 + lever[2]
    return f0, f1, f2, m0, m1, m2


@subroutine
def inertia_about_origin(bodies, b):  # type: ignore[no-untyped-def]
    """J_O = J_C - m c~ c~."""
    c = row3(bodies.centre, b)
    return matrix_sum(row9(bodies.inertia, b), matrix_scale(-bodies.mass[b], double_skew(c, c)))


@subroutine
def inertia_tangent(model, b, state, acceleration, speed, rise):  # type: ignore[no-untyped-def]
    """Derivative of inertia and weight by the increment (dX, dpsi): the blocks FX, FR, MX, MR, body axes (Seed 004, errata)."""
    bodies = model.bodies
    m, c, J = bodies.mass[b], row3(bodies.centre, b), inertia_about_origin(bodies, b)
    w, alpha, R = row3(state.w, b), tail3(acceleration, b), row9(state.R, b)
    Axx, Axr, Arr = nine(rise, b, XX), nine(rise, b, XR), nine(rise, b, RR)
    Vrr = nine(speed, b, RR)
    FX, FR = matrix_scale(m, Axx), matrix_scale(m, Axr)
    gyroscopic = matrix_sum(matrix_product(skew(w), J), matrix_scale(-1.0, skew(matrix_vector(J, w))))
    MR = matrix_sum(matrix_product(J, Arr), matrix_product(gyroscopic, Vrr))
    MX = diagonal(0.0)
    if c[0] != 0.0 or c[1] != 0.0 or c[2] != 0.0:
        mc = skew((m * c[0], m * c[1], m * c[2]))
        wc, ac = cross(w, c), cross(alpha, c)
        wwc = cross(w, wc)
        Z = matrix_sum(skew(wc), double_skew(w, c))
        FR = matrix_sum(FR, matrix_scale(-1.0, matrix_product(mc, Arr)))
        FR = matrix_sum(FR, matrix_scale(-m, matrix_product(Z, Vrr)))
        FR = matrix_sum(FR, matrix_scale(-m, skew((ac[0] + wwc[0], ac[1] + wwc[1], ac[2] + wwc[2]))))
        MX = matrix_product(mc, Axx)
        fall = (
            acceleration[b, 0] - model.gravity[0],
            acceleration[b, 1] - model.gravity[1],
            acceleration[b, 2] - model.gravity[2],
        )
        local = (
            R[0] * fall[0] + R[3] * fall[1] + R[6] * fall[2],
            R[1] * fall[0] + R[4] * fall[1] + R[7] * fall[2],
            R[2] * fall[0] + R[5] * fall[1] + R[8] * fall[2],
        )
        MR = matrix_sum(MR, matrix_product(mc, matrix_sum(Axr, skew(local))))
    return FX, FR, MX, MR
