"""Provides memory for the rows of a long run, or of several consecutive short runs."""

from __future__ import annotations

from collections.abc import Sequence

from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run.chunk_size import chunk_for, row_bytes, rows_per_chunk
from rbsolve.solver.sensors.motions.rows import Rows

MOST_ROWS, MOST_BYTES = 16_384, 8e6
"""Largest number of rows whose sensors are evaluated together, and largest size of these rows [bytes]. The rows belong
to short runs. More rows would not fit in the processor's last cache.
"""


class SharedChunk:
    """A chunk that is filled again and again. Each thread needs its own object."""

    def __init__(self) -> None:
        self._shape: tuple[object, ...] = ()
        self._chunk: Chunk | None = None
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

    def put(self, rows: Chunk) -> int:
        """Append rows, and return their number."""
        start, n = int(self.chunk.count[0]), int(rows.count[0])
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
