"""Computes all constraint rows of a model, including the rows of couplings, in plain Python. Checks and analyses use
this module. `kernels.py` has the same functions for kernels.
"""

from __future__ import annotations

from rbsolve.solver.joints import constraints
from rbsolve.solver.joints.couplings.registry import COUPLINGS
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.joints import Joints


def residuals(joints: Joints, state: State, phi: Floats) -> None:
    """Write the position-level residuals to `phi` (nc,)."""
    constraints.residuals(joints, state, phi)
    _couple("residuals", joints, state, phi)


def jacobians(joints: Joints, state: State, J: Floats) -> None:
    """Write the Jacobian rows to `J` (nc, 12)."""
    constraints.jacobians(joints, state, J)
    _couple("jacobians", joints, state, J)


def acceleration_terms(joints: Joints, state: State, gamma: Floats) -> None:
    """Write the terms of `Phi'' = J v' + gamma` without accelerations to `gamma` (nc,)."""
    constraints.acceleration_terms(joints, state, gamma)
    _couple("accelerations", joints, state, gamma)


def _couple(what: str, joints: Joints, state: State, out: Floats) -> None:
    first = joints.couplings.first
    for k, kind in enumerate(COUPLINGS) if len(first) else ():
        for i in range(first[k], first[k + 1]):
            getattr(kind, what)(joints, i, state, out)
