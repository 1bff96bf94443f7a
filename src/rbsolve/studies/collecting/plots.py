"""Draws pictures of a study: response curves, maps of two parameters, and envelopes over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from rbsolve.results.charts.panels import STILL, observers_of, quantity_of
from rbsolve.results.charts.sheets import BAR, MOST_PANELS, Draw, add_title, label_values, plain_number, pretty, sheet
from rbsolve.results.contents.columns import plain_name
from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.results.scalars.reading import ScalarError
from rbsolve.studies.collecting import scalars
from rbsolve.studies.collecting.envelopes import envelope
from rbsolve.studies.collecting.overviews import draw_overview, overview_of
from rbsolve.studies.collecting.scalars import Scalar
from rbsolve.studies.collecting.usual import Usual, colour_scale, limit, outside_words, usual_range

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from rbsolve.results.contents.sensors import SensorInfo
    from rbsolve.studies.collecting.reader import StudyResults

Floats = NDArray[np.float64]

QUANTILES = ((0.05, 0.95), (0.25, 0.75))
DEFAULT_SCALAR = "peak"
WITHOUT_PEAK = ("ORIENTATION", "ROTATION", "MOTION_PARAMETERS", "MOTION_TENSOR")
"""Types of sensors whose components are rotation parameters. Their largest value has no meaning."""
MOST_LINES = 10
"""Largest number of curves in one panel. Each curve belongs to one value of another parameter."""
MOST_TICKS = 12
HARDLY = 0.01
"""If the relative differences in a map are smaller, the map gets a note, because its colours look equal."""
WORDS = {
    "final": "final {}",
    "max": "largest {}",
    "min": "smallest {}",
    "rms": "root mean square of {}",
    "peak": "peak |{}|",
    "range": "range of {}",
}


_ERRORS = ("CONSTRAINT_VIOLATION", "UNIT_NORM_ERROR", "ROTATION_DETERMINANT_ERROR")
_ROUND_OFF = 1e-12
"""Smaller errors, in metres or relative to 1, are drawn only on request."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The request of a plot.

    The request is a `kind` of scalar (empty: chosen automatically) over the parameters `against`, or the envelope over
    time. Otherwise, the request is an `overview` of all cases, which is a name in `overviews.KINDS`. `responses`
    contains scalars by name.
    """

    sensors: Sequence[str]
    kind: str = ""
    against: Sequence[str] = ()
    envelope: bool = False
    overview: str = ""
    responses: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Pages of panels, and the omitted columns. Each omission has a reason."""

    pages: list[Figure]
    left_out: dict[str, list[str]]


def draw(study: StudyResults, wanted: Wanted) -> Drawn:
    """Draw one panel for each component of each sensor, on as many pages as needed.

    Raise ScalarError for an unknown name, and MissingExtraError if indices need a library that is not installed.
    """
    if wanted.overview:
        shown = overview_of(study, _headline(study), wanted.sensors, wanted.kind or DEFAULT_SCALAR, wanted.responses)
        return Drawn(draw_overview(wanted.overview, shown), {})
    against = _against(study, wanted.against)
    over_time = wanted.envelope or (not wanted.against and len(against) not in (1, 2))
    left_out: dict[str, list[str]] = {}
    if over_time:
        moving = _columns_to_plot(study, wanted, left_out)
        draws: list[Draw] = [partial(_draw_envelope, study=study, column=column) for column in moving]
    else:
        response = partial(_draw_curve if len(against) == 1 else _draw_map, study=study, against=against)
        found = _responses(study, wanted, left_out)
        draws = [partial(response, response=one) for one in found]
    if not draws:
        omitted = "".join(f"; {why}: {', '.join(some)}" for why, some in left_out.items())
        scalar = "" if over_time else f". The scalar is {wanted.kind or DEFAULT_SCALAR}; choose another scalar"
        raise ScalarError(f"there is nothing to draw{omitted}{scalar}")
    pages = [draws[start : start + MOST_PANELS] for start in range(0, len(draws), MOST_PANELS)]
    title = _headline(study)
    return Drawn([sheet(title, page, "time [s]" if over_time else "", height=2.9) for page in pages], left_out)


