"""The effect of the parameter of the alpha- and of the gamma-type inertia on accuracy, work and stability of the
quaternion integrators.

`python docs/figures/make.py quaternion-inertia` writes docs/figures/quaternion_inertia.md from
decks/top_with_any_inertia.deck: three inertias at three speeds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from measures import number
from scipy.integrate import solve_ivp
from workshop import DECKS, Workshop

import rbsolve

DECK = "top_with_any_inertia.deck"
INERTIAS = {"slender": (0.35, 0.35, 0.12), "flat": (0.125, 0.125, 0.2), "asymmetric": (0.125, 0.225, 0.3)}
SPINS = (15.0, 40.0, 150.0)  # in rad/s
SCHEMES = {
    "IMPLICIT_MIDPOINT": ("", 2),
    "ENERGY_MOMENTUM": ("", 2),
    "LOBATTO_IIIA_B": ("2", 2),
    "GAUSS_LOBATTO": ("2", 4),
}
TYPES = {"alpha, AUTO": ("ALPHA", "AUTO"), "gamma, AUTO": ("GAMMA", "AUTO"), "gamma, SPIN": ("GAMMA", "SPIN")}
FINE, COARSE = 0.02, 0.5  # rotation per step [rad], for the error constant and for the iterations
TURNS = tuple(0.5 * 2.0 ** (0.5 * k) for k in range(11))  # rotations per step in the search for stability [rad]
LOST = 0.1  # relative change of the kinetic energy above which a run counts as unstable
END = 0.2  # in s
LONG = 500.0  # total rotation of a run in the search for stability [rad]


def reference(
    J: Sequence[float], start: Sequence[float], times: Sequence[float], tolerance: float, arm: float = 0.0
) -> np.ndarray:
    """Return the rotation matrices (9, n) of a body at some times, from Euler's equations by DOP853.

    `start` contains the rotation matrix by rows and the angular velocity in the body. A weight of 98.1 N acts at the
    distance `arm` [m] from the fixed point along e3. With plain numbers, the rates cost a tenth of those with arrays.
    """
    J1, J2, J3 = map(float, J)

    def rates(_: float, y: np.ndarray) -> list[float]:
        a, b, c, d, e, f, g, h, i, u, v, w = y.tolist()
        x, y, z = u * J1, v * J2, w * J3
        weight_1, weight_2 = -98.1 * g, -98.1 * h
        return [
            *(b * w - c * v, c * u - a * w, a * v - b * u),
            *(e * w - f * v, f * u - d * w, d * v - e * u),
            *(h * w - i * v, i * u - g * w, g * v - h * u),
            *((-arm * weight_2 - (v * z - w * y)) / J1, (arm * weight_1 - (w * x - u * z)) / J2, (v * x - u * y) / J3),
        ]

    return solve_ivp(rates, (0, times[-1]), start, method="DOP853", rtol=tolerance, atol=tolerance, t_eval=times).y[:9]


def top_start(spin: float) -> list[float]:
    """Return the initial state of the deck's top for `reference`."""
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    return [1, 0, 0, 0, c, -s, 0, s, c, 0, 0.6, spin]


ARM = 0.05  # distance of the top's centre of mass from its point [m]


@cache
def end_points(inertia: tuple[float, ...], spin: float) -> dict[str, np.ndarray]:
    """Return the final values of the deck's sensors, from Euler's equations by DOP853 at 1e-13."""
    R = reference(inertia, top_start(spin), [END], 1e-13, ARM)[:, -1].reshape(3, 3)
    return {"axis": R[:, 2], "side": R[:, 0]}


def whole_step(turn: float, spin: float, end: float = END) -> float:
    """Return the step [s] that divides the time `end` [s] and in which the top rotates by about `turn` radians."""
    return end / round(end * spin / turn)


def run_top(
    inertia: Sequence[float],
    spin: float,
    scheme: tuple[str, str],
    choice: tuple[str, str],
    step: float,
    end: float = END,
) -> rbsolve.Results:
    """Solve the deck's top with a row for each step.

    `scheme` is an INTEGRATOR_TYPE and its number of stages. Raises SolveError if the run fails.
    """
    parameters = {"spin": spin, "end": end, **{f"J{k + 1}": value for k, value in enumerate(inertia)}}
    options = dict(inertia_settings(*choice))
    options |= {"NUMBER_OF_STAGES": scheme[1]} if scheme[1] else {}
    return rbsolve.solve(
        top_model(), parameters, scheme[0], "QUATERNION_HAMILTONIAN", step, options=options, motion=False
    )


