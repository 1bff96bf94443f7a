"""Defines what the method needs from a formulation: its coordinates, their change by an increment, and the resulting
common state.

Newmark's formulas act on the velocity coordinates `v` of a formulation and on their derivatives. The quadrature of `v`
over a step is `D`. The first three entries always belong to the position.

| formulation | velocity coordinates | configuration from D |
|---|---|---|
| LIE_R3_SO3 | u, w | x + D_x, e exp(D_psi) |
| LIE_R3_SO3_LEFT | u, R w | x + D_x, exp(D_theta) e |
| LIE_SE3 | U = R^T u, w | H exp(D) |
| UNIFIED_VELOCITIES | as LIE_SE3, whose steps are the same | unified.py |
| CARDAN_ANGLES_1 | u, w | x + D_x, phi + d with G(phi + d/2) d = D_psi |
| CARDAN_ANGLES_2 | u, phi' | x + D_x, phi + D_phi |
| EULER_PARAMETERS_2 | u, e' | x + D_x, e + D_e |
| MINIMAL_COORDINATES | rates of the inboard joint | forest.py |

For all formulations, Newton corrections are increments (dX, dpsi) in body axes, which multiply from the right. The unit
length of the Euler parameters is a constraint (Holzinger et al. 2024, eq. (12), errata). Multiplying the equations of
the Euler parameters by `e^T` shows that the multiplier of this constraint is zero. All iterates can therefore be
projected onto the unit sphere, and the constraint adds no unknown.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion, se3, so3
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations.cardan import angle_rates, angles_of, angular_velocity, convective, set_angles
from rbsolve.solver.formulations.faces import set_rotation, set_vector
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.integrators.generalized_alpha.cardan import inverse_rate_matrix, midpoint_map
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import add_three, four, row3, row9, set_four, set_three, three

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats

LEFT = int(Formulation.LIE_R3_SO3_LEFT)
SE3 = int(Formulation.LIE_SE3)
CARDAN_1 = int(Formulation.CARDAN_ANGLES_1)
CARDAN_2 = int(Formulation.CARDAN_ANGLES_2)
EULER_2 = int(Formulation.EULER_PARAMETERS_2)
TREE = int(Formulation.MINIMAL_COORDINATES)


@subroutine
def start_coordinates(code: int, b: int, state: State, body: BodyRecords) -> None:
    """Compute the coordinates and velocity coordinates of body `b` from its pose and twist."""
    set_three(body.q, b, 0, row3(state.x, b))
    u, w = row3(state.u, b), row3(state.w, b)
    e = quaternion.normalise((state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3]))
    if code == SE3:
        u = transpose_vector(row9(state.R, b), u)
    elif code == LEFT:
        w = matrix_vector(row9(state.R, b), w)
    set_three(body.v, b, 0, u)
    if code == CARDAN_1 or code == CARDAN_2:
        phi = angles_of(row9(state.R, b))
        set_three(body.q, b, 3, phi)
        set_three(body.v, b, 3, w if code == CARDAN_1 else angle_rates(phi, w))
    else:
        set_four(body.q, b, 3, e)
        if code == EULER_2:
            set_four(body.v, b, 3, quaternion.rate(e, w))
        else:
            set_three(body.v, b, 3, w)


@subroutine
def set_derivatives(code: int, b: int, into: Floats, state: State, body: BodyRecords, a: Vector, alpha: Vector) -> None:
    """Write derivatives of the velocity coordinates to `into[b]`, from the accelerations a (inertial) and alpha (body
    axes).

    The state contains the pose and the twist. `q + new_d` and `new_v` are the coordinates and velocities of the
    iterate.
    """
    if code == SE3:
        a = subtract(transpose_vector(row9(state.R, b), a), cross(row3(state.w, b), three(body.new_v, b, 0)))
    set_three(into, b, 0, a)
    if code == CARDAN_2:
        phi = add(three(body.q, b, 3), three(body.new_d, b, 3))
        alpha = angle_rates(phi, subtract(alpha, convective(phi, three(body.new_v, b, 3))))
        set_three(into, b, 3, alpha)
    elif code == EULER_2:
        e, rate = (state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3]), four(body.new_v, b, 3)
        turn = quaternion.rate(e, alpha)
        s = rate[0] * rate[0] + rate[1] * rate[1] + rate[2] * rate[2] + rate[3] * rate[3]
        set_four(into, b, 3, (turn[0] - s * e[0], turn[1] - s * e[1], turn[2] - s * e[2], turn[3] - s * e[3]))
    else:
        set_three(into, b, 3, matrix_vector(row9(state.R, b), alpha) if code == LEFT else alpha)


@subroutine
def onto_sphere(e: Quaternion, d: Quaternion) -> Quaternion:
    """Return the difference `(e + d)/|e + d| - (e + d)` for a unit quaternion `e` and a small `d`.

    The function does not subtract numbers of order one. Their round-off, divided by h^2, would become noise in the
    accelerations.
    """
    excess = 0.0
    for k in range(4):
        excess += (2.0 * e[k] + d[k]) * d[k]
    root = math.sqrt(1.0 + excess)
    f = -excess / (root * (1.0 + root))
    return f * (e[0] + d[0]), f * (e[1] + d[1]), f * (e[2] + d[2]), f * (e[3] + d[3])


@subroutine
def smooth_along_sphere(b: int, h: float, last: float, shift: float, body: BodyRecords) -> None:
    """Set the components of `v` and its derivatives along e to the values of a smooth motion. `h` is the size of the
    next step, and `last` is the size of the last step.

    Only the positions of a step satisfy the constraint of the unit sphere. Velocities and accelerations along e
    oscillate, and growing steps amplify these oscillations without bound. On the sphere `e·e' = 0`, `e·e'' = -e'·e'`,
    and `e·(e'')' = -3 e'·e''`. The auxiliary derivatives refer to a later time. `shift` is the difference between the
    two times.
    """
    e, v, now = four(body.q, b, 3), four(body.v, b, 3), four(body.derivative, b, 3)
    v = _with_part_along(v, e, 0.0)
    square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]
    bend = 3.0 * (v[0] * now[0] + v[1] * now[1] + v[2] * now[2] + v[3] * now[3])
    set_four(body.v, b, 3, v)
    set_four(body.derivative, b, 3, _with_part_along(now, e, -square))
    set_four(body.before, b, 3, _with_part_along(four(body.before, b, 3), e, last * bend - square))
    set_four(body.auxiliary, b, 3, _with_part_along(four(body.auxiliary, b, 3), e, -square - shift * bend))


@subroutine
def _with_part_along(a: Quaternion, e: Quaternion, wanted: float) -> Quaternion:
    """Return the quaternion `a` with its component along the unit quaternion `e` replaced by `wanted`."""
    more = wanted - (a[0] * e[0] + a[1] * e[1] + a[2] * e[2] + a[3] * e[3])
    return a[0] + more * e[0], a[1] + more * e[1], a[2] + more * e[2], a[3] + more * e[3]


@subroutine
def start_correction(code: int, b: int, body: BodyRecords) -> None:
    """Project the predicted D of body `b` onto the valid configurations: the unit sphere, or the image of the midpoint
    map.
    """
    if code == EULER_2:
        set_four(body.correction, b, 3, onto_sphere(four(body.q, b, 3), four(body.start_d, b, 3)))
    elif code == CARDAN_1:
        phi, d = three(body.q, b, 3), three(body.start_d, b, 3)
        near = matrix_vector(inverse_rate_matrix(phi), d)
        for _ in range(2):
            near = matrix_vector(inverse_rate_matrix(add(phi, scale(0.5, near))), d)
        set_three(body.shift, b, 0, near)


@subroutine
def place(code: int, b: int, gamma: float, beta: float, body: BodyRecords, state: State) -> None:
    """Apply Newmark's formulas to the current correction. Compute the resulting pose, twist and accelerations of body
    `b`.

    `gamma` and `beta` are gamma' and beta' of Holzinger et al. (2024), eq. (33).
    """
    if code == CARDAN_1:
        turned = midpoint_map(three(body.q, b, 3), three(body.shift, b, 0))
        set_three(body.correction, b, 3, subtract(turned, three(body.start_d, b, 3)))
    for k in range(WIDTH):
        c = body.correction[b, k]
        body.new_d[b, k] = body.start_d[b, k] + c
        body.new_v[b, k] = body.start_v[b, k] + gamma * c
        body.new_derivative[b, k] = body.start_derivative[b, k] + beta * c
    d = three(body.new_d, b, 0)
    u, a = three(body.new_v, b, 0), three(body.new_derivative, b, 0)
    w, alpha = three(body.new_v, b, 3), three(body.new_derivative, b, 3)
    if code == CARDAN_1 or code == CARDAN_2:
        phi = add(three(body.q, b, 3), three(body.shift, b, 0) if code == CARDAN_1 else three(body.new_d, b, 3))
        set_angles(state, b, phi)
        if code == CARDAN_2:
            alpha = add(angular_velocity(phi, alpha), convective(phi, w))
            w = angular_velocity(phi, w)
    elif code == EULER_2:
        e, move = four(body.q, b, 3), four(body.new_d, b, 3)
        e = (e[0] + move[0], e[1] + move[1], e[2] + move[2], e[3] + move[3])
        set_rotation(state, b, e)
        # `w = 2 G(e) e'`, and `alpha = 2 G(e) e''` because `G(e') e' = 0`.
        w = quaternion.angular_velocity(e, four(body.new_v, b, 3))
        alpha = quaternion.angular_velocity(e, four(body.new_derivative, b, 3))
    else:
        e, psi = four(body.q, b, 3), three(body.new_d, b, 3)
        turn = quaternion.exp(psi)
        set_rotation(state, b, quaternion.product(turn, e) if code == LEFT else quaternion.product(e, turn))
        if code == LEFT:
            w, alpha = transpose_vector(row9(state.R, b), w), transpose_vector(row9(state.R, b), alpha)
        elif code == SE3:
            R = row9(state.R, b)
            d = quaternion.rotate(e, so3.apply_tangent_transpose(psi, d))
            a = matrix_vector(R, add(a, cross(w, u)))
            u = matrix_vector(R, u)
    set_vector(state.x, b, add(three(body.q, b, 0), d))
    set_vector(state.u, b, u)
    set_vector(state.w, b, w)
    set_three(body.acceleration, b, 0, a)
    set_three(body.acceleration, b, 3, alpha)


@subroutine
def correct(code: int, b: int, exact: bool, dX: Vector, dpsi: Vector, body: BodyRecords, state: State) -> None:
    """Change the correction of body `b` by an increment in body axes, which multiplies from the right. If `exact` is
    False, the tangent operator is neglected.
    """
    psi = three(body.new_d, b, 3)
    if code == SE3:
        if exact:
            d = three(body.new_d, b, 0)
            t = se3.apply_tangent_inverse(
                (d[0], d[1], d[2], psi[0], psi[1], psi[2]), (dX[0], dX[1], dX[2], dpsi[0], dpsi[1], dpsi[2])
            )
            dX, dpsi = (t[0], t[1], t[2]), (t[3], t[4], t[5])
        add_three(body.correction, b, 0, dX)
    else:
        add_three(body.correction, b, 0, matrix_vector(row9(state.R, b), dX))
    if code == EULER_2:
        e = (state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3])
        turn = quaternion.rate(e, dpsi)
        back = onto_sphere(e, turn)
        for k in range(4):
            body.correction[b, 3 + k] += turn[k] + back[k]
        return
    if code == CARDAN_1:
        add_three(body.shift, b, 0, angle_rates(add(three(body.q, b, 3), three(body.shift, b, 0)), dpsi))
        return
    if code == CARDAN_2:
        dpsi = angle_rates(add(three(body.q, b, 3), psi), dpsi)
    elif code == LEFT:
        dpsi = matrix_vector(row9(state.R, b), dpsi)
        if exact:
            dpsi = so3.apply_tangent_inverse(scale(-1.0, psi), dpsi)
    elif exact and code != SE3:
        dpsi = so3.apply_tangent_inverse(psi, dpsi)
    add_three(body.correction, b, 3, dpsi)


@subroutine
def accept(code: int, b: int, body: BodyRecords, state: State) -> bool:
    """Store the configuration of a completed step. Return False if the angles have passed their singularity."""
    set_three(body.q, b, 0, row3(state.x, b))
    if code == CARDAN_1 or code == CARDAN_2:
        before = math.cos(body.q[b, 4])
        add_three(body.q, b, 3, three(body.shift, b, 0) if code == CARDAN_1 else three(body.new_d, b, 3))
        return before * math.cos(body.q[b, 4]) > 0.0
    set_four(body.q, b, 3, quaternion.normalise((state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3])))
    return True
