"""Pendulums and tops with any amplitude."""

from __future__ import annotations

import numpy as np
from scipy.special import ellipj

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Quantity
from rbsolve.validation.references import between_roots, pendulum, thrown_pendulum

GROUP = "tops-and-pendulums"
G = 9.81
_BYRD = "closed form: Byrd and Friedman, Handbook of Elliptic Integrals (1971)"
_WHITTAKER = "closed form: E. T. Whittaker, Analytical Dynamics (1937), sections 55 and 71"
_MASS, _LENGTH = 1.2, 0.8
_STIFFNESS = 1.5 * G / _LENGTH


def _rod(name: str, bound: float, angle0: float, rate0: float) -> Case:
    """Return the case of a rod that starts at rest at an angle, or with a velocity at the lowest position."""

    def angle(t: Floats) -> Floats:
        if rate0 == 0.0:
            return pendulum(t, _STIFFNESS, angle0)
        if abs(rate0**2 - 4 * _STIFFNESS) < 1e-9:
            upwards: Floats = 2 * np.arcsin(np.tanh(np.sqrt(_STIFFNESS) * t))
            return upwards
        return thrown_pendulum(t, _STIFFNESS, rate0)

    def force(t: Floats) -> Floats:
        """Return the force of the hinge on the rod. Its centre is at L/2 (-sin q, 0, -cos q)."""
        q = angle(t)
        square = rate0**2 + 2 * _STIFFNESS * (np.cos(q) - np.cos(angle0))
        second = -_STIFFNESS * np.sin(q)
        along, down = np.sin(q) * square - np.cos(q) * second, np.cos(q) * square + np.sin(q) * second
        return _MASS * np.stack([_LENGTH / 2 * along, 0 * t, G + _LENGTH / 2 * down], axis=1)

    quantities = (
        Quantity("angle", "angle", angle, bound, "rad", "all"),
        Quantity("force of the hinge", "force", force, 50 * bound, "N", "all"),
    )
    return Case(name, GROUP, "rod_on_a_hinge.deck", _BYRD, quantities, {"q0": angle0, "w0": rate0})


def _top(name: str, bound: float, tilt: float = 60.0, spin: float = 25.0, turn: float = 0.0, j3: float = 0.12) -> Case:
    """Return the case of a top. The axis of the top starts at an extreme inclination, so its initial velocity is a
    rotation about the vertical.
    """

    def cosine(t: Floats) -> Floats:
        j1, load, u0 = 0.35, G * 0.5, np.cos(np.radians(tilt))
        across = turn * np.sin(np.radians(tilt))
        third = j3 * spin / j1  # L3/J1
        vertical = across * np.sin(np.radians(tilt)) + third * u0  # Lz/J1
        energy = across**2 + 2 * load / j1 * u0
        cubic: Floats = np.polysub(
            np.polymul([-2 * load / j1, energy], [-1, 0, 1]), np.polymul([-third, vertical], [-third, vertical])
        )
        return between_roots(t, cubic, u0)

    quantities = (Quantity("cosine of the inclination", _third_of_axis, cosine, bound, "", "all"),)
    parameters = {"tilt": tilt, "spin": spin, "turn": turn, "J3": j3}
    return Case(name, GROUP, "top_on_its_tip.deck", _WHITTAKER, quantities, parameters)


def _third_of_axis(results: Results) -> Floats:
    return results["axis"][:, 2]


def _steady(name: str, spin: float, bound: float) -> Case:
    """Return the case of the steady top of Xu et al. (2020), which precesses at the inclination of 30 degrees."""
    j1, j3, load, u = 0.35, 0.12, 4.905, np.cos(np.radians(30))
    rate = float(np.roots([j1 * u, -j3 * spin, load]).min())

    def axis(t: Floats) -> Floats:
        return np.stack([np.cos(rate * t) / 2, np.sin(rate * t) / 2, u + 0 * t], axis=1)

    quantities = (Quantity("axis", "steady_axis", axis, bound, "m", "all"),)
    return Case(
        f"steady-top-{name}", GROUP, f"symmetrical_top_{name}.deck", "closed form: steady precession", quantities
    )


def _bead(t: Floats) -> Floats:
    """Return the motion of Huygens' bead. The arc length from the lowest point oscillates harmonically. So does the
    sine of `half`, which is half the parameter of the cycloid.
    """
    half = np.arcsin(np.sin(1.0) * np.cos(np.sqrt(G / 1.0) * t))
    return np.stack([0.25 * (2 * half + np.sin(2 * half)), 0 * t, 0.25 * (1 - np.cos(2 * half))], axis=1)


def _ladder_of_bars(t: Floats) -> Floats:
    """Return the motion of N = 40 four-bar linkages. They act as a single pendulum that starts at the lowest position
    with 3 rad/s.
    """
    k = 3 * G * 121 / (2 * 161)
    a = 3 / (2 * np.sqrt(k))
    angle: Floats = 2 * np.arcsin(a * ellipj(np.sqrt(k) * t, a**2)[0])
    return angle


CASES = (
    _rod("small-swing", 1e-9, 0.05, 0.0),
    _rod("swing-of-170-degrees", 1e-8, float(np.radians(170)), 0.0),
    _rod("turning-over", 1e-8, 0.0, 10.0),
    _rod("separatrix-of-a-pendulum", 1e-4, 0.0, float(2 * np.sqrt(_STIFFNESS))),
    _top("spherical-pendulum", 1e-9, tilt=120.0, spin=0.0, turn=2.0),
    _top("spherical-pendulum-above-the-tip", 1e-9, tilt=70.0, spin=0.0, turn=5.0),
    _top("top-with-cusps", 1e-9),
    _top("top-with-loops", 1e-9, turn=-0.5),
    _top("top-with-waves", 1e-9, turn=3.0),
    _top("slow-top-that-dives", 1e-9, spin=6.0, tilt=30.0),
    _top("spherical-top", 1e-9, j3=0.35, spin=8.0),
    _steady("slow", 25.0, 1e-3),
    _steady("fast", 200.0, 1e-3),
    Case(
        "bead-on-a-cycloid",
        GROUP,
        "bead_on_cycloid.deck",
        "closed form: C. Huygens, Horologium Oscillatorium (1673)",
        (Quantity("place", "place", _bead, 2e-5, "m", "all"),),
    ),
    Case(
        "n-four-bar",
        GROUP,
        "n_four_bar.deck",
        "IFToMM library, A02; closed form by Jacobi's elliptic functions",
        (Quantity("angle", "angle", _ladder_of_bars, 1e-4, "rad", "all"),),
    ),
    Case(
        "pendulum-wave",
        GROUP,
        "pendulum_wave.deck",
        "closed form: the complete elliptic integral K (Abramowitz and Stegun, table 17.2)",
        (
            Quantity(
                "angle of the last pendulum after a minute",
                "angle_61",
                lambda t: np.full(1, np.pi / 6),
                1e-3,
                "rad",
                (60.0,),
            ),
        ),
    ),
)
