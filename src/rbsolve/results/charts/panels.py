"""Distributes curves to panels. A panel shows one quantity of related sensors. The values in a panel have similar
sizes, so that every curve is visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from rbsolve.results.contents.columns import find_columns, plain_labels, plain_name
from rbsolve.results.contents.sensors import SensorInfo
from rbsolve.results.contents.units import split_units, with_unit
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.solver.model.events import Event

Item = TypeVar("Item")

MOST_LINES = 9
MOST_TOGETHER = 6
"""Largest number of lines in a panel whose sensors have several components."""
MOST_NAMED = 4
"""Largest number of sensors and objects in a title."""
STILL = 1e-9
"""If a curve changes by less than this fraction of its sensor's values, it counts as constant except for round-off."""
VISIBLE = 0.02
"""If a line changes by less than this fraction of a panel's height, it gets its own panel."""
SAME, CLOSE, OVERLAPPING = 1e-9, 4e-3, 0.05
"""Three distances between lines, as fractions of a panel's height. Closer lines count as equal, need different dash
patterns, or overlap.
"""
CHANGE_ONLY = 1e-3
"""If a line changes by less than this fraction of its values, its change from the start is drawn."""
SPREAD = 0.4
"""If a constant curve would compress the moving curves to less than this fraction of the panel's height, the axis does
not extend to the constant curve.
"""
_SAMPLES = 1000
MOST_POINTS = 4000
"""Largest number of points in a line. More points would not be visible."""
_ANGLES_AND_MATRICES = ("ORIENTATION", "MOTION_PARAMETERS", "MOTION_TENSOR")


@dataclass(frozen=True, slots=True)
class Line:
    """A component of a sensor. `colour` and `dash` are indices of styles."""

    sensor: str
    column: int
    label: str
    colour: int
    dash: int = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """A set of axes. All lines show the same quantity in the same unit, relative to the same observer and along the
    axes of the same frame.
    """

    quantity: str
    unit: str
    title: str
    lines: tuple[Line, ...]

    @property
    def axis_label(self) -> str:
        """Return the quantity, with its unit if the unit is known."""
        return self.quantity if self.unit == "1" else with_unit(self.quantity, self.unit)


@dataclass(frozen=True, slots=True)
class _Part:
    """Columns of one sensor with the same unit."""

    sensor: SensorInfo
    unit: str
    columns: tuple[int, ...]

    @property
    def key(self) -> tuple[object, ...]:
        """Return the key of the columns. Columns with equal keys may share a panel."""
        sensor = self.sensor
        labels = tuple(sensor.components[column] for column in self.columns)
        seen = (sensor.observer, sensor.resolved_in, sensor.rotation_parameters)
        return (sensor.sensor_type, self.unit, labels, *seen, stem(sensor.name))


def stem(name: str) -> str:
    """Return the common part of the names of related sensors, such as `flap_1` and `flap_2`, or `tip_left` and
    `tip_right`.
    """
    if re.search(r"\d", name):
        return re.sub(r"\d+", "#", name)
    return re.sub(r"[\W_]+[^\W_]+$", "", name)


class Charted(Protocol):
    """Histories of a run that charts draw: the sensors (n, k) of results, or their derivatives."""

    @property
    def time(self) -> Floats:
        """Return the output times (n,) [s]."""
        ...

    @property
    def sensors(self) -> Mapping[str, SensorInfo]:
        """Return the attributes of each history."""
        ...

    @property
    def attributes(self) -> dict[str, Any]:
        """Return the attributes of the results."""
        ...

    @property
    def status(self) -> str:
        """Return the status of the run."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events of the run."""
        ...

    def __getitem__(self, name: str) -> Floats:
        """Return a history (n, k)."""
        ...


def arrange(results: Charted, names: Iterable[str]) -> list[Panel]:
    """Return the panels of some sensors or columns (`tip.x1`), in the order in which their quantities first occur.

    Raise UnknownNameError for an unknown name.
    """
    sensors = results.sensors
    groups: dict[tuple[object, ...], list[_Part]] = {}
    for text in names:
        name, columns = find_columns(sensors, text)
        for part in _parts(sensors[name], columns):
            groups.setdefault(part.key, []).append(part)
    return [panel for parts in groups.values() for panel in _panels(parts)]


def _parts(sensor: SensorInfo, chosen: tuple[int, ...]) -> list[_Part]:
    columns: dict[tuple[str, str], list[int]] = {}
    units = split_units(sensor.units, len(sensor.components))
    for column in chosen:
        columns.setdefault((units[column], quantity_of(sensor, column)), []).append(column)
    return [_Part(sensor, unit, tuple(of_unit)) for (unit, _), of_unit in columns.items()]


