"""The functions of all joints that integrators call.

A joint's block is [u0, w0, u1, w1]. The velocities u of the bodies' origins are in inertial components, and the angular
velocities w are in body axes. Increments dx are inertial. Increments dpsi are in body axes, and their rotations
multiply from the right. The block of GROUND is filled like any other block, and the caller ignores it.

The signs follow from `M v' = f - J^T multipliers`, `Phi' = J v + Phi_t` and `Phi'' = J v' + gamma`.

Two functions of this module do not depend on time: `jacobians(model.joints, state, J)` and
`accept_rotations(model.joints, state)`. An integrator must call `accept_rotations` exactly once after every accepted
step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.joints import constraints as rows
from rbsolve.solver.joints import coordinates
from rbsolve.solver.joints.couplings.entries import put_accelerations, put_jacobians, put_residuals
from rbsolve.solver.joints.kinds import SPIN, TURNING
from rbsolve.solver.joints.turning import spin_error
from rbsolve.solver.kernel import part, subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Joints

_residuals, _jacobians, _acceleration_terms = rows.residuals, rows.jacobians, rows.acceleration_terms
_accept_rotations = coordinates.accept_rotations
_unwrap = coordinates.unwrap


@subroutine
def _subtract_turn(model: Model, t: float, row: int, values: Floats) -> None:
    """In three rows from `row` on, replace the rotation from the reference orientation by the rotation from the
    prescribed orientation.
    """
    first = model.joints.row_function[row]
    wanted = (
        function_value(model.functions, first, t)[0],
        function_value(model.functions, first + 1, t)[0],
        function_value(model.functions, first + 2, t)[0],
    )
    error = spin_error((values[row], values[row + 1], values[row + 2]), wanted)
    for k in range(3):
        values[row + k] = error[k]


@subroutine
def subtract_motions(model: Model, t: float, order: int, values: Floats) -> None:
    """Subtract the prescribed functions (`order` 0), their rates (1) or accelerations (2) from `values` (nc,).

    Differences of angles are reduced to half a turn, except for angles about e3.
    """
    joints = model.joints
    for row in range(joints.row_function.shape[0]):
        if order == 0 and joints.row_code[row] == SPIN:
            if joints.row_axis0[row] == 0:
                _subtract_turn(model, t, row, values)
        elif joints.row_function[row] >= 0:
            values[row] -= function_value(model.functions, joints.row_function[row], t)[order]
            if order == 0 and joints.row_code[row] == TURNING:
                values[row] = _unwrap(values[row], 0.0)


@part
def prescribed_power(model: Model, t: float, multipliers: Floats) -> float:
    """Return the power of prescribed motions. It follows from `M v' = f - J^T multipliers`, where `J v` is the rate of
    the function of time.
    """
    power = 0.0
    for row in range(model.joints.row_function.shape[0]):
        if model.joints.row_function[row] >= 0:
            power -= multipliers[row] * function_value(model.functions, model.joints.row_function[row], t)[1]
    return power


@part
def accept_rotations(joints: Joints, state: State) -> None:
    """Update the rotations of joints after an accepted step, so that they are continuous over turns."""
    _accept_rotations(joints, state)


@part
def jacobians(joints: Joints, state: State, J: Floats) -> None:
    """Overwrite `J` (nc, 12) with the Jacobian rows."""
    _jacobians(joints, state, J)
    put_jacobians(joints, state, J)


@part
def constraints(model: Model, t: float, state: State, phi: Floats) -> None:
    """Overwrite `phi` (nc,) with the position-level residuals [m or 1]."""
    _residuals(model.joints, state, phi)
    put_residuals(model.joints, state, phi)
    subtract_motions(model, t, 0, phi)


@subroutine
def constraint_rates(model: Model, t: float, phi_t: Floats) -> None:
    """Overwrite `phi_t` (nc,) with the explicit time derivatives, which are zero except for prescribed motions."""
    for r in range(phi_t.shape[0]):
        phi_t[r] = 0.0
    subtract_motions(model, t, 1, phi_t)


@part
def acceleration_terms(model: Model, t: float, state: State, gamma: Floats) -> None:
    """Overwrite `gamma` (nc,) with the terms of `Phi''` without accelerations."""
    _acceleration_terms(model.joints, state, gamma)
    put_accelerations(model.joints, state, gamma)
    subtract_motions(model, t, 2, gamma)
