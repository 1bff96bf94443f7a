"""The time loop. It is a single flat loop over Newton iterations. Each function of this module is called from only one
place, so that it is compiled only once.

Functions that compile slowly are parts. A part does not depend on the rest of a model, and is compiled once for all
variants of the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.subroutines import call6
from rbsolve.solver.forces.switches import settle
from rbsolve.solver.integrators.crossing import BEHIND_CROSSING, ENDLESS, GIVE_UP, NOTHING_CROSSED, TRY_AGAIN
from rbsolve.solver.integrators.divided_steps import PARTS
from rbsolve.solver.integrators.generalized_alpha.acceptance import finish_placement
from rbsolve.solver.integrators.generalized_alpha.adaptive import (
    choose_first,
    is_probed,
    judge_step,
    start_again,
    try_shorter,
)
from rbsolve.solver.integrators.generalized_alpha.beginning import begin
from rbsolve.solver.integrators.generalized_alpha.control import (
    AFRESH,
    ANGLES,
    BEGUN,
    ENDLESS_SWITCHING,
    ITERATING,
    READY,
    ROW,
    RUNNING,
    SINGULAR,
    SOLVED,
    STALLED,
    START_NOW,
    START_ROW,
    TOO_SMALL,
)
from rbsolve.solver.integrators.generalized_alpha.function_jumps import (
    look_from_start,
    time_of_row,
    weigh_at_start,
    weigh_multipliers,
)
from rbsolve.solver.integrators.generalized_alpha.input_jumps import apply_input_jump, look_at_inputs, stay
from rbsolve.solver.integrators.generalized_alpha.placement import place_stage
from rbsolve.solver.integrators.generalized_alpha.reactions import put_reactions
from rbsolve.solver.integrators.generalized_alpha.rows import write_row
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import take_again
from rbsolve.solver.integrators.generalized_alpha.signal_states import predict_elements
from rbsolve.solver.integrators.generalized_alpha.size_changes import fit_to_size
from rbsolve.solver.integrators.generalized_alpha.stage_solution import use_solution
from rbsolve.solver.integrators.generalized_alpha.stage_system import solve_stage
from rbsolve.solver.integrators.generalized_alpha.step import predict, shorten
from rbsolve.solver.integrators.generalized_alpha.tree_solution import solve_tree
from rbsolve.solver.integrators.generalized_alpha.turns import expect_rotations
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.signals.evaluation import update_signals

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk


@subroutine
def _tries_shorter(adaptive: Adaptive | None, stage: int, control: Control) -> bool:
    """Return whether a step with a singular matrix may be repeated with a smaller size. A fixed step is divided only if
    its first iteration had a regular matrix, because the iteration has then diverged.
    """
    if stage != ITERATING:
        return False
    if adaptive is not None:
        return try_shorter(adaptive, control)
    if control.iteration == 0 or not shorten(control):
        return False
    control.stage = READY
    return True


@subroutine
def _solve_and_use(
    model: Model, parts: Parts, adaptive: Adaptive | None, stage: int, control: Control, state: State
) -> int:
    """Solve the equations of a stage, and use the solution. Return BEGUN if the loop continues, otherwise the reason to
    end the call.
    """
    if parts.system is None:
        if parts.forest is not None and not solve_tree(model, parts.forest, stage, control, state, parts.work):
            return BEGUN if _tries_shorter(adaptive, stage, control) else SINGULAR
        return RUNNING if control.articulated == 0 else BEGUN
    if not solve_stage(model, parts, parts.system, stage, control, state):
        return BEGUN if _tries_shorter(adaptive, stage, control) else SINGULAR
    if stage == ITERATING and control.waits == 1:
        apply_input_jump(model, parts, parts.system, control, state)
        return BEGUN
    return BEGUN if use_solution(model, parts, parts.system, adaptive, stage, control, state) else STALLED


@subroutine
def _is_taken_again(model: Model, parts: Parts, system: LinearSystem, control: Control, state: State) -> bool:
    """Return whether a solved step must be repeated, because functions of time jump or a hysteresis has switched within
    it.
    """
    entries, is_again = parts.entries, False
    if (entries.find_jump == 0 and entries.find_switch == 0) or control.rough == 1:
        return False
    while True:
        control.switched = 0
        if entries.find_jump != 0:
            call6(entries.find_jump, model, system, control, parts.elements, state, parts.work)
        is_jump = control.switched == 1
        if entries.find_switch != 0 and not (is_jump or is_again):
            call6(entries.find_switch, model, system, control, parts.elements, state, parts.work)
        if control.switched == 0:
            break
        if control.has_several == 1 and is_jump:
            weigh_multipliers(model, control, -1.0, state, parts.work.history[0])
        take_again(parts, system, control, state)
        if control.has_several == 1 and is_jump:
            weigh_multipliers(model, control, 1.0, state, parts.work.history[0])
            call6(entries.weigh_bend, model, system, control, parts.elements, state, parts.work)
        if entries.jump_reactions != 0 and control.jumped == 1:
            call6(entries.jump_reactions, model, system, control, parts.elements, state, parts.work)
        is_again = True
        if not is_jump:
            break
    if is_again:
        control.switched, control.treated = 1, control.left + control.h
    return is_again


@kernel
def advance(
    model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, state: State, chunk: Chunk, budget: int
) -> int:
    """Take up to `budget` steps, or fewer if `chunk` is full. control.py lists the return values. `adaptive` is None
    for fixed steps.
    """
    control, work = run.control, parts.work
    control.budget, control.tries = budget, PARTS
    while True:
        if control.stage == READY:
            look_at_inputs(model, parts, control, state)
            status, growth, resized = begin(model, adaptive, run, state, chunk, work.body)
            if status == AFRESH:
                continue
            if status != BEGUN:
                return status
            if adaptive is None and parts.system is not None:
                fit_to_size(model, parts, parts.system, growth, control, state)
            weigh_at_start(model, parts, control, state)
            look_from_start(model, parts, control, state)
            predict(parts.free, growth, control, work.body, work.multipliers, work.history)
            if control.waits == 1:
                stay(parts.free, work.body)
            predict_elements(growth, resized, control, parts.elements, state)
            expect_rotations(control.h, state, work.turning)
        stage = control.stage
        if stage == ROW:
            if state.acceleration.shape[0] > 0:
                put_reactions(stage, state, work)
            update_signals(model, control.time, state)
            write_row(model, parts, time_of_row(run.times, control), control, state, chunk)
            continue
        if adaptive is not None and is_probed(stage, adaptive):
            choose_first(model.functions, parts, adaptive, control, state)
            stage = control.stage
        if adaptive is not None and adaptive.crossing.is_needed and stage == START_NOW:
            settle(model, control.time, state)
        place_stage(model, parts, adaptive, run, stage, state)
        verdict = NOTHING_CROSSED
        if adaptive is not None and stage == SOLVED:
            verdict = judge_step(model, parts, adaptive, control, state)
            if verdict == TRY_AGAIN:
                continue
            if verdict == GIVE_UP:
                return TOO_SMALL
            if verdict == ENDLESS:
                return ENDLESS_SWITCHING
        if parts.system is not None:
            is_again = stage == SOLVED and _is_taken_again(model, parts, parts.system, control, state)
            if is_again:
                continue
        if stage == SOLVED or stage == START_ROW:
            if not finish_placement(model, parts, adaptive, run, stage, state):
                return ANGLES
            if adaptive is not None and verdict == BEHIND_CROSSING:
                start_again(adaptive, run.times, control, work.body)
            continue
        status = _solve_and_use(model, parts, adaptive, stage, control, state)
        if status != BEGUN:
            return status
