"""Derivatives of friction with memory (solver/contacts/bristles.py), and the update of bristles after an accepted step."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.vector import add, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.contacts.bristles import arms_of, forces_with_bristle, holds_bristle, limit, pull_of, stretch_of
from rbsolve.solver.contacts.changes import velocity_changes
from rbsolve.solver.contacts.law import force_at_point
from rbsolve.solver.contacts.nearness import changes_no_bristle
from rbsolve.solver.contacts.rolling import (
    HeldTurn,
    along,
    bristle_couple,
    bristle_couple_change,
    bristle_turn_of,
    no_turn,
    set_turn,
)
from rbsolve.solver.contacts.touch import at_points, presses, sliding_of
from rbsolve.solver.forces.contact.force import force_entry
from rbsolve.solver.forces.contact.memory import face_of_memory, remember
from rbsolve.solver.forces.contact.tangent import Pressed, change_of, state_of, tangent_of
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import (
    BRISTLE_DAMPING,
    BRISTLE_STIFFNESS,
    DEFLECTION,
    HOLDS,
    ON_PROBE,
    ON_SOLID,
    ROLLING,
    SPEED,
    STICKS,
)
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.contacts.changes import Change
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats

ZERO = (0.0, 0.0, 0.0)
BY_ALL_MEANS = 2.0  # value of a bristle that sticks for any normal force


class Stuck(NamedTuple):
    """The data for the changes at a contact point that may stick."""

    force: Vector
    """Force on the probe, inertial [N]."""
    holds: float
    """0 without a bristle, BY_ALL_MEANS if friction acts at rest as the damper of the bristle, otherwise 1."""
    stretch: Vector
    """Deflection of the bristle, inertial [m]."""
    tension: Vector
    """Force of the bristle and its damper along the surface, inertial [N]."""
    arm_P: Vector
    """Vector from the origin of the probe's body to the end of the bristle on this body, inertial [m]."""
    arm_T: Vector
    limit: float
    """Coefficient of friction, and its slope divided by the speed."""
    limit_slope: float
    stiffness: float
    damping: float
    pressed: Pressed
    """The data of the same point, treated as a point without a bristle."""
    turn: HeldTurn
    """The data of the bristle against rolling."""
    couple: Vector
    """Moment on the probe against its rolling, inertial [N m]."""


