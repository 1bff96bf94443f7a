"""Computes the largest fixed step that resolves an impact between shapes, or between a joint and its stop.

A mass m meets a force `K depth^n` with the speed v. It penetrates by `d = ((n + 1) m v^2 / (2 K))^(1 / (n + 1))` and
stays in contact for about 3 d/v. Damping multiplies K and acts from the start of the impact. Fixed steps that are not
much shorter than d/v are divided. A step ends before the bodies meet, and small parts of steps resolve the impact.
During contact, v is the speed that corresponds to the kinetic and elastic energy of the impact.

A body at rest on a contact is not an impact. If the motion about the equilibrium is too slow to open the contact, the
step size is not limited. The acceleration since the last accepted state distinguishes rest from the turning point of an
impact.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import BEFORE, IS_SHORT, IS_STIFF, LONGEST, NOW, STABLE, STEP, WEIGHT

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats

FINE = 0.1  # longest part of a step in an impact, relative to d/v
ACROSS = 1.0 / 16.0  # size of the part in which a contact opens or closes, relative to the longest part
ACROSS_EXPLICIT = 1.0 / 4096.0  # the same size for explicit methods, at most
SHORTEST = 2.0**-20  # smallest size of this part, relative to the step
LEFT = 0.15  # longer steps, relative to d/v, do not resolve an impact: they are divided and reported
RESTING = 0.3  # a contact stays closed if its vibration is slower than this fraction of the speed that its energy gives
TURNED = 0.5  # largest relative loss of speed by friction in a step
HELD = 3.0  # largest acceleration, in multiples of gravity, that a contact may have to support at the start of a run


@subroutine
def until_meeting(gap: float, rate: float, push: float) -> tuple[float, float]:
    """Return the time until a gap closes under an acceleration, and the speed at that time. The time is infinite if the
    gap does not close.
    """
    speed = math.sqrt(rate * rate + 2.0 * push * gap)
    if speed <= rate or speed == 0.0:
        return math.inf, 0.0
    return 2.0 * gap / (speed - rate), speed


@subroutine
def _push(rate: float, rate_before: float, watch: Floats) -> float:
    """Return the acceleration of a gap since the last accepted state."""
    since = watch[NOW] - watch[BEFORE]
    return (rate - rate_before) / since if since > 0.0 else 0.0


@subroutine
def may_meet(gap: float, rate: float, rate_before: float, watch: Floats) -> bool:
    """Return whether a gap is closed, or may close within a step."""
    if gap < 0.0:
        return True
    meets: bool = until_meeting(gap, rate, max(watch[WEIGHT], -_push(rate, rate_before, watch)))[0] <= watch[STEP]
    return meets


@subroutine
def _across(time: float, watch: Floats) -> float:
    """Return the size of the part in which a contact opens or closes. `time` is d/v of the impact.

    The part across this time has an error proportional to its size, because the impact speed is the speed at its end. If
    the step itself resolves the impact, the size therefore decreases like the error of the method. It is proportional
    to the fourth power of the step for explicit methods, and to the second power for implicit ones.
    """
    most: float = ACROSS * FINE * time
    ratio = min(watch[STEP] / (LEFT * time), 1.0)
    size: float = most * ratio * ratio
    if watch[STABLE] > 0.0:
        size = ACROSS_EXPLICIT * FINE * time * ratio * ratio * ratio * ratio
    size = min(most, max(size, SHORTEST * watch[STEP]))
    return size


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
    """Limit the next step so that it resolves an impact with the law `stiffness depth^exponent`.

    Damping multiplies the law by up to `growth`. The other arguments are the gap, its current rate, its rate at the previous accepted
    state, and the inverse mass.
    """
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
    across = _across(time, watch)
    if watch[STEP] <= across or (depth > 0.0 and rate * rate + (push * time) ** 2 < (RESTING * speed) ** 2):
        return
    if watch[STEP] > LEFT * time:
        watch[IS_SHORT] = 1.0
        if depth > 0.0:
            until = min(until, FINE * time)
    watch[LONGEST] = min(watch[LONGEST], max(until, across))


@subroutine
def limit_to_decay(rate: float, watch: Floats) -> None:
    """Limit the step so that an explicit method is stable for damping with a given decay rate."""
    if rate * watch[LONGEST] > watch[STABLE]:
        watch[LONGEST] = watch[STABLE] / rate


@subroutine
def limit_to_friction(damping: float, size: float, speed: float, mobility: float, watch: Floats) -> None:
    """Limit the step so that an explicit method is stable for friction, which acts as a damper at rest. The step must
    also be too short to reverse the motion.
    """
    rate = damping * mobility
    longest = watch[STABLE] / rate if rate > 0.0 else math.inf
    if size * mobility > 0.0:
        longest = max(longest, TURNED * speed / (size * mobility))
    if longest < watch[STEP]:
        watch[IS_STIFF] = 1.0
    watch[LONGEST] = min(watch[LONGEST], longest)
