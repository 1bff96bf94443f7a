"""Writes an output row from the common state."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import determinant
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.kernel import part
from rbsolve.solver.model.arrays import KEPT, SPEED, WORK
from rbsolve.solver.model.rows import row9, set_three

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.model.flat import Floats

_CARDAN_1, _CARDAN_2 = int(Formulation.CARDAN_ANGLES_1), int(Formulation.CARDAN_ANGLES_2)


@part
def write_state(chunk: Chunk, state: State, time: float, step: float) -> int:
    """Write poses, velocities, signals and the memory of contacts to the next row. Return the index of the row. The
    caller writes the other fields of the row.
    """
    row: int = chunk.count[0]
    chunk.count[0] += 1
    chunk.time[row] = time
    chunk.step_size[row] = step
    chunk.work[row] = state.watch[WORK]
    for b in range(state.x.shape[0] - 1):
        for k in range(3):
            chunk.x[row, b, k] = state.x[b, k]
            chunk.u[row, b, k] = state.u[b, k]
            chunk.w[row, b, k] = state.w[b, k]
        for k in range(4):
            chunk.e[row, b, k] = state.e[b, k]
    for i in range(state.signal.shape[0]):
        chunk.signal[row, i] = state.signal[i]
    for k in range(state.element.shape[0]):
        chunk.element[row, k] = state.element[k]
    for i in range(state.contact.shape[0]):
        chunk.contact_speed[row, i] = state.contact[i, SPEED]
    for i in range(state.bristle.shape[0]):
        for k in range(KEPT):
            chunk.bristle[row, i, k] = state.bristle[i, k]
    return row


@part
def write_free_accelerations(chunk: Chunk, model: Model, state: State, row: int) -> None:
    """Write the accelerations of bodies without joints, from the applied forces in `state`."""
    for b in range(state.x.shape[0] - 1):
        a, alpha = accelerations(model.bodies, b, state)
        set_vector(chunk.a[row], b, a)
        set_vector(chunk.alpha[row], b, alpha)


@part
def put_free_accelerations(model: Model, state: State) -> None:
    """Write the accelerations of bodies without joints to `State.acceleration`."""
    for b in range(state.x.shape[0] - 1):
        a, alpha = accelerations(model.bodies, b, state)
        set_three(state.acceleration, b, 0, a)
        set_three(state.acceleration, b, 3, alpha)


@part
def write_own_errors(chunk: Chunk, model: Model, state: State, y: Floats, row: int) -> None:
    """Write how far each of the integrator's own Euler parameters deviates from unit length, and each determinant of a
    rotation from 1.
    """
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        if code[b] != _CARDAN_1 and code[b] != _CARDAN_2:
            length = math.sqrt(y[b, 3] ** 2 + y[b, 4] ** 2 + y[b, 5] ** 2 + y[b, 6] ** 2)
            chunk.unit_norm_error[row, b] = length - 1.0
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
