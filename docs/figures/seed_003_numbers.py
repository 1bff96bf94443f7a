"""The measured numbers of seed_003.py: errors, iterations and stability of tops, by scheme and inertia parameter."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np
from quaternion_inertia import END, INERTIAS, SPINS, end_points, largest_stable, lost_energy, run_top, whole_step
from scipy.optimize import minimize_scalar
from seed_003_figures import SCHEMES, angles_of, exact_angles, optimum

import rbsolve

ORDERS = {
    "implicit midpoint": 2,
    "energy-momentum": 2,
    "Lobatto IIIA-B 2": 2,
    "Gauss-Lobatto 1": 2,
    "Gauss-Lobatto 2": 4,
}
CHOICES = {"alpha": ("ALPHA", "AUTO"), "gamma AUTO": ("GAMMA", "AUTO"), "gamma SPIN": ("GAMMA", "SPIN")}
TUNED = [scheme for scheme in ORDERS if scheme != "energy-momentum"]
TURN, COARSE, LARGE = (
    0.1,
    (0.5, 1.0, 1.4, 2.0),
    8.0,
)  # rotations per step [rad]: for errors, for iterations, for stability


def run(top: str, spin: float, scheme: str, choice: tuple[str, str], turn: float, end: float = END) -> rbsolve.Results:
    """Run the top with a scheme."""
    return run_top(INERTIAS[top], spin, SCHEMES[scheme], choice, whole_step(turn, spin, end), end)


def error(top: str, spin: float, scheme: str, choice: tuple[str, str], turn: float = TURN) -> float:
    """Error of the side of the top at 0.2 s [m]."""
    results = run(top, spin, scheme, choice, turn)
    return float(np.linalg.norm(results["side"][-1] - _exact(top, spin)))


def _exact(top: str, spin: float) -> np.ndarray:
    return end_points(INERTIAS[top], spin)["side"]


def errors(tops: Iterable[str], spins: tuple[float, ...]) -> dict[str, float]:
    """Errors of every scheme and choice of the inertia."""
    cases = itertools.product(tops, spins, ORDERS, CHOICES)
    return {f"error, {top} {spin:g}, {s}, {c}": error(top, spin, s, CHOICES[c]) for top, spin, s, c in cases}


def differences() -> dict[str, float]:
    """Differences between alpha- and gamma-type at two steps, and the order at which they decrease."""
    found = {}
    for scheme in ORDERS:
        both = []
        for turn in (TURN, TURN / 2):
            ends = [run("slender", 40.0, scheme, (kind, "0.2"), turn)["side"][-1] for kind in ("ALPHA", "GAMMA")]
            both.append(float(np.linalg.norm(ends[0] - ends[1])))
        found[f"difference, {scheme}"] = both[0]
        found[f"slope of the difference, {scheme}"] = math.log2(both[0] / both[1]) if both[1] > 1e-12 else math.inf
    return found


def influence() -> dict[str, float]:
    """Return the ratio of the largest to the smallest error of the implicit midpoint scheme, for alpha and for gamma.

    The compared parameters are 0.1, 0.3 and 2 kg m^2.
    """
    found = {}
    for kind in ("ALPHA", "GAMMA"):
        values = [error("slender", 40.0, "implicit midpoint", (kind, value)) for value in ("0.1", "0.3", "2")]
        found[f"influence, {kind.lower()}"] = max(values) / min(values)
    return found


def minima(schemes: list[str]) -> dict[str, float]:
    """Return the gamma that minimizes the error of the slender top at 150 rad/s, divided by the moment of inertia about
    the axis."""

    def logarithm(ratio: float, scheme: str) -> float:
        return math.log(error("slender", 150.0, scheme, ("GAMMA", repr(float(ratio * INERTIAS["slender"][2])))))

    found = {}
    for scheme in schemes:
        best = optimum(*SCHEMES[scheme])
        assert best is not None
        near = minimize_scalar(
            logarithm, bounds=(0.9 * best, 1.1 * best), args=(scheme,), method="bounded", options={"xatol": 1e-4}
        )
        found[f"minimum, {scheme}"] = float(near.x)
    return found


def iterations() -> dict[str, float]:
    """Return the Newton iterations per step, for the slender top at 40 rad/s."""
    found = {}
    for scheme, (name, choice), turn in itertools.product(TUNED, CHOICES.items(), COARSE):
        results = run("slender", 40.0, scheme, choice, turn, 2.0)
        counted = results.diagnostics["newton_iterations"].sum()
        found[f"iterations, {scheme}, {name}, {turn:g}"] = float(counted / (len(results.time) - 1))
    return found


def angles() -> dict[str, float]:
    """Root mean square errors of precession and nutation over 4 s [rad], slender top at 40 rad/s in steps of 0.4 rad."""
    found = {}
    for scheme, (name, choice) in itertools.product(TUNED, CHOICES.items()):
        results = run("slender", 40.0, scheme, choice, 0.4, 4.0)
        exact = exact_angles(INERTIAS["slender"], 40.0, tuple(results.time.tolist()))
        for what, own, true in zip(("precession", "nutation"), angles_of(results["axis"]), exact, strict=True):
            found[f"{what}, {scheme}, {name}"] = float(np.sqrt(np.mean((own - true) ** 2)))
    return found


def stability(tops: Iterable[str], spins: tuple[float, ...]) -> dict[str, float]:
    """Rotation [rad] in the largest steps that converge over 500 rad and change the energy by less than a tenth."""
    cases = itertools.product(tops, spins, TUNED, CHOICES)
    return {
        f"largest step, {top} {spin:g}, {s}, {c}": largest_stable(INERTIAS[top], spin, SCHEMES[s], CHOICES[c])
        for top, spin, s, c in cases
    }


def large_steps() -> dict[str, float]:
    """Return the largest energy change of the slender top at 40 rad/s, in percent of its kinetic energy.

    The scheme is implicit midpoint with steps of 8 rad.
    """
    scheme = SCHEMES["implicit midpoint"]
    return {f"lost, {c}": 100.0 * lost_energy(INERTIAS["slender"], 40.0, scheme, CHOICES[c], LARGE) for c in CHOICES}


SWEEP = {
    "`ALPHA` | 0.1": ("ALPHA", "0.1"),
    "`ALPHA` | 2": ("ALPHA", "2"),
    "`GAMMA` | 0.1": ("GAMMA", "0.1"),
    "`GAMMA` | AUTO (0.273)": ("GAMMA", "AUTO"),
    "`GAMMA` | 2": ("GAMMA", "2"),
    "`GAMMA` | SPIN (0.090)": ("GAMMA", "SPIN"),
}
SWEEP_STEPS = (1e-3, 5e-4)


def sweep() -> dict[str, float]:
    """Errors of the deck's own top with the implicit midpoint scheme, over the parameter."""
    top, scheme = INERTIAS["slender"], SCHEMES["implicit midpoint"]
    ends = {
        f"sweep, {name}, {step:g}": run_top(top, 40.0, scheme, choice, step)["side"][-1]
        for (name, choice), step in itertools.product(SWEEP.items(), SWEEP_STEPS)
    }
    return {name: float(np.linalg.norm(end - _exact("slender", 40.0))) for name, end in ends.items()}


def measure_some() -> dict[str, float]:
    """Return the numbers whose measurement takes a second or two."""
    return {
        **errors(["slender"], (150.0,)),
        **influence(),
        **minima(["implicit midpoint"]),
        **large_steps(),
        **sweep(),
    }


def measure() -> dict[str, float]:
    """Return all numbers."""
    return {
        **errors(INERTIAS, SPINS),
        **differences(),
        **influence(),
        **minima(TUNED),
        **iterations(),
        **angles(),
        **large_steps(),
        **sweep(),
        **stability(INERTIAS, SPINS),
    }
