"""Checkpoints of long cases of a study. Rows and state are stored in separate files until the chunk is complete. If a
process ends, the work on its case is therefore not lost.

Rows are appended as they are computed. The state and the number of its rows are written completely or not at all.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.ensemble.case import Piece
from rbsolve.results.sections.checkpoint import Checkpoint
from rbsolve.runs.checkpoints import collect_memory, put_back
from rbsolve.solver.model.outcome import Outcome
from rbsolve.studies.disk.folder import write_whole

if TYPE_CHECKING:
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.sensors.plan import SensorPlan

PART = 0.005  # largest fraction of a case's time that checkpoints may take
_ROWS = "rows"
_DIGEST = hashlib.sha256().digest_size
_BLOCK = 1 << 22


class CaseKeeper:
    """Stores checkpoints of one case at intervals of wall time. If checkpoints take long, the intervals become longer."""

    def __init__(self, folder: Path, name: str, identity: Callable[[], str], every: float, is_begun: bool) -> None:
        """Use the file `name` of a folder. `identity` returns all data that determine the results of the case, as text.

        A file with a different identity is ignored. `is_begun` is true if such a file may exist.
        """
        self._folder, self._name, self._identity, self._every = folder, name, identity, every
        self._rows = RowFile(rows_of(folder / name))
        self._source = self._read() if is_begun else None
        self._plans: Sequence[SensorPlan] = ()
        self._pieces: list[Piece] = []
        self._written = 0  # number of pieces in the file
        self._began = self._kept = time.monotonic()

    def _read(self) -> Checkpoint | None:
        """Return the checkpoint of the case, or None if no checkpoint is usable."""
        source = read(self._folder / self._name, self._identity())
        return source if source is not None and self._rows.take_up(*source.memories[_ROWS]) else None

    @property
    def is_begun(self) -> bool:
        """Return whether another process has left rows and a state of this case."""
        return self._source is not None

    @property
    def wall_time_before(self) -> float:
        """Return the wall time [s] that the case took in the previous process."""
        return 0.0 if self._source is None else self._source.wall_time

    def hold(self, plans: Sequence[SensorPlan], pieces: list[Piece]) -> None:
        """Set the sensors of the case, and the list that collects its rows."""
        self._plans, self._pieces = plans, pieces

    def begin(self, engine: Integrator) -> None:
        """Restore the state of engine and sensors from the checkpoint, if a checkpoint exists."""
        if self._source is None:
            return
        put_back(self._source, engine, self._plans)
        if self._source.rows:
            self._pieces.append(self._rows.piece(self._source.rows, self._plans))
            self._written = len(self._pieces)

    def is_due(self) -> bool:
        """Return whether it is time for a checkpoint."""
        return time.monotonic() - self._kept >= self._every

    def keep(self, engine: Integrator) -> None:
        """Write the rows and the state of the case."""
        began = time.monotonic()
        self._rows.add(self._pieces[self._written :])
        self._written = len(self._pieces)
        memories, arrays = collect_memory(engine, self._plans)
        memories[_ROWS] = self._rows.size, self._rows.digest
        wall_time = self.wall_time_before + began - self._began
        rows = sum(len(times) for times, _ in self._pieces)
        write(self._folder / self._name, self._identity(), Checkpoint(rows, memories, arrays, wall_time))
        self._kept = time.monotonic()
        self._every = max(self._every, (self._kept - began) / PART)

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """If the case was told to stop, write a checkpoint. A complete case needs none, because its rows are stored in
        the shard.
        """
        if outcome is Outcome.INTERRUPTED and engine.is_between_steps:
            self.keep(engine)


class RowFile:
    """The rows of a case. Each row contains its time and the columns of all sensors.

    The bytes of a row do not depend on the process that writes it, or on the time. After a lease has expired, two
    processes may solve the same case. They then write identical files.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.size = 0
        """Number of bytes of the rows so far. Later bytes are ignored."""
        self._hash = hashlib.sha256()

    @property
    def digest(self) -> str:
        """Return the digest of the rows so far."""
        return self._hash.hexdigest()

    def add(self, pieces: Sequence[Piece]) -> None:
        """Append rows and flush them to the disk."""
        self._path.parent.mkdir(exist_ok=True)
        with open(self._path, "wb", opener=_without_truncating) as file:
            file.seek(self.size)
            for times, columns in pieces:
                parts = [times[:, None], *columns.values()]
                rows = np.concatenate(parts, axis=1, out=np.empty((len(times), sum(part.shape[1] for part in parts))))
                file.write(rows.data)
                self._hash.update(rows.data)
                self.size += rows.nbytes
            file.flush()
            os.fsync(file.fileno())

    def take_up(self, size: int, digest: str) -> bool:
        """Continue after existing rows. Return False if the existing rows are not the expected rows."""
        found = hashlib.sha256()
        try:
            with self._path.open("rb") as file:
                for start in range(0, size, _BLOCK):
                    found.update(file.read(min(_BLOCK, size - start)))
        except OSError:
            return False
        if found.hexdigest() != digest:
            return False
        self.size, self._hash = size, found
        return True

    def piece(self, rows: int, plans: Sequence[SensorPlan]) -> Piece:
        """Return all rows, by sensors."""
        table = np.fromfile(self._path, count=self.size // 8).reshape(rows, -1)
        ends = np.cumsum([1, *(len(plan.components) for plan in plans)])
        columns = zip(plans, ends, ends[1:], strict=False)
        return table[:, 0], {plan.name: table[:, start:end] for plan, start, end in columns}


def _without_truncating(path: str, flags: int) -> int:
    return os.open(path, flags & ~os.O_TRUNC, 0o666)


def rows_of(path: Path) -> Path:
    """For a file with the state of a case, return the file with the rows of the case."""
    return path.with_name(f"{path.name}.rows")


def case_of(name: str) -> str:
    """Return the number of the case to which a file belongs. The file may be an incomplete file of a killed process."""
    return name.removeprefix(".").partition(".")[0]


def write(path: Path, identity: str, checkpoint: Checkpoint) -> None:
    """Write a file either completely or not at all. The file contains a digest of its other parts, one line with the
    identity, and the checkpoint.
    """
    content = identity.encode() + b"\n" + checkpoint.pack()
    path.parent.mkdir(exist_ok=True)
    write_whole(path, hashlib.sha256(content).digest() + content)


def read(path: Path, identity: str) -> Checkpoint | None:
    """Return the checkpoint of a case, or None if no checkpoint is usable."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, content = content[:_DIGEST], content[_DIGEST:]
    own = identity.encode() + b"\n"
    if hashlib.sha256(content).digest() != digest or not content.startswith(own):
        return None
    return Checkpoint.unpack(content[len(own) :])