@dataclass(frozen=True, slots=True)
class _Column:
    """One component of a sensor."""

    sensor: SensorInfo
    number: int

    @property
    def name(self) -> str:
        return plain_name(self.sensor.name, self.sensor, self.number)

    @property
    def unit(self) -> str:
        return split_units(self.sensor.units, len(self.sensor.components))[self.number]

    @property
    def title(self) -> str:
        sensor = self.sensor
        of = "" if sensor.object == sensor.name else f": {sensor.object}"
        return ", ".join((self.name + of, *observers_of(sensor, self.number)))

    def label(self, words: str = "{}") -> str:
        """Return the quantity with its unit, and the plotted reduction."""
        text = words.format(quantity_of(self.sensor, self.number))
        return text if self.unit == "1" else with_unit(text, self.unit)


@dataclass(frozen=True, slots=True)
class _Response:
    """A scalar of one column (cases,). Incomplete cases are NaN. `words` describes the scalar."""

    column: _Column
    words: str
    values: Floats
    is_same: bool
    """Whether the scalar is equal in all cases, except for round-off."""


def _columns(study: StudyResults, names: Sequence[str]) -> list[_Column]:
    sensors = study.sensors
    return [
        _Column(sensors[name], column)
        for text in names
        for name, some in [scalars.split(study, text)]
        for column in some
    ]


def _responses(study: StudyResults, wanted: Wanted, left_out: dict[str, list[str]]) -> list[_Response]:
    """Return the scalars to draw. If no sensor is named, some columns are omitted: columns without meaning, and columns
    that are equal in all cases.
    """
    found, kind = [], wanted.kind or DEFAULT_SCALAR
    complete = study.status == "complete"
    values: dict[str, Floats] = {}
    for column in _columns(study, wanted.sensors or (*study, *study.summarized)):
        name = column.sensor.name
        if not wanted.sensors and not wanted.kind and column.sensor.sensor_type in WITHOUT_PEAK:
            left_out.setdefault("peaks of rotation parameters have no meaning", []).append(column.name)
            continue
        if name not in values:
            values[name] = np.where(complete[:, None], scalars.values(study, Scalar(kind, name)), np.nan)
        mine = values[name][:, column.number]
        if _is_round_off(column.sensor, mine) and not wanted.sensors:
            left_out.setdefault("errors that are round-off in all cases", []).append(column.name)
            continue
        is_same = _is_same(mine, values[name])
        if is_same and not wanted.sensors:
            left_out.setdefault("the same in all cases, except for round-off", []).append(column.name)
            continue
        found.append(_Response(column, WORDS[kind], mine, is_same))
    return found


def _columns_to_plot(study: StudyResults, wanted: Wanted, left_out: dict[str, list[str]]) -> list[_Column]:
    """Return the columns with envelopes. If no sensor is named, constant columns are omitted."""
    columns = _columns(study, wanted.sensors or (*study, *study.envelopes))
    if wanted.sensors:
        return columns
    found = []
    extremes: dict[str, Floats] = {}
    for column in columns:
        name = column.sensor.name
        if name not in extremes:
            extremes[name] = np.concatenate([scalars.values(study, Scalar(kind, name)) for kind in ("min", "max")])
        if _is_round_off(column.sensor, extremes[name][:, column.number]):
            left_out.setdefault("errors that are round-off in all cases", []).append(column.name)
        elif _is_same(extremes[name][:, column.number], extremes[name]):
            left_out.setdefault("constant in all cases, except for round-off", []).append(column.name)
        else:
            found.append(column)
    return found


def _is_round_off(sensor: SensorInfo, values: Floats) -> bool:
    """Return whether a sensor that measures an error shows only round-off. Colours would then have no meaning."""
    return sensor.sensor_type in _ERRORS and float(np.abs(values[np.isfinite(values)]).max(initial=0.0)) < _ROUND_OFF


def _is_same(values: Floats, of_sensor: Floats) -> bool:
    """Return whether values differ by no more than round-off of the largest component of their sensor."""
    finite = values[np.isfinite(values)]
    scale = float(np.abs(of_sensor[np.isfinite(of_sensor)]).max(initial=0.0))
    return len(finite) == 0 or float(finite.max() - finite.min()) <= STILL * scale


