"""The run loop: integrate chunk by chunk, evaluate the sensors, hand the rows to a sink."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix
from rbsolve.parser.schema.events import FALLING, RISING
from rbsolve.solver.analyses.linearized.growth import found_growth
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.assembly.checks.signal_values import report_undefined, undefined_driver
from rbsolve.solver.assembly.elements.prescriptions import force_without_value, motion_without_value
from rbsolve.solver.compiler.progress import seconds_spent
from rbsolve.solver.integrators.chunk import Chunk, RowSizes, empty_chunk
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.events import Event
from rbsolve.solver.model.findings import ERROR, Finding, in_order
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.model.surplus import Flow, Surplus
from rbsolve.solver.sensors.motions.free import free_frame
from rbsolve.solver.sensors.motions.half_turns import HalfTurns
from rbsolve.solver.sensors.motions.rows import Report, Rows
from rbsolve.solver.sensors.plan import SensorPlan
from rbsolve.solver.sensors.types.balance import EnergyBalance, found_energy
from rbsolve.solver.sensors.types.contact import contact_forces
from rbsolve.solver.sensors.types.violation import Violation

CHUNK_BYTES = 16e6
PATIENCE = 1.0  # seconds that a step may take to its end when the run is interrupted
CALL_SECONDS = 0.1  # target time of a call of compiled code, between checks for progress and interrupts


_WELL = frozenset((Outcome.COMPLETE, Outcome.INTERRUPTED))


class Sink(Protocol):
    """The receiver of the rows of a run."""

    def write(
        self,
        time: Floats,
        sensors: Mapping[str, Floats],
        diagnostics: Mapping[str, Floats],
        motion: Mapping[str, Floats],
    ) -> None:
        """Take rows: `time` (rows,), each sensor (rows, k), each diagnostic (rows,), and of all bodies their `position`
        (rows, bodies, 3) and `orientation` (rows, bodies, 4), Euler parameters. They are valid during the call only."""
        ...


class Progress(NamedTuple):
    """The progress of a run."""

    time: float
    """Simulated time [s]."""
    steps: int
    findings: tuple[Finding, ...] = ()
    """The diagnostics of the run so far, in the order of time."""


def never() -> bool:
    """Return False: the default of an optional request."""
    return False


class Supervision(NamedTuple):
    """The callbacks of a run for progress and interruption, called about ten times per second of wall time."""

    progress: Callable[[Progress], None] | None = None
    interrupted: Callable[[], bool] = never
    """Whether the run must end at the next point from which it can continue."""
    asked: Callable[[], bool] = never
    """Whether the keeper, if there is one, must write a checkpoint now."""
    every: float | None = None
    """Wall time between checkpoints of the keeper, if there is one [s]; None for the default."""


UNWATCHED = Supervision()


class RunSummary(NamedTuple):
    """The outcome and statistics of a run."""

    outcome: Outcome
    time: float
    """Simulated time reached [s]."""
    failed_object: str | None
    """The object that caused the failure, e.g. "body top"."""
    steps: int
    rejected_steps: int
    newton_iterations: int
    wall_time: float
    """Seconds from the start of the run to its end."""
    compiling: float = 0.0
    """Seconds of it spent on compilation."""
    loading: float = 0.0
    """Seconds until the first step was done, without compilation: mostly for loading machine code from disk."""
    detail: str | None = None
    """How the run failed, in the words of its analysis; None if the outcome is sufficient."""
    findings: tuple[Finding, ...] = ()
    """Diagnostics of the run in the order of time: warnings, notes, and last the cause of a failure."""
    events: tuple[Event, ...] = ()
    """The crossings of signals through thresholds, in the order of time."""
    earlier_steps: int = 0
    """Counts of steps before a run was resumed."""
    unexplained_energy: float = math.nan
    """Energy without a source until the last row: the change of energy less all work [J]; NaN where that is not known."""
    energy_moved: float = math.nan
    """Its scale: the largest kinetic energy, and the work that entered and left, without unexplained energy [J]."""
    flow: Flow | None = None
    """The energies of the run; None if not requested."""

    @property
    def stepping(self) -> float:
        """The time spent on integration steps [s]."""
        return max(self.wall_time - self.compiling - self.loading, 1e-9)


def simulate(
    compiled: CompiledModel,
    sensors: Sequence[SensorPlan],
    sink: Sink,
    supervision: Supervision = UNWATCHED,
    watch: Callable[[Chunk], None] | None = None,
    keeper: Keeper | None = None,
    steered: Callable[[Integrator], Integrator] | None = None,
) -> RunSummary:
    """Run a model to its end time, or until it fails or is interrupted; every row reached goes to `sink`.

    `watch` is called with every chunk of rows. `steered` makes what the run loop sees
    in place of the engine.
    """
    clocks = Clocks(Stopwatch(), Pace())
    engine = make_engine(compiled)
    if steered is not None:
        engine = steered(engine)
    chunk = chunk_for(compiled, engine, rows_per_chunk(compiled, engine))
    observer = Observer(compiled, sensors)

    def take(rows: Chunk) -> None:
        if watch is not None:
            watch(rows)
        for report in observer.write(rows, sink, engine.balance):
            engine.log.report(*report.entry)

    return integrate(compiled, engine, chunk, take, supervision, keeper, clocks)


class Keeper(Protocol):
    """The writer of checkpoints: it stores the rows so far, and the state for continuing."""

    def begin(self, engine: Integrator) -> None:
        """The engine is ready to start; a keeper may restore a later state into it."""
        ...

    def is_due(self) -> bool:
        """Whether rows or state must be stored now; called about ten times per second."""
        ...

    def keep(self, engine: Integrator) -> None:
        """Store a checkpoint: all rows so far are in the sink, and the engine is between two steps."""
        ...

    def end(self, engine: Integrator, outcome: Outcome) -> None:
        """The run has ended, all rows are in the sink."""
        ...


class Stopwatch:
    """The seconds since the start, and those of them spent on compilation."""

    def __init__(self) -> None:
        self._began, self._spent = time.perf_counter(), seconds_spent()

    @property
    def seconds(self) -> float:
        """Seconds since the start, including compilation."""
        return time.perf_counter() - self._began

    @property
    def compiling(self) -> float:
        """Seconds of compilation since the start."""
        return seconds_spent() - self._spent

    @property
    def running(self) -> float:
        """Seconds since the start, without compilation."""
        return time.perf_counter() - self._began - seconds_spent() + self._spent


class Pace:
    """The number of steps in one call of compiled code, between checks for progress and interrupts. One pace serves several runs."""

    def __init__(self) -> None:
        self.budget = 1

    def learn(self, taken: int, seconds: float) -> None:
        """Adapt the steps per call so that a call lasts about CALL_SECONDS. The number grows by a factor of at most 8 per call."""
        self.budget = max(1, int(taken * min(8.0, CALL_SECONDS / max(seconds, 1e-9))))


class Clocks(NamedTuple):
    """The stopwatch of a run and its number of steps per call."""

    stopwatch: Stopwatch
    pace: Pace


def integrate(
    compiled: CompiledModel,
    engine: Integrator,
    chunk: Chunk,
    take: Callable[[Chunk], None] | None,
    supervision: Supervision = UNWATCHED,
    keeper: Keeper | None = None,
    clocks: Clocks | None = None,
    begun: int = 0,
) -> RunSummary:
    """Let an engine run to its end, or until it fails or is interrupted; `take` gets every chunk of rows,
    which is then filled again. Without `take` the rows stay behind those that are in the chunk, which has room for more than all of them.
    The last `begun` rows in the chunk are of this run already.
    """
    stopwatch, pace = clocks or Clocks(Stopwatch(), Pace())
    progress, interrupted, stresses = supervision.progress, supervision.interrupted, SelfStresses(compiled)
    first = int(chunk.count[0]) - begun
    loading: float | None = None
    engine.interrupted = interrupted
    if keeper is not None:
        keeper.begin(engine)
    earlier_steps = 0 if begun else engine.steps
    called, before = stopwatch.running, engine.steps + engine.rejected_steps
    while True:
        outcome = engine.advance(chunk, pace.budget)
        now, taken = stopwatch.running, engine.steps + engine.rejected_steps
        if loading is None:  # if a run ends by its first call, the time for loading is unknown
            loading = now if outcome is None else 0.0
        # After a short last call the steps of the call before are as good for the next run.
        if outcome is None or now - called > CALL_SECONDS:
            pace.learn(taken - before, now - called)
        if outcome is None and interrupted():
            outcome = _end_of_step(engine, chunk) or Outcome.INTERRUPTED
        keeps = keeper is not None and outcome is None and engine.is_between_steps and keeper.is_due()
        if chunk.count[0] > first and (outcome is not None or keeps or chunk.count[0] == len(chunk.time)):
            stresses.remove(chunk, first)
            rows = slice(first, int(chunk.count[0]))
            report_undefined(compiled, chunk.time[rows], chunk.signal[rows], engine.log)
            if take is not None:
                take(chunk)
                chunk.count[0] = 0
        if keeper is not None and keeps:
            keeper.keep(engine)
        if keeper is not None and outcome is not None:
            keeper.end(engine, outcome)
        if progress is not None and loading:  # a run that ends by its first call has no progress
            progress(Progress(engine.time, engine.steps, engine.findings))
        if outcome is not None:
            return summary_of(compiled, engine, outcome, stopwatch, loading, earlier_steps)
        called, before = stopwatch.running, taken


def _end_of_step(engine: Integrator, chunk: Chunk) -> Outcome | None:
    """Finish a step that is under way, unless it takes long: a run can continue from there. An outcome if this ends the run."""
    stop = time.perf_counter() + PATIENCE
    while not engine.is_between_steps and chunk.count[0] < len(chunk.time) and time.perf_counter() < stop:
        outcome = engine.advance(chunk, 1)
        if outcome is not None:
            return outcome
    return None


def events_of(compiled: CompiledModel, engine: Integrator) -> tuple[Event, ...]:
    """The events that an engine has passed."""
    names = list(compiled.description.of_kind("EVENT"))
    return tuple(Event(time, names[event], RISING if rises else FALLING) for time, event, rises in engine.crossings)


def summary_of(
    compiled: CompiledModel,
    integrator: Integrator,
    outcome: Outcome,
    stopwatch: Stopwatch,
    loading: float,
    earlier_steps: int,
) -> RunSummary:
    """The summary of a run. If a prescribed motion or a force has no value at its end, the summary reports this as the cause."""
    place, detail = integrator.failed_object, integrator.detail
    if outcome not in _WELL:
        without = motion_without_value(compiled, integrator.time)
        if without is not None:
            outcome, (place, detail) = Outcome.UNDEFINED_MOTION, without
        elif (unsigned := undefined_driver(compiled, integrator.state)) is not None:
            outcome, (place, detail) = Outcome.UNDEFINED_SIGNAL, unsigned
        elif detail is None:
            place, detail = force_without_value(compiled, integrator.time) or (place, detail)
    events = events_of(compiled, integrator)
    if integrator.has_ended:
        detail = (
            f"Event {events[-1].name} ended the run, {events[-1].direction.lower()} at t = {events[-1].time:.9g} s."
        )
    summary = RunSummary(
        outcome,
        integrator.time,
        place,
        integrator.steps,
        integrator.rejected_steps,
        integrator.newton_iterations,
        stopwatch.seconds,
        stopwatch.compiling,
        loading,
        detail,
        in_order((*_findings(integrator, outcome, place, detail), *_growth(compiled, integrator))),
        events,
        earlier_steps,
        flow=None if integrator.balance is None else Flow.of(integrator.state),
    )
    return (
        summary
        if integrator.balance is None
        else with_balance(compiled, summary, Surplus(*integrator.balance.tolist()))
    )


def _findings(integrator: Integrator, outcome: Outcome, place: str | None, detail: str | None) -> tuple[Finding, ...]:
    """The diagnostics of the integrator and the sensors, and of a failure."""
    found = integrator.findings
    if outcome not in _WELL:
        code = outcome.name.lower().replace("_", "-")
        found = (*found, Finding(integrator.time, ERROR, code, detail or outcome.advice, place or ""))
    return in_order(found)


def _growth(compiled: CompiledModel, integrator: Integrator) -> tuple[Finding, ...]:
    """Growth within a step that an implicit method damps, at the end of the run, or at the start of one with fixed steps."""
    h = integrator.damping_step
    if h == 0.0 or integrator.steps == 0:
        return ()
    found = found_growth(compiled, integrator.state, integrator.time, h)
    if found or compiled.method.is_adaptive or begins_at_rest(compiled.description):
        return found
    return found_growth(compiled, compiled.initial, compiled.schedule.start, h)


def with_balance(compiled: CompiledModel, summary: RunSummary, surplus: Surplus) -> RunSummary:
    """The end of a run, with the energies of its rows."""
    assert summary.flow is not None, "the energy was not checked"
    found = found_energy(compiled, summary.time, surplus, summary.flow)
    return summary._replace(
        unexplained_energy=surplus.end,
        energy_moved=summary.flow.moved_energy(surplus),
        findings=in_order((*summary.findings, *found)),
    )


def chunk_for(compiled: CompiledModel, integrator: Integrator, rows: int) -> Chunk:
    """A chunk with room for `rows` rows of all that `integrator` writes for a model."""
    model, initial = compiled.model, compiled.initial
    sizes = RowSizes(
        bodies=compiled.bodies,
        constraints=integrator.constraints,
        joints=len(initial.turned),
        signals=len(model.signals.kind),
        contacts=len(model.contacts.end),
        states=len(initial.element),
        bristles=len(initial.bristle),
        conjugate=integrator.has_conjugate_quaternions,
        jacobian=integrator.has_jacobian,
    )
    return empty_chunk(rows, sizes)


def rows_per_chunk(compiled: CompiledModel, integrator: Integrator) -> int:
    """The number of rows in a chunk of bounded size."""
    return max(1, min(compiled.schedule.rows, math.ceil(CHUNK_BYTES / row_bytes(compiled, integrator))))


def row_bytes(compiled: CompiledModel, integrator: Integrator) -> float:
    """The approximate memory of a row [bytes]."""
    model, states = compiled.model, len(compiled.initial.element)
    extras = integrator.constraints + len(model.signals.kind) + states + len(model.contacts.end) + 4
    return 8.0 * ((compiled.bodies + 1) * 21 + extras)


class Observer:
    """Converts chunks of rows for a sink: sensors, and the run's own columns."""

    def __init__(self, compiled: CompiledModel, sensors: Sequence[SensorPlan]) -> None:
        self._sensors = sensors
        self._compiled = compiled
        self._bodies = compiled.bodies
        self._energy, self._violation = EnergyBalance(compiled), Violation(compiled)
        self._frames = [free_frame(compiled, name) for name in compiled.free_frames]
        self._half_turns = HalfTurns(compiled)

    def write(self, chunk: Chunk, sink: Sink, balance: Floats | None = None) -> Sequence[Report]:
        """Pass the rows of a chunk to a sink; returns the reports of the sensors. `balance` is that of the integrator."""
        rows = Rows(chunk)
        with np.errstate(over="ignore", invalid="ignore"):  # rows of a diverging run; its outcome reports it
            values = {sensor.name: sensor.evaluate(rows) for sensor in self._sensors}
            self._half_turns(rows)
            diagnostics = {
                "step_size": rows.step_size,
                "newton_iterations": rows.newton_iterations,
                "constraint_violation": self._violation(rows),
                "energy": self._energy.energies(rows),
            }
            if balance is not None:
                unexplained = self._energy.unexplained_change(rows, diagnostics["energy"], balance)
                diagnostics["unexplained_energy"] = unexplained
        if rows.jacobian_updates.size:
            diagnostics["jacobian_updates"] = rows.jacobian_updates
        if rows.hidden_constraint.size:
            diagnostics["hidden_constraint"] = rows.hidden_constraint
        motion = {
            "position": rows.x[:, : self._bodies],
            "orientation": rows.e[:, : self._bodies],
            "velocity": rows.u[:, : self._bodies],
            "angular_velocity": rows.w[:, : self._bodies],
            "joint_rotation": rows.joint_rotation[..., None],
            "signal_state": rows.element[..., None],
        }
        motion["contact_force"], motion["contact_place"] = contact_forces(rows, self._compiled)
        if self._frames:
            poses = [frame.pose(rows) for frame in self._frames]
            motion["frame_position"] = np.stack([pose.x for pose in poses], axis=1)
            motion["frame_orientation"] = euler_parameters_from_matrix(np.stack([pose.R for pose in poses], axis=1))
        sink.write(rows.time, values, diagnostics, motion)
        return rows.reports
