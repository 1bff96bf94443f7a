"""Forces of ENERGY_MOMENTUM between bodies: discrete gradients that keep angular momentum too.

Points and axes of a body go through a step by `change(a) = 2 B x mean(a)`, B = 2 b/(1 - beta) in inertial components, and its moments work
2 B . M (`quaternion_hamiltonian/midpoint.py`). So every invariant that is a product of such vectors has the discrete gradient
`change(a . c) = mean(a) . change(c) + mean(c) . change(a)`, in which all bodies turn about the means of both ends alike:

- gravity and dead forces act at the mean points;
- a spring along its mean line, with 2 f/(l0 + l1), f the mean of the force law between both elongations;
- a bushing through its displacement d_k = t_k . gap, and through the products of its axes: with e the relative quaternion,
  4 change(e0^2) is the change of the trace of t_i . s_j, and 2 change(e0 e_k) that of its skew part.
"""

from __future__ import annotations

from rbsolve.geometry import quaternion
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
from rbsolve.solver.forces import bushing
from rbsolve.solver.forces.discrete.conserving import (
    column,
    damping_moment,
    line,
    mean,
    potential_gradient,
    relative,
    tension_over_line,
)
from rbsolve.solver.forces.wrench import add_moment
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row4, row9

_resists_rotation = bushing.resists_rotation


@subroutine
def gravity_between(model, t, h, start, middle, end):
    """Add the weights."""
    for b in range(model.bodies.mass.shape[0]):
        _weight(model, b, start, middle, end)


@subroutine
def loads_between(model, t, h, start, middle, end):
    """Add every load."""
    for i in range(model.loads.body.shape[0]):
        _load(model, t, i, start, middle, end)


@subroutine
def springs_between(model, t, h, start, middle, end):
    """Add both ends of every spring."""
    for i in range(model.springs.body0.shape[0]):
        _spring(model, i, h, start, middle, end)


@subroutine
def bushings_between(model, t, h, start, middle, end):
    """Add both ends of every bushing."""
    for i in range(model.bushings.body0.shape[0]):
        _bushing_force(model, i, h, start, middle, end)
        if _resists_rotation(model, i):
            _bushing_moment(model, i, start, middle, end)


@subroutine
def move_to_pivots(pivot, start, middle, end):
    """From moments about the origins to moments about the points `pivot` (nb, 3)."""
    for b in range(pivot.shape[0]):
        arm = _mean_arm(b, row3(pivot, b), start, end)
        _add_moment(middle, b, scale(-1.0, cross(arm, row3(middle.force, b))))


@subroutine
def _mean_arm(b, point, start, end):
    """The mean of both ends of the arm of a particle from the body's origin, inertial."""
    return mean(matrix_vector(row9(start.R, b), point), matrix_vector(row9(end.R, b), point))


@subroutine
def _add_moment(middle, b, moment):
    """Add a moment given in inertial components."""
    add_moment(middle, b, transpose_vector(row9(middle.R, b), moment))


@subroutine
def _push(middle, b, arm, force):
    """Add a force at the end of an arm from the body's origin, inertial components."""
    for k in range(3):
        middle.force[b, k] += force[k]
    _add_moment(middle, b, cross(arm, force))


@subroutine
def _weight(model, b, start, middle, end):
    m = model.bodies.mass[b]
    force = (m * model.gravity[0], m * model.gravity[1], m * model.gravity[2])
    _push(middle, b, _mean_arm(b, row3(model.bodies.centre, b), start, end), force)


@subroutine
def _load(model, t, i, start, middle, end):
    loads = model.loads
    factor = 1.0
    if loads.function[i] >= 0:
        factor = function_value(model.functions, loads.function[i], t)[0]
    b, axes = loads.body[i], row9(middle.R, loads.axes_body[i])
    force = scale(factor, matrix_vector(axes, row3(loads.force, i)))
    _push(middle, b, _mean_arm(b, row3(loads.point, i), start, end), force)
    _add_moment(middle, b, scale(factor, matrix_vector(axes, row3(loads.moment, i))))


