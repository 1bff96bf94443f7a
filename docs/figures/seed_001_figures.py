"""The figures of Holzinger et al. (2024): motions from runs; errors, iterations and CPU times from the stored
numbers."""

from __future__ import annotations

import numpy as np
from claims import Numbers
from drawing import Panel, draw
from matplotlib.figure import Figure
from measures import Curves, cpu_time, error, iterations, step_size
from reference_values import CRANK as ANGLE
from reference_values import PUMA, ROTOR, SLIDER, TOP, TOP_VELOCITY
from seed_001_studies import CARDAN_2, CRANK, EULER, FREE, HELD, LIE, NAMES, ROBOT, SPUN, T_KEPT, curves
from seed_001_verdicts import at_mean_steps, full
from workshop import DECKS, Workshop

import rbsolve

STEP, CPU, WORK = "step size [s]", "CPU time [s]", "Newton iterations a step"


def _save(workshop: Workshop | None, figure: Figure, name: str) -> None:
    if workshop is not None:
        workshop.save(figure, name)


def _is_quick(workshop: Workshop | None) -> bool:
    return workshop is not None and workshop.quick


def free_top_motion(workshop: Workshop | None = None) -> dict[str, float]:
    """Fig. 2."""
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
    _save(workshop, figure, "seed_001_heavy_top_motion")
    return {
        "Fig. 2, position": float(np.linalg.norm(results["centre_of_mass"][-1] - TOP)),
        "Fig. 2, velocity": float(np.linalg.norm(results["velocity"][-1] - TOP_VELOCITY)),
    }


def _period(time: np.ndarray, z: np.ndarray) -> float:
    """Return the time [s] between two downward zero crossings of z. Crossings up to 0.5 s after another are ignored."""
    falls = np.flatnonzero((z[:-1] > 0.0) & (z[1:] <= 0.0))
    at = time[falls] + (time[falls + 1] - time[falls]) * z[falls] / (z[falls] - z[falls + 1])
    slow = at[np.insert(np.diff(at) > 0.5, 0, True)]
    return float(slow[1] - slow[0])


def rotor_motion(workshop: Workshop | None = None) -> dict[str, float]:
    """Fig. 10, with the angular velocity in the axes of the rotor."""
    results = rbsolve.solve(DECKS / "rotor.deck", step=1e-4 if _is_quick(workshop) else 1e-5)
    figure = Figure(figsize=(13, 4), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    y, z = results["p1"][:, 1:].T
    left.plot(y, z, linewidth=0.9, label="p1")
    left.set(xlabel="y [m]", ylabel="z [m]", aspect="equal", title="path of p1")
    for column, name in ((y, "y"), (z, "z")):
        middle.plot(results.time, column, linewidth=1, label=name)
    middle.plot([4, 4], ROTOR[1:], "ko", markersize=4, label="DOP853 at 1e-13")
    middle.set(xlabel="time [s]", ylabel="shaft point p1 [m]")
    spin = results["local_angular_velocity"] - [283.0, 0.0, 0.0]
    for column, name in zip(spin.T, ("$\\omega_1 - 283$", "$\\omega_2$", "$\\omega_3$"), strict=True):
        right.plot(results.time, column, linewidth=0.7, label=name)
    right.set(xlabel="time [s]", ylabel="angular velocity, axes of the rotor [rad/s]")
    for axes in (middle, right):
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)
    figure.suptitle("High-speed rotor, Lie group RK67, h = 1e-5 s (Fig. 10)", fontsize=11)
    _save(workshop, figure, "seed_001_rotor_motion")
    return {
        "Fig. 10, period": _period(results.time, z),
        "Fig. 10, position": float(np.linalg.norm(results["p1"][-1] - ROTOR)),
    }


