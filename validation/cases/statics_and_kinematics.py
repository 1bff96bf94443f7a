"""Equilibria, and prescribed motions."""

from __future__ import annotations

import numpy as np
from scipy.optimize import brentq

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Quantity

GROUP = "statics-and-kinematics"
G = 9.81


def _arch(t: Floats) -> Floats:
    """Return the reactions at A, C (on the right bar) and B. They follow from four equilibrium equations of both bars,
    and two equations of the hinge.
    """
    left, right, wind = 10 * G, 20 * G, 50.0
    # The unknowns Ax, Az, Cx, Cz are forces on the left bar at A (0, 0), and on the right bar at C (2, 2).
    equations = np.array([[1, 0, -1, 0], [0, 1, 0, -1], [0, 0, -2, 2], [0, 0, -2, -3]], dtype=float)
    ax, az, cx, cz = np.linalg.solve(equations, [-wind, left, -(left + wind), -1.5 * right])
    return np.array([[ax, 0, az, cx, 0, cz, -cx, 0, right - cz]])


def _of_arch(results: Results) -> Floats:
    return np.hstack([results["A"], results["C"], results["B"]])


def _truss(t: Floats) -> Floats:
    """Return the height on the equilibrium path that starts at the unloaded truss."""
    free = np.hypot(1, 0.3)
    height = brentq(lambda h: 2 * 5000 * h * (free / np.hypot(1, h) - 1) - 30, 0.2, 0.3, xtol=1e-15)
    return np.array([[0, 0, height]])


def _hooke(t: Floats) -> Floats:
    first = 2 * t
    turned: Floats = np.unwrap(np.arctan2(np.sin(first) * np.cos(np.radians(35)), np.cos(first)))
    return turned


def _output(results: Results) -> Floats:
    return results["output"][:, 0]


def _yoke(t: Floats) -> Floats:
    return np.stack([0.2 * np.cos(3 * t), 0 * t, 0 * t], axis=1)


def _yoke_torque(t: Floats) -> Floats:
    """Return the torque of the slider's force along its rail, and of the block's force across it. Both forces act on
    the pin at the radius.
    """
    sine, cosine = np.sin(3 * t), np.cos(3 * t)
    # the first force moves the yoke and the block together, the second force moves the block alone
    along, up = 2.1 * -0.2 * 9 * cosine, 0.1 * 0.2 * 9 * sine
    return -0.2 * (sine * along + cosine * up)


def _rocker(t: Floats) -> Floats:
    """Return the solution of Freudenstein's equation, A sin(out) + B cos(out) = C. The rocker stays on one side of the
    frame.
    """
    a, b, c, d = 0.2, 0.5, 0.4, 0.45
    first = d / a - np.cos(t)
    second = d / c * np.cos(t) - (a**2 - b**2 + c**2 + d**2) / (2 * a * c)
    out = np.arctan2(-np.sin(t), first) + np.arccos(second / np.hypot(first, np.sin(t)))
    turned: Floats = out - out[0]
    return turned


CASES = (
    Case(
        "three-hinged-arch",
        GROUP,
        "three_hinged_arch.deck",
        "closed form: the moments about the hinges are zero",
        (Quantity("reactions", _of_arch, _arch, 1e-9, "N"),),
    ),
    Case(
        "von-mises-truss",
        GROUP,
        "von_mises_truss.deck",
        "closed form: R. von Mises, ZAMM 3 (1923) 406",
        (Quantity("joint", "place", _truss, 1e-10, "m"),),
    ),
    Case(
        "hooke-joint",
        GROUP,
        "hooke_joint.deck",
        "closed form: tan(output angle) = tan(input angle) cos(bend)",
        (Quantity("second angle", _output, _hooke, 1e-10, "rad", "all"),),
    ),
    Case(
        "scotch-yoke",
        GROUP,
        "scotch_yoke.deck",
        "closed form: the displacement is a sine of the crank angle",
        (
            Quantity("slider", "rail", _yoke, 1e-12, "m", "all"),
            Quantity("torque", "torque", _yoke_torque, 1e-9, "N m", "all"),
        ),
    ),
    Case(
        "crank-rocker",
        GROUP,
        "freudenstein.deck",
        "closed form: F. Freudenstein, Trans. ASME 76 (1954) 483",
        (Quantity("rocker", "rocker", _rocker, 1e-10, "rad", "all"),),
    ),
)
