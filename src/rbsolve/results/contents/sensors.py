"""Reads the attributes of the sensors in a results file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import h5py
import numpy as np

from rbsolve.display.mappings import MOST_SHOWN, ByName, html_table, text_table, unknown
from rbsolve.results.file import hdf5
from rbsolve.solver.sensors.attributes import SensorAttributes

_SENSOR_COLUMNS = ("sensor", "type", "object", "shape", "units", "observer")


@dataclass(frozen=True, slots=True)
class SensorInfo(SensorAttributes):
    """A sensor in a results file. `shape` is (rows, columns)."""

    shape: tuple[int, int]


class SensorInfos(ByName[SensorInfo]):
    """The attributes of each sensor. They are read when they are first used, because a file may contain 30,000 sensors."""

    def __init__(self, group: h5py.Group, is_study: bool) -> None:
        self._group = group
        self._stored_as = hdf5.column_name if is_study else hdf5.history_name
        self._scales = hdf5.SCALES_OF_STUDIES if is_study else hdf5.SCALES_OF_RUNS
        self._known: dict[str, SensorInfo] = {}

    def __getitem__(self, name: str) -> SensorInfo:
        if name not in self._known:
            if name not in self:
                raise unknown("sensor", name, list(self))
            stored = self._group[self._stored_as(name)]
            self._known[name] = sensor_info(name, stored, stored.shape)
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return (hdf5.original_name(name) for name in self._group if name not in self._scales)

    def __len__(self) -> int:
        return len(self._group) - sum(scale in self._group for scale in self._scales)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._stored_as(name) in self._group

    def __repr__(self) -> str:
        return text_table(_SENSOR_COLUMNS, self._cells()) if len(self) else "no sensors"

    def _repr_html_(self) -> str:
        return html_table(_SENSOR_COLUMNS, self._cells())

    def _cells(self) -> list[list[str]]:
        return [
            [info.name, info.sensor_type, info.object, f"{info.shape[0]} x {info.shape[1]}", info.units, info.observer]
            for info in map(self.__getitem__, list(self)[:MOST_SHOWN])
        ]


def sensor_info(name: str, stored: h5py.Dataset | h5py.Group, shape: Any) -> SensorInfo:
    """Parse the attributes of a sensor. They belong to a history (rows, columns), to a history of a study (cases, rows,
    columns), or to a group that replaces a history.
    """
    attributes = attributes_of(stored)
    return SensorInfo(
        name=name,
        shape=shape,
        sensor_type=attributes.get("sensor_type", ""),
        object=attributes.get("object", ""),
        observer=attributes.get("observer", ""),
        resolved_in=attributes.get("resolved_in", ""),
        units=attributes.get("units", ""),
        components=tuple(attributes.get("components", [str(i + 1) for i in range(shape[-1])])),
        long_name=attributes.get("long_name", ""),
        rotation_parameters=attributes.get("rotation_parameters"),
    )


def attributes_of(target: h5py.Group | h5py.Dataset) -> dict[str, Any]:
    """Return the attributes as Python strings, numbers and lists, without the attributes of HDF5's dimension scales."""
    attributes: dict[str, Any] = {}
    for name, value in target.attrs.items():
        if name in hdf5.STRUCTURE:
            continue
        if isinstance(value, np.ndarray):
            value = list(value) if value.dtype == object else value
        elif isinstance(value, np.generic):
            value = value.item()
        attributes[name] = value
    return attributes
