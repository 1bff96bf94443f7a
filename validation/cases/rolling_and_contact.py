"""Rolling, contacts and static starts with a closed-form solution."""

from __future__ import annotations

from math import gamma

import numpy as np

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Header, Observe, Quantity

GROUP = "rolling-and-contact"
G = 9.81


def _velocities_of_marbles(results: Results) -> Floats:
    return np.concatenate([results[f"velocity_{i}"][:, :1] for i in range(1, 6)], axis=1)


def _places_of_marbles(results: Results) -> Floats:
    return np.concatenate([results[f"position_{i}"][:, :1] for i in range(1, 5)], axis=1)


def _stops_of_marbles(t: Floats) -> Floats:
    """Return the positions of the marbles. Each marble continues for half the duration of Hertz's impact after it has
    touched the next marble.
    """
    reduced = 2500 * 4 / 3 * np.pi * 0.05**3 / 2
    duration = 2 * np.sqrt(np.pi) * gamma(1.4) / gamma(0.9) * (1.25 * reduced / 1e9) ** 0.4
    values: Floats = (0.12 * np.arange(1, 5) + 0.02 + duration / 2).reshape(1, -1)
    return values


def _impact(name: str, exponent: float, stiffness: float, bound: float) -> Case:
    """Return the case of a ball of 1 kg at 2 m/s, 0.2 m from the wall. Its quantities are the penetration from the
    energy, and the duration of the impact.
    """
    n = exponent + 1
    depth = (2.0**2 * n / (2 * stiffness)) ** (1 / n)
    duration = (
        depth * np.sqrt(np.pi) * gamma(1 + 1 / n) / gamma(0.5 + 1 / n)
    )  # 2 d/v times the integral of 1/sqrt(1 - u^n)

    def end(t: Floats) -> Floats:
        return np.stack([0.4 * t, 0 * t, 0.1 + 2 * (t - 0.1 - duration)], axis=1)

    quantities = [Quantity("position after the impact", "place", end, bound, "m")]
    if exponent == 1.0:
        quantities.append(Quantity("depth", "depth", lambda t: _depth(t, stiffness), bound, "m", "all"))
    source = "closed form: the kinetic energy before the impact; H. Hertz (1882)"
    return Case(name, GROUP, "impact.deck", source, tuple(quantities), {"n": exponent, "K": stiffness})


def _depth(t: Floats, stiffness: float) -> Floats:
    """Return the depth, which is half a sine during contact. Before and after, the distance from the wall counts as
    negative depth.
    """
    phase = np.sqrt(stiffness) * (t - 0.1)
    depth: Floats = (
        2 / np.sqrt(stiffness) * np.where(phase < 0, phase, np.where(phase < np.pi, np.sin(phase), np.pi - phase))
    )
    return depth


def _coulomb(t: Floats) -> Floats:
    """Return the position of a mass on a spring with Coulomb friction. The mass starts at 0.3 m, with F/k = 0.02 m.
    Each half period is harmonic about 0.02 m, on alternate sides. Its amplitude is 0.04 m less than the amplitude
    before.
    """
    swing = np.floor(5 * t / np.pi)
    side = (-1.0) ** swing
    place: Floats = side * (0.02 + (0.28 - 0.04 * swing) * np.cos(5 * t - swing * np.pi))
    return place


def _component(sensor: str, index: int) -> Observe:
    return lambda results: results[sensor][:, index]


CASES = (
    Case(
        "marbles",
        GROUP,
        "marbles.deck",
        "closed form: equal balls exchange velocities during an impact of Hertz's duration",
        (
            Quantity("velocities", _velocities_of_marbles, lambda t: np.array([[0, 0, 0, 0, 1]]), 1e-6, "m/s"),
            Quantity("places of the first four", _places_of_marbles, _stops_of_marbles, 1e-8, "m"),
        ),
    ),
    Case(
        "rolling-disc",
        GROUP,
        "rolling_disc.deck",
        "Routh; E. A. Milne, Vectorial Mechanics (1948): steady rolling on a circle",
        (
            Quantity(
                "height of the centre",
                _component("centre", 2),
                lambda t: 0.5 * np.sin(np.radians(70)) + 0 * t,
                1e-4,
                "m",
                "all",
            ),
            Quantity("load on the ground", _component("ground", 2), lambda t: 1.2 * G + 0 * t, 1.2e-3, "N", "all"),
        ),
    ),
    Case(
        "quarter-car-at-rest",
        GROUP,
        "quarter_car.deck",
        "closed form: the compression is the weight divided by the stiffness",
        (
            Quantity("tyre", "tyre", lambda t: np.array([-340 * G / 200e3]), 1e-9, "m", (0.0,)),
            Quantity("spring", "spring", lambda t: np.array([-300 * G / 20e3]), 1e-9, "m", (0.0,)),
        ),
    ),
    Case(
        "friction-and-stop",
        GROUP,
        "friction_and_stop.deck",
        "closed form: the energy balance of each stage of the motion",
        (Quantity("place of rest", "place", Header(r"rest at 1 - m v\^2/\(2 F\)"), 5e-6, "m"),),
    ),
    Case(
        "ball-that-rolls",
        GROUP,
        "sliding_and_rolling.deck",
        "closed form: the final speed is 5/7 of the initial speed",
        (
            Quantity("speed", _component("ball", 0), lambda t: np.array([10 / 7]), 5e-5, "m/s"),
            Quantity("spin", _component("spin", 1), lambda t: np.array([100 / 7]), 5e-4, "rad/s"),
        ),
    ),
    _impact("impact-on-a-linear-spring", 1.0, 400.0, 1e-9),
    _impact("impact-by-hertz", 1.5, 4000.0, 1e-8),
    _impact("impact-by-a-square-law", 2.0, 20000.0, 1e-8),
    Case(
        "coulomb-oscillator",
        GROUP,
        "coulomb_oscillator.deck",
        "closed form: J. P. Den Hartog, Trans. ASME 53 (1931)",
        (Quantity("place", "x", _coulomb, 2e-4, "m", "all"),),
    ),
)
