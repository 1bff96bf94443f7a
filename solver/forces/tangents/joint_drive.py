"""Derivatives of the drives of joints and of their friction (solver/joints, drives.py and friction.py), as entries of links.py."""

from __future__ import annotations

from rbsolve.solver.joints import drives, friction
from rbsolve.solver.kernel import subroutine

_drive = drives.tangent
_friction = friction.tangent


@subroutine
def link(model, t, i, state, multipliers, element, out):
    """Of a drive."""
    _drive(model, t, i, state, element)
    out[0] = 1.0


@subroutine
def friction_link(model, t, i, state, multipliers, element, out):
    """Of friction by the joint's reaction."""
    _friction(model, i, state, element)
    out[0] = 1.0
