"""Compares random mechanisms that have random controllers with scipy: `python benchmarks/random_controls.py 40 --seed
25`.

A model is a pendulum, a chain of one to three carts, or a cart with a pendulum. Signals drive it: PID controllers with
limits, transfer functions, lags, samples, hystereses, tables, delays, switches, and functions of time that jump and
bend. The reference solves the equations of motion in smooth pieces (`hybrid_reference.py`). Each method solves each
model with several steps or tolerances. A run is wrong if its error does not decrease with the order of the method, and
no diagnostic reports an error. Wrong runs are shown with the seed of their model (`--show SEED` prints its deck).
"""

from __future__ import annotations

import argparse
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from hybrid_reference import Array, Motion, NoReferenceError
from random_loops import RandomLoop

import rbsolve
from rbsolve.runs.results import Results

STEPS = (5e-3, 2.5e-3, 1.25e-3, 6.25e-4)
TOLERANCES = (1e-5, 1e-7, 1e-9)
FLOOR = 3e-8  # relative errors below this limit are never wrong: the reference and located switches have such errors
QUIET = {"unused-object", "small-steps"}  # diagnostics that report no errors
RIGHT, TOLD, REFUSED, FAILED, WRONG = "right", "told", "refused", "failed", "WRONG"


class Method(NamedTuple):
    """An integrator with its formulation, its order, and the keywords of its block. Adaptive methods have order 0."""

    integrator: str
    formulation: str
    order: int
    more: str = ""

    def block(self, tolerance: float) -> str:
        return (
            f"@TIME_INTEGRATOR_DEFINITION {{ @TIME_INTEGRATOR_NAME {{method}} {{ @INTEGRATOR_TYPE {{{self.integrator}}} "
            f"@FORMULATION {{{self.formulation}}} {self.more.replace('TOLERANCE_HERE', f'{tolerance:g}')} }} }}"
        )

    def __str__(self) -> str:
        return f"{self.integrator} {self.formulation} {self.more}".strip()


_EXPLICIT, _ALPHA = "EXPLICIT_RUNGE_KUTTA", "GENERALIZED_ALPHA"
_BOTH = "@RELATIVE_TOLERANCE {TOLERANCE_HERE} @ABSOLUTE_TOLERANCE {TOLERANCE_HERE}"
METHODS = (
    *(
        Method(_EXPLICIT, "MINIMAL_COORDINATES", order, f"@TABLEAU {{{name}}}")
        for name, order in (("HEUN", 2), ("RK33", 3), ("RK44", 4))
    ),
    *(Method(_EXPLICIT, "MINIMAL_COORDINATES", 0, f"@TABLEAU {{{name}}} {_BOTH}") for name in ("DOPRI5", "ODE23")),
    *(Method(_ALPHA, name, 2) for name in ("LIE_R3_SO3", "MINIMAL_COORDINATES", "CARDAN_ANGLES_1")),
    *(
        Method(_ALPHA, name, 0, "@LOCAL_ERROR_TOLERANCE {TOLERANCE_HERE}")
        for name in ("LIE_R3_SO3", "MINIMAL_COORDINATES")
    ),
)


class Run(NamedTuple):
    """The relative error of a run, or of the crossings of its event, and the codes of its diagnostics."""

    error: float
    codes: frozenset[str]
    late: float  # largest error of the time of a crossing [s]; infinite if the crossings do not correspond


