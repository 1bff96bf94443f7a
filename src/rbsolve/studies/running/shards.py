"""Writes the rows of a chunk of cases to one HDF5 file (shard). The file is written under a temporary name, flushed to
the disk, and then renamed.

```
/case, /status, /rows, /steps, ... (m,)
/message, /reason (m,)                      texts
/findings (m,)                              diagnostics as JSON, if a case has any
/sensors/NAME (all rows, k)                 rows of all cases, one case after the other; NaN without a sensor
/time (n,)                                  output times of the longest case
/times (all rows,)                          output times of all cases, if cases differ in their times
/summary/NAME/{final,max,min,rms} (m, k)    of sensors whose histories are not stored, or not all rows with all digits
/responses/NAME (m,)                        scalars of the study
/envelopes/NAME/...                         values at common times, if the study requests envelopes (`shard_envelopes.py`)
```

The size of a shard is proportional to the number of its rows, even if the cases differ in length.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.envelopes import EnvelopeCollector
from rbsolve.ensemble.storing import WHOLE, Storing
from rbsolve.pipeline.findings import as_text
from rbsolve.results.file import hdf5
from rbsolve.results.file.conventions import sensor_attributes
from rbsolve.store.leases import Failure
from rbsolve.studies.running.shard_envelopes import write_envelopes

if TYPE_CHECKING:
    from rbsolve.ensemble.responses import Responses
    from rbsolve.solver.model.findings import Finding
    from rbsolve.solver.sensors.plan import SensorPlan
    from rbsolve.studies.disk.folder import Manifest
    from rbsolve.studies.running.shard_case import ShardCase

Floats = NDArray[np.float64]

COMPLETE, FAILED = 1, 2
COUNTS = ("rows", "steps", "rejected_steps", "newton_iterations")
SUMMARIES = ("final", "max", "min", "rms")
BLOCK_BYTES, ROOM_BYTES = 1 << 18, 1 << 26
"""Number of bytes of a sensor that are written at a time, and largest size of the buffers of all sensors together."""
_COLUMNS = {"status": np.uint8, "wall_time": np.float64, **dict.fromkeys(COUNTS, np.int64)}
_ROWS = [*_COLUMNS].index("rows")
_counts = attrgetter(*COUNTS)
_NO_ROWS = np.empty((0, 0))


class ShardWriter:
    """Writes the rows of cases in order. If the context ends without `finish`, the file is removed."""

    def __init__(
        self,
        path: Path,
        cases: NDArray[np.int64],
        keep: Sequence[str] | None,
        responses: Responses | None = None,
        storing: Storing = WHOLE,
        envelopes: EnvelopeCollector | None = None,
    ) -> None:
        """`keep` contains the sensors whose histories are stored, or is None for all sensors. `envelopes` collects
        values of the other sensors, if the study requests envelopes.
        """
        self.path = path
        self._envelopes = envelopes
        self._responses = responses if responses is not None and responses.texts else None
        self._scalars: list[Floats] = []
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
        self._cases, self._keep, self._storing = cases, keep, storing
        self._file = h5py.File(
            self._temporary, "w", libver=hdf5.LIBRARY_VERSIONS, rdcc_nbytes=0, locking=False, track_order=True
        )
        for section in ("sensors", "summary"):
            self._file.create_group(section, track_order=True)
        self._ended: list[tuple[float, ...]] = []
        self._texts: dict[str, dict[int, str]] = {"reason": {}, "message": {}}
        self._findings: dict[int, str] = {}
        self._last_found: tuple[tuple[Finding, ...], str] = (), ""
        self._time = np.empty(0)
        self._times: dict[int, Floats] = {}
        self._histories: dict[str, _History] = {}
        self._summaries: dict[str, Floats] = {}
        self._rows = 0

    @classmethod
    def of(cls, manifest: Manifest, path: Path, cases: NDArray[np.int64], responses: Responses) -> Self:
        """Return the writer for cases of a study."""
        storing = Storing(manifest.every, manifest.float32)
        envelopes = EnvelopeCollector(manifest.envelope_times, manifest.keep) if manifest.envelope_times else None
        return cls(path, cases, manifest.keep, responses, storing, envelopes)

    def add(self, case: ShardCase) -> None:
        """Add the next case."""
        index = len(self._ended)
        if case.reason:
            self._texts["reason"][index], self._texts["message"][index] = case.reason, case.message
        if case.findings:
            if case.findings != self._last_found[0]:
                self._last_found = case.findings, as_text(case.findings)
            self._findings[index] = self._last_found[1]
        for plan in case.plans:
            if plan.name not in self._histories and plan.name not in self._summaries:
                self._begin(plan, len(case.plans))
            if plan.name in self._summaries:
                self._summarize(case, plan.name, index)
        if self._responses is not None:
            self._scalars.append(self._responses.values(case.number, case.plans, case.time, case.sensors))
        if self._envelopes is not None and not case.reason:
            self._envelopes.add(case.number, case.plans, case.time, case.sensors)
        if not self._storing.is_whole:
            case = replace(case, time=case.time[self._storing.rows(case.rows)])
        if case.rows:
            self._take_time(case.time, index)
        for name, history in self._histories.items():
            history.put(self._rows, self._storing.stored(case.sensors.get(name, _NO_ROWS)))
        self._ended.append((FAILED if case.reason else COMPLETE, case.wall_time, *_counts(case)))
        self._rows += case.rows

    def _begin(self, plan: SensorPlan, sensors: int) -> None:
        """Create the datasets of a sensor that no previous case had. If rows are omitted or rounded, a summary of the
        sensor is also stored.
        """
        if self._keep is None or plan.name in self._keep:
            block_bytes = min(BLOCK_BYTES, ROOM_BYTES // sensors)
            self._histories[plan.name] = _History(self._file, plan, block_bytes, self._storing.dtype)
            if self._storing.is_whole:
                return
        self._summaries[plan.name] = np.full((4, len(self._cases), len(plan.components)), np.nan)
        group = self._file.create_group(f"summary/{hdf5.column_name(plan.name)}")
        hdf5.write_attributes(group.id, sensor_attributes(plan))

    def _summarize(self, case: ShardCase, name: str, index: int) -> None:
        if case.rows:
            self._summaries[name][:, index] = summarize(case.sensors[name][None], np.array([case.rows]))[:, 0]

    def _take_time(self, time: Floats, index: int) -> None:
        """Store the output times of the longest case. If histories are stored, also store different times of a case."""
        if len(time) > len(self._time):
            if self._keep != [] and not np.array_equal(self._time, time[: len(self._time)]):
                for k, ended in enumerate(self._ended):
                    self._times.setdefault(k, self._time[: int(ended[_ROWS])])
            self._time = time.copy()
        elif self._keep != [] and self._time[: len(time)].tobytes() != time.tobytes():
            self._times[index] = time.copy()

    def finish(self) -> None:
        """Write the remaining rows, flush the file to the disk, and move it to its place."""
        for history in self._histories.values():
            history.finish(self._rows)
        file = self._file
        file["case"] = self._cases
        for name, values in zip(_COLUMNS, zip(*self._ended, strict=True), strict=False):
            file[name] = np.array(values, _COLUMNS[name])
        for name, texts in (self._texts | ({"findings": self._findings} if self._findings else {})).items():
            file.create_dataset(
                name,
                data=[texts.get(k, "").replace("\0", "") for k in range(len(self._cases))],
                dtype=h5py.string_dtype(),
            )
        file["time"] = self._time
        if self._times:
            counts = (int(ended[_ROWS]) for ended in self._ended)
            file["times"] = np.concatenate(
                [self._times.get(k, self._time)[:rows] for k, rows in enumerate(counts)],
            )
        for name, summary in self._summaries.items():
            for kind, values in zip(SUMMARIES, summary, strict=True):
                file[f"summary/{hdf5.column_name(name)}/{kind}"] = values
        if self._responses is not None:
            columns = np.array(self._scalars).reshape(-1, len(self._responses.texts)).T
            for name, numbers, unit in zip(self._responses.texts, columns, self._responses.units, strict=True):
                dataset = file.create_dataset(f"responses/{hdf5.column_name(name)}", data=numbers)
                hdf5.write_attributes(dataset.id, {"units": unit})
        if self._envelopes is not None:
            write_envelopes(file, self._envelopes)
        file.flush()
        file.close()
        with self._temporary.open("rb") as stream:
            os.fsync(stream.fileno())
        os.replace(self._temporary, self.path)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            hdf5.let_go(self._file)
        self._temporary.unlink(missing_ok=True)


class _History:
    """The rows of one sensor for all cases, in blocks. Blocks without rows are not written."""

    def __init__(self, file: h5py.File, plan: SensorPlan, block_bytes: int, dtype: np.dtype[Any]) -> None:
        self._file, self._plan = file, plan
        columns = len(plan.components)
        self._block = np.full((max(1, block_bytes // (dtype.itemsize * columns)), columns), np.nan, dtype)
        self._start, self._is_empty = 0, True  # first row of the block, and whether the block is empty
        self._dataset: h5py.Dataset | None = None

    def put(self, at: int, rows: NDArray[Any]) -> None:
        """Write rows, starting at row `at` of the dataset."""
        size, taken = len(self._block), 0
        while taken < len(rows):
            place = at + taken - self._start
            if place >= size:
                self._write()
                self._start = (at + taken) // size * size
                place = at + taken - self._start
            part = rows[taken : taken + size - place]
            self._block[place : place + len(part)] = part
            self._is_empty = False
            taken += len(part)

    def _write(self) -> None:
        """Write the block and empty it."""
        if self._is_empty:
            return
        shape = self._start + len(self._block), self._block.shape[1]
        if self._dataset is None:
            self._dataset = self._create(shape=shape, maxshape=(None, shape[1]), chunks=self._block.shape)
        self._dataset.resize(shape)
        # The block is written directly, because HDF5 would create an empty chunk and copy the rows into it.
        self._dataset.id.write_direct_chunk((self._start, 0), self._block)
        self._block[:] = np.nan
        self._is_empty = True

    def finish(self, rows: int) -> None:
        """Write the remaining rows, and set the total number of rows of all cases."""
        if self._dataset is None and rows <= len(self._block):
            self._create(data=self._block[:rows])
            return
        self._write()
        if self._dataset is None:
            self._dataset = self._create(shape=(rows, self._block.shape[1]), chunks=self._block.shape)
        else:
            self._dataset.resize(rows, axis=0)

    def _create(self, **layout: Any) -> h5py.Dataset:
        name = f"sensors/{hdf5.column_name(self._plan.name)}"
        dataset = self._file.create_dataset(
            name, dtype=self._block.dtype, fillvalue=np.nan, track_times=False, **layout
        )
        hdf5.write_attributes(dataset.id, sensor_attributes(self._plan))
        return dataset


def summarize(rows: Floats, counts: NDArray[Any]) -> Floats:
    """Return the last value, largest value, smallest value and root mean square (4, m, k) of histories (m, n, k).

    Only the first `counts` (m,) rows of the histories exist. The results are NaN if there are no rows. Values that are
    not finite are treated like all other values, as in a single run.
    """
    if not rows.shape[1]:
        return np.full((4, len(rows), rows.shape[2]), np.nan)
    exists = (np.arange(rows.shape[1]) < counts[:, None])[..., None]
    last = np.maximum(counts - 1, 0)[:, None, None]
    final = np.take_along_axis(rows, last, axis=1)[:, 0]
    highest = np.where(exists, rows, -np.inf).max(axis=1)
    lowest = np.where(exists, rows, np.inf).min(axis=1)
    rms = np.sqrt((np.where(exists, rows, 0.0) ** 2).sum(axis=1) / np.maximum(counts, 1)[:, None])
    found: Floats = np.where(counts[:, None] > 0, np.stack([final, highest, lowest, rms]), np.nan)
    return found


def failures_of(shard: h5py.File) -> tuple[Failure, ...]:
    """Return the failed cases of a shard."""
    bad = np.flatnonzero(shard["status"][()] == FAILED)
    if not len(bad):
        return ()
    numbers, reasons, messages = shard["case"][()], shard["reason"].asstr()[()], shard["message"].asstr()[()]
    return tuple(Failure(int(numbers[k]), str(reasons[k]), str(messages[k])) for k in bad)
