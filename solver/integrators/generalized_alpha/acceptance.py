"""Completes an accepted start or step. The module updates the memories of joints, forces, signals and the method, and
decides whether an output row follows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.subroutines import call3, call4, call6
from rbsolve.solver.forces.registry import accept_forces
from rbsolve.solver.functions.corners import part_to_corner
from rbsolve.solver.integrators.divided_steps import next_part
from rbsolve.solver.integrators.generalized_alpha.adaptive import finish_adaptive_start, take_step
from rbsolve.solver.integrators.generalized_alpha.control import READY, ROW, ROW_VELOCITIES, SOLVED, START_ROW
from rbsolve.solver.integrators.generalized_alpha.equations import missing_power_of_step
from rbsolve.solver.integrators.generalized_alpha.function_jumps import work_of_several
from rbsolve.solver.integrators.generalized_alpha.impulses import before_jump, ends_piece
from rbsolve.solver.integrators.generalized_alpha.line_search import leave_search
from rbsolve.solver.integrators.generalized_alpha.offsets import put_offset
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import shift_accelerations
from rbsolve.solver.integrators.generalized_alpha.signal_states import accept_elements, finish_element_start
from rbsolve.solver.integrators.generalized_alpha.start import begin_with_mean, finish_start, forget_accelerations
from rbsolve.solver.integrators.generalized_alpha.step import accept_part
from rbsolve.solver.integrators.generalized_alpha.turns import note_rates
from rbsolve.solver.joints.kernels import accept_rotations, prescribed_power
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import IS_DRIVEN, POWER
from rbsolve.solver.model.energy_flow import (
    NO_CORNER,
    SEVERAL_CORNERS,
    add_work,
    end_step,
    is_sampled,
    look_at_energy,
)
from rbsolve.solver.signals.evaluation import accept_signals, store_jumps
from rbsolve.solver.trees.kinematics import accept_forest_rotations

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def _power(model: Model, parts: Parts, control: Control, state: State) -> float:
    """Return the power of dissipative forces in the last iterate, and the power of prescribed motions."""
    power: float = state.watch[POWER]
    if state.watch[IS_DRIVEN] != 0.0:
        if parts.system is not None:
            power += prescribed_power(model, before_jump(control), parts.work.history[0])
        else:
            power += missing_power_of_step(control, model.bodies, parts.work.body, state)
    return power


@subroutine
def _ends_interval(run: Run) -> bool:
    """Count a completed part of a fixed step, or of a piece of a step. Return whether an output row follows."""
    control = run.control
    if not next_part(control) or not ends_piece(control) or control.step != run.steps[control.interval]:
        return False
    # The exact output time is used, because a sum of steps contains round-off.
    control.time = run.times[control.interval + 1]
    control.step = 0
    control.interval += 1
    return True


@subroutine
def _finish_start(model: Model, parts: Parts, adaptive: Adaptive | None, control: Control, state: State) -> bool:
    """Complete the memory of the method at the start. Return whether an output row follows."""
    shift = control.alpha_m - control.alpha_f
    finish_start(parts, control.h, shift, state)
    if control.rough == 1:
        forget_accelerations(parts.work.body)
    finish_element_start(control.h, shift, parts.elements)
    end_step(state.watch, 0.0, _power(model, parts, control, state), NO_CORNER)
    look_at_energy(model.bodies, model.gravity, state)
    if parts.entries.note_margins != 0:
        call4(parts.entries.note_margins, model, control, parts.elements, state)
    is_first = control.again == 0
    if is_first and parts.entries.store_delayed_jumps != 0:
        store_jumps(model, control.time, state)
    control.again = 0
    if adaptive is not None:
        return finish_adaptive_start(model, parts, adaptive, control, state)
    return is_first


@subroutine
def _finish_step(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, state: State) -> bool:
    """Update all memories after an accepted step, or part of a step. Return whether an output row follows."""
    control = run.control
    control.arrived = 1
    corner = NO_CORNER
    # Multipliers jump because of the method, although the motion does not.
    if state.watch[IS_DRIVEN] != 0.0 and parts.system is None:
        corner = value_of(part_to_corner(model.functions, value_of(control.time), value_of(control.h)))
    if control.nudged == 1:
        corner, control.nudged = control.corner, 0
        if control.has_several == 1 and parts.system is not None:
            corner = SEVERAL_CORNERS
            power = _power(model, parts, control, state)
            add_work(state.watch, work_of_several(model, parts, parts.system, control, power, state))
    end_step(state.watch, control.h, _power(model, parts, control, state), corner)
    if is_sampled(control.steps):
        look_at_energy(model.bodies, model.gravity, state)
    accept_elements(control, parts.elements, state)
    if parts.entries.store_delayed_jumps != 0:
        call3(parts.entries.store_delayed_jumps, model, control, state)
    if parts.entries.remember == 0:
        accept_signals(model, control.time, state)
    elif parts.system is not None:
        call6(parts.entries.remember, model, parts.system, control, parts.elements, state, parts.work)
        if control.jumped == 1:
            shift_accelerations(parts, parts.system, control, state)
            if parts.entries.jump_reactions != 0:
                call6(parts.entries.jump_reactions, model, parts.system, control, parts.elements, state, parts.work)
            end_step(state.watch, 0.0, _power(model, parts, control, state), NO_CORNER)
    leave_search(control)
    if adaptive is None:
        return _ends_interval(run)
    row = take_step(adaptive, control)
    if parts.system is not None:
        put_offset(model, parts, parts.system, adaptive, before_jump(control), state)
    return row


@subroutine
def finish_placement(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, stage: int, state: State) -> bool:
    """Accept the poses of the bodies at the end of a step or of the start. If an output row is due, continue with this
    row.

    Return False if the angles of a body have passed their singularity.
    """
    control, work = run.control, parts.work
    if stage == SOLVED and control.rough == 1:
        begin_with_mean(control, work.body)
        return True
    if parts.forest is None:
        accept_rotations(model.joints, state)
    else:
        accept_forest_rotations(model.joints, parts.forest.tree, state)
    note_rates(model.joints, parts.forest, state, work.turning)
    accept_forces(model, control.time, state)
    if stage == START_ROW:
        row = _finish_start(model, parts, adaptive, control, state)
    else:
        control.failed = accept_part(parts.free, parts.forest, control, state, work)
        if control.failed >= 0:
            return False
        row = _finish_step(model, parts, adaptive, run, state)
    control.stage = READY
    if row:
        control.stage = ROW
        if parts.system is not None and work.phi.shape[0] > 0:
            control.stage, control.factorized = ROW_VELOCITIES, 0
            for r in range(work.multipliers.shape[0]):
                work.multipliers[r] = 0.0
    return True
