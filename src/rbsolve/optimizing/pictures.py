"""The picture of an optimization."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.results.charts.sheets import add_title, label_values, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from rbsolve.optimizing.result import Optimum


def draw(optimum: Optimum) -> Figure:
    """Draw the objective over the iterations of the best search."""

    def panel(axes: Axes) -> None:
        axes.plot(range(len(optimum.path)), optimum.path, marker="o", markersize=3.5, color="#e0802f", linewidth=1.4)
        label_values(axes, optimum.objective.partition(" ")[2])
        axes.grid(alpha=0.3)
        axes.set_xlabel("iteration")
        add_title(axes, optimum.objective, [])

    return sheet("", [panel])
