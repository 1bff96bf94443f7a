"""Predicts, corrects, judges and accepts a step.

The algorithm is Algorithm 5 of Holzinger et al. (2024), as reconstructed in the errata. Here v' and the multipliers are
predicted from the last two steps, not from zero. This prediction changes only the number of iterations.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import case_of, cases_of, common, exceeds, is_below, select, with_case
from rbsolve.solver.compiler.derivatives import derivatives_alone, largest_derivative, value_of
from rbsolve.solver.integrators.divided_steps import halve
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import (
    EULER_2,
    TREE,
    accept,
    correct,
    smooth_along_sphere,
    start_correction,
)
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    READY,
    SOLVED,
)
from rbsolve.solver.integrators.generalized_alpha.equations import add_multipliers
from rbsolve.solver.integrators.generalized_alpha.forest import accept_forest_body, correct_forest
from rbsolve.solver.integrators.generalized_alpha.masks import keep_iterate, put_back_iterate
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.newton import CONVERGED, GO_ON, NEVER, Rules, Search, assess, remainder_of_series

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats, Ints
    from rbsolve.solver.trees.arrays import Forest

EPSILON = 2.220446049250313e-16
KEPT = 0.1  # contraction above which a new factorization is cheaper than a kept one
SLOW = 0.3  # contraction above which slow convergence may be due to round-off
# contraction above which the iteration is abandoned, and number of corrections after which this limit applies
GROWTH, PATIENCE = 4.0, 4
MOST_SEARCHES = 60  # largest number of line searches in a step with friction
LEAST = 1e-9  # permitted remaining error of a step's derivatives, relative to their size
AMPLIFIED_DERIVATIVE = 1e3  # limit of the round-off of derivatives
SAFETY = 10.0  # factor of the estimated error of derivatives after a correction
MOST_REFINEMENTS = 60
CIRCLING = 0.9  # contraction above which the iteration makes no progress
BEND = 4e-7  # correction, relative to the size of the model, whose square is a negligible violation of constraints
NOISE = 16.0  # largest multiple of round-off that counts as round-off
AMPLIFIED = 1e5  # largest multiple of round-off for a constraint near a singular position
LEVELS = 10  # largest number of halvings of a step
# Smaller components are set to zero, because damping would turn them into subnormal numbers, which are slow.
NEGLIGIBLE = 1e-100


@subroutine
def begin_part(start: float, h: float, control: Control, body: BodyRecords) -> float:
    """Set up the next part of a step of size `h` from `start`. Return the growth of the step."""
    parts = 1 << control.level
    size = h / parts
    forget_events(size, control, body)
    control.time = start + h if control.part + 1 == parts else start + (control.part + 1) * size
    return begin_size(size, control, body)


@subroutine
def forget_events(size: float, control: Control, body: BodyRecords) -> None:
    """Before a longer step or part, set the auxiliary accelerations to the values of a smooth motion.

    Otherwise a short event, such as a jump of forces, would have a lasting effect: from step to step, its effect decays
    by less than the growth that `begin_size` permits.
    """
    if size > (1.0 + 1e-12) * control.last_h:
        for b in range(body.q.shape[0]):
            for k in range(WIDTH):
                now = body.derivative[b, k]
                body.auxiliary[b, k] = now + (control.alpha_m - control.alpha_f) * (now - body.before[b, k])


@subroutine
def begin_size(size: float, control: Control, body: BodyRecords) -> float:
    """Set up a step, or a part of a step. Return the growth of the size relative to the last step or part that was
    started.

    The auxiliary accelerations are converted to the new step size.
    """
    growth = size / control.last_h
    if abs(growth - 1.0) > 1e-12:
        control.factorized = 0
        for b in range(body.q.shape[0]):
            for k in range(WIDTH):
                now = body.derivative[b, k]
                body.auxiliary[b, k] = now + growth * (body.auxiliary[b, k] - now)
    control.h, control.last_h = size, size
    control.beta_1 = (1.0 - control.alpha_m) / (size * size * control.beta * (1.0 - control.alpha_f))
    control.gamma_1 = control.gamma / (size * control.beta)
    control.iteration, control.correction, control.fresh, control.stage = 0, math.inf, 0, ITERATING
    control.moves = 1.0
    if control.modified == 0:
        control.factorized = 0
    return growth


@part
def predict(
    free: Ints, growth: float, control: Control, body: BodyRecords, multipliers: Floats, history: Floats
) -> None:
    """Predict the motion by Newmark's formulas. The accelerations v' and the multipliers are extrapolated. The size of
    the step is `growth` times the size of the last step.
    """
    alpha_m, alpha_f, beta, gamma = control.alpha_m, control.alpha_f, control.beta, control.gamma
    h = control.h
    for b in range(body.q.shape[0] - 1):
        if free[b] == EULER_2 and abs(growth - 1.0) > 1e-12:
            smooth_along_sphere(b, h, h / growth, (alpha_m - alpha_f) * h, body)
        for k in range(WIDTH):
            now, a, v = body.derivative[b, k], body.auxiliary[b, k], body.v[b, k]
            then = now + growth * (now - body.before[b, k])
            a_new = (alpha_f * now - alpha_m * a + (1.0 - alpha_f) * then) / (1.0 - alpha_m)
            body.start_derivative[b, k] = then
            body.start_v[b, k] = v + h * ((1.0 - gamma) * a + gamma * a_new)
            body.start_d[b, k] = h * (v + h * ((0.5 - beta) * a + beta * a_new))
            body.correction[b, k] = 0.0
        if control.nudged == 1:
            for k in range(WIDTH):
                body.start_d[b, k] += body.nudge[b, k]
        if free[b] != TREE:
            start_correction(free[b], b, body)
    for r in range(multipliers.shape[0]):
        multipliers[r] = history[0, r] + growth * (history[0, r] - history[1, r])


@subroutine
def tolerances(bodies: int, control: Control, body: BodyRecords, state: State) -> tuple[float, float, float, float]:
    """Return the permitted error of displacement and rotation after a correction, and the round-off of both.

    For the increments (dx, dpsi) of each body, the permitted error is `h^2 (absolute + relative A)`. A is the largest
    acceleration of any body: linear for dx, angular for dpsi. The tolerances therefore apply to accelerations and
    multipliers, for any step size. They are at most `relative` times the size of the model, or `relative` times a
    radian. A large acceleration of a locking mechanism therefore cannot hide a motion that does not converge.

    With adaptive steps, the tolerances are a fraction of the permitted error of a step. A kept factorization, which
    contains the constraints of another position, requires the smaller tolerance. The round-off of lengths is added to
    the tolerances.
    """
    h2, relative, absolute = control.h * control.h, control.relative, control.absolute
    reach, linear, angular = control.reach, 0.0, 0.0
    for n in range(bodies):
        for k in range(3):
            reach = max(reach, abs(state.x[n, k]))
            linear = max(linear, abs(body.acceleration[n, k]))
            angular = max(angular, abs(body.acceleration[n, 3 + k]))
    round_x, round_psi = 8.0 * EPSILON * reach, 8.0 * EPSILON * (1.0 + reach / control.lever)
    tolerance_x = min(h2 * (absolute + relative * linear), relative * reach) + round_x
    tolerance_psi = min(h2 * (absolute + relative * angular), relative) + round_psi
    if control.finest > 0.0:
        finest_x, finest_psi = control.finest + round_x, control.finest / control.extent + round_psi
        if control.modified == 0:
            tolerance_x, tolerance_psi = finest_x, finest_psi
        else:
            tolerance_x, tolerance_psi = min(tolerance_x, finest_x), min(tolerance_psi, finest_psi)
    control.allowed = tolerance_x
    return tolerance_x, tolerance_psi, round_x, round_psi


@subroutine
def weighted_size(dX: Vector, dpsi: Vector, tolerance: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the size of a body's correction relative to its tolerance, and relative to its round-off."""
    size_x = math.sqrt(dX[0] * dX[0] + dX[1] * dX[1] + dX[2] * dX[2])
    size_psi = math.sqrt(dpsi[0] * dpsi[0] + dpsi[1] * dpsi[1] + dpsi[2] * dpsi[2])
    return max(size_x / tolerance[0], size_psi / tolerance[1]), max(size_x / tolerance[2], size_psi / tolerance[3])


