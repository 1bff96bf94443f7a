"""Long cases of a study outlive the process that solves them: rows and state in a file of their own until the chunk is done."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rbsolve.ensemble.case import Piece, joined
from rbsolve.keeping import put_back, remembered, under
from rbsolve.results.checkpoint import Checkpoint
from rbsolve.solver.outcome import Outcome
from rbsolve.studies.folder import write_whole

if TYPE_CHECKING:
    from rbsolve.solver.integrators.registry import Integrator
    from rbsolve.solver.sensors.plan import SensorPlan

PART = 0.005  # of a case's time that may go into keeping it
_TIME, _SENSORS = "rows", "rows of"
_DIGEST = hashlib.sha256().digest_size


class CaseKeeper:
    """Keeps one case every so many seconds of wall time, less often where that takes long."""

    def __init__(self, folder: Path, name: str, identity: Callable[[], str], every: float, is_begun: bool) -> None:
        """Keep it in the file `name` of a folder. `identity` names everything that decides the bits of the case: a file of another is as
        none. With `is_begun` there may be one."""
        self._folder, self._name, self._identity, self._every = folder, name, identity, every
        self._source = read(folder / name, identity()) if is_begun else None
        self._plans: Sequence[SensorPlan] = ()
        self._pieces: list[Piece] = []
        self._began = self._kept = time.monotonic()

    @property
    def is_begun(self) -> bool:
        """Whether another process was at this case, and left its rows and state."""
        return self._source is not None

    @property
    def wall_time_before(self) -> float:
        """Seconds that it took there."""
        return 0.0 if self._source is None else self._source.wall_time

    def hold(self, plans: Sequence[SensorPlan], pieces: list[Piece]) -> None:
        """The sensors of the case, and its rows so far."""
        self._plans, self._pieces = plans, pieces

    def begin(self, engine: Integrator) -> None:
        """Put the engine and the sensors where the case was."""
        if self._source is None:
            return
        put_back(self._source, engine, self._plans)
        if self._source.rows:
            self._pieces.append((self._source.arrays[_TIME], under(_SENSORS, self._source.arrays)))

    def is_due(self) -> bool:
        """Whether the state is to be kept now."""
        return time.monotonic() - self._kept >= self._every

    def keep(self, engine: Integrator) -> None:
        """Write rows and state."""
        began = time.monotonic()
        times, columns = joined(self._pieces)
        self._pieces[:] = [(times, columns)] if len(times) else []
        memories, arrays = remembered(engine, self._plans)
        arrays[_TIME] = times
        arrays.update({f"{_SENSORS}:{name}": values for name, values in columns.items()})
        wall_time = self.wall_time_before + began - self._began
        write(self._folder / self._name, self._identity(), Checkpoint(len(times), memories, arrays, wall_time))
        self._kept = time.monotonic()
        self._every = max(self._every, (self._kept - began) / PART)

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """The rows go into the shard; the file stays until that is written. One that is told to stop goes on from here."""
        if outcome is Outcome.INTERRUPTED and engine.is_between_steps:
            self.keep(engine)


def write(path: Path, identity: str, checkpoint: Checkpoint) -> None:
    """Write a file whole or not at all: the digest of what follows, the identity in a line, the checkpoint."""
    content = identity.encode() + b"\n" + checkpoint.packed()
    path.parent.mkdir(exist_ok=True)
    write_whole(path, hashlib.sha256(content).digest() + content)


def read(path: Path, identity: str) -> Checkpoint | None:
    """What was kept of a case; None when there is nothing of use."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    digest, content = content[:_DIGEST], content[_DIGEST:]
    own = identity.encode() + b"\n"
    if hashlib.sha256(content).digest() != digest or not content.startswith(own):
        return None
    return Checkpoint.unpacked(content[len(own) :])
