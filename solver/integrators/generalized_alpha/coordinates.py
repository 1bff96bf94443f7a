"""What a formulation supplies to the method: its coordinates, how an increment moves them, and the common state they mean.

Newmark's formulas act on the velocity coordinates `v` of a formulation and their derivatives; the quadrature of `v` over a step is `D`.
Positions are always the first three entries.

| formulation | velocity coordinates | configuration from D |
|---|---|---|
| LIE_R3_SO3 | u, w | x + D_x, e exp(D_psi) |
| LIE_SE3 | U = R^T u, w | H exp(D) |
| CARDAN_ANGLES_1 | u, w | x + D_x, phi + d with G(phi + d/2) d = D_psi |
| CARDAN_ANGLES_2 | u, phi' | x + D_x, phi + D_phi |
| EULER_PARAMETERS_2 | u, e' | x + D_x, e + D_e |

Newton's corrections are increments on the right in body axes, (dX, dpsi), for all of them. The unit length of the Euler parameters is a
constraint (Seed 001, eq. (12), errata): multiplying its equations by e^T shows that its multiplier is zero, so that it is satisfied by
construction, each iterate lying on the sphere, and costs no unknown.
"""

from __future__ import annotations

import math

from rbsolve.geometry import quaternion, se3, so3
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations.cardan import angle_rates, angles_of, angular_velocity, convective, set_angles
from rbsolve.solver.formulations.faces import set_rotation, set_vector
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.integrators.generalized_alpha.cardan import inverse_rate_matrix, midpoint_map
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

SE3 = int(Formulation.LIE_SE3)
CARDAN_1 = int(Formulation.CARDAN_ANGLES_1)
CARDAN_2 = int(Formulation.CARDAN_ANGLES_2)
EULER_2 = int(Formulation.EULER_PARAMETERS_2)


@subroutine
def tail3(array, b):  # type: ignore[no-untyped-def]
    """Entries 3, 4, 5 of row `b`."""
    return array[b, 3], array[b, 4], array[b, 5]


@subroutine
def tail4(array, b):  # type: ignore[no-untyped-def]
    """Entries 3 .. 6 of row `b`."""
    return array[b, 3], array[b, 4], array[b, 5], array[b, 6]


@subroutine
def set_tail3(array, b, value):  # type: ignore[no-untyped-def]
    """Store a 3-tuple in entries 3, 4, 5 of row `b`."""
    array[b, 3], array[b, 4], array[b, 5] = value


@subroutine
def set_tail4(array, b, value):  # type: ignore[no-untyped-def]
    """Store a 4-tuple in entries 3 .. 6 of row `b`."""
    array[b, 3], array[b, 4], array[b, 5], array[b, 6] = value


@subroutine
def start_coordinates(code, b, state, q, v):  # type: ignore[no-untyped-def]
    """Coordinates and velocity coordinates of body `b` from its pose and twist."""
    set_vector(q, b, row3(state.x, b))
    u, w = row3(state.u, b), row3(state.w, b)
    e = quaternion.normalised((state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3]))
    if code == SE3:
        u = transpose_vector(row9(state.R, b), u)
    set_vector(v, b, u)
    if code == CARDAN_1 or code == CARDAN_2:
        phi = angles_of(row9(state.R, b))
        set_tail3(q, b, phi)
        set_tail3(v, b, w if code == CARDAN_1 else angle_rates(phi, w))
    else:
        set_tail4(q, b, e)
        if code == EULER_2:
            set_tail4(v, b, quaternion.rate(e, w))
        else:
            set_tail3(v, b, w)


@subroutine
def start_derivatives(code, b, state, q, v, a, alpha, derivative):  # type: ignore[no-untyped-def]
    """Derivatives of the velocity coordinates of body `b` from its accelerations (a inertial, alpha in body axes)."""
    if code == SE3:
        a = subtract(transpose_vector(row9(state.R, b), a), cross(row3(state.w, b), row3(v, b)))
    set_vector(derivative, b, a)
    if code == CARDAN_2:
        phi, rates = tail3(q, b), tail3(v, b)
        set_tail3(derivative, b, angle_rates(phi, subtract(alpha, convective(phi, rates))))
    elif code == EULER_2:
        e, rate = tail4(q, b), tail4(v, b)
        turn = quaternion.rate(e, alpha)
        s = rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2] + rate[3] * rate[3]
        set_tail4(derivative, b, (turn[0] - s * e[0], turn[1] - s * e[1], turn[2] - s * e[2], turn[3] - s * e[3]))
    else:
        set_tail3(derivative, b, alpha)


@subroutine
def start_correction(code, b, q, D, correction, shift):  # type: ignore[no-untyped-def]
    """Bring the predicted D of body `b` to where its configuration exists: the unit sphere, or the image of the midpoint map."""
    if code == EULER_2:
        e, d = tail4(q, b), tail4(D, b)
        moved = (e[0] + d[0], e[1] + d[1], e[2] + d[2], e[3] + d[3])
        unit = quaternion.normalised(moved)
        set_tail4(correction, b, (unit[0] - moved[0], unit[1] - moved[1], unit[2] - moved[2], unit[3] - moved[3]))
    elif code == CARDAN_1:
        phi, d = tail3(q, b), tail3(D, b)
        near = matrix_vector(inverse_rate_matrix(phi), d)
        for _ in range(2):
            near = matrix_vector(inverse_rate_matrix(add(phi, scale(0.5, near))), d)
        set_vector(shift, b, near)