@subroutine
def largest(values: Floats) -> float:
    """Return the largest absolute value."""
    worst = 0.0
    for r in range(values.shape[0]):
        worst = max(worst, abs(values[r]))
    return worst


@part
def correct_bodies(
    free: Ints, forest: Forest | None, system: LinearSystem, control: Control, state: State, work: Workspace
) -> tuple[float, float, float]:
    """Apply the solution to the bodies. Return the norm of the solution relative to the tolerances, and relative to
    round-off. Also return whether the constraint errors before the correction were only round-off (1 or 0).

    The norm includes the constraint errors before the correction, which the correction should remove. They dominate the
    norm only if the solution omits a constraint that seems redundant, as in a locking mechanism.
    """
    body, b = work.body, work.b
    h2, exact = control.h * control.h, control.exact == 1
    bodies = body.q.shape[0] - 1
    if cases_of(control.moves) > 1:
        keep_iterate(body.correction, body.shift, work.multipliers, work.kept)
    tolerance = tolerances(bodies, control, body, state)
    worst, worst_rounding = 0.0, 0.0
    for n in range(bodies):
        i = system.bodies[n, UNKNOWN]
        dX, dpsi = (b[i], b[i + 1], b[i + 2]), (b[i + 3], b[i + 4], b[i + 5])
        size, size_rounding = weighted_size(dX, dpsi, tolerance)
        is_worse = exceeds(size, worst)
        worst, control.failed = select(is_worse, size, worst), select(is_worse, n, control.failed)
        worst_rounding = max(worst_rounding, size_rounding)
        if free[n] != TREE:
            correct(free[n], n, exact, dX, dpsi, body, state)
    if forest is not None:
        bend = h2 * control.gamma_1 / 12.0
        correct_forest(forest, system.bodies, exact, bend, b, body, state)
    add_multipliers(system.joints, state.R, 1.0 / h2, b, work.multipliers)
    if cases_of(control.moves) > 1:
        put_back_iterate(control.moves, body.correction, body.shift, work.multipliers, work.kept)
    error, reach = largest(work.phi), max(control.reach, 1.0)
    worst = max(worst, 0.5 * error / (tolerance[0] + reach * tolerance[1]))
    worst_rounding = max(worst_rounding, 0.5 * error / (tolerance[2] + reach * tolerance[3]))
    return worst, worst_rounding, 1.0 - exceeds(error, tolerance[2])


