"""Seed 001, Figs. 2-5 and 10-13, left plots: explicit Lie-group and classical methods on the heavy top and the rotor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from drawing import NAMES, Panel, draw
from matplotlib.figure import Figure
from measures import (
    Curves,
    at,
    cost_ratio,
    cpu_time,
    error,
    evaluations,
    fitted_slope,
    listed,
    mean_ratio,
    median_step_cost,
    number,
    step_size,
    work_at,
)
from reference_values import ROTOR, TOP, TOP_VELOCITY
from workshop import DECKS, Workshop, halved

import rbsolve
from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.study import Case

# The paper's eight steps from 1e-4 s on, and larger ones, where the Lie methods reach the accuracies it compares.
STEPS = halved(1.6e-3, 12)
LIE, CARDAN_1, CARDAN_2 = "LIE_R3_SO3", "CARDAN_ANGLES_1", "CARDAN_ANGLES_2"
FIXED, CONTROLLED = ("RK44", "RK67", "DOPRI5"), "DOPRI5 controlled"
FITTED = (1e-10, 1e-4)  # [m]: errors that orders are fitted to
TOLERANCES = tuple(f"1e-{n}" for n in range(4, 14))


def label(formulation: str, tableau: str) -> str:
    """The name of a curve."""
    return f"{NAMES[formulation]}, {tableau}"


def explicit_study(workshop: Workshop, deck: str, sensor: str, exact: Sequence[float], t_end: float) -> Curves:
    """Every tableau with fixed steps, DOPRI5 also with step control, in three formulations."""
    formulations = (LIE, CARDAN_1, CARDAN_2)
    methods = {label(f, t): ComparedMethod("EXPLICIT_RUNGE_KUTTA", t, f) for f in formulations for t in FIXED}
    curves = workshop.study(deck, methods, STEPS, {sensor: exact})
    for formulation in (LIE, CARDAN_2):
        controlled = {tolerance: _controlled(formulation, tolerance) for tolerance in TOLERANCES}
        ran = workshop.study(deck, controlled, [1e-4], {sensor: exact})
        curves[label(formulation, CONTROLLED)] = [_at_mean_step(cases[0], t_end) for cases in ran.values()]
    return curves


def _controlled(formulation: str, tolerance: str) -> ComparedMethod:
    tolerances = (("RELATIVE_TOLERANCE", tolerance), ("ABSOLUTE_TOLERANCE", f"{0.01 * float(tolerance):.0e}"))
    return ComparedMethod("EXPLICIT_RUNGE_KUTTA", "DOPRI5", formulation, tolerances)


def _at_mean_step(case: Case, t_end: float) -> Case:
    return replace(case, step=t_end / case.steps)


def work_figure(workshop: Workshop, curves: Curves, name: str, title: str, quantity: str) -> None:
    """Error against step, CPU time against step, and error against CPU time, side by side."""
    step, cpu = "step size [s]", "CPU time [s]"
    panels = (
        Panel(step_size, error, step, quantity, "convergence", (4, 5, 6)),
        Panel(step_size, cpu_time, step, cpu, "cost"),
        Panel(cpu_time, error, cpu, quantity, "work and precision", (-4, -6)),
    )
    draw(workshop, name, title, curves, panels)


def heavy_top_motion(workshop: Workshop) -> tuple[float, float]:
    """Fig. 2; returns the errors of position and velocity at t = 1 s."""
    results = rbsolve.solve(DECKS / "heavy_top.deck")
    figure = Figure(figsize=(10, 3.8), layout="constrained")
    panels = (("centre_of_mass", "centre of mass [m]", TOP), ("velocity", "its velocity [m/s]", TOP_VELOCITY))
    for axes, (sensor, text, exact) in zip(figure.subplots(1, 2), panels, strict=True):
        for colour, column, value, name in zip(("C0", "C1", "C2"), results[sensor].T, exact, "xyz", strict=True):
            axes.plot(results.time, column, colour, linewidth=1, label=name)
            axes.plot(1, value, "o", color=colour, markersize=4)
        axes.set(xlabel="time [s]", ylabel=text)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.suptitle("Heavy top, Lie group RK44, h = 1e-4 s; dots: 30-digit series at t = 1 s (Fig. 2)", fontsize=11)
    workshop.save(figure, "seed_001_heavy_top_motion")
    ends = (results["centre_of_mass"][-1] - TOP, results["velocity"][-1] - TOP_VELOCITY)
    return float(np.linalg.norm(ends[0])), float(np.linalg.norm(ends[1]))


def rotor_motion(workshop: Workshop) -> float:
    """Fig. 10; returns the error of p1 at t = 4 s."""
    results = rbsolve.solve(DECKS / "rotor.deck", step=1e-5)
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    y, z = results["p1"][:, 1:].T
    left.plot(y, z, linewidth=0.9)
    left.set(xlabel="y [m]", ylabel="z [m]", aspect="equal", title="path of p1")
    for column, name in ((y, "y"), (z, "z")):
        right.plot(results.time, column, linewidth=1, label=name)
    right.plot([4, 4], ROTOR[1:], "ko", markersize=4, label="DOP853 at 1e-13")
    right.set(xlabel="time [s]", ylabel="shaft point p1 [m]")
    figure.legend(*right.get_legend_handles_labels(), loc="outside lower center", ncols=3)
    figure.suptitle("High-speed rotor, Lie group RK67, h = 1e-5 s (Fig. 10)", fontsize=11)
    workshop.save(figure, "seed_001_rotor_motion")
    return float(np.linalg.norm(results["p1"][-1] - ROTOR))


def error_ratios(curves: Curves, formulation: str) -> str:
    """Error of a formulation over that of the Lie group at the paper's largest step, by tableau."""
    ratios = {t: at(curves[label(formulation, t)], 1e-4).error / at(curves[label(LIE, t)], 1e-4).error for t in FIXED}
    return listed(ratios)


