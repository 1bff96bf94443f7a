"""Panels of curves in one style: colour by formulation, marker by tableau, and lines that mark slopes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from measures import Curves, Quantity
from workshop import Workshop

from rbsolve.compare.methods import ComparedMethod
from rbsolve.parser.schema.integrators import TABLEAUX

NAMES = {
    "LIE_R3_SO3": "Lie group",
    "LIE_SE3": "Lie group SE(3)",
    "CARDAN_ANGLES_1": "Cardan angles 1",
    "CARDAN_ANGLES_2": "Cardan angles 2",
    "EULER_PARAMETERS_2": "Euler parameters",
    "MINIMAL_COORDINATES": "joint coordinates",
}
COLOURS = dict(zip(NAMES, ("C0", "C9", "C1", "C3", "C2", "C4"), strict=True))
MARKERS = dict(zip(TABLEAUX, "234o<>sD^vPX", strict=True))

mpl.rcParams.update(
    {"font.size": 10, "axes.grid": True, "grid.alpha": 0.3, "legend.fontsize": 9, "legend.framealpha": 0.7}
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One logarithmic plot of all curves, y over x. Dashed lines show the slopes of the given `orders`."""

    x: Quantity
    y: Quantity
    x_label: str
    y_label: str
    title: str = ""
    orders: tuple[int, ...] = ()
    """An order is negative if the error decreases when x increases."""
    linear: bool = False
    """Whether the y axis is linear instead of logarithmic."""


def draw(workshop: Workshop, name: str, title: str, curves: Curves, panels: Sequence[Panel]) -> None:
    """Draw a figure of panels, two per row. The legend takes the last place if it is empty, and is below otherwise."""
    lines = math.ceil(len(panels) / 2)
    spare = len(panels) % 2 == 1
    figure = Figure(figsize=(10.0, 4.0 * lines + (0.4 if spare else 1.2)), layout="constrained")
    places = figure.subplots(lines, 2).flat
    for axes, panel in zip(places, panels, strict=False):
        draw_panel(axes, curves, panel)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    if spare:
        figure.axes[-1].set_axis_off()
        figure.axes[-1].legend(handles, labels, loc="center")
    else:
        figure.legend(handles, labels, loc="outside lower center", ncols=2)
    figure.suptitle(title, fontsize=11)
    workshop.save(figure, name)


def draw_panel(axes: Axes, curves: Curves, panel: Panel) -> None:
    """Draw all curves in one plot. Failed runs are omitted."""
    for label, cases in curves.items():
        points = [(panel.x(case), panel.y(case)) for case in cases if 0.0 < case.error < math.inf]
        if points:
            axes.plot(*zip(*points, strict=True), label=label, linewidth=1.1, markersize=4, **style(cases[0].method))
    axes.set_xscale("log")
    if not panel.linear:
        axes.set_yscale("log")
    axes.set(xlabel=panel.x_label, ylabel=panel.y_label)
    axes.set_title(panel.title, fontsize=10)
    if panel.orders:
        slope_fan(axes, panel.orders)


def style(method: ComparedMethod) -> dict[str, Any]:
    """Return the style of a curve: colour by formulation, marker by tableau. Curves of methods with other settings (a
    modified Newton iteration, or step control) are dotted, with hollow markers."""
    look = {"color": COLOURS[method.formulation], "marker": MARKERS.get(method.variant, "o")}
    return {**look, "linestyle": ":", "markerfacecolor": "none"} if method.settings else look


def slope_fan(axes: Axes, orders: Sequence[int]) -> None:
    """Draw a dashed line with the slope of each order, in the corner below the curves.

    For rising curves, the corner is on the right. For falling curves, the corner is on the left.
    """
    (left, right), (low, high) = np.log10(axes.get_xlim()), np.log10(axes.get_ylim())
    length = min(0.22 * (right - left), 0.4 * (high - low) / max(map(abs, orders)))
    for order in orders:
        x = left + (0.62 if order > 0 else 0.16) * (right - left)
        y = low + 0.06 * (high - low) + max(-order, 0) * length
        ends = 10.0 ** np.array([[x, x + length], [y, y + order * length]])
        axes.plot(*ends, color="0.35", linestyle="--", linewidth=0.9)
        text, end, side = (f" order {order}", 1, "left") if order > 0 else (f"slope {order} ", 0, "right")
        axes.annotate(text, (ends[0, end], ends[1, end]), color="0.35", fontsize=9, va="center", ha=side)
