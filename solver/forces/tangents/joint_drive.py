"""Derivative of the drives of joints (solver/joints/drives.py)."""

from __future__ import annotations

from rbsolve.solver.joints import drives
from rbsolve.solver.kernel import subroutine

_tangent = drives.tangent


@subroutine
def link(model, t, i, state, multipliers, element, out):
    """As an entry of links.py."""
    _tangent(model, t, i, state, element)
    out[0] = 1.0