def cost_ratios(curves: Curves, formulation: str, tableaux: Sequence[str], accuracy: float) -> str:
    """CPU time of a formulation over that of the Lie group at equal accuracy, by tableau."""
    slow, fast = ({t: curves[label(f, t)] for t in tableaux} for f in (formulation, LIE))
    return listed({t: cost_ratio(slow[t], fast[t], accuracy) for t in tableaux})


def step_costs(curves: Curves) -> str:
    """CPU time of a step of Cardan angles 2 over that of the Lie group, mean over the steps that both finish."""
    return listed({t: mean_ratio(cpu_time, curves[label(CARDAN_2, t)], curves[label(LIE, t)]) for t in FIXED})


def orders(curves: Curves, formulation: str) -> str:
    """Fitted orders, by tableau."""
    return listed({t: fitted_slope(curves[label(formulation, t)], (0.0, 1.0), FITTED) for t in FIXED}, ".2f")


def work_table(workshop: Workshop, top: Curves, spun: Curves) -> None:
    """Evaluations and CPU time, of a step and for the accuracies at which the paper compares."""
    rows = []
    for name in top:
        costs = [median_step_cost(curves[name]) for curves in (top, spun)]
        work = [(work_at(c[name], e, evaluations), work_at(c[name], e)) for c, e in ((top, 1e-6), (spun, 1e-9))]
        numbers = [
            (number(cost, ".2f"), number(count / 1000, ".3g"), number(1e3 * time))
            for cost, (count, time) in zip(costs, work, strict=True)
        ]
        rows.append([name, *numbers[0], *numbers[1]])
    columns = ("a step [µs]", "1000 evaluations for {}", "CPU time for {} [ms]")
    head = [
        f"{model}: {column.format(error)}"
        for model, error in (("top", "1e-6 m"), ("rotor", "1e-9 m"))
        for column in columns
    ]
    workshop.table("seed_001_explicit_work", ["method", *head], rows)


