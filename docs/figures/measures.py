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
    """The requested step [s]."""
    return case.step


def error(case: Case) -> float:
    """The error at the end time, infinite for a failed run."""
    return case.error


def cpu_time(case: Case) -> float:
    """The CPU time of the integrator alone [s]."""
    return case.seconds


def step_cost(case: Case) -> float:
    """The CPU time per step [us]."""
    return 1e6 * case.seconds / max(case.steps, 1)


def evaluations(case: Case) -> float:
    """Number of evaluations of all forces in the whole run."""
    return float(case.evaluations)


def iterations(case: Case) -> float:
    """Newton iterations per step, including those of halved steps."""
    return case.newton_iterations / max(case.steps, 1)


def fitted_slope(
    cases: Sequence[Case],
    steps: tuple[float, float],
    errors: tuple[float, float] = (0.0, math.inf),
    against: Quantity = step_size,
) -> float:
    """Slope of log error (or of another quantity) over log step, for cases with step and error within bounds; NaN for
    fewer than two cases."""
    used = [case for case in cases if steps[0] <= case.step <= steps[1] * 1.0001 and errors[0] < case.error < errors[1]]
    if len(used) < 2:
        return math.nan
    return float(np.polyfit(np.log([against(c) for c in used]), np.log([c.error for c in used]), 1)[0])


def at(cases: Sequence[Case], step: float) -> Case:
    """The case with the step nearest to a given one."""
    return min(cases, key=lambda case: abs(math.log(case.step / step)))


def work_at(cases: Sequence[Case], accuracy: float, work: Quantity = cpu_time) -> float:
    """CPU time, or other work, for a given error of a method, interpolated in the work-precision diagram; NaN outside
    the curve."""
    reached = seconds_at([replace(case, seconds=work(case)) for case in cases if case.error < math.inf], accuracy)
    return reached if math.isfinite(reached) else math.nan


def cost_ratio(slow: Sequence[Case], fast: Sequence[Case], accuracy: float) -> float:
    """CPU time of `slow` over that of `fast` at the same error; NaN if one does not reach it."""
    return work_at(slow, accuracy) / work_at(fast, accuracy)


def median_step_cost(cases: Sequence[Case]) -> float:
    """Median CPU time per step [us] over the complete cases; NaN if there are none."""
    done = [step_cost(case) for case in cases if case.error < math.inf]
    return statistics.median(done) if done else math.nan


def mean_ratio(quantity: Quantity, first: Sequence[Case], second: Sequence[Case]) -> float:
    """Geometric mean of the ratio of a quantity, over the steps that both methods complete."""
    done = [(quantity(a), quantity(b)) for a, b in zip(first, second, strict=True) if max(a.error, b.error) < math.inf]
    return math.exp(sum(math.log(a / b) for a, b in done) / len(done)) if done else math.nan


def number(value: float, form: str = ".2g") -> str:
    """A number for a table; a dash if it could not be measured."""
    return "-" if math.isnan(value) else format(value, form)


def list_values(values: Mapping[str, float], form: str = ".2g") -> str:
    """Values with their names, such as `RK44 1.2, RK67 3`."""
    return ", ".join(f"{name} {number(value, form)}" for name, value in values.items())


def relative(found: object, exact: object) -> float:
    """Largest deviation of an array, relative to the largest entry of the exact one."""
    found, exact = np.asarray(found, dtype=float), np.asarray(exact, dtype=float)
    return float(np.abs(found - exact).max() / np.abs(exact).max())
