"""Draws the measured and computed curves of a fit, and its residuals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure

from rbsolve.results.charts.panels import thin
from rbsolve.results.charts.sheets import Draw, add_title, label_values, sheet
from rbsolve.results.contents.units import with_unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsolve.fitting.curve import Curve, Floats

MEASURED, COMPUTED, LEFT = "#8a94a0", "#e0802f", "#3b82d6"
MOST_POINTS = 2000


def draw(curves: Sequence[Curve], sigma: Mapping[str, float]) -> Figure:
    """Return a figure with two panels for each column. One shows the curves of the column, the other its residuals.
    `sigma` contains the standard deviations of the columns.
    """
    panels: list[Draw] = []
    for curve in curves:
        panels += panels_of(curve, sigma.get(curve.column))
    return sheet("measured and computed", panels, "time [s]")


def panels_of(curve: Curve, sigma: float | None) -> list[Draw]:
    """Return the panel of a column, and the panel of its residuals."""
    return [partial(_draw_curves, curve=curve), partial(_draw_residuals, curve=curve, sigma=sigma)]


def _draw_curves(axes: Axes, curve: Curve) -> None:
    _draw_points(axes, curve, curve.measured, 2.6, MEASURED)
    axes.plot(*thin(curve.time, curve.computed, MOST_POINTS), color=COMPUTED, linewidth=1.4)
    _finish(axes, curve, curve.column)
    add_title(axes, f"{curve.experiment}: {curve.column}", ["measured", f"computed: {curve.sensor}"])


def _draw_residuals(axes: Axes, curve: Curve, sigma: float | None) -> None:
    axes.axhline(0.0, color="0.5", linewidth=0.8)
    if sigma is not None:
        axes.axhspan(-2.0 * sigma, 2.0 * sigma, color=LEFT, alpha=0.12, linewidth=0.0)
    _draw_points(axes, curve, curve.residual, 2.2, LEFT)
    _finish(axes, curve, "residual")
    band = "" if sigma is None else "; band: 2 standard deviations"
    add_title(axes, f"computed minus measured{band}", [])


def _draw_points(axes: Axes, curve: Curve, values: Floats, size: float, color: str) -> None:
    style: dict[str, Any] = {"linestyle": "", "marker": "o", "markeredgewidth": 0.0}
    axes.plot(*thin(curve.time, values, MOST_POINTS), markersize=size, color=color, **style)


def _finish(axes: Axes, curve: Curve, what: str) -> None:
    _shade(axes, curve)
    label_values(axes, with_unit(what, curve.unit if curve.unit != "1" else ""))
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)


def _shade(axes: Axes, curve: Curve) -> None:
    """Mark data that the fit did not use."""
    if np.any(curve.is_held_out):
        held = curve.time[curve.is_held_out]
        axes.axvspan(held[0], held[-1], color="0.5", alpha=0.12, linewidth=0.0)
        axes.annotate(
            "held out",
            (held[0], 1.0),
            (3, -3),
            xycoords=("data", "axes fraction"),
            textcoords="offset points",
            va="top",
            fontsize="x-small",
            color="0.4",
        )
