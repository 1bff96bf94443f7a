"""Forces of ENERGY_MOMENTUM: discrete gradients, so that work over a step is exactly the loss of potential energy.

Gonzalez's construction keeps momentum only when it is made in invariants of the motion, so each potential is treated through its own.
Material points are linear in x and quadratic in the quaternion, so that the change of a point (or of an axis fixed in a body) over a step
is the midpoint derivative times the change of the coordinates, exactly; products are then split by
`change(a b) = mean(a) change(b) + mean(b) change(a)`:

- dead forces and gravity: the midpoint values;
- a spring through its squared length: mean line times 2 f/(l0 + l1), with f the mean of the force law between both elongations;
- a bushing through its displacement d_k = t_k . gap and its rotation vector psi = c(e0) e, with c' averaged over the step.

Moments are left for the stepper to multiply by |qm|^2, with which the work of forces at material points is exact. Where bodies act on each
other, that would cost the angular momentum; `between.py` has these forces.
Dampers act along the mean line or in the
mean axes with the mean rate, so that they only take energy away. Loads that have no potential act at the midpoint.
"""

from __future__ import annotations

import math

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
from rbsolve.solver.forces import bushing, dead_load, gravity
from rbsolve.solver.forces.wrench import add_force, add_moment, material_point
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row4, row9

_apply_gravity, _apply_loads = gravity.apply, dead_load.apply
_deformation = bushing.deformation

# Gauss-Legendre nodes and weights on [0, 1], exact for polynomials of degree 9
_NODES = (0.04691007703066800, 0.23076534494715845, 0.5, 0.76923465505284155, 0.95308992296933200)
_WEIGHTS = (0.11846344252809454, 0.23931433524968324, 0.28444444444444444, 0.23931433524968324, 0.11846344252809454)


@subroutine
def gravity_over_step(model, t, h, start, middle, end):
    """Add the weights."""
    _apply_gravity(model, t, middle)


@subroutine
def loads_over_step(model, t, h, start, middle, end):
    """Add every load."""
    _apply_loads(model, t, middle)


@subroutine
def springs_over_step(model, t, h, start, middle, end):
    """Add both ends of every spring."""
    for i in range(model.springs.body0.shape[0]):
        _spring(model, i, h, start, middle, end)


@subroutine
def bushings_over_step(model, t, h, start, middle, end):
    """Add both ends of every bushing."""
    for i in range(model.bushings.body0.shape[0]):
        _bushing_force(model, i, h, start, middle, end)
        _bushing_moment(model, i, start, middle, end)


@subroutine
def mean(a, b):
    """(a + b) / 2."""
    return scale(0.5, add(a, b))


@subroutine
def line(state, body0, point0, body1, point1):
    """From a material point of one body to that of another, inertial."""
    _, p0, _ = material_point(state, body0, point0)
    _, p1, _ = material_point(state, body1, point1)
    return subtract(p1, p0)


@subroutine
def mean_law(model, i, before, after):
    """Mean of the elastic force of spring `i` between two elongations."""
    springs = model.springs
    if springs.function[i] < 0:
        return springs.stiffness[i] * 0.5 * (before + after)
    total = 0.0
    for k in range(5):
        elongation = before + _NODES[k] * (after - before)
        total += _WEIGHTS[k] * function_value(model.functions, springs.function[i], elongation)[0]
    return total


@subroutine
def tension_over_line(model, i, h, before, after):
    """Tension of spring `i` over a step, elastic and of its damper, over its length: the force on body 0 along the mean line."""
    springs = model.springs
    l0, l1 = math.sqrt(dot(before, before)), math.sqrt(dot(after, after))
    if l0 + l1 == 0.0:
        return 0.0
    factor = 2.0 * mean_law(model, i, l0 - springs.rest_length[i], l1 - springs.rest_length[i]) / (l0 + l1)
    middle = mean(before, after)
    square = dot(middle, middle)
    if square > 0.0:
        factor += springs.damping[i] * (l1 - l0) * (l0 + l1) / (2.0 * h * square)
    return factor


@subroutine
def _spring(model, i, h, start, middle, end):
    springs = model.springs
    b0, b1 = springs.body0[i], springs.body1[i]
    c0, c1 = row3(springs.point0, i), row3(springs.point1, i)
    before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
    force = scale(tension_over_line(model, i, h, before, after), mean(before, after))
    add_force(middle, b0, matrix_vector(row9(middle.R, b0), c0), force)
    add_force(middle, b1, matrix_vector(row9(middle.R, b1), c1), scale(-1.0, force))


@subroutine
def column(A, k):
    """Column `k` of a matrix."""
    if k == 0:
        return A[0], A[3], A[6]
    if k == 1:
        return A[1], A[4], A[7]
    return A[2], A[5], A[8]


