"""Computes the largest step size that resolves contacts.

Fixed steps must resolve impacts (solver/model/impacts.py). With explicit methods, they must also be short enough for
stability, because of damping and friction.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import Vector, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.contacts.law import friction_ratio
from rbsolve.solver.contacts.rolling import along, rolling_ratio, spin_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BRISTLE_DAMPING,
    BRISTLE_STIFFNESS,
    DAMPING,
    DYNAMIC,
    EXPONENT,
    LEAST_SPEED,
    RATE,
    ROLLING,
    ROLLING_SIZE,
    SPEED,
    STABLE,
    STATIC,
    STIFFNESS,
    TRANSITION,
)
from rbsolve.solver.model.impacts import limit_to_decay, limit_to_friction, limit_to_impact, may_meet
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State


@subroutine
def _given_way(contacts: Contacts, k: int, side: int, f: Vector, m: Vector) -> float:
    """Return the acceleration of a body that a wrench (in body axes) causes along itself."""
    wrench = (f[0], f[1], f[2], m[0], m[1], m[2])
    total = 0.0
    for a in range(6):
        for b in range(6):
            total += wrench[a] * contacts.mobility[k, side, a, b] * wrench[b]
    return total


@subroutine
def _mobility(
    contacts: Contacts, k: int, side: int, body: int, place: Vector, direction: Vector, state: State
) -> float:
    """Return the acceleration of a particle of a body that a unit force causes in its own direction."""
    R = row9(state.R, body)
    arm = transpose_vector(R, subtract(place, row3(state.x, body)))
    f = transpose_vector(R, direction)
    return _given_way(contacts, k, side, f, cross(arm, f))


@subroutine
def _inverse_mass(
    contacts: Contacts, k: int, i: int, touch: Touch, direction: Vector, pair: tuple[int, int], state: State
) -> float:
    """Return the reciprocal of the effective mass at a contact in a direction."""
    end, (probe, solid) = contacts.end[i], pair
    own = _mobility(contacts, k, end, probe, touch.place, direction, state)
    return own + _mobility(contacts, k, 1 - end, solid, touch.place, direction, state)


@subroutine
def _limit_to_rubbing(
    contacts: Contacts, k: int, i: int, touch: Touch, N: float, sliding: Vector, pair: tuple[int, int], state: State
) -> None:
    """Limit the step because of the friction of point `i` of contact `k` with the normal force N, or because of its
    bristle.
    """
    law, watch = contacts.law, state.watch
    speed = math.sqrt(dot(sliding, sliding))
    along = scale(1.0 / speed, sliding) if speed > 0.0 else _across(touch.normal)
    inverse = _inverse_mass(contacts, k, i, touch, along, pair, state)
    if law[k, BRISTLE_STIFFNESS] > 0.0:
        limit_to_decay(touch.weight * law[k, BRISTLE_DAMPING] * inverse, watch)
        limit_to_decay(2.0 * math.sqrt(touch.weight * law[k, BRISTLE_STIFFNESS] * inverse), watch)
    else:
        damping, _ = friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], 0.0)
        m, _ = friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], speed)
        limit_to_friction(N * damping, N * m * speed, speed, inverse, watch)


@subroutine
def _limit_to_rolling(
    contacts: Contacts, k: int, i: int, touch: Touch, N: float, pair: tuple[int, int], state: State
) -> None:
    """Limit the step because of the rolling resistance of point `i` of contact `k` with the normal force N."""
    law, watch, still = contacts.law, state.watch, (0.0, 0.0, 0.0)
    probe, solid = pair
    rolling = along(touch.normal, spin_of(probe, solid, state))
    rate = math.sqrt(dot(rolling, rolling))
    axis = scale(1.0 / rate, rolling) if rate > 0.0 else _across(touch.normal)
    end = contacts.end[i]
    inverse = _given_way(contacts, k, end, still, transpose_vector(row9(state.R, probe), axis))
    inverse += _given_way(contacts, k, 1 - end, still, transpose_vector(row9(state.R, solid), axis))
    if law[k, BRISTLE_STIFFNESS] > 0.0:
        area = law[k, ROLLING_SIZE] ** 2
        limit_to_decay(area * law[k, BRISTLE_DAMPING] * inverse, watch)
        limit_to_decay(2.0 * math.sqrt(area * law[k, BRISTLE_STIFFNESS] * inverse), watch)
    else:
        damping, _ = rolling_ratio(law, k, 0.0, True)
        m, _ = rolling_ratio(law, k, rate, False)
        limit_to_friction(N * damping, N * m * rate, rate, inverse, watch)


@subroutine
def _across(n: Vector) -> Vector:
    """Return a unit vector perpendicular to the unit vector `n`."""
    a = cross(n, (1.0, 0.0, 0.0) if abs(n[0]) < 0.7 else (0.0, 1.0, 0.0))
    return scale(1.0 / math.sqrt(dot(a, a)), a)


@subroutine
def limit_step(
    contacts: Contacts, k: int, i: int, touch: Touch, rate: float, sliding: Vector, pair: tuple[int, int], state: State
) -> None:
    """Limit the next fixed step after an accepted state, so that the step resolves point `i` of contact `k`."""
    law, watch = contacts.law, state.watch
    if not may_meet(touch.gap, rate, state.contact[i, RATE], watch):
        return
    inverse = _inverse_mass(contacts, k, i, touch, touch.normal, pair, state)
    if inverse <= 0.0 or touch.weight <= 0.0:
        return
    K, n, growth = touch.weight * law[k, STIFFNESS], law[k, EXPONENT], 1.0 + law[k, DAMPING]
    limit_to_impact(K, n, growth, inverse, touch.gap, rate, state.contact[i, RATE], watch)
    if watch[STABLE] > 0.0 and touch.gap < 0.0:
        N = K * (-touch.gap) ** n
        limit_to_decay(N * law[k, DAMPING] / max(state.contact[i, SPEED], law[k, LEAST_SPEED]) * inverse, watch)
        if law[k, STATIC] > 0.0:
            _limit_to_rubbing(contacts, k, i, touch, N, sliding, pair, state)
        if law[k, ROLLING] > 0.0:
            _limit_to_rolling(contacts, k, i, touch, N, pair, state)
