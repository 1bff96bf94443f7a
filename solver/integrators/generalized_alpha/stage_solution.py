"""Uses the solution of a linear system: the module prepares the next stage, or judges an iterate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.subroutines import call6
from rbsolve.solver.integrators.generalized_alpha.adaptive import try_shorter
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    READY,
    ROW_VELOCITIES,
    SOLVED,
    START_IMPULSE,
    START_LATER,
    START_NOW,
    START_VELOCITIES,
)
from rbsolve.solver.integrators.generalized_alpha.equations import add_multipliers
from rbsolve.solver.integrators.generalized_alpha.friction import is_settled
from rbsolve.solver.integrators.generalized_alpha.function_jumps import go_later
from rbsolve.solver.integrators.generalized_alpha.impulses import take_impulse
from rbsolve.solver.integrators.generalized_alpha.line_search import is_elsewhere, tries_sticking
from rbsolve.solver.integrators.generalized_alpha.rows import after_row
from rbsolve.solver.integrators.generalized_alpha.start import keep_accelerations, keep_change
from rbsolve.solver.integrators.generalized_alpha.step import (
    begin_refining,
    correct_bodies,
    judge,
    judge_derivatives,
    keep_derivatives,
    shorten,
)
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def _keep_multipliers(stage: int, system: LinearSystem, work: Workspace, state: State) -> None:
    """Store the multipliers in the solution of a start or of a row."""
    for r in range(work.multipliers.shape[0]):
        work.multipliers[r] = 0.0
    if stage != START_VELOCITIES and stage != ROW_VELOCITIES:
        add_multipliers(system.joints, state.R, 1.0, work.b, work.multipliers)


@subroutine
def _after_start(model: Model, stage: int, parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Use the solution of a stage of the start, and prepare the next stage."""
    work = parts.work
    if parts.entries.start_reactions != 0 and stage <= START_LATER:
        call6(parts.entries.start_reactions, model, system, control, parts.elements, state, work)
    if stage != START_VELOCITIES:
        keep_accelerations(stage, parts.free, parts.forest, system.bodies, work.body, state, work.b)
    if stage == START_LATER:
        keep_change(control, work.body)
    if stage == START_NOW:
        for r in range(work.multipliers.shape[0]):
            work.history[0, r], work.history[1, r] = work.multipliers[r], work.multipliers[r]
            work.multipliers[r] = 0.0
        go_later(model.functions.jumps, control)
    elif stage == START_LATER:
        control.time -= control.ahead
    control.stage = stage + 1
    control.factorized = 0


@subroutine
def use_solution(
    model: Model,
    parts: Parts,
    system: LinearSystem,
    adaptive: Adaptive | None,
    stage: int,
    control: Control,
    state: State,
) -> bool:
    """Apply the solution of a stage to the motion and the multipliers, and set the next stage. Return False if a step
    of the smallest permitted size has failed.
    """
    work = parts.work
    if stage == ITERATING:
        if control.refining > 0:
            left = keep_derivatives(work.b)
        else:
            left = 0.0
        size, size_rounding, closed = correct_bodies(parts.free, parts.forest, system, control, state, work)
        if control.refining > 0:
            control.stage = judge_derivatives(left, control, state, work)
            return True
        if control.is_along == 1 and control.looks > 0:
            return True
        control.stage = judge(size, size_rounding, closed, control)
        if control.stage == SOLVED and is_elsewhere(control.rubs, work.body):
            control.stage = READY
        begin_refining(control)
        if control.stage != READY or tries_sticking(control):
            return True
        if adaptive is not None:
            return try_shorter(adaptive, control)
        return shorten(control)
    _keep_multipliers(stage, system, work, state)
    if parts.entries.put_columns != 0:
        control.factorized = 0  # the factorization is for velocities, or for another direction of the reactions
        if not is_settled(stage, parts.friction, work.multipliers):
            return True
    if stage == START_IMPULSE:
        take_impulse(model, parts, system, control, state)
    elif stage < READY:
        _after_start(model, stage, parts, system, control, state)
    else:
        after_row(stage, system, control, state, work)
    return True
