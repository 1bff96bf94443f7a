"""Integrates the states of signals by the method's formulas for velocity coordinates. The signals determine the time
derivatives (slopes) of the states.

In a step, `x = x_n + h ((1 - gamma) a_n + gamma a)`, where a is the auxiliary slope of the method. The states x are
therefore second-order accurate, like the velocities. For the motion of each iterate, these equations are solved for the
states, so that signals are functions of the motion. The forces of signals add products of two vectors to the iteration
matrix. One vector is the derivative of the forces with respect to a signal. The other vector is the derivative of the
signal with respect to the motion. Woodbury's formula accounts for these products. Newton's iteration therefore
converges as fast as without signals, and the factorization contains only bodies and joints.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.geometry.vector import transpose_vector
from rbsolve.solver.compiler.choices import case_of, cases_of, holds_in_some, select, with_case
from rbsolve.solver.compiler.derivatives import derivatives_alone
from rbsolve.solver.compiler.subroutines import call4
from rbsolve.solver.forces.registry import apply_forces_alone
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    START_LATER,
    START_NOW,
)
from rbsolve.solver.integrators.generalized_alpha.equations import by_increments
from rbsolve.solver.integrators.generalized_alpha.increments import RR, XR, XX
from rbsolve.solver.integrators.sliding import Sliding
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import solve
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.linear_algebra.small import solve_columns
from rbsolve.solver.model.arrays import POWER, Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import nine, row9
from rbsolve.solver.newton import GO_ON, NEVER, Search, assess, at_most
from rbsolve.solver.signals.driving import driving_signals
from rbsolve.solver.signals.evaluation import evaluate_signals, put_element_slopes
from rbsolve.solver.signals.sensitivity import MEASURED, put_sensitivities

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace

SOLVED_TO, RULES = 1e-13, at_most(12)
PROBE = 1e-4  # relative change of a signal for difference quotients of forces, which are usually linear in signals


class SignalStates(NamedTuple):
    """States of the signals, and memory for their equations. In a model without signals, all arrays are empty."""

    x: Floats  # (nx,) states at t_n
    slope: Floats  # (nx,) slopes at t_n
    before: Floats  # (nx,) slopes at t_{n-1}
    auxiliary: Floats  # (nx,) auxiliary slopes at t_n
    start_x: Floats  # (nx,) predicted states
    start_slope: Floats
    slopes: Floats  # (nx,) slopes of the current iterate
    local: Floats  # (1 + most states, most inputs + most states)
    by: Floats  # (ng, nm + nx) derivatives of the signals
    slopes_by: Floats  # (nx, nm + nx) derivatives of the slopes
    matrix: Floats  # (nx, nx)
    solution: Floats  # (nx, nm + 1)
    driving: Ints  # (nd,) the signals that forces use directly
    kept: Floats  # (nd,) values of the driving signals on the other side of a jump
    gradient: Floats  # (3, 12) gradient of a measure
    G: Floats  # (nd, unknowns) derivatives of driving signals with respect to the increments
    W: Floats  # (nd, unknowns) solutions for the derivatives of forces with respect to driving signals
    small: Floats  # (nd, nd) I - G W
    z: Floats  # (nd, 1)
    scratch: Floats  # (nd, nd)
    margin: Floats  # (nw,) margins of hystereses that affect forces, in fixed steps
    margin_before: Floats  # (nw,) these margins at the start of the step
    has_switched: Ints  # (nw,) whether each hysteresis has switched in this step
    sides: Floats  # memories of these signals on the other side of a jump of a function
    jump_slopes: Floats  # (nx,) changes of the slopes at this jump
    error: Floats  # (1,) the largest local error of a state
    sliding: Sliding


def make_elements(model: Model, state: State, unknowns: int) -> SignalStates:
    """Return the states of a model's signals, and memory for a linear system with `unknowns` unknowns."""
    signals = model.signals
    states, measures = len(state.element), len(signals.measures.body0)
    inputs, own = (int(np.diff(first).max(initial=0)) for first in (signals.first_input, signals.first_state))
    driving = driving_signals(model)
    n = len(driving)
    slope, before, auxiliary, start_x, start_slope, slopes = (np.zeros(states) for _ in range(6))
    return SignalStates(
        x=state.element.copy(),
        slope=slope,
        before=before,
        auxiliary=auxiliary,
        start_x=start_x,
        start_slope=start_slope,
        slopes=slopes,
        local=np.zeros((1 + own, inputs + own)),
        by=np.zeros((len(signals.kind), measures + states)),
        slopes_by=np.zeros((states, measures + states)),
        matrix=np.zeros((states, states)),
        solution=np.zeros((states, measures + 1)),
        driving=driving,
        kept=np.zeros(n),
        gradient=np.zeros((3, 12)),
        G=np.zeros((n, unknowns)),
        W=np.zeros((n, unknowns)),
        small=np.zeros((n, n)),
        z=np.zeros((n, 1)),
        scratch=np.zeros((n, n)),
        margin=np.zeros(len(signals.switching)),
        margin_before=np.zeros(len(signals.switching)),
        has_switched=np.zeros(len(signals.switching), dtype=np.int64),
        sides=np.zeros(int(np.diff(signals.first_memory)[signals.switching].sum())),
        jump_slopes=np.zeros(states),
        error=np.zeros(1),
        sliding=Sliding.of(model),
    )


