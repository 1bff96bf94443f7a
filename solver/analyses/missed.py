"""The residuals of all equations of a model for given poses, velocities and accelerations.

At a solution of an analysis, all residuals are zero. If the residuals are computed with derivatives, the implicit
function theorem gives the derivatives of the solution (sensitivity/placed.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.vector import matrix_vector
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.newton_euler import residual
from rbsolve.solver.integrators.generalized_alpha.equations import evaluate
from rbsolve.solver.joints.kernels import acceleration_terms, accept_rotations, constraint_rates
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row9, three
from rbsolve.solver.signals.evaluation import put_element_slopes

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


class Missed(NamedTuple):
    """The residuals for nb bodies with nc constraints, and nx states of signals."""

    forces: Floats  # (nb, 6) M v' + gyroscopic - applied + J^T multipliers: inertial force, moment about the origin in body axes
    places: Floats  # (nc,) constraints, with prescribed motions
    rates: Floats  # (nc,) their time derivatives
    accelerations: Floats  # (nc,) their second time derivatives
    slopes: Floats  # (nx,) of the states of signals
    J: Floats  # (nc, 12)


@kernel
def put_residuals(
    model: Model, time: Floats, state: State, acceleration: Floats, multipliers: Floats, missed: Missed
) -> None:
    """Compute all residuals for a state with accelerations (nb + 1, 6) and multipliers, at the time `time[0]`.

    Signal values in the state, and the rotations of joints, are updated.
    """
    t, joints = time[0], model.joints
    accept_rotations(joints, state)
    apply_forces(model, t, state)
    put_element_slopes(model, t, state, missed.slopes)
    evaluate(model, t, state, multipliers, missed.places, missed.J)
    for n in range(model.bodies.mass.shape[0]):
        force, moment = residual(model.bodies, n, three(acceleration, n, 0), three(acceleration, n, 3), state)
        force = matrix_vector(row9(state.R, n), force)
        for k in range(3):
            missed.forces[n, k], missed.forces[n, 3 + k] = force[k], moment[k]
    constraint_rates(model, t, missed.rates)
    acceleration_terms(model, t, state, missed.accelerations)
    for j in range(joints.kind.shape[0]):
        b0, b1 = joints.body0[j], joints.body1[j]
        for r in range(joints.first_row[j], joints.first_row[j + 1]):
            rate, bend = 0.0, 0.0
            for k in range(3):
                rate += missed.J[r, k] * state.u[b0, k] + missed.J[r, 3 + k] * state.w[b0, k]
                rate += missed.J[r, 6 + k] * state.u[b1, k] + missed.J[r, 9 + k] * state.w[b1, k]
                bend += missed.J[r, k] * acceleration[b0, k] + missed.J[r, 3 + k] * acceleration[b0, 3 + k]
                bend += missed.J[r, 6 + k] * acceleration[b1, k] + missed.J[r, 9 + k] * acceleration[b1, 3 + k]
            missed.rates[r] += rate
            missed.accelerations[r] += bend
