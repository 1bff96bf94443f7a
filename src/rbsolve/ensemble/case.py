"""Solves cases, and returns the rows of their sensors as arrays, without a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import thread_time
from types import MappingProxyType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.ahead import Ahead
from rbsolve.ensemble.balances import Balances, Waiting, agree, planned_by_rows, share_joints
from rbsolve.ensemble.engines import Engines
from rbsolve.ensemble.lanes import Lanes, gather
from rbsolve.ensemble.shared_chunk import SharedChunk
from rbsolve.ensemble.together import ByRows
from rbsolve.ensemble.variation import Variation
from rbsolve.ensemble.wanted import ALONE, Wanted
from rbsolve.language.diagnostics import Diagnostic, Severity
from rbsolve.pipeline import CheckedDeck, Parameter, check_runnable
from rbsolve.pipeline.findings import findings_of
from rbsolve.results.file.conventions import Status
from rbsolve.runs.run import STATUS, describe_end
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.side_by_side import CaseState
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel, Schedule
from rbsolve.solver.model.findings import Finding, FindingLog, in_order
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.clocks import Clocks, Pace, Stopwatch
from rbsolve.solver.run.loop import integrate
from rbsolve.solver.run.summary import RunSummary
from rbsolve.solver.run.supervision import Keeper, Progress, Supervision
from rbsolve.solver.sensors.motions.doubtful import DoubtfulMotions
from rbsolve.solver.sensors.motions.rows import Report, Rows
from rbsolve.solver.sensors.plan import SensorPlan
from rbsolve.solver.sensors.types.balance import EnergyBalance

Floats = NDArray[np.float64]
LONG = 1.0
"""Processor time [s] for short cases after which their sensors are evaluated. Other processes on a busy machine then do
not make the groups smaller.
"""


class CaseRows(NamedTuple):
    """The outcome of a case: its `status` as in a results file, its rows and its counts. For a deck with errors,
    `plans` is empty.
    """

    status: str
    message: str
    outcome: Outcome | None = None
    plans: tuple[SensorPlan, ...] = ()
    time: Floats = np.empty(0)
    sensors: Mapping[str, Floats] = MappingProxyType({})
    steps: int = 0
    rejected_steps: int = 0
    newton_iterations: int = 0
    wall_time: float = 0.0
    findings: tuple[Finding, ...] = ()
    """The diagnostics of the check and the run of the case."""


_INTERRUPTED = Outcome.INTERRUPTED
_STATUS = {outcome: STATUS.get(outcome, Status.FAILED).value for outcome in Outcome}

Piece = tuple[Floats, dict[str, Floats]]
"""Rows of a run, with their times and the columns of each sensor."""


class RowKeeper(Keeper, Protocol):
    """Stores checkpoints of a case, so that another process can resume the case."""

    @property
    def is_begun(self) -> bool:
        """Return whether another process has left rows and a state of this case."""
        ...

    @property
    def wall_time_before(self) -> float:
        """Return the wall time [s] that the earlier process has spent on the case."""
        ...

    def hold(self, plans: Sequence[SensorPlan], pieces: list[Piece]) -> None:
        """Set the sensors of the case, and the list that collects its rows. Rows from an earlier process are added to
        this list when the engine starts.
        """
        ...


class CaseSolver:
    """Solves cases in order, and reuses memory. Each thread needs its own solver."""

    def __init__(self, variation: Variation, keep: Sequence[str] | None = None, wanted: Wanted = ALONE) -> None:
        """`keep` contains the sensors whose rows are stored, or is None for all sensors. `wanted` is the requested
        number of lanes.
        """
        self._keep = None if keep is None else frozenset(keep)
        self._ahead, self._engines, self._shared, self._pace = Ahead(variation), Engines(), SharedChunk(), Pace()
        self._lanes = Lanes(wanted, self._engines, self._shared)
        self._sensors: Sequence[SensorPlan] = ()
        self._plans: tuple[SensorPlan, ...] = ()
        self._engine: Integrator | None = None
        self._schedule: Schedule | None = None
        self._waiting: list[Waiting] = []
        self._began = 0.0  # processor time at which the first of the waiting cases started [s]
        self._told, self._balances = _Told(), Balances()

    def solve(
        self,
        parameters: Mapping[str, Parameter],
        progress: Callable[[Progress], None] | None = None,
        interrupted: Callable[[], bool] = lambda: False,
        keeper: Callable[[], RowKeeper | None] = lambda: None,
    ) -> CaseRows:
        """Return the rows of a case. Its status and message describe any error.

        `progress` and `interrupted` are called about ten times a second.
        """
        return next(self.solve_all([parameters], progress, interrupted, keeper))

    def solve_all(
        self,
        cases: Iterable[Mapping[str, Parameter]],
        progress: Callable[[Progress], None] | None = None,
        interrupted: Callable[[], bool] = lambda: False,
        keeper: Callable[[], RowKeeper | None] = lambda: None,
        begin: Callable[[int], bool] = lambda index: True,
    ) -> Iterator[CaseRows]:
        """Yield the rows of the cases in order. Several short cases are solved before their sensors are evaluated.

        If the compilation is fast, several cases are compiled before the first of them is solved. Otherwise kernels
        would displace the compiler's data from the processor's cache. `begin` receives the number of the case that
        starts, and returns whether to continue. `keeper` returns the keeper of the next case.
        """
        self._waiting = []  # discard the cases of an aborted call
        self._shared.clear()
        index, watched = 0, Supervision(progress, interrupted)
        for some in gather(self._ahead.check(cases, begin), self._lanes):
            if len(some) > 1 and self._shared.lacks_room(len(some)):
                yield from self._evaluate()
            states = self._step_together(some, watched)
            for k, checked in enumerate(some):
                if not begin(index):
                    return
                index += 1
                yield from self._solve_next(checked, states.get(k), watched, keeper)
        yield from self._evaluate()

    def _step_together(self, some: list[CheckedDeck], watched: Supervision) -> dict[int, CaseState]:
        """Step some cases in lanes. Return the states that they have reached, by the index of the case."""
        if len(some) == 1:
            return {}
        models = {k: checked.compiled for k, checked in enumerate(some) if checked.compiled and not checked.has_errors}
        found = self._lanes.solve(list(models.values()), watched.interrupted, watched.progress)
        return dict(zip(models, found or (), strict=False))

    def _solve_next(
        self,
        checked: CheckedDeck,
        state: CaseState | None,
        watched: Supervision,
        keeper: Callable[[], RowKeeper | None],
    ) -> Iterator[CaseRows]:
        """Solve a case. `state` is the state that it has reached in lanes, or None. Yield the rows of the cases whose
        sensors have been evaluated.
        """
        compiled = checked.solvable
        if compiled is None:
            check_runnable(checked)
            yield from self._evaluate()
            yield CaseRows("failed", first_error(checked), findings=self._told.by(checked))
            return
        told = self._told.by(checked)
        keeps = keeper()
        if keeps is not None and keeps.is_begun:
            state = None
        engine = self._engines.at_start(compiled, is_begun=state is not None)
        if not self._is_ready_for(checked.sensors, compiled, engine):
            yield from self._evaluate()
            self._prepare(checked.sensors, compiled, engine)
        case, interrupted = _AtWork(compiled, engine, told, state), watched.interrupted
        if self._shared.runs == 1 or (keeps is not None and keeps.is_begun):
            yield from self._evaluate()
            yield self._run_alone(case, watched, keeps)
            return
        if not self._waiting:
            self._began = thread_time()
        start = int(self._shared.chunk.count[0])
        summary = self._append(case, watched if keeps is None else _also_stopped(watched, keeps.is_due))
        if keeps is not None and summary.outcome is _INTERRUPTED and keeps.is_due() and not interrupted():
            own = self._shared.cut(start)
            yield from self._evaluate()
            yield self._run_alone(case._replace(state=None), watched, keeps, own, summary.wall_time)
            return
        self._waiting.append(Waiting(compiled, summary, start, told))
        if len(self._waiting) == self._shared.runs or thread_time() - self._began > LONG:
            yield from self._evaluate()

    def _append(self, case: _AtWork, watched: Supervision) -> RunSummary:
        """Solve a short case. Its rows are appended to the rows of the waiting cases."""
        begun = self._restore(case.engine, case.state)
        clocks = Clocks(Stopwatch(), self._pace)
        summary = integrate(case.compiled, case.engine, self._shared.chunk, None, watched, None, clocks, begun)
        if case.state is None:
            self._lanes.learn(summary.stepping)
            return summary
        return summary._replace(wall_time=summary.wall_time + case.state.seconds)

    def _restore(self, engine: Integrator, state: CaseState | None) -> int:
        """Restore the state that a case has reached in lanes. Return the number of its rows."""
        if state is None:
            return 0
        self._lanes.go_on(engine, state)
        return self._shared.put(state.rows)

    def _is_ready_for(self, sensors: Sequence[SensorPlan], compiled: CompiledModel, engine: Integrator) -> bool:
        """Return whether the rows of a model can be appended to the rows of the waiting cases."""
        if sensors is not self._sensors:
            return False
        if type(sensors) is ByRows and self._waiting:
            first = self._waiting[0].compiled
            if not agree(first, compiled) or (sensors.read_joints and not share_joints([first, compiled])):
                return False
        return engine is self._engine or (compiled.schedule is self._schedule and self._shared.fits(compiled, engine))

    def _prepare(self, sensors: Sequence[SensorPlan], compiled: CompiledModel, engine: Integrator) -> None:
        self._sensors, self._engine, self._schedule = sensors, engine, compiled.schedule
        self._plans = tuple(plan for plan in sensors if self._keep is None or plan.name in self._keep)
        self._shared.make(compiled, engine)

    def _evaluate(self) -> Iterator[CaseRows]:
        """Evaluate the sensors of the waiting cases."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        starts = [run.start for run in waiting]
        rows = self._shared.take(starts)
        ends = [*starts[1:], len(rows.time)]
        time, sensors = self._columns(
            rows, self._plans_for([run.compiled for run in waiting], np.subtract(ends, starts).tolist())
        )
        for (compiled, _, start, told), summary, end in zip(
            waiting, self._balances.balance(waiting, rows, ends), ends, strict=True
        ):
            own = slice(start, end)
            DoubtfulMotions(compiled, FindingLog())(rows, start, end)
            if rows.reports:
                summary = _with_reports(summary, [report for report in rows.reports if start <= report.row < end])
            yield self._result(summary, told, time[own], {name: columns[own] for name, columns in sensors.items()})

    def _run_alone(
        self,
        case: _AtWork,
        watched: Supervision,
        keeper: RowKeeper | None,
        begun: Chunk | None = None,
        wall_time: float = 0.0,
    ) -> CaseRows:
        """Solve a long run. Sensors are evaluated piece by piece. `begun` contains rows that the run may already have."""
        compiled, engine, told, state = case
        plans = self._plans_for([compiled], [1])
        for plan in plans:
            plan.forget()
        pieces: list[Piece] = []

        balance, doubtful = EnergyBalance(compiled), DoubtfulMotions(compiled, engine.log)

        def take(chunk: Chunk) -> None:
            rows = Rows(chunk)
            pieces.append(self._columns(rows, plans))
            doubtful(rows)
            if engine.balance is not None:
                with np.errstate(over="ignore", invalid="ignore"):  # the rows of a diverging run may overflow
                    balance.unexplained_change(rows, balance.energies(rows), engine.balance)
            for report in rows.reports:
                engine.log.report(*report.entry)

        if begun is not None:
            take(begun)
        if keeper is not None:
            keeper.hold(plans, pieces)
            wall_time += keeper.wall_time_before
        rows = self._restore(engine, state)
        summary = integrate(
            compiled, engine, self._shared.chunk, take, watched, keeper, Clocks(Stopwatch(), self._pace), rows
        )
        if state is None:
            self._lanes.learn(summary.stepping)
        else:
            wall_time += state.seconds
        return self._result(summary._replace(wall_time=wall_time + summary.wall_time), told, *join_pieces(pieces))

    def _plans_for(self, models: list[CompiledModel], rows: Sequence[int]) -> tuple[SensorPlan, ...]:
        """Return the sensors of cases. `rows` contains the cases' numbers of rows."""
        if type(self._sensors) is not ByRows:
            return self._plans
        own = planned_by_rows(models, rows, [plan.name for plan in self._plans], self._sensors.has_moved)
        return tuple(own.get(plan.name, plan) for plan in self._plans)

    def _columns(self, rows: Rows, plans: Sequence[SensorPlan]) -> Piece:
        with np.errstate(over="ignore", invalid="ignore"):  # the rows of a diverging run may overflow
            return rows.time.copy(), {plan.name: plan.evaluate(rows) for plan in plans}

    def _result(
        self, summary: RunSummary, told: tuple[Finding, ...], time: Floats, sensors: Mapping[str, Floats]
    ) -> CaseRows:
        return CaseRows(
            _STATUS[summary.outcome],
            describe_end(summary),
            summary.outcome,
            self._plans,
            time,
            sensors,
            summary.steps,
            summary.rejected_steps,
            summary.newton_iterations,
            summary.wall_time,
            (*told, *summary.findings),
        )


