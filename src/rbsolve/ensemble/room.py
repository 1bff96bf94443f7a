"""Memory for the rows of runs: of one long run, or of several short ones, one behind the other."""

from __future__ import annotations

from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.run import chunk_for, rows_per_chunk
from rbsolve.solver.sensors.rows import Rows

MOST_ROWS = 1024
"""Of short runs whose sensors are evaluated together: more do not fit in the processor's memory."""


class Room:
    """Chunks for runs; they are filled again and again. Each thread needs its own."""

    def __init__(self) -> None:
        self._shape: tuple[object, ...] = ()
        self._whole: Chunk | None = None
        self._parts: list[Chunk] = []

    def fits(self, compiled: CompiledModel, engine: Integrator) -> bool:
        """Whether there is room for runs of a model."""
        return _shape(compiled, engine) == self._shape

    def make(self, compiled: CompiledModel, engine: Integrator) -> None:
        """Make room for runs of a model; what was there before is gone."""
        if self.fits(compiled, engine):
            return
        rows = rows_per_chunk(compiled, engine)
        several = max(1, MOST_ROWS // rows) if rows == compiled.schedule.rows else 1
        self._shape, self._whole = _shape(compiled, engine), chunk_for(compiled, engine, rows * several)
        self._parts = [_part(self._whole, start, rows) for start in range(0, rows * several, rows)]

    @property
    def runs(self) -> int:
        """How many runs there is room for."""
        return len(self._parts)

    def part(self, run: int) -> Chunk:
        """An empty chunk for a run, number `run`."""
        part = self._parts[run]
        part.count[0] = 0
        return part

    def rows(self, runs: int, last: int) -> Rows:
        """All rows of some runs, the last of which has `last` rows and each other as many as there is room for."""
        assert self._whole is not None
        length = len(self._parts[0].time)
        self._whole.count[0] = (runs - 1) * length + last
        return Rows(self._whole, tuple(range(0, runs * length, length)))


def _shape(compiled: CompiledModel, engine: Integrator) -> tuple[object, ...]:
    model = compiled.model
    columns = len(model.joints.kind), len(model.signals.kind), len(model.contacts.end)
    return compiled.method.formulation, compiled.schedule.rows, compiled.bodies, engine.constraints, columns


def _part(whole: Chunk, start: int, rows: int) -> Chunk:
    count, *arrays = whole
    return Chunk(count.copy(), *(array[start : start + rows] for array in arrays))
