"""Pictures of the validation book, which show the computed quantities and the references of each case."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.validation.solving import Comparison, Curves

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = 4
_PANEL = (3.2, 2.3)
"""Width and height of a panel [in]."""
_DOTS = 25
"""Largest number of points of a curve."""


def draw(comparisons: Sequence[Comparison], folder: Path) -> list[Path]:
    """Write a picture of each group of cases, with one panel for the first quantity of each solved case."""
    from matplotlib.figure import Figure

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for group, members in groupby(comparisons, key=lambda comparison: comparison.group):
        shown = [next(of_case) for _, of_case in groupby(members, key=lambda comparison: comparison.case)]
        drawn = [(comparison, comparison.curves) for comparison in shown if comparison.curves is not None]
        rows = max(1, -(-len(drawn) // _COLUMNS))
        figure = Figure(figsize=(_COLUMNS * _PANEL[0], rows * _PANEL[1]), layout="constrained")
        panels = figure.subplots(rows, _COLUMNS, squeeze=False).ravel()
        for axes, (comparison, curves) in zip(panels, drawn, strict=False):
            _panel(axes, comparison, curves)
        for axes in panels[len(drawn) :]:
            axes.set_axis_off()
        written.append(folder / f"{group}.png")
        figure.savefig(written[-1], dpi=72, metadata={"Software": None})
    return written


def _panel(axes: Axes, comparison: Comparison, curves: Curves) -> None:
    axes.set_title(comparison.case, fontsize=9)
    unit = f" [{comparison.unit}]" if comparison.unit else ""
    axes.set_ylabel(comparison.quantity + unit, fontsize=7)
    axes.tick_params(labelsize=7)
    if len(curves.times) == 1:
        _numbers(axes, curves)
        return
    axes.set_xlabel("time [s]", fontsize=7)
    dots = np.unique(np.linspace(0, len(curves.times) - 1, _DOTS).astype(int))
    for column, reference in enumerate(curves.reference.T):
        colour = f"C{column % 10}"
        alone = len(reference) <= _DOTS
        axes.plot(curves.reference_times, reference, "_" if alone else "-", color=colour, ms=14, lw=1)
        axes.plot(curves.times[dots], curves.found[dots, column], ".", color=colour, ms=4)


def _numbers(axes: Axes, curves: Curves) -> None:
    """Draw quantities without a history. Each component has the reference as a bar."""
    places = np.arange(1, curves.found.shape[1] + 1)
    axes.plot(places, curves.reference[0], "_", color="C0", ms=14)
    axes.plot(places, curves.found[0], ".", color="C0", ms=5)
    axes.set_xlabel("number", fontsize=7)
    axes.set_xlim(0.5, len(places) + 0.5)
    axes.set_xticks(places)