class _AtWork(NamedTuple):
    """A case in progress."""

    compiled: CompiledModel
    engine: Integrator
    told: tuple[Finding, ...]
    """The diagnostics of the check of the case."""
    state: CaseState | None
    """The state that the case has reached in lanes, or None if it is still at its start."""


class _Told:
    """Converts the diagnostics of checks. If the diagnostics of two consecutive cases are equal, the converted
    diagnostics are reused.
    """

    def __init__(self) -> None:
        self._diagnostics: tuple[Diagnostic, ...] = ()
        self._findings: tuple[Finding, ...] = ()

    def by(self, checked: CheckedDeck) -> tuple[Finding, ...]:
        """Convert the diagnostics of a check."""
        if not checked.diagnostics.reported:
            return ()
        found = tuple(checked.diagnostics)
        if found != self._diagnostics:
            self._diagnostics, self._findings = found, findings_of(checked)
        return self._findings


def join_pieces(pieces: Sequence[Piece]) -> Piece:
    """Join all pieces of rows to a single piece."""
    if len(pieces) == 1:
        return pieces[0]
    if not pieces:
        return np.empty(0), {}
    time = np.concatenate([time for time, _ in pieces])
    return time, {name: np.concatenate([piece[name] for _, piece in pieces]) for name in pieces[0][1]}


def _with_reports(summary: RunSummary, reports: Iterable[Report]) -> RunSummary:
    """Return the outcome of a run, with the diagnostics that sensors report about the rows."""
    log = FindingLog()
    for report in reports:
        log.report(*report.entry)
    return summary._replace(findings=in_order((*summary.findings, *log.findings)))


def _also_stopped(watched: Supervision, stops: Callable[[], bool]) -> Supervision:
    return Supervision(watched.progress, lambda: watched.interrupted() or stops())


def first_error(checked: CheckedDeck) -> str:
    """Return the first error of a deck with its place and hint, in a single line."""
    for finding in checked.diagnostics:
        if finding.severity is Severity.ERROR or checked.options.werror:
            hint = f" (hint: {finding.hint})" if finding.hint else ""
            place = f"{finding.span.source.name.rsplit('/', 1)[-1]}:{finding.span.line}"
            return f"{place}: {finding.code}: {finding.message}{hint}"
    return "the deck cannot be solved"
