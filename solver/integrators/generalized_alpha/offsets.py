"""The offset of a step's velocities from the hidden constraints `B v + Phi_t = 0`.

The offset is the local error of the quadrature divided by h. It is proportional to the square of the step size, so a
step of a different size needs a different offset. Otherwise the multipliers would oscillate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.integrators.generalized_alpha.body_coordinates import EULER_2
from rbsolve.solver.integrators.generalized_alpha.equations import put_row_values
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.start import (
    clear_velocity_rows,
    constrained_rates,
    has_constraints,
    move_velocities,
    put_twists,
)
from rbsolve.solver.joints.kernels import subtract_motions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import solve
from rbsolve.solver.model.rows import four

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats, Ints


@part
def rescale_offset(growth: float, offset: Floats, body: BodyRecords) -> None:
    """Scale the offset, and the velocities that contain it, for a step that is longer by the factor `growth`."""
    square = growth * growth
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.v[b, k] += (square - 1.0) * offset[b, k]
            offset[b, k] *= square


@part
def _put_right_side(
    model: Model, system: LinearSystem, time: float, state: State, work: Workspace, twist: Floats
) -> None:
    """Write the right-hand side of the system for the offset."""
    put_twists(state, twist)
    constrained_rates(model.joints, system.joints, twist, work.J, work.phi)
    subtract_motions(model, time, 1, work.phi)
    clear_velocity_rows(model.joints.couplings, work.phi)
    for i in range(work.b.shape[0]):
        work.b[i] = 0.0
    put_row_values(system.joints, state.R, work.phi, 1.0, work.b)


@part
def _clear(offset: Floats) -> None:
    for b in range(offset.shape[0]):
        for k in range(WIDTH):
            offset[b, k] = 0.0


@part
def _add_radial(free: Ints, body: BodyRecords, offset: Floats) -> None:
    """Add the components of the rates of Euler parameters that are normal to the unit sphere."""
    for b in range(free.shape[0]):
        if free[b] == EULER_2:
            e, rate = four(body.q, b, 3), four(body.v, b, 3)
            along = e[0] * rate[0] + e[1] * rate[1] + e[2] * rate[2] + e[3] * rate[3]
            for k in range(4):
                offset[b, 3 + k] += along * e[k]


@subroutine
def keep_offset(parts: Parts, system: LinearSystem, offset: Floats, state: State) -> None:
    """Store a solution of the linear system as the offset of the velocities."""
    _clear(offset)
    move_velocities(parts, system, state, offset)


@subroutine
def put_offset(model: Model, parts: Parts, system: LinearSystem, adaptive: Adaptive, time: float, state: State) -> None:
    """Compute the offset of the velocities after an accepted step to `time`."""
    work = parts.work
    if has_constraints(parts):
        _put_right_side(model, system, time, state, work, adaptive.twist)
        solve(system.elimination, work.values, work.swaps, work.b)
        keep_offset(parts, system, adaptive.offset, state)
    else:
        _clear(adaptive.offset)
    _add_radial(parts.free, work.body, adaptive.offset)


@part
def remove_offset(offset: Floats, body: BodyRecords) -> None:
    """Remove the offset, so that the velocities satisfy the hidden constraints."""
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.v[b, k] -= offset[b, k]
            offset[b, k] = 0.0
