"""The first accelerations and what else the method needs at its start.

The auxiliary acceleration stands for v' at `t + (alpha_m - alpha_f) h`; started there, it is second order from the first step on, the
derivative of v' taken by a difference over one step. With constraints the velocities are moved by O(h^2) as well: a step satisfies the
constraints in its positions, so that the velocities of a smooth numerical solution are off the hidden constraint `B v = 0` by the local error
of the quadrature; velocities that start exactly on it excite oscillations, of first order in the multipliers
(Arnold, Bruls, Cardona: Error analysis of generalized-alpha Lie group time integration methods, 2015).
"""

from __future__ import annotations

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations.cardan import angle_rates, angular_velocity
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.generalized_alpha.assembly import (
    add_multipliers,
    evaluate,
    put_block,
    put_jacobians,
    put_residual,
    put_row_values,
)
from rbsolve.solver.integrators.generalized_alpha.cardan import (
    inverse_rate_matrix,
    rate_matrix_rate,
    rate_matrix_second_rate,
)
from rbsolve.solver.integrators.generalized_alpha.coordinates import (
    CARDAN_1,
    CARDAN_2,
    EULER_2,
    SE3,
    place,
    set_tail3,
    set_tail4,
    start_coordinates,
    start_correction,
    start_derivatives,
    tail3,
    tail4,
)
from rbsolve.solver.integrators.generalized_alpha.increments import diagonal, inertia_about_origin, matrix_scale, skew
from rbsolve.solver.joints.kernels import acceleration_terms
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.model.rows import row3, row9


@subroutine
def _put_masses(model, system, work):  # type: ignore[no-untyped-def]
    """The mass matrices [[m I, -m c~], [m c~, J_O]] in body axes."""
    bodies = model.bodies
    for b in range(bodies.mass.shape[0]):
        at, stride, m = system.bodies[b, 0], system.bodies[b, 1], bodies.mass[b]
        lever = skew(row3(bodies.centre, b))
        put_block(work.values, at, stride, m, diagonal(1.0))
        put_block(work.values, at + 3, stride, -m, lever)
        put_block(work.values, at + 3 * stride, stride, m, lever)
        put_block(work.values, at + 3 * stride + 3, stride, 1.0, inertia_about_origin(bodies, b))


@subroutine
def _bracket(code, b, q, v, derivative):  # type: ignore[no-untyped-def]
    """The third-order term, over h^3, by which the local coordinates differ from the quadrature of the velocities."""
    r, p = tail3(v, b), tail3(derivative, b)
    turn = scale(1.0 / 12.0, cross(r, p))
    if code == SE3:
        move = add(cross(r, row3(derivative, b)), cross(row3(v, b), p))
        return scale(1.0 / 12.0, move), turn
    if code == CARDAN_2 or code == EULER_2:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if code == CARDAN_1:
        phi = tail3(q, b)
        rate = angle_rates(phi, r)
        slope = rate_matrix_rate(phi, rate)
        second = matrix_vector(inverse_rate_matrix(phi), subtract(p, matrix_vector(slope, rate)))
        bend = matrix_vector(rate_matrix_second_rate(phi, rate, (0.0, 0.0, 0.0)), rate)
        turn = subtract(matrix_vector(rate_matrix_rate(phi, second), rate), matrix_vector(slope, second))
        turn = scale(1.0 / 12.0, subtract(turn, scale(0.5, bend)))
    return (0.0, 0.0, 0.0), turn


@subroutine
def _put_local_errors(model, params, h, state, work):  # type: ignore[no-untyped-def]
    """The quadrature's local errors over h as twists [u, w] of all bodies, into `work.acceleration`; v'' is in `work.before`."""
    shift = params[0] - params[1]
    factor = h * h * (1.0 / 6.0 - params[2] - 0.5 * shift)
    for b in range(model.bodies.mass.shape[0]):
        code = model.bodies.formulation[b]
        move, turn = _bracket(code, b, work.q, work.v, work.derivative)
        u = add(scale(factor, row3(work.before, b)), scale(h * h, move))
        w = add(scale(factor, tail3(work.before, b)), scale(h * h, turn))
        if code == SE3:
            u = matrix_vector(row9(state.R, b), u)
        elif code == CARDAN_2:
            w = angular_velocity(tail3(work.q, b), w)
        elif code == EULER_2:
            jerk = tail4(work.before, b)
            e = tail4(work.q, b)
            w = scale(factor, quaternion.angular_velocity(e, jerk))
        set_vector(work.acceleration, b, u)
        set_tail3(work.acceleration, b, w)


@subroutine
def _put_constraint_targets(model, system, state, work):  # type: ignore[no-untyped-def]
    """Right-hand side [0, J (local errors)]."""
    joints = model.joints
    for i in range(work.b.shape[0]):
        work.b[i] = 0.0
    for j in range(joints.kind.shape[0]):
        b0, b1 = joints.body0[j], joints.body1[j]
        for r in range(joints.first_row[j], joints.first_row[j + 1]):
            total = 0.0
            for k in range(6):
                total += work.J[r, k] * work.acceleration[b0, k] + work.J[r, 6 + k] * work.acceleration[b1, k]
            work.phi[r] = total
    put_row_values(system, state, work.phi, 1.0, work)


