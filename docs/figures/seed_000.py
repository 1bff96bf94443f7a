"""Holzinger et al. (2020), the numbers of the page: the torque-free body in unified local velocities, and in the
quaternion scheme of Terze et al.

`python docs/figures/make.py seed-000` measures them (docs/figures/seed_000.json), and writes tables and figures of the
page.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

import numpy as np
from claims import GROWN, Numbers, Paper, Statement, confirmed, spread
from measures import list_values
from numpy.typing import NDArray
from reference_values import FREE_BODY_RATE
from seed_000_equations import EQUATIONS, deviations
from seed_000_figures import draw
from seed_000_scheme import AS_PRINTED, CORRECTED, FROZEN, no_moment, order, run
from workshop import DECKS, Workshop

import rbsolve

QUATERNION = "quaternions"
METHODS = {
    QUATERNION: ("torque_free_hexahedron.deck", "LIE_R3_S3"),
    "hexahedron": ("torque_free_hexahedron.deck", "UNIFIED_VELOCITIES"),
    "tetrahedron": ("torque_free_tetrahedron.deck", "UNIFIED_VELOCITIES"),
    "custom": ("torque_free_custom.deck", "UNIFIED_VELOCITIES"),
}
PROJECTIONS = [name for name in METHODS if name != QUATERNION]
STORED = "H stored"  # as in the paper: H is stored as a product of exponentials
INERTIA, SPIN = np.array([5.2988, 1.1775, 4.3568]), np.array([0.01, 0.0, 100.0])
STEPS = (4e-3, 2e-3, 1e-3, 5e-4, 2.5e-4, 1e-4, 5e-5, 2e-5, 1e-5)
COARSE = STEPS[:3]
FITTED = COARSE  # steps whose errors exceed the round-off, which the unstable motion amplifies
REFERENCE = 1e-5
BOUND = 2e-14
Floats = NDArray[np.float64]


@cache
def solve(method: str, step: float) -> rbsolve.Results:
    """Solve one second. The results have a row for each step, or for each 1e-4 s if steps are shorter."""
    deck, formulation = METHODS[method]
    return rbsolve.solve(DECKS / deck, formulation=formulation, step=step, parameters={"dt": max(step, 1e-4)})


def body_rate(results: rbsolve.Results) -> Floats:
    """Return the angular velocity in body axes (n, 3) from the angular momentum relative to an observer on the body."""
    return np.asarray(results["body_momentum"]) / INERTIA


@cache
def stored_determinants(step: float) -> Floats:
    """Return det R - 1 after each step of the scheme with stored H."""
    return run(INERTIA, SPIN, no_moment, step, round(1.0 / step))[2]


def error_name(method: str, step: float) -> str:
    """Return the name of the number with the error for a step.

    For steps of 1e-3 s or less, errors contain amplified round-off. For 2.5e-4 s or less, they are round-off.
    """
    return f"{'error' if step > 1.5e-3 else f'{GROWN} error'}, {method}, {step:g}"


def convergence(steps: Sequence[float]) -> dict[str, float]:
    """Errors of the angular velocity at 1 s [rad/s] and largest |det R - 1|, by method and step."""
    found = {}
    for method, step in itertools.product(METHODS, steps):
        results = solve(method, step)
        found[error_name(method, step)] = float(np.linalg.norm(body_rate(results)[-1] - FREE_BODY_RATE))
        found[f"determinant, {method}, {step:g}"] = float(np.abs(results["determinant_error"]).max())
    for step in steps:
        found[f"determinant, {STORED}, {step:g}"] = float(np.abs(stored_determinants(step)).max())
    return found


def motion() -> dict[str, float]:
    """Return the smallest and largest vertical coordinate of P [m] for the hexahedron, with steps of 1e-3 s."""
    height = solve("hexahedron", 1e-3)["P"][:, 2]
    return {"lowest": float(height.min()), "highest": float(height.max())}


def agreement() -> dict[str, float]:
    """Return the largest difference of any two methods at 1 s, in the angular velocity [rad/s] and in P [m]."""
    ends = [(body_rate(r)[-1], r["P"][-1]) for r in (solve(name, REFERENCE) for name in METHODS)]
    rates, points = (np.array(values) for values in zip(*ends, strict=True))
    return {
        f"{GROWN} difference of rates": float(np.ptp(rates, axis=0).max()),
        f"{GROWN} difference of P": float(np.ptp(points, axis=0).max()),
    }


def schemes() -> dict[str, float]:
    """Orders of the scheme for its possible interpretations."""
    readings = {"as printed": AS_PRINTED, "with dt": FROZEN, "corrected": CORRECTED}
    return {f"order, {name}": order(reading) for name, reading in readings.items()}


def measure_some() -> dict[str, float]:
    """Return the numbers whose measurement takes about a second."""
    return {**deviations(), **schemes(), **motion(), **convergence(COARSE)}


def measure() -> dict[str, float]:
    """Return all numbers."""
    return {**measure_some(), **convergence(STEPS), **agreement()}


def orders(n: Numbers) -> dict[str, float]:
    """Orders fitted to the errors for some steps, by method."""
    return {
        name: float(np.polyfit(np.log(FITTED), np.log([n[error_name(name, step)] for step in FITTED]), 1)[0])
        for name in METHODS
    }


def determinants(n: Numbers, name: str) -> list[float]:
    """Return the largest |det R - 1|, by step."""
    return [n[f"determinant, {name}, {step:g}"] for step in STEPS]


def ratios(n: Numbers) -> list[float]:
    """Return the errors with unified velocities, divided by the errors with quaternions."""
    return [
        n[error_name(name, step)] / n[error_name(QUATERNION, step)]
        for name, step in itertools.product(PROJECTIONS, FITTED)
    ]


def _smallest_below(n: Numbers, name: str) -> float:
    """Return the smallest step for which |det R - 1| satisfies the paper's bound with this and all larger steps."""
    kept = itertools.takewhile(lambda pair: pair[1] < BOUND, zip(STEPS, determinants(n, name), strict=True))
    return min((step for step, _ in kept), default=np.inf)


