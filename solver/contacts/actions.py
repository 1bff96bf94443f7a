"""Computes the forces at a contact point without a bristle."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.vector import dot, scale, subtract
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.contacts.law import elastic_force, energy_at_point, force_at_point, friction_ratio
from rbsolve.solver.contacts.rolling import couple_of
from rbsolve.solver.contacts.touch import sliding_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import DYNAMIC, SPEED, STATIC, STICKS, TRANSITION

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


class Action(NamedTuple):
    """The force at a contact point."""

    force: Vector
    """Force on the probe, inertial [N]."""
    couple: Vector
    """Rolling resistance on the probe, inertial [N m]."""
    normal: float
    """The normal part of the force [N]."""
    stored: float
    """The stored energy [J]."""
    power: float
    """Power of all forces without a potential [W]."""


@subroutine
def sliding_ratio(law: Floats, k: int, speed: float, state: State) -> tuple[float, float]:
    """Return the ratio `m` of contact `k` at sliding speed s, and `m'/s` (law.py). Both are zero without friction."""
    if is_zero(law[k, STATIC]) and is_zero(law[k, DYNAMIC]):
        return 0.0, 0.0
    if state.watch[STICKS] != 0.0:
        return friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], 0.0)[0], 0.0
    return friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], speed)


@subroutine
def forces_of_point(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Action:
    """Return the forces of point `i` of contact `k`. The point must be in contact."""
    rate, sliding = sliding_of(touch, probe, solid, state)
    N, _, _ = force_at_point(contacts.law, k, touch, rate, state.contact[i, SPEED])
    m, _ = sliding_ratio(contacts.law, k, math.sqrt(dot(sliding, sliding)), state)
    stored = energy_at_point(contacts.law, k, touch)
    power = (N - elastic_force(contacts.law, k, stored, -touch.gap)) * rate - N * m * dot(sliding, sliding)
    couple, rolled = couple_of(contacts.law, k, N, touch.normal, probe, solid, state)
    return Action(scale(N, subtract(touch.normal, scale(m, sliding))), couple, N, stored, power + rolled)
