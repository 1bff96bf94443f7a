"""Provides memory for the rows of a long run, or of several consecutive short runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.chunk_size import chunk_for, row_bytes, rows_per_chunk
from rbsolve.solver.sensors.motions.rows import Rows

MOST_ROWS, MOST_BYTES = 32_768, 16e6
"""Largest number of rows whose sensors are evaluated together, and largest size of these rows [bytes]. The rows belong
to short runs. Each evaluation has a cost that does not depend on the number of rows.
"""


class SharedChunk:
    """A chunk that is filled again and again. Each thread needs its own object."""

    def __init__(self) -> None:
        self._shape: tuple[object, ...] = ()
        self._chunk: Chunk | None = None
        self._rows = 0  # number of rows of a run
        self.runs = 0
        """The number of runs that fit."""

    def fits(self, compiled: CompiledModel, engine: Integrator) -> bool:
        """Return whether runs of a model fit in the chunk."""
        return _shape(compiled, engine) == self._shape

    def make(self, compiled: CompiledModel, engine: Integrator) -> None:
        """Create a chunk for runs of a model, and discard earlier rows."""
        if self.fits(compiled, engine):
            return
        rows = rows_per_chunk(compiled, engine)
        most = int(min(MOST_ROWS, MOST_BYTES / row_bytes(compiled, engine)))
        self.runs = max(1, most // rows) if rows == compiled.schedule.rows else 1
        # The chunk has room for one more row than is written. A full chunk would end a call before the end of the last
        # run.
        self._rows = rows
        self._shape, self._chunk = _shape(compiled, engine), chunk_for(compiled, engine, rows * self.runs + 1)

    @property
    def chunk(self) -> Chunk:
        """Return the chunk. A run appends its rows to the rows in the chunk."""
        assert self._chunk is not None
        return self._chunk

    def clear(self) -> None:
        """Remove all rows."""
        if self._chunk is not None:
            self._chunk.count[0] = 0

    def lacks_room(self, runs: int) -> bool:
        """Return whether some runs fit in the chunk, but only after it has been emptied."""
        return runs <= self.runs and int(self.chunk.count[0]) + runs * self._rows >= len(self.chunk.time)

    def slots(self, compiled: CompiledModel, engine: Integrator, runs: int) -> Chunk | None:
        """Return memory for the next runs, with arrays of the shape (runs, rows, ...). Return None if there is no room.

        Each run may write all its rows. Therefore a run that is appended earlier never overwrites the slot of a later
        run, even if some runs have fewer rows. `put` then does not copy the rows of a slot that is in its place.
        """
        if runs > self.runs or self.lacks_room(runs) or not self.fits(compiled, engine):
            return None
        start = int(self.chunk.count[0])
        shape, some = (runs, self._rows), slice(start, start + runs * self._rows)
        arrays = (
            array[some].reshape(*shape, *array.shape[1:]) if len(array) else np.zeros((runs, 0))
            for array in self.chunk[1:]
        )
        return Chunk(self.chunk.count, *arrays)

    def put(self, rows: Chunk) -> int:
        """Append rows, and return their number. Rows that are already in their place are not copied."""
        start, n = int(self.chunk.count[0]), int(rows.count[0])
        if rows.time.ctypes.data != self.chunk.time[start:].ctypes.data:
            for own, given in zip(self.chunk[1:], rows[1:], strict=True):
                if own.size:
                    own[start : start + n] = given
        self.chunk.count[0] = start + n
        return n

    def take(self, starts: Sequence[int]) -> Rows:
        """Return all rows. Runs start at the rows `starts`. The chunk is empty afterwards, and the next run overwrites
        the returned rows.
        """
        rows = Rows(self.chunk, tuple(start for start in dict.fromkeys(starts) if start < self.chunk.count[0]))
        self.clear()
        return rows

    def cut(self, start: int) -> Chunk:
        """Remove the rows from `start` on, and return them."""
        count, *arrays = self.chunk
        own = Chunk(count - start, *(array[start:] for array in arrays))
        count[0] = start
        return own


def _shape(compiled: CompiledModel, engine: Integrator) -> tuple[object, ...]:
    model = compiled.model
    columns = len(compiled.initial.turned), len(model.signals.kind), len(model.contacts.end)
    return compiled.method.formulation, compiled.schedule.rows, compiled.bodies, engine.constraints, columns
