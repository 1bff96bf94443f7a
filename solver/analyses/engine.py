"""The common code of analyses without an integrator: the interface to the run loop, and the writing of output rows."""

from __future__ import annotations

from collections.abc import Generator
from typing import cast

import numpy as np

from rbsolve.solver.analyses.prescribed_motions.mechanism import accept, remember
from rbsolve.solver.assembly.checks.signal_values import find_undefined_at
from rbsolve.solver.assembly.elements.plain_signals import evaluate_plainly
from rbsolve.solver.assembly.initial.closure import typical_length
from rbsolve.solver.compiler.records import Record, by_reference
from rbsolve.solver.forces.registry import remembers
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.events import Interrupted
from rbsolve.solver.model.arrays import KEPT, SPEED, Model, State, copy_state
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import FindingLog
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.signals.crossings import passes_threshold

Task = Generator[None, None, Outcome | None]


class AnalysisEngine(IntegratorBase):
    """The base class of analyses that a run can pause and resume. The rules of the interface are in
    solver/integrators/registry.py.

    A subclass defines `begin`, which solves the first row, and `step`, which advances from one time to the next. Both
    are generators, and yield where a run may pause or end. They store the results of the row in `state`, `acceleration`
    and `multipliers`, or return an outcome that ends the run.
    """

    has_crossed = False
    takes_parts = False
    jacobian_updates = 0
    balance = None
    looks_for_events = False
    MEMORY: tuple[str, ...] = (
        *FindingLog.MEMORY,
        *("state", "acceleration", "multipliers", "steps", "rejected_steps", "newton_iterations", "time"),
        *("_row", "_substep", "_stop", "_last_step", "_iterations_before"),
    )

    def __init__(self, compiled: CompiledModel) -> None:
        self.compiled = compiled
        self.model: Model = compiled.model
        self.state = copy_state(compiled.initial)
        self.size = typical_length(self.model, self.state)
        self.acceleration: Floats = np.zeros((compiled.bodies + 1, 6))
        self.multipliers: Floats = np.zeros(len(compiled.model.joints.row_code))
        self.constraints = len(self.multipliers)
        self.steps = self.rejected_steps = self.newton_iterations = 0
        self.time = compiled.schedule.start
        self._handed: dict[int, tuple[State, Record]] = {}
        self._residuals: Floats = np.zeros(self.constraints)
        self._row, self._substep = -1, 0
        self._stop = self.time
        self._task: Task | None = None
        self._last_step, self._iterations_before = 0.0, 0
        self.remembers = remembers(compiled.model)
        self.own_states: Ints = np.arange(len(compiled.initial.element))
        """The indices in `state` of the signal states of the original model."""

    @property
    def is_between_steps(self) -> bool:
        """Return whether no step is in progress. MEMORY is then complete."""
        return self._task is None

    @property
    def reached(self) -> float:
        """Return the time that the analysis has reached [s]."""
        return self.time

    def after_restoring(self) -> None:
        """Discard the step in progress, because it belongs to the state that was replaced."""
        self._task = None

    def begin(self) -> Task:
        """Solve the equations at the first time."""
        raise NotImplementedError

    def step(self, start: float, stop: float) -> Task:
        """Advance from the solution at `start` to the solution at `stop`."""
        raise NotImplementedError

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Do up to `budget` pieces of work, or fewer if `chunk` is full. Return an outcome if the run has ended.

        If the model has events, a step in progress is always completed. The call then ends after the first row, and
        after each step in which a signal has crossed a threshold.
        """
        self.has_crossed, budget, looks = False, max(1, budget), self.looks_for_events
        while budget > 0 or (looks and self._task is not None and not self.interrupted()):
            budget -= 1
            if chunk.count[0] == len(chunk.time):
                return None
            if self._task is None:
                self._task = self._next_task()
            try:
                next(self._task)
            except StopIteration as end:
                self._task = None
                begins = self._row < 0
                outcome = end.value if end.value is not None else self._arrive(chunk)
                self.has_crossed = (
                    looks and end.value is None and not begins and passes_threshold(self.model, self.state)
                )
                if self.has_crossed:
                    return None
                if outcome is not None:
                    return outcome
                if looks and begins:
                    return None
        return None

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """Advance to a time within the next step, and write an output row. Before the run continues, the caller must
        restore the memory that the engine had at the start of the step.
        """
        task = self.step(self.time, time)
        while True:
            if self.interrupted():
                raise Interrupted
            try:
                next(task)
            except StopIteration as end:
                if end.value is not None:
                    return cast("Outcome", end.value)
                break
        self._last_step, self.time = time - self.time, time
        accept(self.model, self.state_reference(self.state))
        evaluate_plainly(self.model, time, self.state)
        self._write(chunk)
        return None

    def _next_task(self) -> Task:
        if self._row < 0:
            return self.begin()
        times, steps = self.compiled.schedule.window(self._row, 1)
        first, last, count = float(times[0]), float(times[1]), int(steps[0])
        self._stop = first + (self._substep + 1) * (last - first) / count if self._substep + 1 < count else last
        return self.step(self.time, self._stop)

    def _arrive(self, chunk: Chunk) -> Outcome | None:
        """Advance to the solution at the next time. Return an outcome after the last time."""
        ends_row = self._row < 0
        if not ends_row:
            ends_row = self._substep + 1 == int(self.compiled.schedule.window(self._row, 1)[1][0])
            self._last_step, self.time = self._stop - self.time, self._stop
            self.steps += 1
            self._substep = 0 if ends_row else self._substep + 1
        accept(self.model, self.state_reference(self.state))
        if self.remembers:
            remember(self.model, self.time, self.state_reference(self.state))
        if ends_row or self.looks_for_events:
            evaluate_plainly(self.model, self.time, self.state)
            if self._lacks_signal(self.state, self.time):
                return Outcome.UNDEFINED_SIGNAL
        if ends_row:
            self._row += 1
            self._write(chunk)
        return Outcome.COMPLETE if self._row == self.compiled.schedule.intervals else None

    def _lacks_signal(self, state: State, t: float) -> bool:
        """Return whether a signal that drives a force has no value, in a state whose signals are evaluated."""
        without = find_undefined_at(self.compiled, self.model, t, state)
        if without is None:
            return False
        self.failed_object, self.detail = without
        return True

    def hand_over(self, state: State) -> None:
        """Prepare a state that kernels will use many times. The arrays of the state do not change."""
        self._handed[id(state)] = state, by_reference(state)

    def state_reference(self, state: State) -> State:
        """Return a state in the form of kernel arguments."""
        known = self._handed.get(id(state))
        return state if known is None else cast(State, known[1])

    def _write(self, chunk: Chunk) -> None:
        row, state = int(chunk.count[0]), self.state
        chunk.count[0] += 1
        chunk.time[row], chunk.step_size[row] = self.time, self._last_step
        chunk.x[row], chunk.e[row], chunk.u[row], chunk.w[row] = state.x, state.e, state.u, state.w
        chunk.a[row], chunk.alpha[row] = self.acceleration[:, :3], self.acceleration[:, 3:]
        chunk.multipliers[row] = self.multipliers
        chunk.joint_rotation[row] = state.turned
        chunk.contact_speed[row] = state.contact[:, SPEED]
        chunk.bristle[row] = state.bristle[:, :KEPT]
        chunk.signal[row], chunk.element[row] = state.signal, state.element[self.own_states]
        chunk.unit_norm_error[row] = np.linalg.norm(state.e, axis=1) - 1.0
        chunk.determinant_error[row] = np.linalg.det(state.R) - 1.0
        chunk.newton_iterations[row] = self.newton_iterations - self._iterations_before
        self._iterations_before = self.newton_iterations
