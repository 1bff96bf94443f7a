"""Closed forms and integrations that several cases of the validation book share.

Times are (n,), and all quantities are in SI units.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.linalg import expm
from scipy.optimize import brentq
from scipy.special import ellipj, ellipk

Floats = NDArray[np.float64]


def linear(t: Floats, matrix: ArrayLike, start: ArrayLike) -> Floats:
    """Return the solution (n, k) of y' = A y with A (k, k), by the matrix exponential."""
    a, y0 = np.asarray(matrix, dtype=float), np.asarray(start, dtype=float)
    return np.array([expm(a * time) @ y0 for time in t])


def driven_oscillation(
    t: Floats,
    mass: ArrayLike,
    damping: ArrayLike,
    stiffness: ArrayLike,
    start: ArrayLike,
    force: ArrayLike = 0.0,
    frequency: float = 0.0,
    phase: float = 0.0,
) -> Floats:
    """Return the positions (n, k) of M x'' + C x' + K x = F cos(W t + phase). `start` (2 k,) contains positions, then
    velocities.
    """
    m, c, k = (np.atleast_2d(np.asarray(part, dtype=float)) for part in (mass, damping, stiffness))
    size = len(m)
    f = np.broadcast_to(np.asarray(force, dtype=float), size)
    a = np.zeros((2 * size + 2, 2 * size + 2))
    a[:size, size : 2 * size] = np.eye(size)
    a[size : 2 * size, :size], a[size : 2 * size, size : 2 * size] = -np.linalg.solve(m, k), -np.linalg.solve(m, c)
    a[size : 2 * size, 2 * size] = np.linalg.solve(
        m, f
    )  # the last two states are cos(W t + phase) and sin(W t + phase)
    a[2 * size, 2 * size + 1], a[2 * size + 1, 2 * size] = -frequency, frequency
    places: Floats = linear(t, a, [*np.asarray(start, dtype=float), np.cos(phase), np.sin(phase)])[:, :size]
    return places


def pendulum(t: Floats, stiffness: float, angle: float) -> Floats:
    """Return the angle q of q'' = -k sin q, released from rest at `angle`. The angle q satisfies sin(q/2) = a
    cd(sqrt(k) t | a^2), a = sin(angle/2).
    """
    m = np.sin(angle / 2) ** 2
    _, cn, dn, _ = ellipj(np.sqrt(stiffness) * t, m)
    swing: Floats = 2 * np.arcsin(np.sin(angle / 2) * cn / dn)
    return swing


def thrown_pendulum(t: Floats, stiffness: float, rate: float) -> Floats:
    """Return the angle q of q'' = -k sin q from the lowest position. With this `rate`, the pendulum passes its highest
    position. The angle q is q = 2 am(rate t/2 | 4 k/rate^2).
    """
    turn: Floats = 2 * ellipj(rate * t / 2, 4 * stiffness / rate**2)[3]
    return turn


def kepler(t: Floats, mu: float, r0: float, v0: float) -> Floats:
    """Return the orbit (n, 2) under the attraction mu/r^2, from (r0, 0) with the velocity (0, v0)."""
    e = r0 * v0**2 / mu - 1
    if abs(e - 1) < 1e-14:  # Barker's equation, by Cardano
        d = 2 * np.sinh(np.arcsinh(1.5 * np.sqrt(mu / (2 * r0**3)) * t) / 3)
        return np.stack([r0 * (1 - d**2), 2 * r0 * d], axis=1)
    a = r0 / abs(1 - e)
    mean = np.sqrt(mu / a**3) * t
    if e < 1:
        anomaly = root(lambda x: x - e * np.sin(x), mean, 1.0 + abs(e))
        return np.stack([a * (np.cos(anomaly) - e), a * np.sqrt(1 - e**2) * np.sin(anomaly)], axis=1)
    anomaly = root(lambda x: e * np.sinh(x) - x, mean, 40.0)
    return np.stack([a * (e - np.cosh(anomaly)), a * np.sqrt(e**2 - 1) * np.sinh(anomaly)], axis=1)


def root(function: Callable[[float], float], values: Floats, width: float) -> Floats:
    """Return the arguments, within `width`, at which an increasing function has each of `values`."""
    return np.array(
        [
            brentq(lambda x, value=value: function(x) - value, value - width, value + width, xtol=1e-15, rtol=1e-15)
            for value in values
        ]
    )


def between_roots(t: Floats, polynomial: ArrayLike, start: float) -> Floats:
    """Return the solution u(t) of `u'^2 = P(u)`. It starts at the root `start` of P, and stays between the two smaller
    roots. P is a cubic polynomial with three real roots. Its highest power comes first.

    With the roots u1 < u2 < u3 and the leading coefficient a > 0, u = u1 + (u2 - u1) sn^2(sqrt(a (u3 - u1))/2 t + phase
    | m), m = (u2 - u1)/(u3 - u1).
    """
    p = np.asarray(polynomial, dtype=float)
    u1, u2, u3 = np.sort(np.roots(p).real)
    m = (u2 - u1) / (u3 - u1)
    phase = 0.0 if abs(start - u1) < abs(start - u2) else ellipk(m)
    sn = ellipj(np.sqrt(p[0] * (u3 - u1)) / 2 * t + phase, m)[0]
    history: Floats = u1 + (u2 - u1) * sn**2
    return history


def integrate(t: Floats, slope: Callable[[float, Floats], ArrayLike], start: ArrayLike) -> Floats:
    """Return the solution (n, k) of y' = slope(t, y) at the times `t`, which begin at the start, with tolerances of
    1e-13.
    """
    from scipy.integrate import solve_ivp

    found = solve_ivp(slope, (t[0], t[-1]), np.asarray(start, dtype=float), "DOP853", t, rtol=1e-13, atol=1e-14)
    if not found.success:
        raise ArithmeticError(found.message)
    states: Floats = found.y.T
    return states
