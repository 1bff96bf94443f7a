"""Writes the table of a study, its CSV file, and the recommendation."""

from __future__ import annotations

import csv
import math
from itertools import pairwise
from pathlib import Path

from rbsolve.compare.convergence import local_orders
from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.study import Case, Comparison
from rbsolve.results.file.target import whole

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

SIGNIFICANT = 1.2
"""Ratio of measured times below which the times count as equal."""


def cases_by_method(study: Comparison) -> dict[ComparedMethod, list[Case]]:
    """Return the cases of each method, with the largest step first."""
    methods: dict[ComparedMethod, list[Case]] = {}
    for case in study.cases:
        methods.setdefault(case.method, []).append(case)
    return methods


def rows(study: Comparison) -> list[tuple[str, ...]]:
    """Return the table as text, with a row per case."""
    table: list[tuple[str, ...]] = []
    for method, cases in cases_by_method(study).items():
        for case, order in zip(cases, local_orders(cases, study.scale), strict=True):
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
    """Write the table in full precision, with an additional column for the error of each sensor."""
    with whole(path) as temporary, temporary.open("x", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        errors = [f"error_{name}" for name in study.sensors]
        work = [
            "steps",
            "evaluations",
            "newton_iterations",
            "jacobian_updates",
            "cpu_time_s",
            "energy_drift_J",
            "outcome",
        ]
        writer.writerow(["integrator", "variant", "settings", "formulation", "step_s", "error", *errors, *work])
        for case in study.cases:
            method = case.method
            writer.writerow(
                [
                    *(method.integrator, method.variant, " ".join(f"{k}={v}" for k, v in method.settings)),
                    *(method.formulation, repr(case.step), repr(case.error)),
                    *(repr(case.errors[name]) for name in study.sensors),
                    *(case.steps, case.evaluations, case.newton_iterations, case.jacobian_updates),
                    repr(case.seconds),
                    *(repr(case.energy_drift), case.outcome.name.lower()),
                ]
            )


def seconds_at(cases: list[Case], accuracy: float) -> float:
    """Return the CPU time that a method needs for an accuracy. It is interpolated linearly between its cases in the
    work-precision diagram.

    If all cases are more accurate, the result is the time of the cheapest case. If no case is accurate enough, the
    result is infinite.
    """
    usable = [case for case in cases if 0.0 < case.error < math.inf and case.seconds > 0.0]
    for coarse, fine in pairwise(usable):
        if coarse.error > accuracy >= fine.error:
            part = math.log(coarse.error / accuracy) / math.log(coarse.error / fine.error)
            return math.exp(math.log(coarse.seconds) * (1 - part) + math.log(fine.seconds) * part)
    reached = [case.seconds for case in cases if case.error <= accuracy]
    return min(reached, default=math.inf)


def advice(study: Comparison, accuracy: float | None) -> str:
    """Return a recommendation in words, with the CPU times of the methods at the requested accuracy. By default, this
    accuracy is the best accuracy that all methods reach.
    """
    methods = cases_by_method(study)
    finite = {m: [c for c in cases if c.error < math.inf] for m, cases in methods.items()}
    finite = {m: cases for m, cases in finite.items() if cases}
    if not finite:
        return "No case reached the end time: use smaller steps or another integrator."
    best = {method: min(case.error for case in cases) for method, cases in finite.items()}
    is_common = accuracy is None
    if accuracy is None:
        accuracy = max(best.values())
    cost = {m: seconds_at(cases, accuracy) for m, cases in finite.items()}
    order = sorted((m for m in cost if math.isfinite(cost[m])), key=lambda method: cost[method])
    if not order:
        closest = min(best, key=lambda method: best[method])
        return (
            f"No case is as accurate as {accuracy:.1e}; the closest is {closest.label} with an error of {best[closest]:.1e}: "
            "add smaller steps."
        )
    goal = (
        f"at an error of {accuracy:.1e}" if accuracy > 0.0 else "of the methods that agree exactly with the reference"
    )
    if is_common and accuracy > 0.0 and len(order) > 1:
        goal += ", which all methods reach" if len(order) == len(methods) else ", which all completed methods reach"
    times = ", ".join(f"{method.label} {in_seconds(cost[method])}" for method in order)
    return f"Cheapest {goal}: {times} of CPU time{_verdict(order, cost)}."


def _verdict(order: list[ComparedMethod], cost: dict[ComparedMethod, float]) -> str:
    """Return the end of the recommendation, which compares the two cheapest methods."""
    if len(order) < 2:
        return ""
    ratio = cost[order[1]] / cost[order[0]]
    if ratio < SIGNIFICANT:
        return f"; no significant difference between {order[0].label} and {order[1].label}"
    return f"; {order[0].label} is {ratio:.2g} times faster than {order[1].label}"


def in_seconds(seconds: float) -> str:
    """Return a time with a suitable unit."""
    for factor, unit in ((1.0, "s"), (1e3, "ms")):
        if seconds * factor >= 1.0:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} \N{MICRO SIGN}s"
