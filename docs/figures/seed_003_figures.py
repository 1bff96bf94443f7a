"""Figures of Xu et al. (2020): error over gamma, precession, nutation, invariants and iterations of a top, and tumbling
bodies.

`python docs/figures/make.py seed-003` writes them, and the table docs/figures/seed_003_tumbling.md.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from measures import number
from quaternion_inertia import ARM, INERTIAS, end_error, reference, run_top, top_start, whole_step
from workshop import Workshop

import rbsolve
from rbsolve.solver.integrators.quaternion_hamiltonian.inertia_parameter import spin_ratio
from rbsolve.solver.model.options import NewtonOptions, QuaternionOptions

TOP, SPIN, TURN = "slender", 150.0, 0.1  # the top of quaternion_inertia.py, its spin [rad/s], rotation per step [rad]
SCHEMES = {
    "implicit midpoint": ("IMPLICIT_MIDPOINT", ""),
    "energy-momentum": ("ENERGY_MOMENTUM", ""),
    "Lobatto IIIA-B 2": ("LOBATTO_IIIA_B", "2"),
    "Gauss-Lobatto 1": ("GAUSS_LOBATTO", "1"),
    "Lobatto IIIA-B 3": ("LOBATTO_IIIA_B", "3"),
    "Gauss-Lobatto 2": ("GAUSS_LOBATTO", "2"),
}
ANGLES = (0.0, 5.0, 20.0, 45.0, 70.0)  # between momentum and a principal axis [degrees]
STEPS, END = 0.1, 100.0  # for bodies that rotate at 1 rad/s [s]
FREE_BODY = """
@DESIGN_PARAMETERS_DEFINITION {
  @DESIGN_PARAMETER_NAME {#J} @VECTOR_VALUE {1, 1, 1}  @DESIGN_PARAMETER_NAME {#w} @VECTOR_VALUE {0, 0, 1}
}
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {#J} } }
@RIGID_BODY_DEFINITION {
  @RIGID_BODY_NAME {body} { @MASS_PROPERTY_NAME {m} @INITIAL_ANGULAR_VELOCITY {#w} @VELOCITIES_RESOLVED_IN {BODY} }
}
@ANALYSIS_DEFINITION {
  @ANALYSIS_NAME {run} { @ANALYSIS_TYPE {DYNAMIC} @SIMULATION_TIME_RANGE {0, 100} @TIME_STEP_SIZE {0.1} @OUTPUT_STEP_SIZE {100} }
}
@SENSOR_DEFINITION {
  @SENSOR_NAME {axes} { @SENSOR_TYPE {ORIENTATION} @OBJECT_NAME {body} @ROTATION_PARAMETERS {ROTATION_MATRIX} }
}
"""


def optimum(integrator: str, stages: str) -> float | None:
    """Return the optimal gamma, divided by the moment of inertia about the spin axis."""
    newton = NewtonOptions(False, 1e-20, 0.0, 30)
    return spin_ratio(integrator, QuaternionOptions(newton, int(stages or 0), False, "SPIN"))


def error_over_gamma(workshop: Workshop) -> dict[str, Any]:
    """Final errors of the spinning top's side by scheme, over gamma relative to the moment about its axis."""
    J = INERTIAS[TOP]
    ratios = [float(ratio) for ratio in np.geomspace(0.4, 20.0, 9 if workshop.quick else 61)]
    found: dict[str, Any] = {"gamma over J3": ratios, "AUTO": sum(J) / 3.0 / J[2], "schemes": {}}
    for label, scheme in SCHEMES.items():
        found["schemes"][label] = {
            "optimum": optimum(*scheme),
            "errors": [end_error(J, SPIN, scheme, ("GAMMA", repr(ratio * J[2])), TURN) for ratio in ratios],
            "SPIN": end_error(J, SPIN, scheme, ("GAMMA", "SPIN"), TURN),
        }
    return found


def draw_gamma(workshop: Workshop, found: dict[str, Any]) -> None:
    """Draw one curve for each scheme, with a star at SPIN and a line at AUTO."""
    figure = Figure(figsize=(8.5, 5.0), layout="constrained")
    axes = figure.subplots()
    for index, (label, curve) in enumerate(found["schemes"].items()):
        points = sorted(zip(found["gamma over J3"], curve["errors"], strict=True))
        if curve["optimum"] is not None:
            points = sorted([*points, (curve["optimum"], curve["SPIN"])])
            axes.plot(curve["optimum"], curve["SPIN"], "*", color=f"C{index}", markersize=12)
        axes.loglog(*zip(*points, strict=True), color=f"C{index}", label=label, linewidth=1.2)
    axes.axvline(found["AUTO"], color="0.4", linestyle=":", label="AUTO, tr(J)/3")
    axes.set(xlabel="gamma / J3", ylabel="error after 0.2 s [m]")
    axes.set_title(f"{TOP} top, {SPIN:g} rad/s, {TURN:g} rad a step; stars: SPIN, the derived optimum", fontsize=11)
    axes.legend(loc="lower right")
    workshop.save(figure, "seed_003_gamma")


def table_of_tumbling(workshop: Workshop) -> None:
    """The table of ratios of the errors of AUTO and SPIN, over three inertias and three axes, for each angle from the
    axis."""
    deck = rbsolve.load(FREE_BODY)
    chosen = {label: SCHEMES[label] for label, which in SCHEMES.items() if optimum(*which) is not None}
    rows = []
    for angle in ANGLES[:2] if workshop.quick else ANGLES:
        ratios: dict[str, list[float]] = {label: [] for label in chosen}
        for J in map(np.array, INERTIAS.values()):
            for axis in range(3):
                along, away = math.cos(math.radians(angle)), math.sin(math.radians(angle))
                w = np.roll([along, 0.8 * away, 0.6 * away], axis) / J
                w /= np.linalg.norm(w)
                exact = reference(J, [*np.eye(3).reshape(-1), *w], [END], 1e-12)[:, -1].reshape(3, 3)
                for label, (integrator, stages) in chosen.items():
                    errors = []
                    for parameter in ("AUTO", "SPIN"):
                        options = {"INERTIA_PARAMETER": parameter, **({"NUMBER_OF_STAGES": stages} if stages else {})}
                        results = rbsolve.solve(
                            deck,
                            {"J": list(J), "w": list(w)},
                            integrator,
                            "QUATERNION_HAMILTONIAN",
                            STEPS,
                            END,
                            options=options,
                        )
                        errors.append(float(np.linalg.norm(results["axes"][-1].reshape(3, 3) - exact)))
                    ratios[label].append(errors[0] / errors[1])
        cells = [
            f"{number(math.exp(np.mean(np.log(each))), '.2g')} ({number(min(each))} to {number(max(each))})"
            for each in ratios.values()
        ]
        rows.append([f"{angle:g}", *cells])
        print(f"tumbling at {angle:g} degrees", flush=True)
    workshop.table("seed_003_tumbling", ["momentum from a principal axis [degrees]", *chosen], rows)


@cache
def exact_angles(J: tuple[float, ...], spin: float, times: tuple[float, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Precession and nutation of the deck's top at some times [rad], by DOP853 at 1e-12."""
    return angles_of(reference(J, top_start(spin), times, 1e-12, ARM)[[2, 5, 8]].T)


def angles_of(axis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Precession and nutation of a unit vector (n, 3) [rad]."""
    return np.unwrap(np.arctan2(axis[:, 1], axis[:, 0])), np.arccos(axis[:, 2])


DRAWN = [scheme for scheme in SCHEMES if scheme != "Lobatto IIIA-B 3"]
CHOICES = {"alpha": ("ALPHA", "AUTO"), "gamma, AUTO": ("GAMMA", "AUTO"), "gamma, SPIN": ("GAMMA", "SPIN")}


def _run(scheme: str, choice: tuple[str, str], spin: float, turn: float, end: float) -> rbsolve.Results:
    """Solve the slender top with a row for each step."""
    return run_top(INERTIAS[TOP], spin, SCHEMES[scheme], choice, whole_step(turn, spin, end), end)


def motion(workshop: Workshop) -> None:
    """Draw errors of precession and nutation over time, for three choices of the inertia in two schemes."""
    figure = Figure(figsize=(10, 14), layout="constrained")
    panels = figure.subplots(len(DRAWN), 2, sharex=True)
    spin, turn, end = 40.0, 0.4, 0.5 if workshop.quick else 4.0
    for row, scheme in zip(panels, DRAWN, strict=True):
        for label, choice in CHOICES.items():
            results = _run(scheme, choice, spin, turn, end)
            exact = exact_angles(INERTIAS[TOP], spin, tuple(results.time.tolist()))
            for axes, own, true, what in zip(
                row, angles_of(results["axis"]), exact, ("precession", "nutation"), strict=True
            ):
                axes.semilogy(results.time[1:], np.maximum(np.abs(own - true)[1:], 1e-14), label=label, linewidth=1.0)
                axes.set_title(f"{what}, {scheme}", fontsize=10)
    for axes in panels[:, 0]:
        axes.set_ylabel("error [rad]")
    for axes in panels[-1]:
        axes.set_xlabel("time [s]")
    panels[0, 0].legend(loc="lower right")
    figure.suptitle(f"{TOP} top, {spin:g} rad/s, {turn:g} rad a step", fontsize=11)
    workshop.save(figure, "seed_003_motion")


def invariants(workshop: Workshop) -> None:
    """Energy, momentum about the vertical and about the axis, and q.p over time."""
    figure = Figure(figsize=(10, 7), layout="constrained")
    panels = figure.subplots(2, 2, sharex=True)
    spin, turn, end = 40.0, 0.4, 0.5 if workshop.quick else 4.0
    for label in DRAWN:
        results = _run(label, CHOICES["gamma, SPIN"], spin, turn, end)
        energy, momentum = results["energy"][:, 0], results["momentum"]
        along = np.einsum("ni,ni->n", momentum, results["axis"])
        curves = {
            "energy [J]": energy - energy[0],
            "momentum about the vertical [N m s]": momentum[:, 2] - momentum[0, 2],
            "momentum about the axis [N m s]": along - along[0],
            "largest q.p [kg m^2/s]": np.asarray(results.diagnostics["hidden_constraint"]).reshape(-1),
        }
        for axes, (title, values) in zip(panels.flat, curves.items(), strict=True):
            axes.semilogy(results.time[1:], np.maximum(np.abs(values[1:]), 1e-17), label=label, linewidth=1.0)
            axes.set_title(f"change of {title}" if title[0] != "l" else title, fontsize=10)
    for axes in panels[1]:
        axes.set_xlabel("time [s]")
    figure.legend(*panels[0, 0].get_legend_handles_labels(), loc="outside lower center", ncols=5)
    figure.suptitle(f"{TOP} top, {spin:g} rad/s, {turn:g} rad a step, gamma by SPIN", fontsize=11)
    workshop.save(figure, "seed_003_invariants")


def iteration_counts(workshop: Workshop) -> None:
    """Draw Newton iterations per step over the step size."""
    figure = Figure(figsize=(10, 7), layout="constrained")
    *panels, spare = figure.subplots(2, 3, sharey=True).flat
    spin, end = 40.0, 2.0
    turns = np.geomspace(0.05, 2.0, 4 if workshop.quick else 12)
    for axes, scheme in zip(panels, DRAWN, strict=True):
        for label, choice in CHOICES.items():
            counted = []
            for turn in turns:
                results = _run(scheme, choice, spin, float(turn), end)
                counted.append(float(results.diagnostics["newton_iterations"].sum()) / (len(results.time) - 1))
            axes.semilogx(turns, counted, ".-", label=label, linewidth=1.0)
        axes.set(xlabel="turned in a step [rad]", title=scheme)
    panels[0].set_ylabel("Newton iterations a step")
    spare.set_axis_off()
    spare.legend(*panels[0].get_legend_handles_labels(), loc="center")
    workshop.save(figure, "seed_003_iterations")


def draw(workshop: Workshop) -> None:
    """Draw all figures, and write the table of tumbling bodies."""
    draw_gamma(workshop, error_over_gamma(workshop))
    motion(workshop)
    invariants(workshop)
    iteration_counts(workshop)
    table_of_tumbling(workshop)
