"""The resumable loop of all steppers: steps between output times, halving after a failure, and output rows."""

from __future__ import annotations

import math

from rbsolve.geometry.vector import add, cross, determinant, matrix_vector, scale, subtract
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.wrench import row3, row4, row9
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.integrators.quaternion_hamiltonian.system import NO_JOINT, pivot_moment, place_at_step
from rbsolve.solver.integrators.rows import write_pose
from rbsolve.solver.kernel import subroutine

RUNNING, FINISHED, STALLED = 0, 1, 2
# Entries of the cursor
INTERVAL, STEP, STEPS, FAILED_BODY, REJECTED, ITERATIONS, ROW_ITERATIONS = 0, 1, 2, 3, 4, 5, 6
SMALLEST_PART = 64  # a step that fails is tried again in halves, down to this fraction


@subroutine
def _pivoted_accelerations(rotors, b, state):  # type: ignore[no-untyped-def]
    """Accelerations (as `newton_euler.accelerations`) of a body that turns about a fixed point."""
    w, pivot = row3(state.w, b), row3(rotors.pivot, b)
    spin = cross(w, matrix_vector(row9(rotors.inertia, b), w))
    alpha = matrix_vector(row9(rotors.inverse, b), subtract(pivot_moment(rotors, b, state), spin))
    offset = add(cross(alpha, pivot), cross(w, cross(w, pivot)))
    return scale(-1.0, matrix_vector(row9(state.R, b), offset)), alpha


@subroutine
def _joint_multipliers(system, b, a, alpha, chunk, row):  # type: ignore[no-untyped-def]
    """The multipliers of the joint at a fixed point: minus the force on its second body (m v' = g - B^T lambda)."""
    joints, state = system.model.joints, system.state
    j = system.rotors.joint[b]
    centre, w = row3(system.model.bodies.centre, b), row3(state.w, b)
    offset = add(cross(alpha, centre), cross(w, cross(w, centre)))
    centre_acceleration = add(a, matrix_vector(row9(state.R, b), offset))
    reaction = subtract(scale(system.rotors.mass[b], centre_acceleration), row3(state.force, b))
    sign = -1.0 if joints.body1[j] == b else 1.0
    for k in range(3):
        chunk.multipliers[row, joints.first_row[j] + k] = sign * reaction[k]


@subroutine
def write_row(system, chunk, t, h, iterations):  # type: ignore[no-untyped-def]
    """The row at the end of a step."""
    state, rotors = system.state, system.rotors
    place_at_step(system, state)
    apply_forces(system.model, t, state)
    row = write_pose(chunk, state, t, h)
    chunk.newton_iterations[row] = iterations
    chunk.constraint_violation[row] = 0.0
    for b in range(rotors.mass.shape[0]):
        if rotors.joint[b] == NO_JOINT:
            a, alpha = accelerations(system.model.bodies, b, state)
        else:
            a, alpha = _pivoted_accelerations(rotors, b, state)
            _joint_multipliers(system, b, a, alpha, chunk, row)
        set_vector(chunk.a[row], b, a)
        set_vector(chunk.alpha[row], b, alpha)
        q = row4(system.motion.q, b)
        error = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1.0
        chunk.unit_norm_error[row, b] = error
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
        chunk.constraint_violation[row] = max(chunk.constraint_violation[row], abs(error))


@subroutine
def attempt(step, system, scheme, t, h, cursor):  # type: ignore[no-untyped-def]
    """One step, in as many halves as it needs; the iterations of all, or -1."""
    parts, done, total = 1, 0, 0
    while done < parts:
        used = step(system, scheme, t + h * done / parts, h / parts)
        if used >= 0:
            done += 1
            total += used
        else:
            cursor[REJECTED] += 1
            if parts == SMALLEST_PART:
                return -1
            parts, done = 2 * parts, 2 * done
    return total


@subroutine
def first_unfinished(system):  # type: ignore[no-untyped-def]
    """A body of the first island that has not converged."""
    layout, finished = system.layout, system.work.finished
    for b in range(layout.island.shape[0]):
        if finished[layout.island[b]] == 0:
            return b
    return 0


@subroutine
def run(step, system, scheme, times, steps, cursor, chunk, budget):  # type: ignore[no-untyped-def]
    """Take up to `budget` steps with `step(system, scheme, t, h)`, which returns its iterations or, leaving the motion alone, -1."""
    if cursor[INTERVAL] < 0:
        write_row(system, chunk, times[0], 0.0, 0)
        cursor[INTERVAL] = 0
    while budget > 0 and chunk.count[0] < chunk.time.shape[0]:
        interval = cursor[INTERVAL]
        if interval == steps.shape[0]:
            return FINISHED
        h = (times[interval + 1] - times[interval]) / steps[interval]
        used = attempt(step, system, scheme, times[interval] + cursor[STEP] * h, h, cursor)
        if used < 0:
            cursor[FAILED_BODY] = first_unfinished(system)
            return STALLED
        cursor[STEP] += 1
        cursor[STEPS] += 1
        cursor[ITERATIONS] += used
        budget -= 1
        if cursor[STEP] == steps[interval]:
            cursor[INTERVAL] += 1
            cursor[STEP] = 0
            write_row(system, chunk, times[interval + 1], h, cursor[ITERATIONS] - cursor[ROW_ITERATIONS])
            cursor[ROW_ITERATIONS] = cursor[ITERATIONS]
    return FINISHED if cursor[INTERVAL] == steps.shape[0] else RUNNING
