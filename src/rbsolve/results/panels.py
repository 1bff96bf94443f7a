"""Which sensors share a panel: one panel a quantity, and not more lines in it than can be told apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rbsolve.results.reader import Results, SensorInfo
from rbsolve.results.units import split_units

MOST_LINES = 9


@dataclass(frozen=True, slots=True)
class Line:
    """One component of one sensor. `colour` and `dash` number the style."""

    sensor: str
    column: int
    label: str
    colour: int
    dash: int = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """One set of axes: lines of one quantity in one unit seen by one observer."""

    quantity: str
    unit: str
    objects: tuple[str, ...]
    observer: str
    lines: tuple[Line, ...]

    @property
    def axis_label(self) -> str:
        """The quantity with its unit, unless it has none."""
        return self.quantity if self.unit in ("1", "") else f"{self.quantity} [{self.unit}]"

    @property
    def title(self) -> str:
        """The sensor when there is only one, whose quantity it is, and who observes."""
        sensors = {line.sensor for line in self.lines}
        sensor = f"{sensors.pop()}: " if len(sensors) == 1 else ""
        shown = ", ".join(self.objects[:4]) + (f" and {len(self.objects) - 4} more" if len(self.objects) > 4 else "")
        return sensor + (f"{shown}, seen from {self.observer}" if self.observer else shown)


@dataclass(frozen=True, slots=True)
class _Part:
    """The columns of one sensor that have the same unit."""

    sensor: SensorInfo
    unit: str
    columns: tuple[int, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.sensor.components[column] for column in self.columns)

    @property
    def key(self) -> tuple[object, ...]:
        return (self.sensor.sensor_type, self.unit, self.labels, self.sensor.observer, self.sensor.rotation_parameters)


def arrange(results: Results, names: Iterable[str]) -> list[Panel]:
    """The panels of some sensors, in the order in which their quantities first occur."""
    sensors = results.sensors
    groups: dict[tuple[object, ...], list[_Part]] = {}
    for name in names:
        for part in _parts(sensors[name]):
            groups.setdefault(part.key, []).append(part)
    return [panel for parts in groups.values() for panel in _panels(parts)]


def _parts(sensor: SensorInfo) -> list[_Part]:
    columns: dict[str, list[int]] = {}
    for column, unit in enumerate(split_units(sensor.units, len(sensor.components))):
        columns.setdefault(unit, []).append(column)
    return [_Part(sensor, unit, tuple(of_unit)) for unit, of_unit in columns.items()]


def _panels(parts: list[_Part]) -> list[Panel]:
    """One panel for all of a quantity's lines, or one a component when they are too many."""
    components = parts[0].columns
    if len(parts) * len(components) <= MOST_LINES:
        return [_panel(parts, components, "")]
    if len(parts) == 1:
        return [
            _panel(parts, components[start : start + MOST_LINES], "") for start in range(0, len(components), MOST_LINES)
        ]
    return [
        _panel(parts, (column,), label if len(components) > 1 else "")
        for column, label in zip(components, parts[0].labels, strict=True)
    ]


def _panel(parts: list[_Part], columns: tuple[int, ...], component: str) -> Panel:
    first = parts[0].sensor
    quantity = _quantity(first, columns[0]) + (f" {component}" if component else "")
    lines = []
    for index, part in enumerate(parts):
        for place, column in enumerate(columns):
            label = _label(part.sensor, column, several=len(parts) > 1, component_known=len(columns) == 1)
            colour, dash = (place, index) if len(columns) > 1 else (index, index // 10)
            lines.append(Line(part.sensor.name, column, label, colour, dash))
    objects = tuple(dict.fromkeys(part.sensor.object for part in parts))
    return Panel(quantity, parts[0].unit, objects, first.observer, tuple(lines))


def _quantity(sensor: SensorInfo, column: int) -> str:
    if sensor.sensor_type == "CONFIGURATION":
        return "position" if column < 3 else "orientation"
    return sensor.sensor_type.replace("_", " ").lower()


def _label(sensor: SensorInfo, column: int, several: bool, component_known: bool) -> str:
    if not several:
        return sensor.components[column]
    return sensor.name if component_known else f"{sensor.name} {sensor.components[column]}"