@subroutine
def _contraction(size: float, case: int, control: Control) -> float:
    """Return the ratio of a correction to the previous correction. In the first iteration, return the ratio of the
    first two corrections of earlier steps.

    The ratio of earlier steps becomes less reliable with each step. It is not used if the current step differs from the
    earlier steps.
    """
    if control.iteration == 0:
        contraction = min(case_of(control.contraction, case), 0.99) ** 0.8
        control.contraction = with_case(control.contraction, case, contraction)
        return contraction if size <= 2.0 * case_of(control.first_correction, case) else 1.0
    before = case_of(control.correction, case)
    contraction = size / before
    if control.iteration == 1:
        control.contraction = with_case(control.contraction, case, contraction)
        control.first_correction = with_case(control.first_correction, case, before)
    return contraction


@part
def judge(size: float, size_rounding: float, closed: float, control: Control) -> int:
    """Return the verdict after a correction. SOLVED means that the step is complete, ITERATING that it needs another
    iteration, and READY that it has failed and must be halved.

    Cases side by side continue ITERATING until all of them are solved. Their steps must fail together.
    """
    iterates, fails = False, 0.0 * control.moves
    for case in range(cases_of(size)):
        if case_of(control.moves, case) != 0.0:
            verdict = _judge_case(
                case_of(size, case), case_of(size_rounding, case), case_of(closed, case), case, control
            )
            iterates = iterates or verdict == ITERATING
            fails = with_case(fails, case, 1.0 if verdict == READY else 0.0)
            control.moves = with_case(control.moves, case, 1.0 if verdict == ITERATING else 0.0)
    control.iteration += 1
    if fails != 0.0:
        return READY
    return ITERATING if iterates else SOLVED


@subroutine
def _judge_case(size: float, size_rounding: float, closed: float, case: int, control: Control) -> int:
    """Return the verdict on one case.

    Near a singular position, round-off of the constraints corresponds to a much larger motion, which no iteration can
    reduce. The iteration therefore ends if the corrections no longer decrease while the constraints are `closed` to
    round-off.
    """
    iteration, contraction = control.iteration, _contraction(size, case, control)
    left, noise = remainder_of_series(size, contraction), NEVER
    # These corrections do not form a series, and the first one belongs to a system with different friction.
    if control.sticks == 1:
        left = size if iteration > 0 else math.inf
    elif iteration > 0:
        left = min(left, size)
    if control.finest > 0.0:
        left = max(left, size * case_of(control.allowed, case) / (BEND * case_of(control.reach, case)))
    if iteration > 1:
        circling = iteration > 2 and contraction > CIRCLING and closed != 0.0
        noise = size_rounding / (AMPLIFIED if circling else NOISE)
    rules = Rules(control.limit, SLOW, GROWTH, PATIENCE)
    if control.rubs == 1:  # a distant solution may rotate bodies several times
        rules = Rules(control.limit, SLOW, 1.0, 0)
    if control.sticks == 1:
        rules = Rules(max(control.limit, MOST_SEARCHES), SLOW, NEVER, 0)
    search = assess(Search(GO_ON, iteration, case_of(control.correction, case)), rules, size, left, noise)
    control.iterations = with_case(control.iterations, case, case_of(control.iterations, case) + 1)
    control.correction = with_case(control.correction, case, size)
    if search.verdict != GO_ON:
        return SOLVED if search.verdict == CONVERGED else READY
    is_slow = iteration > 0 and contraction > KEPT and case_of(control.fresh, case) == 0
    if control.modified == 0 or control.sticks == 1 or is_slow:
        control.factorized = with_case(control.factorized, case, 0)
    return ITERATING


