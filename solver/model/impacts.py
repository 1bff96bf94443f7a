"""The limit of a fixed step that resolves an impact: of shapes, or of a joint and its stop.

A mass m that meets a force `K depth^n` with the speed v penetrates by `d = ((n + 1) m v^2 / (2 K))^(1 / (n + 1))` and stays for about 3
d/v. Damping acts from the beginning: it multiplies K. Fixed steps that are not a small part of d/v are divided: they end before both meet,
and go across in small parts. In contact, v is the speed with the energy of the impact, kinetic and elastic.

Rest is no impact: if the motion about the equilibrium is too slow to open the contact, steps may have any length. The
acceleration since the last accepted state tells rest from the turning point of an impact.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import BEFORE, IS_SHORT, IS_STIFF, LONGEST, NOW, STABLE, STEP, WEIGHT

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats

FINE = 0.1  # of d/v: the longest part of a step in an impact
ACROSS = 1.0 / 16.0  # of such a part: the one in which a contact opens or closes
COARSE = 0.25  # of d/v: longer steps do not resolve an impact and are reported
LEFT = 0.15  # of d/v: steps are not divided while a contact stays closed
RESTING = 0.3  # of the speed that represents the energy: that of a vibration without opening of the contact
TURNED = 0.5  # of a speed: the loss by friction in a step
HELD = 3.0  # accelerations of gravity that a contact may have to support at the start of a run


@subroutine
def until_meeting(gap: float, rate: float, push: float) -> tuple[float, float]:
    """How long it takes to close a gap under an acceleration, and the speed then; the time is infinite where it does not close."""
    speed = math.sqrt(rate * rate + 2.0 * push * gap)
    if speed <= rate or speed == 0.0:
        return math.inf, 0.0
    return 2.0 * gap / (speed - rate), speed


@subroutine
def _push(rate: float, rate_before: float, watch: Floats) -> float:
    """The acceleration of a gap since the last accepted state."""
    since = watch[NOW] - watch[BEFORE]
    return (rate - rate_before) / since if since > 0.0 else 0.0


@subroutine
def may_meet(gap: float, rate: float, rate_before: float, watch: Floats) -> bool:
    """Whether a gap is closed, or may be within a step."""
    if gap < 0.0:
        return True
    return until_meeting(gap, rate, max(watch[WEIGHT], -_push(rate, rate_before, watch)))[0] <= watch[STEP]


@subroutine
def limit_to_impact(
    stiffness: float,
    exponent: float,
    growth: float,
    inverse_mass: float,
    gap: float,
    rate: float,
    rate_before: float,
    watch: Floats,
) -> None:
    """Limit the next step so that it resolves an impact. The law `stiffness depth^exponent` is multiplied by up to `growth` through
    damping. The gap, its rate now and at the previous accepted state, and the inverse mass are given."""
    push = _push(rate, rate_before, watch)
    until, speed, depth = math.inf, 0.0, max(-gap, 0.0)
    if gap >= 0.0:
        until, speed = until_meeting(gap, rate, max(watch[WEIGHT], -push))
        if until > watch[STEP]:
            return
    else:
        elastic = stiffness * depth**exponent
        speed = math.sqrt(rate * rate + 2.0 * inverse_mass * elastic * depth / (exponent + 1.0))
        if rate > 0.0:
            until = depth / rate
        if watch[NOW] == watch[BEFORE]:
            push = max(inverse_mass * elastic - HELD * watch[WEIGHT], 0.0)
    deepest = ((exponent + 1.0) * speed * speed / (2.0 * stiffness * growth * inverse_mass)) ** (1.0 / (exponent + 1.0))
    time = deepest / speed
    if depth > 0.0 and watch[STABLE] > 0.0:
        watch[LONGEST] = min(watch[LONGEST], time)
    fine = FINE * time
    if watch[STEP] <= ACROSS * fine or (depth > 0.0 and rate * rate + (push * time) ** 2 < (RESTING * speed) ** 2):
        return
    if watch[STEP] > COARSE * time:
        watch[IS_SHORT] = 1.0
    if depth > 0.0 and watch[STEP] > LEFT * time:
        until = min(until, fine)
    watch[LONGEST] = min(watch[LONGEST], max(until, ACROSS * fine))


@subroutine
def limit_to_decay(rate: float, watch: Floats) -> None:
    """Let an explicit method be stable against damping that makes a motion die away at some rate."""
    if rate * watch[LONGEST] > watch[STABLE]:
        watch[LONGEST] = watch[STABLE] / rate


@subroutine
def limit_to_friction(damping: float, size: float, speed: float, mobility: float, watch: Floats) -> None:
    """Let an explicit method be stable against friction, a damper at rest, that has some size at a speed, and not turn the motion round."""
    rate = damping * mobility
    longest = watch[STABLE] / rate if rate > 0.0 else math.inf
    if size * mobility > 0.0:
        longest = max(longest, TURNED * speed / (size * mobility))
    if longest < watch[STEP]:
        watch[IS_STIFF] = 1.0
    watch[LONGEST] = min(watch[LONGEST], longest)
