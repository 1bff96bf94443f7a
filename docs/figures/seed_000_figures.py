"""Figures of Holzinger et al. (2020): the projections (Figs. 4, 7), the motion (Figs. 8-10), convergence (Fig. 12) and det R (Figs. 11,
13)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from claims import GROWN
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray
from workshop import Workshop

from rbsolve.solver.assembly.elements.projection import hexahedron_points, tetrahedron_points

Floats = NDArray[np.float64]


def projections(workshop: Workshop) -> None:
    """Hexahedron and tetrahedron with their six points and directions."""
    figure = Figure(figsize=(10, 4.6), layout="constrained")
    corners = np.array(np.meshgrid(*3 * [(-1.0, 1.0)], indexing="ij")).reshape(3, -1).T
    shapes = (
        ("hexahedron (Fig. 4a)", corners, 2.0, hexahedron_points((1.0, 1.0, 1.0)), 0.9),
        ("tetrahedron (Figs. 4b, 7)", np.vstack([np.zeros(3), np.eye(3)]), 1.5, tetrahedron_points(1.0), 0.35),
    )
    for place, (title, nodes, longest, (points, directions), size) in enumerate(shapes, start=1):
        axes: Any = figure.add_subplot(1, 2, place, projection="3d")
        for a, b in combinations(nodes, 2):
            if np.linalg.norm(a - b) <= longest:
                axes.plot(*np.array([a, b]).T, color="0.6", linewidth=0.8)
        for k, (y, b) in enumerate(zip(points, directions, strict=True), start=1):
            end = y + size * b / np.linalg.norm(b)
            axes.quiver(*y, *(end - y), color="C0", linewidth=1.6, arrow_length_ratio=0.25)
            axes.plot(*np.array([y, end]).T, color="C0", linewidth=1.6, label=f"$w_{k}$")
            axes.text(*(y + 1.12 * (end - y)), f"$w_{k}$", color="C0")
        axes.scatter(*points.T, color="C3", s=18)
        axes.scatter(0, 0, 0, color="0.2", s=18)
        axes.text(0, 0, 0, " S")
        axes.set(title=title, xlabel="$e_1$", ylabel="$e_2$", zlabel="$e_3$")
        axes.set_aspect("equal")
        for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
            axis.set_ticks([-1, 0, 1] if place == 1 else [0, 0.5, 1])
        axes.view_init(22, -58 if place == 1 else 35)
    workshop.save(figure, "seed_000_projections")


def _components(axes: Axes, time: Floats, values: Floats, symbol: str, label: str) -> None:
    for number, column in enumerate(values.T, start=1):
        axes.plot(time, column, linewidth=1.0, label=f"${symbol}_{number}$")
    axes.set(xlabel="time [s]", ylabel=label)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)


def motion(workshop: Workshop) -> None:
    """Draw Figs. 8-10, with h = 1e-4 s."""
    from seed_000 import body_rate, solve

    results = solve("hexahedron", 1e-4)
    figure = Figure(figsize=(12, 3.8), layout="constrained")
    space: Any = figure.add_subplot(1, 3, 1, projection="3d")
    space.plot(*results["P"].T, linewidth=0.8, label="P")
    space.set_box_aspect((1, 1, 1), zoom=0.9)
    space.set(xlabel="$x_1$ [m]", ylabel="$x_2$ [m]", zlabel="$x_3$ [m]", title="path of P (Fig. 8)")
    _components(figure.add_subplot(1, 3, 2), results.time, results["P"], "p", "position of P [m] (Fig. 9)")
    label = "angular velocity, body axes [rad/s] (Fig. 10)"
    _components(figure.add_subplot(1, 3, 3), results.time, body_rate(results), "\\Omega", label)
    workshop.save(figure, "seed_000_motion")


def convergence(workshop: Workshop) -> None:
    """Draw Fig. 12. For steps below 2.5e-4 s, the errors are amplified round-off."""
    from seed_000 import METHODS, QUATERNION, STEPS, error_name
    from seed_000 import convergence as errors_of

    steps = STEPS[:3] if workshop.quick else STEPS
    numbers = errors_of(steps)
    figure = Figure(figsize=(7, 4.6), layout="constrained")
    axes = figure.subplots()
    for name, marker in zip(METHODS, "osD^", strict=True):
        label = f"{name} (Terze et al.)" if name == QUATERNION else f"unified velocities, {name}"
        values = [numbers[error_name(name, step)] for step in steps]
        axes.loglog(steps, values, marker=marker, markersize=4, linewidth=1, label=label)
    marked = np.array([3.5e-3, 7e-4])
    axes.loglog(marked, 4e-3 * (marked / marked[0]) ** 4, color="0.35", linestyle="--", linewidth=0.9)
    axes.annotate("order 4 ", (marked[1], 4e-3 / 5**4), color="0.35", fontsize=9, ha="left", va="top")
    axes.set(xlabel="step size [s]", ylabel="error of the angular velocity at 1 s [rad/s]")
    axes.set_title(f"Fig. 12; below 2.5e-4 s the motion amplifies {GROWN}", fontsize=10)
    axes.legend()
    workshop.save(figure, "seed_000_convergence")


def determinants(workshop: Workshop) -> None:
    """Draw Figs. 11 and 13: det R - 1 over time, and its largest magnitude over the step size."""
    from seed_000 import QUATERNION, STEPS, STORED, solve, stored_determinants

    steps = STEPS[:3] if workshop.quick else STEPS
    step = steps[-1] if workshop.quick else 1e-4
    here = "unified velocities here: unit quaternion"
    labels = {
        STORED: "unified velocities, H stored (the paper)",
        QUATERNION: "quaternions (Terze et al.)",
        "hexahedron": here,
    }
    figure = Figure(figsize=(10.5, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    for (name, label), marker in zip(labels.items(), "so^", strict=True):
        if name == STORED:
            histories = {h: stored_determinants(h) for h in steps}
            time = np.linspace(0.0, 1.0, len(histories[step]))
        else:
            histories = {h: np.asarray(solve(name, h)["determinant_error"])[:, 0] for h in steps}
            time = np.asarray(solve(name, step).time)
        left.plot(time, 1e15 * histories[step], linewidth=0.8, label=label)
        largest = [max(float(np.abs(histories[h]).max()), 1e-17) for h in steps]
        right.loglog(steps, largest, marker=marker, markersize=4, linewidth=1)
    left.set(xlabel="time [s]", ylabel="1e15 (det R - 1)")
    left.set_title(f"Fig. 11, step of {step:g} s: {GROWN}", fontsize=10)
    right.axhline(2e-14, color="0.35", linestyle="--", linewidth=0.9)
    right.annotate("the paper's bound", (steps[-1], 2e-14), color="0.35", fontsize=9, va="bottom")
    right.set(xlabel="step size [s]", ylabel="largest |det R - 1| in 1 s", ylim=(1e-16, 1e-11))
    right.set_title(f"Fig. 13: {GROWN}", fontsize=10)
    figure.legend(loc="outside lower center", ncols=3)
    workshop.save(figure, "seed_000_determinant")


def draw(workshop: Workshop) -> None:
    """Draw all figures."""
    projections(workshop)
    motion(workshop)
    convergence(workshop)
    determinants(workshop)
