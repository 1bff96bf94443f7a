"""Computes the wrenches of bushings in an energy-conserving step.

The force uses the displacement `d_k = t_k·gap`. The moment uses the rotation vector `psi = c(e0) e` of the relative
quaternion (e0, e), with c' averaged over the step. If one body is GROUND, the moment uses the unnormalised mean
quaternions, which are valid at any angle. Between two moving bodies, the moment uses the products of the axes, so that
angular momentum is conserved. Dampers act with the mean rate or at the midpoint.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    scale,
    subtract,
    transpose_vector,
)
from rbsolve.solver.forces.bushing.law import resists_rotation, rotation
from rbsolve.solver.forces.discrete import arms
from rbsolve.solver.forces.discrete.arms import column, half_sum, line
from rbsolve.solver.forces.discrete.laws import NODES, WEIGHTS
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row4, row9

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import Model, State

_mean = arms.mean


def discrete_gradient(arm: Any) -> Callable[..., None]:
    """Return the function that adds the wrenches of every bushing to both bodies in an energy-conserving step. The
    moment arms are those of discrete/arms.py.
    """
    add_moments = _moments_by_axes if arm is arms.mean else _moments_by_quaternions

    def bushings_over_step(model: Any, t: float, h: float, start: Any, middle: Any, end: Any) -> None:
        for i in range(model.bushings.body0.shape[0]):
            _add_force(model, i, h, arm, start, middle, end)
            if resists_rotation(model, i):
                add_moments(model, i, start, middle, end)

    return bushings_over_step


@subroutine
def _add_force(
    model: Model, i: int, h: float, arm: Callable[..., Vector], start: State, middle: State, end: State
) -> None:
    """Add the forces along the mean axes t_k, and their moment on body 0. The arm of the moment is the mean gap."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    c0, c1 = row3(bushings.point0, i), row3(bushings.point1, i)
    before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
    gap, axes = half_sum(before, after), row9(bushings.axes0, i)
    axes_before, axes_after = matrix_product(row9(start.R, b0), axes), matrix_product(row9(end.R, b0), axes)
    d0, d1 = transpose_vector(axes_before, before), transpose_vector(axes_after, after)
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(3):
        pull = 0.5 * bushings.stiffness[i, k] * (d0[k] + d1[k]) + bushings.damping[i, k] * (d1[k] - d0[k]) / h
        force = add(force, scale(pull, half_sum(column(axes_before, k), column(axes_after, k))))
        moment = add(moment, scale(-pull, cross(arm(start, middle, end, b0, column(axes, k)), gap)))
    add_force(middle, b0, arm(start, middle, end, b0, c0), force)
    add_force(middle, b1, arm(start, middle, end, b1, c1), scale(-1.0, force))
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), moment))


@subroutine
def _relative(q_T: Quaternion, q_S: Quaternion) -> Quaternion:
    """Return the quaternion of axes S relative to axes T."""
    return quaternion.product(quaternion.conjugate(q_T), q_S)


@subroutine
def _dot(a: Quaternion, b: Quaternion) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


@subroutine
def _half_sum(a: Quaternion, b: Quaternion) -> Quaternion:
    return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]), 0.5 * (a[3] + b[3])


@subroutine
def _angle_factor(e0: float) -> tuple[float, float]:
    """Return `c(e0) = 2 acos(e0)/sqrt(1 - e0^2)` and its derivative. The rotation vector is `psi = c e`."""
    rest = 1.0 - e0 * e0
    if rest < 1e-4:
        # Series of asin(s)/s in s^2 = 1 - e0^2, for e0 >= 0.
        value = 2.0 * (1.0 + rest * (1.0 / 6.0 + rest * (3.0 / 40.0 + rest * (15.0 / 336.0 + rest * 105.0 / 3456.0))))
        slope = 2.0 * (1.0 / 6.0 + rest * (3.0 / 20.0 + rest * (45.0 / 336.0 + rest * 420.0 / 3456.0)))
        return value, -2.0 * e0 * slope
    s = math.sqrt(rest)
    angle = math.atan2(s, e0)
    return 2.0 * angle / s, 2.0 * (angle * e0 - s) / (s * rest)


@subroutine
def _mean_slope(e0: float, e1: float) -> float:
    """Return the mean of c' between two scalar parts."""
    total = 0.0
    for k in range(5):
        total += WEIGHTS[k] * _angle_factor(e0 + NODES[k] * (e1 - e0))[1]
    return total


@subroutine
def _potential_gradient(stiffness: Vector, before: Quaternion, after: Quaternion) -> Quaternion:
    """Return the gradient D for which `D·(after - before)` is the change of `V = k_r·psi^2/2`. Here `psi = c(e0) e` for
    the relative quaternions (e0, e).

    The gradient is `D = (kappa m.e_mean, c_mean m)` with `m = k_r psi_mean`, where kappa is the mean of c'.
    """
    way = 1.0 if before[0] + after[0] >= 0.0 else -1.0
    c0, _ = _angle_factor(way * before[0])
    c1, _ = _angle_factor(way * after[0])
    e0, e1 = (before[1], before[2], before[3]), (after[1], after[2], after[3])
    psi = scale(way, half_sum(scale(c0, e0), scale(c1, e1)))
    m = (stiffness[0] * psi[0], stiffness[1] * psi[1], stiffness[2] * psi[2])
    kappa = _mean_slope(way * before[0], way * after[0])
    c = 0.5 * way * (c0 + c1)
    return kappa * dot(m, half_sum(e0, e1)), c * m[0], c * m[1], c * m[2]


