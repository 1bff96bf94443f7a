"""The time loop: one flat loop over Newton iterations, each call below made from one place, so that it is compiled once."""

from __future__ import annotations

from rbsolve.geometry.vector import determinant
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.integrators.generalized_alpha.articulated import solve_tree
from rbsolve.solver.integrators.generalized_alpha.assembly import (
    add_multipliers,
    assemble,
    evaluate,
    put_jacobians,
    put_masses,
    put_residual,
    put_row_values,
)
from rbsolve.solver.integrators.generalized_alpha.control import (
    ALPHA_F,
    ALPHA_M,
    ANGLES,
    ARTICULATED,
    BETA,
    BETA_1,
    EXACT,
    FACTORIZATIONS,
    FACTORIZED,
    FAILED,
    FINISHED,
    FRESH,
    GAMMA_1,
    INTERVAL,
    ITERATIONS,
    LAST_STEP,
    LEVEL,
    READY,
    ROW_ITERATIONS,
    RUNNING,
    SINGULAR,
    SOLVED,
    STAGE,
    STALLED,
    START_LATER,
    START_NOW,
    START_ROW,
    START_VELOCITIES,
    STEP,
    STEP_INDEX,
    TIME,
)
from rbsolve.solver.integrators.generalized_alpha.coordinates import EULER_2, place
from rbsolve.solver.integrators.generalized_alpha.forest import accept_cut_rotations, place_forest, put_forest_errors
from rbsolve.solver.integrators.generalized_alpha.newton import (
    accept_part,
    begin_part,
    correct_bodies,
    halve,
    judge,
    next_part,
    predict,
)
from rbsolve.solver.integrators.generalized_alpha.records import ACCELERATION
from rbsolve.solver.integrators.generalized_alpha.start import (
    finish_start,
    keep_accelerations,
    prepare_start,
    put_constraint_targets,
    put_local_errors,
)
from rbsolve.solver.integrators.rows import write_pose
from rbsolve.solver.joints.kernels import acceleration_terms, accept_rotations
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve
from rbsolve.solver.model.rows import row9
from rbsolve.solver.trees.reactions import put_multipliers


@subroutine
def _write_row(model, free, forest, time, step, iterations, state, work, chunk):
    """One row of output."""
    turned = model.joints.turned
    body, history = work.body, work.history
    row = write_pose(chunk, state, time, step)
    for b in range(body.shape[0] - 1):
        for k in range(3):
            chunk.a[row, b, k] = body[b, ACCELERATION + k]
            chunk.alpha[row, b, k] = body[b, ACCELERATION + 3 + k]
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
        if free is not None and free[b] == EULER_2:
            square = 0.0
            for k in range(4):
                square += state.e[b, k] * state.e[b, k]
            chunk.unit_norm_error[row, b] = 0.5 * (square - 1.0)
    for r in range(history.shape[1]):
        chunk.multipliers[row, r] = history[0, r]
    for j in range(turned.shape[0]):
        chunk.joint_rotation[row, j] = turned[j]
    if forest is not None and forest.tree.cuts.shape[0] == 0:
        put_multipliers(model, forest.tree, state, forest.sweep.links, chunk.multipliers[row])
    chunk.newton_iterations[row] = iterations


@subroutine
def _put_right_side(model, free, forest, system, stage, numbers, state, work):
    """Right-hand side of the linear system of a stage."""
    bodies, body, b, R = model.bodies, work.body, work.b, state.R
    if stage == START_VELOCITIES:
        factor = 1.0 / 6.0 - numbers[BETA] - 0.5 * (numbers[ALPHA_M] - numbers[ALPHA_F])
        if free is not None:
            put_local_errors(free, R, numbers[STEP], factor, body)
        if forest is not None:
            put_forest_errors(forest, numbers[STEP], factor, body, state)
        put_constraint_targets(model.joints.body0, model.joints.body1, system.joints, R, body, work.J, work.phi, b)
        return
    factor = numbers[STEP] * numbers[STEP]
    if stage < START_VELOCITIES:
        factor = 1.0
        for n in range(bodies.mass.shape[0]):
            for k in range(6):
                body[n, ACCELERATION + k] = 0.0
        acceleration_terms(model, numbers[TIME], state, work.phi)
    put_residual(bodies, system.bodies, factor, body, state, b)
    put_row_values(system.joints, R, work.phi, -1.0, b)


@subroutine
def _put_matrix(model, system, stage, numbers, state, work):
    """Matrix of the linear system of a stage."""
    for i in range(work.values.shape[0]):
        work.values[i] = 0.0
    scale = 1.0
    if stage < READY:
        put_masses(model.bodies, system.bodies, work.values)
    else:
        h2 = numbers[STEP] * numbers[STEP]
        gamma, beta, exact = numbers[GAMMA_1], numbers[BETA_1], numbers[EXACT] != 0.0
        assemble(model, system, numbers[TIME], h2, gamma, beta, exact, state, work)
        scale = h2 * beta
    joints = model.joints
    put_jacobians(model.bodies, joints.body0, joints.body1, system.joints, state.R, scale, work)


