"""Solving one case: the rows of its sensors as arrays, without a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from rbsolve.ensemble.variation import Variation
from rbsolve.parser.diagnostics import Severity
from rbsolve.pipeline import CheckedDeck, Parameter, check_runnable
from rbsolve.results.writer import Status
from rbsolve.running import STATUS, describe_end
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.run import Pace, Progress, chunk_for, integrate, rows_per_chunk
from rbsolve.solver.sensors.plan import SensorPlan
from rbsolve.solver.sensors.rows import Rows

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CaseRows:
    """What came of one case: `status` as in a results file, its rows and counts. A deck with errors has no plans."""

    status: str
    message: str
    outcome: Outcome | None = None
    plans: tuple[SensorPlan, ...] = ()
    time: Floats = field(default_factory=lambda: np.empty(0))
    sensors: Mapping[str, Floats] = field(default_factory=dict)
    steps: int = 0
    rejected_steps: int = 0
    newton_iterations: int = 0
    wall_time: float = 0.0


class CaseSolver:
    """Solves cases one after the other, with room that it keeps. Each thread needs its own."""

    def __init__(self, variation: Variation, keep: Sequence[str] | None = None) -> None:
        """`keep` are the sensors whose rows are wanted, None for all."""
        self._variation = variation
        self._keep = None if keep is None else frozenset(keep)
        self._chunk: Chunk | None = None
        self._shape: tuple[object, ...] = ()
        self._pace = Pace()

    def solve(
        self,
        parameters: Mapping[str, Parameter],
        progress: Callable[[Progress], None] | None = None,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> CaseRows:
        """The rows of a case; whatever is wrong with it is in its status and message.

        `progress` is called about ten times a second, `interrupted` is asked as often.
        """
        checked = self._variation.check(parameters)
        check_runnable(checked)
        if checked.has_errors or checked.compiled is None:
            return CaseRows("failed", first_error(checked))
        plans = tuple(plan for plan in checked.sensors if self._keep is None or plan.name in self._keep)
        return self._run(checked.compiled, plans, progress, interrupted)

    def _run(
        self,
        compiled: CompiledModel,
        plans: tuple[SensorPlan, ...],
        progress: Callable[[Progress], None] | None,
        interrupted: Callable[[], bool],
    ) -> CaseRows:
        engine = make_engine(compiled)
        times: list[Floats] = []
        blocks: dict[str, list[Floats]] = {plan.name: [] for plan in plans}

        def take(chunk: Chunk) -> None:
            rows = Rows(chunk)
            times.append(rows.time.copy())
            with np.errstate(over="ignore", invalid="ignore"):  # rows of a run that diverges
                for plan in plans:
                    blocks[plan.name].append(plan.evaluate(rows))

        summary = integrate(compiled, engine, self._room(compiled, engine), take, progress, interrupted, self._pace)
        status = STATUS.get(summary.outcome, Status.FAILED)
        return CaseRows(
            status.value,
            describe_end(summary),
            summary.outcome,
            plans,
            _joined(times) if times else np.empty(0),
            {name: _joined(parts) for name, parts in blocks.items() if parts},
            summary.steps,
            summary.rejected_steps,
            summary.newton_iterations,
            summary.wall_time,
        )

    def _room(self, compiled: CompiledModel, engine: Integrator) -> Chunk:
        """An empty chunk; that of the case before where it fits."""
        rows = rows_per_chunk(compiled, engine)
        shape = (
            compiled.method.formulation,
            rows,
            compiled.bodies,
            engine.constraints,
            len(compiled.model.joints.kind),
        )
        if self._chunk is None or shape != self._shape:
            self._chunk, self._shape = chunk_for(compiled, engine, rows), shape
        self._chunk.count[0] = 0
        return self._chunk


def _joined(parts: list[Floats]) -> Floats:
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def first_error(checked: CheckedDeck) -> str:
    """The first error of a deck with its place and hint, in one line."""
    for finding in checked.diagnostics:
        if finding.severity is Severity.ERROR or checked.options.werror:
            hint = f" (hint: {finding.hint})" if finding.hint else ""
            place = f"{finding.span.source.name.rsplit('/', 1)[-1]}:{finding.span.line}"
            return f"{place}: {finding.code}: {finding.message}{hint}"
    return "the deck cannot be solved"
