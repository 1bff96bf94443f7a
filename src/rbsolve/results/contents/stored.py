"""Reads the contents of a results file. Histories are found by name, and read when they are accessed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import h5py
import numpy as np

from rbsolve.display.mappings import ByName, html_table, rename
from rbsolve.results.contents.sensors import SensorInfo, SensorInfos, attributes_of
from rbsolve.results.file import hdf5, opening
from rbsolve.results.file.conventions import CONVENTIONS_PREFIX, is_partial
from rbsolve.results.file.errors import DAMAGE, NothingKeptError, ResultsError
from rbsolve.results.file.tail import TableRows, check_fixed, rows_at, shown_rows
from rbsolve.solver.model.findings import WARNING, warnings_among
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    import xarray

    from rbsolve.solver.analyses.linearized.record import Linearization
    from rbsolve.solver.model.events import Event
    from rbsolve.solver.model.findings import Finding


class StoredResults(ByName[Floats]):
    """The stored results of a run, as a mapping from the name of each sensor to its history. Each access reads from the
    file.
    """

    def __init__(self, file: h5py.File, path: Path | None) -> None:
        self._opened = file
        self.path = path
        self._sensors = SensorInfos(file["sensors"], is_study=file.attrs.get("kind") == "study")
        self._tail: dict[str, Floats] = {}
        """The last rows of a running file, by the path of their history."""
        self._stored: int | None = None
        """The number of rows before the last rows. The histories in the file may contain more rows, which are not
        valid.
        """

    @classmethod
    def open(cls, path: str | Path, *, cut_short: bool = False) -> Self:
        """Open a results file. Raise ResultsError if the file is missing, damaged or not a results file.

        With `cut_short`, the file of a killed run may be truncated. Its remaining data can then be read, and
        `look_from` adds the last rows up to a checkpoint.
        """
        path = Path(path)
        written = is_partial(path)
        try:
            file = opening.open_written(path) if written else opening.open_to_read(path)
        except ResultsError:
            raise
        except (OSError, RuntimeError) as error:  # HDF5 raises both exceptions for bytes that it cannot read
            raise _unreadable(path, error) from error
        try:
            lacking = opening.missing_bytes(path) if written and not cut_short else 0
            if lacking:
                raise ResultsError(
                    f"cannot read {path}: it is truncated: at least {lacking} bytes are missing. `rbsolve resume` "
                    "continues from the newest remaining checkpoint, if there is one"
                )
            if written:
                check_fixed(file)
            if not _is_ours(file):
                raise ResultsError(f"cannot read {path}: it is an HDF5 file, but rbsolve did not write it")
            results = cls(file, path)
            if written and not cut_short:
                results._tail = shown_rows(file)
            return results
        except ResultsError:
            file.close()
            raise
        except DAMAGE as error:
            file.close()
            raise ResultsError(f"cannot read {path}: it is damaged ({error})") from error

    @classmethod
    def from_image(cls, image: bytes) -> Self:
        """Return results from the bytes of a results file. The results stay in memory."""
        return cls(opening.open_image(image), None)

    def save(self, path: str | Path) -> None:
        """Write the results to a file, either completely or not at all. Raise OutputError if the file cannot be
        written.
        """
        from rbsolve.results.file.target import whole

        with whole(Path(path)) as temporary:
            temporary.write_bytes(self._image())

    def _image(self) -> bytes:
        if self.path is not None:
            return self.path.read_bytes()
        self.file.flush()
        return bytes(self.file.id.get_file_image())

    def __reduce__(self) -> tuple[Callable[..., StoredResults], tuple[object, ...]]:
        """For results in a file, pickle only the path of the file. For results in memory, pickle all data."""
        return (type(self).open, (self.path,)) if self.path is not None else (type(self).from_image, (self._image(),))

    @property
    def time(self) -> Floats:
        """Output times (n,) [s]."""
        return self.history("time")

    @property
    def status(self) -> str:
        """Return the status of the run: `complete`, `failed` or `interrupted`. The status is `running` if a run is
        writing the file or was killed.
        """
        return str(self.file.attrs.get("status", "failed"))

    @property
    def message(self) -> str:
        """Return a sentence that describes how the run ended."""
        return str(self.file.attrs.get("message", ""))

    @property
    def attributes(self) -> dict[str, Any]:
        """Return the attributes of the file's root: strings, numbers or arrays."""
        return attributes_of(self.file)

    @property
    def sensors(self) -> Mapping[str, SensorInfo]:
        """Return the attributes of each sensor, in the order of the deck."""
        self._check_open()
        return self._sensors

    @property
    def diagnostics(self) -> dict[str, Floats]:
        """Return the histories (n,) of the run itself, such as step size and Newton iterations."""
        return {
            name: self.history(f"diagnostics/{name}") for name in self.file.get("diagnostics", ()) if name != "time"
        }

    @property
    def motion(self) -> dict[str, Floats]:
        """Return the motion of the bodies: `position` (n, bodies, 3) [m] and `orientation` (n, bodies, 4), both
        relative to the inertial frame. Orientations are Euler parameters. If the motion is not stored, the result is
        empty.

        `results.bodies` names the bodies. `frame_position` and `frame_orientation` belong to moving frames that are not
        attached to a single body. `results.frames` names these frames.
        """
        return {name: self.history(f"motion/{name}") for name in self.file.get("motion", ()) if name != "time"}

    @property
    def bodies(self) -> tuple[str, ...]:
        """Return the bodies of `motion`, in the same order."""
        if "motion" not in self.file:
            return ()
        return tuple(str(name) for name in self.file["motion"].attrs["bodies"])

    @property
    def frames(self) -> tuple[str, ...]:
        """Return the frames of `motion` that are not attached to a single body, in the same order."""
        if "motion/frame_position" not in self.file:
            return ()
        return tuple(str(name) for name in self.file["motion/frame_position"].attrs["frames"])

    @property
    def deck(self) -> str:
        """Return the text of the master deck."""
        return str(self.file["deck/source"].asstr()[()])

    @property
    def linearization(self) -> Linearization:
        """Return the result of `rbsolve linearize`. Raise KeyError for results of an ordinary run."""
        from rbsolve.results.sections.linearization import read_linearization

        return read_linearization(self.file)

    @property
    def events(self) -> tuple[Event, ...]:
        """Return the times at which signals cross thresholds (@EVENT_DEFINITION), in the order of time. Each has `time`
        [s], `name` and `direction`.
        """
        from rbsolve.results.sections.events import read_events

        return read_events(self.file)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return all diagnostics. The diagnostics of the check come first, in the order of the deck. The diagnostics of
        the run follow, in the order of time.

        Each diagnostic has `time` [s] (NaN for the check), `severity`, `code`, `message`, `object`, `hint`, `file`,
        `line` and `count`.
        """
        from rbsolve.results.sections.findings import read_findings

        return read_findings(self.file)

    @contextmanager
    def report_damage(self) -> Iterator[None]:
        """A context that converts unexpected contents of the file to ResultsError."""
        try:
            yield
        except ResultsError:
            raise
        except DAMAGE as error:
            what = f"{type(error).__name__}: {error}"
            raise ResultsError(f"cannot read {self.path or 'the results'}: they are damaged ({what})") from error

    @property
    def file(self) -> h5py.File:
        """Return the open HDF5 file, for access to all other data. Raise ValueError if the file is closed."""
        self._check_open()
        return self._opened

    def _check_open(self) -> None:
        if not self._opened:
            raise ValueError(f"the results {self.path or 'in memory'} are closed")

    def __getitem__(self, name: str) -> Floats:
        """Return the history (n, k) of a sensor, or the history (n,) of one of its components: `tip.x1`, `tip.x` or
        `tip.1`.
        """
        if name in self.sensors:
            return self.history(f"sensors/{hdf5.history_name(name)}")
        from rbsolve.results.contents.columns import find_columns

        sensor, (column,) = find_columns(self.sensors, name)
        values: Floats = self.history(f"sensors/{hdf5.history_name(sensor)}")[:, column]
        return values

    def look_from(self, place: TableRows) -> None:
        """Read the file of a killed run up to the rows of a checkpoint, and no later rows."""
        rows = rows_at(self.file, place)
        if rows is None:
            raise ResultsError(f"cannot read {self.path}: the rows of its checkpoint are damaged")
        self._tail, self._stored = rows, place.first

    def rows(self, name: str, start: int, stop: int) -> Floats:
        """Return some rows (stop - start, k) of a sensor."""
        return self.history(f"sensors/{hdf5.history_name(name)}", start, stop)

    def times(self, start: int, stop: int) -> Floats:
        """Return some output times (stop - start,) [s]."""
        return self.history("time", start, stop)

    @property
    def row_count(self) -> int:
        """Number of rows of every history."""
        there = len(self.file["time"]) if self._stored is None else self._stored
        return there + len(self._tail.get("time", ()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.sensors)

    def __len__(self) -> int:
        return len(self.sensors)

    def __contains__(self, name: object) -> bool:
        return name in self.sensors

    def together(self, sensors: Sequence[str] | None = None) -> tuple[Floats, dict[str, Floats]]:
        """Return the output times (n,) [s] and histories (n, k) of some or all sensors. All of them have the same
        number of rows, even if a run is writing the file.
        """
        times, histories = self.time, {name: self[name] for name in (self if sensors is None else sensors)}
        rows = min(map(len, (times, *histories.values())))
        return times[:rows], {name: history[:rows] for name, history in histories.items()}

    def to_xarray(self, *sensors: str) -> xarray.Dataset:
        """Return histories of some or all sensors as an in-memory `xarray.Dataset` over `time`. The attributes of
        sensors and file are included.

        ```python
        results.to_xarray("tip")["tip"].sel(component="x")
        ```

        The components have the same labels as in plots: x, y, z for a vector, and yaw, pitch, roll for angles. Their
        dimension is called `component`. If sensors have different labels, vectors keep this dimension, and other
        sensors have dimensions such as `component_4`. A scalar sensor has only the dimension `time`. A sensor with the
        name of a dimension gets the suffix `_`. Raise KeyError for an unknown name.
        """
        try:
            import xarray
        except ImportError as error:
            raise ImportError("to_xarray needs xarray: pip install 'rbsolve[xarray]'") from error
        from rbsolve.results.contents.columns import as_variable, label_dimensions

        chosen = sensors or tuple(self)
        dimensions = label_dimensions({name: self.sensors[name] for name in chosen})
        times, histories = self.together(chosen)
        variables = {}
        for name, free in rename(histories, {"time", *(dimension for dimension, _ in dimensions.values())}).items():
            shown = as_variable(("time",), histories[name], dimensions.get(name))
            variables[free] = (*shown, self._variable_attributes(name))
        coordinates = {dimension: list(labels) for dimension, labels in dimensions.values()}
        time = ("time", times, {"units": "s", "long_name": "time"})
        return xarray.Dataset(variables, coords={"time": time, **coordinates}, attrs=self.attributes)

    def close(self) -> None:
        """Close the file. The results can no longer be read."""
        if self._opened:
            self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Two results are equal only if they are the same object. `==` should not read all histories.
    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        if not self._opened:
            return f"<{type(self).__name__}, closed>"
        warnings = warnings_among(self.findings)
        told = f", {warnings} warning{'s' * (warnings != 1)}" if warnings else ""
        return f"<{type(self).__name__} {self.path or 'in memory'}: {self.status}, {len(self)} sensors, {self.row_count} rows{told}>"

    def _repr_html_(self) -> str:
        if not self._opened:
            return "<p>results, closed</p>"
        said = self.file.attrs
        rows = [
            ["status", f"{self.status}: {self.message}" if self.status != "complete" else self.status],
            ["deck", str(said.get("deck_name", ""))],
            ["integrator", f"{said.get('integrator', '')} on {said.get('formulation', '')}"],
            ["rows", str(self.row_count)],
            *(["warning", finding.told] for finding in self.findings if finding.severity == WARNING),
        ]
        return html_table(["results", str(self.path or "in memory")], rows) + self._sensors._repr_html_()

    def history(self, path: str, start: int = 0, stop: int | None = None) -> Floats:
        """Return some rows of a history by its path in the file, such as `motion/position`. For a running file, the
        last rows are included.
        """
        dataset = self.file[path]
        tail, there = self._tail.get(path), len(dataset) if self._stored is None else self._stored
        with self.report_damage():
            values: Floats = dataset[start : there if stop is None else min(stop, there)]
        if tail is None:
            return values
        return np.concatenate([values, tail[max(start - there, 0) : None if stop is None else max(stop - there, 0)]])

    def _variable_attributes(self, name: str) -> dict[str, Any]:
        return attributes_of(self.file[f"sensors/{hdf5.history_name(name)}"])


def _unreadable(path: Path, error: Exception) -> ResultsError:
    """Return an error that describes in a few words why HDF5 cannot open a file."""
    if isinstance(error, OSError) and error.errno:
        reason = os.strerror(error.errno)
        if (path / "study.h5").exists():
            reason = f"it is the folder of a study; its file is {path / 'study.h5'}"
        return ResultsError(f"cannot read {path}: {reason}")
    found = opening.superblock_of(path)
    if is_partial(path) and (found is None or not found.is_shared):
        return NothingKeptError(f"cannot read {path}: the run was killed before it stored any rows; run the deck again")
    if found is None:
        return ResultsError(f"cannot read {path}: it is not an HDF5 file")
    if found.flags:
        return ResultsError(f"cannot read {path}: the program that wrote it has not closed it, or was killed")
    return ResultsError(f"cannot read {path}: it is damaged or truncated")


def _is_ours(file: h5py.File) -> bool:
    """Return whether a file has the parts that all results files have."""
    conventions = str(file.attrs.get("Conventions", ""))
    return conventions.startswith(CONVENTIONS_PREFIX) and "time" in file and "sensors" in file