@subroutine
def _bushing_force(model, i, h, start, middle, end):
    """Force along the mean axes t_k between the points, and the mean gap's moment on the axes."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    c0, c1 = row3(bushings.point0, i), row3(bushings.point1, i)
    before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
    gap = mean(before, after)
    axes = row9(bushings.axes0, i)
    axes_before, axes_after = matrix_product(row9(start.R, b0), axes), matrix_product(row9(end.R, b0), axes)
    axes_middle = matrix_product(row9(middle.R, b0), axes)
    d0, d1 = transpose_vector(axes_before, before), transpose_vector(axes_after, after)
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(3):
        pull = 0.5 * bushings.stiffness[i, k] * (d0[k] + d1[k]) + bushings.damping[i, k] * (d1[k] - d0[k]) / h
        force = add(force, scale(pull, mean(column(axes_before, k), column(axes_after, k))))
        moment = add(moment, scale(-pull, cross(column(axes_middle, k), gap)))
    add_force(middle, b0, matrix_vector(row9(middle.R, b0), c0), force)
    add_force(middle, b1, matrix_vector(row9(middle.R, b1), c1), scale(-1.0, force))
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), moment))


@subroutine
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


@subroutine
def relative(q_T, q_S):
    """The quaternion of axes S seen from axes T."""
    return quaternion.product(quaternion.conjugate(q_T), q_S)


@subroutine
def _angle_factor(e0):
    """c(e0) = 2 acos(e0)/sqrt(1 - e0^2), with psi = c e, and its derivative."""
    rest = 1.0 - e0 * e0
    if rest < 1e-4:
        # series of asin(s)/s in s^2 = 1 - e0^2, e0 >= 0
        value = 2.0 * (1.0 + rest * (1.0 / 6.0 + rest * (3.0 / 40.0 + rest * (15.0 / 336.0 + rest * 105.0 / 3456.0))))
        slope = 2.0 * (1.0 / 6.0 + rest * (3.0 / 20.0 + rest * (45.0 / 336.0 + rest * 420.0 / 3456.0)))
        return value, -2.0 * e0 * slope
    s = math.sqrt(rest)
    angle = math.atan2(s, e0)
    return 2.0 * angle / s, 2.0 * (angle * e0 - s) / (s * rest)


@subroutine
def _mean_slope(e0, e1):
    """Mean of c' between two scalar parts."""
    total = 0.0
    for k in range(5):
        total += _WEIGHTS[k] * _angle_factor(e0 + _NODES[k] * (e1 - e0))[1]
    return total


@subroutine
def potential_gradient(stiffness, before, after):
    """D with `D . (after - before)` the change of V = k_r . psi^2/2, for psi = c(e0) e of the relative quaternions (e0, e).

    D = (kappa m.e_mean, c_mean m), m = k_r psi_mean, kappa the mean of c'.
    """
    way = 1.0 if before[0] + after[0] >= 0.0 else -1.0
    c0, _ = _angle_factor(way * before[0])
    c1, _ = _angle_factor(way * after[0])
    e0, e1 = (before[1], before[2], before[3]), (after[1], after[2], after[3])
    psi = scale(way, mean(scale(c0, e0), scale(c1, e1)))
    m = (stiffness[0] * psi[0], stiffness[1] * psi[1], stiffness[2] * psi[2])
    kappa = _mean_slope(way * before[0], way * after[0])
    c = 0.5 * way * (c0 + c1)
    return kappa * dot(m, mean(e0, e1)), c * m[0], c * m[1], c * m[2]


@subroutine
def _bushing_moment(model, i, start, middle, end):
    """Moments from the discrete gradient D of the relative quaternion q = q_T^-1 q_S of the bushing's axes, dampers at the midpoint.

    q is bilinear: change(q) = q_Tm^-1 change(q_S) + change(q_T^-1) q_Sm with the unnormalised means, so that the moments are
    -vec(q_m^-1 D)/2 on body 1 and -vec(q_m D^-1)/2 on body 0, q_m = q_Tm^-1 q_Sm (D^-1: the conjugate), in the bushing's axes.
    """
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    axes0, axes1 = row9(bushings.axes0, i), row9(bushings.axes1, i)
    a0, a1 = quaternion.from_matrix(axes0), quaternion.from_matrix(axes1)
    T_start, T_end = quaternion.product(row4(start.e, b0), a0), quaternion.product(row4(end.e, b0), a0)
    S_start, S_end = quaternion.product(row4(start.e, b1), a1), quaternion.product(row4(end.e, b1), a1)
    gradient = potential_gradient(
        row3(bushings.rotational_stiffness, i), relative(T_start, S_start), relative(T_end, S_end)
    )
    T, S = mean4(T_start, T_end), mean4(S_start, S_end)
    q = relative(T, S)
    on_0 = quaternion.product(q, quaternion.conjugate(gradient))
    on_1 = quaternion.product(quaternion.conjugate(q), gradient)
    moment_0 = scale(-0.5 / _dot(T, T), (on_0[1], on_0[2], on_0[3]))
    moment_1 = scale(-0.5 / _dot(S, S), (on_1[1], on_1[2], on_1[3]))
    damping = damping_moment(model, i, middle)
    add_moment(middle, b0, matrix_vector(axes0, moment_0))
    add_moment(middle, b1, matrix_vector(axes1, moment_1))
    add_moment(middle, b0, transpose_vector(row9(middle.R, b0), damping))
    add_moment(middle, b1, scale(-1.0, transpose_vector(row9(middle.R, b1), damping)))


@subroutine
def damping_moment(model, i, state):
    """Moment of the rotational dampers on body 0, inertial."""
    _, _, psi, rate, _, R_IS, _, _ = _deformation(model, i, state)
    c = row3(model.bushings.rotational_damping, i)
    return matrix_vector(
        R_IS, so3.apply_tangent_inverse(scale(-1.0, psi), (c[0] * rate[0], c[1] * rate[1], c[2] * rate[2]))
    )


@subroutine
def mean4(a, b):
    """The same of quaternions."""
    return 0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2]), 0.5 * (a[3] + b[3])
