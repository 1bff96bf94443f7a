"""Manages checkpoints of runs. Decides when rows and state are stored, and continues a run from a checkpoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rbsolve.results.sections.checkpoint import Checkpoint
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.model.outcome import Outcome

if TYPE_CHECKING:
    import numpy as np

    from rbsolve.results.writer import ResultsWriter
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.sensors.plan import SensorPlan

CHECKPOINT_SECONDS = 30.0
SHOWN_SECONDS = 2.0  # shortest time [s] between two updates of a running file, which readers see
SHOWN_PART = 0.002  # largest fraction of the wall time that these updates may take
ENGINE = "engine"


class FileKeeper:
    """Stores rows and checkpoints in the file of a run. Rows are stored every two seconds. A state is stored every
    `every` seconds, and whenever `asked()` returns True.
    """

    def __init__(
        self,
        writer: ResultsWriter,
        sensors: Sequence[SensorPlan],
        every: float = CHECKPOINT_SECONDS,
        asked: Callable[[], bool] = lambda: False,
        source: Checkpoint | None = None,
        on_kept: Callable[[], None] = lambda: None,
    ) -> None:
        """If a checkpoint `source` is given, the run continues from its state. The file already contains the rows up to
        this state.

        `on_kept` is called after each checkpoint.
        """
        self._writer, self._sensors, self._every, self._asked, self._source = writer, sensors, every, asked, source
        self._on_kept = on_kept
        self._began = self._kept = self._shown = time.monotonic()
        self._show_after = SHOWN_SECONDS
        self._is_asked = False
        self.final: Checkpoint | None = None
        """The state at the end of a run, if the run can continue."""

    @property
    def wall_time_before(self) -> float:
        """Return the wall time [s] of the run before its interruption."""
        return 0.0 if self._source is None else self._source.wall_time

    def begin(self, engine: Integrator) -> None:
        """Restore the state of the run in the engine and the sensors."""
        if self._source is None:
            return
        put_back(self._source, engine, self._sensors)

    def is_due(self) -> bool:
        """Return whether it is time to store rows or a state."""
        now = time.monotonic()
        self._is_asked = self._asked() or self._is_asked
        return self._is_asked or now - self._shown >= self._show_after or now - self._kept >= self._every

    def keep(self, engine: Integrator) -> None:
        """Store rows. If a checkpoint is due or requested, also store the state."""
        now = time.monotonic()
        if not self._is_asked and now - self._kept < self._every:
            self._writer.show()
            self._shown = time.monotonic()
            self._show_after = max(SHOWN_SECONDS, (self._shown - now) / SHOWN_PART)
            return
        self._writer.keep(self._checkpoint(engine))
        self._kept = self._shown = time.monotonic()
        self._is_asked = False
        self._on_kept()

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """Store the state at the end of the run, if the run can continue."""
        if outcome in (Outcome.COMPLETE, Outcome.INTERRUPTED) and engine.is_between_steps:
            self.final = self._checkpoint(engine)

    def _checkpoint(self, engine: Integrator) -> Checkpoint:
        memories, arrays = collect_memory(engine, self._sensors)
        seconds = self.wall_time_before + time.monotonic() - self._began
        return Checkpoint(self._writer.rows, memories, arrays, seconds)


def collect_memory(engine: Integrator, sensors: Sequence[SensorPlan]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the data that determine how a run continues: the memory of each owner, and the arrays of all memories."""
    memories: dict[str, Any] = {}
    arrays: dict[str, np.ndarray] = {}
    for key, owner in _owners(engine, sensors):
        memories[key], own = capture(owner)
        arrays.update({f"{key}:{name}": array for name, array in own.items()})
    return memories, arrays


def put_back(checkpoint: Checkpoint, engine: Integrator, sensors: Sequence[SensorPlan]) -> None:
    """Restore the state of a run in an engine and in sensors that were created for the same deck."""
    for key, owner in _owners(engine, sensors):
        restore(owner, checkpoint.memories[key], under(key, checkpoint.arrays))


def fits(checkpoint: Checkpoint, engine: Integrator, sensors: Sequence[SensorPlan]) -> bool:
    """Return whether a state has the same owners and array sizes as an engine and its sensors. Before its first row, a
    sensor may lack an array.
    """
    memories, arrays = collect_memory(engine, sensors)
    if checkpoint.memories.keys() - {"simulation"} != memories.keys():
        return False
    if any(checkpoint.memories[key].keys() != memories[key].keys() for key in memories):
        return False
    given = {name: (array.shape, array.dtype) for name, array in checkpoint.arrays.items()}
    own = {name: (array.shape, array.dtype) for name, array in arrays.items()}
    optional = {name for name in given.keys() ^ own.keys() if not name.startswith(f"{ENGINE}:")}
    return all(given.get(name) == own.get(name) for name in (given.keys() | own.keys()) - optional)


def _owners(engine: Integrator, sensors: Sequence[SensorPlan]) -> Iterator[tuple[str, object]]:
    yield ENGINE, engine
    for sensor in sensors:
        for i, item in enumerate(sensor.memory):
            yield f"{sensor.name}/{i}", item


def under(key: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays whose names start with `key`. In the result, this start is removed from the names."""
    prefix = f"{key}:"
    return {name.removeprefix(prefix): array for name, array in arrays.items() if name.startswith(prefix)}