def solve(loop: RandomLoop, exact: Motion, method: Method, step: float, tolerance: float) -> Run:
    """Return the errors of a run."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = rbsolve.solve(loop.deck(method.block(tolerance), step))
    codes = frozenset(str(one.code) for one in run.findings) - QUIET
    if len(run.time) != len(exact.states):
        return Run(np.inf, codes, np.inf)
    found = np.stack([run[name][:, 0] for name in loop.sensors], axis=1)
    wanted = exact.states[:, : found.shape[1]]
    size = np.maximum(np.abs(wanted).max(axis=0), 1e-2 * np.abs(wanted).max() + 1e-3)
    return Run(float((np.abs(found - wanted) / size).max()), codes, crossing_error(run, exact))


def crossing_error(run: Results, exact: Motion) -> float:
    """Return the largest error of the time of a crossing."""
    found = sorted((event.time, 1 if event.direction == "RISING" else -1) for event in run.events)
    if len(found) != len(exact.crossings) or any(a[1] != b[1] for a, b in zip(found, exact.crossings, strict=True)):
        return np.inf
    return max((abs(a[0] - b[0]) for a, b in zip(found, exact.crossings, strict=True)), default=0.0)


def judge(loop: RandomLoop, exact: Motion, growth: float, method: Method) -> tuple[str, str]:
    """Return the outcome of a method for a model, with its errors. `growth` is the factor by which the model enlarges
    errors.
    """
    adaptive = method.order == 0
    runs: list[Run] = []
    try:
        for step, tolerance in zip(STEPS, TOLERANCES, strict=False) if adaptive else ((step, 0.0) for step in STEPS):
            runs.append(solve(loop, exact, method, 1e-3 if adaptive else step, tolerance))
    except rbsolve.DeckError as error:
        return REFUSED, ", ".join(sorted({str(one.code) for one in error.diagnostics if str(one.severity) == "error"}))
    except rbsolve.SolveError as error:
        return FAILED, str(error)[:200]
    errors = [run.error for run in runs]
    details = (
        ", ".join(f"{error:.2g}" for error in errors) + "; crossings " + ", ".join(f"{run.late:.2g}" for run in runs)
    )
    codes = sorted(set().union(*(run.codes for run in runs)))
    if adaptive:
        # With a local error of `tolerance`, the errors of second-order steps are proportional to `tolerance^(2/3)`.
        allowed = [10.0 * t ** (2 / 3) if method.integrator == _ALPHA else 300.0 * t for t in TOLERANCES]
        fine = all(error <= max(FLOOR, growth * most) for error, most in zip(errors, allowed, strict=True))
    else:
        # The ideal ratio of the last and the first error is 8^-order. Errors of corners differ from step to step.
        ideal = (STEPS[-1] / STEPS[0]) ** method.order
        fine = errors[-1] <= max(FLOOR, 6.0 * ideal * max(errors[0], errors[1] * 2.0**method.order))
        fine = fine and errors[-1] <= max(FLOOR, 30.0 * growth * (40.0 * STEPS[-1]) ** method.order)
    if fine and runs[-1].late > 1e-7 + 1e3 * growth * errors[-1]:
        fine = False
    if fine:
        return RIGHT, details
    return (TOLD if codes else WRONG), f"{details} {' '.join(codes)}"


def references(seed: int, count: int) -> Iterator[tuple[RandomLoop, Motion, float]]:
    """Yield models whose motion has a reference, with the factor by which they enlarge errors."""
    number = made = 0
    while made < count:
        loop = RandomLoop(1_000_000 * seed + number)
        number += 1
        try:
            exact, other = loop.reference(), loop.reference(1e-7)
        except NoReferenceError:
            continue
        growth = max(1.0, float(np.abs(other.states - exact.states).max()) / 1e-7)
        if growth > 1e3 or not np.isfinite(exact.states).all() or touches(exact):
            continue
        made += 1
        yield loop, exact, growth


def touches(exact: Motion) -> bool:
    """Return whether two crossings of the event are so close in time that steps may miss them."""
    times: Array = np.array([time for time, _ in exact.crossings])
    return bool(len(times) > 1 and np.diff(times).min() < 2.0 * STEPS[0])


def main() -> int:
    """Run the models by all methods, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=40, help="models")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--methods", type=int, nargs="*", help="numbers of the methods (default: all)")
    parser.add_argument("--show", type=int, metavar="SEED", help="print the deck of a model and end")
    parser.add_argument("--all", action="store_true", help="print all outcomes")
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(RandomLoop(arguments.show).deck(METHODS[0].block(0.0), STEPS[0]))
        return 0
    methods = METHODS if arguments.methods is None else [METHODS[k] for k in arguments.methods]
    counts: Counter[str] = Counter()
    for loop, exact, growth in references(arguments.seed, arguments.count):
        for method in methods:
            outcome, details = judge(loop, exact, growth, method)
            counts[outcome] += 1
            if arguments.all or outcome in (WRONG, FAILED, TOLD, REFUSED):
                print(
                    f"{outcome}: model {loop.seed} ({loop.words}), growth {growth:.2g}, {method}: {details}", flush=True
                )
    print(f"{arguments.count} models: {', '.join(f'{n} {outcome}' for outcome, n in counts.most_common())}")
    return int(counts[WRONG] > 0)


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    sys.exit(main())