@subroutine
def place(code, b, q, D, v, derivative, shift, state, acceleration):  # type: ignore[no-untyped-def]
    """Pose, twist and accelerations of body `b`, moved from `q` by `D`, with velocity coordinates `v` and their derivatives."""
    x, d = row3(q, b), row3(D, b)
    u, a = row3(v, b), row3(derivative, b)
    if code == CARDAN_1 or code == CARDAN_2:
        phi = add(tail3(q, b), row3(shift, b) if code == CARDAN_1 else tail3(D, b))
        set_angles(state, b, phi)
        w, alpha = tail3(v, b), tail3(derivative, b)
        if code == CARDAN_2:
            alpha = add(angular_velocity(phi, alpha), convective(phi, w))
            w = angular_velocity(phi, w)
    elif code == EULER_2:
        e, move = tail4(q, b), tail4(D, b)
        e = (e[0] + move[0], e[1] + move[1], e[2] + move[2], e[3] + move[3])
        set_rotation(state, b, e)
        # w = 2 G(e) e', and alpha = 2 G(e) e'' because G(e') e' = 0.
        w = quaternion.angular_velocity(e, tail4(v, b))
        alpha = quaternion.angular_velocity(e, tail4(derivative, b))
    else:
        e, psi = tail4(q, b), tail3(D, b)
        set_rotation(state, b, quaternion.product(e, quaternion.exp(psi)))
        w, alpha = tail3(v, b), tail3(derivative, b)
        if code == SE3:
            R = row9(state.R, b)
            d = quaternion.rotate(e, so3.apply_tangent_transpose(psi, d))
            a = matrix_vector(R, add(a, cross(w, u)))
            u = matrix_vector(R, u)
    set_vector(state.x, b, add(x, d))
    set_vector(state.u, b, u)
    set_vector(state.w, b, w)
    set_vector(acceleration, b, a)
    set_tail3(acceleration, b, alpha)


@subroutine
def correct(code, b, exact, q, D, state, dX, dpsi, correction, shift):  # type: ignore[no-untyped-def]
    """Move the correction of body `b` by an increment on the right, body axes; `exact` 0 neglects the tangent operator."""
    psi = tail3(D, b)
    if code == SE3:
        if exact:
            t = se3.apply_tangent_inverse(
                (D[b, 0], D[b, 1], D[b, 2], psi[0], psi[1], psi[2]), (dX[0], dX[1], dX[2], dpsi[0], dpsi[1], dpsi[2])
            )
            dX, dpsi = (t[0], t[1], t[2]), (t[3], t[4], t[5])
        dx = dX
    else:
        dx = matrix_vector(row9(state.R, b), dX)
    for k in range(3):
        correction[b, k] += dx[k]
    if code == EULER_2:
        e, old = tail4(q, b), tail4(D, b)
        e = (e[0] + old[0], e[1] + old[1], e[2] + old[2], e[3] + old[3])
        turn = quaternion.rate(e, dpsi)
        unit = quaternion.normalised((e[0] + turn[0], e[1] + turn[1], e[2] + turn[2], e[3] + turn[3]))
        for k in range(4):
            correction[b, 3 + k] += unit[k] - e[k]
        return
    if code == CARDAN_1:
        turn = angle_rates(add(tail3(q, b), row3(shift, b)), dpsi)
        for k in range(3):
            shift[b, k] += turn[k]
        return
    if code == CARDAN_2:
        dpsi = angle_rates(add(tail3(q, b), psi), dpsi)
    elif exact and code != SE3:
        dpsi = so3.apply_tangent_inverse(psi, dpsi)
    for k in range(3):
        correction[b, 3 + k] += dpsi[k]


@subroutine
def midpoint_correction(code, b, q, D, correction, shift):  # type: ignore[no-untyped-def]
    """The correction of the integrated angular velocity that belongs to the angles of CARDAN_ANGLES_1."""
    if code == CARDAN_1:
        set_tail3(correction, b, subtract(midpoint_map(tail3(q, b), row3(shift, b)), tail3(D, b)))


@subroutine
def accept(code, b, D, shift, state, q):  # type: ignore[no-untyped-def]
    """Take over the configuration of a finished step; False when the angles went through their singularity."""
    set_vector(q, b, row3(state.x, b))
    if code == CARDAN_1 or code == CARDAN_2:
        before = math.cos(q[b, 4])
        set_tail3(q, b, add(tail3(q, b), row3(shift, b) if code == CARDAN_1 else tail3(D, b)))
        return before * math.cos(q[b, 4]) > 0.0
    e = (state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3])
    set_tail4(q, b, e if code == EULER_2 else quaternion.normalised(e))
    return True