@subroutine
def bristle_state_of(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> Stuck:
    """Return the data of `bristle_change_of` for a point in contact."""
    plain = state_of(contacts, k, i, touch, probe, solid, state)
    if not holds_bristle(contacts, k, i, state):
        return Stuck(plain.force, 0.0, ZERO, ZERO, ZERO, ZERO, 0.0, 0.0, 0.0, 0.0, plain, no_turn(), plain.couple)
    N, sliding = plain.press[0], plain.sliding
    arm_P, arm_T, z = arms_of(i, probe, solid, state)
    stretch = stretch_of(i, probe, solid, state)
    k_z, c = touch.weight * contacts.law[k, BRISTLE_STIFFNESS], touch.weight * contacts.law[k, BRISTLE_DAMPING]
    T = add(scale(k_z, along(touch.normal, stretch)), scale(c, sliding))
    mu, mu_slope = limit(contacts.law, k, math.sqrt(dot(sliding, sliding)))
    pull = pull_of(contacts.law, k, N, touch.weight, along(touch.normal, stretch), sliding, state)
    holds = BY_ALL_MEANS if state.watch[STICKS] != 0.0 else 1.0
    force = add(scale(N, touch.normal), pull)
    turn = bristle_turn_of(contacts.law, k, i, touch.normal, probe, solid, state)
    couple = bristle_couple(contacts.law, k, N, touch.normal, probe, solid, state, turn.turn)[0]
    return Stuck(force, holds, stretch, T, arm_P, subtract(arm_T, z), mu, mu_slope, k_z, c, plain, turn, couple)


@subroutine
def bristle_change_of(known: Stuck, touch: Touch, change: Change) -> tuple[Vector, Vector]:
    """Return the changes of force and couple on the probe."""
    if known.holds == 0.0:
        return change_of(known.pressed, touch, change)
    stretch, T, sliding = known.stretch, known.tension, known.pressed.sliding
    N, by_depth, by_approach = known.pressed.press
    n, dn = touch.normal, change.normal
    d_rate, d_sliding = velocity_changes(touch, known.pressed.rate, sliding, dn, change.velocity)
    dN = -by_depth * change.gap - by_approach * d_rate + known.pressed.by_weight * change.weight
    d_probe = add(change.dx_P, cross(change.turn_P, known.arm_P))
    d_stretch = subtract(d_probe, add(change.dx_T, cross(change.turn_T, known.arm_T)))
    dz = subtract(along(n, d_stretch), add(scale(dot(n, stretch), dn), scale(dot(dn, stretch), n)))
    dT = add(scale(known.stiffness, dz), scale(known.damping, d_sliding))
    dT = add(dT, scale(change.weight / touch.weight, T))
    dC = bristle_couple_change(known.turn, n, N, dN, change)
    pressed = add(scale(dN, n), scale(N, dn))
    size, most = math.sqrt(dot(T, T)), N * known.limit
    if known.holds == BY_ALL_MEANS or size <= most:
        return subtract(pressed, dT), dC
    ahead = scale(1.0 / size, T)
    d_most = dN * known.limit + N * known.limit_slope * dot(sliding, d_sliding)
    turned = scale(most / size, subtract(dT, scale(dot(ahead, dT), ahead)))
    return subtract(pressed, add(scale(d_most, ahead), turned)), dC


apply = force_entry(forces_with_bristle)
tangent = tangent_of(bristle_state_of, bristle_change_of)


@subroutine
def _set_bristle(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State) -> None:
    """Set the bristle of a point in contact. The friction limits its deflection."""
    law, bristle = contacts.law, state.bristle
    rate, sliding = sliding_of(touch, probe, solid, state)
    N, _, _ = force_at_point(law, k, touch, rate, state.contact[i, SPEED])
    z = ZERO
    if bristle[i, HOLDS] != 0.0:
        z = along(touch.normal, stretch_of(i, probe, solid, state))
    size = touch.weight * law[k, BRISTLE_STIFFNESS] * math.sqrt(dot(z, z))
    most = N * limit(law, k, math.sqrt(dot(sliding, sliding)))[0]
    if size > most:
        z = scale(most / size, z)
    R_P, R_T = row9(state.R, probe), row9(state.R, solid)
    z = transpose_vector(R_T, z)
    on_P = transpose_vector(R_P, subtract(touch.place, row3(state.x, probe)))
    on_T = transpose_vector(R_T, subtract(touch.place, row3(state.x, solid)))
    for n in range(3):
        bristle[i, DEFLECTION + n], bristle[i, ON_PROBE + n], bristle[i, ON_SOLID + n] = z[n], on_P[n], on_T[n]
    if not is_zero(law[k, ROLLING]):
        set_turn(law, k, i, N, touch.normal, probe, solid, state)
    bristle[i, HOLDS] = 1.0


@subroutine
def _set_or_release(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State, out: Floats
) -> None:
    """Set the bristle if the point is in contact. Otherwise release the bristle."""
    if contacts.law[k, BRISTLE_STIFFNESS] == 0.0:
        return
    if touch.gap < 0.0:
        _set_bristle(contacts, k, i, touch, probe, solid, state)
    else:
        state.bristle[i, HOLDS] = 0.0


@subroutine
def _remember_with_bristle(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State, watch: Floats
) -> None:
    remember(contacts, k, i, touch, probe, solid, state, watch)
    _set_or_release(contacts, k, i, touch, probe, solid, state, watch)


set_bristles = at_points(_set_or_release, changes_no_bristle)
accept = face_of_memory(_remember_with_bristle)


@subroutine
def _grip(contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State, out: Floats) -> None:
    out[i, 0], out[i, 1], out[i, 2], out[i, 3] = 0.0, 0.0, 0.0, 0.0
    if presses(state, i, touch.gap):
        action = forces_with_bristle(contacts, k, i, touch, probe, solid, state)
        rubs, sliding = along(touch.normal, action.force), sliding_of(touch, probe, solid, state)[1]
        out[i, 0], out[i, 1], out[i, 2] = action.normal, math.sqrt(dot(rubs, rubs)), math.sqrt(dot(sliding, sliding))
        out[i, 3] = math.sqrt(dot(action.couple, action.couple))


_grips = at_points(_grip)


@kernel
def grips(contacts: Contacts, state: State, out: Floats) -> None:
    """Write the normal force, friction, sliding speed and moment against rolling of each point (np, 4). All are zero
    without contact.
    """
    _grips(contacts, state, out)
