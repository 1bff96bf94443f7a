"""Residuals, Jacobians and acceleration terms of the constraint rows of joints (`primitives`).

`rows.py` and `kernels.py` add prescribed functions of time and couplings.
"""

from __future__ import annotations

from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.joints.gradients import NO_GRADIENT, put_gradient
from rbsolve.solver.joints.kinds import COUPLED
from rbsolve.solver.joints.placement import end_velocities, ends
from rbsolve.solver.joints.primitives.registry import choose
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints

plain_functions(__name__)

_value = choose(__name__, "value", "joints, j, row, state, end", 0.0)
row_gradient = choose(__name__, "gradient", "joints, j, row, end", NO_GRADIENT)
_acceleration = choose(__name__, "acceleration", "joints, j, row, end, move", 0.0)


def residuals(joints: Joints, state: State, phi: Floats) -> None:
    """Write the position-level residuals to `phi` (nc,)."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            if joints.row_code[row] != COUPLED:
                phi[row] = _value(joints, j, row, state, end)


def jacobians(joints: Joints, state: State, J: Floats) -> None:
    """Write the Jacobian rows to `J` (nc, 12)."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            if joints.row_code[row] != COUPLED:
                put_gradient(J, row, row_gradient(joints, j, row, end))


def acceleration_terms(joints: Joints, state: State, gamma: Floats) -> None:
    """Write the terms of `Phi'' = J v' + gamma` without accelerations to `gamma` (nc,)."""
    for j in range(joints.kind.shape[0]):
        end = ends(joints, j, state)
        move = end_velocities(joints, j, state, end)
        for row in range(joints.first_row[j], joints.first_row[j + 1]):
            if joints.row_code[row] != COUPLED:
                gamma[row] = _acceleration(joints, j, row, end, move)
