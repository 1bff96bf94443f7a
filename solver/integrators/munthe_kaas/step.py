"""The operations of an explicit step."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import is_zero, value_of
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.dispatch import accept_bodies, body_slopes, configure_bodies, start_bodies
from rbsolve.solver.functions.corners import up_to_corner
from rbsolve.solver.integrators.crossing import GIVE_UP, NOTHING_CROSSED, TRY_AGAIN
from rbsolve.solver.integrators.divided_steps import divide, next_part
from rbsolve.solver.integrators.munthe_kaas.local_error import scaled_error
from rbsolve.solver.integrators.munthe_kaas.records import (
    DIVERGED,
    FORCES,
    NOT_CLOSED,
    NOTHING,
    RUNNING,
    SINGULAR,
    STEP_TOO_SMALL,
)
from rbsolve.solver.integrators.pieces import up_to_jump
from rbsolve.solver.integrators.row_writing import (
    put_free_accelerations,
    write_free_accelerations,
    write_own_errors,
    write_state,
)
from rbsolve.solver.integrators.step_control import fit_step, new_step
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import IS_SHORT, IS_STIFF, LONGEST
from rbsolve.solver.signals.evaluation import accept_signals, store_before_jump, update_reactive, update_signals
from rbsolve.solver.trees.articulated import solve_accelerations
from rbsolve.solver.trees.closure import MOST, close_accelerations, correct_loops
from rbsolve.solver.trees.explicit import (
    accept_forest,
    configure_forest,
    forest_slopes,
    put_forest_reactions,
    reactions_stay,
    write_forest,
)
from rbsolve.solver.trees.kinematics import start_forest

COUNTED = 20_000  # number of steps after which the number of steps in the rest of the run is estimated
MOST_AHEAD = 3e7  # largest estimated number of steps in the rest of a run with a formula that jumps
REFUSED = 0.25  # a formula jumps in almost every step if at least this fraction of steps is rejected
MOST_DENSE = 9  # largest number of consecutive estimates above these numbers

if TYPE_CHECKING:
    from rbsolve.solver.integrators.munthe_kaas.records import (
        ExplicitCursor,
        Exponentials,
        Parts,
        Run,
        SignalStages,
        StepControl,
        StepRecords,
        Weights,
    )
    from rbsolve.solver.model.arrays import Functions, Model, State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.trees.arrays import Forest


@subroutine
def combine(weights: Floats, count: int, h: float, slopes: Floats, z: Floats) -> None:
    """Compute `z = h sum_j weights[j] slopes[j]` over the first `count` slopes. All arrays are flat."""
    for k in range(z.shape[0]):
        z[k] = 0.0
    for j in range(count):
        factor = h * weights[j]
        if not is_zero(factor):
            for k in range(z.shape[0]):
                z[k] += factor * slopes[j, k]


@subroutine
def copy_matrix(source: Floats, target: Floats) -> None:
    """Copy all entries of a matrix."""
    for i in range(source.shape[0]):
        for k in range(source.shape[1]):
            target[i, k] = source[i, k]


@subroutine
def _move(model: Model, parts: Parts) -> int:
    """Move the bodies by the increment. Return the first body with singular coordinates, or -1."""
    work = parts.work
    if parts.forest is None:
        return accept_bodies(model, work)
    accept_forest(parts.forest, work.y, work.v, work.z)
    return -1


@part
def _compose(model: Model, parts: Parts, exponentials: Exponentials, i: int, left: int, h: float) -> int:
    """Move the bodies from the start of the step by the exponentials of stage `i`, or of the step itself for `i = s`.

    The last `left` (0 or 1) exponentials are not applied. If `left` is 1, the argument of the last exponential becomes
    the increment. If `left` is 0, the increment becomes zero. Return the first body with singular coordinates, or -1 if
    there is no such body.
    """
    work, failed, stages = parts.work, -1, exponentials.weights.shape[1]
    if i == 1:
        copy_matrix(work.y, exponentials.y)
        copy_matrix(work.v, exponentials.v)
    elif i > 1:
        copy_matrix(exponentials.y, work.y)
        copy_matrix(exponentials.v, work.v)
    first, last = exponentials.first[i], exponentials.first[i + 1] - 1
    for n in range(first, last + 1 - left if i > 0 else first):
        combine(exponentials.weights[n], stages, h, work.flat_slopes, work.flat_z)
        if failed < 0:
            failed = _move(model, parts)
    combine(exponentials.weights[last], left * stages, h, work.flat_slopes, work.flat_z)
    return failed


@part
def _combine_all(weights: Floats, count: int, h: float, work: StepRecords, elements: SignalStages) -> None:
    """Compute the increments of bodies and of signal states from the first `count` slopes."""
    combine(weights, count, h, elements.slopes, elements.z)
    combine(weights, count, h, work.flat_slopes, work.flat_z)


@subroutine
def put_increment(model: Model, parts: Parts, tableau: Weights, i: int, h: float) -> int:
    """Compute coordinates and increments at stage `i` of a step, or at the end of the step for `i = s`.

    Return the first body with singular coordinates, or -1 if there is no such body.
    """
    work, elements, is_end = parts.work, parts.elements, i == tableau.b.shape[0]
    weights = tableau.b if is_end else tableau.a[i]
    if tableau.exponentials.weights.shape[0] == 0:
        _combine_all(weights, i, h, work, elements)
        return -1
    combine(weights, i, h, elements.slopes, elements.z)
    return _compose(model, parts, tableau.exponentials, i, 1 if is_end else 0, h)


@subroutine
def _first_not_finite(work: StepRecords, elements: SignalStages) -> int:
    """Return the first body with coordinates or velocities that are not finite, or -1 if all are finite. If the state
    of a signal is not finite, return body 0.
    """
    for k in range(elements.y.shape[0]):
        if not math.isfinite(elements.y[k]):
            return 0
    for i in range(work.y.shape[0]):
        total = 0.0
        for k in range(7):
            total += work.y[i, k]
        for k in range(6):
            total += work.v[i, k]
        if not math.isfinite(total):
            return i
    return -1


@part
def first_without_place(forest: Forest, state: State) -> int:
    """Return the first body whose prescribed motion has no value, or -1 if there is no such body."""
    for i in range(state.x.shape[0] - 1):
        if forest.tree.moved[i] == 1 and not math.isfinite(
            state.x[i, 0] + state.x[i, 1] + state.x[i, 2] + state.R[i, 0, 0] + state.R[i, 1, 1]
        ):
            return i
    return -1


@subroutine
def judge(control: StepControl, t: float, h: float, parts: Parts, cursor: ExplicitCursor) -> int:
    """Return the verdict of the error estimate on a step, and determine the size of the next step."""
    error, worst = scaled_error(control, h, parts.work, parts.elements)
    if worst >= 0:
        parts.work.limited[worst] += 1
    cursor.next_h = new_step(control, h, error, cursor)
    if error <= 1.0:
        return NOTHING_CROSSED
    return TRY_AGAIN if cursor.next_h > 1e-14 * max(abs(t), h) else GIVE_UP


@part
def out_of_steps(work: StepRecords, cursor: ExplicitCursor) -> int:
    """Return the reason why no step is small enough: forces at its start are not finite, or its error is too large."""
    first = work.slopes[0]
    cursor.failed = -1
    for i in range(first.shape[0]):
        for k in range(first.shape[1]):
            if not math.isfinite(first[i, k]):
                cursor.failed = i
                return DIVERGED
    return STEP_TOO_SMALL


@part
def start_all(model: Model, forest: Forest | None, work: StepRecords, state: State) -> None:
    """Compute coordinates and velocities from the initial state."""
    if forest is None:
        start_bodies(model, work, state)
    else:
        start_forest(model, forest, state, work.y, work.v)


@subroutine
def evaluate(model: Model, parts: Parts, start: float, t: float, first: bool, state: State) -> int:
    """Evaluate the state and the forces at the time and the increment of the stage. With a forest, also evaluate the
    accelerations. If a function of time jumps at the `start` of the step, `t` of the `first` stage is just after the
    jump.

    Signals that depend on accelerations or forces are evaluated last. In the `first` stage of a step, the memories
    of signals are updated. Friction that depends on reactions is evaluated until the reactions converge. Return a body
    that can move without inertia, or -1 if there is no such body.
    """
    work, forest, elements = parts.work, parts.forest, parts.elements
    if forest is None:
        configure_bodies(model, work, state)
    else:
        configure_forest(model, forest, t, work.y, work.v, work.z, state)
    for k in range(elements.y.shape[0]):
        state.element[k] = elements.y[k] + elements.z[k]
    reacts, samples, failed = model.signals.reactive.shape[0] > 0, first and elements.remembers, -1
    if samples and value_of(start) < value_of(t):
        store_before_jump(model, start, start - (t - start), state)
    if samples and not reacts:
        update_signals(model, t, state)
        accept_signals(model, t, state)
    while True:
        apply_forces(model, t, state)
        if forest is not None:
            failed = solve_accelerations(model, forest.tree, state, forest.sweep)
            close_accelerations(model, forest, parts.closure, t, state)
            rubs = failed < 0 and model.frictions.joint.shape[0] > 0
            if rubs and not reactions_stay(model, forest, parts.closure, parts.friction, state):
                continue
        if not reacts:
            return failed
        if forest is None:
            put_free_accelerations(model, state)
        else:
            put_forest_reactions(model, forest, parts.closure, state)
        update_reactive(model, t, state)
        if failed >= 0 or not samples:
            return failed
        samples = False  # the forces before the samples change determine the sampled reactions
        accept_signals(model, t, state)


@subroutine
def put_slopes(model: Model, parts: Parts, state: State, slope: Floats) -> None:
    """Write the time derivatives of the increments."""
    work = parts.work
    if parts.forest is None:
        body_slopes(model, work, state, slope)
    else:
        forest_slopes(parts.forest, work.z, slope)


@subroutine
def write_row(model: Model, parts: Parts, state: State, t: float, h: float, chunk: Chunk) -> None:
    """Write a row from the state and forces of the first stage."""
    row = write_state(chunk, state, t, h)
    if parts.forest is None:
        write_free_accelerations(chunk, model, state, row)
        write_own_errors(chunk, model, state, parts.work.y, row)
    else:
        write_forest(chunk, model, parts.forest, parts.closure, state, row)


@subroutine
def now(run: Run, control: StepControl | None) -> float:
    """Return the time that the run has reached."""
    times, steps, cursor = run.times, run.steps, run.cursor
    interval = cursor.interval
    if interval == steps.shape[0]:
        end: float = times[interval]
        return end
    if control is not None:
        return cursor.time
    if cursor.is_cut == 1:
        return cursor.begun
    h = (times[interval + 1] - times[interval]) / steps[interval]
    time: float = times[interval] + (cursor.step + cursor.part / (1 << cursor.level)) * h
    return time


@subroutine
def ends_at_row(run: Run) -> bool:
    """Return whether the current fixed step, or its last part or piece, ends at the output time."""
    cursor = run.cursor
    is_last = cursor.step + 1 == run.steps[cursor.interval] and cursor.part + 1 == 1 << cursor.level
    return is_last and cursor.ends_within == 0


@subroutine
def next_step(
    functions: Functions, run: Run, control: StepControl | None, t: float, watch: Floats
) -> tuple[float, bool]:
    """Return the size of the next step from `t`, and whether the step ends at the output time. A fixed step ends at
    jumps of functions of time, and is divided into parts that are short enough.
    """
    times, steps, cursor = run.times, run.steps, run.cursor
    interval = cursor.interval
    if control is None:
        grid = (times[interval + 1] - times[interval]) / steps[interval]
        if cursor.is_cut == 0 and divide(cursor, grid, watch[LONGEST]):
            if watch[IS_SHORT] != 0.0:
                cursor.divided += 1
            elif watch[IS_STIFF] != 0.0:
                cursor.stiff += 1
        parts = 1 << cursor.level
        h = grid / parts
        if cursor.is_cut == 1:
            h -= cursor.begun - (times[interval] + (cursor.step + cursor.part / parts) * grid)
        if run.jumps.shape[0] > 0:
            h = up_to_jump(cursor, run.jumps, t, h, grid)
        return h, ends_at_row(run)
    wanted = value_of(up_to_corner(functions, value_of(cursor.time), value_of(cursor.next_h)))
    return fit_step(wanted, times[interval + 1] - cursor.time)


@subroutine
def accept(
    model: Model, parts: Parts, tableau: Weights, cursor: ExplicitCursor, t: float, h: float, lands: bool
) -> int:
    """Advance the bodies, the states of signals and the cursor by a step of size `h` from `t`. Return RUNNING or the
    reason to end the run.
    """
    elements = parts.elements
    for k in range(elements.y.shape[0]):
        elements.y[k] += elements.z[k]
    cursor.failed = _move(model, parts)
    if cursor.failed >= 0:
        return SINGULAR
    cursor.failed = _first_not_finite(parts.work, elements)
    if cursor.failed >= 0:
        return DIVERGED
    cursor.is_cut = cursor.ends_within
    if cursor.is_cut == 1:
        cursor.begun, cursor.ends_within = t + h, 0
    else:
        next_part(cursor)
        cursor.switches = 0
    # The last stage was at the new configuration, so its forces are still valid. Only the local coordinates start again
    # from zero.
    keeps = tableau.first_same_as_last and not elements.remembers and cursor.at_jump == 0
    cursor.known = FORCES if keeps else NOTHING
    cursor.last_h = h
    if lands:
        cursor.interval += 1
        cursor.step = 0
        cursor.row_due = 1
    return RUNNING


@subroutine
def jumps_endlessly(control: StepControl, cursor: ExplicitCursor) -> bool:
    """Return whether an adaptive run would practically not end, because a formula jumps in almost every step. Such
    steps are rejected more often than other short steps. Several consecutive estimates of the number of steps must lead
    to the same result.
    """
    tries = cursor.steps + cursor.rejected - cursor.tried
    if tries < COUNTED:
        return False
    now, refused = value_of(cursor.time), cursor.rejected - cursor.refused
    is_dense = (control.stop - now) * tries > MOST_AHEAD * (now - cursor.counted) and refused > REFUSED * tries
    cursor.dense = cursor.dense + 1 if is_dense else 0
    cursor.counted, cursor.tried, cursor.refused = now, cursor.tried + tries, cursor.rejected
    return cursor.dense > MOST_DENSE


@subroutine
def close_loops(model: Model, parts: Parts, cursor: ExplicitCursor, t: float, state: State) -> int:
    """Restore the equations between coordinates of the forest after a step that ends at time `t`. Return RUNNING or
    NOT_CLOSED.
    """
    work, forest, closure = parts.work, parts.forest, parts.closure
    if forest is None or closure.is_of_velocities.shape[0] == 0:
        return RUNNING
    cursor.known, cursor.failed = NOTHING, -1
    for k in range(work.flat_z.shape[0]):
        work.flat_z[k] = 0.0
    for _ in range(MOST):
        configure_forest(model, forest, t, work.y, work.v, work.z, state)
        is_closed = correct_loops(model, forest, closure, t, work.z, state)
        accept_forest(forest, work.y, work.v, work.z)
        for k in range(work.flat_z.shape[0]):
            work.flat_z[k] = 0.0
        if is_closed:
            return RUNNING
    return NOT_CLOSED
