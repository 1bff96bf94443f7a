"""Xu et al. (2020), the numbers for the statements of its abstract: parameters of the inertia in the quaternion-based
integrators.

`python docs/figures/make.py seed-003` measures them (docs/figures/seed_003.json), and writes tables and figures of the
page.
"""

from __future__ import annotations

import itertools
import math

import numpy as np
from claims import Equation, Numbers, Paper, Statement, Table, confirmed, spread
from quaternion_inertia import INERTIAS, SPINS
from seed_003_figures import SCHEMES, draw, optimum
from seed_003_numbers import CHOICES, COARSE, ORDERS, SWEEP, SWEEP_STEPS, TUNED, measure, measure_some
from workshop import Workshop


def _ratios(numbers: Numbers, over: str, under: str, schemes: list[str]) -> list[float]:
    """Return the error with the choice `over` divided by the error with the choice `under`, by top and scheme."""
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
        " for the optimum, but not in all cases with the mean of the principal moments" if min(spin) > 1.005 else ""
    )


def _steps(numbers: Numbers, sign: int | None = None) -> int:
    """Return the number of cases in which the largest stable step with SPIN is larger (`sign` 1) or smaller (-1) than
    with alpha. Without `sign`, return the number of all cases."""
    cases = itertools.product(INERTIAS, SPINS, TUNED)
    names = [f"largest step, {top} {spin:g}, {s}, " for top, spin, s in cases]
    signs = [int(np.sign(numbers[f"{name}gamma SPIN"] - numbers[f"{name}alpha"])) for name in names]
    return len(signs) if sign is None else signs.count(sign)


def _iteration_ratios(n: Numbers) -> list[float]:
    """Return the iterations with SPIN divided by the iterations with alpha, by scheme and step."""
    return [
        n[f"iterations, {s}, gamma SPIN, {turn:g}"] / n[f"iterations, {s}, alpha, {turn:g}"]
        for s, turn in itertools.product(TUNED, COARSE)
    ]


def _sooner(n: Numbers, sign: int | None = None) -> int:
    """Return the number of cases in which SPIN needs over half a percent fewer (`sign` 1) or more (-1) iterations than
    alpha. Without `sign`, return the number of all cases."""
    ratios = _iteration_ratios(n)
    return len(ratios) if sign is None else sum(sign * (1.0 - ratio) > 0.005 for ratio in ratios)


def _percent(value: float) -> str:
    return "does not converge" if math.isinf(value) else f"{value:.2g} %"


STATEMENTS = (
    Statement(
        "abstract",
        "The types are theoretically equivalent if q.q = 1 is satisfied exactly",
        lambda n: (
            "the difference between both types decreases with the step, with the orders "
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
            f"{_sooner(n)} cases, and more iterations in {_sooner(n, -1)}; {spread(_iteration_ratios(n), '.3g')} times as many"
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
             "corrected: B(s) is valid for k = 1..2s-2 at Lobatto nodes"),
    Equation("(A.9)", "Ĉ(s)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact", "read as Ĉ(s-2)"),
    Equation("(A.10)", "B̃(p)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact"),
    Equation("(A.11)", "C̃(p)", "the same", f"{SPARK_TEST}::test_spark_methods_are_symplectic",
             "replaced by the condition of symplecticity, which leaves no entry undetermined"),
    Equation("(A.12)", "C̄(s)", "the same", f"{SPARK_TEST}::test_spark_quadratures_are_exact"),
    Equation("(A.13)-(A.16)", "Lobatto IIIA-B and Gauss-Lobatto for any s", "`LOBATTO_IIIA_B`, `GAUSS_LOBATTO`, `@NUMBER_OF_STAGES`",
             f"{SPARK_TEST}::test_spark_constraints_hold_at_both_ends_of_a_step"),
    Equation("(A.17), (A.18)", "Lobatto and Gauss nodes", "`quaternion_hamiltonian/tableaux.py`",
             f"{SPARK_TEST}::test_nodes_equal_the_nodes_of_the_quadratures", "(A.17) gives s nodes; Gauss-Lobatto needs s + 1 nodes"),
    Equation("A.2.1, A.2.2", "tableaux of 2, 3 and 1, 2 stages", "the same", f"{SPARK_TEST}::test_spark_tableaux_equal_the_paper"),
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
