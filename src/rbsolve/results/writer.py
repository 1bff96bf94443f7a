"""Writes a results file chunk by chunk. The file has a temporary name until the run has ended.

Rows are buffered for each sensor and written in whole HDF5 chunks. The memory therefore does not grow with the length
of the run, and every chunk is compressed only once.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import h5py
import numpy as np
from h5py import h5d

from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import (
    CONVENTIONS,
    DIAGNOSTIC_ATTRIBUTES,
    MOTION,
    RUNNING,
    Status,
    sensor_attributes,
)
from rbsolve.results.file.reserving import give_back, reserve
from rbsolve.results.file.seal import Range, chunks_with_checksums, seal
from rbsolve.results.file.tail import GROUP, TableRows
from rbsolve.results.file.target import Output, checked_target, convert_errors
from rbsolve.results.sections.checkpoint import Checkpoint, write_final
from rbsolve.results.sections.live import LiveFile
from rbsolve.solver.model.flat import Floats
from rbsolve.version import VERSION

if TYPE_CHECKING:
    from rbsolve.solver.sensors.plan import SensorPlan


BUFFER_BYTES = 128e6
MOST_ROWS_PER_CHUNK = 4096
MOST_OPEN_DATASETS = 10000  # an open dataset costs about 25 KB
# For a small file, the digest covers the whole file, because finding the chunks with checksums would take longer. The
# limits are in bytes, and in bytes per history.
_READ_WHOLE, _READ_HISTORY = 1 << 22, 1 << 14
# Upper bound [bytes] for the data that the end of a run adds: events, diagnostics and attributes. The second number
# applies to each history, for the references in scales.
_END_BYTES, _HISTORY_BYTES = 1 << 18, 1 << 8

NOTHING_MOVES: Mapping[str, Sequence[str]] = {}
ONE_OF = {"bodies": "body", "frames": "frame", "joints": "joint", "states": "state", "contacts": "contact"}


class ResultsWriter:
    """Writes the output of a run. Use the writer as a context manager. `finish` records the end of the run.

    At the end of the context, the file is moved to its final path. Without a call of `finish`, the status is `failed`,
    or `interrupted` after a KeyboardInterrupt. If writing fails (OutputError), the file is removed, unless a run can
    continue from it.

    If `path` is None, the file is in memory, and `file` remains open after the end. For each kind in `MOTION`, `moving`
    contains the names of the objects whose motion is recorded. Without bodies, it is empty.
    """

    def __init__(
        self,
        path: Path | None,
        sensors: Sequence[SensorPlan],
        expected_rows: int,
        moving: Mapping[str, Sequence[str]] = NOTHING_MOVES,
    ) -> None:
        self.path = path
        self._target = None if path is None else checked_target(path)
        self._output: Output | None = None
        """The temporary file until it is complete, or None in memory."""
        self._moving = {kind: list(names) for kind, names in moving.items()}
        columns = sum(len(sensor.components) for sensor in sensors)
        columns += sum(history.columns * len(moving.get(history.of, ())) for history in MOTION.values())
        self._rows_per_chunk = _rows_per_chunk(columns, expected_rows)
        # For each of the three groups, buffers by the name of the history.
        self._buffers: dict[str, dict[str, Floats]] = {"sensors": {}, "diagnostics": {}, "motion": {}}
        self._expected_bytes = 8 * (columns + 8) * min(expected_rows, 10 * MOST_ROWS_PER_CHUNK)
        self._open_datasets: dict[str, h5d.DatasetID] = {}
        self._times = np.empty(self._rows_per_chunk)
        self._buffered = 0
        self._written = 0
        self._status: Status | None = None
        self._closed = False
        self._live: LiveFile | None = None
        self._kept_time: float | None = None
        """The time [s] of the last checkpoint."""
        self._is_flushed = True
        with self.convert_errors():
            self.file = self._create_file()
            self._dimensions = hdf5.Dimensions(self.file)
            self._time = self._dimensions.add_time(self._rows_per_chunk)
            self._create_sensors(sensors)
            self._create_motion()
            hdf5.link_scales(self.file.create_group("diagnostics", track_order=True))

    @property
    def rows(self) -> int:
        """Return the number of rows received so far."""
        return self._written + self._buffered

    @property
    def _free_rows(self) -> int:
        """Return the number of rows that still fit into the current HDF5 chunk."""
        return self._rows_per_chunk - self._written % self._rows_per_chunk - self._buffered

    @property
    def dimensions(self) -> hdf5.Dimensions:
        """Return the dimension scales, for the other sections of the file."""
        return self._dimensions

    def write(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        diagnostics: Mapping[str, Floats],
        motion: Mapping[str, Floats] | None = None,
    ) -> None:
        """Write rows. The arrays are `time` (rows,), each sensor (rows, k), each diagnostic (rows,), and the bodies'
        motion.

        The motion has `position` (rows, nb, 3) and `orientation` (rows, nb, 4).
        """
        given = {"sensors": sensors, "diagnostics": diagnostics, "motion": motion or {}}
        with self.convert_errors():
            self._make_diagnostics(diagnostics)
            done = 0
            while done < len(time):
                count = min(len(time) - done, self._free_rows)
                source, target = slice(done, done + count), slice(self._buffered, self._buffered + count)
                self._times[target] = time[source]
                for group, buffers in self._buffers.items():
                    for name, buffer in buffers.items():
                        buffer[target] = given[group][name][source]
                self._buffered += count
                done += count
                if self._free_rows == 0:
                    self._flush()

    def show(self) -> None:
        """Make all rows so far visible to readers of the running file."""
        if self._output is None or self.rows == 0:
            return
        with self.convert_errors():
            self._show(self._live_file(self._output), keeps=False)

    def keep(self, checkpoint: Checkpoint) -> None:
        """Store all rows so far, and a state from which the run can continue. Both survive a crash of the process or
        the machine.
        """
        if self._output is None or self.rows == 0:
            return
        with self.convert_errors():
            live = self._live_file(self._output)
            checkpoint.place = self._show(live, keeps=True)
            live.keep(checkpoint)
            self._kept_time = float(self._times[self._buffered - 1])

    def _show(self, live: LiveFile, *, keeps: bool) -> TableRows:
        """Store the rows that do not fill a chunk yet, and return their place in the file."""
        if not self._is_flushed:
            self.file.flush()
            self._is_flushed = True
        parts = {
            group: {name: buffer[: self._buffered] for name, buffer in buffers.items()}
            for group, buffers in self._buffers.items()
        }
        return live.show(self._written, parts, self._times[: self._buffered], keeps=keeps)

    def _live_file(self, output: Output) -> LiveFile:
        if self._live is None:
            self._open_datasets.clear()  # if the mode changes, HDF5 would close and reopen open datasets slowly
            growing = ("time", *self._buffers)
            self._live = LiveFile(self.file, output.lock, growing, self._rows_per_chunk, self._columns)
        return self._live

    @property
    def _histories(self) -> int:
        return sum(map(len, self._buffers.values()))

    @property
    def _columns(self) -> int:
        """Return the number of values in one row of all histories."""
        buffers = (buffer for group in self._buffers.values() for buffer in group.values())
        return 1 + sum(int(np.prod(buffer.shape[1:], dtype=np.int64)) for buffer in buffers)

    def settle(self) -> None:
        """Write the buffered rows. No more rows will follow, so the remaining parts of the file can be written."""
        if self._live is None or self._output is None:
            return
        with self.convert_errors():
            missing = 8 * self._buffered * self._columns - self._live.tail_bytes
            end = _END_BYTES + _HISTORY_BYTES * self._histories
            reserve(self._output.lock, max(0, missing) + 2 * self._live.slot_bytes + end)
            self._open_datasets.clear()
            self.file.close()
            self.file = hdf5.open_to_write(self._output.temporary, "r+")
            self._dimensions.move_to(self.file)
            self._time = self.file["time"]
            self._live = None
            del self.file[GROUP]  # the group is removed first, so that the last rows use the released space
            self._flush()

    def keep_final(self, checkpoint: Checkpoint) -> None:
        """Store the state at the end of the run, so that the run can be continued later."""
        if self._output is not None:
            with self.convert_errors():
                write_final(self.file, checkpoint, self._dimensions)

    def change(self, attributes: Mapping[str, object]) -> None:
        """Replace attributes of the root."""
        with self.convert_errors():
            for name in attributes:
                if name in self.file.attrs:
                    del self.file.attrs[name]
            hdf5.write_attributes(self.file.id, attributes)

    def finish(self, status: Status, message: str, **attributes: object) -> None:
        """Record how the run ended. `attributes` become attributes of the root of the file."""
        self.settle()
        with self.convert_errors():
            self._status = status
            self.change({"status": status.value, "message": message, **attributes})

    def close(self) -> None:
        """Write the buffers and move the file to its place. A second call has no effect."""
        if self._closed:
            return
        self._closed = True
        with self.convert_errors():
            if self._status is None:
                self.finish(Status.FAILED, "The run ended unexpectedly.")
            self._flush()
            self._dimensions.finish()
            self.file.flush()
            checked = self._checked_chunks()
            self._open_datasets.clear()
            if self._output is not None:
                self.file.close()
                give_back(self._output.lock)
                seal(self._output.temporary, checked)
                self._output.move()
                self._output = None

    def _checked_chunks(self) -> list[Range]:
        """Return the chunks that have their own checksums. The list is empty if reading the whole file is as fast as
        finding these chunks.
        """
        if self._output is None or os.fstat(self._output.lock).st_size < _READ_WHOLE + _READ_HISTORY * self._histories:
            return []
        histories = (self._history(folder, name) for folder, buffers in self._buffers.items() for name in buffers)
        return chunks_with_checksums([self._time.id, *histories])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._closed:  # an abandoned file does not count as an output
            return
        if self._status is None and isinstance(error, KeyboardInterrupt):
            self.finish(Status.INTERRUPTED, "The run was interrupted; its output rows so far are kept.")
        elif self._status is None and error is not None:
            self.finish(Status.FAILED, f"The run ended unexpectedly: {error}")
        self.close()

    def _create_file(self) -> h5py.File:
        if self._target is None:
            return hdf5.new_in_memory(self._expected_bytes)
        self._output = Output(self._target)
        return hdf5.open_to_write(self._output.temporary, "w")

    def _create_sensors(self, sensors: Sequence[SensorPlan]) -> None:
        created = datetime.now(UTC).isoformat(timespec="seconds")
        known = {"Conventions": CONVENTIONS, "rbsolve_version": VERSION, "created": created}
        hdf5.write_attributes(self.file.id, {**known, "status": RUNNING})
        group = self.file.create_group("sensors", track_order=True)
        hdf5.link_scales(group)
        for sensor in sensors:
            columns = len(sensor.components)
            dimension = self._dimensions.dimension_of_size("component", columns)
            self._create(group, sensor.name, (columns,), (dimension,), sensor_attributes(sensor))

    def _create_motion(self) -> None:
        bodies = self._moving.get("bodies")
        if not bodies:
            return
        group = self.file.create_group("motion", track_order=True)
        hdf5.write_attributes(group.id, {"bodies": bodies})
        hdf5.link_scales(group)
        for name, history in MOTION.items():
            names = self._moving.get(history.of)
            if names:
                attributes = {"units": history.units, "long_name": history.long_name, history.of: names}
                rows = self._dimensions.dimension_of_size(ONE_OF[history.of], len(names))
                dimensions = (rows, self._dimensions.dimension_of_size("component", history.columns))
                self._create(group, name, (len(names), history.columns), dimensions, attributes)

    def _create(
        self,
        group: h5py.Group,
        name: str,
        tail: tuple[int, ...],
        dimensions: tuple[str, ...],
        attributes: Mapping[str, object],
    ) -> None:
        """Create an empty history (0, *tail) and its buffer."""
        folder, safe = group.name[1:], hdf5.history_name(name)
        dataset = hdf5.create_history(group, safe, tail, self._rows_per_chunk)
        hdf5.write_attributes(dataset, attributes)
        self._dimensions.attach(group, safe, dataset, ("time", *dimensions))
        self._buffers[folder][name] = np.empty((self._rows_per_chunk, *tail))
        self._keep_open(f"{folder}/{safe}", dataset)

    def _keep_open(self, path: str, dataset: h5d.DatasetID) -> h5d.DatasetID:
        if len(self._open_datasets) < MOST_OPEN_DATASETS:
            self._open_datasets[path] = dataset
        return dataset

    def _make_diagnostics(self, diagnostics: Mapping[str, Floats]) -> None:
        for name in diagnostics:
            if name not in self._buffers["diagnostics"]:
                units, long_name = DIAGNOSTIC_ATTRIBUTES.get(name, ("1", name.replace("_", " ")))
                self._create(self.file["diagnostics"], name, (), (), {"units": units, "long_name": long_name})

    def _flush(self) -> None:
        rows = self._buffered
        if rows == 0:
            return
        hdf5.append_rows(self._time.id, self._written, self._times[:rows])
        for folder, buffers in self._buffers.items():
            for name, buffer in buffers.items():
                hdf5.append_rows(self._history(folder, name), self._written, buffer[:rows])
        self._written += rows
        self._buffered = 0
        self._is_flushed = False

    def _history(self, folder: str, name: str) -> h5d.DatasetID:
        path = f"{folder}/{hdf5.history_name(name)}"
        dataset = self._open_datasets.get(path)
        return dataset or self._keep_open(path, h5d.open(self.file.id, path.encode()))

    def convert_errors(self) -> AbstractContextManager[None]:
        """A context that converts errors of the file system to OutputError."""
        return convert_errors(self.path, self.break_off)

    def abandon(self) -> None:
        """Close and remove the temporary file."""
        self._let_go()
        if self._output is not None:
            self._output.remove()
            self._output = None

    def break_off(self) -> str:
        """Close a file that can no longer be written.

        If a run can continue from it, the file remains, and the returned text explains how. Otherwise the file is
        removed, and the text is empty.
        """
        if self._live is None or self._output is None or self._kept_time is None:
            self.abandon()
            return ""
        self._let_go()
        output, self._output = self._output, None
        output.unlock()
        return (
            f"; the run up to t = {self._kept_time:g} s is kept in {output.temporary}: free disk space, then `rbsolve "
            f"resume {self.path}` continues"
        )

    def _let_go(self) -> None:
        self._closed = True
        self._open_datasets.clear()
        with suppress(AttributeError):  # the file may not have been created
            hdf5.let_go(self.file)


def _rows_per_chunk(columns: int, expected_rows: int) -> int:
    affordable = int(BUFFER_BYTES / (8 * max(columns, 1)))
    return max(16, min(expected_rows, affordable, MOST_ROWS_PER_CHUNK))
