"""Pictures of a study: response curves, maps of two parameters, envelopes over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from rbsolve.results.units import split_units
from rbsolve.studies.collecting import scalars
from rbsolve.studies.collecting.envelopes import envelope
from rbsolve.studies.collecting.scalars import Scalar, ScalarError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsolve.studies.collecting.reader import StudyResults

Floats = NDArray[np.float64]

QUANTILES = ((0.05, 0.95), (0.25, 0.75))
MOST_PANELS = 12


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to draw: `kind` of scalar over the parameters `against`, or the envelope over time."""

    sensors: Sequence[str]
    kind: str = "final"
    against: Sequence[str] = ()
    envelope: bool = False


def draw(study: StudyResults, wanted: Wanted) -> Figure:
    """One panel for each component of each sensor. ScalarError for a name that the study does not have."""
    against = _against(study, wanted.against)
    envelope = wanted.envelope or (not wanted.against and len(against) != 1 and len(against) != 2)
    panels = []
    for sensor in wanted.sensors or (*study, *study.summarized):
        name, columns = scalars.split(study, sensor)
        panels += [(name, column) for column in columns]
    if not panels:
        raise ScalarError("the study has no rows to draw")
    panels = panels[:MOST_PANELS]
    columns_of_figure = 1 if len(panels) <= 3 else 2 if len(panels) <= 8 else 3
    rows = -(-len(panels) // columns_of_figure)
    width = 8.0 if columns_of_figure == 1 else 5.5 * columns_of_figure
    figure = Figure(figsize=(width, 0.8 + 2.9 * rows), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(_headline(study), fontsize="medium")
    grid = figure.subplots(rows, columns_of_figure, squeeze=False).ravel()
    for axes, (name, column) in zip(grid, panels, strict=False):
        if envelope:
            _draw_envelope(axes, study, name, column)
        elif len(against) == 1:
            _draw_curve(axes, study, name, column, wanted.kind, against[0])
        else:
            _draw_map(figure, axes, study, name, column, wanted.kind, against)
    for axes in grid[len(panels) :]:
        axes.set_visible(False)
    return figure


def _against(study: StudyResults, names: Sequence[str]) -> list[str]:
    """The parameters on the axes: those named, or all that have more than one value."""
    parameters = study.parameters
    for name in names:
        if name not in parameters or parameters[name].ndim != 1:
            raise ScalarError(f"no scalar parameter {name} varies in the study: there are {', '.join(parameters)}")
    if names:
        if len(names) > 2 or len({*names}) < len(names):
            raise ScalarError("--against takes one parameter for a curve, or two different ones for a map")
        return list(names)
    return [name for name, values in parameters.items() if values.ndim == 1 and len(np.unique(values)) > 1]


def _headline(study: StudyResults) -> str:
    status = study.status
    failed = int((status == "failed").sum())
    words = [str(study.file.attrs.get("deck_name", "study")), f"{len(study)} cases"]
    if failed:
        words.append(f"{failed} failed")
    return "  ·  ".join(words)


def _label(study: StudyResults, name: str, column: int, word: str = "") -> str:
    about = study.about(name)
    components = list(about["components"])
    unit = split_units(str(about["units"]), len(components))[column]
    label = name if len(components) == 1 else f"{name}.{components[column]}"
    return f"{label}{' ' + word if word else ''} [{unit}]"


def _scalar(study: StudyResults, name: str, column: int, kind: str) -> Floats:
    found = scalars.values(study, Scalar(kind, name))[:, column]
    return np.where(study.status == "complete", found, np.nan)


def _draw_curve(axes: Axes, study: StudyResults, name: str, column: int, kind: str, parameter: str) -> None:
    """A scalar over one parameter; where others vary too, as points."""
    x, y = study.parameters[parameter], _scalar(study, name, column, kind)
    order = np.argsort(x, kind="stable")
    alone = len(np.unique(x)) == len(x)
    marker = "." if not alone else "o" if len(x) <= 60 else ""
    line = "-" if alone else ""
    axes.plot(x[order], y[order], marker=marker, linestyle=line, markersize=4, linewidth=1.3, color="C0")
    missing = ~np.isfinite(y)
    if missing.any():
        marks = np.full(int(missing.sum()), 0.02)
        axes.plot(x[missing], marks, "x", color="C3", transform=axes.get_xaxis_transform(), label="failed")
        axes.legend(fontsize="small", frameon=False)
    axes.set_xlabel(parameter)
    axes.set_ylabel(_label(study, name, column, kind))
    axes.grid(alpha=0.3)


def _draw_map(
    figure: Figure, axes: Axes, study: StudyResults, name: str, column: int, kind: str, parameters: Sequence[str]
) -> None:
    """A scalar over two parameters: cells where the cases are a grid, else coloured points."""
    x, y = (study.parameters[parameter] for parameter in parameters)
    z = _scalar(study, name, column, kind)
    xs, ys = np.unique(x), np.unique(y)
    if len(xs) * len(ys) == len(z) and len(xs) > 1 and len(ys) > 1:
        cells = np.full((len(ys), len(xs)), np.nan)
        cells[np.searchsorted(ys, y), np.searchsorted(xs, x)] = z
        axes.set_facecolor("0.85")
        drawn: Any = axes.pcolormesh(xs, ys, np.ma.masked_invalid(cells), shading="nearest", cmap="viridis")
    else:
        bad = ~np.isfinite(z)
        axes.plot(x[bad], y[bad], "x", color="0.5", markersize=4)
        drawn = axes.scatter(x[~bad], y[~bad], c=z[~bad], s=14, cmap="viridis")
    figure.colorbar(drawn, ax=axes, label=_label(study, name, column, kind))
    axes.set_xlabel(parameters[0])
    axes.set_ylabel(parameters[1])


def _draw_envelope(axes: Axes, study: StudyResults, name: str, column: int) -> None:
    """Median and quantiles of all complete cases over time."""
    if name not in study:
        raise ScalarError(f"the histories of {name} were not kept: draw a scalar of it --against a parameter")
    if not (study.status == "complete").any():
        raise ScalarError("no case is complete: there is nothing to draw")
    drawn = envelope(study, name, column, [level for pair in QUANTILES for level in pair] + [0.5])
    time, found = drawn.time, drawn.quantiles
    for index, (low, high) in enumerate(QUANTILES):
        label = f"{100 * low:g} to {100 * high:g} %"
        lower, upper = found[2 * index], found[2 * index + 1]
        axes.fill_between(time, lower, upper, color="C0", alpha=0.18 + 0.17 * index, linewidth=0, label=label)
    axes.plot(time, found[-1], color="C0", linewidth=1.3, label="median")
    axes.legend(fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    axes.set_xlabel("time [s]")
    axes.set_ylabel(_label(study, name, column))
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)
