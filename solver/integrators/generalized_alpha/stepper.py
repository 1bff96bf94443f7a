"""One step of the method: predict, then Newton until it converges, then accept; and the halving of steps that do not converge.

Seed 001, Algorithm 5 as reconstructed in the errata, with v' and the multipliers predicted from the last two steps instead of from zero,
which changes nothing but the number of iterations.
"""

from __future__ import annotations

import math

from rbsolve.solver.integrators.generalized_alpha.assembly import (
    add_multipliers,
    assemble,
    evaluate,
    put_residual,
    put_row_values,
)
from rbsolve.solver.integrators.generalized_alpha.coordinates import (
    accept,
    correct,
    midpoint_correction,
    place,
    start_correction,
)
from rbsolve.solver.joints.kernels import accept_rotations, constraints
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve

EPSILON = 2.220446049250313e-16
SLOW = 0.3  # contraction of a kept factorization above which a new one pays
LEVELS = 10  # a step may be halved so often

# Entries of `memory`
CONTRACTION, LAST_STEP = 0, 1
# Entries of `counters`
ITERATIONS, FACTORIZATIONS, REJECTED, FACTORIZED, FAILED = 0, 1, 2, 3, 4
# What a step returns
CONVERGED, STALLED, SINGULAR, ANGLES = 0, 1, 2, 3


@subroutine
def _predict(model, params, h, growth, work):  # type: ignore[no-untyped-def]
    """Newmark's formulas with extrapolated v'; `growth` is the step over the last one, 0 without extrapolation."""
    alpha_m, alpha_f, beta, gamma = params[0], params[1], params[2], params[3]
    for b in range(work.q.shape[0]):
        for k in range(work.q.shape[1]):
            now, a = work.derivative[b, k], work.a[b, k]
            then = now + growth * (now - work.before[b, k])
            a_new = (alpha_f * now - alpha_m * a + (1.0 - alpha_f) * then) / (1.0 - alpha_m)
            work.start_derivative[b, k] = then
            work.start_v[b, k] = work.v[b, k] + h * ((1.0 - gamma) * a + gamma * a_new)
            work.start_D[b, k] = h * (work.v[b, k] + h * ((0.5 - beta) * a + beta * a_new))
            work.correction[b, k] = 0.0
        start_correction(model.bodies.formulation[b], b, work.q, work.start_D, work.correction, work.shift)
    for r in range(work.multipliers.shape[0]):
        now = work.multipliers_now[r]
        work.multipliers[r] = now + growth * (now - work.multipliers_before[r])


@subroutine
def place_bodies(model, gamma, beta, state, work):  # type: ignore[no-untyped-def]
    """Pose, twist and accelerations of the current iterate; `gamma`, `beta` are gamma' and beta'."""
    for b in range(work.q.shape[0]):
        code = model.bodies.formulation[b]
        midpoint_correction(code, b, work.q, work.start_D, work.correction, work.shift)
        for k in range(work.q.shape[1]):
            d = work.correction[b, k]
            work.D[b, k] = work.start_D[b, k] + d
            work.new_v[b, k] = work.start_v[b, k] + gamma * d
            work.new_derivative[b, k] = work.start_derivative[b, k] + beta * d
        place(code, b, work.q, work.D, work.new_v, work.new_derivative, work.shift, state, work.acceleration)


@subroutine
def _correct_bodies(model, system, h2, options, lengths, state, work, counters):  # type: ignore[no-untyped-def]
    """Apply the solution; returns its weighted norm (see NewtonOptions), and the same against rounding alone."""
    reach, linear, angular = lengths[0], 0.0, 0.0
    for b in range(work.q.shape[0]):
        for k in range(3):
            reach = max(reach, abs(state.x[b, k]))
            linear = max(linear, abs(work.acceleration[b, k]))
            angular = max(angular, abs(work.acceleration[b, 3 + k]))
    round_x, round_psi = 8.0 * EPSILON * reach, 8.0 * EPSILON * (1.0 + reach / lengths[1])
    weight_x = 1.0 / (h2 * (options[1] + options[0] * linear) + round_x)
    weight_psi = 1.0 / (h2 * (options[1] + options[0] * angular) + round_psi)
    worst, worst_rounding = 0.0, 0.0
    for b in range(work.q.shape[0]):
        i = system.bodies[b, 2]
        dX, dpsi = (work.b[i], work.b[i + 1], work.b[i + 2]), (work.b[i + 3], work.b[i + 4], work.b[i + 5])
        size_x = math.sqrt(dX[0] * dX[0] + dX[1] * dX[1] + dX[2] * dX[2])
        size_psi = math.sqrt(dpsi[0] * dpsi[0] + dpsi[1] * dpsi[1] + dpsi[2] * dpsi[2])
        size = max(weight_x * size_x, weight_psi * size_psi)
        if not size <= worst:
            worst = size
            counters[FAILED] = b
        worst_rounding = max(worst_rounding, max(size_x / round_x, size_psi / round_psi))
        code = model.bodies.formulation[b]
        exact = options[2] != 0.0
        correct(code, b, exact, work.q, work.D, state, dX, dpsi, work.correction, work.shift)
    add_multipliers(system, state, 1.0 / h2, work)
    return worst, worst_rounding


