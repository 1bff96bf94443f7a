"""The time loop: one flat loop over Newton iterations, each call below made from one place, so that it is compiled once. What takes long
to compile is in parts, which do not know what else a model has: they are compiled once for all variants of the loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.subroutines import call2, call4, call5, call6
from rbsolve.solver.forces.registry import accept_forces, apply_forces
from rbsolve.solver.forces.switches import settle
from rbsolve.solver.integrators.crossing import (
    BEHIND_CROSSING,
    ENDLESS,
    GIVE_UP,
    NOTHING_CROSSED,
    TRY_AGAIN,
)
from rbsolve.solver.integrators.generalized_alpha.adaptive import (
    begin_step,
    choose_first,
    finish_adaptive_start,
    is_near,
    is_probed,
    judge_step,
    start_again,
    take_step,
    try_shorter,
)
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import TREE, place
from rbsolve.solver.integrators.generalized_alpha.control import (
    ANGLES,
    BEGUN,
    CROSSED,
    ENDLESS_SWITCHING,
    FINISHED,
    ITERATING,
    READY,
    ROW,
    ROW_ACCELERATIONS,
    ROW_VELOCITIES,
    RUNNING,
    SINGULAR,
    SOLVED,
    STALLED,
    START_LATER,
    START_NOW,
    START_ROW,
    START_VELOCITIES,
    TOO_SMALL,
)
from rbsolve.solver.integrators.generalized_alpha.equations import (
    add_multipliers,
    assemble,
    evaluate,
    missing_powers,
    put_jacobians,
    put_masses,
    put_residual,
    put_row_values,
    put_velocity_rows,
)
from rbsolve.solver.integrators.generalized_alpha.forest import place_forest
from rbsolve.solver.integrators.generalized_alpha.friction import is_settled
from rbsolve.solver.integrators.generalized_alpha.line_search import (
    begin_search,
    is_elsewhere,
    keep_residual,
    leave_search,
    look,
    tries_sticking,
)
from rbsolve.solver.integrators.generalized_alpha.local_error import put_errors, quadrature_constant
from rbsolve.solver.integrators.generalized_alpha.offsets import put_offset
from rbsolve.solver.integrators.generalized_alpha.rows import after_row, write_row
from rbsolve.solver.integrators.generalized_alpha.signal_states import (
    accept_elements,
    finish_element_start,
    predict_elements,
    prepare_elements,
)
from rbsolve.solver.integrators.generalized_alpha.start import (
    begin_with_mean,
    clear_velocity_rows,
    constrained_rates,
    finish_start,
    forget_accelerations,
    keep_accelerations,
    keep_change,
    prepare_start,
    put_twists,
)
from rbsolve.solver.integrators.generalized_alpha.step import (
    accept_part,
    begin_part,
    begin_refining,
    correct_bodies,
    judge,
    keep_derivatives,
    predict,
    refined,
    shorten,
)
from rbsolve.solver.integrators.generalized_alpha.tree_solution import solve_tree
from rbsolve.solver.integrators.parts import PARTS, divide, next_part
from rbsolve.solver.joints.kernels import acceleration_terms, accept_rotations, prescribed_power, subtract_motions
from rbsolve.solver.kernel import kernel, part, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.model.arrays import IS_DRIVEN, IS_SHORT, LONGEST, POWER, STICKS
from rbsolve.solver.model.energy_flow import end_step, is_sampled, look_at_energy
from rbsolve.solver.signals.crossings import passes_threshold
from rbsolve.solver.signals.evaluation import accept_signals, update_signals
from rbsolve.solver.trees.kinematics import accept_forest_rotations

if TYPE_CHECKING:
    from rbsolve.solver.integrators.chunk import Chunk
    from rbsolve.solver.integrators.generalized_alpha.adaptive import Adaptive
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Ints

MOST_GROWTH = 2.0 + 1e-9  # of a part over the one before


@subroutine
def _put_errors(parts: Parts, control: Control, state: State) -> None:
    """The quadrature's local errors, as twists in the place of the accelerations."""
    body = parts.work.body
    put_errors(parts, quadrature_constant(control), True, body.before, control, state, body.acceleration)


