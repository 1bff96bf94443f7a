"""Predicting a step, correcting it, judging its convergence, and accepting it.

Seed 001, Algorithm 5 as reconstructed in the errata, with v' and the multipliers predicted from the last two steps instead of from zero,
which changes nothing but the number of iterations.
"""

from __future__ import annotations

import math

from rbsolve.solver.integrators.generalized_alpha.assembly import add_multipliers
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import accept, correct, start_correction
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    READY,
    SOLVED,
)
from rbsolve.solver.integrators.generalized_alpha.forest import accept_forest_body, correct_forest
from rbsolve.solver.integrators.generalized_alpha.records import (
    ACCELERATION,
    AUXILIARY,
    BEFORE,
    CORRECTION,
    DERIVATIVE,
    NEW_DERIVATIVE,
    NEW_V,
    START_D,
    START_DERIVATIVE,
    START_V,
    WIDTH,
    V,
)
from rbsolve.solver.kernel import subroutine

EPSILON = 2.220446049250313e-16
KEPT = 0.1  # contraction of a kept factorization above which a new one pays
SLOW = 0.3  # contraction that may be rounding's
CIRCLING = 0.9  # contraction without any progress
AMPLIFIED = 1e5  # what rounding of a constraint may become, near a singular position
LEVELS = 10  # a step may be halved so often
NEGLIGIBLE = (
    1e-100  # what the method damps shrinks by a factor each step; left alone it ends in subnormal, slow numbers
)


@subroutine
def begin_part(start, h, control, body):
    """Set up the next part of a step of size `h` from `start`; returns the growth of the step.

    The auxiliary accelerations move to where a step of another size wants them.
    """
    parts = 1 << control.level
    size = h / parts
    growth = size / control.last_h
    if abs(growth - 1.0) > 1e-12:
        control.factorized = 0
        for b in range(body.shape[0]):
            for k in range(WIDTH):
                now = body[b, DERIVATIVE + k]
                body[b, AUXILIARY + k] = now + growth * (body[b, AUXILIARY + k] - now)
    control.time = start + h if control.part + 1 == parts else start + (control.part + 1) * size
    control.h, control.last_h = size, size
    control.beta_1 = (1.0 - control.alpha_m) / (size * size * control.beta * (1.0 - control.alpha_f))
    control.gamma_1 = control.gamma / (size * control.beta)
    control.iteration, control.fresh, control.stage = 0, 0, ITERATING
    if control.modified == 0:
        control.factorized = 0
    return growth


@subroutine
def predict(free, growth, control, body, multipliers, history):
    """Newmark's formulas with v' and multipliers extrapolated over a step `growth` times the last one."""
    alpha_m, alpha_f, beta, gamma = control.alpha_m, control.alpha_f, control.beta, control.gamma
    h = control.h
    for b in range(body.shape[0] - 1):
        for k in range(WIDTH):
            now, a, v = body[b, DERIVATIVE + k], body[b, AUXILIARY + k], body[b, V + k]
            then = now + growth * (now - body[b, BEFORE + k])
            a_new = (alpha_f * now - alpha_m * a + (1.0 - alpha_f) * then) / (1.0 - alpha_m)
            body[b, START_DERIVATIVE + k] = then
            body[b, START_V + k] = v + h * ((1.0 - gamma) * a + gamma * a_new)
            body[b, START_D + k] = h * (v + h * ((0.5 - beta) * a + beta * a_new))
            body[b, CORRECTION + k] = 0.0
        if free is not None:
            start_correction(free[b], b, body)
    for r in range(multipliers.shape[0]):
        multipliers[r] = history[0, r] + growth * (history[0, r] - history[1, r])


@subroutine
def tolerances(bodies, control, body, state):
    """What a correction of a displacement and of a rotation may be (see NewtonOptions), and what rounding makes of both."""
    h2, relative, absolute = control.h * control.h, control.relative, control.absolute
    reach, linear, angular = control.reach, 0.0, 0.0
    for n in range(bodies):
        for k in range(3):
            reach = max(reach, abs(state.x[n, k]))
            linear = max(linear, abs(body[n, ACCELERATION + k]))
            angular = max(angular, abs(body[n, ACCELERATION + 3 + k]))
    round_x, round_psi = 8.0 * EPSILON * reach, 8.0 * EPSILON * (1.0 + reach / control.lever)
    tolerance_x = min(h2 * (absolute + relative * linear), relative * reach) + round_x
    tolerance_psi = min(h2 * (absolute + relative * angular), relative) + round_psi
    return tolerance_x, tolerance_psi, round_x, round_psi


@subroutine
def weighted_size(dX, dpsi, tolerance):
    """Size of a body's correction by its tolerance, and by what rounding makes."""
    size_x = math.sqrt(dX[0] * dX[0] + dX[1] * dX[1] + dX[2] * dX[2])
    size_psi = math.sqrt(dpsi[0] * dpsi[0] + dpsi[1] * dpsi[1] + dpsi[2] * dpsi[2])
    return max(size_x / tolerance[0], size_psi / tolerance[1]), max(size_x / tolerance[2], size_psi / tolerance[3])


