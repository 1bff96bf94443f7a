"""Computes the resistance of a joint coordinate: friction of constant size, and stops.

The functions of this module are plain functions. Kernels call them, and so do sensors for output rows. A stop follows
the law of Hunt and Crossley. At the depth d beyond the stop, the force `k d (1 + c d')` pushes back, and never pulls.
It is proportional to d, so it starts at zero for any speed (Hunt and Crossley: Coefficient of restitution interpreted
as damping in vibroimpact, 1975).

The friction force is `-F tanh(b q' / F)`. Its size is at most F, and in slow motion it acts as the damper `b q'`. If a
coefficient of friction is given, the friction force is `-N mu(q')` with the normal force N. Here mu is Stribeck's
curve, which is smooth at rest:

mu(v) = (mu_d + (mu_s - mu_d) exp(-(v/v_s)^2)) tanh(v/v_0).
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.model.joints import Drives

plain_functions(__name__)

Force = tuple[float, float, float]


class Law(IntEnum):
    """The law of a drive (`Drives.law`)."""

    LINEAR = 0  # springs, dampers, actuators and controllers
    FRICTION = 1  # friction of size `limit`, and the slope `damping` at rest
    UPPER_STOP = 2  # stop that acts beyond `rest`, with `stiffness` and `damping` [s/m or s/rad]
    LOWER_STOP = 3


def has_stops(drives: Drives) -> bool:
    """Return whether some of the drives are stops."""
    return bool(np.any(drives.law >= Law.UPPER_STOP))


def is_stop(law: int) -> bool:
    """Return whether a law belongs to a stop."""
    return law >= Law.UPPER_STOP


def gap(law: int, rest: float, q: float) -> float:
    """Return the distance of a coordinate from a stop. Beyond the stop, it is negative."""
    return rest - q if law == Law.UPPER_STOP else q - rest


def depth(law: int, rest: float, q: float) -> float:
    """Return the distance of a coordinate beyond a stop. Before the stop, it is zero."""
    return max(-gap(law, rest, q), 0.0)


def friction(size: float, damping: float, rate: float) -> Force:
    """Return the friction force, and its derivatives with respect to coordinate and rate."""
    if size == 0.0:
        return 0.0, 0.0, 0.0
    ratio = math.tanh(damping * rate / size)
    return -size * ratio, 0.0, -damping * (1.0 - ratio * ratio)


def coefficient(dynamic: float, static: float, decay: float, transition: float, rate: float) -> tuple[float, float]:
    """Return the coefficient mu at a rate, and its derivative. `decay` is v_s, and `transition` is v_0."""
    x = rate / decay
    peak = (static - dynamic) * math.exp(-x * x)
    ratio = math.tanh(rate / transition)
    slope = (dynamic + peak) * (1.0 - ratio * ratio) / transition - 2.0 * peak * ratio * x / decay
    return (dynamic + peak) * ratio, slope


def stop(law: int, stiffness: float, damping: float, rest: float, q: float, rate: float) -> Force:
    """Return the force of a stop, and its derivatives with respect to coordinate and rate."""
    sign = 1.0 if law == Law.UPPER_STOP else -1.0
    deep = depth(law, rest, q)
    growth = 1.0 + damping * sign * rate
    if deep == 0.0 or growth <= 0.0:
        return 0.0, 0.0, 0.0
    return -sign * stiffness * deep * growth, -stiffness * growth, -stiffness * deep * damping


def resistance(law: int, stiffness: float, damping: float, rest: float, limit: float, q: float, rate: float) -> Force:
    """Return the force of a drive that is not linear, and its derivatives with respect to coordinate and rate."""
    if law == Law.FRICTION:
        return friction(limit, damping, rate)
    return stop(law, stiffness, damping, rest, q, rate)