@part
def _put_right_side(
    model: Model, system: LinearSystem, stage: int, control: Control, state: State, work: Workspace
) -> None:
    """Right-hand side of the linear system of a stage."""
    bodies, body, b, R = model.bodies, work.body, work.b, state.R
    if stage == START_VELOCITIES or stage == ROW_VELOCITIES:
        if stage == ROW_VELOCITIES:
            put_twists(state, body.acceleration)
        for i in range(b.shape[0]):
            b[i] = 0.0
        constrained_rates(model.joints, system.joints, body.acceleration, work.J, work.phi)
        if stage == ROW_VELOCITIES:
            subtract_motions(model, control.time, 1, work.phi)
        else:
            clear_velocity_rows(model.joints.couplings, work.phi)
        put_row_values(system.joints, R, work.phi, -1.0 if stage == ROW_VELOCITIES else 1.0, b)
        return
    factor = control.h * control.h
    if stage != ITERATING:
        factor = 1.0
        for n in range(bodies.mass.shape[0]):
            for k in range(6):
                body.acceleration[n, k] = 0.0
        acceleration_terms(model, control.time, state, work.phi)
    else:
        put_velocity_rows(model.joints, 1.0 / control.gamma_1, state, work.J, work.phi)
    put_residual(bodies, system.bodies, factor, body, state, b)
    put_row_values(system.joints, R, work.phi, -1.0, b)


@part
def _put_matrix(
    model: Model, system: LinearSystem, stage: int, control: Control, state: State, work: Workspace
) -> None:
    """Matrix of the linear system of a stage."""
    for i in range(work.values.shape[0]):
        work.values[i] = 0.0
    scale = 1.0
    if stage != ITERATING:
        put_masses(model.bodies, system.bodies, work.values)
    else:
        h2 = control.h * control.h
        assemble(model, system, h2, control, state, work)
        scale = h2 * control.beta_1
    joints = model.joints
    put_jacobians(model.bodies, joints.body0, joints.body1, system.joints, state.R, scale, work)


@subroutine
def _keep_multipliers(stage: int, system: LinearSystem, work: Workspace, state: State) -> None:
    """The solution's multipliers of a start or of a row."""
    for r in range(work.multipliers.shape[0]):
        work.multipliers[r] = 0.0
    if stage != START_VELOCITIES and stage != ROW_VELOCITIES:
        add_multipliers(system.joints, state.R, 1.0, work.b, work.multipliers)