@subroutine
def _spring(model, i, h, start, middle, end):
    springs = model.springs
    b0, b1 = springs.body0[i], springs.body1[i]
    c0, c1 = row3(springs.point0, i), row3(springs.point1, i)
    before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
    force = scale(tension_over_line(model, i, h, before, after), mean(before, after))
    _push(middle, b0, _mean_arm(b0, c0, start, end), force)
    _push(middle, b1, _mean_arm(b1, c1, start, end), scale(-1.0, force))


@subroutine
def _bushing_force(model, i, h, start, middle, end):
    """Force along the mean axes t_k between the points, and the mean gap's moment on the axes."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    c0, c1 = row3(bushings.point0, i), row3(bushings.point1, i)
    before, after = line(start, b0, c0, b1, c1), line(end, b0, c0, b1, c1)
    axes = row9(bushings.axes0, i)
    axes_before, axes_after = matrix_product(row9(start.R, b0), axes), matrix_product(row9(end.R, b0), axes)
    d0, d1 = transpose_vector(axes_before, before), transpose_vector(axes_after, after)
    force = (0.0, 0.0, 0.0)
    for k in range(3):
        pull = 0.5 * bushings.stiffness[i, k] * (d0[k] + d1[k]) + bushings.damping[i, k] * (d1[k] - d0[k]) / h
        force = add(force, scale(pull, mean(column(axes_before, k), column(axes_after, k))))
    _push(middle, b0, _mean_arm(b0, c0, start, end), force)
    _push(middle, b1, _mean_arm(b1, c1, start, end), scale(-1.0, force))
    _add_moment(middle, b0, cross(mean(before, after), force))


@subroutine
def _mean_axis(R0, R1, axes, k):
    """The mean of both ends of axis `k` fixed in a body, inertial."""
    local = column(axes, k)
    return mean(matrix_vector(R0, local), matrix_vector(R1, local))


@subroutine
def _bushing_moment(model, i, start, middle, end):
    """The couple from the potential's discrete gradient D by the relative quaternion (e0, e), and that of the dampers in the middle.

    With the means m of both ends, `change(e0) = change(trace)/(8 m0)` and `change(e_k) = (change(skew_k)/2 - m_k change(e0))/m0`.
    """
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    axes0, axes1 = row9(bushings.axes0, i), row9(bushings.axes1, i)
    a0, a1 = quaternion.from_matrix(axes0), quaternion.from_matrix(axes1)
    before = relative(quaternion.product(row4(start.e, b0), a0), quaternion.product(row4(start.e, b1), a1))
    after = relative(quaternion.product(row4(end.e, b0), a0), quaternion.product(row4(end.e, b1), a1))
    if before[0] * after[0] + before[1] * after[1] + before[2] * after[2] + before[3] * after[3] < 0.0:
        after = (-after[0], -after[1], -after[2], -after[3])
    D = potential_gradient(row3(bushings.rotational_stiffness, i), before, after)
    m0, m = 0.5 * (before[0] + after[0]), mean((before[1], before[2], before[3]), (after[1], after[2], after[3]))
    by_e = (D[1], D[2], D[3])
    by_trace, by_skew = (D[0] - dot(by_e, m) / m0) / (8.0 * m0), scale(0.5 / m0, by_e)
    couple = damping_moment(model, i, middle)  # on body 0
    for k in range(3):
        t = _mean_axis(row9(start.R, b0), row9(end.R, b0), axes0, k)
        s = _mean_axis(row9(start.R, b1), row9(end.R, b1), axes1, k)
        couple = add(couple, scale(by_trace, cross(s, t)))
        n, q = (k + 1) % 3, (k + 2) % 3  # skew_k = (t_q . s_n - t_n . s_q) / 2
        t_n = _mean_axis(row9(start.R, b0), row9(end.R, b0), axes0, n)
        t_q = _mean_axis(row9(start.R, b0), row9(end.R, b0), axes0, q)
        s_n = _mean_axis(row9(start.R, b1), row9(end.R, b1), axes1, n)
        s_q = _mean_axis(row9(start.R, b1), row9(end.R, b1), axes1, q)
        by_k = by_skew[0] if k == 0 else by_skew[1] if k == 1 else by_skew[2]
        couple = add(couple, scale(0.5 * by_k, subtract(cross(s_n, t_q), cross(s_q, t_n))))
    _add_moment(middle, b0, couple)
    _add_moment(middle, b1, scale(-1.0, couple))