@subroutine
def prepare_elements(stage: int, h: float, elements: SignalStates, state: State) -> None:
    """Set the signal states for a stage of the start."""
    for k in range(elements.x.shape[0]):
        state.element[k] = elements.x[k] + (h * elements.slope[k] if stage == START_LATER else 0.0)


@subroutine
def keep_element_slopes(model: Model, stage: int, control: Control, elements: SignalStates, state: State) -> None:
    """Store the slopes of the start. In the stage one step later, store the slopes in `before`."""
    t, h = control.time, control.h
    if stage == START_NOW:
        put_element_slopes(model, t, state, elements.slope)
    elif stage == START_LATER:
        put_element_slopes(model, t, state, elements.before)
        for k in range(elements.x.shape[0]):
            elements.before[k] = (elements.before[k] - elements.slope[k]) / h


@subroutine
def finish_element_start(h: float, shift: float, elements: SignalStates) -> None:
    """Compute the auxiliary slopes at a distance of `shift` steps, and the slopes one step before the start."""
    for k in range(elements.x.shape[0]):
        now, bend = elements.slope[k], elements.before[k]
        elements.auxiliary[k] = now + shift * h * bend
        elements.before[k] = now - h * bend


@part
def predict_elements(growth: float, resized: float, control: Control, elements: SignalStates, state: State) -> None:
    """Predict the states by extrapolated slopes. The length of the step is `growth` times the last accepted step, and
    `resized` times the last started step.
    """
    alpha_m, alpha_f, gamma, h = control.alpha_m, control.alpha_f, control.gamma, control.h
    for k in range(elements.x.shape[0]):
        now = elements.slope[k]
        if resized > 1.0 + 1e-12:  # the same limit as for bodies in `forget_events`
            elements.auxiliary[k] = now + resized * (alpha_m - alpha_f) * (now - elements.before[k])
        elif resized < 1.0 - 1e-12:
            elements.auxiliary[k] = now + resized * (elements.auxiliary[k] - now)
        a, then = elements.auxiliary[k], now + growth * (now - elements.before[k])
        a_new = (alpha_f * now - alpha_m * a + (1.0 - alpha_f) * then) / (1.0 - alpha_m)
        elements.start_slope[k] = then
        elements.start_x[k] = elements.x[k] + h * ((1.0 - gamma) * a + gamma * a_new)
        state.element[k] = elements.start_x[k]


@subroutine
def _put_matrix(model: Model, t: float, share: float, elements: SignalStates, state: State) -> None:
    """Compute `I - share J`, where `J = d(slopes)/d(states)`. Compute all derivatives of the signals."""
    put_sensitivities(model, t, state, elements.local, elements.by, elements.slopes_by)
    measures, states = model.signals.measures.body0.shape[0], elements.x.shape[0]
    for r in range(states):
        for c in range(states):
            elements.matrix[r, c] = (1.0 if r == c else 0.0) - share * elements.slopes_by[r, measures + c]