def _against(study: StudyResults, names: Sequence[str]) -> list[str]:
    """Return the parameters on the axes: the named parameters, or all parameters with more than one value."""
    parameters = study.parameters
    for name in names:
        if name not in parameters or parameters[name].ndim != 1:
            raise ScalarError(f"no scalar parameter {name} varies in the study; varied: {', '.join(parameters)}")
    if names:
        if len(names) > 2 or len({*names}) < len(names):
            raise ScalarError("--against takes one parameter for a curve, or two different ones for a map")
        return list(names)
    return [name for name, values in parameters.items() if values.ndim == 1 and len(np.unique(values)) > 1]


def _headline(study: StudyResults) -> str:
    words = [str(study.file.attrs.get("deck_name", "study")), f"{len(study)} cases"]
    for status, count in zip(*np.unique(study.status.astype(str), return_counts=True), strict=True):
        if status != "complete":
            words.append(f"{count} {status}")
    return "  ·  ".join(words)


def _draw_curve(axes: Axes, study: StudyResults, against: Sequence[str], response: _Response) -> None:
    """Draw a scalar over one parameter.

    If only one other parameter varies and has few values, there is one curve for each value. Otherwise, the scalar is
    drawn as points.
    """
    x, y = study.parameters[against[0]], response.values
    labels, groups = _groups(study, against[0])
    for k, mine in enumerate(groups):
        order = mine[np.argsort(x[mine], kind="stable")]
        alone = len(np.unique(x[mine])) == len(mine)
        marker = "o" if not alone or len(mine) <= 60 else ""
        axes.plot(
            x[order],
            y[order],
            marker=marker,
            linestyle="-" if alone else "",
            markersize=3.5,
            linewidth=1.3,
            color=f"C{k}",
        )
    missing = ~np.isfinite(y)
    if missing.any():
        marks = np.full(int(missing.sum()), 0.02)
        axes.plot(x[missing], marks, "x", color="C3", transform=axes.get_xaxis_transform())
        labels = [*(labels or ["complete"]), "no result"]
    usual = None if response.is_same else usual_range(y)
    title = response.column.title
    if response.is_same:
        _show_as_same(axes, y)
    elif usual is not None:
        limit(axes, x, usual)
        title += f"; {outside_words(y, usual)}"
    axes.set_xlabel(_parameter_label(study, against[0]))
    _ticks_at(axes.xaxis, np.unique(x))
    label_values(axes, response.column.label(response.words))
    axes.grid(alpha=0.3)
    add_title(axes, title, labels)


def _groups(study: StudyResults, parameter: str) -> tuple[list[str], list[NDArray[np.int64]]]:
    """Return the cases of each curve with their labels. If only one other parameter varies and has few values, there is
    one curve for each of these values.
    """
    others = [name for name in _against(study, ()) if name != parameter]
    if len(others) == 1:
        values = np.unique(study.parameters[others[0]])
        if len(values) <= MOST_LINES:
            found = [np.flatnonzero(study.parameters[others[0]] == value) for value in values]
            return [f"{others[0]} = {value:g}" for value in values], found
    return [], [np.arange(len(study))]


