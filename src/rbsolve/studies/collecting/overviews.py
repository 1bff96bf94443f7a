"""Draws pictures that show all cases of a study: distributions of scalars, dependences between scalars and parameters,
and failed cases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from numpy.typing import NDArray

from rbsolve.results.charts.sheets import MOST_PANELS, Draw, add_title, plain_number, pretty, sheet
from rbsolve.results.contents.units import with_unit
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import scalars
from rbsolve.studies.collecting.indices import Indices, indices_of
from rbsolve.studies.collecting.scalars import Scalar

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsolve.studies.collecting.reader import StudyResults

Floats = NDArray[np.float64]
QUANTILES = (0.05, 0.5, 0.95)
MOST_BINS = 60
MOST_VARIABLES = 8
"""Largest number of rows and columns of a scatter matrix, and of axes of parallel coordinates. Larger pictures are
unreadable.
"""
MOST_PAIRS = 6
"""Largest number of panels of failures. Each panel shows one pair of parameters."""
SIDE = 1.9
"""Size of a panel of a scatter matrix [in]."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A parameter or a scalar of all cases (cases,). It is NaN for cases without a value."""

    name: str
    unit: str
    values: Floats

    @property
    def label(self) -> str:
        """Return the name with its unit."""
        return pretty(self.name if self.unit in ("", "1") else with_unit(self.name, self.unit))