def heavy_top(workshop: Workshop, top: Curves) -> list[tuple[str, str, str]]:
    """Figs. 2-5, left."""
    position, velocity = heavy_top_motion(workshop)
    title = "Heavy top without constraints, explicit methods, t = 1 s (Figs. 3-5, left plots)"
    work_figure(workshop, top, "seed_001_heavy_top_explicit", title, "error of the centre of mass [m]")
    return [
        (
            "Heavy top: RecurDyn's motion to about 1e-5 m and 1e-5 m/s at t = 1 s (Fig. 2)",
            f"{position:.1e} m, {velocity:.1e} m/s",
            "Lie group RK44, h = 1e-4 s, against a 30-digit Taylor series",
        ),
        (
            "Heavy top: at the same step the Lie group is more accurate than Cardan angles (Fig. 3)",
            f"more accurate by {error_ratios(top, CARDAN_2)}",
            f"error of Cardan angles 2 over that of the Lie group, h = 1e-4 s; of Cardan angles 1: {error_ratios(top, CARDAN_1)}",
        ),
        (
            "Heavy top: the methods converge with their orders (Fig. 3)",
            f"Lie group {orders(top, LIE)}; Cardan angles 2 {orders(top, CARDAN_2)}",
            "slope fitted to errors between 1e-4 and 1e-10 m; Cardan angles pass near their singularity and are not yet asymptotic "
            "there",
        ),
        (
            "Heavy top: a step of the Lie group takes no more CPU time (Fig. 4)",
            f"Cardan angles 2 take {step_costs(top)} times as much",
            "geometric mean over all steps, fixed step",
        ),
        (
            "Heavy top: for an error of 1e-6 m, Cardan angles with RK44 take about 40 times the CPU time of the Lie group (Fig. 5)",
            f"Cardan angles 2: {cost_ratios(top, CARDAN_2, (*FIXED, CONTROLLED), 1e-6)}",
            "on the lines of the work-precision diagram; Cardan angles 1, which integrate the angular velocity: "
            + cost_ratios(top, CARDAN_1, FIXED, 1e-6),
        ),
    ]


def rotor(workshop: Workshop, spun: Curves) -> list[tuple[str, str, str]]:
    """Figs. 10-13, left."""
    shaft = rotor_motion(workshop)
    title = "High-speed rotor, explicit methods, t = 4 s (Figs. 11-13, left plots)"
    work_figure(workshop, spun, "seed_001_rotor_explicit", title, "error of the shaft point p1 [m]")
    return [
        (
            "Rotor: p1 precesses with a period of about 2.5 s (Fig. 10)",
            f"the same; error at t = 4 s {shaft:.1e} m",
            "Lie group RK67, h = 1e-5 s, against DOP853 at 1e-13",
        ),
        (
            "Rotor: at the same step the Lie group is more accurate (Fig. 11)",
            f"more accurate by {error_ratios(spun, CARDAN_2)}",
            f"error of Cardan angles 2 over that of the Lie group, h = 1e-4 s; of Cardan angles 1: {error_ratios(spun, CARDAN_1)}",
        ),
        (
            "Rotor: the CPU time of the Lie group is equal or smaller (Fig. 12)",
            f"Cardan angles 2 take {step_costs(spun)} times as much",
            "geometric mean over all steps, fixed step",
        ),
        (
            "Rotor: for an error of 1e-9 m, Cardan angles with RK67 or DOPRI5 take about 10 times the CPU time of the Lie group "
            "(Fig. 13)",
            f"Cardan angles 2: {cost_ratios(spun, CARDAN_2, (*FIXED, CONTROLLED), 1e-9)}",
            "on the lines of the work-precision diagram; Cardan angles 1: " + cost_ratios(spun, CARDAN_1, FIXED, 1e-9),
        ),
    ]


def main(workshop: Workshop) -> None:
    """Make the figures and the tables."""
    top = explicit_study(workshop, "heavy_top.deck", "centre_of_mass", TOP, 1.0)
    spun = explicit_study(workshop, "rotor.deck", "p1", ROTOR, 4.0)
    work_table(workshop, top, spun)
    workshop.statements("seed_001_explicit", [*heavy_top(workshop, top), *rotor(workshop, spun)])
