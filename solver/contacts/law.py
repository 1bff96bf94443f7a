"""The normal force and the friction of a contact.

The normal force follows Hunt and Crossley: `K depth^n (1 + d v / v0)` with the speed v of approach and the impact speed
v0. A free mass rebounds with the speed `e v0` if

    (1 + e) d = ln((1 + d) / (1 - e d)),

for any mass, stiffness K, exponent n and impact speed v0. This equation follows by integration of
`v dv / (1 + d v/v0) = -(K/m) depth^n d(depth)` over both phases of the impact. See Zhang and Sharf, Journal of Applied
Mechanics 76, 2009, and Carvalho and Martins, Mechanism and Machine Theory 139, 2019. Hunt and Crossley's own factor
`1.5 (1 - e)` is the limit of d near e = 1. With their factor, a body rebounds with 0.77 v0 for e = 0.7, and with 0.49
v0 for e = 0.

The impact speed v0 is the speed at which the contact closed. If the speed of approach later exceeds `GROWTH` v0, v0
increases to the speed of approach divided by `GROWTH`. The force is therefore continuous, and does not depend on the
ends of steps. Because of the factor GROWTH, v0 does not change while gravity accelerates a body that has just touched.
The speed v0 has a minimum, so that the damping of a body at rest is finite.

Friction follows Brown and McPhee (Journal of Computational and Nonlinear Dynamics 11, 2016). Friction acts against the
sliding velocity, with the coefficient

    mu(s) = mu_d tanh(4 x) + (mu_s - mu_d) x / (x^2/4 + 3/4)^2,    x = s / (transition velocity).

The coefficient is smooth at rest, with the peak mu_s at the transition velocity. At much higher speeds, the coefficient
is mu_d.
"""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import DAMPING, EXPONENT, LEAST_SPEED, STIFFNESS

if TYPE_CHECKING:
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.flat import Floats

LEAST_RESTITUTION = 0.01
GROWTH = 1.02  # a speed of approach above this multiple of the impact speed starts a new impact
FEW = 0.1  # below this value of d, the equation for d is evaluated by its series
SMALL = 0.02  # below this fraction of the transition velocity, tanh(4 x)/x is evaluated by its series


@cache
def damping_factor(restitution: float) -> float:
    """Return the factor d for a coefficient of restitution of at least `LEAST_RESTITUTION`."""
    e = max(restitution, LEAST_RESTITUTION)
    low, high = (1.0 - e) / e, 1.0 / e  # the root lies between the maximum and the pole of the difference
    middle = 0.5 * (low + high)
    while low < middle < high:
        if _difference(e, middle) > 0.0:
            low = middle
        else:
            high = middle
        middle = 0.5 * (low + high)
    return low


def _difference(e: float, d: float) -> float:
    """Return the difference of both sides of the equation for d, divided by d^2."""
    if d > FEW:
        return ((1.0 + e) * d - math.log1p(d) + math.log1p(-e * d)) / (d * d)
    return sum((-d) ** (k - 2) * (1.0 - (-e) ** k) / k for k in range(2, 20))


@subroutine
def normal_force(
    stiffness: float, exponent: float, damping: float, least_speed: float, depth: float, approach: float, memory: float
) -> tuple[float, float, float]:
    """Return the normal force, and its derivatives with respect to depth and speed of approach. `memory` is the impact speed."""
    if depth <= 0.0:
        return 0.0, 0.0, 0.0
    elastic = stiffness * depth**exponent
    slope = exponent * stiffness * depth ** (exponent - 1.0)
    impact = max(memory, least_speed)
    if approach > GROWTH * impact:
        return elastic * (1.0 + GROWTH * damping), slope * (1.0 + GROWTH * damping), 0.0
    growth = 1.0 + damping * approach / impact
    if growth <= 0.0:
        return 0.0, 0.0, 0.0
    return elastic * growth, slope * growth, elastic * damping / impact


@subroutine
def force_at_point(law: Floats, k: int, touch: Touch, rate: float, memory: float) -> tuple[float, float, float]:
    """Return the normal force at a point of contact `k`, and its derivatives with respect to depth and speed of approach. `rate` is
    the rate of the gap.
    """
    N, by_depth, by_approach = normal_force(
        law[k, STIFFNESS], law[k, EXPONENT], law[k, DAMPING], law[k, LEAST_SPEED], -touch.gap, -rate, memory
    )
    return touch.weight * N, touch.weight * by_depth, touch.weight * by_approach


@subroutine
def impact_speed(least_speed: float, approach: float, memory: float) -> float:
    """Return the impact speed to be stored after a step that ends with a closed contact."""
    if memory == 0.0:
        return max(approach, 0.0)
    if approach > GROWTH * max(memory, least_speed):
        return approach / GROWTH
    return memory


@subroutine
def elastic_energy(stiffness: float, exponent: float, depth: float) -> float:
    """Return the stored energy of the undamped force."""
    if depth <= 0.0:
        return 0.0
    energy: float = stiffness * depth ** (exponent + 1.0) / (exponent + 1.0)
    return energy


@subroutine
def energy_at_point(law: Floats, k: int, touch: Touch) -> float:
    """Return the stored energy of the undamped force at a point of contact `k`."""
    return touch.weight * elastic_energy(law[k, STIFFNESS], law[k, EXPONENT], -touch.gap)


@subroutine
def elastic_force(law: Floats, k: int, stored: float, depth: float) -> float:
    """Return the undamped normal force at a positive depth, from its stored energy."""
    force: float = (law[k, EXPONENT] + 1.0) * stored / depth
    return force


@subroutine
def _tanh_ratio(x: float) -> tuple[float, float]:
    """Return `t = tanh(4 x)/x`, and `t'/x`."""
    if x < SMALL:
        y = 16.0 * x * x
        t = 4.0 * (1.0 - y * (1.0 / 3.0 - y * (2.0 / 15.0 - y * (17.0 / 315.0 - y * 62.0 / 2835.0))))
        return t, 128.0 * (-1.0 / 3.0 + y * (4.0 / 15.0 - y * (51.0 / 315.0 - y * 248.0 / 2835.0)))
    value = math.tanh(4.0 * x)
    return value / x, (4.0 * (1.0 - value * value) - value / x) / (x * x)


@subroutine
def friction_ratio(static: float, dynamic: float, transition: float, speed: float) -> tuple[float, float]:
    """Return `m = mu/s` at the sliding speed s, and `m'/s`. The friction of a normal force N is `-N m v`."""
    x = speed / transition
    ratio, slope = _tanh_ratio(x)
    base = 0.25 * x * x + 0.75
    peak = (static - dynamic) / (base * base)
    m = (dynamic * ratio + peak) / transition
    return m, (dynamic * slope - peak / base) / transition**3
