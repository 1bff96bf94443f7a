"""Seed 001, Figs. 3-8 and 11-13, right plots, Tables 4, 5 and 7: generalized-alpha on the heavy top and the rotor."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drawing import NAMES, Panel, draw
from measures import Curves, cost_ratio, cpu_time, error, fitted_slope, iterations, listed, mean_ratio, step_size
from reference_values import ROTOR, TOP
from workshop import Workshop, halved, iteration_table

from rbsolve.compare.methods import ComparedMethod
from rbsolve.compare.study import Case

LIE, SE3, CARDAN_1, CARDAN_2, EULER = FORMULATIONS = (
    "LIE_R3_SO3",
    "LIE_SE3",
    "CARDAN_ANGLES_1",
    "CARDAN_ANGLES_2",
    "EULER_PARAMETERS_2",
)
STEPS = halved(1e-4, 8)
FULL: tuple[tuple[str, str], ...] = ()
MODIFIED = (("NEWTON", "MODIFIED"),)
MODIFIED_NAME = "modified Newton"
NO_TANGENT = (("TANGENT_OPERATOR", "NO"),)
STEP, CPU, WORK = "step size [s]", "CPU time [s]", "Newton iterations a step"


def alpha(formulations: Sequence[str], settings: tuple[tuple[str, str], ...] = FULL) -> dict[str, ComparedMethod]:
    """Generalized-alpha in some formulations; the label says where Newton's iteration is modified."""
    suffix = f", {MODIFIED_NAME}" if settings == MODIFIED else ""
    return {f"{NAMES[f]}{suffix}": ComparedMethod("GENERALIZED_ALPHA", "", f, settings) for f in formulations}


def panels(quantity: str) -> tuple[Panel, ...]:
    """Error, iterations and CPU time against the step, error against CPU time."""
    return (
        Panel(step_size, error, STEP, quantity, "convergence", (2,)),
        Panel(step_size, iterations, STEP, WORK, "Newton iterations", linear=True),
        Panel(step_size, cpu_time, STEP, CPU, "cost"),
        Panel(cpu_time, error, CPU, quantity, "work and precision", (-2,)),
    )


def full_and_modified(workshop: Workshop, deck: str, sensor: str, exact: Sequence[float]) -> tuple[Curves, Curves]:
    """The cases of all formulations with the full and with the modified Newton iteration."""
    full = workshop.study(deck, alpha(FORMULATIONS), STEPS, {sensor: exact})
    modified = workshop.study(deck, alpha(FORMULATIONS, MODIFIED), STEPS, {sensor: exact})
    return full, {name: modified[f"{name}, {MODIFIED_NAME}"] for name in full}


def merged(full: Curves, modified: Curves) -> Curves:
    """The cases of both Newton iterations in one plot."""
    return {**full, **{f"{name}, {MODIFIED_NAME}": cases for name, cases in modified.items()}}


def orders(curves: Curves, largest: float, smallest: float) -> tuple[str, str]:
    """Slopes over the step and over the CPU time by formulation, and the steps that they are fitted to."""
    over_step, over_time = (
        {name: abs(fitted_slope(cases, (smallest, largest), against=quantity)) for name, cases in curves.items()}
        for quantity in (step_size, cpu_time)
    )
    where = f"slopes fitted to the steps from {largest:.2g} s down to {smallest:.2g} s, full Newton"
    return f"{listed(over_step, '.2f')}; in the work-precision diagram: {listed(over_time, '.1f')}", where


def accuracy(curves: Curves) -> str:
    """Error of each formulation over that of the Lie group at the same step."""
    return listed({name: mean_ratio(error, curves[name], curves[NAMES[LIE]]) for name in list(curves)[1:]})


def turns(curves: Curves) -> str:
    """Newton iterations a step, mean over the steps that the formulation finishes."""
    return listed({name: mean_iterations(cases) for name, cases in curves.items()}, ".3g")


def mean_iterations(cases: Sequence[Case]) -> float:
    """Mean over the steps at which a run does not fail."""
    done = [iterations(case) for case in cases if case.error < math.inf]
    return sum(done) / len(done) if done else math.nan


def costs(curves: Curves) -> str:
    """CPU time of a step over that of the Lie group."""
    return listed({name: mean_ratio(cpu_time, curves[name], curves[NAMES[LIE]]) for name in list(curves)[1:]})


def work(curves: Curves, accuracy: float) -> str:
    """CPU time at equal accuracy over that of the Lie group."""
    return listed({name: cost_ratio(curves[name], curves[NAMES[LIE]], accuracy) for name in list(curves)[1:]})


def failures(curves: Curves) -> str:
    """Which runs of which formulations failed."""
    failed = {name: [case for case in cases if case.error == math.inf] for name, cases in curves.items()}
    text = ", ".join(
        f"{name} with h = {', '.join(f'{case.step:g}' for case in cases)} s ({cases[0].outcome.name.lower().replace('_', ' ')})"
        for name, cases in failed.items()
        if cases
    )
    return f"these fail: {text}" if text else "all run with all steps"