@subroutine
def _after_start(stage: int, parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Use the solution of a starting stage and prepare the next one."""
    h, work = control.h, parts.work
    if stage != START_VELOCITIES:
        keep_accelerations(stage, parts.free, parts.forest, system.bodies, work.body, state, work.b)
    if stage == START_LATER:
        keep_change(control, work.body)
    if stage == START_NOW:
        for r in range(work.multipliers.shape[0]):
            work.history[0, r], work.history[1, r] = work.multipliers[r], work.multipliers[r]
            work.multipliers[r] = 0.0
        control.time += h
    elif stage == START_LATER:
        control.time -= h
    control.stage = stage + 1
    control.factorized = 0


@subroutine
def _power(model: Model, parts: Parts, control: Control, state: State) -> float:
    """The power of what keeps no energy, of the last iterate, and of prescribed motions."""
    power = state.watch[POWER]
    if state.watch[IS_DRIVEN] != 0.0:
        if parts.system is not None:
            power += prescribed_power(model, control.time, parts.work.history[0])
        else:
            power += missing_powers(model.bodies, parts.work.body.acceleration, state)
    return power


@subroutine
def _finish_placement(
    model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, stage: int, state: State
) -> bool:
    """The bodies stand where a step, or the start, ends: accept, and continue to a row when it is time; False where angles went
    through their singularity."""
    control, work, elements = run.control, parts.work, parts.elements
    if stage == SOLVED and control.rough == 1:
        begin_with_mean(control, work.body)
        return True
    if parts.forest is None:
        accept_rotations(model.joints, state)
    else:
        accept_forest_rotations(model.joints, parts.forest.tree, state)
    accept_forces(model, control.time, state)
    row = True
    if stage == START_ROW:
        shift = control.alpha_m - control.alpha_f
        finish_start(parts, control.h, shift, state)
        if control.rough == 1:
            forget_accelerations(work.body)
        finish_element_start(control.h, shift, elements)
        end_step(state.watch, 0.0, _power(model, parts, control, state))
        look_at_energy(model.bodies, model.gravity, state)
        if adaptive is not None:
            row = finish_adaptive_start(parts, adaptive, control, state)
    else:
        control.failed = accept_part(parts.free, parts.forest, control, state, work)
        if control.failed >= 0:
            return False
        control.arrived = 1
        end_step(state.watch, control.h, _power(model, parts, control, state))
        if is_sampled(control.steps):
            look_at_energy(model.bodies, model.gravity, state)
        accept_elements(control, elements, state)
        accept_signals(model, control.time, state)
        leave_search(control)
        if adaptive is not None:
            row = take_step(adaptive, control)
            if parts.system is not None:
                put_offset(model, parts, parts.system, adaptive, control, state)
        else:
            row = _ends_interval(run)
    control.stage = READY
    if row:
        control.stage = ROW
        if parts.system is not None and work.phi.shape[0] > 0:
            control.stage, control.factorized = ROW_VELOCITIES, 0
            for r in range(work.multipliers.shape[0]):
                work.multipliers[r] = 0.0
    return True


@subroutine
def _ends_interval(run: Run) -> bool:
    """Count a part of a step of a fixed size; whether a row of output follows."""
    control = run.control
    if not next_part(control) or control.step != run.steps[control.interval]:
        return False
    control.time = run.times[control.interval + 1]  # to the last bit, which a sum of steps is not
    control.step = 0
    control.interval += 1
    return True


@part
def _begin(
    model: Model, adaptive: Adaptive | None, run: Run, state: State, chunk: Chunk, body: BodyRecords
) -> tuple[int, float, float]:
    """Set up the next part of a step; BEGUN, or why the call ends here; and the growth of the step over the last one taken, and started."""
    times, steps, control = run.times, run.steps, run.control
    if state.side.shape[0] > 0 and control.arrived == 1:
        control.arrived = 0
        update_signals(model, control.time, state)
        if passes_threshold(model, state):
            return CROSSED, 1.0, 1.0
    interval = control.interval
    if interval == steps.shape[0]:
        return FINISHED, 1.0, 1.0
    if control.level == 0 and (adaptive is None or adaptive.size.tries == 0):
        if control.budget <= 0 or chunk.count[0] == chunk.time.shape[0]:
            return RUNNING, 1.0, 1.0
        control.budget -= 1
        control.tries = PARTS
    if control.tries == 0:
        return RUNNING, 1.0, 1.0
    control.tries -= 1
    if adaptive is not None:
        growth, resized = begin_step(model.functions, adaptive, times, control, body)
        return BEGUN, growth, resized
    h = (times[interval + 1] - times[interval]) / steps[interval]
    if divide(control, h, min(state.watch[LONGEST], MOST_GROWTH * control.last_h)) and state.watch[IS_SHORT] != 0.0:
        control.divided += 1
    growth = begin_part(times[interval] + control.step * h, h, control, body)
    return BEGUN, growth, growth


@subroutine
def _needs_forces(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, state: State) -> bool:
    """Whether the forces at a solution are asked for: by a row that may follow, whose reactions come from them, or by what switches."""
    control = run.control
    if adaptive is not None:
        if adaptive.crossing.is_needed and is_near(model, adaptive.crossing, control, state):
            return True
        return parts.system is None and adaptive.size.lands == 1
    return parts.system is None and control.step + 1 == run.steps[control.interval]


@part
def _place_free(free: Ints, control: Control, body: BodyRecords, state: State) -> None:
    """Put the bodies where Newmark's formulas have them."""
    for b in range(free.shape[0]):
        if free[b] != TREE:
            place(free[b], b, control.gamma_1, control.beta_1, body, state)


@subroutine
def _place(model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, stage: int, state: State) -> None:
    """Put the bodies where a stage of the start, an iterate or a solution has them, and the forces there."""
    control, forest, body, elements = run.control, parts.forest, parts.work.body, parts.elements
    if stage < READY:
        again = adaptive is not None and adaptive.size.again == 1
        prepare_start(stage, again, model, parts.free, forest, control.h, body, state)
    if parts.free is not None and stage <= SOLVED:
        _place_free(parts.free, control, body, state)
    if forest is not None and stage <= SOLVED:
        place_forest(model, forest, control.time, control.h, control.gamma_1, control.beta_1, body, state)
    if stage < READY:
        prepare_elements(stage, control.h, elements, state)
    elif stage <= SOLVED and parts.entries.place != 0:
        call4(parts.entries.place, model, control, elements, state)
    state.watch[STICKS] = 1.0 if stage == ITERATING and control.sticks == 1 and control.iteration == 0 else 0.0
    if parts.entries.prepare_friction != 0 and stage != SOLVED:
        call5(parts.entries.prepare_friction, model, stage, parts.friction, parts.work.multipliers, state)
    if stage < SOLVED or stage == ROW_ACCELERATIONS or _needs_forces(model, parts, adaptive, run, state):
        apply_forces(model, control.time, state)
        control.evaluations += 1
    if stage <= START_LATER and parts.entries.keep_slopes != 0:
        call5(parts.entries.keep_slopes, model, stage, control, elements, state)


@subroutine
def _solve(model: Model, parts: Parts, system: LinearSystem, stage: int, control: Control, state: State) -> bool:
    """Solve the linear system of a stage, factorized where it is not yet; False where it is singular."""
    work, elements, entries = parts.work, parts.elements, parts.entries
    evaluate(model, control.time, state, work.multipliers, work.phi, work.J)
    if stage == START_VELOCITIES:
        _put_errors(parts, control, state)
    _put_right_side(model, system, stage, control, state, work)
    if control.refining == 0 and control.is_along == 1 and look(system, control, work):
        return True
    if control.sticks == 1 and control.refining == 0:
        keep_residual(work)
    if control.factorized == 0:
        _put_matrix(model, system, stage, control, state, work)
        if entries.put_columns != 0:
            call6(entries.put_columns, model, system, stage, parts.friction, state, work)
        control.failed = factorize(system.elimination, work.values, work.swaps, work.references)
        if control.failed >= 0:
            return False
        if stage < SOLVED:
            control.factorizations += 1
        control.factorized, control.fresh = 1, 1
        if entries.put_update != 0 and stage == ITERATING:
            call6(entries.put_update, model, system, control, elements, state, work)
    solve(system.elimination, work.values, work.swaps, work.b)
    if entries.apply_update != 0 and stage == ITERATING:
        call2(entries.apply_update, elements, work.b)
    if control.sticks == 1 and control.iteration > 0 and control.refining == 0:
        begin_search(system, control, work)
    return True


@subroutine
def _use_solution(
    parts: Parts, system: LinearSystem, adaptive: Adaptive | None, stage: int, control: Control, state: State
) -> bool:
    """Take over what was solved for; False when a step failed that is as small as it may be."""
    work = parts.work
    if stage == ITERATING:
        if control.refining > 0:
            left = keep_derivatives(work.b)
        else:
            left = 0.0
        size, size_rounding, closed = correct_bodies(parts.free, parts.forest, system, control, state, work)
        if control.refining > 0:
            control.stage = refined(left, control, work.body, state)
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
        control.factorized = 0  # of velocities, or of another direction of the reactions
        if not is_settled(stage, parts.friction, work.multipliers):
            return True
    if stage < READY:
        _after_start(stage, parts, system, control, state)
    else:
        after_row(stage, system, control, state, work)
    return True


@kernel
def advance(
    model: Model, parts: Parts, adaptive: Adaptive | None, run: Run, state: State, chunk: Chunk, budget: int
) -> int:
    """Take up to `budget` steps, or fill `chunk`; see control.py for what is returned. `adaptive` is None for steps of a fixed size."""
    control, work = run.control, parts.work
    control.budget, control.tries = budget, PARTS
    while True:
        if control.stage == READY:
            status, growth, resized = _begin(model, adaptive, run, state, chunk, work.body)
            if status != BEGUN:
                return status
            predict(parts.free, growth, control, work.body, work.multipliers, work.history)
            predict_elements(growth, resized, control, parts.elements, state)
        stage = control.stage
        if stage == ROW:
            update_signals(model, control.time, state)
            write_row(model, parts, control, state, chunk)
            continue
        if adaptive is not None and is_probed(stage, adaptive):
            choose_first(parts, adaptive, control, state)
            stage = control.stage
        if adaptive is not None and adaptive.crossing.is_needed and stage == START_NOW:
            settle(model, control.time, state)
        _place(model, parts, adaptive, run, stage, state)
        verdict = NOTHING_CROSSED
        if adaptive is not None and stage == SOLVED:
            verdict = judge_step(model, parts, adaptive, control, state)
            if verdict == TRY_AGAIN:
                continue
            if verdict == GIVE_UP:
                return TOO_SMALL
            if verdict == ENDLESS:
                return ENDLESS_SWITCHING
        if stage == SOLVED or stage == START_ROW:
            if not _finish_placement(model, parts, adaptive, run, stage, state):
                return ANGLES
            if adaptive is not None and verdict == BEHIND_CROSSING:
                start_again(adaptive, run.times, control, work.body)
            continue
        if parts.system is None:
            if parts.forest is not None and not solve_tree(model, parts.forest, stage, control, state, work):
                if adaptive is not None and stage == ITERATING and try_shorter(adaptive, control):
                    continue
                return SINGULAR
            if control.articulated == 0:
                return RUNNING
            continue
        if not _solve(model, parts, parts.system, stage, control, state):
            if adaptive is not None and stage == ITERATING and try_shorter(adaptive, control):
                continue
            return SINGULAR
        if not _use_solution(parts, parts.system, adaptive, stage, control, state):
            return STALLED
