"""Finds the zero of a function of one variable, for the times of crossings."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

EPSILON = float(np.finfo(float).eps)


def root(value: Callable[[float], float], a: float, b: float, at_a: float, at_b: float) -> float:
    """Return the zero of a function between a and b, to round-off. If the function has no zero there, return `b`.

    Chandrupatla's method (Advances in Engineering Software 28 (1997) 145-149) uses inverse quadratic interpolation or
    bisection.
    """
    if at_a == 0.0 or at_b == 0.0 or at_a * at_b > 0.0:
        return a if at_a == 0.0 else b
    c, at_c, t, width = a, at_a, 0.5, 1e-12 * abs(b - a)
    while True:
        x = a + t * (b - a)
        at_x = value(x)
        if at_x * at_a > 0.0:
            c, at_c = a, at_a
        else:
            c, b, at_c, at_b = b, a, at_b, at_a
        a, at_a = x, at_x
        nearest, at_nearest = (a, at_a) if abs(at_a) < abs(at_b) else (b, at_b)
        tolerance = 2.0 * EPSILON * abs(nearest) + width
        bound = tolerance / abs(b - a) if b != a else 1.0
        if bound > 0.5 or at_nearest == 0.0 or not math.isfinite(at_x):
            return nearest
        xi, phi = (a - b) / (c - b), (at_a - at_b) / (at_c - at_b)
        t = 0.5
        if phi * phi < xi and (1.0 - phi) ** 2 < 1.0 - xi:
            t = at_a / (at_b - at_a) * at_c / (at_b - at_c)
            t += (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b)
        t = min(max(t, bound), 1.0 - bound)