def free_top(workshop: Workshop) -> list[tuple[str, str, str]]:
    """Figs. 3-5, right, and Table 4."""
    full, modified = full_and_modified(workshop, "heavy_top.deck", "centre_of_mass", TOP)
    title = "Heavy top without constraints, generalized-alpha (0.9), t = 1 s (Figs. 3-5, right plots)"
    plots = panels("error of the centre of mass [m]")
    draw(workshop, "seed_001_heavy_top_implicit", title, merged(full, modified), plots)
    iteration_table(workshop, "seed_001_table_4", full)
    return [
        ("Heavy top, free: second order (Fig. 3)", *orders(full, 2.5e-5, 6e-6)),
        (
            "Heavy top, free: Euler parameters are more accurate than the Lie group (Fig. 3)",
            f"error over that of the Lie group: {accuracy(full)}",
            "geometric mean over the eight steps; the body's frame is at the fixed point",
        ),
        (
            "Heavy top, free: the Lie group needs the fewest Newton iterations (Table 4)",
            turns(full),
            "mean over the eight steps, full Newton, our tolerance of 1e-8 of the accelerations, v' predicted from the last steps",
        ),
        (
            "Heavy top, free: the Lie group takes the least CPU time (Fig. 4)",
            f"over that of the Lie group, full Newton: {costs(full)}; modified: {costs(modified)}",
            "geometric mean over the eight steps",
        ),
        (
            "Heavy top, free: for 1e-4 m Euler parameters take a quarter of the Lie group's CPU time (Fig. 5)",
            f"CPU time over that of the Lie group: {work(full, 1e-4)}",
            "full Newton, on the lines of the work-precision diagram; dashes: already more accurate at the largest step, or not reached",
        ),
    ]


def held_top(workshop: Workshop) -> list[tuple[str, str, str]]:
    """Figs. 6-8 and Table 5."""
    deck, exact = "heavy_top_spherical.deck", {"centre_of_mass": TOP}
    full, modified = full_and_modified(workshop, deck, "centre_of_mass", TOP)
    title = "Heavy top with a spherical joint, generalized-alpha (0.9), t = 1 s (Figs. 6-8)"
    plots = panels("error of the centre of mass [m]")
    draw(workshop, "seed_001_heavy_top_spherical", title, merged(full, modified), plots)
    methods = {
        f"{kind}, T {kept}": ComparedMethod("GENERALIZED_ALPHA", "", LIE, (*newton, *tangent))
        for kind, newton in (("full", FULL), ("modified", MODIFIED))
        for kept, tangent in (("kept", FULL), ("neglected", NO_TANGENT))
    }
    table = workshop.study(deck, methods, STEPS, exact)
    iteration_table(workshop, "seed_001_table_5", table)
    kept, neglected = table["full, T kept"], table["full, T neglected"]
    more = [n.step for k, n in zip(kept, neglected, strict=True) if iterations(n) > 1.01 * iterations(k)]
    return [
        ("Heavy top with joint: second order (Fig. 6)", *orders(full, 2.5e-5, 1.5e-6)),
        (
            "Heavy top with joint: Euler parameters are more accurate than the Lie group (Fig. 6)",
            f"error over that of the Lie group, full Newton: {accuracy(full)}; modified: {accuracy(modified)}",
            "geometric mean over the steps that both finish; the body's frame is at its centre of mass",
        ),
        (
            "Heavy top with joint: only the Lie group runs with the largest steps (Fig. 6)",
            f"full Newton: {failures(full)}; modified: {failures(modified)}",
            "h from 1e-4 s down to 7.8e-7 s",
        ),
        (
            "Heavy top with joint: modified Newton takes more iterations, the Lie group the fewest (Fig. 7)",
            f"full Newton: {turns(full)}; modified: {turns(modified)}",
            "mean over the steps that finish",
        ),
        (
            "Heavy top with joint: the Lie group takes the least CPU time (Fig. 8)",
            f"over that of the Lie group, full Newton: {costs(full)}; modified: {costs(modified)}",
            "geometric mean over the steps that both finish",
        ),
        (
            "Neglecting the tangent operator T costs iterations only for h of 4e-5 s and more (Table 5)",
            f"it costs iterations for h = {', '.join(f'{step:g}' for step in more)} s" if more else "it costs none",
            "full Newton, more than one in a hundred steps",
        ),
    ]


def rotor(workshop: Workshop) -> list[tuple[str, str, str]]:
    """Figs. 11-13, right, and Table 7."""
    full, modified = full_and_modified(workshop, "rotor.deck", "p1", ROTOR)
    title = "High-speed rotor, generalized-alpha (0.9), t = 4 s (Figs. 11-13, right plots)"
    plots = panels("error of the shaft point p1 [m]")
    draw(workshop, "seed_001_rotor_implicit", title, merged(full, modified), plots)
    iteration_table(workshop, "seed_001_table_7", full)
    return [
        ("Rotor: second order (Fig. 11)", *orders(full, 2.5e-5, 1.5e-6)),
        (
            "Rotor: Euler parameters are more accurate than the Lie group (Fig. 11)",
            f"error over that of the Lie group: {accuracy(full)}",
            "geometric mean over the eight steps",
        ),
        (
            "Rotor: Euler parameters do not run with the largest steps (Fig. 11)",
            failures(full),
            "full Newton",
        ),
        (
            "Rotor: the Lie group needs the fewest Newton iterations (Table 7)",
            turns(full),
            "mean over the eight steps, full Newton",
        ),
        (
            "Rotor: the Lie group takes equal or less CPU time (Fig. 12)",
            f"over that of the Lie group, full Newton: {costs(full)}; modified: {costs(modified)}",
            "geometric mean over the eight steps",
        ),
        (
            "Rotor: the Lie group works better than Cardan angles and about as well as Euler parameters (Fig. 13)",
            f"CPU time for 1e-7 m over that of the Lie group: {work(full, 1e-7)}",
            "full Newton, on the lines of the work-precision diagram; dashes: not reached",
        ),
    ]


def main(workshop: Workshop) -> None:
    """Make the figures and the tables."""
    rows = [*free_top(workshop), *held_top(workshop), *rotor(workshop)]
    workshop.statements("seed_001_implicit", rows)
