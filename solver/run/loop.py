"""The run loop. It integrates chunk by chunk, evaluates the sensors, and passes the rows to a sink."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.assembly.checks.rest_start import begins_at_rest
from rbsolve.solver.assembly.checks.signal_values import report_undefined
from rbsolve.solver.compiler.entries import compilations_of
from rbsolve.solver.compiler.progress import count_by
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.analyses import DYNAMIC, KINEMATIC, START
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.memory import capture, restore
from rbsolve.solver.model.numbers import own_copy
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for, rows_per_chunk
from rbsolve.solver.run.clocks import Clocks, Pace, Stopwatch
from rbsolve.solver.run.observer import Nowhere, Observer, Sink
from rbsolve.solver.run.summary import RunSummary, summary_of
from rbsolve.solver.run.supervision import UNWATCHED, Keeper, Progress, Supervision
from rbsolve.solver.sensors.plan import SensorPlan

ROW = 100  # budget in which the analysis of a start completes its row
PATIENCE = 1.0  # longest time [s] to finish the current step when the run is interrupted


def simulate(
    compiled: CompiledModel,
    sensors: Sequence[SensorPlan],
    sink: Sink,
    supervision: Supervision = UNWATCHED,
    watch: Callable[[Chunk], None] | None = None,
    keeper: Keeper | None = None,
    steered: Callable[[Integrator], Integrator] | None = None,
    rehearse: Callable[[], bool] | None = None,
) -> RunSummary:
    """Run a model to its end time, or until it fails or is interrupted. All rows go to `sink`.

    `watch` is called with every chunk of rows. `steered` may wrap the engine for the run loop. `rehearse` calls the
    kernels of a task after the run, so that their compilations are counted. It returns false if their number is unknown.
    """
    clocks = Clocks(Stopwatch(), Pace())
    count_by(lambda: first_compilations(compiled, sensors, rehearse))
    engine = make_engine(compiled)
    if steered is not None:
        engine = steered(engine)
    chunk = chunk_for(compiled, engine, rows_per_chunk(compiled, engine))
    observer = Observer(compiled, sensors, engine.log)

    def take(rows: Chunk) -> None:
        if watch is not None:
            watch(rows)
        for report in observer.write(rows, sink, engine.balance):
            engine.log.report(*report.entry)

    try:
        return integrate(compiled, engine, chunk, take, supervision, keeper, clocks)
    finally:
        count_by(None)


def first_compilations(
    compiled: CompiledModel, sensors: Sequence[SensorPlan], rehearse: Callable[[], bool] | None = None
) -> int | None:
    """Return the number of compilations in the first step of a run, in its first output row, and in the task after the
    run. The function `rehearse` calls the kernels of this task. Return None if the number depends on the results of
    kernels, as in a search for an equilibrium.
    """
    calls: Sequence[Callable[[], object]]
    if compiled.analysis in (DYNAMIC, START) and begins_at_rest(compiled.description):
        return None
    if compiled.analysis == DYNAMIC:
        calls = [lambda: _take_first_step(compiled)]
    elif compiled.analysis == KINEMATIC:
        from rbsolve.solver.analyses.prescribed_motions.kinematic import first_calls

        calls = first_calls(compiled._replace(model=own_copy(compiled.model)))
    elif compiled.analysis == START:
        calls = []
    else:
        return None
    rows = [lambda: _write_first_row(compiled, sensors)]
    if compiled.analysis == START:
        rows.insert(0, lambda: _take_first_step(compiled))
    known: list[bool] = []
    if rehearse is not None:
        rows.append(lambda: known.append(rehearse()))
    number = compilations_of(*calls, rows=rows)
    return number if all(known) else None


def _take_first_step(compiled: CompiledModel) -> None:
    """Take the first step of a run with separate arrays."""
    engine = make_engine(compiled._replace(model=own_copy(compiled.model)))
    engine.advance(chunk_for(compiled, engine, 2), 1 if compiled.analysis == DYNAMIC else ROW)


def _write_first_row(compiled: CompiledModel, sensors: Sequence[SensorPlan]) -> None:
    """Evaluate the sensors of a run for a row of zeros. The memory that sensors have of their previous row does not
    change.
    """
    memories = [(item, capture(item)) for plan in sensors for item in plan.memory]
    try:
        _evaluate_row(compiled, sensors)
    finally:
        for item, memory in memories:
            restore(item, *memory)


def _evaluate_row(compiled: CompiledModel, sensors: Sequence[SensorPlan]) -> None:
    engine = make_engine(compiled._replace(model=own_copy(compiled.model)))
    chunk = chunk_for(compiled, engine, 2)
    chunk.count[0] = 1
    with np.errstate(all="ignore"):  # a row of zeros contains no valid rotation
        Observer(compiled, sensors, engine.log).write(chunk, Nowhere())


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
    """Run an engine to its end time, or until the run fails or is interrupted. `take` receives every full chunk of
    rows. The chunk is then reused.

    Without `take`, the rows are appended to the rows in the chunk. The chunk must have room for all rows. The caller
    must then add the unexplained energy to the summary. The last `begun` rows in the chunk already belong to this run.
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
        if loading is None:  # if a run ends in its first call, its loading time is not known
            loading = now if outcome is None else 0.0
        pace.learn(taken - before, now - called, is_last=outcome is not None)
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
        if progress is not None and loading:  # if a run ends in its first call, it reports no progress
            progress(Progress(engine.time, engine.steps, engine.findings))
        if outcome is not None:
            known = take is not None
            return summary_of(compiled, engine, outcome, stopwatch, loading, earlier_steps, has_energies=known)
        called, before = stopwatch.running, taken


def _end_of_step(engine: Integrator, chunk: Chunk) -> Outcome | None:
    """Finish the step in progress, so that the run can be resumed later. The attempt ends after `PATIENCE` seconds.

    Return an outcome if the step ends the run.
    """
    stop = time.perf_counter() + PATIENCE
    while not engine.is_between_steps and chunk.count[0] < len(chunk.time) and time.perf_counter() < stop:
        outcome = engine.advance(chunk, 1)
        if outcome is not None:
            return outcome
    return None