@subroutine
def place_elements(model: Model, control: Control, elements: SignalStates, state: State) -> None:
    """Solve for the states at the motion in `state`, and evaluate all signals."""
    t, share = control.time, control.gamma_1 / control.beta_1
    states, solution = elements.x.shape[0], elements.solution
    moves = 0.0 * control.moves + 1.0
    if control.stage == ITERATING and control.refining == 0:
        moves = 1.0 * control.moves
    iteration, before = 0, math.inf * (0.0 * control.moves + 1.0)
    while True:
        evaluate_signals(model, t, state)
        if states == 0:
            break
        put_element_slopes(model, t, state, elements.slopes)
        worst = 0.0
        for k in range(states):
            wanted = elements.start_x[k] + share * (elements.slopes[k] - elements.start_slope[k])
            solution[k, 0] = wanted - state.element[k]
            worst = max(worst, abs(solution[k, 0]) / (1.0 + abs(wanted)))
        for case in range(cases_of(control.moves)):
            if case_of(moves, case) == 0.0:
                continue
            size = case_of(worst, case)
            search = assess(Search(GO_ON, iteration, case_of(before, case)), RULES, size, size / SOLVED_TO, NEVER)
            before = with_case(before, case, search.size)
            if search.verdict != GO_ON:
                moves = with_case(moves, case, 0.0)
        iteration += 1
        if not holds_in_some(moves):
            break
        _put_matrix(model, t, share, elements, state)
        solve_columns(elements.matrix, solution, states, 1)
        for k in range(states):
            state.element[k] = select(moves, state.element[k] + solution[k, 0], state.element[k])
    if control.refines == 1 and states > 0:
        _refine(model, t, share, elements, state)


@subroutine
def _refine(model: Model, t: float, share: float, elements: SignalStates, state: State) -> None:
    """Correct the derivatives of states, whose values are known, by the remaining residual."""
    states, solution = elements.x.shape[0], elements.solution
    _put_matrix(model, t, share, elements, state)
    solve_columns(elements.matrix, solution, states, 1)
    for k in range(states):
        state.element[k] += derivatives_alone(solution[k, 0])
    evaluate_signals(model, t, state)
    put_element_slopes(model, t, state, elements.slopes)


@subroutine
def find_element_error(
    model: Model, factor: float, before: float, control: Control, elements: SignalStates, state: State
) -> None:
    """Write the largest local error of a state in the solved step to `elements.error`. The error is `h^3 factor` times
    the third derivative of the state.

    The error is in the unit of the state, and relative for values above 1. `before` is the size of the previous step.
    The error of a stiff state is weighted by its effect on the motion (`local_error.py`).
    """
    h, states = control.h, elements.x.shape[0]
    for k in range(states):
        now = elements.slope[k]
        change = (elements.slopes[k] - now) / h - (now - elements.before[k]) / before
        elements.solution[k, 0] = h * h * h * factor * 2.0 * change / (h + before)
    _put_matrix(model, control.time, control.gamma_1 / control.beta_1, elements, state)
    solve_columns(elements.matrix, elements.solution, states, 1)
    worst = 0.0
    for k in range(states):
        error = abs(elements.solution[k, 0]) / max(1.0, abs(state.element[k]))
        if not error <= worst:
            worst = error
    elements.error[0] = worst


@part
def accept_elements(control: Control, elements: SignalStates, state: State) -> None:
    """Store the signal states after a completed part of a step."""
    alpha_m, alpha_f = control.alpha_m, control.alpha_f
    for k in range(elements.x.shape[0]):
        now, new, a = elements.slope[k], elements.slopes[k], elements.auxiliary[k]
        elements.auxiliary[k] = ((1.0 - alpha_f) * new + alpha_f * now - alpha_m * a) / (1.0 - alpha_m)
        elements.before[k], elements.slope[k], elements.x[k] = now, new, state.element[k]


