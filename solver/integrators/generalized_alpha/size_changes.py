"""Adapts velocities and accelerations at the start of a fixed step whose size differs from the last step.

A step satisfies the constraints only in its positions. Its velocities therefore violate the hidden constraints
`J v + Phi_t = 0` by the local error of the quadrature divided by h, which is proportional to h^2 (start.py). In the
directions of the constraints, v/h and the accelerations of the method also contain an oscillation. The method damps it
by its spectral radius in each step. If h changes but v does not, v/h changes by the ratio of the sizes. The size
changes several times within a divided step, so the oscillation would grow faster than the method damps it.

Therefore the components in the directions of the constraints are computed again, as at the start of a run:

J v' = -gamma,    J v = -Phi_t + J e(h, v''),    J a = J (v' + (alpha_m - alpha_f) h v'').

Here gamma contains the terms of Phi'' without accelerations, e is the local error of the new step's quadrature divided
by h, and v'' is the difference of v' over the last step. Each change minimizes the kinetic energy of the change:
`M dv + J^T y = 0`. All other components therefore stay as they are, and no force is evaluated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.integrators.generalized_alpha.control import START_VELOCITIES
from rbsolve.solver.integrators.generalized_alpha.equations import put_row_values
from rbsolve.solver.integrators.generalized_alpha.forest import place_forest
from rbsolve.solver.integrators.generalized_alpha.impulses import time_behind
from rbsolve.solver.integrators.generalized_alpha.local_error import put_errors, put_quotients, quadrature_constant
from rbsolve.solver.integrators.generalized_alpha.placement import place_free
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.stage_system import put_matrix
from rbsolve.solver.integrators.generalized_alpha.start import (
    clear_velocity_rows,
    constrained_rates,
    has_constraints,
    move_velocities,
    put_twists,
)
from rbsolve.solver.joints.kernels import acceleration_terms, jacobians, subtract_motions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import factorize, solve

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

SMALL = 1e-6  # smallest relative change of a size that counts; sizes from sums of output times differ by round-off


@part
def _stay(body: BodyRecords) -> None:
    """Replace the prediction by the known motion at the start of the step."""
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.correction[b, k], body.start_d[b, k] = 0.0, 0.0
            body.start_v[b, k], body.start_derivative[b, k] = body.v[b, k], body.derivative[b, k]
        for k in range(3):
            body.shift[b, k] = 0.0


@part
def _put_missing(shift: float, body: BodyRecords, bend: Floats) -> None:
    """Replace v'' in `bend` by the auxiliary accelerations of a smooth motion minus the stored auxiliary accelerations.
    Both refer to the time `shift` [s] after the start of the step.
    """
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            bend[b, k] = body.derivative[b, k] + shift * bend[b, k] - body.auxiliary[b, k]


@subroutine
def _solve_rows(parts: Parts, system: LinearSystem, factor: float, source: Floats, into: Floats, state: State) -> None:
    """Add the smallest motion whose constraint rates are `factor` times `source` to the velocity coordinates `into`."""
    work = parts.work
    for i in range(work.b.shape[0]):
        work.b[i] = 0.0
    put_row_values(system.joints, state.R, source, factor, work.b)
    solve(system.elimination, work.values, work.swaps, work.b)
    move_velocities(parts, system, state, into)


@subroutine
def fit_to_size(
    model: Model, parts: Parts, system: LinearSystem, growth: float, control: Control, state: State
) -> None:
    """Change velocities and accelerations at the start of a step whose size is `growth` times the size of the last
    step.

    The factorization of the last step is overwritten. If the constraints are singular, nothing changes.
    """
    work, body, joints = parts.work, parts.work.body, model.joints
    phi, terms, twists = work.phi, work.multipliers, body.new_d
    if not has_constraints(parts) or abs(growth - 1.0) < SMALL:
        return
    t = time_behind(control.time - control.h, control)
    _stay(body)
    place_free(parts.free, control, body, state)
    if parts.forest is not None:
        place_forest(model, parts.forest, t, 0.0, control, body, state)
    jacobians(joints, state, work.J)
    put_matrix(model, system, START_VELOCITIES, control, state, work, work)
    control.failed = factorize(system.elimination, work.values, work.swaps, work.references)
    if control.failed >= 0:
        return
    # accelerations
    constrained_rates(joints, system.joints, body.acceleration, work.J, phi)
    acceleration_terms(model, t, state, terms)
    for r in range(phi.shape[0]):
        phi[r] += terms[r]
    _solve_rows(parts, system, -1.0, phi, body.derivative, state)
    # velocities
    bend = body.start_derivative
    put_quotients(control.h / growth, body.before, body.derivative, bend)
    put_errors(parts, quadrature_constant(control), True, bend, control, state, body.acceleration)
    put_twists(state, twists)
    constrained_rates(joints, system.joints, twists, work.J, phi)
    subtract_motions(model, t, 1, phi)
    constrained_rates(joints, system.joints, body.acceleration, work.J, terms)
    for r in range(phi.shape[0]):
        phi[r] = terms[r] - phi[r]
    clear_velocity_rows(joints.couplings, phi)
    _solve_rows(parts, system, 1.0, phi, body.v, state)
    # auxiliary accelerations
    _put_missing((control.alpha_m - control.alpha_f) * control.h, body, bend)
    put_errors(parts, 1.0 / (control.h * control.h), False, bend, control, state, body.acceleration)
    constrained_rates(joints, system.joints, body.acceleration, work.J, phi)
    _solve_rows(parts, system, 1.0, phi, body.auxiliary, state)