def _panels(parts: list[_Part]) -> Iterator[Panel]:
    """Yield one panel for all lines of related sensors. If there are too many lines, yield one panel for each
    component.
    """
    columns = parts[0].columns
    if len(parts) == 1 or len(parts) * len(columns) <= MOST_TOGETHER:
        for some in _even(columns, MOST_LINES):
            yield _panel(parts, some)
        return
    for column in columns:
        for few in _even(parts, MOST_LINES):
            yield _panel(list(few), (column,))


def _even(items: Iterable[Item], most: int) -> Iterator[tuple[Item, ...]]:
    """Yield pieces of nearly equal length, with at most `most` items each."""
    whole = tuple(items)
    count = -(-len(whole) // most)
    for k in range(count):
        yield whole[k * len(whole) // count : (k + 1) * len(whole) // count]


def _panel(parts: list[_Part], columns: tuple[int, ...]) -> Panel:
    first = parts[0].sensor
    quantity = quantity_of(first, columns[0])
    if len(parts) > 1 and len(columns) == 1 and len(first.components) > 1:
        quantity += f" {plain_labels(first)[columns[0]]}"
    lines = []
    for index, part in enumerate(parts):
        for place, column in enumerate(columns):
            colour, dash = (place, index) if len(columns) > 1 else (index, 0)
            lines.append(
                Line(part.sensor.name, column, plain_name(part.sensor.name, part.sensor, column), colour, dash)
            )
    return Panel(quantity, parts[0].unit, title_of([part.sensor for part in parts], columns[0]), tuple(lines))


def title_of(sensors: Sequence[SensorInfo], column: int) -> str:
    """Return the title of a panel: the sensors, their objects, the observer and the axes. If objects have the same
    names as the sensors, the objects are omitted.
    """
    first = sensors[0]
    names, objects = [sensor.name for sensor in sensors], list(dict.fromkeys(sensor.object for sensor in sensors))
    of = "" if objects == names else f": {_list(objects)}"
    return ", ".join((_list(names) + of, *observers_of(first, column)))


def observers_of(sensor: SensorInfo, column: int) -> list[str]:
    """Return the observer, and the axes of the components."""
    said = [f"seen from {sensor.observer}"] if sensor.observer else []
    has_axes = sensor.sensor_type not in _ANGLES_AND_MATRICES and quantity_of(sensor, column) != "orientation"
    if sensor.resolved_in and has_axes:
        if sensor.resolved_in == sensor.observer:
            return [f"seen from and in axes of {sensor.observer}"]
        said.append(f"in axes of {sensor.resolved_in}")
    return said


def _list(names: list[str]) -> str:
    if len(names) <= MOST_NAMED:
        return ", ".join(names)
    return f"{names[0]}, {names[1]}, ..., {names[-1]} ({len(names)})"


def quantity_of(sensor: SensorInfo, column: int) -> str:
    """Describe a component in words, for the axis of a panel."""
    if sensor.sensor_type == "CONFIGURATION":
        return "position" if column < 3 else "orientation"
    words = sensor.sensor_type.replace("_", " ").lower()
    is_moment = split_units(sensor.units, len(sensor.components))[column] == "N m"
    # here, the object is a gear between hinges, or the drive of a hinge
    return words.replace("force", "moment") if is_moment else words


@dataclass(slots=True)
class Curve:
    """A line with its history. It stores the extremes of the history, and a sample of values. All curves of a run are
    sampled at the same rows.
    """

    line: Line
    low: float
    high: float
    scale: float
    """The largest value of its sensor's components in the same unit."""
    sample: Floats
    points: tuple[Floats, Floats]
    """The times and values to draw."""
    same: list[Curve] = field(default_factory=list)
    """Curves that are equal to this curve except for round-off."""
    near: list[Curve] = field(default_factory=list)
    """Curves that look like this curve in a picture, and the largest distance from them."""
    apart: float = 0.0
    overlaps: int = 0
    """The number of earlier curves that this curve hides."""

    @classmethod
    def of(cls, line: Line, time: Floats, values: Floats, scale: float) -> Curve:
        """Return a curve from values (n,) at times (n,). The values may contain NaN or infinities."""
        low, high = extremes(values)
        rows = np.unique(np.linspace(0, max(0, len(values) - 1), _SAMPLES).astype(int))
        return cls(line, low, high, scale, values[rows] if len(values) else values, thin(time, values))

    @property
    def size(self) -> float:
        """Return the range of the curve's values."""
        return self.high - self.low

    @property
    def is_still(self) -> bool:
        """Return whether the curve is constant, except for round-off of its sensor's values."""
        return self.size <= STILL * self.scale

    @property
    def label(self) -> str:
        """Return the label of this curve and of all curves equal to it."""
        alike = " = ".join(curve.line.label for curve in (self, *self.same))
        if not self.near:
            return alike
        return (
            " \N{ALMOST EQUAL TO} ".join((alike, *(curve.line.label for curve in self.near)))
            + f" (within {self.apart:.2g})"
        )


def thin(time: Floats, values: Floats, most: int = MOST_POINTS) -> tuple[Floats, Floats]:
    """Return at most about `most` points of a line that give the same picture as all points. They include the extremes
    of each interval of time, and both ends.
    """
    if len(values) <= most:
        return time, values
    stretches = most // 2
    size = -(-len(values) // stretches)
    whole = len(values) // size * size
    blocks = values[:whole].reshape(-1, size)
    first = np.arange(0, whole, size)
    finite = np.where(np.isfinite(blocks), blocks, 0.0)
    chosen = np.concatenate(
        [
            first + finite.argmin(axis=1),
            first + finite.argmax(axis=1),
            [0],
            np.arange(whole, len(values)),
            [len(values) - 1],
        ]
    )
    chosen = np.unique(chosen)
    return time[chosen], values[chosen]


def extremes(values: Floats) -> tuple[float, float]:
    """Return the smallest and largest finite value, or zeros without a finite value."""
    finite = values[np.isfinite(values)]
    return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 0.0)


def split_by_size(curves: list[Curve]) -> list[list[Curve]]:
    """Divide the curves of a panel among several panels, so that the change of each curve is visible. The panels are
    sorted by their first curves.
    """
    moving = sorted((k for k in range(len(curves)) if not curves[k].is_still), key=lambda k: -curves[k].size)
    panels: list[list[int]] = []
    for k in moving:
        home = next((panel for panel in panels if _is_visible([curves[j] for j in (*panel, k)])), None)
        if home is None:
            panels.append([k])
        else:
            home.append(k)
    alone: list[int] = []
    for k in (k for k in range(len(curves)) if curves[k].is_still):
        home = next((panel for panel in panels if _is_visible([curves[j] for j in (*panel, k)])), alone)
        home.append(k)
    if alone:
        panels.append(alone)
    return [[curves[k] for k in sorted(panel)] for panel in sorted(panels, key=min)]


def _is_visible(curves: list[Curve]) -> bool:
    """Return whether the change of each curve that is not constant is a visible fraction of the panel's height."""
    height = max(curve.high for curve in curves) - min(curve.low for curve in curves)
    return all(curve.size >= VISIBLE * height for curve in curves if not curve.is_still)


def without_doubles(curves: list[Curve]) -> list[Curve]:
    """Return the curves to draw. Of several equal curves, only the first curve is drawn. It refers to the other curves."""
    height = max((curve.high for curve in curves), default=0.0) - min((curve.low for curve in curves), default=0.0)
    height = max(height, STILL * max((curve.scale for curve in curves), default=0.0))
    drawn: list[Curve] = []
    for curve in curves:
        for other in drawn:
            apart = _distance(curve, other)
            curve.overlaps += apart <= OVERLAPPING * height
            if apart <= CLOSE * height:
                is_same = apart <= SAME * height
                (other.same if is_same else other.near).append(curve)
                other.apart = max(other.apart, apart)
                break
        else:
            drawn.append(curve)
    return drawn


def shows_changes(curves: list[Curve]) -> bool:
    """Return whether the panel shows changes instead of values. A panel shows changes if they are so small that an axis
    of values would need an offset.
    """
    height = max(curve.high for curve in curves) - min(curve.low for curve in curves)
    return any(not c.is_still for c in curves) and height < CHANGE_ONLY * max(
        max(abs(c.low), abs(c.high)) for c in curves
    )


def far_constants(curves: Sequence[Curve]) -> list[Curve]:
    """Return the constant curves that would compress the moving curves of their panel."""
    moving = [curve for curve in curves if not curve.is_still]
    if not moving:
        return []
    low, high = min(curve.low for curve in moving), max(curve.high for curve in moving)
    return [
        curve
        for curve in curves
        if curve.is_still and high - low < SPREAD * (max(high, curve.high) - min(low, curve.low))
    ]


def _distance(one: Curve, other: Curve) -> float:
    """Return the largest distance between two curves."""
    if one.sample.shape != other.sample.shape:
        return np.inf
    with np.errstate(invalid="ignore"):
        apart = np.abs(one.sample - other.sample)
    apart = np.where(np.isnan(one.sample) & np.isnan(other.sample), 0.0, np.where(np.isnan(apart), np.inf, apart))
    return max(float(apart.max(initial=0.0)), abs(one.low - other.low), abs(one.high - other.high))
