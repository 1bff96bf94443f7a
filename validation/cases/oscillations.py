"""Linear and nonlinear vibrations of masses on springs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.special import ellipj

from rbsolve.validation.case import Case, Floats, Quantity, Reference
from rbsolve.validation.references import driven_oscillation

GROUP = "oscillations"
_TEXTBOOK = "closed form: J. P. Den Hartog, Mechanical Vibrations (1956), chapter 2"
_DUFFING = "closed form: Byrd and Friedman, Handbook of Elliptic Integrals (1971)"


def _oscillator(name: str, bound: float, **parameters: float) -> Case:
    p = {"m": 2, "c": 3, "k": 200, "F": 5, "W": 7, "x0": 0.1, "v0": -0.4, **parameters}

    def place(t: Floats) -> Floats:
        return driven_oscillation(t, p["m"], p["c"], p["k"], (p["x0"], p["v0"]), p["F"], p["W"])

    quantities = (Quantity("place", "x", place, bound, "m", "all"),)
    return Case(name, GROUP, "oscillator.deck", _TEXTBOOK, quantities, parameters)


def _two_masses(name: str, source: str, bound: float, parameters: Mapping[str, float], places: Reference) -> Case:
    def both(results: object) -> Floats:
        return np.hstack([results["x1"], results["x2"]])  # type: ignore[index]  # results are mappings of arrays

    return Case(
        name, GROUP, "two_masses.deck", source, (Quantity("places", both, places, bound, "m", "all"),), parameters
    )


def _beats(t: Floats) -> Floats:
    """Return the motion for k1 = k3 = 40, k2 = 2, m = 1. The modes at sqrt(40) and sqrt(44) rad/s each have half of the
    initial displacement.
    """
    slow, fast = 0.05 * np.cos(np.sqrt(40) * t), 0.05 * np.cos(np.sqrt(44) * t)
    return np.stack([slow + fast, slow - fast], axis=1)


def _absorber(t: Floats) -> Floats:
    return driven_oscillation(
        t, np.diag([1, 0.2]), np.zeros((2, 2)), [[41.8, -1.8], [-1.8, 1.8]], (0, 0, 0, 0), (0.3, 0), 3
    )


def _free_pair(t: Floats) -> Floats:
    """Return the motion of a free pair. Its centre is at rest, and the spring drives the reduced mass 3/4."""
    gap = 0.1 * np.cos(np.sqrt(30 / 0.75) * t)
    return np.stack([0.025 + 0.75 * gap, 0.025 - 0.25 * gap], axis=1)


def _nonlinear(name: str, source: str, place: Reference, bound: float, **parameters: float) -> Case:
    return Case(
        name, GROUP, "nonlinear_spring.deck", source, (Quantity("place", "x", place, bound, "m", "all"),), parameters
    )


def _hardening(t: Floats, a: float, b: float, x0: float) -> Floats:
    rate = np.sqrt(a + b * x0**2)
    swing: Floats = x0 * ellipj(rate * t, b * x0**2 / (2 * rate**2))[1]
    return swing


def _softening(t: Floats) -> Floats:
    rate = np.sqrt(4 - 4 * 0.8**2 / 2)
    _, cn, dn, _ = ellipj(rate * t, 4 * 0.8**2 / (2 * rate**2))
    swing: Floats = 0.8 * cn / dn
    return swing


def _in_one_well(t: Floats) -> Floats:
    rate = np.sqrt(4 * 1.3**2 / 2)
    swing: Floats = 1.3 * ellipj(rate * t, 2 - 4 / rate**2)[2]
    return swing


def _morse(t: Floats, x0: float, v0: float) -> Floats:
    """Return the motion in a Morse potential. With depth 2 and inverse width 1.5, u = exp(w x) satisfies u'' = 2 w^2 (D
    - (D - E) u).
    """
    depth, w = 2.0, 1.5
    energy = v0**2 / 2 + depth * (1 - np.exp(-w * x0)) ** 2
    u0, rate = np.exp(w * x0), np.sqrt(complex(2 * w**2 * (depth - energy)))
    middle = depth / (depth - energy)
    u = middle + (u0 - middle) * np.cos(rate * t) + w * v0 * u0 * np.sin(rate * t) / rate
    place: Floats = np.log(u.real) / w
    return place


CASES = (
    _oscillator("damped-oscillator", 1e-11, F=0),
    _oscillator("critically-damped-oscillator", 1e-11, F=0, c=40),
    _oscillator("overdamped-oscillator", 1e-11, F=0, c=100),
    _oscillator("forced-oscillator", 1e-11),
    _oscillator("resonance", 1e-11, c=0, W=10, x0=0, v0=0),
    _two_masses("beats", "closed form: the sum of two normal modes", 1e-11, {}, _beats),
    _two_masses(
        "vibration-absorber",
        "closed form: J. P. Den Hartog, Mechanical Vibrations (1956), section 3.2",
        1e-11,
        {"m2": 0.2, "k1": 40, "k2": 1.8, "k3": 0, "F": 0.3, "W": 3, "x1": 0},
        _absorber,
    ),
    _two_masses(
        "free-pair-of-masses",
        "closed form: the reduced mass on the spring",
        1e-11,
        {"m2": 3, "k1": 0, "k2": 30, "k3": 0},
        _free_pair,
    ),
    _nonlinear("hardening-spring", _DUFFING, lambda t: _hardening(t, 4, 30, 0.5), 1e-10),
    _nonlinear("cubic-spring", _DUFFING, lambda t: _hardening(t, 0, 30, 0.5), 1e-10, a=0),
    _nonlinear("softening-spring", _DUFFING, _softening, 1e-10, b=-4, x0=0.8),
    _nonlinear("one-of-two-wells", _DUFFING, _in_one_well, 1e-10, a=-4, b=4, x0=1.3),
    _nonlinear(
        "separatrix-between-wells",
        _DUFFING,
        lambda t: np.sqrt(2) / np.cosh(2 * t),
        1e-7,
        a=-4,
        b=4,
        x0=float(np.sqrt(2)),
    ),
    _nonlinear(
        "bound-in-morse-potential",
        "closed form: P. M. Morse, Phys. Rev. 34 (1929) 57; Landau and Lifshitz, Mechanics, section 11",
        lambda t: _morse(t, 0.4, 0.0),
        1e-10,
        a=0,
        b=0,
        D=2,
        w=1.5,
        x0=0.4,
    ),
    _nonlinear(
        "escape-from-morse-potential",
        "closed form: P. M. Morse, Phys. Rev. 34 (1929) 57; Landau and Lifshitz, Mechanics, section 11",
        lambda t: _morse(t, 0.0, 2.5),
        1e-10,
        a=0,
        b=0,
        D=2,
        w=1.5,
        x0=0,
        v0=2.5,
    ),
)
