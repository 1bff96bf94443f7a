"""Writes the output rows: poses, velocities, accelerations, and the multipliers of joints to GROUND."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.vector import add, cross, determinant, matrix_vector, scale, subtract
from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.records import layout_of
from rbsolve.solver.forces.catalogue import keeps_energy
from rbsolve.solver.forces.registry import accept_forces, apply_forces
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.integrators.pieces import within_piece
from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import CROSSED, StepPlan
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    body_momentum,
    pivot_moment,
    place_at_step,
)
from rbsolve.solver.integrators.row_writing import write_state
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import POWER, Model, State
from rbsolve.solver.model.energy_flow import NO_CORNER, end_step, look_at_energy
from rbsolve.solver.model.rows import row3, row4, row9
from rbsolve.solver.signals.crossings import passes_threshold

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import RotorMotion, Rotors
    from rbsolve.solver.integrators.quaternion_hamiltonian.system import RotorSystem
    from rbsolve.solver.model.arrays import Bodies
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.joints import Joints


@subroutine
def _swing(R: Matrix, alpha: Vector, w: Vector, arm: Vector) -> Vector:
    """Return the acceleration (inertial) of the end of `arm` (body axes) relative to its start. Both points are fixed
    in the body.
    """
    return matrix_vector(R, add(cross(alpha, arm), cross(w, cross(w, arm))))


@subroutine
def _pivoted_accelerations(rotors: Rotors, b: int, state: State) -> tuple[Vector, Vector]:
    """Return the accelerations of a body that turns about a fixed point, as `newton_euler.accelerations` does."""
    w, pivot = row3(state.w, b), row3(rotors.pivot, b)
    spin = cross(w, matrix_vector(row9(rotors.inertia, b), w))
    alpha = matrix_vector(row9(rotors.inverse, b), subtract(pivot_moment(pivot, b, state), spin))
    return scale(-1.0, _swing(row9(state.R, b), alpha, w, pivot)), alpha


@subroutine
def _write_multipliers(
    bodies: Bodies, joints: Joints, j: int, b: int, motion: tuple[Vector, Vector], state: State, chunk: Chunk, row: int
) -> None:
    """Write the multipliers of the joint at a fixed point. They are minus the force on its second body
    (`m v' = g - B^T lambda`).

    `motion` contains the translational and rotational accelerations of the body.
    """
    a, alpha = motion
    centre_acceleration = add(a, _swing(row9(state.R, b), alpha, row3(state.w, b), row3(bodies.centre, b)))
    reaction = subtract(scale(bodies.mass[b], centre_acceleration), row3(state.force, b))
    sign = -1.0 if joints.body1[j] == b else 1.0
    for k in range(3):
        chunk.multipliers[row, joints.first_row[j] + k] = sign * reaction[k]


@part
def write_row(
    bodies: Bodies, joints: Joints, rotors: Rotors, motion: RotorMotion, state: State, plan: StepPlan, chunk: Chunk
) -> None:
    """Write the row that is due, from the state and its forces."""
    row = write_state(chunk, state, plan.cursor.time, plan.cursor.last_size)
    cursor = plan.cursor
    chunk.newton_iterations[row] = cursor.iterations - cursor.row_iterations
    chunk.jacobian_updates[row] = cursor.updates - cursor.row_updates
    cursor.row_iterations, cursor.row_updates = cursor.iterations, cursor.updates
    cursor.is_row_due = 0
    chunk.hidden_constraint[row] = 0.0
    for b in range(bodies.mass.shape[0]):
        j = rotors.joint[b]
        if j < 0:
            a, alpha = accelerations(bodies, b, state)
        else:
            a, alpha = _pivoted_accelerations(rotors, b, state)
            _write_multipliers(bodies, joints, j, b, (a, alpha), state, chunk, row)
        set_vector(chunk.a[row], b, a)
        set_vector(chunk.alpha[row], b, alpha)
        q = row4(motion.q, b)
        error = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]) - 1.0
        chunk.unit_norm_error[row, b] = error
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
        chunk.hidden_constraint[row] = max(chunk.hidden_constraint[row], abs(body_momentum(q, row4(motion.p, b))[0]))


@subroutine
def write_due_row(
    model: Model, rotors: Rotors, motion: RotorMotion, plan: StepPlan, state: State, chunk: Chunk
) -> None:
    """Set the bodies to the end of the last step, and write the row of the plan that is due."""
    place_at_step(rotors.pivot, rotors.inverse, motion, state)
    apply_forces(model, within_piece(plan.cursor, plan.cursor.time), state)
    if plan.cursor.steps == 0:
        end_step(state.watch, 0.0, state.watch[POWER], NO_CORNER)
    write_row(model.bodies, model.joints, rotors, motion, state, plan, chunk)


def _accept_part(model: Any, system: Any, plan: Any, state: Any) -> None:
    """Add the work of a part of a step, update the memories of forces at its end, and detect events."""
    cursor = plan.cursor
    end = cursor.time + cursor.size
    time = within_piece(cursor, end)
    place_at_step(system.rotors.pivot, system.rotors.inverse, system.motion, state)
    accept_forces(model, time, state)
    apply_forces(model, time, state)
    end_step(state.watch, cursor.size, state.watch[POWER], NO_CORNER)
    if cursor.at_jump == 1:  # the next step begins with other forces
        apply_forces(model, end + (end - time), state)
        end_step(state.watch, 0.0, state.watch[POWER], NO_CORNER)
    if state.side.shape[0] > 0 and passes_threshold(model, state):
        cursor.status = CROSSED


@part
def look_at_step(model: Model, system: RotorSystem, state: State) -> None:
    """Compute the velocities at the end of a step, and update the largest energies."""
    place_at_step(system.rotors.pivot, system.rotors.inverse, system.motion, state)
    look_at_energy(model.bodies, model.gravity, state)


def acceptance(model: Model, system: Any, plan: StepPlan, state: State) -> int:
    """Return the address of the machine code that runs after each part of a step, for any scheme. The address is 0 if
    there is no such code.
    """
    if keeps_energy(model) and not len(state.side):
        return 0
    (address,) = addresses_of([(_accept_part, "ends of steps")], *map(layout_of, (model, system, plan, state)))
    return address
