"""Signals and controllers that are linear between their switches."""

from __future__ import annotations

import numpy as np

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Quantity
from rbsolve.validation.references import linear

GROUP = "control"
G = 9.81


def _pid(t: Floats) -> Floats:
    """Return the position x. The states are x, its rate v, the integral of 0.3 - x, and the constant 1."""
    p, i, d, m = 40, 30, 6, 2
    rates: list[list[float]] = [[0, 1, 0, 0], [-p / m, -d / m, i / m, 0.3 * p / m - G], [-1, 0, 0, 0.3], [0, 0, 0, 0]]
    place: Floats = linear(t, rates, [0, 0, 0, 1])[:, 0]
    return place


def _sample(t: Floats) -> Floats:
    """Return the position x of a mass of 1 kg with a force f = -60 x - 9 v, which is constant between rows."""
    h, x, v = 0.05, 0.2, 0.0
    places = []
    for _ in t:
        places.append(x)
        force = -60 * x - 9 * v
        x, v = x + v * h + force * h**2 / 2, v + force * h
    return np.array(places)


def _signals(results: Results) -> Floats:
    return np.hstack([results["lag"], results["area"], results["filter"]])


def _filters(t: Floats) -> Floats:
    """Return the lag of the ramp `2 t` with T = 0.4, the area under the lag, and the step response of
    `(2 s + 30)/(s^2 + 3 s + 25)`.
    """
    lag = 2 * (t - 0.4 * (1 - np.exp(-t / 0.4)))
    area = t**2 - 0.8 * t + 0.32 * (1 - np.exp(-t / 0.4))
    rate = np.sqrt(25 - 2.25)
    swing = np.exp(-1.5 * t) * (-1.2 * np.cos(rate * t) + (2 - 1.2 * 1.5) / rate * np.sin(rate * t))
    return np.stack([lag, area, 1.2 + swing], axis=1)


CASES = (
    Case(
        "pid-controlled-mass",
        GROUP,
        "controlled_mass.deck",
        "closed form: the matrix exponential of the closed loop",
        (Quantity("place", "x", _pid, 1e-10, "m", "all"),),
    ),
    Case(
        "sampled-controller",
        GROUP,
        "sampled_controller.deck",
        "closed form: Astrom and Wittenmark, Computer-Controlled Systems (1997)",
        (Quantity("place", "x", _sample, 1e-12, "m", "all"),),
    ),
    Case(
        "filters",
        GROUP,
        "filters.deck",
        "closed form by Laplace's transform",
        (Quantity("lag, area, filter", _signals, _filters, 1e-10, "", "all"),),
    ),
)