@subroutine
def _add_velocity(code, b, q, dX, dpsi, state, v):  # type: ignore[no-untyped-def]
    """Add a twist in body axes to the velocity coordinates."""
    if code != SE3:
        dX = matrix_vector(row9(state.R, b), dX)
    for k in range(3):
        v[b, k] += dX[k]
    if code == EULER_2:
        turn = quaternion.rate(tail4(q, b), dpsi)
        for k in range(4):
            v[b, 3 + k] += turn[k]
        return
    if code == CARDAN_2:
        dpsi = angle_rates(tail3(q, b), dpsi)
    for k in range(3):
        v[b, 3 + k] += dpsi[k]


@subroutine
def _place_at_start(model, h, pass_index, state, work):  # type: ignore[no-untyped-def]
    """The initial configuration, or for pass 1 the one a step later by a Taylor polynomial."""
    for b in range(model.bodies.mass.shape[0]):
        for k in range(work.D.shape[1]):
            work.D[b, k], work.new_v[b, k], work.new_derivative[b, k] = 0.0, work.v[b, k], 0.0
            work.correction[b, k] = 0.0
            if pass_index == 1:
                work.D[b, k] = h * (work.v[b, k] + 0.5 * h * work.derivative[b, k])
                work.new_v[b, k] += h * work.derivative[b, k]
        for k in range(3):
            work.shift[b, k] = 0.0
        code = model.bodies.formulation[b]
        if pass_index == 1:
            start_correction(code, b, work.q, work.D, work.correction, work.shift)
            for k in range(3, work.D.shape[1]):
                work.D[b, k] += work.correction[b, k]
        place(
            *(code, b, work.q, work.D, work.new_v, work.new_derivative, work.shift, state, work.acceleration),
        )


@subroutine
def _keep_accelerations(model, system, h, pass_index, state, work):  # type: ignore[no-untyped-def]
    """Pass 0: v' at the start; pass 1: the derivative of v' into `work.before`."""
    for b in range(model.bodies.mass.shape[0]):
        code, first = model.bodies.formulation[b], system.bodies[b, 2]
        a = matrix_vector(row9(state.R, b), (work.b[first], work.b[first + 1], work.b[first + 2]))
        alpha = (work.b[first + 3], work.b[first + 4], work.b[first + 5])
        if pass_index == 0:
            start_derivatives(code, b, state, work.q, work.v, a, alpha, work.derivative)
        else:
            for k in range(work.q.shape[1]):
                work.new_derivative[b, k] = work.q[b, k] + work.D[b, k]  # the configuration of pass 1
            if code == CARDAN_1:
                set_tail3(work.new_derivative, b, add(tail3(work.q, b), row3(work.shift, b)))
            start_derivatives(code, b, state, work.new_derivative, work.new_v, a, alpha, work.before)
            for k in range(work.q.shape[1]):
                work.before[b, k] = (work.before[b, k] - work.derivative[b, k]) / h


@kernel
def begin(model, system, params, t, h, state, work):  # type: ignore[no-untyped-def]
    """Fill the work space at the start time from the state. Returns -1, or the rank of a vertex whose mass matrix is singular.

    `params` is [alpha_m, alpha_f, beta, gamma]. Afterwards the state and `work.acceleration` hold the consistent start, `work.v` and
    `work.a` what the first step starts from.
    """
    bodies = model.bodies.mass.shape[0]
    for b in range(bodies):
        start_coordinates(model.bodies.formulation[b], b, state, work.q, work.v)
    for pass_index in range(3):
        _place_at_start(model, h, pass_index, state, work)
        for r in range(work.multipliers.shape[0]):
            work.multipliers[r] = 0.0
        time = t + h if pass_index == 1 else t
        evaluate(model, time, state, work)
        for i in range(work.values.shape[0]):
            work.values[i] = 0.0
        _put_masses(model, system, work)
        put_jacobians(model, system, 1.0, state, work)
        failed = factorize(system.elimination, work.values, work.swaps, work.references)
        if failed >= 0:
            return failed
        if pass_index < 2:
            for b in range(bodies + 1):
                for k in range(6):
                    work.acceleration[b, k] = 0.0
            put_residual(model, system, state, 1.0, work)
            acceleration_terms(model, time, state, work.phi)
            put_row_values(system, state, work.phi, -1.0, work)
        else:
            _put_local_errors(model, params, h, state, work)
            _put_constraint_targets(model, system, state, work)
        solve(system.elimination, work.values, work.swaps, work.b)
        if pass_index < 2:
            add_multipliers(system, state, 1.0, work)
            _keep_accelerations(model, system, h, pass_index, state, work)
        if pass_index == 0:
            for r in range(work.multipliers.shape[0]):
                work.multipliers_now[r] = work.multipliers[r]
    _finish(model, system, params, h, state, work)
    return -1


@subroutine
def _finish(model, system, params, h, state, work):  # type: ignore[no-untyped-def]
    """The accelerations at the start into the state's companion, the shifted auxiliary ones, and the moved velocities."""
    shift = h * (params[0] - params[1])
    for b in range(model.bodies.mass.shape[0]):
        code, first = model.bodies.formulation[b], system.bodies[b, 2]
        place(code, b, work.q, work.D, work.v, work.derivative, work.shift, state, work.acceleration)
        for k in range(work.q.shape[1]):
            work.a[b, k] = work.derivative[b, k] + shift * work.before[b, k]
            work.before[b, k] = work.derivative[b, k] - h * work.before[b, k]
        dX = (work.b[first], work.b[first + 1], work.b[first + 2])
        dpsi = (work.b[first + 3], work.b[first + 4], work.b[first + 5])
        _add_velocity(code, b, work.q, dX, dpsi, state, work.v)
    for r in range(work.multipliers.shape[0]):
        work.multipliers[r] = work.multipliers_now[r]
        work.multipliers_before[r] = work.multipliers_now[r]