@dataclass(frozen=True, slots=True)
class Overview:
    """The content of a picture: the varying parameters, the requested scalars, and the failed cases."""

    study: StudyResults
    headline: str
    parameters: Sequence[Variable]
    responses: Sequence[Variable]

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Return whether each case has failed (cases,)."""
        found: NDArray[np.bool_] = self.study.status == "failed"
        return found


def overview_of(
    study: StudyResults, headline: str, sensors: Sequence[str], kind: str, responses: Mapping[str, str]
) -> Overview:
    """Return the content of a picture. It shows the scalars of the given sensors, the scalars given by name, or
    otherwise the scalars of the study.

    Raise ScalarError if the study lacks a scalar, or if no parameter varies.
    """
    notes = study.parameter_notes
    parameters = [
        Variable(name, notes[name].unit, values)
        for name, values in study.parameters.items()
        if values.ndim == 1 and np.ptp(values) > 0.0
    ]
    if not parameters:
        raise ScalarError("no parameter varies, so the cases cannot be compared")
    found = [Variable(name, unit, values) for name, (values, unit) in _select_responses(study, responses).items()]
    complete = study.status == "complete"
    for text in sensors:
        name, columns = scalars.split(study, text)
        scalar = Scalar(kind, name)
        titles, values = scalars.titles(study, scalar), scalars.values(study, scalar)
        for column in columns:
            title, bracket, unit = titles[column].rpartition(" [")
            named = (title, unit.rstrip("]")) if bracket else (titles[column], "")
            found.append(Variable(*named, np.where(complete, values[:, column], np.nan)))
    if not sensors and not responses:
        found = [Variable(name, unit, values) for name, (values, unit) in study.responses.items()]
    return Overview(study, headline, parameters, found)


def _select_responses(study: StudyResults, responses: Mapping[str, str]) -> dict[str, tuple[Floats, str]]:
    return {name: scalars.response(study, text) for name, text in responses.items()}


def draw_overview(kind: str, overview: Overview) -> list[Figure]:
    """Draw the pages of a picture. `kind` is a name in KINDS. Raise ScalarError if the study lacks the data."""
    if kind != "failures" and not overview.responses:
        raise ScalarError('no scalar to show: name a sensor (`tip.x1`), or give --response "reach=max(tip.x1)"')
    return KINDS[kind](overview)


def _pages(overview: Overview, draws: Sequence[Draw], height: float) -> list[Figure]:
    pages = [draws[start : start + MOST_PANELS] for start in range(0, len(draws), MOST_PANELS)]
    return [sheet(overview.headline, page, height=height) for page in pages]


def _histograms(overview: Overview) -> list[Figure]:
    return _pages(overview, [partial(_draw_histogram, response=response) for response in overview.responses], 2.9)


def _cases(count: int) -> str:
    return "1 case" if count == 1 else f"{count} cases"


def _draw_histogram(axes: Axes, response: Variable) -> None:
    """Draw the distribution of a scalar over the cases, with the median and the quantiles of 5 and 95 %."""
    values = response.values[np.isfinite(response.values)]
    if not len(values):
        raise ScalarError(f"no case has a value of {response.name}")
    bins = max(1, min(MOST_BINS, int(np.ceil(np.sqrt(len(values))))))
    if np.ptp(values) > 0.0:
        axes.hist(values, bins=bins, color="C0", alpha=0.55)
    else:
        axes.bar(values[:1], [len(values)], color="C0", alpha=0.55)
    handles, labels = [], []
    for share, value in zip(QUANTILES, np.quantile(values, QUANTILES), strict=True):
        is_median = share == 0.5
        handles.append(axes.axvline(value, color="0.2", linewidth=1.3, linestyle="-" if is_median else "--"))
        labels.append(f"{'median' if is_median else f'{100 * share:g} %'}: {plain_number(float(value))}")
    axes.set_xlabel(response.label)
    axes.set_ylabel("cases")
    axes.grid(alpha=0.3)
    missing = len(response.values) - len(values)
    title = f"{response.name}: mean {plain_number(float(values.mean()))}"
    if len(values) > 1:
        title += f", deviation {plain_number(float(values.std(ddof=1)))}"
    add_title(axes, title + (f"; {_cases(missing)} without a value" if missing else ""), labels, handles)


def _tornadoes(overview: Overview) -> list[Figure]:
    method = str(overview.study.file.attrs.get("sampling", ""))
    parameters = {variable.label: variable.values for variable in overview.parameters}
    found = [(response, indices_of(method, parameters, response.values)) for response in overview.responses]
    draws = [partial(_draw_tornado, response=response, found=one, method=method) for response, one in found]
    return _pages(overview, draws, 1.4 + 0.3 * len(parameters))


def _draw_tornado(axes: Axes, response: Variable, found: Indices, method: str) -> None:
    """Draw the influence of each parameter on a scalar. The most important parameter is at the top."""
    numbers = found.numbers
    if method == "saltelli":
        bars = {"total index": "total", "first index": "first"}
        errors = {"total": numbers["total_interval"], "first": numbers["first_interval"]}
        label = "share of the variance"
    elif method == "morris":
        bars, errors = {"mean absolute effect": "mean_absolute_effect"}, {"mean_absolute_effect": numbers["interval"]}
        label = f"{response.label} over the range of the parameter"
    else:
        bars, errors = {"correlation": "correlation"}, {}
        low, high = numbers["low"], numbers["high"]
        errors["correlation"] = np.abs(np.array([numbers["correlation"] - low, high - numbers["correlation"]]))
        label = "correlation"
    main = numbers[next(iter(bars.values()))]
    if not np.isfinite(main).any():
        raise ScalarError(f"{response.name} is the same in all cases, or too few cases have a value")
    order = np.argsort(np.abs(main), kind="stable")
    places, width = np.arange(len(order), dtype=float), 0.8 / len(bars)
    handles = []
    for k, name in enumerate(bars.values()):
        shift = 0.4 - width * (k + 0.5)
        own = np.where(np.isfinite(errors[name]), errors[name], 0.0)[..., order]
        handles.append(
            axes.barh(places + shift, numbers[name][order], width, color=f"C{k}", alpha=0.75, xerr=own, ecolor="0.3")
        )
    axes.set_yticks(places, [found.parameters[k] for k in order])
    axes.axvline(0.0, color="0.3", linewidth=0.8)
    axes.set_xlabel(label)
    axes.grid(alpha=0.3, axis="x")
    add_title(axes, f"{response.name}, with intervals of 95 %", list(bars), handles)


def _scatter_matrix(overview: Overview) -> list[Figure]:
    """Draw each pair of parameters and scalars against each other. The diagonal shows the distributions."""
    variables = _few([*overview.parameters, *overview.responses], overview)
    count = len(variables)
    figure = Figure(figsize=(max(5.0, SIDE * count), max(5.0, SIDE * count)), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(overview.headline, fontsize="medium")
    grid = figure.add_gridspec(count, count)
    failed = overview.failed
    for row, over in enumerate(variables):
        for column, along in enumerate(variables[: row + 1]):
            axes = figure.add_subplot(grid[row, column])
            if row == column:
                finite = over.values[np.isfinite(over.values)]
                axes.hist(finite, bins=max(1, min(20, len(finite))), color="C0", alpha=0.55)
                axes.set_yticks([])
            else:
                axes.plot(along.values, over.values, ".", markersize=3, color="C0", alpha=0.6)
                axes.plot(along.values[failed], over.values[failed], "x", markersize=4, color="C3")
            axes.tick_params(labelsize="x-small", labelbottom=row == count - 1, labelleft=column == 0 and row > 0)
            if row == count - 1:
                axes.set_xlabel(along.label, fontsize="small")
            if column == 0:
                axes.set_ylabel(over.label, fontsize="small")
    figure.align_labels()
    return [figure]


def _few(variables: Sequence[Variable], overview: Overview) -> list[Variable]:
    if len(variables) > MOST_VARIABLES:
        parameters, responses = len(overview.parameters), len(overview.responses)
        raise ScalarError(
            f"{parameters} parameters and {responses} scalars are too many to read; at most {MOST_VARIABLES} together: name one scalar, "
            "or draw --as tornado"
        )
    return list(variables)


def _parallel(overview: Overview) -> list[Figure]:
    """Draw a line for each case through its parameters and scalars, in the colour of the last scalar."""
    variables = _few([*overview.parameters, *overview.responses], overview)
    values = np.column_stack([variable.values for variable in variables])
    low, high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
    shares = (values - low) / np.where(high > low, high - low, 1.0)
    shares[:, high == low] = 0.5
    whole = np.isfinite(values).all(axis=1)
    if not whole.any():
        raise ScalarError("no case has a value of every scalar")
    figure = Figure(figsize=(max(7.0, 1.9 * len(variables)), 5.2), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(overview.headline, fontsize="medium")
    axes, places = figure.add_subplot(), np.arange(len(variables), dtype=float)
    lines = [np.column_stack([places, row]) for row in shares[whole]]
    strength = max(0.05, min(0.8, 60.0 / len(lines)))
    drawn: Any = axes.add_collection(LineCollection(lines, cmap="viridis", alpha=strength, linewidths=1.0))
    drawn.set_array(values[whole, -1])
    bar = figure.colorbar(drawn, ax=axes, label=variables[-1].label)
    bar.solids.set_alpha(1.0)  # type: ignore[union-attr]  # a scale of see-through colours cannot be read
    known = len(overview.parameters)
    without = shares[~whole, :known]
    axes.add_collection(
        LineCollection([np.column_stack([places[:known], row]) for row in without], colors="C3", linestyles=":")
    )
    for place, least, most in zip(places, low, high, strict=True):
        axes.axvline(place, color="0.6", linewidth=0.8, zorder=0)
        for height, value, side in ((0.0, least, "top"), (1.0, most, "bottom")):
            axes.text(place, height, plain_number(float(value)), ha="center", va=side, fontsize="x-small")
    axes.set_xticks(places, [variable.label for variable in variables])
    axes.set_yticks([])
    axes.set_xlim(-0.3, len(variables) - 0.7)
    axes.set_ylim(-0.08, 1.08)
    if len(without):
        axes.set_title(f"dotted: {_cases(len(without))} without a value", fontsize="small", loc="left")
    return [figure]


def _failures(overview: Overview) -> list[Figure]:
    if not overview.failed.any():
        raise ScalarError("no case has failed")
    pairs = list(combinations(overview.parameters, 2))[:MOST_PAIRS]
    draws: list[Draw] = [partial(_draw_failures, overview=overview, along=along, over=over) for along, over in pairs]
    if not draws:
        draws = [partial(_draw_failures, overview=overview, along=overview.parameters[0], over=None)]
    return _pages(overview, draws, 3.4)


def _draw_failures(axes: Axes, overview: Overview, along: Variable, over: Variable | None) -> None:
    """Draw the failed cases by reason, together with the complete cases."""
    failed, reason = overview.failed, overview.study.reason
    height = np.zeros(len(failed)) if over is None else over.values
    handles = axes.plot(along.values[~failed], height[~failed], ".", color="0.7", markersize=4)
    labels = [f"{int((~failed).sum())} others"]
    for k, word in enumerate(sorted({*reason[failed]})):
        mine = failed & (reason == word)
        handles += axes.plot(along.values[mine], height[mine], "x", color=f"C{k + 3}", markersize=5)
        labels.append(f"{int(mine.sum())} {word or 'failed'}")
    axes.set_xlabel(along.label)
    if over is None:
        axes.set_yticks([])
    else:
        axes.set_ylabel(over.label)
    axes.grid(alpha=0.3)
    name = along.name if over is None else f"{over.name} over {along.name}"
    add_title(axes, f"cases that failed, {name}", labels, handles)


KINDS: dict[str, Callable[[Overview], list[Figure]]] = {
    "histogram": _histograms,
    "tornado": _tornadoes,
    "scatter": _scatter_matrix,
    "parallel": _parallel,
    "failures": _failures,
}
"""The pictures by their names."""