@subroutine
def _damping_moment(model: Model, i: int, middle: State) -> Vector:
    """Return the moment of the rotational dampers on body 0, in inertial components."""
    R_IT = matrix_product(row9(middle.R, model.bushings.body0[i]), row9(model.bushings.axes0, i))
    psi, rate, R_IS = rotation(model, i, middle, R_IT)
    c = row3(model.bushings.rotational_damping, i)
    couple = (c[0] * rate[0], c[1] * rate[1], c[2] * rate[2])
    return matrix_vector(R_IS, so3.apply_tangent_inverse(scale(-1.0, psi), couple))


@subroutine
def _quaternions(model: Model, i: int, state: State) -> tuple[Quaternion, Quaternion]:
    """Return the quaternions of the bushing's axes in both bodies."""
    bushings = model.bushings
    T = quaternion.product(row4(state.e, bushings.body0[i]), quaternion.from_matrix(row9(bushings.axes0, i)))
    S = quaternion.product(row4(state.e, bushings.body1[i]), quaternion.from_matrix(row9(bushings.axes1, i)))
    return T, S


@subroutine
def _moments_by_quaternions(model: Model, i: int, start: State, middle: State, end: State) -> None:
    """Add moments from the discrete gradient D of the relative quaternion `q = q_T^-1 q_S` of the bushing's axes.
    Dampers act at the midpoint.

    The quaternion q is bilinear, so `change(q) = q_Tm^-1 change(q_S) + change(q_T^-1) q_Sm` with the unnormalised
    means. The moments in the bushing's axes are therefore `-vec(q_m^-1 D)/2` on body 1 and `-vec(q_m D^-1)/2` on body
    0. Here `q_m = q_Tm^-1 q_Sm`, and D^-1 is the conjugate.
    """
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    T_start, S_start = _quaternions(model, i, start)
    T_end, S_end = _quaternions(model, i, end)
    stiffness = row3(bushings.rotational_stiffness, i)
    gradient = _potential_gradient(stiffness, _relative(T_start, S_start), _relative(T_end, S_end))
    T, S = _half_sum(T_start, T_end), _half_sum(S_start, S_end)
    q = _relative(T, S)
    on_0 = quaternion.product(q, quaternion.conjugate(gradient))
    on_1 = quaternion.product(quaternion.conjugate(q), gradient)
    add_moment(
        middle, b0, matrix_vector(row9(bushings.axes0, i), scale(-0.5 / _dot(T, T), (on_0[1], on_0[2], on_0[3])))
    )
    add_moment(
        middle, b1, matrix_vector(row9(bushings.axes1, i), scale(-0.5 / _dot(S, S), (on_1[1], on_1[2], on_1[3])))
    )
    damping = _damping_moment(model, i, middle)
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), damping))
    add_moment(middle, b1, scale(-1.0, transpose_vector(row9(middle.R, b1), damping)))


@subroutine
def _moments_by_axes(model: Model, i: int, start: State, middle: State, end: State) -> None:
    """Add the couple from the same D, expressed by products of axes. The products satisfy
    `4 e0^2 - 1 = trace(t_i·s_j)`, and `4 e0 e_k` is the skew part of the products.

    With the means m of both ends, `change(e0) = change(trace)/(8 m0)` and
    `change(e_k) = (change(skew_k)/2 - m_k change(e0))/m0`.
    """
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    axes0, axes1 = row9(bushings.axes0, i), row9(bushings.axes1, i)
    T_start, S_start = _quaternions(model, i, start)
    T_end, S_end = _quaternions(model, i, end)
    before, after = _relative(T_start, S_start), _relative(T_end, S_end)
    if _dot(before, after) < 0.0:
        after = (-after[0], -after[1], -after[2], -after[3])
    D = _potential_gradient(row3(bushings.rotational_stiffness, i), before, after)
    m0, m = 0.5 * (before[0] + after[0]), half_sum((before[1], before[2], before[3]), (after[1], after[2], after[3]))
    by_e = (D[1], D[2], D[3])
    by_trace, by_skew = (D[0] - dot(by_e, m) / m0) / (8.0 * m0), scale(0.5 / m0, by_e)
    couple = _damping_moment(model, i, middle)  # couple on body 0
    for k in range(3):
        t, s = _mean(start, middle, end, b0, column(axes0, k)), _mean(start, middle, end, b1, column(axes1, k))
        couple = add(couple, scale(by_trace, cross(s, t)))
        n, q = (k + 1) % 3, (k + 2) % 3  # skew_k = (t_q·s_n - t_n·s_q) / 2
        t_n, s_n = _mean(start, middle, end, b0, column(axes0, n)), _mean(start, middle, end, b1, column(axes1, n))
        t_q, s_q = _mean(start, middle, end, b0, column(axes0, q)), _mean(start, middle, end, b1, column(axes1, q))
        by_k = by_skew[0] if k == 0 else by_skew[1] if k == 1 else by_skew[2]
        couple = add(couple, scale(0.5 * by_k, subtract(cross(s_n, t_q), cross(s_q, t_n))))
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), couple))
    add_moment(middle, b1, scale(-1.0, transpose_vector(row9(middle.R, b1), couple)))
