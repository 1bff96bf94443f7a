"""The rows of a chunk of cases in one HDF5 file: written under a temporary name, made durable, then renamed.

```
/case, /status, /rows, /steps, ... (m,)   /message, /reason (m,) texts   /time (n,)   /times (m, n) where cases differ
/sensors/NAME (m, n, k)   in HDF5 chunks of whole cases, not compressed, NaN behind the last row of a case
/summary/NAME/{final,max,min,rms} (m, k)   of the sensors whose histories are not kept
```
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import h5py
import numpy as np
from numpy.typing import NDArray

from rbsolve.results import hdf5
from rbsolve.results.conventions import sensor_attributes
from rbsolve.store.leases import Failure

if TYPE_CHECKING:
    from rbsolve.solver.sensors.plan import SensorPlan

Floats = NDArray[np.float64]

COMPLETE, FAILED = 1, 2
COUNTS = ("rows", "steps", "rejected_steps", "newton_iterations")
SUMMARIES = ("final", "max", "min", "rms")
_COLUMNS = {"status": np.uint8, "wall_time": np.float64, **dict.fromkeys(COUNTS, np.int64)}
_ROWS = [*_COLUMNS].index("rows")
_counts = attrgetter(*COUNTS)


@dataclass(slots=True)
class ShardCase:
    """What came of one case. `sensors` (n, k) and `time` (n,) hold the rows that it reached."""

    number: int
    plans: Sequence[SensorPlan] = ()
    time: Floats = field(default_factory=lambda: np.empty(0))
    sensors: Mapping[str, Floats] = field(default_factory=dict)
    steps: int = 0
    rejected_steps: int = 0
    newton_iterations: int = 0
    wall_time: float = 0.0
    reason: str = ""
    """A word for why it failed, empty when it did not."""
    message: str = ""

    @property
    def rows(self) -> int:
        """Rows that it reached."""
        return len(self.time)


class ShardWriter:
    """Takes cases in order and writes them in blocks. Leaving the context without `finish` leaves nothing behind."""

    def __init__(self, path: Path, cases: NDArray[np.int64], per_block: int, keep: Sequence[str] | None) -> None:
        self.path = path
        self._temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
        self._cases, self._per_block, self._keep = cases, min(max(1, per_block), max(1, len(cases))), keep
        self._file = h5py.File(
            self._temporary, "w", libver=hdf5.LIBRARY_VERSIONS, rdcc_nbytes=0, locking=False, track_order=True
        )
        for section in ("sensors", "summary"):
            self._file.create_group(section, track_order=True)
        self._ended: list[tuple[float, ...]] = []
        self._texts: dict[str, dict[int, str]] = {"reason": {}, "message": {}}
        self._time = np.empty(0)
        self._times: dict[int, Floats] = {}
        self._buffers: dict[str, Floats] = {}
        self._datasets: dict[str, h5py.Dataset] = {}
        self._summaries: dict[str, Floats] = {}
        self._count = self._flushed = 0

    def add(self, case: ShardCase) -> None:
        """The next case."""
        index = self._count
        if case.reason:
            self._texts["reason"][index], self._texts["message"][index] = case.reason, case.message
        if case.plans:
            self._make_room(case)
        self._take(case, index)
        self._ended.append((FAILED if case.reason else COMPLETE, case.wall_time, *_counts(case)))
        self._count += 1
        if self._count - self._flushed == self._per_block:
            self._flush()

    def _make_room(self, case: ShardCase) -> None:
        """Datasets and buffers for the sensors of the first case that has any, and for more rows than before."""
        if not self._buffers and not self._summaries:
            for plan in case.plans:
                columns = len(plan.components)
                if self._keep is None or plan.name in self._keep:
                    self._datasets[plan.name] = self._create(plan, max(1, case.rows))
                    self._buffers[plan.name] = np.full((self._per_block, case.rows, columns), np.nan)
                else:
                    self._summaries[plan.name] = np.full((4, len(self._cases), columns), np.nan)
                    group = self._file.create_group(f"summary/{hdf5.column_name(plan.name)}")
                    hdf5.write_attributes(group.id, sensor_attributes(plan))
        if case.rows > len(self._time):
            if not np.array_equal(self._time, case.time[: len(self._time)]):
                self._times.update({k: self._time[:rows] for k, rows in self._row_counts() if k not in self._times})
            self._time = case.time.copy()
            for name, buffer in self._buffers.items():
                wider = np.full((buffer.shape[0], case.rows, buffer.shape[2]), np.nan)
                wider[:, : buffer.shape[1]] = buffer
                self._buffers[name] = wider
                self._datasets[name].resize(case.rows, axis=1)
        if self._time[: case.rows].tobytes() != case.time.tobytes():
            self._times[self._count] = case.time.copy()

    def _row_counts(self) -> list[tuple[int, int]]:
        counts = (int(ended[_ROWS]) for ended in self._ended)
        return [(k, rows) for k, rows in enumerate(counts) if rows]

    def _create(self, plan: SensorPlan, rows: int) -> h5py.Dataset:
        columns = len(plan.components)
        dataset = self._file.create_dataset(
            f"sensors/{hdf5.column_name(plan.name)}",
            shape=(len(self._cases), rows, columns),
            maxshape=(len(self._cases), None, columns),
            chunks=(self._per_block, rows, columns),
            dtype="<f8",
            fillvalue=np.nan,
            track_times=False,
        )
        hdf5.write_attributes(dataset.id, sensor_attributes(plan))
        return dataset

    def _take(self, case: ShardCase, index: int) -> None:
        place, rows = index - self._flushed, case.rows
        for name, buffer in self._buffers.items():
            if rows:
                buffer[place, :rows] = case.sensors[name]
            if rows < buffer.shape[1]:
                buffer[place, rows:] = np.nan
        if rows:
            for name, summary in self._summaries.items():
                summary[:, index] = summarize(case.sensors[name][None])[:, 0]

    def _flush(self) -> None:
        count = self._count - self._flushed
        if count:
            for name, buffer in self._buffers.items():
                buffer[count:] = np.nan
                dataset = self._datasets[name]
                if buffer.shape == dataset.chunks:
                    # As it is: HDF5 would make an empty chunk, and copy the rows into it.
                    dataset.id.write_direct_chunk((self._flushed, 0, 0), buffer)
                else:  # the first case had fewer rows
                    dataset[self._flushed : self._count, : buffer.shape[1]] = buffer[:count]
        self._flushed = self._count

    def finish(self) -> None:
        """Write what is left, make it durable, and put the file in its place."""
        self._flush()
        file = self._file
        file["case"] = self._cases
        for name, values in zip(_COLUMNS, zip(*self._ended, strict=True), strict=False):
            file[name] = np.array(values, _COLUMNS[name])
        for name, texts in self._texts.items():
            file.create_dataset(
                name,
                data=[texts.get(k, "").replace("\0", "") for k in range(len(self._cases))],
                dtype=h5py.string_dtype(),
            )
        file["time"] = self._time
        if self._times:
            times = np.full((len(self._cases), len(self._time)), np.nan)
            for k, rows in self._row_counts():
                times[k, :rows] = self._times.get(k, self._time)[:rows]
            file["times"] = times
        for name, summary in self._summaries.items():
            for kind, values in zip(SUMMARIES, summary, strict=True):
                file[f"summary/{hdf5.column_name(name)}/{kind}"] = values
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file:
            hdf5.let_go(self._file)
        self._temporary.unlink(missing_ok=True)


def summarize(rows: Floats) -> Floats:
    """Last value, largest, smallest and root mean square (4, m, k) of histories (m, n, k); NaN where there are no rows."""
    finite = np.isfinite(rows)
    counts = np.maximum(finite.sum(axis=1), 1)
    there = finite.any(axis=1)
    last = rows.shape[1] - 1 - np.argmax(finite[:, ::-1], axis=1)
    final = np.take_along_axis(rows, last[:, None], axis=1)[:, 0]
    highest = np.where(finite, rows, -np.inf).max(axis=1)
    lowest = np.where(finite, rows, np.inf).min(axis=1)
    rms = np.sqrt((np.where(finite, rows, 0.0) ** 2).sum(axis=1) / counts)
    found: Floats = np.where(there, np.stack([final, highest, lowest, rms]), np.nan)
    return found


def failures_of(shard: h5py.File) -> tuple[Failure, ...]:
    """The failed cases of a shard."""
    bad = np.flatnonzero(shard["status"][()] == FAILED)
    if not len(bad):
        return ()
    numbers, reasons, messages = shard["case"][()], shard["reason"].asstr()[()], shard["message"].asstr()[()]
    return tuple(Failure(int(numbers[k]), str(reasons[k]), str(messages[k])) for k in bad)