@subroutine
def largest(values):
    """The largest absolute value."""
    worst = 0.0
    for r in range(values.shape[0]):
        worst = max(worst, abs(values[r]))
    return worst


@subroutine
def correct_bodies(free, forest, system, control, state, work):
    """Apply the solution; returns its weighted norm (see NewtonOptions), the same against rounding alone, and whether the constraints'
    errors before it were rounding.

    The constraints' errors before the correction count as what it should have made good: that is less than the norm unless
    some constraint was left out because it seemed to depend on others, as one of a mechanism that locks.
    """
    body, b = work.body, work.b
    h2, exact = control.h * control.h, control.exact == 1
    bodies = body.shape[0] - 1
    tolerance = tolerances(bodies, control, body, state)
    worst, worst_rounding = 0.0, 0.0
    for n in range(bodies):
        i = system.bodies[n, 2]
        dX, dpsi = (b[i], b[i + 1], b[i + 2]), (b[i + 3], b[i + 4], b[i + 5])
        size, size_rounding = weighted_size(dX, dpsi, tolerance)
        if not size <= worst:
            worst = size
            control.failed = n
        worst_rounding = max(worst_rounding, size_rounding)
        if free is not None:
            correct(free[n], n, exact, dX, dpsi, body, state)
    if forest is not None:
        bend = h2 * control.gamma_1 / 12.0
        correct_forest(forest, system.bodies, exact, bend, b, body, state)
    add_multipliers(system.joints, state.R, 1.0 / h2, b, work.multipliers)
    error, reach = largest(work.phi), max(control.reach, 1.0)
    worst = max(worst, 0.5 * error / (tolerance[0] + reach * tolerance[1]))
    worst_rounding = max(worst_rounding, 0.5 * error / (tolerance[2] + reach * tolerance[3]))
    return worst, worst_rounding, error <= tolerance[2]


@subroutine
def judge(size, size_rounding, closed, control):
    """Decide after a correction whether the step is SOLVED, goes on ITERATING, or has failed and is READY to be halved.

    Near a singular position, rounding of the constraints is a motion many times as large, which no iteration makes less: the iteration ends
    when it goes on in circles with the constraints `closed` to rounding.
    """
    control.iterations += 1
    iteration = control.iteration
    control.iteration += 1
    if not math.isfinite(size):
        return READY
    if iteration == 0:
        # Trust the contraction of an earlier step less with each step, and not at all when the step looks different.
        control.contraction = min(control.contraction, 0.99) ** 0.8
        contraction = control.contraction if size <= 2.0 * control.first_correction else 1.0
    else:
        contraction = size / control.correction
        if iteration == 1:
            control.contraction, control.first_correction = contraction, control.correction
    control.correction = size
    left = size * contraction / (1.0 - contraction) if contraction < 1.0 else math.inf
    if (
        left <= 1.0
        or (iteration > 0 and size <= 1.0)
        or (iteration > 1 and contraction > SLOW and size_rounding < 16.0)
        or (iteration > 2 and contraction > CIRCLING and closed and size_rounding < AMPLIFIED)
    ):
        return SOLVED
    if control.iteration >= control.limit or (iteration > 3 and contraction > 4.0):
        return READY
    if control.modified == 0 or (iteration > 0 and contraction > KEPT and control.fresh == 0):
        control.factorized = 0
    return ITERATING


@subroutine
def flushed(number):
    """Zero for a number that means nothing any more."""
    return 0.0 if abs(number) < NEGLIGIBLE else number


@subroutine
def accept_part(free, forest, control, body, state, multipliers, history):
    """Take the part over; the first body whose angles went through their singularity, or -1."""
    alpha_m, alpha_f = control.alpha_m, control.alpha_f
    failed = -1
    for b in range(body.shape[0] - 1):
        if forest is not None:
            accept_forest_body(forest.tree, b, forest.sweep.links, body)
        if free is not None and not accept(free[b], b, body, state):
            failed = b
        for k in range(WIDTH):
            now, new, a = body[b, DERIVATIVE + k], body[b, NEW_DERIVATIVE + k], body[b, AUXILIARY + k]
            body[b, AUXILIARY + k] = flushed(((1.0 - alpha_f) * new + alpha_f * now - alpha_m * a) / (1.0 - alpha_m))
            body[b, BEFORE + k], body[b, DERIVATIVE + k] = now, flushed(new)
            body[b, V + k] = flushed(body[b, NEW_V + k])
    for r in range(multipliers.shape[0]):
        history[1, r] = history[0, r]
        history[0, r] = flushed(multipliers[r])
    return failed


@subroutine
def next_part(control):
    """Count a part that is done; two done together try the larger part again. True when the step is complete."""
    control.stage = READY
    control.part += 1
    while control.level > 0 and control.part % 2 == 0:
        control.level -= 1
        control.part //= 2
    if control.level > 0:
        return False
    control.part = 0
    control.step += 1
    control.steps += 1
    return True


@subroutine
def halve(control):
    """Divide a part that failed; False when it is as small as it may be."""
    control.rejected += 1
    control.stage = READY
    control.factorized = 0
    control.contraction = 1.0
    if control.level == LEVELS:
        return False
    if control.level == 0:
        control.halved += 1
    control.level += 1
    control.part *= 2
    return True
