"""Spatial linkages that are mobile although their constraints are redundant. Each has a single equation of motion along
its path.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.runs.results import Results
from rbsolve.validation.case import Case, Floats, Quantity
from rbsolve.validation.cases.drives_and_mechanisms import GROUP

if TYPE_CHECKING:
    from scipy.integrate import OdeSolution

_GRAVITY = np.array([0.0, -9.81, 0.0])
_CORNERS = np.array([[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1], [0, 1, 0]], dtype=float)
_AXES = np.array([[0, 0, 1], [0, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]], dtype=float)
_SIGNS = np.array([1, -1, -1, 1, -1])  # signs of the rotations by a and b, from the edges of the cube
_AXIAL = 0.001  # moment of inertia of a rod about its own axis [kg m^2]
_END = 5.0  # end of the time range, s


def _turn(axis: Floats, angle: complex) -> Floats:
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross)


def _metric(a: complex, b: complex) -> tuple[Floats, Floats]:
    """Return twice the kinetic energy, and the power of the weights, at the unit speed a' = -sin b (1 + cos a), b' =
    sin a (1 + cos b).

    This rate keeps (1 + cos a) (1 + cos b) = 1. Velocities are sums of axes times rates from the ground outwards. The
    function also accepts complex numbers.
    """
    rates = (-np.sin(b) * (1 + np.cos(a)), np.sin(a) * (1 + np.cos(b)))
    R, spin, velocity = np.eye(3), np.zeros(3), np.zeros(3)
    inertia, power = np.zeros(()), np.zeros(())
    for i in range(5):
        turn = _SIGNS[i] * ((a, b)[i % 2] - np.pi / 2)
        spin = spin + R @ _AXES[i] * _SIGNS[i] * rates[i % 2]
        R = R @ _turn(_AXES[i], turn)
        rod = R @ (_CORNERS[i + 1] - _CORNERS[i])
        middle, along = velocity + np.cross(spin, rod / 2), spin @ rod
        inertia = inertia + middle @ middle + (spin @ spin - along**2) / 12 + _AXIAL * along**2
        power = power + _GRAVITY @ middle
        velocity = velocity + np.cross(spin, rod)
    return inertia, power


@cache
def _fall() -> OdeSolution:
    """Return the states (a, b, s) over time, with the speed s along the path, from rest at the edges of the cube."""
    from scipy.integrate import solve_ivp

    def slope(_: float, state: Floats) -> list[float]:
        a, b, s = state
        inertia, power = _metric(a, b)
        rates = -np.sin(b) * (1 + np.cos(a)), np.sin(a) * (1 + np.cos(b))
        step = 1e-30j
        bend = _metric(a + step * rates[0], b + step * rates[1])[0].imag / 1e-30
        return [s * rates[0], s * rates[1], (power.real - s * s * bend / 2) / inertia.real]

    start = [np.pi / 2, np.pi / 2, 0.0]
    found = solve_ivp(slope, (0, _END), start, "DOP853", rtol=1e-12, atol=1e-13, dense_output=True)
    solution: OdeSolution = found.sol
    return solution


def _angles(t: Floats) -> Floats:
    """Return the rotations of the first two joints from the start."""
    turns: Floats = (_fall()(t)[:2].T - np.pi / 2) * _SIGNS[:2]
    return turns


def _first_two(results: Results) -> Floats:
    return np.hstack([results["a"], results["b"]])


CASES = (
    Case(
        "bricard",
        GROUP,
        "bricard.deck",
        "Bricard (1897), IFToMM library, A04, with thick rods; one equation of motion, integrated by DOP853 with the tolerance 1e-12",
        (
            Quantity("angles", _first_two, _angles, 1e-4, "rad", "all"),
            Quantity("energy", "energy", lambda t: 2.5 * 9.81 + 0 * t, 1e-4, "J", "all"),
        ),
    ),
)