@cache
def top_model() -> rbsolve.Model:
    """Return the deck with a row for each step."""
    return rbsolve.load((DECKS / DECK).read_text(encoding="utf-8").replace("@OUTPUT_STEP_SIZE {0.02}", ""))


def end_error(
    inertia: tuple[float, ...], spin: float, scheme: tuple[str, str], choice: tuple[str, str], turn: float
) -> float:
    """Return the norm of the final errors of both points of the top [m]."""
    results = run_top(inertia, spin, scheme, choice, whole_step(turn, spin))
    exact = end_points(inertia, spin)
    return math.sqrt(sum(float(np.linalg.norm(results[name][-1] - exact[name])) ** 2 for name in exact))


def iterations(
    inertia: tuple[float, ...], spin: float, scheme: tuple[str, str], choice: tuple[str, str], turn: float
) -> float:
    """Return the Newton iterations per step. Iterations in halved steps also count."""
    known = run_top(inertia, spin, scheme, choice, whole_step(turn, spin)).attributes
    return known["newton_iterations"] / known["steps"]


def kinetic_energy(inertia: Sequence[float], spin: float) -> float:
    """Return the initial kinetic energy of the deck's top [J]."""
    return 0.5 * (inertia[1] * 0.6**2 + inertia[2] * spin**2)


@cache
def lost_energy(
    inertia: tuple[float, ...], spin: float, scheme: tuple[str, str], choice: tuple[str, str], turn: float
) -> float:
    """Return the largest change of the energy over 500 rad, relative to the initial kinetic energy.

    It is infinite if the run fails or a step had to be divided.
    """
    end = LONG / spin
    try:
        results = run_top(inertia, spin, scheme, choice, whole_step(turn, spin, end), end)
    except rbsolve.SolveError:
        return math.inf
    energy = results["energy"][:, 0]
    lost = float(np.abs(energy - energy[0]).max()) / kinetic_energy(inertia, spin)
    return math.inf if results.attributes["rejected_steps"] else lost


def largest_stable(inertia: tuple[float, ...], spin: float, scheme: tuple[str, str], choice: tuple[str, str]) -> float:
    """Return the rotation [rad] in the largest stable step; 0 if there is none.

    With a stable step and all smaller steps, the energy is conserved and no step is divided.
    """
    largest = 0.0
    for turn in TURNS:
        if not lost_energy(inertia, spin, scheme, choice, turn) < LOST:
            break
        largest = turn
    return largest


def inertia_settings(representation: str, parameter: str) -> tuple[tuple[str, str], ...]:
    """Return the keywords of a TIME_INTEGRATOR for an inertia."""
    return ("INERTIA_REPRESENTATION", representation), ("INERTIA_PARAMETER", parameter)


def measure(inertia: tuple[float, ...], spin: float, integrator: str) -> list[str]:
    """Error constants, iterations and stability of each choice of the inertia."""
    stages, order = SCHEMES[integrator]
    top = (inertia, spin, (integrator, stages))
    # The error constant refers to the true rotation of the rounded step.
    turn = whole_step(FINE, spin) * spin
    return [
        *(number(end_error(*top, choice, FINE) / turn**order) for choice in TYPES.values()),
        *(number(iterations(*top, choice, COARSE), ".1f") for choice in TYPES.values()),
        *(number(largest_stable(*top, choice)) for choice in TYPES.values()),
    ]


def main(workshop: Workshop) -> None:
    """Measure, and write the table."""
    rows = []
    for name, inertia in INERTIAS.items():
        for spin in SPINS:
            for scheme, (stages, _) in SCHEMES.items():
                label = f"`{scheme}`" + (f" {stages}" if stages else "")
                rows.append([f"{name}, {spin:g}", label, *measure(inertia, spin, scheme)])
    quantities = ("error constant [m]", "iterations a step", "largest stable step [rad]")
    head = [
        "top, spin [rad/s]",
        "scheme",
        *(f"{quantity}, {label}" for quantity in quantities for label in TYPES),
    ]
    workshop.table("quaternion_inertia", head, rows)