@subroutine
def _newton(model, system, params, options, lengths, t, h, state, work, memory, counters):  # type: ignore[no-untyped-def]
    """Solve the equations at `t` for a step of size `h`; leaves the iterate in the work space and the bodies placed."""
    h2 = h * h
    beta = (1.0 - params[0]) / (h2 * params[2] * (1.0 - params[1]))
    gamma = params[3] / (h * params[2])
    modified, limit = options[3] != 0.0, int(options[4])
    if not modified:
        counters[FACTORIZED] = 0
    last, fresh = 0.0, False
    for iteration in range(limit):
        place_bodies(model, gamma, beta, state, work)
        evaluate(model, t, state, work)
        put_residual(model, system, state, h2, work)
        put_row_values(system, state, work.phi, -1.0, work)
        if counters[FACTORIZED] == 0 or not modified:
            assemble(model, system, t, h2, gamma, beta, options[2] != 0.0, state, work)
            counters[FACTORIZATIONS] += 1
            failed = factorize(system.elimination, work.values, work.swaps, work.references)
            if failed >= 0:
                counters[FAILED] = failed
                return SINGULAR
            counters[FACTORIZED] = 1
            fresh = True
        solve(system.elimination, work.values, work.swaps, work.b)
        size, size_rounding = _correct_bodies(model, system, h2, options, lengths, state, work, counters)
        counters[ITERATIONS] += 1
        if not math.isfinite(size):
            break
        if iteration == 0:
            contraction = min(memory[CONTRACTION], 0.99) ** 0.8
        else:
            contraction = size / last
            if iteration == 1:
                memory[CONTRACTION] = contraction
        left = size * contraction / (1.0 - contraction) if contraction < 1.0 else math.inf
        if left <= 1.0 or size <= 1.0 or (iteration > 1 and contraction > SLOW and size_rounding < 16.0):
            place_bodies(model, gamma, beta, state, work)
            return CONVERGED
        if iteration > 0 and contraction > SLOW and not fresh:
            counters[FACTORIZED] = 0
        if iteration > 3 and contraction > 4.0:
            break
        last = size
    counters[FACTORIZED] = 0
    return STALLED


@subroutine
def _accept(model, params, h, state, work, memory):  # type: ignore[no-untyped-def]
    """Take the step over; CONVERGED, or ANGLES where Cardan angles went through their singularity."""
    alpha_m, alpha_f = params[0], params[1]
    status = CONVERGED
    for b in range(work.q.shape[0]):
        if not accept(model.bodies.formulation[b], b, work.D, work.shift, state, work.q):
            status = ANGLES
        for k in range(work.q.shape[1]):
            now, new = work.derivative[b, k], work.new_derivative[b, k]
            work.a[b, k] = ((1.0 - alpha_f) * new + alpha_f * now - alpha_m * work.a[b, k]) / (1.0 - alpha_m)
            work.before[b, k] = now
            work.derivative[b, k] = new
            work.v[b, k] = work.new_v[b, k]
    for r in range(work.multipliers.shape[0]):
        work.multipliers_before[r] = work.multipliers_now[r]
        work.multipliers_now[r] = work.multipliers[r]
    accept_rotations(model.joints, state)
    memory[LAST_STEP] = h
    return status


@subroutine
def _fit_to_step(h, work, memory, counters):  # type: ignore[no-untyped-def]
    """Move the auxiliary accelerations to where a step of another size wants them; returns the growth of the step."""
    growth = h / memory[LAST_STEP]
    if abs(growth - 1.0) > 1e-12:
        counters[FACTORIZED] = 0
        for b in range(work.q.shape[0]):
            for k in range(work.q.shape[1]):
                now = work.derivative[b, k]
                work.a[b, k] = now + growth * (work.a[b, k] - now)
        memory[LAST_STEP] = h
    return growth


@subroutine
def grid_step(model, system, params, options, lengths, t, h, state, work, memory, counters):  # type: ignore[no-untyped-def]
    """One step of size `h` from `t`, in parts where Newton does not converge over the whole: each failure halves the part, and two
    parts done together try the whole again."""
    level, part = 0, 0
    while True:
        size = h / (1 << level)
        growth = _fit_to_step(size, work, memory, counters)
        _predict(model, params, size, growth, work)
        end = t + h if part + 1 == 1 << level else t + (part + 1) * size
        status = _newton(model, system, params, options, lengths, end, size, state, work, memory, counters)
        if status == CONVERGED:
            status = _accept(model, params, size, state, work, memory)
            if status != CONVERGED:
                return status
            part += 1
            while level > 0 and part % 2 == 0:
                level -= 1
                part //= 2
            if level == 0 and part == 1:
                return CONVERGED
        else:
            counters[REJECTED] += 1
            memory[CONTRACTION] = 1.0
            if level == LEVELS:
                return status
            level += 1
            part *= 2


@subroutine
def largest_violation(model, t, state, work):  # type: ignore[no-untyped-def]
    """Largest position-level residual of all constraints, and its row or -1."""
    constraints(model, t, state, work.phi)
    worst, where = 0.0, -1
    for r in range(work.phi.shape[0]):
        if not abs(work.phi[r]) <= worst:
            worst, where = abs(work.phi[r]), r
    return worst, where