@subroutine
def _add_measure(
    model: Model, system: LinearSystem, i: int, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Add the gradient of signal `i`, which is a measure, to the derivatives of driving signals with respect to
    increments. `elements.by` contains the weights.
    """
    m = model.signals.subject[i]
    table, gradient, element = model.signals.measures, elements.gradient, work.element
    call4(model.signals.gradient[i], model, i, state, gradient)
    for end in range(3):
        b = table.body0[m] if end == 0 else table.body1[m] if end == 1 else table.body2[m]
        if b == model.bodies.mass.shape[0]:
            continue
        for k in range(6):
            element[0, 0, k], element[1, 0, k] = gradient[end, k], gradient[end, 6 + k]
        speed = (nine(work.body.speed, b, XX), nine(work.body.speed, b, XR), nine(work.body.speed, b, RR))
        by_increments(element, 0, 0, row9(state.R, b), speed)
        for d in range(elements.driving.shape[0]):
            factor = elements.by[elements.driving[d], m]
            for k in range(6):
                elements.G[d, system.bodies[b, UNKNOWN] + k] += factor * element[2, 0, k]


@subroutine
def _put_total_derivatives(model: Model, control: Control, elements: SignalStates, state: State) -> None:
    """Write the total derivatives with respect to the measures to `elements.by`. These derivatives include the states,
    which are functions of the measures.
    """
    t, share = control.time, control.gamma_1 / control.beta_1
    measures, states = model.signals.measures.body0.shape[0], elements.x.shape[0]
    _put_matrix(model, t, share, elements, state)
    for r in range(states):
        for c in range(measures):
            elements.solution[r, c] = share * elements.slopes_by[r, c]
    solve_columns(elements.matrix, elements.solution, states, measures)
    for i in range(elements.by.shape[0]):
        for c in range(measures):
            for r in range(states):
                elements.by[i, c] += elements.by[i, measures + r] * elements.solution[r, c]


@subroutine
def _put_force_by(
    model: Model, system: LinearSystem, d: int, factor: float, control: Control, elements: SignalStates, state: State
) -> None:
    """Write `factor` times the derivatives of the forces with respect to driving signal `d`, in body axes, to row `d`
    of W.
    """
    signal, W = elements.driving[d], elements.W
    kept, power = state.signal[signal], state.watch[POWER]
    probe = PROBE * max(1.0, abs(kept))
    for k in range(W.shape[1]):
        W[d, k] = 0.0
    for side in range(2):
        sign = 1.0 if side == 0 else -1.0
        state.signal[signal] = kept + sign * probe
        apply_forces_alone(model, control.time, state)
        for b in range(model.bodies.mass.shape[0]):
            first, scale = system.bodies[b, UNKNOWN], sign * factor / (2.0 * probe)
            force = transpose_vector(row9(state.R, b), (state.force[b, 0], state.force[b, 1], state.force[b, 2]))
            for k in range(3):
                W[d, first + k] += scale * force[k]
                W[d, first + 3 + k] += scale * state.moment[b, k]
    state.signal[signal], state.watch[POWER] = kept, power


@subroutine
def put_update(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Compute G, W and I - G W. These matrices are the contribution of signals to a new factorization. The forces in
    the state are overwritten.
    """
    driving = elements.driving.shape[0]
    _put_total_derivatives(model, control, elements, state)
    for d in range(driving):
        for k in range(elements.G.shape[1]):
            elements.G[d, k] = 0.0
    for i in range(model.signals.kind.shape[0]):
        if model.signals.kind[i] < MEASURED:
            _add_measure(model, system, i, elements, state, work)
    for d in range(driving):
        _put_force_by(model, system, d, control.h * control.h, control, elements, state)
        solve(system.elimination, work.values, work.swaps, elements.W[d])
    for d in range(driving):
        for e in range(driving):
            total = 1.0 if d == e else 0.0
            for k in range(elements.G.shape[1]):
                total -= elements.G[d, k] * elements.W[e, k]
            elements.small[d, e] = total


@subroutine
def apply_update(elements: SignalStates, b: Floats) -> None:
    """Extend the solution of bodies and joints to the solution of the whole system."""
    driving, z = elements.driving.shape[0], elements.z
    for d in range(driving):
        z[d, 0] = 0.0
        for k in range(b.shape[0]):
            z[d, 0] += elements.G[d, k] * b[k]
        for e in range(driving):
            elements.scratch[d, e] = elements.small[d, e]
    solve_columns(elements.scratch, z, driving, 1)
    for d in range(driving):
        for k in range(b.shape[0]):
            b[k] += elements.W[d, k] * z[d, 0]
