"""Run-time choice of the formulation of each body."""

from __future__ import annotations

from rbsolve.geometry import quaternion
from rbsolve.solver.formulations import lie_r3_so3
from rbsolve.solver.kernel import subroutine

_r3_so3_configure, _r3_so3_slopes, _r3_so3_accept = lie_r3_so3.configure, lie_r3_so3.slopes, lie_r3_so3.accept


@subroutine
def configure_bodies(model, y, v, z, state):  # type: ignore[no-untyped-def]
    """Fill the state with every body's pose and twist."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        _r3_so3_configure(b, y, v, z, state)


@subroutine
def body_slopes(model, y, v, z, state, slope):  # type: ignore[no-untyped-def]
    """Time derivatives of every body's increment."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        _r3_so3_slopes(model, b, y, v, z, state, slope)


@subroutine
def accept_step(model, y, v, z):  # type: ignore[no-untyped-def]
    """Move every body by its increment; the first body whose coordinates became singular, or -1."""
    code = model.bodies.formulation
    for b in range(code.shape[0]):
        if not _r3_so3_accept(b, y, v, z):
            return b
    return -1
