"""Xu et al. (2020), the numbers for the statements of its abstract: parameters of the inertia in the quaternion-based
integrators.

`python docs/figures/make.py seed-003` measures them (docs/figures/seed_003.json), and writes tables and figures of the
page.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np
from claims import Equation, Numbers, Paper, Statement, Table, confirmed, spread
from quaternion_inertia import END, INERTIAS, SPINS, end_points, largest_stable, lost_energy, run_top, whole_step
from scipy.optimize import minimize_scalar
from seed_003_figures import SCHEMES, angles_of, draw, exact_angles, optimum
from workshop import Workshop

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


_KNOWN: dict[tuple[str, float], np.ndarray] = {}


def _exact(top: str, spin: float) -> np.ndarray:
    if (top, spin) not in _KNOWN:
        _KNOWN[top, spin] = np.asarray(end_points(INERTIAS[top], spin)["side"])
    return _KNOWN[top, spin]


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
    """Ratio of the largest to the smallest error of the implicit midpoint scheme over the parameter, from 0.1 to 2 kg
    m^2."""
    found = {}
    for kind in ("ALPHA", "GAMMA"):
        values = [error("slender", 40.0, "implicit midpoint", (kind, value)) for value in ("0.1", "0.3", "2")]
        found[f"influence, {kind.lower()}"] = max(values) / min(values)
    return found


def minima(schemes: list[str]) -> dict[str, float]:
    """The gamma with the smallest error, over the moment about the axis, for the slender top at 150 rad/s."""

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
    """Newton iterations per step, for the slender top at 40 rad/s."""
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
        exact = exact_angles(INERTIAS["slender"], 40.0, np.asarray(results.time))
        for what, own, true in zip(("precession", "nutation"), angles_of(results["axis"]), exact, strict=True):
            found[f"{what}, {scheme}, {name}"] = float(np.sqrt(np.mean((own - true) ** 2)))
    return found


def stability(tops: Iterable[str], spins: tuple[float, ...]) -> dict[str, float]:
    """Rotation [rad] in the largest steps that converge over 500 rad and keep the energy within a tenth."""
    cases = itertools.product(tops, spins, TUNED, CHOICES)
    return {
        f"largest step, {top} {spin:g}, {s}, {c}": largest_stable(INERTIAS[top], spin, SCHEMES[s], CHOICES[c])
        for top, spin, s, c in cases
    }


def large_steps() -> dict[str, float]:
    """Percentage of the kinetic energy that the slender top at 40 rad/s loses in steps of 8 rad, with the implicit
    midpoint scheme."""
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
    """Numbers that take a second or two."""
    return {
        **errors(["slender"], (150.0,)),
        **influence(),
        **minima(["implicit midpoint"]),
        **large_steps(),
        **sweep(),
    }


def measure() -> dict[str, float]:
    """All numbers."""
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


def _ratios(numbers: Numbers, over: str, under: str, schemes: list[str]) -> list[float]:
    """Ratios of the errors of two choices, for all tops."""
    cases = itertools.product(INERTIAS, SPINS, schemes)
    return [
        numbers[f"error, {top} {spin:g}, {s}, {over}"] / numbers[f"error, {top} {spin:g}, {s}, {under}"]
        for top, spin, s in cases
    ]


def _better(ratios: list[float]) -> str:
    return f"{sum(ratio > 1.005 for ratio in ratios)} of {len(ratios)}"


def _superior(numbers: Numbers) -> str:
    spin, auto = (_ratios(numbers, "alpha", f"gamma {rule}", TUNED) for rule in ("SPIN", "AUTO"))
    if min(auto) > 1.005:
        return confirmed(True)
    return confirmed(min(spin) > 1.005, "not confirmed") + (
        " for the optimum; with the mean of the principal moments, not in all cases" if min(spin) > 1.005 else ""
    )


def _steps(numbers: Numbers, sign: int | None = None) -> int:
    """The number of cases in which the largest stable step with SPIN is larger (1) or smaller (-1) than with alpha; of
    all cases without a sign."""
    cases = itertools.product(INERTIAS, SPINS, TUNED)
    names = [f"largest step, {top} {spin:g}, {s}, " for top, spin, s in cases]
    signs = [int(np.sign(numbers[f"{name}gamma SPIN"] - numbers[f"{name}alpha"])) for name in names]
    return len(signs) if sign is None else signs.count(sign)


def _iteration_ratios(n: Numbers) -> list[float]:
    """Ratios of the iterations with SPIN to those with alpha."""
    return [
        n[f"iterations, {s}, gamma SPIN, {turn:g}"] / n[f"iterations, {s}, alpha, {turn:g}"]
        for s, turn in itertools.product(TUNED, COARSE)
    ]


def _sooner(n: Numbers, sign: int | None = None) -> int:
    """The number of cases in which SPIN needs fewer (1) or more (-1) iterations than alpha, by half a percent; of all
    cases without a sign."""
    ratios = _iteration_ratios(n)
    return len(ratios) if sign is None else sum(sign * (1.0 - ratio) > 0.005 for ratio in ratios)


def _percent(value: float) -> str:
    return "does not converge" if math.isinf(value) else f"{value:.2g} %"


STATEMENTS = (
    Statement(
        "abstract",
        "The types are theoretically equivalent if q.q = 1 is satisfied exactly",
        lambda n: (
            "the difference between both types falls with the orders "
            + ", ".join(
                f"{n[f'slope of the difference, {s}']:.2f} ({s})" for s in ORDERS if n[f"difference, {s}"] > 1e-10
            )
            + (
                f"; in Lobatto IIIA-B 2 both types are one method, and the difference is {n['difference, Lobatto IIIA-B 2']:.1g} "
                "m"
            )
        ),
        lambda n: confirmed(
            all(
                n[f"difference, {s}"] < 1e-10 or abs(n[f"slope of the difference, {s}"] - order) < 0.1
                for s, order in ORDERS.items()
            )
        ),
        where="`@INERTIA_REPRESENTATION`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "They can present entirely different numerical features",
        lambda n: (
            "ratio of the largest and the smallest error of the implicit midpoint scheme for parameters from 0.1 "
            f"to 2 kg m²: {n['influence, alpha']:.6g} for alpha, {n['influence, gamma']:.3g} for gamma"
        ),
        lambda n: confirmed(abs(n["influence, alpha"] - 1.0) < 1e-6 and n["influence, gamma"] > 2.0),
        where="`@INERTIA_REPRESENTATION`, `@INERTIA_PARAMETER`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "gamma can be used to optimize the numerical performance",
        lambda n: (
            "smallest error of the slender top at 150 rad/s at gamma/J3 = "
            + ", ".join(f"{n[f'minimum, {s}']:.3f} ({s}; derived {optimum(*SCHEMES[s]):g})" for s in TUNED)
            + "; energy-momentum: no influence on a spin"
        ),
        lambda n: confirmed(all(abs(n[f"minimum, {s}"] / (optimum(*SCHEMES[s]) or 0.0) - 1.0) < 0.02 for s in TUNED)),
        where="`@INERTIA_PARAMETER {SPIN}`, `quaternion_hamiltonian/inertia_parameter.py`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "The integrations of gamma-type are superior to those of alpha-type",
        lambda n: (
            f"gamma has a smaller error in {_better(_ratios(n, 'alpha', 'gamma SPIN', TUNED))} cases with SPIN, "
            f"and in {_better(_ratios(n, 'alpha', 'gamma AUTO', TUNED))} cases with the mean of the principal "
            "moments"
        ),
        _superior,
        where="`@INERTIA_REPRESENTATION {GAMMA}`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "Optimized values of gamma give better accuracy",
        lambda n: (
            f"errors {spread(_ratios(n, 'alpha', 'gamma SPIN', TUNED))} times smaller than with alpha, "
            f"{spread(_ratios(n, 'gamma AUTO', 'gamma SPIN', TUNED))} times smaller than with the mean"
        ),
        lambda n: (
            confirmed(min(_ratios(n, "gamma AUTO", "gamma SPIN", TUNED)) > 0.99)
            + " for a point, whose error is mostly an error of the spin"
        ),
        where="`@INERTIA_PARAMETER {SPIN}`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "... of precession and nutation, too",
        lambda n: (
            "errors with AUTO divided by errors with SPIN: "
            + ", ".join(
                f"{n[f'precession, {s}, gamma AUTO'] / n[f'precession, {s}, gamma SPIN']:.2g} and "
                f"{n[f'nutation, {s}, gamma AUTO'] / n[f'nutation, {s}, gamma SPIN']:.2g} ({s})"
                for s in TUNED
            )
        ),
        lambda n: confirmed(
            all(
                n[f"{a}, {s}, gamma SPIN"] < n[f"{a}, {s}, gamma AUTO"]
                for s in TUNED
                for a in ("precession", "nutation")
            ),
            "not confirmed in all schemes: the optimum applies to the spin",
        ),
        where="`@INERTIA_PARAMETER {SPIN}`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "... convergence speed",
        lambda n: (
            f"steps of {', '.join(map(str, COARSE))} rad: SPIN needs fewer iterations than alpha in {_sooner(n, 1)} of "
            f"{_sooner(n)} cases, more in {_sooner(n, -1)}; {spread(_iteration_ratios(n), '.3g')} times as many"
        ),
        lambda n: confirmed(
            _sooner(n, -1) == 0 < _sooner(n, 1),
            "not confirmed"
            if _sooner(n, 1) <= _sooner(n, -1)
            else f"confirmed in {_sooner(n, 1)} of {_sooner(n)} cases only",
        ),
        where="`@INERTIA_PARAMETER {SPIN}`, `decks/top_with_any_inertia.deck`",
    ),
    Statement(
        "abstract",
        "... and stability",
        lambda n: (
            (
                "energy loss of the slender top at 40 rad/s in 500 rad, with steps of 8 rad of the implicit midpoint "
                "scheme: "
            )
            + ", ".join(f"{_percent(n[f'lost, {c}'])} ({c})" for c in CHOICES)
            + (
                f". The largest stable step is larger with SPIN than with alpha in {_steps(n, 1)} of {_steps(n)} "
                f"cases, and smaller in {_steps(n, -1)} cases"
            )
        ),
        lambda n: confirmed(
            _steps(n, -1) == 0,
            "not confirmed"
            if _steps(n, 1) <= _steps(n, -1)
            else f"confirmed in {_steps(n, 1)} of {_steps(n)} cases only",
        ),
        where="`@INERTIA_PARAMETER {SPIN}`, `decks/top_with_any_inertia.deck`",
    ),
)

SPARK_TEST = "solver/integrators/test_tableaux.py"
EQUATIONS = (
    Equation("(12)", "Hamilton's equations with g(q) = 0", "`solver/integrators/quaternion_hamiltonian/hamiltonian.py`",
             "solver/integrators/test_quaternion_hamiltonian.py::test_order", "derived again, because the main part "
             "of the paper is not public"),
    Equation("(53), Table 15", "implicit midpoint scheme, state-space form", "`quaternion_hamiltonian/midpoint.py`, `IMPLICIT_MIDPOINT`",
             "solver/integrators/test_state_space_form.py", "derived again; not symplectic with gamma"),
    Equation("(61), Table 15", "energy-momentum scheme, state-space form", "`quaternion_hamiltonian/midpoint.py`, `ENERGY_MOMENTUM`",
             "solver/integrators/test_state_space_form.py", "derived again"),
    Equation("(A.1)-(A.7)", "an (s, p)-SPARK step", "`quaternion_hamiltonian/spark.py`",
             "solver/integrators/test_quaternion_hamiltonian.py::test_order_and_invariants_with_more_stages"),
    Equation("(A.8)", "B(s), C(s)", "`quaternion_hamiltonian/tableaux.py`", f"{SPARK_TEST}::test_spark_quadratures_are_exact",
             "corrected: B holds for k = 1..2s-2 at Lobatto nodes"),
    Equation("(A.9)", "Ĉ(s)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact", "read as Ĉ(s-2)"),
    Equation("(A.10)", "B̃(p)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact"),
    Equation("(A.11)", "C̃(p)", "the same", f"{SPARK_TEST}::test_spark_methods_are_symplectic",
             "replaced by the condition of symplecticity, which leaves no entry undetermined"),
    Equation("(A.12)", "C̄(s)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact"),
    Equation("(A.13)-(A.16)", "Lobatto IIIA-B and Gauss-Lobatto for any s", "`LOBATTO_IIIA_B`, `GAUSS_LOBATTO`, `@NUMBER_OF_STAGES`",
             f"{SPARK_TEST}::test_spark_constraints_hold_at_both_ends_of_a_step"),
    Equation("(A.17), (A.18)", "Lobatto and Gauss nodes", "`quaternion_hamiltonian/tableaux.py`",
             f"{SPARK_TEST}::test_nodes_are_those_of_the_quadratures", "(A.17) gives s nodes: s + 1 for Gauss-Lobatto"),
    Equation("A.2.1, A.2.2", "tableaux of 2, 3 and 1, 2 stages", "the same", f"{SPARK_TEST}::test_spark_tableaux_are_those_of_the_paper"),
    Equation("(B.1), (B.2), Table 16", "residuals and unknowns of the SPARK methods", "`quaternion_hamiltonian/stages.py`, `spark.py`",
             "solver/integrators/test_quaternion_hamiltonian.py::test_hidden_constraint", "corrected: the second vector of (B.1) is r_p"),
)  # fmt: skip

SWEEP_TABLE = Table(
    "seed_003_sweep",
    (
        "`@INERTIA_REPRESENTATION`",
        "`@INERTIA_PARAMETER`",
        *(f"error of `side` [m], h = {step:g} s" for step in SWEEP_STEPS),
    ),
    lambda n: [
        [*name.split(" | "), *(f"{n[f'sweep, {name}, {step:g}']:.3e}" for step in SWEEP_STEPS)] for name in SWEEP
    ],
)
PAPER = Paper("seed_003", EQUATIONS, STATEMENTS, measure, measure_some, (SWEEP_TABLE,))


def main(workshop: Workshop) -> None:
    """Measure, and write everything."""
    PAPER.write(workshop)
    draw(workshop)