@subroutine
def _after_start(stage, free, forest, system, numbers, cursor, state, work):
    """Use the solution of a starting stage and prepare the next one."""
    h = numbers[STEP]
    if stage != START_VELOCITIES:
        keep_accelerations(stage, free, forest, system.bodies, h, work.body, state, work.b)
    for r in range(work.multipliers.shape[0]):
        work.multipliers[r] = 0.0
    if stage == START_NOW:
        add_multipliers(system.joints, state.R, 1.0, work.b, work.multipliers)
        for r in range(work.multipliers.shape[0]):
            work.history[0, r], work.history[1, r] = work.multipliers[r], work.multipliers[r]
            work.multipliers[r] = 0.0
        numbers[TIME] += h
    elif stage == START_LATER:
        numbers[TIME] -= h
    cursor[STAGE] = stage + 1
    cursor[FACTORIZED] = 0


@subroutine
def _finish_placement(model, free, forest, system, stage, times, steps, numbers, cursor, state, work, chunk):
    """The bodies stand where a step, or the start, ends: accept, and write a row when it is time. RUNNING or ANGLES."""
    row = True
    if stage == SOLVED:
        cursor[FAILED] = accept_part(free, forest, numbers, work.body, state, work.multipliers, work.history)
        if cursor[FAILED] >= 0:
            return ANGLES
        if free is not None:
            accept_rotations(model.joints, state)
        if forest is not None:
            accept_cut_rotations(model, forest.tree, state)
        row = next_part(cursor) and cursor[STEP_INDEX] == steps[cursor[INTERVAL]]
    if row:
        if stage == SOLVED:
            numbers[TIME] = times[cursor[INTERVAL] + 1]  # to the last bit, which a sum of steps is not
        iterations = cursor[ITERATIONS] - cursor[ROW_ITERATIONS]
        cursor[ROW_ITERATIONS] = cursor[ITERATIONS]
        size = numbers[LAST_STEP] if stage == SOLVED else 0.0
        _write_row(model, free, forest, numbers[TIME], size, iterations, state, work, chunk)
        cursor[STEP_INDEX] = 0
        if stage == SOLVED:
            cursor[INTERVAL] += 1
    if stage == START_ROW:
        shift = numbers[ALPHA_M] - numbers[ALPHA_F]
        finish_start(free, forest, system, numbers[STEP], shift, work.body, state, work.b)
        cursor[STAGE] = READY
    return RUNNING


@subroutine
def _needs_forces(forest, steps, cursor):
    """Whether a row may follow whose reactions come from the applied forces."""
    return forest is not None and cursor[STEP_INDEX] + 1 == steps[cursor[INTERVAL]]


@kernel
def advance(model, free, forest, system, times, steps, numbers, cursor, state, work, chunk, budget):
    """Take up to `budget` steps, or fill `chunk`; see control.py for what is returned.

    One of `free` (the codes of the bodies' formulations) and `forest` is None, and `system` is where the articulated-body algorithm solves
    for the corrections: each case is compiled with what it uses only.
    """
    while True:
        if cursor[STAGE] == READY:
            interval = cursor[INTERVAL]
            if interval == steps.shape[0]:
                return FINISHED
            if cursor[LEVEL] == 0:
                if budget <= 0 or chunk.count[0] == chunk.time.shape[0]:
                    return RUNNING
                budget -= 1
            h = (times[interval + 1] - times[interval]) / steps[interval]
            growth = begin_part(times[interval] + cursor[STEP_INDEX] * h, h, numbers, cursor, work.body)
            predict(free, growth, numbers, work.body, work.multipliers, work.history)
        stage = cursor[STAGE]
        if stage < READY:
            prepare_start(stage, model, free, forest, numbers[STEP], work.body, state)
        if free is not None:
            for b in range(free.shape[0]):
                place(free[b], b, numbers[GAMMA_1], numbers[BETA_1], work.body, state)
        if forest is not None:
            gamma, beta = numbers[GAMMA_1], numbers[BETA_1]
            place_forest(model, forest, numbers[TIME], numbers[STEP], gamma, beta, work.body, state)
        if stage != SOLVED or _needs_forces(forest, steps, cursor):
            apply_forces(model, numbers[TIME], state)
        if stage == SOLVED or stage == START_ROW:
            if (
                _finish_placement(model, free, forest, system, stage, times, steps, numbers, cursor, state, work, chunk)
                == ANGLES
            ):
                return ANGLES
            continue
        if system is None:
            if forest is not None and not solve_tree(model, forest, stage, numbers, cursor, state, work):
                return SINGULAR
            if cursor[ARTICULATED] == 0:
                return RUNNING
            continue
        evaluate(model, numbers[TIME], state, work.multipliers, work.phi, work.J)
        _put_right_side(model, free, forest, system, stage, numbers, state, work)
        if cursor[FACTORIZED] == 0:
            _put_matrix(model, system, stage, numbers, state, work)
            cursor[FAILED] = factorize(system.elimination, work.values, work.swaps, work.references)
            if cursor[FAILED] >= 0:
                return SINGULAR
            cursor[FACTORIZATIONS] += 1
            cursor[FACTORIZED], cursor[FRESH] = 1, 1
        solve(system.elimination, work.values, work.swaps, work.b)
        if stage < READY:
            _after_start(stage, free, forest, system, numbers, cursor, state, work)
            continue
        size, size_rounding = correct_bodies(free, forest, system, numbers, cursor, state, work)
        cursor[STAGE] = judge(size, size_rounding, numbers, cursor)
        if cursor[STAGE] == READY and not halve(numbers, cursor):
            return STALLED
