"""Reads STUDY/study.h5. Parameters, states and histories of the cases are read when they are accessed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.display.mappings import rename, unknown
from rbsolve.ensemble.envelopes import Envelope
from rbsolve.ensemble.storing import Storing
from rbsolve.language.described import ParameterNote
from rbsolve.results.contents.columns import as_variable, label_dimensions
from rbsolve.results.contents.sensors import SensorInfo, sensor_info
from rbsolve.results.file import hdf5
from rbsolve.results.file.errors import ResultsError
from rbsolve.results.file.opening import open_to_read
from rbsolve.results.sections.findings import read_by_case

if TYPE_CHECKING:
    import xarray

    from rbsolve.solver.model.findings import Finding

Floats = NDArray[np.float64]
BLOCK_BYTES = 64e6
"""Size of the histories that are read at a time [bytes]."""


def is_study(path: Path) -> bool:
    """Return whether a file belongs to a whole study."""
    try:
        with open_to_read(path) as file:
            return bool(file.attrs.get("kind") == "study")
    except OSError:
        return False


class StudyResults:
    """All cases of a study.

    ```python
    with StudyResults.open("STUDY/study.h5") as study:
        study.parameters["L"]  # (cases,)
        study.status  # (cases,) "complete", "failed", "cancelled" or "pending"
        study["tip"]  # an HDF5 dataset (cases, n, k): slice it
    ```
    """

    def __init__(self, file: h5py.File, path: Path) -> None:
        self.file, self.path = file, path

    @classmethod
    def open(cls, path: str | Path) -> StudyResults:
        """Open a study's file. Raise ResultsError if the file is missing or is not a study."""
        path = Path(path)
        try:
            file = open_to_read(path)
        except ResultsError:
            raise
        except OSError as error:
            reason = os.strerror(error.errno) if error.errno else "it is not an HDF5 file"
            raise ResultsError(f"cannot read {path}: {reason}") from error
        if file.attrs.get("kind") != "study":
            file.close()
            raise ResultsError(f"cannot read {path}: it is not the file of a study")
        return cls(file, path)

    def __len__(self) -> int:
        return len(self.file["case"])

    @property
    def parameters(self) -> dict[str, Floats]:
        """Return the varying parameters by name, with the shape (cases,) or (cases, k)."""
        return {hdf5.original_name(name): found[()] for name, found in self._stored_parameters()}

    @property
    def parameter_notes(self) -> dict[str, ParameterNote]:
        """Return units and descriptions of the varying parameters. The result is empty if the deck contains none."""
        return {
            hdf5.original_name(name): ParameterNote(
                str(found.attrs.get("units", "")), str(found.attrs.get("long_name", ""))
            )
            for name, found in self._stored_parameters()
        }

    def _stored_parameters(self) -> Iterator[tuple[str, h5py.Dataset]]:
        return ((name, found) for name, found in self.file["parameters"].items() if name not in hdf5.SCALES_OF_STUDIES)

    @property
    def status(self) -> NDArray[Any]:
        """Return the status of each case (cases,): `complete`, `failed`, `cancelled` or `pending`."""
        found: NDArray[Any] = self.file["status"].asstr()[()]
        return found

    @property
    def message(self) -> NDArray[Any]:
        """Return the reasons for failures in words (cases,)."""
        found: NDArray[Any] = self.file["message"].asstr()[()]
        return found

    @property
    def reason(self) -> NDArray[Any]:
        """Return the kind of the failure of each case (cases,), as one word."""
        found: NDArray[Any] = self.file["reason"].asstr()[()]
        return found

    @property
    def warnings(self) -> NDArray[np.int64]:
        """Return the number of warnings from the check and the run of each case (cases,)."""
        found: NDArray[np.int64] = self.file["diagnostics/warnings"][()]
        return found

    @property
    def findings(self) -> list[tuple[Finding, ...]]:
        """Return the diagnostics of the check and the run of each case."""
        return read_by_case(self.file, len(self))

    @property
    def time(self) -> Floats:
        """Output times (n,) [s] of the case with the most rows."""
        found: Floats = self.file["time"][()]
        return found

    @property
    def rows(self) -> NDArray[np.int64]:
        """Number of rows that each case reached (cases,)."""
        found: NDArray[np.int64] = self.file["diagnostics/rows"][()]
        return found

    @property
    def sensors(self) -> dict[str, SensorInfo]:
        """Return the attributes of each sensor. Sensors that have only scalars come last. `shape` is the shape of the
        case with the most rows.
        """
        rows = len(self.file["time"])
        names = (*self, *self.summarized)
        return {
            name: sensor_info(name, self._read_stored(name), (rows, len(self.about(name)["components"])))
            for name in names
        }

    def __iter__(self) -> Iterator[str]:
        return (hdf5.original_name(name) for name in self.file.get("sensors", ()) if name not in hdf5.SCALES_OF_STUDIES)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and hdf5.column_name(name) in self.file.get("sensors", ())

    def __getitem__(self, name: str) -> h5py.Dataset:
        """Return the histories (cases, n, k) of a sensor, as a dataset that is read on access."""
        if name not in self:
            raise KeyError(name)
        return self.file[f"sensors/{hdf5.column_name(name)}"]

    def blocks(self, name: str) -> Iterator[tuple[slice, Floats]]:
        """Yield the histories of a sensor in blocks of cases. Each block contains the numbers of the cases, and their
        rows (m, n, k). Its n is the number of rows of the longest case in the block.
        """
        dataset = self[name]
        for cases, most in self._slices(dataset):
            yield cases, dataset[cases, :most]

    def own_times(self, name: str | None = None) -> Iterator[tuple[slice, Floats]]:
        """If cases have their own times, yield their output times (m, n) [s] in blocks of cases. With the `name` of a
        sensor, each block contains the same cases as the corresponding block of `blocks(name)`.
        """
        times = self.file["times"]
        for cases, most in self._slices(times if name is None else self[name]):
            yield cases, times[cases, :most]

    def _slices(self, dataset: h5py.Dataset) -> Iterator[tuple[slice, int]]:
        """Yield slices of cases whose rows are read together, as whole chunks. With each slice, yield the number of
        rows of its longest case.
        """
        counts = np.maximum(self.rows, 1)
        width = 8 * int(np.prod(dataset.shape[2:]))
        start, step = 0, dataset.chunks[0] if dataset.chunks else 1
        while start < len(counts):
            stop = min(start + step, len(counts))
            most = int(counts[start:stop].max())
            while stop < len(counts):
                longer = max(most, int(counts[stop : stop + step].max()))
                if width * longer * (stop + step - start) > BLOCK_BYTES:
                    break
                stop, most = min(stop + step, len(counts)), longer
            yield slice(start, stop), most
            start = stop

    @property
    def summarized(self) -> list[str]:
        """Return the sensors without histories. Only their last values, extremes and mean squares are stored."""
        return [name for name in map(hdf5.original_name, self.file.get("summary", ())) if name not in self]

    def has_summary(self, name: str) -> bool:
        """Return whether the file stores the last value, the extremes and the mean square of all rows of a sensor."""
        return f"summary/{hdf5.column_name(name)}" in self.file

    @property
    def storing(self) -> Storing:
        """Return the stored rows of each case, and their precision."""
        return Storing(int(self.file.attrs.get("every", 1)), self.file.attrs.get("precision", "") == "float32")

    def summary(self, name: str, kind: str) -> Floats:
        """Return `final`, `max`, `min` or `rms` (cases, k) of all rows of a sensor that `has_summary`."""
        found: Floats = self.file[f"summary/{hdf5.column_name(name)}/{kind}"][()]
        return found

    @property
    def envelopes(self) -> list[str]:
        """Return the sensors whose quantiles over time were computed without histories."""
        return [hdf5.original_name(name) for name in self.file.get("envelopes", ())]

    def envelope(self, name: str) -> Envelope:
        """Return the stored quantiles (levels, n, k) of a sensor over all complete cases. `rank_error` is 0 if they are
        exact. Raise KeyError for a sensor that is not in `envelopes`.
        """
        if name not in self.envelopes:
            raise unknown("envelope", name, self.envelopes)
        found = self.file[f"envelopes/{hdf5.column_name(name)}"]
        levels, error = tuple(self.file["quantile"][()].tolist()), int(found.attrs["rank_error"])
        return Envelope(self.file["envelope_time"][()], found["quantiles"][()], found["cases"][()], error, levels)

    @property
    def responses(self) -> dict[str, tuple[Floats, str]]:
        """Return the scalars (cases,) that the study requested, by name, with their units."""
        stored = self.file.get("responses", {})
        return {hdf5.original_name(name): (stored[name][()], str(stored[name].attrs["units"])) for name in stored}

    def about(self, name: str) -> dict[str, Any]:
        """Return the attributes of a sensor, such as `components`, `units` and `long_name`."""
        return {
            key: [text if isinstance(text, str) else text.decode() for text in value]
            if isinstance(value, np.ndarray) and value.dtype == object
            else value
            for key, value in self._read_stored(name).attrs.items()
            if key not in hdf5.STRUCTURE
        }

    def _read_stored(self, name: str) -> h5py.Dataset | h5py.Group:
        section = "sensors" if name in self else "summary"
        return self.file[f"{section}/{hdf5.column_name(name)}"]

    def to_xarray(self) -> xarray.Dataset:
        """Return all histories over `case` and `time`. The parameters are coordinates, and components have the labels
        of a run.

        If a parameter or a sensor has the name of a dimension or of another coordinate, it gets the suffix `_`.
        """
        import xarray

        coordinates: dict[str, Any] = {"case": np.arange(len(self)), "time": ("time", self.time, {"units": "s"})}
        coordinates["status"] = ("case", self.status)
        labelled = label_dimensions(
            {name: sensor_info(name, self._read_stored(name), self[name].shape) for name in self}
        )
        coordinates |= {dimension: list(labels) for dimension, labels in labelled.values()}
        parameters, notes = self.parameters, self.parameter_notes
        for name, free in rename(parameters, coordinates).items():
            values, note = parameters[name], notes[name]
            said = {key: text for key, text in (("units", note.unit), ("long_name", note.description)) if text}
            coordinates[free] = (("case", f"{free}_component") if values.ndim == 2 else "case", values, said)
        variables = {
            free: (
                *as_variable(("case", "time"), self[name][()], labelled.get(name)),
                {key: value for key, value in self.about(name).items() if key != "columns"},
            )
            for name, free in rename(self, coordinates).items()
        }
        return xarray.Dataset(variables, coords=coordinates)

    def close(self) -> None:
        """Close the file."""
        if self.file:
            self.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
