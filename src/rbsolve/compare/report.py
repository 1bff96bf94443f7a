"""The table of a study, its CSV file, and the sentence that says what to choose."""

from __future__ import annotations

import csv
import math
from itertools import pairwise
from pathlib import Path

from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.study import Case, Comparison
from rbsolve.results.target import whole

COLUMNS = (
    "method",
    "step [s]",
    "error",
    "order",
    "steps",
    "evaluations",
    "Newton iterations",
    "CPU time [s]",
    "energy drift [J]",
    "outcome",
)


def cases_by_method(study: Comparison) -> dict[ComparedMethod, list[Case]]:
    """The cases of each method, largest step first."""
    methods: dict[ComparedMethod, list[Case]] = {}
    for case in study.cases:
        methods.setdefault(case.method, []).append(case)
    return methods


def local_orders(cases: list[Case]) -> list[float | None]:
    """Order of convergence from each case to the one before it; None where there is none."""
    orders: list[float | None] = [None]
    for coarse, fine in pairwise(cases):
        usable = 0.0 < fine.error < math.inf and 0.0 < coarse.error < math.inf
        orders.append(math.log(coarse.error / fine.error) / math.log(coarse.step / fine.step) if usable else None)
    return orders


def rows(study: Comparison) -> list[tuple[str, ...]]:
    """The table as text, one row a case."""
    table: list[tuple[str, ...]] = []
    for method, cases in cases_by_method(study).items():
        for case, order in zip(cases, local_orders(cases), strict=True):
            table.append(
                (
                    method.label,
                    f"{case.step:.6g}",
                    f"{case.error:.3e}",
                    "" if order is None else f"{order:.2f}",
                    str(case.steps),
                    str(case.evaluations or ""),
                    str(case.newton_iterations or ""),
                    f"{case.seconds:.4g}",
                    f"{case.energy_drift:.2e}",
                    case.outcome.name.lower(),
                )
            )
    return table


def write_csv(study: Comparison, path: Path) -> None:
    """The table with the error of each sensor added, in full precision."""
    with whole(path) as temporary, temporary.open("x", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        errors = [f"error_{name}" for name in study.sensors]
        work = ["steps", "evaluations", "newton_iterations", "cpu_time_s", "energy_drift_J", "outcome"]
        writer.writerow(["integrator", "variant", "settings", "formulation", "step_s", "error", *errors, *work])
        for case in study.cases:
            method = case.method
            writer.writerow(
                [
                    *(method.integrator, method.variant, " ".join(f"{k}={v}" for k, v in method.settings)),
                    *(method.formulation, repr(case.step), repr(case.error)),
                    *(repr(case.errors[name]) for name in study.sensors),
                    *(case.steps, case.evaluations, case.newton_iterations, repr(case.seconds)),
                    *(repr(case.energy_drift), case.outcome.name.lower()),
                ]
            )


def seconds_at(cases: list[Case], accuracy: float) -> float:
    """CPU time at which a method reaches an accuracy, on the straight line between its cases in the work-precision diagram.

    The time of its cheapest case that is accurate enough, when no coarser one is worse; infinite when none is accurate enough.
    """
    usable = [case for case in cases if 0.0 < case.error < math.inf and case.seconds > 0.0]
    for coarse, fine in pairwise(usable):
        if coarse.error > accuracy >= fine.error:
            part = math.log(coarse.error / accuracy) / math.log(coarse.error / fine.error)
            return math.exp(math.log(coarse.seconds) * (1 - part) + math.log(fine.seconds) * part)
    reached = [case.seconds for case in cases if case.error <= accuracy]
    return min(reached, default=math.inf)


def advice(study: Comparison, accuracy: float | None) -> str:
    """One sentence: the cheapest choice at the accuracy asked, or at the best accuracy that two methods reach."""
    methods = cases_by_method(study)
    finite = {m: [c for c in cases if c.error < math.inf] for m, cases in methods.items()}
    finite = {m: cases for m, cases in finite.items() if cases}
    if not finite:
        return "No case reached the end time: take smaller steps or another integrator."
    if accuracy is None:
        best = sorted(min(case.error for case in cases) for cases in finite.values())
        accuracy = best[min(1, len(best) - 1)]
    cost = {m: seconds_at(cases, accuracy) for m, cases in finite.items()}
    order = sorted(cost, key=lambda method: cost[method])
    first = order[0]
    if math.isinf(cost[first]):
        closest = min(finite, key=lambda m: min(c.error for c in finite[m]))
        error = min(c.error for c in finite[closest])
        return (
            f"No case is as accurate as {accuracy:.1e}; the closest is {closest.label} with an error of {error:.1e}: "
            "add smaller steps."
        )
    goal = f"at an error of {accuracy:.1e}" if accuracy > 0.0 else "of those that agree exactly with the reference"
    sentence = f"Cheapest {goal}: {first.label}, about {cost[first]:.3g} s of CPU time"
    if len(order) > 1 and math.isfinite(cost[order[1]]):
        sentence += f", {cost[order[1]] / cost[first]:.2g} times less than {order[1].label}"
    return sentence + "."
