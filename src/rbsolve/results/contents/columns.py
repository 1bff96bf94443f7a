"""Names the components of sensors. Columns are named `tip.x1`, `tip.x` or `tip.1`, and pictures have labels for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Protocol

from rbsolve.display.mappings import UnknownNameError, unknown
from rbsolve.language import components
from rbsolve.language.components import AXES

if TYPE_CHECKING:
    from rbsolve.solver.model.flat import Floats

DIMENSION = "component"


class Measured(Protocol):
    """The properties of a sensor: its type, the labels of its components, and its rotation parameters."""

    @property
    def sensor_type(self) -> str:
        """Return the type, such as POSITION."""
        ...

    @property
    def components(self) -> Sequence[str]:
        """Return the labels of the components, such as x1, x2, x3."""
        ...

    @property
    def rotation_parameters(self) -> str | None:
        """Return the rotation parameters, such as EULER_ANGLES_321, or None for a sensor without a rotation."""
        ...


def plain_labels(sensor: Measured) -> tuple[str, ...]:
    """Return the usual names of the components: x, y, z for a vector, and yaw, pitch, roll for angles. For all other
    sensors, return the labels.
    """
    return components.plain_labels(sensor.sensor_type, sensor.components, sensor.rotation_parameters)


def plain_name(name: str, sensor: Measured, column: int) -> str:
    """Return the name of a column in pictures: `tip.x`, or the name of the sensor if it has only one component."""
    return name if len(sensor.components) == 1 else f"{name}.{plain_labels(sensor)[column]}"


def label_dimensions(sensors: Mapping[str, Measured]) -> dict[str, tuple[str, tuple[str, ...]]]:
    """For each sensor, return the dimension of its components in a labelled array, and the labels of its components.
    Sensors with one component are omitted.

    Sensors with the same labels share a dimension. The dimension is `component` if all sensors have these labels, or if
    the labels are x, y, z. The names of other dimensions contain the number of labels, as in `component_4`. If a second
    set has the same number of labels, its dimension gets the suffix `_b`.
    """
    labels = {name: plain_labels(sensor) for name, sensor in sensors.items() if len(sensor.components) > 1}
    sets = list(dict.fromkeys(labels.values()))
    names: dict[tuple[str, ...], str] = {}
    for own in sets:
        if len(sets) == 1 or own == AXES:
            names[own] = DIMENSION
            continue
        name = f"{DIMENSION}_{len(own)}"
        names[own] = next(free for free in _number_names(name) if free not in names.values())
    return {name: (names[own], own) for name, own in labels.items()}


def as_variable(
    before: tuple[str, ...], values: Floats, own: tuple[str, tuple[str, ...]] | None
) -> tuple[tuple[str, ...], Floats]:
    """Return the dimensions and values of a labelled array for histories (..., k). Their first dimensions are `before`.
    The last dimension is the result of `label_dimensions` for the sensor.
    """
    return (before, values[..., 0]) if own is None else ((*before, own[0]), values)


def _number_names(name: str) -> Iterator[str]:
    """Yield a name, the name with the suffixes `_b` to `_z`, and then the name with numbers."""
    yield name
    yield from (f"{name}_{letter}" for letter in "bcdefghijklmnopqrstuvwxyz")
    yield from (f"{name}_{k}" for k in count(1))


def find_columns(sensors: Mapping[str, Measured], text: str) -> tuple[str, tuple[int, ...]]:
    """Return the sensor that a text names, and its columns. `tip` means all columns, and `tip.x1`, `tip.x` or `tip.1`
    means one column.

    Raise UnknownNameError, a KeyError, if the text names no column.
    """
    if text in sensors:
        return text, tuple(range(len(sensors[text].components)))
    name, dot, component = str(text).rpartition(".")
    if not dot or name not in sensors:
        raise unknown("sensor", text, list(sensors))
    sensor = sensors[name]
    found = components.find_component(component, sensor.sensor_type, sensor.components, sensor.rotation_parameters)
    if found is not None:
        return name, (found,)
    raise UnknownNameError(f"{name} has no component {component}; its components: {', '.join(sensor.components)}")
