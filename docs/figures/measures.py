"""What is read off the cases of a study: quantities of one case, slopes, costs and ratios of several."""

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
    """[s], as asked for."""
    return case.step


def error(case: Case) -> float:
    """At the end time, infinite for a run that failed."""
    return case.error


def cpu_time(case: Case) -> float:
    """[s] of the integrator alone."""
    return case.seconds


def step_cost(case: Case) -> float:
    """CPU time of a step [us]."""
    return 1e6 * case.seconds / max(case.steps, 1)


def evaluations(case: Case) -> float:
    """Evaluations of all forces in the whole run."""
    return float(case.evaluations)


def iterations(case: Case) -> float:
    """Newton iterations a step, those of halved steps included."""
    return case.newton_iterations / max(case.steps, 1)


def fitted_slope(
    cases: Sequence[Case],
    steps: tuple[float, float],
    errors: tuple[float, float] = (0.0, math.inf),
    against: Quantity = step_size,
) -> float:
    """Slope of log error over log step, or another quantity, of the cases whose step and error lie between bounds; nan for less than
    two."""
    used = [case for case in cases if steps[0] <= case.step <= steps[1] * 1.0001 and errors[0] < case.error < errors[1]]
    if len(used) < 2:
        return math.nan
    return float(np.polyfit(np.log([against(c) for c in used]), np.log([c.error for c in used]), 1)[0])


def at(cases: Sequence[Case], step: float) -> Case:
    """The case whose step is nearest to a step."""
    return min(cases, key=lambda case: abs(math.log(case.step / step)))


def work_at(cases: Sequence[Case], accuracy: float, work: Quantity = cpu_time) -> float:
    """CPU time, or other work, at which a method reaches an error, on the lines of the work-precision diagram; nan where it does not."""
    reached = seconds_at([replace(case, seconds=work(case)) for case in cases if case.error < math.inf], accuracy)
    return reached if math.isfinite(reached) else math.nan


def cost_ratio(slow: Sequence[Case], fast: Sequence[Case], accuracy: float) -> float:
    """CPU time of `slow` over that of `fast` at the same error; nan where one does not reach it."""
    return work_at(slow, accuracy) / work_at(fast, accuracy)


def median_step_cost(cases: Sequence[Case]) -> float:
    """CPU time of a step [us], over the cases that finish; nan when none does."""
    done = [step_cost(case) for case in cases if case.error < math.inf]
    return statistics.median(done) if done else math.nan


def mean_ratio(quantity: Quantity, first: Sequence[Case], second: Sequence[Case]) -> float:
    """Geometric mean over the steps that both finish of the ratio of a quantity."""
    done = [(quantity(a), quantity(b)) for a, b in zip(first, second, strict=True) if max(a.error, b.error) < math.inf]
    return math.exp(sum(math.log(a / b) for a, b in done) / len(done)) if done else math.nan


def number(value: float, form: str = ".2g") -> str:
    """A number of a table; a dash for what could not be measured."""
    return "-" if math.isnan(value) else format(value, form)


def listed(values: Mapping[str, float], form: str = ".2g") -> str:
    """`RK44 1.2, RK67 3`."""
    return ", ".join(f"{name} {number(value, form)}" for name, value in values.items())


def relative(found: object, exact: object) -> float:
    """Largest deviation of an array, over the largest entry of the exact one."""
    found, exact = np.asarray(found, dtype=float), np.asarray(exact, dtype=float)
    return float(np.abs(found - exact).max() / np.abs(exact).max())
