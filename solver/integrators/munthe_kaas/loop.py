"""The time loop of explicit methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.subroutines import call4, call7
from rbsolve.solver.forces.registry import accept_forces
from rbsolve.solver.forces.switches import settle
from rbsolve.solver.integrators.crossing import (
    BEHIND_CROSSING,
    ENDLESS,
    GIVE_UP,
    NOTHING_CROSSED,
    TRY_AGAIN,
    begin_search_from,
    begin_stages,
    crosses,
    is_searching,
    note_stage,
    trial_step,
)
from rbsolve.solver.integrators.divided_steps import PARTS
from rbsolve.solver.integrators.munthe_kaas.local_error import first_step
from rbsolve.solver.integrators.munthe_kaas.records import (
    ALL_BUT_FORCES,
    ALL_BUT_FORCES_AND_SET,
    BEGUN,
    CROSSED,
    DIVERGED,
    ENDLESS_JUMPS,
    ENDLESS_SWITCHING,
    FINISHED,
    NO_INERTIA,
    NOT_EVEN_COORDINATES,
    NOTHING,
    RUNNING,
    SINGULAR,
    SLOPES,
)
from rbsolve.solver.integrators.munthe_kaas.step import (
    accept,
    close_loops,
    evaluate,
    first_without_place,
    judge,
    jumps_endlessly,
    next_step,
    now,
    out_of_steps,
    put_increment,
    put_slopes,
    start_all,
    write_row,
)
from rbsolve.solver.integrators.munthe_kaas.switches import end_piece, go_to_start, settle_behind, switches_back
from rbsolve.solver.integrators.pieces import begin_adaptive_step, begin_after_jump, end_at_jump, within_piece
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import HAS_POWER, IS_DRIVEN, POWER
from rbsolve.solver.model.energy_flow import add_work, is_sampled, look_at_energy
from rbsolve.solver.signals.crossings import passes_threshold
from rbsolve.solver.signals.evaluation import put_element_slopes
from rbsolve.solver.trees.explicit import prescribed_power
from rbsolve.solver.trees.kinematics import accept_forest_rotations

if TYPE_CHECKING:
    from rbsolve.solver.integrators.munthe_kaas.records import ExplicitCursor, Method, Parts, Run
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk


@subroutine
def _stage(
    model: Model, parts: Parts, method: Method, cursor: ExplicitCursor, state: State, i: int, t: float, h: float
) -> int:
    """Compute the slopes of stage `i` of a step of size `h` from `t`, unless they are known. Return RUNNING, or the
    reason to end the run.
    """
    tableau, forest = method.tableau, parts.forest
    time = within_piece(cursor, t + tableau.c[i] * h)
    cursor.failed = put_increment(model, parts, tableau, i, h)
    if cursor.failed >= 0:
        return SINGULAR
    if i > 0 or cursor.known == NOTHING or cursor.known >= ALL_BUT_FORCES:
        cursor.failed = evaluate(model, parts, t, time, i == 0 and cursor.known != ALL_BUT_FORCES_AND_SET, state)
        if cursor.failed >= 0:
            return NO_INERTIA
        if forest is not None:
            cursor.failed = first_without_place(forest, state)
            if cursor.failed >= 0:
                return DIVERGED
        cursor.evaluations += 1
    put_slopes(model, parts, state, parts.work.slopes[i])
    put_element_slopes(model, time, state, parts.elements.slopes[i])
    if state.watch[HAS_POWER] != 0.0:
        power = state.watch[POWER]
        if forest is not None and state.watch[IS_DRIVEN] != 0.0:
            power += prescribed_power(model, forest, state)
        parts.work.power[1] += tableau.b[i] * power
        if i == 0:
            parts.work.power[0] = power
    if i == 0 and cursor.known < ALL_BUT_FORCES:
        if forest is not None:
            accept_forest_rotations(model.joints, forest.tree, state)
        accept_forces(model, t, state)
        if is_sampled(cursor.steps):
            look_at_energy(model.bodies, model.gravity, state)
    if method.control is None:
        if method.switches.note_stage != 0:
            call4(method.switches.note_stage, method.crossing, i, tableau.c[i], state)
    elif i > 0:
        note_stage(method.crossing, state, tableau.c[i])
    elif cursor.steps == 0:
        begin_search_from(method.crossing, state)
    return RUNNING


@subroutine
def _verdict(
    model: Model, parts: Parts, method: Method, run: Run, state: State, t: float, h: float, lands: bool
) -> int:
    """Return the verdict on a step. The verdict depends on its switches, and on the error of an adaptive step."""
    verdict, crossing, cursor = NOTHING_CROSSED, method.crossing, run.cursor
    if method.control is None:
        if method.switches.judge != 0:
            call7(method.switches.judge, model, parts, method, run, state, t, h)
            verdict = crossing.search.verdict
        return verdict
    if not is_searching(crossing):
        verdict = judge(method.control, t, h, parts, cursor)
    if crossing.is_needed and verdict == NOTHING_CROSSED:
        end = within_piece(cursor, t + h)
        if not method.tableau.first_same_as_last:
            evaluate(model, parts, t, end, False, state)
            cursor.evaluations += 1
        verdict = crosses(crossing, state, t, h, lands)
        if verdict == BEHIND_CROSSING or verdict == NOTHING_CROSSED:
            verdict = settle_behind(model, crossing, cursor, h, end, state, verdict)
        if cursor.at_jump == 1 and (verdict == NOTHING_CROSSED or verdict == BEHIND_CROSSING):
            settle(model, t + h + (t + h - end), state)  # the time just after the jump
    return verdict


@subroutine
def _begin(
    model: Model, parts: Parts, method: Method, run: Run, state: State, chunk: Chunk, budget: int, crossed: bool
) -> int:
    """Use the first slopes after an accepted step for the output row that is due, and for the size of the first step.

    Return BEGUN, or the reason to end the call now, such as a signal that has crossed the threshold of an event
    (`crossed`).
    """
    cursor, control, t = run.cursor, method.control, now(run, method.control)
    if crossed:
        return CROSSED
    if cursor.level > 0 or cursor.is_cut == 1:
        cursor.tries -= 1
        return BEGUN if cursor.tries >= 0 else RUNNING
    cursor.tries = PARTS
    if chunk.count[0] == chunk.time.shape[0]:
        return RUNNING
    if cursor.row_due:
        write_row(model, parts, state, t, cursor.last_h, chunk)
        cursor.row_due = 0
    if cursor.interval == run.steps.shape[0]:
        return FINISHED
    if budget <= 0:
        return RUNNING
    if control is not None and jumps_endlessly(control, cursor):
        return ENDLESS_JUMPS
    if control is not None and not cursor.next_h > 0.0:
        cursor.next_h = first_step(control, parts.work, run.times[run.times.shape[0] - 1] - t)
        if not cursor.next_h > 0.0:
            return out_of_steps(parts.work, cursor)
    return BEGUN


@subroutine
def _begin_after_jump(method: Method, run: Run, t: float) -> None:
    """If a function jumps at the start `t` of a step, let the step evaluate functions after the jump."""
    if method.control is None:
        begin_after_jump(run.cursor, run.jumps, run.times, run.steps, t)
    else:
        begin_adaptive_step(run.cursor, run.jumps, run.times, t)


@subroutine
def _start(model: Model, parts: Parts, method: Method, run: Run, state: State) -> None:
    """Compute the coordinates of the initial state. An adaptive method decides the sides of its switches."""
    start_all(model, parts.forest, parts.work, state)
    if method.control is not None and method.crossing.is_needed:
        _begin_after_jump(method, run, run.times[0])
        settle(model, within_piece(run.cursor, run.times[0]), state)
    run.cursor.known = NOTHING


@subroutine
def _size(model: Model, method: Method, run: Run, state: State, t: float) -> tuple[float, bool]:
    """Return the size of the next step from `t`, and whether the step ends at the output time. During a search for a
    switch, the step is a trial of the search.
    """
    h, lands = next_step(model.functions, run, method.control, t, state.watch)
    if is_searching(method.crossing):
        whole, ends = h, lands
        h, lands = trial_step(method.crossing)
        h = value_of(h)
        if method.control is None:
            h, lands = end_piece(run.cursor, h, whole, ends)
    if method.control is not None:
        end_at_jump(run.cursor, run.jumps, run.times, t + h)
    return h, lands


@kernel
def advance(model: Model, parts: Parts, method: Method, run: Run, state: State, chunk: Chunk, budget: int) -> int:
    """Take up to `budget` accepted or rejected steps, and additional steps to complete the last step.

    A call ends at an accepted state, which is then in `state`. The first stage of the step after an output row writes
    this row.
    """
    cursor, tableau, control, crossing = run.cursor, method.tableau, method.control, method.crossing
    stages, power = tableau.b.shape[0], parts.work.power
    if cursor.known == NOT_EVEN_COORDINATES:
        _start(model, parts, method, run, state)
    moved, arrived = False, True
    while True:
        t = now(run, control)
        _begin_after_jump(method, run, t)
        h, lands = 0.0, False
        for i in range(stages):
            if i > 0 or cursor.known != SLOPES:
                status = _stage(model, parts, method, cursor, state, i, t, h)
                if status != RUNNING:
                    return status
            if i > 0:
                continue
            cursor.known = SLOPES
            power[1] = tableau.b[0] * power[0]
            begin_stages(crossing)
            if arrived:
                crossed = moved and not switches_back(control, cursor) and passes_threshold(model, state)
                status = _begin(model, parts, method, run, state, chunk, budget, crossed)
                if status != BEGUN:
                    return status
            budget -= 1
            h, lands = _size(model, method, run, state, t)
        cursor.failed = put_increment(model, parts, tableau, stages, h)
        if cursor.failed >= 0:
            return SINGULAR
        verdict = _verdict(model, parts, method, run, state, t, h, lands)
        if verdict == TRY_AGAIN:
            cursor.rejected += 1
            arrived = False
            go_to_start(parts, tableau)
            continue
        if verdict == GIVE_UP:
            return out_of_steps(parts.work, cursor)
        if verdict == ENDLESS:
            return ENDLESS_SWITCHING
        if control is not None:
            cursor.time = run.times[cursor.interval + 1] if lands else t + h
        if state.watch[HAS_POWER] != 0.0:
            add_work(state.watch, h * power[1])
        status = accept(model, parts, tableau, cursor, t, h, lands)
        if control is None and method.switches.end_step != 0:
            call4(method.switches.end_step, parts.elements, crossing, cursor, state)
        if status == RUNNING:
            status = close_loops(model, parts, cursor, t + h if control is None else cursor.time, state)
        if verdict == BEHIND_CROSSING:
            cursor.known = NOTHING  # different forces act after this time
        if status != RUNNING:
            return status
        moved, arrived = True, True
