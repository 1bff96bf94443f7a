"""Presents the derivatives in a results file as histories that charts can draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.results.contents.columns import find_columns
from rbsolve.results.file import hdf5
from rbsolve.results.sections.sensitivities import group_of, parameters_of, sensitivity

if TYPE_CHECKING:
    from rbsolve.results.contents.sensors import SensorInfo
    from rbsolve.results.contents.stored import StoredResults
    from rbsolve.solver.model.events import Event


class DerivativeHistories:
    """Derivatives of sensors with respect to design parameters. `names` contains a name for each of them, such as `d tip/d
    k`.

    Raise UnknownNameError for an unknown sensor, and for a parameter without derivatives in the results.
    """

    def __init__(self, results: StoredResults, sensors: Sequence[str], by: Sequence[str]) -> None:
        self._results = results
        self.names: list[str] = []
        self.sensors: dict[str, SensorInfo] = {}
        self._pairs: dict[str, tuple[str, str]] = {}
        parameters = [name.removeprefix("#") for name in by or parameters_of(results.file)]
        for text in sensors or list(results.sensors):
            sensor, columns = find_columns(results.sensors, text)
            for parameter in parameters:
                self._add(sensor, parameter, columns, is_whole=text == sensor)

    def _add(self, sensor: str, parameter: str, columns: Sequence[int], *, is_whole: bool) -> None:
        group, name = group_of(self._results.file, parameter), f"d {sensor}/d {parameter}"
        stored = group.get(hdf5.history_name(sensor))
        if stored is None:
            sensitivity(self._results, sensor, parameter)  # raises the error
            return
        info = self._results.sensors[sensor]
        self.sensors[name] = replace(info, name=name, units=str(stored.attrs["units"]), shape=stored.shape)
        self._pairs[name] = sensor, parameter
        self.names += [name] if is_whole else [f"{name}.{column + 1}" for column in columns]

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return sensitivity(self._results, *self._pairs[name])

    @property
    def time(self) -> NDArray[np.float64]:
        """Return the output times (n,) [s]."""
        return self._results.time

    @property
    def attributes(self) -> dict[str, Any]:
        """Return the attributes of the results."""
        return self._results.attributes

    @property
    def status(self) -> str:
        """Return the status of the run."""
        return self._results.status

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the events of the run."""
        return self._results.events
