"""Particles that are attracted by a centre or by each other."""

from __future__ import annotations

import numpy as np

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Quantity, Reference
from rbsolve.validation.references import kepler

GROUP = "central-forces"
_KEPLER = "closed form: Kepler's equation; H. Goldstein, Classical Mechanics (1980), section 3.8"
_CUBE = "closed form: the square of the distance is a parabola in time (R. Cotes, Harmonia Mensurarum, 1722)"


def _case(name: str, source: str, place: Reference, bound: float, **parameters: float) -> Case:
    quantities = (Quantity("place", "place", place, bound, "m", "all"),)
    return Case(name, GROUP, "central_force.deck", source, quantities, parameters)


def _orbit(name: str, bound: float, r0: float, v0: float) -> Case:
    return _case(name, _KEPLER, lambda t: _in_plane(kepler(t, 1.0, r0, v0)), bound, r0=r0, v0=v0)


def _in_plane(xy: Floats) -> Floats:
    return np.column_stack([xy, np.zeros(len(xy))])


def _polar(r: Floats, angle: Floats) -> Floats:
    return np.column_stack([r * np.cos(angle), r * np.sin(angle), 0 * r])


def _hooke(t: Floats) -> Floats:
    return _in_plane(np.stack([np.cos(2 * t), 0.25 * np.sin(2 * t)], axis=1))


def _inverse_cube(t: Floats, k3: float, u0: float) -> Floats:
    """Return the position of a particle that starts at (1, 0) with the velocity (u0, 1). Here, r^2 = 1 + 2 u0 t + 2 E
    t^2, and the angle is the integral of 1/r^2.
    """
    excess = 1 - k3
    energy = (u0**2 + excess) / 2
    r = np.sqrt(1 + 2 * u0 * t + 2 * energy * t**2)
    s = np.sqrt(abs(excess))
    if excess > 0:
        return _polar(r, (np.arctan((2 * energy * t + u0) / s) - np.arctan(u0 / s)) / s)
    slope = 2 * energy * t + u0
    return _polar(r, np.log((slope - s) * (u0 + s) / ((slope + s) * (u0 - s))) / (2 * s))


def _revolving(t: Floats) -> Floats:
    """Return Newton's revolving orbit. With an additional force `k3/r^3`, the distance equals the distance in an orbit
    with a smaller momentum. The angle is proportionally larger.
    """
    r0, v0, k3 = 0.8, 1.25, 0.19
    ratio = np.sqrt(1 - k3 / (r0 * v0) ** 2)
    orbit = kepler(t, 1.0, r0, v0 * ratio)
    return _polar(np.hypot(*orbit.T), np.unwrap(np.arctan2(orbit[:, 1], orbit[:, 0])) / ratio)


def _pair(results: Results) -> Floats:
    return np.hstack([results["one"], results["two"]])


def _binary(t: Floats) -> Floats:
    """Return the relative orbit, in the plane of x and the relative velocity (0, 1.2, -0.3). The centre of mass moves
    uniformly.
    """
    across = np.array([0, 1.2, -0.3])
    speed = np.linalg.norm(across)
    orbit = kepler(t, 2 * (1 + 1 / 3), 1.0, float(speed))
    apart = orbit[:, :1] * np.array([1, 0, 0]) + orbit[:, 1:] * across / speed
    centre = np.array([0.25, 0, 0]) + t[:, None] * np.array([0.2, 0.2, 0.225])
    return np.hstack([centre + 0.75 * apart, centre - 0.25 * apart])


CASES = (
    _orbit("ellipse", 2e-7, 0.5, float(np.sqrt(3))),
    _orbit("circle", 1e-9, 1.0, 1.0),
    _orbit("parabola", 1e-8, 0.5, 2.0),
    _orbit("hyperbola", 1e-8, 0.5, 2.5),
    _orbit("start-at-aphelion", 1e-8, 1.0, 0.8),
    _case(
        "isotropic-oscillator",
        "closed form: Newton, Principia, book I, proposition 10",
        _hooke,
        1e-9,
        k1=4,
        k2=0,
        r0=1,
        v0=0.5,
    ),
    _case("inverse-cube-passing", _CUBE, lambda t: _inverse_cube(t, 0.5, 0.3), 1e-9, k2=0, k3=0.5, r0=1, u0=0.3, v0=1),
    _case("inverse-cube-spiral", _CUBE, lambda t: _inverse_cube(t, 2.0, 1.5), 1e-9, k2=0, k3=2, r0=1, u0=1.5, v0=1),
    _case(
        "revolving-orbit",
        "closed form: Newton, Principia, book I, proposition 44",
        _revolving,
        1e-8,
        k3=0.19,
        r0=0.8,
        v0=1.25,
    ),
    Case(
        "binary-star",
        GROUP,
        "binary_star.deck",
        "closed form: Kepler's equation for the relative motion",
        (Quantity("places", _pair, _binary, 1e-8, "m", "all"),),
    ),
)