def _draw_map(axes: Axes, study: StudyResults, against: Sequence[str], response: _Response) -> None:
    """Draw a scalar over two parameters. If the cases form a grid, draw a map of cells. Otherwise draw coloured points."""
    x, y = (study.parameters[parameter] for parameter in against)
    z = response.values
    xs, ys = np.unique(x), np.unique(y)
    finite = z[np.isfinite(z)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
    usual = None if response.is_same else usual_range(z)
    if usual is not None:
        low, high = usual.low, usual.high
    if response.is_same:  # use a single colour, because a colour scale would exaggerate round-off
        low, high = low - 1.0, high + 1.0
    style = {"cmap": "viridis", **colour_scale(finite, low, high)}
    is_grid = len(xs) * len(ys) == len(z) and len(xs) > 1 and len(ys) > 1
    if is_grid:
        cells = np.full((len(ys), len(xs)), np.nan)
        cells[np.searchsorted(ys, y), np.searchsorted(xs, x)] = z
        axes.set_facecolor("0.85")
        drawn: Any = axes.pcolormesh(xs, ys, np.ma.masked_invalid(cells), shading="nearest", **style)
        _ticks_at(axes.xaxis, xs)
        _ticks_at(axes.yaxis, ys)
    else:
        bad = ~np.isfinite(z)
        axes.plot(x[bad], y[bad], "x", color="0.5", markersize=4)
        drawn = axes.scatter(x[~bad], y[~bad], c=z[~bad], s=14, **style)
    title = response.column.title
    largest = max(abs(low), abs(high))
    if not response.is_same and high - low < HARDLY * largest:
        title += f"; changes by {plain_number(float(f'{100.0 * (high - low) / largest:.1g}'))} % only"
    if usual is not None:
        title += f"; {outside_words(z, usual)}"
    if len(finite) < len(z):
        title += f"; {'grey' if is_grid else 'crosses'}: no result"
    if response.is_same:
        unit = "" if response.column.unit == "1" else response.column.unit
        value = f"{plain_number(finite.mean())} {unit}".strip() + " in all cases" if len(finite) else "no results"
        axes.text(
            0.5,
            0.5,
            value,
            transform=axes.transAxes,
            ha="center",
            va="center",
            backgroundcolor="white",
            fontsize="small",
        )
    else:
        bar = axes.figure.colorbar(drawn, cax=axes.inset_axes(BAR), extend=_extension(usual))
        label_values(bar.ax, response.column.label(response.words))
    axes.set_xlabel(_parameter_label(study, against[0]))
    axes.set_ylabel(_parameter_label(study, against[1]))
    add_title(axes, title, [])


def _extension(usual: Usual | None) -> str:
    """Return the ends of a colour bar beyond which there are values."""
    if usual is None or not len(usual.outside):
        return "neither"
    return "both" if len(usual.above) and len(usual.below) else "max" if len(usual.above) else "min"


def _ticks_at(axis: Any, values: Floats) -> None:
    """If a parameter has few values, set ticks at these values. Otherwise set ticks at round numbers."""
    if len(values) <= MOST_TICKS and (len(values) < 2 or np.diff(values).min() > 0.02 * (values[-1] - values[0])):
        axis.set_ticks(values, [plain_number(value) for value in values])


def _parameter_label(study: StudyResults, name: str) -> str:
    """Return the description, name and unit of a parameter."""
    note = study.parameter_notes[name]
    text = f"{note.description} ({name})" if note.description else name
    return pretty(text if note.unit == "1" else with_unit(text, note.unit))


def _show_as_same(axes: Axes, values: Floats) -> None:
    finite = values[np.isfinite(values)]
    if len(finite):
        middle = float(finite.mean())
        axes.set_ylim(middle - (0.1 * abs(middle) or 1.0), middle + (0.1 * abs(middle) or 1.0))


def _draw_envelope(axes: Axes, study: StudyResults, column: _Column) -> None:
    """Draw median and quantiles of all complete cases over time."""
    name = column.sensor.name
    levels = [level for pair in QUANTILES for level in pair] + [0.5]
    drawn = envelope(study, name, column.number, levels)
    if not len(drawn.time) or not drawn.cases.any():
        raise ScalarError("no case is complete: nothing to plot")
    time, found = drawn.time, drawn.quantiles
    if _is_same(found, found):
        _show_as_same(axes, found)
    handles, labels = list[Any](), list[str]()
    are_equal = _is_same(np.append(np.ptp(found, axis=0), 0.0), found)  # the bands are thinner than a line
    for index, (low, high) in enumerate(() if are_equal else QUANTILES):
        band = axes.fill_between(
            time, found[2 * index], found[2 * index + 1], color="C0", alpha=0.18 + 0.17 * index, linewidth=0
        )
        handles.append(band)
        labels.append(f"{100 * low:g} to {100 * high:g} %")
    handles += axes.plot(time, found[-1], color="C0", linewidth=1.3)
    labels.append("all cases" if are_equal else "median")
    most, last = int(drawn.cases.max()), int(drawn.cases[-1])
    if last < most:  # after this time, only the cases that last longer contribute to the median
        ends = float(time[int(np.flatnonzero(drawn.cases == most)[-1])])
        handles.append(axes.axvline(ends, color="0.4", linewidth=0.8, linestyle=":"))
        labels.append(f"{most} cases until {ends:.4g} s, {last} at the end")
    label_values(axes, column.label())
    axes.grid(alpha=0.3)
    axes.margins(x=0.01)
    bound = f"; levels within {100.0 * drawn.rank_error / most:.2g} %" if drawn.rank_error else ""
    add_title(axes, column.title + bound, labels, handles)