def _bound_claim(n: Numbers) -> str:
    smallest = {name: _smallest_below(n, name) for name in (STORED, QUATERNION)}
    steps = " and ".join(f"{step:g} s ({name})" for name, step in smallest.items())
    return confirmed(max(smallest.values()) <= STEPS[-1], f"confirmed only for steps of at least {steps}")


def _slopes_of_determinants(n: Numbers) -> dict[str, float]:
    """Slopes of log |det R - 1| over log step."""
    return {
        name: float(np.polyfit(np.log(STEPS), np.log(np.maximum(determinants(n, name), 1e-17)), 1)[0])
        for name in (STORED, QUATERNION)
    }


def _order(value: float) -> str:
    return "diverges" if np.isnan(value) else f"{value:.2f}"


DECK = "`decks/torque_free_hexahedron.deck`"
ALL_DECKS = "`decks/torque_free_*.deck`, `LIE_R3_S3`"
STATEMENTS = (
    Statement(
        "Figs. 8-10",
        "P moves between (0, 0, 1) and (0, 0, -1): the body flips over",
        lambda n: f"third coordinate of P between {n['lowest']:.4f} and {n['highest']:.4f} m",
        lambda n: confirmed(n["lowest"] < -0.999 and n["highest"] > 0.999),
        DECK,
    ),
    Statement(
        "Fig. 12",
        "Both schemes converge with fourth order",
        lambda n: f"slopes {list_values(orders(n), '.2f')}",
        lambda n: confirmed(all(abs(order - 4.0) < 0.1 for order in orders(n).values())),
        ALL_DECKS,
    ),
    Statement(
        "Fig. 12, conclusions",
        "The accuracy is the same as with the method of Terze et al.",
        lambda n: f"error of the angular velocity, divided by the error with quaternions: {spread(ratios(n), '.3g')}",
        lambda n: confirmed(max(ratios(n)) < 1.2 and min(ratios(n)) > 0.8),
        ALL_DECKS,
    ),
    Statement(
        "Figs. 11, 13",
        "abs(det R - 1) is below 2e-14 for both methods",
        lambda n: (
            f"steps from 4e-3 to 1e-5 s: {spread(determinants(n, STORED), '.1e')} with H stored as in the paper, "
            f"{spread(determinants(n, QUATERNION), '.1e')} with quaternions; {n[f'determinant, {QUATERNION}, 0.0001']:.1e} "
            "at 1e-4 s. In our implementation, unified velocities rotate a unit quaternion: "
            f"{spread(determinants(n, 'hexahedron'), '.1e')}"
        ),
        _bound_claim,
        f"{ALL_DECKS}, `docs/figures/seed_000_scheme.py`",
    ),
    Statement(
        "Fig. 13",
        "With unified velocities, det R is slightly closer to 1",
        lambda n: (
            "abs(det R - 1) with H stored, divided by its value with quaternions: "
            + spread(
                [a / b for a, b in zip(determinants(n, STORED), determinants(n, QUATERNION), strict=True)],
                ".2g",
            )
        ),
        lambda n: confirmed(
            all(a < b for a, b in zip(determinants(n, STORED), determinants(n, QUATERNION), strict=True)),
            "not confirmed if H is stored; confirmed for the unit quaternion of our implementation"
            if all(a < b for a, b in zip(determinants(n, "hexahedron"), determinants(n, QUATERNION), strict=True))
            else "not confirmed",
        ),
        "`docs/figures/seed_000_scheme.py`",
    ),
    Statement(
        "Fig. 13",
        "Quaternions converge slightly faster in det R",
        lambda n: (
            f"slopes {list_values(_slopes_of_determinants(n), '.2f')}: both methods are exact except for "
            "round-off, which grows with the number of steps"
        ),
        lambda n: confirmed(min(_slopes_of_determinants(n).values()) > 0.0, "not confirmed: neither method converges"),
        f"{ALL_DECKS}, `docs/figures/seed_000_scheme.py`",
    ),
    Statement(
        "section 6",
        "All methods converge to the same solution up to machine precision at 1e-5 s",
        lambda n: (
            f"the four methods differ by {n[f'{GROWN} difference of rates']:.1e} rad/s and {n[f'{GROWN} difference of P']:.1e} "
            "m at 1 s, because the motion is unstable and amplifies round-off"
        ),
        lambda n: confirmed(
            n[f"{GROWN} difference of P"] < 1e-13,
            f"confirmed only to {n[f'{GROWN} difference of rates']:.0e} rad/s",
        ),
        ALL_DECKS,
    ),
    Statement(
        "(119)-(122)",
        "The printed stages give fourth order",
        lambda n: (
            f"order for a heavy top: {_order(n['order, as printed'])} as printed, {n['order, with dt']:.2f} with "
            f"the factor dt, {n['order, corrected']:.2f} if the forces also have the configuration of the stage"
        ),
        lambda n: confirmed(abs(n["order, as printed"] - 4.0) < 0.2, "not confirmed: our implementation corrects the stages"),
        "`EXPLICIT_RUNGE_KUTTA`, `docs/figures/seed_000_scheme.py`",
    ),
    Statement(
        "section 4.3",
        "The hexahedron of unit lengths makes D orthogonal",
        lambda n: (
            f"D^T D - I is {n['(71)']:.0e}. With the radii of gyration as lengths, the mass matrix is also m I, with a deviation of "
            f"{n['(93) with radii of gyration']:.0e}"
        ),
        lambda n: confirmed(n["(71)"] < 1e-14),
        "`@PROJECTION {HEXAHEDRON}`, `@PROJECTION_LENGTHS {GYRATION}`",
    ),
)  # fmt: skip

PAPER = Paper("seed_000", EQUATIONS, STATEMENTS, measure, measure_some)


def main(workshop: Workshop) -> None:
    """Measure, and write tables and figures."""
    PAPER.write(workshop)
    draw(workshop)
