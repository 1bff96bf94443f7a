"""Describes a sensor in words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SensorAttributes:
    """The description of a sensor, in a model and in a results file.

    `units` is one unit for all components, or one for each, separated by ", ". `observer` and `resolved_in` are empty
    if they have no meaning, as for an energy. `components` labels the columns.
    """

    name: str
    sensor_type: str
    object: str
    observer: str
    resolved_in: str
    units: str
    components: tuple[str, ...]
    long_name: str
    rotation_parameters: str | None
