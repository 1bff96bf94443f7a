"""Draws the picture of an optimization."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rbsolve.results.charts.sheets import add_title, label_values, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def draw(objective: str, path: Sequence[float]) -> Figure:
    """Draw the values `path` of the objective over the iterations of a search. `objective` is `minimize` or `maximize`,
    followed by the scalar.
    """

    def panel(axes: Axes) -> None:
        axes.plot(range(len(path)), path, marker="o", markersize=3.5, color="#e0802f", linewidth=1.4)
        label_values(axes, objective.partition(" ")[2])
        axes.grid(alpha=0.3)
        axes.set_xlabel("iteration")
        add_title(axes, objective, [])

    return sheet("", [panel])
