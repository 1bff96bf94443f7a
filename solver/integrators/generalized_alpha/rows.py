"""Writes output rows. Each row satisfies the first and second derivatives of the constraints at the poses of a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, determinant, matrix_vector
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import EULER_2
from rbsolve.solver.integrators.generalized_alpha.control import READY, ROW_ACCELERATIONS, ROW_VELOCITIES
from rbsolve.solver.integrators.row_writing import write_state
from rbsolve.solver.kernel import kernel, part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.rows import row3, row9, set_three
from rbsolve.solver.trees.reactions import put_multipliers

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk


@kernel
def put_forces(model: Model, t: float, state: State) -> None:
    """Evaluate the forces in the state. They determine the reactions of a row that needs no linear solution."""
    apply_forces(model, t, state)


@part
def _write_bodies(time: float, control: Control, state: State, work: Workspace, chunk: Chunk) -> int:
    """Write poses and velocities from the state, and accelerations from the records, to the next row. Return the index
    of the row.
    """
    body = work.body
    row = write_state(chunk, state, time, control.last_h if control.steps > 0 else 0.0)
    for b in range(body.q.shape[0] - 1):
        for k in range(3):
            chunk.a[row, b, k] = body.acceleration[b, k]
            chunk.alpha[row, b, k] = body.acceleration[b, 3 + k]
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
    for r in range(work.phi.shape[0]):
        chunk.multipliers[row, r] = work.multipliers[r]
    for j in range(state.turned.shape[0]):
        chunk.joint_rotation[row, j] = state.turned[j]
    chunk.newton_iterations[row] = control.iterations - control.row_iterations
    chunk.jacobian_updates[row] = control.factorizations - control.row_factorizations
    control.row_iterations, control.row_factorizations = control.iterations, control.factorizations
    control.stage = READY
    return row


@subroutine
def write_row(model: Model, parts: Parts, time: float, control: Control, state: State, chunk: Chunk) -> None:
    """Write the output row of a given time."""
    free, forest = parts.free, parts.forest
    row = _write_bodies(time, control, state, parts.work, chunk)
    for b in range(free.shape[0]):
        if free[b] == EULER_2:
            square = 0.0
            for k in range(4):
                square += state.e[b, k] * state.e[b, k]
            chunk.unit_norm_error[row, b] = 0.5 * (square - 1.0)
    if parts.system is None and forest is not None:
        put_multipliers(model, forest.tree, state, forest.sweep.links, chunk.multipliers[row])


@part
def after_row(stage: int, system: LinearSystem, control: Control, state: State, work: Workspace) -> None:
    """Add the solution to the velocities of a row, or use it as the accelerations of the row.

    A row satisfies the first and second derivatives of the constraints at its poses. The multipliers of a step are not
    used, because they contain the round-off of positions divided by h^2. At a spectral radius of 1, they also contain
    an undamped oscillation.
    """
    b = work.b
    for n in range(work.body.q.shape[0] - 1):
        i = system.bodies[n, UNKNOWN]
        linear = matrix_vector(row9(state.R, n), (b[i], b[i + 1], b[i + 2]))
        angular = (b[i + 3], b[i + 4], b[i + 5])
        if stage == ROW_VELOCITIES:
            set_vector(state.u, n, add(row3(state.u, n), linear))
            set_vector(state.w, n, add(row3(state.w, n), angular))
        else:
            set_three(work.body.acceleration, n, 0, linear)
            set_three(work.body.acceleration, n, 3, angular)
    control.stage = stage + 1
    if stage == ROW_ACCELERATIONS:
        control.factorized = 0
