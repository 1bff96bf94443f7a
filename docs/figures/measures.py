"""Quantities computed from the cases of a study: of one case, and slopes, costs and ratios of several cases."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from rbsolve.compare.report import seconds_at
from rbsolve.compare.study import Case

Curves = Mapping[str, Sequence[Case]]
"""Cases by label, the largest step first."""
Quantity = Callable[[Case], float]


def step_size(case: Case) -> float:
    """Return the requested step [s]."""
    return case.step


def error(case: Case) -> float:
    """Return the error at the end time. It is infinite for a failed run."""
    return case.error


def cpu_time(case: Case) -> float:
    """Return the CPU time of the integrator alone [s]."""
    return case.seconds


def step_cost(case: Case) -> float:
    """Return the CPU time per step [us]."""
    return 1e6 * case.seconds / max(case.steps, 1)


def evaluations(case: Case) -> float:
    """Return how many times the whole run evaluates all forces."""
    return float(case.evaluations)


def iterations(case: Case) -> float:
    """Return the Newton iterations per step. Iterations in halved steps also count."""
    return case.newton_iterations / max(case.steps, 1)


def fitted_slope(
    cases: Sequence[Case],
    steps: tuple[float, float],
    errors: tuple[float, float] = (0.0, math.inf),
    against: Quantity = step_size,
) -> float:
    """Return the slope of the logarithm of the error over the logarithm of `against` (the step by default).

    Only cases with step and error within the bounds count. The slope is NaN for fewer than two such cases.
    """
    used = [case for case in cases if steps[0] <= case.step <= steps[1] * 1.0001 and errors[0] < case.error < errors[1]]
    if len(used) < 2:
        return math.nan
    return float(np.polyfit(np.log([against(c) for c in used]), np.log([c.error for c in used]), 1)[0])


def at(cases: Sequence[Case], step: float) -> Case:
    """Return the case whose step is nearest to `step` on a logarithmic scale."""
    return min(cases, key=lambda case: abs(math.log(case.step / step)))


def work_at(cases: Sequence[Case], accuracy: float, work: Quantity = cpu_time) -> float:
    """Return the CPU time, or other work, that a method needs for a given error.

    The function interpolates in the work-precision diagram. The value is NaN outside the curve.
    """
    reached = seconds_at([replace(case, seconds=work(case)) for case in cases if case.error < math.inf], accuracy)
    return reached if math.isfinite(reached) else math.nan


def cost_ratio(slow: Sequence[Case], fast: Sequence[Case], accuracy: float) -> float:
    """Return the CPU time of `slow` divided by the CPU time of `fast` at the same error; NaN if one does not reach it."""
    return work_at(slow, accuracy) / work_at(fast, accuracy)


def median_step_cost(cases: Sequence[Case]) -> float:
    """Return the median CPU time per step [us] over the complete cases; NaN if there are none."""
    done = [step_cost(case) for case in cases if case.error < math.inf]
    return statistics.median(done) if done else math.nan


def mean_ratio(quantity: Quantity, first: Sequence[Case], second: Sequence[Case]) -> float:
    """Return the geometric mean of the ratio of a quantity, over the steps that both methods complete."""
    done = [(quantity(a), quantity(b)) for a, b in zip(first, second, strict=True) if max(a.error, b.error) < math.inf]
    return math.exp(sum(math.log(a / b) for a, b in done) / len(done)) if done else math.nan


def number(value: float, form: str = ".2g") -> str:
    """Return a number for a table; a dash if it could not be measured."""
    return "-" if math.isnan(value) else format(value, form)


def list_values(values: Mapping[str, float], form: str = ".2g") -> str:
    """Return the values with their names, such as `RK44 1.2, RK67 3`."""
    return ", ".join(f"{name} {number(value, form)}" for name, value in values.items())


def relative(found: object, exact: object) -> float:
    """Return the largest deviation of an array, relative to the largest entry of the exact array."""
    found, exact = np.asarray(found, dtype=float), np.asarray(exact, dtype=float)
    return float(np.abs(found - exact).max() / np.abs(exact).max())