def slider_crank_motion(workshop: Workshop | None = None) -> dict[str, float]:
    """Fig. 15."""
    step = 1e-3 if _is_quick(workshop) else 1e-5
    results = rbsolve.solve(DECKS / "slider_crank.deck", formulation=CARDAN_2, step=step)
    slider, angle = results["slider"][:, 0], results["angle"][:, 0]
    figure = Figure(figsize=(10, 3.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(results.time, slider, linewidth=1, label="slider")
    left.plot(5, SLIDER, "ko", markersize=4)
    left.set(xlabel="time [s]", ylabel="slider position s [m]")
    right.plot(results.time, angle, linewidth=1, label="crank")
    right.plot(5, ANGLE, "ko", markersize=4)
    right.set(xlabel="time [s]", ylabel="crank angle [rad]")
    figure.suptitle("Slider-crank, Cardan angles 2, h = 1e-5 s; dots: DOP853 at 1e-13 (Fig. 15)", fontsize=11)
    _save(workshop, figure, "seed_001_slider_crank_motion")
    return {
        "Fig. 15, position": abs(float(slider[-1]) - SLIDER),
        "Fig. 15, angle": abs(float(angle[-1]) - ANGLE),
    }


def puma_motion(workshop: Workshop | None = None) -> dict[str, float]:
    """Fig. 19."""
    results = rbsolve.solve(DECKS / "puma560.deck", formulation=EULER, step=1e-4)
    figure = Figure(figsize=(7.5, 4), layout="constrained")
    axes = figure.subplots()
    angles = np.stack([results[f"q{joint}"][:, 0] for joint in range(1, 7)], axis=1)
    for joint, column in enumerate(angles.T, start=1):
        axes.plot(results.time, np.degrees(column), linewidth=1.1, label=f"joint {joint}")
    axes.plot(np.ones(6), np.degrees(PUMA), "ko", markersize=3)
    axes.set(xlabel="time [s]", ylabel="joint angle [deg]")
    figure.legend(loc="outside right center")
    figure.suptitle("Puma 560, Euler parameters, h = 1e-4 s; dots: DOP853 at 1e-13 (Fig. 19)", fontsize=11)
    _save(workshop, figure, "seed_001_puma_motion")
    return {"Fig. 19, angle": float(np.abs(angles[-1] - PUMA).max())}


def motions(workshop: Workshop | None = None) -> dict[str, float]:
    """Return the errors of all motions at their end times. With a workshop, also draw the motions."""
    return {
        **free_top_motion(workshop),
        **rotor_motion(workshop),
        **slider_crank_motion(workshop),
        **puma_motion(workshop),
    }


def _explicit(
    workshop: Workshop, numbers: Numbers, study: str, end: float, name: str, title: str, quantity: str
) -> None:
    cases = dict(curves(numbers, f"{study}, explicit"))
    for formulation in (LIE, CARDAN_2):
        cases[f"{NAMES[formulation]}, DOPRI5 controlled"] = at_mean_steps(numbers, study, formulation, end)
    panels = (
        Panel(step_size, error, STEP, quantity, "convergence", (4, 5, 6)),
        Panel(step_size, cpu_time, STEP, CPU, "cost"),
        Panel(cpu_time, error, CPU, quantity, "work and precision", (-4, -6)),
    )
    draw(workshop, name, title, cases, panels)


def _implicit(workshop: Workshop, cases: Curves, name: str, title: str, quantity: str) -> None:
    panels = (
        Panel(step_size, error, STEP, quantity, "convergence", (2,)),
        Panel(step_size, iterations, STEP, WORK, "Newton iterations", linear=True),
        Panel(step_size, cpu_time, STEP, CPU, "cost"),
        Panel(cpu_time, error, CPU, quantity, "work and precision", (-2,)),
    )
    draw(workshop, name, title, cases, panels)


def diagrams(workshop: Workshop, numbers: Numbers) -> None:
    """Errors, iterations and CPU times of all studies."""
    centre, shaft = "error of the centre of mass [m]", "error of the shaft point p1 [m]"
    title = "Heavy top without constraints, explicit methods, t = 1 s (Figs. 3-5, left plots)"
    _explicit(workshop, numbers, FREE, 1.0, "seed_001_heavy_top_explicit", title, centre)
    title = "High-speed rotor, explicit methods, t = 4 s (Figs. 11-13, left plots)"
    _explicit(workshop, numbers, SPUN, 4.0, "seed_001_rotor_explicit", title, shaft)
    title = "Heavy top without constraints, generalized-alpha (0.9), t = 1 s (Figs. 3-5, right plots)"
    _implicit(workshop, curves(numbers, FREE), "seed_001_heavy_top_implicit", title, centre)
    title = "Heavy top with a spherical joint, generalized-alpha (0.9), t = 1 s (Figs. 6-8)"
    held = {
        name: cases for name, cases in curves(numbers, HELD).items() if name not in T_KEPT or "neglected" not in name
    }
    _implicit(workshop, held, "seed_001_heavy_top_spherical", title, centre)
    title = "High-speed rotor, generalized-alpha (0.9), t = 4 s (Figs. 11-13, right plots)"
    _implicit(workshop, curves(numbers, SPUN), "seed_001_rotor_implicit", title, shaft)
    title = "Slider-crank, generalized-alpha (0.9), full Newton, t = 5 s (Figs. 16, 17)"
    _implicit(workshop, full(numbers, CRANK), "seed_001_slider_crank", title, "error of the slider's position [m]")
    title = "Puma 560, generalized-alpha (0.9), full Newton, t = 1 s (Figs. 20, 21)"
    _implicit(workshop, full(numbers, ROBOT), "seed_001_puma", title, "error of the joint angles [rad]")
