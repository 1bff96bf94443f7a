"""Numbers of Holzinger et al. (2024) in words, and verdicts on accuracy, number of iterations, and CPU time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from claims import Numbers, confirmed
from measures import (
    Curves,
    Quantity,
    cost_ratio,
    cpu_time,
    error,
    fitted_slope,
    iterations,
    list_values,
    mean_ratio,
    number,
)
from seed_001_studies import (
    CARDAN_1,
    CARDAN_2,
    EULER,
    LIE,
    NAMES,
    TABLEAUX,
    without,
)
from seed_001_studies import curves as all_curves

from rbsolve.compare.study import Case

LIE_NAME, EULER_NAME, CARDAN_NAME = NAMES[LIE], NAMES[EULER], NAMES[CARDAN_2]
CLASSICAL = tuple(NAMES[f] for f in (CARDAN_1, CARDAN_2, EULER))
ALIKE = {"error": 0.02, "iterations": 0.01, "CPU": 0.1}  # relative differences of two formulations that may be random
ABOUT = 1.5  # the factor within which a number counts as "about" another one
FITTED = (1e-10, 1e-4)  # in m: range of errors to which orders of explicit methods are fitted


def full(numbers: Numbers, study: str) -> Curves:
    """Return the curves with full Newton iteration, by formulation."""
    return without("", all_curves(numbers, study))


def modified_curves(numbers: Numbers, study: str) -> Curves:
    """Return the curves with modified Newton iteration."""
    return without(", modified Newton", all_curves(numbers, study))


def mean_iterations(cases: Sequence[Case]) -> float:
    """Return the mean iterations per step, over the steps with which a run completes."""
    done = [iterations(case) for case in cases if case.error < math.inf]
    return sum(done) / len(done) if done else math.nan


def mean_updates(cases: Sequence[Case]) -> float:
    """Return the mean Jacobian updates per step, over the same steps."""
    done = [case.jacobian_updates / case.steps for case in cases if case.error < math.inf]
    return sum(done) / len(done) if done else math.nan


def over(
    quantity: Quantity, cases: Curves, reference: str = LIE_NAME, names: Sequence[str] = CLASSICAL
) -> dict[str, float]:
    """Return the mean ratio of a quantity to the quantity of the reference formulation, over the steps that both complete."""
    return {name: mean_ratio(quantity, cases[name], cases[reference]) for name in names if name != reference}


def between(cases: Curves, smallest: float, largest: float) -> Curves:
    """Return the cases with steps in a range."""
    return {name: [c for c in some if smallest <= c.step <= largest] for name, some in cases.items()}


def less(ratios: Mapping[str, float], kind: str) -> str:
    """Return the verdict on "has less than all other formulations".

    Each ratio is the quantity of another formulation divided by the quantity of this formulation.
    """
    known = {name: ratio for name, ratio in ratios.items() if not math.isnan(ratio)}
    more = [name for name, ratio in known.items() if ratio > 1.0 + ALIKE[kind]]
    fewer = [name for name, ratio in known.items() if ratio < 1.0 / (1.0 + ALIKE[kind])]
    equal = [name for name in known if name not in more and name not in fewer]
    if not fewer and not equal and more:
        return confirmed(True)
    rest = "; ".join(
        f"{what} for {', '.join(names)}" for names, what in ((equal, "equal"), (fewer, "smaller")) if names
    )
    return f"**confirmed only against {', '.join(more)}**; {rest}" if more else f"**not confirmed**; {rest}"


def about(ratio: float, claimed: float) -> str:
    """Return the verdict on a claim that one quantity is `claimed` times another."""
    if max(ratio / claimed, claimed / ratio) < ABOUT:
        return confirmed(True)
    if (ratio > 1.0) == (claimed > 1.0):
        return f"**confirmed only in tendency**: {ratio:.2g} instead of {claimed:g}"
    return "**not confirmed**"


def failed_cases(cases: Curves) -> dict[str, list[Case]]:
    """Return the incomplete cases, by curve."""
    found = {name: [case for case in some if case.error == math.inf] for name, some in cases.items()}
    return {name: some for name, some in found.items() if some}


def failures(cases: Curves) -> str:
    """Return a sentence about the failed runs, with the reasons."""
    text = ", ".join(
        f"{name} with h = {', '.join(f'{case.step:g}' for case in some)} s ({some[0].outcome.name.lower().replace('_', ' ')})"
        for name, some in failed_cases(cases).items()
    )
    return f"these runs fail: {text}" if text else "no run fails"


def turns(cases: Curves) -> str:
    """Return the mean Newton iterations per step, over the complete cases."""
    return list_values({name: mean_iterations(some) for name, some in cases.items()}, ".4g")


def orders(cases: Curves, largest: float, smallest: float) -> dict[str, float]:
    """Return the slopes of log error over log step, by curve."""
    return {name: fitted_slope(some, (smallest, largest)) for name, some in cases.items()}


def of_second_order(slopes: Mapping[str, float]) -> str:
    """Return the verdict on the claim that a method has second order."""
    return confirmed(all(abs(slope - 2.0) < 0.1 for slope in slopes.values()))


def steps_of_order(cases: Sequence[Case], order: float = 2.0) -> list[float]:
    """Return the order between each two neighbouring steps."""
    return [math.log(a.error / b.error) / math.log(a.step / b.step) for a, b in pairwise(cases)]


def tableaux(numbers: Numbers, study: str, formulation: str) -> Curves:
    """Return the explicit fixed-step methods of a formulation, by tableau."""
    found = all_curves(numbers, f"{study}, explicit")
    return {tableau: found[f"{NAMES[formulation]}, {tableau}"] for tableau in TABLEAUX}


def at_mean_steps(numbers: Numbers, study: str, formulation: str, end: float) -> list[Case]:
    """Return the runs of DOPRI5 with adaptive steps. The step of each case is the mean step of the run."""
    found = all_curves(numbers, f"{study}, controlled")
    name = NAMES[formulation]
    return [replace(c, step=end / c.steps) for label, (c,) in found.items() if label.startswith(f"{name}, ")]


def same_step_ratios(numbers: Numbers, study: str, formulation: str, step: float = 1e-4) -> dict[str, float]:
    """Return the error of a formulation divided by the error of the Lie group at one step size, by tableau."""
    mine, lie = tableaux(numbers, study, formulation), tableaux(numbers, study, LIE)
    chosen = {
        tableau: [min(some, key=lambda c: abs(c.step - step)) for some in (mine[tableau], lie[tableau])]
        for tableau in TABLEAUX
    }
    return {tableau: error(a) / error(b) for tableau, (a, b) in chosen.items()}


def explicit_costs(numbers: Numbers, study: str) -> dict[str, float]:
    """Return the CPU time of Cardan angles 2 divided by the CPU time of the Lie group at equal steps, by tableau."""
    mine, lie = tableaux(numbers, study, CARDAN_2), tableaux(numbers, study, LIE)
    return {tableau: mean_ratio(cpu_time, mine[tableau], lie[tableau]) for tableau in TABLEAUX}


def explicit_work(
    numbers: Numbers, study: str, accuracy: float, end: float, formulation: str = CARDAN_2
) -> dict[str, float]:
    """Return the CPU time for an accuracy divided by the CPU time of the Lie group, by tableau.

    For Cardan angles 2, the ratio with step control is included.
    """
    mine, lie = tableaux(numbers, study, formulation), tableaux(numbers, study, LIE)
    found = {tableau: cost_ratio(mine[tableau], lie[tableau], accuracy) for tableau in TABLEAUX}
    if formulation == CARDAN_2:
        slow, fast = (at_mean_steps(numbers, study, f, end) for f in (CARDAN_2, LIE))
        found["DOPRI5 controlled"] = cost_ratio(slow, fast, accuracy)
    return found


def alpha_work(cases: Curves, accuracy: float) -> dict[str, float]:
    """Return the CPU time of each formulation for an accuracy divided by the CPU time of the Lie group."""
    return {name: cost_ratio(cases[name], cases[LIE_NAME], accuracy) for name in CLASSICAL}


def range_of(values: Sequence[float], form: str = ".2g") -> str:
    """Return the range from the smallest to the largest number."""
    return f"{number(min(values), form)} to {number(max(values), form)}"
