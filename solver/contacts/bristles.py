"""Friction with memory. At each point with a normal force, there is a bristle between the surfaces.

The ends of the bristle are particles of both bodies that coincided when the bristle was set. Its deflection z is the
initial deflection plus the displacement of the ends along the surface since that time. The bristle pulls with `T = k z
+ c v`, with the sliding velocity v, until T reaches `mu(v) N` with

    mu(v) = mu_d + (mu_s - mu_d) exp(-(v/v_t)^2).

Beyond this limit, the force has the size `mu(v) N` and the direction of T. After an accepted step, the bristle is set
again at the current contact point, with a deflection that friction can support. Within a step, the bristle depends only
on the motion, so all trials of a step start from the same state. A sticking body does not creep, because the bristle
exerts a force at rest. If a body rolls, its contact point moves forward, and after each step the bristle is set there.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, dot, matrix_vector, scale, subtract
from rbsolve.solver.contacts.actions import Action, forces_of_point
from rbsolve.solver.contacts.law import elastic_force, energy_at_point, force_at_point
from rbsolve.solver.contacts.rolling import along, bristle_couple, three, turn_of
from rbsolve.solver.contacts.touch import sliding_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BRISTLE_DAMPING,
    BRISTLE_STIFFNESS,
    DEFLECTION,
    DYNAMIC,
    HOLDS,
    ON_PROBE,
    ON_SOLID,
    ROLLED,
    SPEED,
    STATIC,
    STICKS,
    TRANSITION,
)
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def holds_bristle(contacts: Contacts, k: int, i: int, state: State) -> bool:
    """Return whether point `i` of contact `k` has a bristle. Without a bristle, the friction is the same as in contacts
    without stiction.
    """
    holds: bool = contacts.law[k, BRISTLE_STIFFNESS] > 0.0 and state.bristle[i, HOLDS] != 0.0
    return holds


@subroutine
def arms_of(i: int, probe: int, solid: int, state: State) -> tuple[Vector, Vector, Vector]:
    """Return the vectors from the origins of the bodies to the ends of the bristle. Also return the deflection that the
    bristle had when it was set. All vectors are in inertial components.
    """
    R_P, R_T = row9(state.R, probe), row9(state.R, solid)
    arm_P, arm_T = matrix_vector(R_P, three(state, i, ON_PROBE)), matrix_vector(R_T, three(state, i, ON_SOLID))
    return arm_P, arm_T, matrix_vector(R_T, three(state, i, DEFLECTION))


@subroutine
def stretch_of(i: int, probe: int, solid: int, state: State) -> Vector:
    """Return the displacement between the ends of the bristle, plus the initial deflection."""
    arm_P, arm_T, z = arms_of(i, probe, solid, state)
    return add(z, subtract(add(row3(state.x, probe), arm_P), add(row3(state.x, solid), arm_T)))


@subroutine
def limit(law: Floats, k: int, speed: float) -> tuple[float, float]:
    """Return the coefficient mu at a sliding speed, and its derivative divided by the speed."""
    x = speed / law[k, TRANSITION]
    peak = (law[k, STATIC] - law[k, DYNAMIC]) * math.exp(-x * x)
    return law[k, DYNAMIC] + peak, -2.0 * peak / law[k, TRANSITION] ** 2


@subroutine
def pull_of(law: Floats, k: int, N: float, weight: float, z: Vector, sliding: Vector, state: State) -> Vector:
    """Return the friction of a bristle on the probe. The point has the weight `weight`, and z is the deflection along
    the surface.
    """
    T = scale(weight, add(scale(law[k, BRISTLE_STIFFNESS], z), scale(law[k, BRISTLE_DAMPING], sliding)))
    size, most = math.sqrt(dot(T, T)), N * limit(law, k, math.sqrt(dot(sliding, sliding)))[0]
    return scale(-1.0 if state.watch[STICKS] != 0.0 or size <= most else -most / size, T)


@subroutine
def _forces_with(
    contacts: Contacts,
    k: int,
    touch: Touch,
    probe: int,
    solid: int,
    state: State,
    memory: float,
    held: tuple[Vector, Vector],
) -> Action:
    """Return the forces at a point, for a given deflection and turn of its bristle. `memory` is the impact speed."""
    law = contacts.law
    rate, sliding = sliding_of(touch, probe, solid, state)
    N, _, _ = force_at_point(law, k, touch, rate, memory)
    z = along(touch.normal, held[0])
    stored, pull = energy_at_point(law, k, touch), pull_of(law, k, N, touch.weight, z, sliding, state)
    power = (N - elastic_force(law, k, stored, -touch.gap)) * rate + dot(pull, sliding)
    stored += 0.5 * touch.weight * law[k, BRISTLE_STIFFNESS] * dot(z, z)
    couple, rolled, turned = bristle_couple(law, k, N, touch.normal, probe, solid, state, held[1])
    return Action(add(scale(N, touch.normal), pull), couple, N, stored + turned, power + rolled)


@subroutine
def forces_with_bristle(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State
) -> Action:
    """Return the forces of a point (`force.forces_of_point`), including its bristle if it has one."""
    if not holds_bristle(contacts, k, i, state):
        return forces_of_point(contacts, k, i, touch, probe, solid, state)
    held = stretch_of(i, probe, solid, state), turn_of(i, probe, solid, state)
    return _forces_with(contacts, k, touch, probe, solid, state, state.contact[i, SPEED], held)


@subroutine
def forces_in_row(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Action:
    """Return the forces at a point for an output row, after the bristles have been set."""
    if not holds_bristle(contacts, k, i, state):
        return forces_of_point(contacts, k, i, touch, probe, solid, state)
    R_T = row9(state.R, solid)
    held = matrix_vector(R_T, three(state, i, DEFLECTION)), matrix_vector(R_T, three(state, i, ROLLED))
    return _forces_with(contacts, k, touch, probe, solid, state, state.contact[i, SPEED], held)
