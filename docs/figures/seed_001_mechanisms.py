"""Seed 001, Figs. 15-17 and 19-21: generalized-alpha on the slider-crank and the Puma 560."""

from __future__ import annotations

import numpy as np
from drawing import Panel, draw
from matplotlib.figure import Figure
from measures import cpu_time, error, iterations, step_size
from reference_values import CRANK, PUMA, SLIDER
from seed_001_implicit import CPU, FORMULATIONS, STEP, WORK, accuracy, alpha, costs, failures, orders, turns
from workshop import DECKS, Workshop, halved, iteration_table

import rbsolve

SLIDER_STEPS = halved(4e-3, 11)  # the paper has two more
PUMA_STEPS = halved(0.1, 11)
MOUNT = 30.0  # [deg]: Cardan angles of the upright robot pass exactly through their singularity


def panels(quantity: str, linear: bool) -> tuple[Panel, ...]:
    """Error, iterations (linear or not) and CPU time against the step."""
    return (
        Panel(step_size, error, STEP, quantity, "convergence", (2,)),
        Panel(step_size, iterations, STEP, WORK, "Newton iterations", linear=linear),
        Panel(step_size, cpu_time, STEP, CPU, "cost"),
    )


def slider_crank_motion(workshop: Workshop) -> tuple[float, float]:
    """Fig. 15; returns the errors of slider and crank angle at t = 5 s."""
    results = rbsolve.solve(
        DECKS / "slider_crank.deck", formulation="CARDAN_ANGLES_2", step=1e-3 if workshop.quick else 1e-5
    )
    slider, angle = results["slider"][:, 0], results["angle"][:, 0]
    figure = Figure(figsize=(10, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(results.time, slider, linewidth=1)
    left.plot(5, SLIDER, "ko", markersize=4)
    left.set(xlabel="time [s]", ylabel="slider position s [m]")
    right.plot(results.time, angle, linewidth=1)
    right.plot(5, CRANK, "ko", markersize=4)
    right.set(xlabel="time [s]", ylabel="crank angle [rad]")
    figure.suptitle("Slider-crank, Cardan angles 2, h = 1e-5 s; dots: DOP853 at 1e-13 (Fig. 15)", fontsize=11)
    workshop.save(figure, "seed_001_slider_crank_motion")
    return abs(float(slider[-1]) - SLIDER), abs(float(angle[-1]) - CRANK)


def slider_crank(workshop: Workshop) -> list[tuple[str, str, str]]:
    """Figs. 15-17."""
    position, angle = slider_crank_motion(workshop)
    curves = workshop.study("slider_crank.deck", alpha(FORMULATIONS), SLIDER_STEPS, {"slider": (SLIDER, 0.0, 0.0)})
    title = "Slider-crank, generalized-alpha (0.9), full Newton, t = 5 s (Figs. 16, 17)"
    draw(workshop, "seed_001_slider_crank", title, curves, panels("error of the slider's position [m]", linear=True))
    iteration_table(workshop, "seed_001_slider_crank_iterations", curves)
    return [
        (
            "Slider-crank: 8.6e-3 m from IFToMM's reference at t = 5 s (Fig. 15)",
            f"{position:.1e} m and {angle:.1e} rad from the solution that we hold for exact",
            "Cardan angles 2, h = 1e-5 s, against DOP853 at 1e-13 in one coordinate",
        ),
        ("Slider-crank: second order (Fig. 16)", *orders(curves, 1e-3, 3e-5)),
        (
            "Slider-crank: the classical formulations are more accurate than the Lie group for h above 1e-4 s (Fig. 16)",
            f"error over that of the Lie group: {accuracy(curves)}",
            "geometric mean over the eleven steps",
        ),
        (
            "Slider-crank: Cardan angles need the fewest Newton iterations (Fig. 17)",
            turns(curves),
            "mean over the eleven steps, full Newton",
        ),
        (
            "Slider-crank: Cardan angles take the least CPU time (Fig. 17)",
            f"CPU time over that of the Lie group: {costs(curves)}",
            "geometric mean over the eleven steps",
        ),
    ]


def puma_motion(workshop: Workshop) -> float:
    """Fig. 19; returns the largest error of a joint angle at t = 1 s."""
    results = rbsolve.solve(DECKS / "puma560.deck", formulation="EULER_PARAMETERS_2", step=1e-4)
    figure = Figure(figsize=(7.5, 4), layout="constrained")
    axes = figure.subplots()
    angles = np.stack([results[f"q{joint}"][:, 0] for joint in range(1, 7)], axis=1)
    for joint, column in enumerate(angles.T, start=1):
        axes.plot(results.time, np.degrees(column), linewidth=1.1, label=f"joint {joint}")
    axes.plot(np.ones(6), np.degrees(PUMA), "ko", markersize=3)
    axes.set(xlabel="time [s]", ylabel="joint angle [deg]")
    figure.legend(loc="outside right center")
    figure.suptitle("Puma 560, Euler parameters, h = 1e-4 s; dots: DOP853 at 1e-13 (Fig. 19)", fontsize=11)
    workshop.save(figure, "seed_001_puma_motion")
    return float(np.abs(angles[-1] - PUMA).max())


def puma(workshop: Workshop) -> list[tuple[str, str, str]]:
    """Figs. 19-21."""
    largest = puma_motion(workshop)
    exact = {f"q{joint}": (angle,) for joint, angle in enumerate(PUMA, start=1)}
    formulations = (*FORMULATIONS, "MINIMAL_COORDINATES")
    curves = workshop.study("puma560.deck", alpha(formulations), PUMA_STEPS, exact, {"mount": MOUNT})
    title = "Puma 560, generalized-alpha (0.9), full Newton, t = 1 s (Figs. 20, 21)"
    draw(workshop, "seed_001_puma", title, curves, panels("error of the joint angles [rad]", linear=False))
    iteration_table(workshop, "seed_001_puma_iterations", curves)
    return [
        (
            "Puma: the joint angles follow their profiles (Fig. 19)",
            f"largest error of an angle at t = 1 s: {largest:.1e} rad",
            "Euler parameters, h = 1e-4 s, against DOP853 at 1e-13",
        ),
        ("Puma: second order (Fig. 20)", *orders(curves, 6.3e-3, 9e-5)),
        (
            "Puma: joint coordinates are the most accurate, Euler parameters and Lie group alike at large steps, Cardan angles the least "
            "accurate (Fig. 20)",
            f"error over that of the Lie group: {accuracy(curves)}",
            "geometric mean over the steps that both finish; base and gravity turned by 30 degrees, see below",
        ),
        (
            "Puma: joint coordinates run with the largest steps, Lie group and Euler parameters almost, Cardan angles do not (Fig. 20)",
            failures(curves),
            "h from 0.1 s down to 9.8e-5 s",
        ),
        (
            "Puma: the Lie group needs the fewest Newton iterations for h up to 1e-3 s (Fig. 21)",
            turns({name: [case for case in cases if case.step <= 2e-3] for name, cases in curves.items()}),
            "mean over the steps up to 1.6e-3 s, full Newton, all with our default tolerances",
        ),
        (
            "Puma: joint coordinates take the least CPU time (Fig. 21)",
            f"CPU time over that of the Lie group: {costs(curves)}",
            "geometric mean over the steps that both finish",
        ),
    ]


def main(workshop: Workshop) -> None:
    """Make the figures and the table."""
    workshop.statements("seed_001_mechanisms", [*slider_crank(workshop), *puma(workshop)])