@part
def keep_derivatives(b: Floats) -> float:
    """Set the values of a solution to zero and keep their derivatives. Return the size of the largest derivative."""
    size = 0.0
    for i in range(b.shape[0]):
        b[i] = derivatives_alone(b[i])
        size = max(size, largest_derivative(b[i]))
    return size


@part
def judge_derivatives(size: float, control: Control, state: State, work: Workspace) -> int:
    """Return the verdict on a step and its derivatives after a correction of this size: SOLVED, or ITERATING for
    further corrections.

    The equations of the derivatives are linear, so their corrections form a geometric series. The corrections contain
    multipliers times h^2. If parameters affect only reactions, only the multipliers have derivatives, and the
    derivatives of the motion are round-off. Corrections that decrease slowly do not count as round-off.
    """
    moved, placed, held, body = 0.0, 0.0, 0.0, work.body
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            moved = max(moved, largest_derivative(body.new_d[n, k]))
        for k in range(3):
            placed = max(placed, largest_derivative(state.x[n, k]))
        for k in range(4):
            placed = max(placed, largest_derivative(state.e[n, k]))
    for r in range(work.multipliers.shape[0]):
        held = max(held, largest_derivative(work.multipliers[r]))
    held = value_of(control.h * control.h) * held
    rounding = EPSILON * max(moved, placed)
    noise = AMPLIFIED_DERIVATIVE * EPSILON * max(moved, placed, held)
    allowed = max(LEAST * max(moved, held), noise)
    before = control.derivative_left
    control.derivative_left = common(size)
    left, is_least = size, False
    if control.refining > 1:
        left = min(size, SAFETY * remainder_of_series(size, size / before))
        is_least = size > 0.5 * before and (size <= noise or (size > CIRCLING * before and size <= allowed))
    if left <= rounding or is_least or control.refining > MOST_REFINEMENTS:
        if not left <= allowed:
            control.unrefined += 1
        control.refining = 0
        return SOLVED
    control.refining += 1
    return ITERATING


@subroutine
def begin_refining(control: Control) -> None:
    """After Newton's iteration for the numbers of a step, start the iteration for its derivatives, if there are any."""
    if control.stage == SOLVED and control.refines == 1:
        control.stage, control.refining, control.derivative_left = ITERATING, 1, math.inf


@subroutine
def flush(number: float) -> float:
    """Return the number, or zero if it is negligibly small."""
    return select(is_below(abs(number), NEGLIGIBLE), number - value_of(number), number)


@part
def accept_part(free: Ints, forest: Forest | None, control: Control, state: State, work: Workspace) -> int:
    """Accept a part of a step. Return the first body with singular angles, or -1 if there is no such body."""
    alpha_m, alpha_f, body = control.alpha_m, control.alpha_f, work.body
    failed = -1
    for b in range(body.q.shape[0] - 1):
        if forest is not None and free[b] == TREE:
            accept_forest_body(forest.tree, b, forest.sweep.links, body)
        if free[b] != TREE and not accept(free[b], b, body, state):
            failed = b
        for k in range(WIDTH):
            now, new, a = body.derivative[b, k], body.new_derivative[b, k], body.auxiliary[b, k]
            body.auxiliary[b, k] = flush(((1.0 - alpha_f) * new + alpha_f * now - alpha_m * a) / (1.0 - alpha_m))
            body.before[b, k], body.derivative[b, k] = now, flush(new)
            body.v[b, k] = flush(body.new_v[b, k])
    for r in range(work.multipliers.shape[0]):
        work.history[1, r] = work.history[0, r]
        work.history[0, r] = flush(work.multipliers[r])
    return failed


@subroutine
def shorten(control: Control) -> bool:
    """Divide a failed part of a step into halves. Return False if the part already has the smallest size."""
    control.factorized, control.contraction = 0, 1.0
    return halve(control, LEVELS)
