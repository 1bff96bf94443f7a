"""Rotation of free bodies."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation
from scipy.special import ellipj

from rbsolve.validation.case import Case, Floats, Header, Quantity, Reference

GROUP = "free-bodies"
_LANDAU = "closed form: Landau and Lifshitz, Mechanics (1976), section 37"
_POINT = "Euler's equations; Taylor series with 40 digits"


def _case(name: str, source: str, bound: float, rates: Reference, *more: Quantity, **parameters: float) -> Case:
    quantities = (Quantity("angular velocity", "w", rates, bound, "rad/s", "all"), *more)
    return Case(name, GROUP, "free_body.deck", source, quantities, parameters)


def _straight(t: Floats) -> Floats:
    path: Floats = np.array([0.1, -0.2, 0.3]) + t[:, None] * np.array([0.5, -0.2, 0.1])
    return path


def _axes(t: Floats, j1: float, j3: float, w: tuple[float, float, float]) -> Floats:
    """Return the axes in regular precession. The body rotates about its momentum, and about its own axis, both at
    constant rates.
    """
    momentum = np.array([j1 * w[0], j1 * w[1], j3 * w[2]])
    own = (1 - j3 / j1) * w[2]
    turns = Rotation.from_rotvec(t[:, None] * momentum / j1) * Rotation.from_rotvec(t[:, None] * np.array([0, 0, own]))
    rows: Floats = turns.as_matrix().reshape(-1, 9)
    return rows


def _symmetric(t: Floats, j1: float, j3: float, w: tuple[float, float, float], torque: float = 0.0) -> Floats:
    phase = (j3 / j1 - 1) * (w[2] * t + torque * t**2 / (2 * j3))
    across = (w[0] + 1j * w[1]) * np.exp(1j * phase)
    return np.stack([across.real, across.imag, w[2] + torque * t / j3], axis=1)


def _elliptic(t: Floats, w1: float, w3: float) -> Floats:
    """Return the angular velocity for J = (1, 2, 2.5). The motion starts in the plane of the axes 1 and 3, as (w1, 0,
    w3)."""
    a, b, c = 1.0, 2.0, 2.5
    double, square = a * w1**2 + c * w3**2, (a * w1) ** 2 + (c * w3) ** 2
    high, low = double * c - square, square - double * a
    if square > double * b:
        m = (b - a) * high / ((c - b) * low)
        sn, cn, dn, _ = ellipj(t * np.sqrt((c - b) * low / (a * b * c)), m)
        return np.stack([w1 * cn, np.sqrt(high / (b * (c - b))) * sn, w3 * dn], axis=1)
    m = (c - b) * low / ((b - a) * high)
    sn, cn, dn, _ = ellipj(t * np.sqrt((b - a) * high / (a * b * c)), m)
    return np.stack([w1 * dn, np.sqrt(low / (b * (b - a))) * sn, w3 * cn], axis=1)


_EDGE = float(np.sqrt(0.8))


def _separatrix(t: Floats) -> Floats:
    middle = np.sqrt(6) / 2
    tau = t * middle * np.sqrt(0.2)
    return np.stack([1 / np.cosh(tau), middle * np.tanh(tau), _EDGE / np.cosh(tau)], axis=1)


def _projection(name: str) -> Case:
    quantities = (Quantity("point P", "P", Header("point P"), 1e-6, "m"),)
    return Case(f"torque-free-{name}", GROUP, f"torque_free_{name}.deck", _POINT, quantities)


CASES = (
    _case(
        "oblate-body",
        "closed form: H. Goldstein, Classical Mechanics (1980), section 5.6",
        1e-9,
        lambda t: _symmetric(t, 1, 1.8, (0.4, 0.1, 3)),
        Quantity("orientation", "R", lambda t: _axes(t, 1, 1.8, (0.4, 0.1, 3)), 2e-7, "", "all"),
        Quantity("centre of mass", "centre", _straight, 1e-9, "m", "all"),
        **{"J2": 1, "J3": 1.8, "w1": 0.4, "w2": 0.1, "w3": 3},
    ),
    _case(
        "prolate-body",
        "closed form: H. Goldstein, Classical Mechanics (1980), section 5.6",
        1e-9,
        lambda t: _symmetric(t, 2, 0.5, (0.4, -0.3, 2)),
        Quantity("orientation", "R", lambda t: _axes(t, 2, 0.5, (0.4, -0.3, 2)), 2e-7, "", "all"),
        **{"J1": 2, "J2": 2, "J3": 0.5, "w1": 0.4, "w2": -0.3, "w3": 2},
    ),
    _case(
        "spin-up-about-the-axis",
        "closed form: J. M. Longuski, AIAA J. Guidance 14 (1991) 652",
        1e-7,
        lambda t: _symmetric(t, 1, 1.5, (0.2, 0.1, 0.5), 0.3),
        **{"J2": 1, "J3": 1.5, "w1": 0.2, "w2": 0.1, "w3": 0.5, "T": 0.3},
    ),
    _case("about-the-largest-moment", _LANDAU, 1e-7, lambda t: _elliptic(t, 0.3, 2.0)),
    _case("about-the-smallest-moment", _LANDAU, 1e-7, lambda t: _elliptic(t, 2.0, 0.3), w1=2, w3=0.3),
    _case("separatrix-of-a-free-body", _LANDAU, 1e-6, _separatrix, w1=1, w3=_EDGE),
    *map(_projection, ("custom", "hexahedron", "tetrahedron")),
)
