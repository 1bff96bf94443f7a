"""Computes the poses of the bodies at a stage, and their forces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import select
from rbsolve.solver.compiler.derivatives import derivatives_alone, value_of
from rbsolve.solver.compiler.subroutines import call4, call5
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.integrators.generalized_alpha.adaptive import is_near
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import TREE, place
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    READY,
    REFINING,
    ROW_ACCELERATIONS,
    SOLVED,
    START_LATER,
    START_ROW,
)
from rbsolve.solver.integrators.generalized_alpha.equations import keep_missing_power
from rbsolve.solver.integrators.generalized_alpha.forest import place_forest
from rbsolve.solver.integrators.generalized_alpha.impulses import before_jump, time_to_jump
from rbsolve.solver.integrators.generalized_alpha.reactions import put_reactions
from rbsolve.solver.integrators.generalized_alpha.signal_states import prepare_elements
from rbsolve.solver.integrators.generalized_alpha.start import prepare_start
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import POWER, STICKS

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Ints


@subroutine
def _needs_forces(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, state: State) -> bool:
    """Return whether the forces at a solution are needed, either for the reactions of the next row or to detect
    switches.
    """
    control = run.control
    if adaptive is not None:
        if adaptive.crossing.is_needed and is_near(model, adaptive.crossing, control, state):
            return True
        return parts.system is None and adaptive.size.lands == 1
    return parts.system is None and control.step + 1 == run.steps[control.interval]


@part
def place_free(free: Ints, control: Control, body: BodyRecords, state: State) -> None:
    """Place the bodies by Newmark's formulas."""
    for b in range(free.shape[0]):
        if free[b] != TREE:
            place(free[b], b, control.gamma_1, control.beta_1, body, state)


@subroutine
def _evaluate(model: Model, stage: int, control: Control, state: State) -> None:
    """Evaluate the forces. The cases whose iteration has ended keep the power of their last iterate. The energy balance
    uses this power.
    """
    power = state.watch[POWER]
    apply_forces(model, control.time, state)
    if stage == ITERATING and control.refining == 0:
        state.watch[POWER] = select(control.moves, state.watch[POWER], power)
        control.evaluations += select(control.moves, 1, 0)
    else:
        control.evaluations += 1
    # the work of a run must not depend on whether the run computes derivatives
    if stage == ITERATING and control.refining > 0:
        state.watch[POWER] = value_of(power) + derivatives_alone(state.watch[POWER])


@subroutine
def place_stage(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, stage: int, state: State) -> None:
    """Compute the poses of the bodies for a stage of the start, an iterate or a solution, and evaluate the forces
    there.
    """
    control, forest, body, elements = run.control, parts.forest, parts.work.body, parts.elements
    if stage < READY:
        prepare_start(stage, control.again, model, parts.free, forest, control.h, body, state)
    if stage <= SOLVED:
        place_free(parts.free, control, body, state)
    if forest is not None and stage <= SOLVED:
        place_forest(model, forest, before_jump(control), time_to_jump(control), control, body, state)
    if state.acceleration.shape[0] > 0 and START_ROW <= stage <= SOLVED:
        put_reactions(stage, state, parts.work)
    if stage < READY:
        prepare_elements(stage, control.h, elements, state)
        for r in range(parts.work.multipliers.shape[0]):  # the solution contains multipliers, not corrections
            parts.work.multipliers[r] = 0.0
    elif stage <= SOLVED and parts.entries.place != 0:
        call4(parts.entries.place, model, control, elements, state)
    state.watch[STICKS] = 1.0 if stage == ITERATING and control.sticks == 1 and control.iteration == 0 else 0.0
    if parts.entries.prepare_friction != 0 and stage != SOLVED:
        iterate = REFINING if stage == ITERATING and control.refining > 0 else stage
        call5(parts.entries.prepare_friction, model, iterate, parts.friction, parts.work.multipliers, state)
    if stage < SOLVED or stage == ROW_ACCELERATIONS or _needs_forces(model, parts, adaptive, run, state):
        if parts.system is None:
            keep_missing_power(stage, control, model.bodies, parts.work.body, state)
        _evaluate(model, stage, control, state)
    if stage <= START_LATER and parts.entries.keep_slopes != 0:
        call5(parts.entries.keep_slopes, model, stage, control, elements, state)
