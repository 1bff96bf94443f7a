"""The run loop: integrate chunk by chunk, evaluate the sensors, hand the rows to a sink."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.prescriptions import motion_without_value
from rbsolve.solver.assembly.reactions import SelfStresses
from rbsolve.solver.integrators.chunk import Chunk, Floats, empty_chunk
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.sensors.plan import SensorPlan, plan_energy

CHUNK_BYTES = 16e6
CALL_SECONDS = 0.1  # how long compiled code may run before Python looks at progress and interrupts


class Sink(Protocol):
    """Where the rows of a run go."""

    def write(self, time: Floats, sensors: Mapping[str, Floats], diagnostics: Mapping[str, Floats]) -> None:
        """Take rows: `time` (rows,), each sensor (rows, k), each diagnostic (rows,)."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run has come."""

    time: float
    """Simulated time [s]."""
    steps: int
    wall_time: float
    """Seconds since the start of the run."""


@dataclass(frozen=True, slots=True)
class RunSummary:
    """How a run ended."""

    outcome: Outcome
    time: float
    """Simulated time reached [s]."""
    failed_object: str | None
    """What made the run fail, e.g. "body top"."""
    steps: int
    rejected_steps: int
    newton_iterations: int
    wall_time: float
    detail: str | None = None
    """How the run failed, in the words of its analysis; None where the outcome says it all."""
    notes: tuple[str, ...] = ()
    """What the analysis found out beside the rows, e.g. that an equilibrium is not unique."""


def simulate(
    compiled: CompiledModel,
    sensors: Sequence[SensorPlan],
    sink: Sink,
    progress: Callable[[Progress], None] | None = None,
    interrupted: Callable[[], bool] = lambda: False,
    watch: Callable[[Chunk], None] | None = None,
) -> RunSummary:
    """Run a model to its end time, or until it fails or `interrupted()` says so; every row reached goes to `sink`.

    `progress` is called about ten times a second of wall time, `watch` with every chunk of rows.
    """
    start = time.perf_counter()
    integrator = make_engine(compiled)
    chunk = chunk_for(compiled, integrator, _rows_per_chunk(compiled, integrator))
    energy, stresses = plan_energy(compiled), SelfStresses(compiled)
    budget = 1
    while True:
        called = time.perf_counter()
        outcome = integrator.advance(chunk, budget)
        now = time.perf_counter()
        budget = _next_budget(budget, now - called)
        if outcome is None and interrupted():
            outcome = Outcome.INTERRUPTED
        if outcome is not None or chunk.count[0] == len(chunk.time):
            stresses.remove(chunk)
            if watch is not None and chunk.count[0]:
                watch(chunk)
            _flush(chunk, sensors, energy, sink)
        if progress is not None:
            progress(Progress(integrator.time, integrator.steps, now - start))
        if outcome is not None:
            return _summary(compiled, integrator, outcome, time.perf_counter() - start)


def _summary(compiled: CompiledModel, integrator: Integrator, outcome: Outcome, wall_time: float) -> RunSummary:
    """How a run ended; where a prescribed motion has no value there, that is why, however the integrator noticed."""
    place, detail = integrator.failed_object, getattr(integrator, "detail", None)
    if outcome not in (Outcome.COMPLETE, Outcome.INTERRUPTED):
        without = motion_without_value(compiled, integrator.time)
        if without is not None:
            outcome, (place, detail) = Outcome.UNDEFINED_MOTION, without
    return RunSummary(
        outcome,
        integrator.time,
        place,
        integrator.steps,
        integrator.rejected_steps,
        integrator.newton_iterations,
        wall_time,
        detail,
        getattr(integrator, "notes", ()),
    )


def chunk_for(compiled: CompiledModel, integrator: Integrator, rows: int) -> Chunk:
    """A chunk with room for `rows` rows of all that `integrator` writes for a model."""
    conjugate = compiled.method.formulation == "QUATERNION_HAMILTONIAN"
    return empty_chunk(
        rows, compiled.bodies, integrator.constraints, len(compiled.model.joints.kind), conjugate=conjugate
    )


def _rows_per_chunk(compiled: CompiledModel, integrator: Integrator) -> int:
    row_bytes = 8.0 * ((compiled.bodies + 1) * 21 + integrator.constraints + 4)
    return max(1, min(len(compiled.schedule.times), math.ceil(CHUNK_BYTES / row_bytes)))


def _next_budget(budget: int, seconds: float) -> int:
    """Steps that take about CALL_SECONDS, approached by factors of at most 8."""
    factor = CALL_SECONDS / max(seconds, 1e-9)
    return max(1, int(budget * min(8.0, factor)))


def _flush(chunk: Chunk, sensors: Sequence[SensorPlan], energy: SensorPlan, sink: Sink) -> None:
    rows = int(chunk.count[0])
    if rows == 0:
        return
    with np.errstate(over="ignore", invalid="ignore"):  # rows of a run that diverges; its outcome says so
        values = {sensor.name: np.asarray(sensor.evaluate(chunk), dtype=np.float64) for sensor in sensors}
        total_energy = energy.evaluate(chunk)[:, 0]
    diagnostics = {
        "step_size": chunk.step_size[:rows],
        "newton_iterations": chunk.newton_iterations[:rows],
        "constraint_violation": chunk.constraint_violation[:rows],
        "energy": total_energy,
    }
    if chunk.hidden_constraint.size:
        diagnostics["hidden_constraint"] = chunk.hidden_constraint[:rows]
    sink.write(chunk.time[:rows], values, diagnostics)
    chunk.count[0] = 0
