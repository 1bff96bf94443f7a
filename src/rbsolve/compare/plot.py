"""The work-precision diagram of a study."""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from rbsolve.compare.convergence import fitted_order, floor, sound_cases
from rbsolve.compare.report import cases_by_method, in_seconds
from rbsolve.compare.study import Case, Comparison
from rbsolve.results.file.target import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MARKERS = "osD^vP*X<>hp"
MOST_TICKS = 8


def work_precision(study: Comparison, path: Path) -> None:
    """Draw the error against the step size (left), and against the CPU time (right). The legend contains the fitted
    orders, and lines with these slopes are drawn beside the errors.
    """
    with mpl.rc_context({"font.size": 9, "axes.grid": True, "grid.alpha": 0.3, "svg.hashsalt": "rbsolve"}):
        figure = Figure(figsize=(11, 5.4), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        slopes: dict[int, list[Case]] = {}
        for (method, cases), marker in zip(cases_by_method(study).items(), MARKERS * 9, strict=False):
            usable = [case for case in cases if 0.0 < case.error < math.inf]
            if not usable:
                continue
            order = fitted_order(cases, study.scale)
            if order is not None:
                sound = sound_cases(cases, study.scale)
                lowest = slopes.get(round(order), sound)
                slopes[round(order)] = min(lowest, sound, key=lambda some: some[-1].error)
            errors = [case.error for case in usable]
            style = {"marker": marker, "markersize": 4, "linewidth": 1.2}
            label = method.label if order is None else f"{method.label} (order {order:.1f})"
            left.loglog([case.step for case in usable], errors, label=label, **style)
            right.loglog([case.seconds for case in usable], errors, label=method.label, **style)
        for slope, cases in slopes.items():
            if slope > 0:
                _draw_slope(left, slope, cases)
        floors = [floor(case, study.scale) for case in study.cases if case.error < math.inf]
        if floors and any(case.error < 10.0 * max(floors) for case in study.cases):
            for axes in (left, right):
                axes.axhspan(0.0, max(floors), color="0.9", zorder=0)
            left.annotate(
                "round-off",
                (1.0, max(floors)),
                (-4, -3),
                xycoords=("axes fraction", "data"),
                textcoords="offset points",
                ha="right",
                va="top",
                color="0.4",
                fontsize=8,
            )
        steps = sorted({case.step for case in study.cases})
        if len(steps) <= MOST_TICKS:
            left.set_xticks(steps, [f"{step:g}" for step in steps])
            left.minorticks_off()
        right.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        right.xaxis.set_major_formatter(lambda seconds, _: in_seconds(seconds))
        right.xaxis.set_minor_formatter(NullFormatter())
        left.set_xlabel("step size [s]")
        left.set_ylabel(textwrap.fill(study.words, 60))
        right.set_xlabel("CPU time")
        figure.legend(*left.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=8, frameon=False)
        figure.suptitle(f"{study.deck}: error against {study.reference}", fontsize=10)
        with whole(path) as temporary:
            figure.savefig(temporary, format=path.suffix[1:], dpi=150)


def _draw_slope(axes: Axes, slope: int, cases: list[Case]) -> None:
    """Draw a line of a given slope beside the errors of a method."""
    steps = [cases[0].step, cases[-1].step]
    errors = [0.4 * cases[-1].error * (step / cases[-1].step) ** slope for step in steps]
    axes.loglog(steps, errors, color="0.45", linewidth=0.9, linestyle="--")
    # At small steps, the space below the line is free, because the errors are above the line.
    axes.annotate(
        f"slope {slope}",
        (steps[-1], errors[-1]),
        (6, -3),
        textcoords="offset points",
        fontsize=7,
        color="0.35",
        va="top",
        ha="left",
        bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8},
    )
