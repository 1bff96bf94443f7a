"""All force kinds: `apply_forces` fills `state.force` and `state.moment`."""

from __future__ import annotations

from rbsolve.solver.forces import bushing, dead_load, gravity, spring_damper
from rbsolve.solver.joints import drives
from rbsolve.solver.kernel import subroutine

_apply_gravity = gravity.apply
_apply_dead_loads = dead_load.apply
_apply_springs = spring_damper.apply
_apply_bushings = bushing.apply
_apply_drives = drives.apply


@subroutine
def apply_forces(model, t, state):
    """Resultants of all applied forces at time `t` [s] for the poses and velocities in `state`."""
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = 0.0
            state.moment[b, k] = 0.0
    _apply_gravity(model, t, state)
    _apply_dead_loads(model, t, state)
    _apply_springs(model, t, state)
    _apply_bushings(model, t, state)
    _apply_drives(model, t, state)
