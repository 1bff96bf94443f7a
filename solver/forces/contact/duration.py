"""How long a step may be so that it resolves what contacts do.

A body of mass m that meets a contact `K depth^n` with the speed v goes `d = ((n + 1) m v^2 / (2 K))^(1 / (n + 1))` deep and stays for about
3 d/v. Damping acts from the beginning: it multiplies K by 1 + D (law.py). Fixed steps that are not a small part of d/v are divided:
they end before the bodies meet, and cross the surface in small parts. In contact, v is the speed that has the energy of the impact,
kinetic and elastic.

What rests is no impact: where the motion about the equilibrium is too slow to open the contact, steps may be of any length, but for
explicit methods, which are to stay stable, against damping and friction too. The acceleration since the last accepted state tells rest from
the turning point of an impact.
"""

from __future__ import annotations

import math

from rbsolve.geometry.vector import Vector, cross, dot, scale, subtract, transpose_vector
from rbsolve.solver.forces.contact.law import friction_ratio
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BEFORE,
    BRISTLE_DAMPING,
    BRISTLE_STIFFNESS,
    DAMPING,
    DYNAMIC,
    EXPONENT,
    IS_SHORT,
    LEAST_SPEED,
    NOW,
    RATE,
    SPEED,
    STABLE,
    STATIC,
    STEP,
    STIFFNESS,
    TRANSITION,
    WEIGHT,
)
from rbsolve.solver.model.rows import row3, row9

FINE = 0.1  # of d/v: the longest part of a step in an impact
ACROSS = 1.0 / 16.0  # of such a part: the one in which a contact opens or closes
COARSE = 0.25  # of d/v: longer steps do not resolve an impact, which is worth a word
LEFT = 0.15  # of d/v: steps that are left as they are as long as a contact stays closed
RESTING = 0.3  # of the speed that stands for the energy: that of a vibration which does not open the contact
HELD = 3.0  # accelerations of gravity that a contact may have to hold at the start of a run


@subroutine
def _mobility(contacts, k, side, body, place, direction, state):
    """The acceleration of a particle of a body, by a force there, along that direction."""
    R = row9(state.R, body)
    arm = transpose_vector(R, subtract(place, row3(state.x, body)))
    f = transpose_vector(R, direction)
    m = cross(arm, f)
    wrench = (f[0], f[1], f[2], m[0], m[1], m[2])
    total = 0.0
    for a in range(6):
        for b in range(6):
            total += wrench[a] * contacts.mobility[k, side, a, b] * wrench[b]
    return total


@subroutine
def _inverse_mass(contacts, k, i, touch, direction, probe, solid, state):
    """One over the mass that a contact feels along a direction."""
    end = contacts.end[i]
    own = _mobility(contacts, k, end, probe, touch.place, direction, state)
    return own + _mobility(contacts, k, 1 - end, solid, touch.place, direction, state)


@subroutine
def _time_of(stiffness, exponent, inverse_mass, speed):
    """d/v of an impact."""
    depth = ((exponent + 1.0) * speed * speed / (2.0 * stiffness * inverse_mass)) ** (1.0 / (exponent + 1.0))
    return depth / speed


@subroutine
def _until_meeting(gap, rate, weight):
    """How long it takes to close a gap under weight, and the speed then; the time is infinite where it does not close."""
    speed = math.sqrt(rate * rate + 2.0 * weight * gap)
    if speed <= rate or speed == 0.0:
        return math.inf, 0.0
    return 2.0 * gap / (speed - rate), speed


@subroutine
def _decay(contacts, k, i, touch, N, sliding, inverse_mass, probe, solid, state):
    """The rate at which damping, friction or a bristle makes a motion die away, or vibrate."""
    law = contacts.law
    rate = N * law[k, DAMPING] / max(state.contact[i, SPEED], law[k, LEAST_SPEED]) * inverse_mass
    if law[k, STATIC] == 0.0 and law[k, DYNAMIC] == 0.0:
        return rate
    speed = math.sqrt(dot(sliding, sliding))
    along = scale(1.0 / speed, sliding) if speed > 0.0 else _across(touch.normal)
    inverse = _inverse_mass(contacts, k, i, touch, along, probe, solid, state)
    if law[k, BRISTLE_STIFFNESS] > 0.0:
        rate = max(rate, law[k, BRISTLE_DAMPING] * inverse)
        return max(rate, 2.0 * math.sqrt(law[k, BRISTLE_STIFFNESS] * inverse))
    m, _ = friction_ratio(law[k, STATIC], law[k, DYNAMIC], law[k, TRANSITION], speed)
    return max(rate, N * m * inverse)


@subroutine
def _across(n: Vector) -> Vector:
    """A unit vector across another one."""
    a = cross(n, (1.0, 0.0, 0.0) if abs(n[0]) < 0.7 else (0.0, 1.0, 0.0))
    return scale(1.0 / math.sqrt(dot(a, a)), a)


@subroutine
def longest_step(contacts, k, i, touch, rate, sliding, probe, solid, state):
    """The longest step from an accepted state that resolves what point `i` of contact `k` does, of a run with fixed steps."""
    law, watch = contacts.law, state.watch
    K, n = law[k, STIFFNESS] * (1.0 + law[k, DAMPING]), law[k, EXPONENT]
    until, speed, depth, elastic = math.inf, 0.0, 0.0, 0.0
    since = watch[NOW] - watch[BEFORE]
    push = (rate - state.contact[i, RATE]) / since if since > 0.0 else 0.0
    if touch.gap >= 0.0:
        until, speed = _until_meeting(touch.gap, rate, max(watch[WEIGHT], -push))
        if until > watch[STEP]:
            return math.inf
    inverse = _inverse_mass(contacts, k, i, touch, touch.normal, probe, solid, state)
    if inverse <= 0.0:
        return math.inf
    if touch.gap < 0.0:
        depth = -touch.gap
        elastic = law[k, STIFFNESS] * depth**n
        speed = math.sqrt(rate * rate + 2.0 * inverse * elastic * depth / (n + 1.0))
        if rate > 0.0:
            until = depth / rate
    time = _time_of(K, n, inverse, speed)
    longest = math.inf
    if watch[STABLE] > 0.0 and depth > 0.0:
        decay = _decay(contacts, k, i, touch, elastic, sliding, inverse, probe, solid, state)
        longest = min(time, watch[STABLE] / decay if decay > 0.0 else math.inf)
    fine = FINE * time
    if watch[STEP] <= ACROSS * fine:
        return longest
    if depth > 0.0:
        if since == 0.0:
            push = max(inverse * elastic - HELD * watch[WEIGHT], 0.0)
        if rate * rate + (push * time) ** 2 < (RESTING * speed) ** 2:
            return longest
    if watch[STEP] > COARSE * time:
        watch[IS_SHORT] = 1.0
    if depth > 0.0 and watch[STEP] > LEFT * time:
        until = min(until, fine)
    return min(longest, max(until, ACROSS * fine))
