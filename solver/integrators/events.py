"""Wraps an integrator for runs with events. A step with an event is repeated to locate the crossings.

A kernel returns after a step, or a part of a step, in which a signal has crossed a threshold (`signals/crossings.py`).
The run then returns to the start of the call and repeats it bitwise identically up to that step. The run then tries
other step sizes until it finds the crossing. Afterwards, the motion continues from the end of the original step. Events
do not affect the output rows, except that an event may end the run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from rbsolve.solver.integrators.base import Carrier, never
from rbsolve.solver.integrators.faint_crossings import FaintCrossings
from rbsolve.solver.integrators.registry import Integrator
from rbsolve.solver.integrators.roots import root
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.findings import Finding, FindingLog
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.memory import Arrays, capture, restore
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.model.signals import Events

ROWS = 4  # number of rows in the chunk for trials


class Watchable(Integrator, Protocol):
    """The interface of integrators that locate events."""

    has_crossed: bool
    """Whether a signal crossed a threshold in the last step, or part of a step, of the last call."""

    slides: bool
    """Whether the motion stays on a switch of a signal."""

    carrier: Carrier | None
    """The storage of the derivatives of the engine's variables."""

    takes_parts: bool
    """Whether a call may end within a step because a signal has crossed a threshold. Such an engine continues from the
    state with the crossing, but other engines repeat the step.
    """

    @property
    def reached(self) -> float:
        """Return the time that the run has reached, also within a divided step [s]."""
        ...

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """Advance to a time within the next step, and write a row. Before the run continues, the caller must restore
        the memory that the engine had at the start of the step.
        """
        ...

    def write_present_row(self, chunk: Chunk) -> Outcome | None:
        """Write a row of the current state."""
        ...

    def notice_input(self) -> None:
        """Notify the engine that an input has changed between two steps."""
        ...


class Interrupted(Exception):
    """Raised if a run must end during a search."""


class Memory(NamedTuple):
    """The state of an engine."""

    tree: dict[str, Any]
    arrays: Arrays
    derivatives: Any
    """The memory of the storage of derivatives, or None if there is no such storage."""


def _memory(engine: Watchable) -> Memory:
    """Copy the state of an engine."""
    return Memory(*capture(engine), None if engine.carrier is None else engine.carrier.memory())


def _put_back(engine: Watchable, memory: Memory) -> None:
    """Restore the stored state of an engine."""
    restore(engine, memory.tree, memory.arrays)
    if engine.carrier is not None:
        engine.carrier.go_back(memory.derivatives)


class EventCrossing(NamedTuple):
    """One crossing of a threshold in a run."""

    time: float
    event: int
    rises: bool


class Mark(NamedTuple):
    """The start of a step, or the last crossing found in the step."""

    time: float
    beyond: Floats
    """The values of the signals minus their thresholds at the time of the mark."""


class Watched:
    """An integrator that locates events. It has the interface to the run loop (solver/integrators/registry.py)."""

    def __init__(self, engine: Watchable, events: Events, names: Sequence[str]) -> None:
        """`names` are the names of the signals of the events."""
        self._engine, self._events, self._faint = engine, events, FaintCrossings(events, names)
        self.crossings: list[tuple[float, int, bool]] = []
        self._final: Chunk | None = None
        # solver/model/memory.py requires MEMORY and `after_restoring`, but the protocol of integrators does not contain
        # them.
        self.MEMORY = ("crossings", "_faint.largest", "_faint.left_out", *(f"_engine.{path}" for path in engine.MEMORY))  # type: ignore[attr-defined]
        self.interrupted: Callable[[], bool] = never
        self.constraints = engine.constraints
        self.has_conjugate_quaternions = engine.has_conjugate_quaternions
        self.has_jacobian = engine.has_jacobian

    def after_restoring(self) -> None:
        """Call `after_restoring` of the engine."""
        self._engine.after_restoring()  # type: ignore[attr-defined]  # see MEMORY
        self.crossings = [(time, event, rises) for time, event, rises in self.crossings]

    @property
    def engine(self) -> Watchable:
        """Return the integrator that takes the steps."""
        return self._engine

    @property
    def has_ended(self) -> bool:
        """Return whether an event has ended the run."""
        return self._final is not None

    @property
    def is_between_steps(self) -> bool:
        """Return whether the memory determines how the run continues, which is false after an event has ended the run."""
        return self._final is None and self._engine.is_between_steps

    @property
    def state(self) -> State:
        """Return the current state of the run."""
        return self._engine.state

    @property
    def steps(self) -> int:
        """Return the number of accepted steps."""
        return self._engine.steps

    @property
    def rejected_steps(self) -> int:
        """Return the number of rejected steps."""
        return self._engine.rejected_steps

    @property
    def newton_iterations(self) -> int:
        """Return the number of iterations of all steps."""
        return self._engine.newton_iterations

    @property
    def jacobian_updates(self) -> int:
        """Return the number of Jacobian updates of all steps."""
        return self._engine.jacobian_updates

    @property
    def damping_step(self) -> float:
        """Return the size of the last step of an implicit method [s]. Other methods return 0."""
        return self._engine.damping_step

    @property
    def evaluations(self) -> int:
        """Return the number of force evaluations of all steps."""
        return self._engine.evaluations

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Return False, because the located events belong to one model."""
        return False

    @property
    def time(self) -> float:
        """The simulated time that the run has reached [s]."""
        return self._engine.time if self._final is None else self.crossings[-1][0]

    @property
    def failed_object(self) -> str | None:
        """Return the object that caused the failure."""
        return self._engine.failed_object

    @property
    def detail(self) -> str | None:
        """Return the reason of the failure."""
        return self._engine.detail

    @property
    def balance(self) -> Floats | None:
        """Return the energy balance of the engine."""
        return self._engine.balance

    @property
    def log(self) -> FindingLog:
        """Return the log of the engine. Diagnostics of trials disappear when the engine is restored."""
        return self._engine.log

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the diagnostics of the engine for the user."""
        return *self._engine.findings, *self._faint.findings(self.time)

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        if self._final is not None:
            return self._end(self._final, chunk)
        engine = self._engine
        engine.interrupted = self.interrupted
        start, rows, known = _memory(engine), int(chunk.count[0]), len(self.crossings)
        left_out = self._faint.left_out.copy()
        outcome, mark = engine.advance(chunk, budget), None
        while engine.has_crossed:
            mark = self._cross(mark, start, rows, chunk)
            if self._final is not None:
                return self._end(self._final, chunk)
            if mark is None:
                del self.crossings[known:]
                self._faint.left_out[...] = left_out
            if engine.is_between_steps:
                return None
            outcome = engine.advance(chunk, 0)  # continue to the end of the step
        # The engine was interrupted within a step, so a run cannot continue from its state.
        if outcome is None and not engine.is_between_steps:
            self._go_back(start, rows, engine.steps, chunk)
            del self.crossings[known:]
            self._faint.left_out[...] = left_out
        return outcome

    def notice_input(self) -> None:
        """Notify the engine that an input has changed between two steps."""
        self._engine.notice_input()

    def write_present_row(self, chunk: Chunk) -> Outcome | None:
        """Write a row of the current state, or of the final state if an event has ended the run."""
        if self._final is None:
            return self._engine.write_present_row(chunk)
        _copy_row(self._final, int(self._final.count[0]) - 1, chunk)
        return None

    def _go_back(self, start: Memory, rows: int, steps: int, chunk: Chunk) -> None:
        """Return to the state after a number of steps. The steps since an earlier memory are repeated bitwise
        identically. `rows` is the number of rows at the earlier time.
        """
        _put_back(self._engine, start)
        chunk.count[0] = rows
        while self._engine.steps < steps:
            self._engine.advance(chunk, steps - self._engine.steps)

    def _cross(self, mark: Mark | None, start: Memory, rows: int, chunk: Chunk) -> Mark | None:
        """Locate the crossings that the engine has detected, and continue after them.

        Return None if a crossing ends the run, or if the search is interrupted. The engine is then at the start of the
        step.
        """
        engine = self._engine
        there, count = _memory(engine), int(chunk.count[0])
        end, sides, beyond, slides = engine.reached, self._sides(), self._beyond(), engine.slides
        step = engine.steps - 1 if engine.is_between_steps else engine.steps
        crossed = np.flatnonzero(self._find_crossings(sides)).tolist()
        self._go_back(start, rows, step, chunk)
        if mark is None:
            mark = Mark(engine.time, self._beyond())
        slides = slides or engine.slides
        kept = self._faint.without_faint(crossed, mark.beyond, beyond, slides=slides)
        sides[list(set(crossed) - set(kept))] *= -1.0
        if kept and not self._find(kept, mark, Mark(end, beyond), sides, slides, chunk):
            return None
        if engine.takes_parts:
            _put_back(engine, there)
            chunk.count[0] = count
        engine.state.side[...] = sides
        return Mark(end, beyond)

    def _find(self, crossed: list[int], mark: Mark, end: Mark, sides: np.ndarray, slides: bool, chunk: Chunk) -> bool:
        """Locate the events in the next step, between two marks. `sides` contains the sides of the signals after the
        crossings.

        Return False if an event ends the run, or if the search is interrupted.
        """
        engine, trial = self._engine, _room_for_trials(chunk)
        before = _memory(engine)
        try:
            allowed = [self._faint.allowed(event, slides=slides) for event in crossed]
            times = [
                self._locate(event, mark, end, most, before, trial)
                for event, most in zip(crossed, allowed, strict=True)
            ]
            found = sorted(
                EventCrossing(time, event, bool(sides[event] > 0.0)) for time, event in zip(times, crossed, strict=True)
            )
            ending = next((n for n, crossing in enumerate(found) if self._events.terminate[crossing.event]), None)
            if ending is not None:
                self._go_to(found[ending].time, before, trial)
                if engine.carrier is not None:
                    engine.carrier.end(trial, found[ending].event)
                found = found[: ending + 1]
        except Interrupted:
            return False
        finally:
            _put_back(engine, before)
        self.crossings += [(crossing.time, crossing.event, crossing.rises) for crossing in found]
        if ending is not None:
            self._final = trial
        return ending is None

    def _give_way(self) -> None:
        """Raise Interrupted if the run must end now."""
        if self.interrupted():
            raise Interrupted

    def _sides(self) -> np.ndarray:
        """Return the current sides of the signals."""
        sides = np.sign(self._beyond())
        return np.asarray(np.where(sides == 0.0, self._engine.state.side, sides), dtype=float)

    def _beyond(self) -> np.ndarray:
        """Return the values of the signals minus their thresholds."""
        return np.asarray(self._engine.state.signal[self._events.signal] - self._events.threshold)

    def _find_crossings(self, sides: np.ndarray) -> np.ndarray:
        """Return for each event whether it has occurred since `state.side`, as a boolean array."""
        return np.asarray((sides * self._engine.state.side < 0.0) & (self._events.direction * sides >= 0.0))

    def _go_to(self, time: float, before: Memory, trial: Chunk) -> None:
        """Restore a memory, and advance the engine to a time within the next step. The row of this time is appended to
        the chunk.
        """
        self._give_way()
        _put_back(self._engine, before)
        trial.count[0] = 0
        self._engine.step_to(time, trial)
        if trial.count[0] == 0:  # the time is the start of the step
            _put_back(self._engine, before)
            self._engine.write_present_row(trial)

    def _locate(self, event: int, mark: Mark, end: Mark, faint: float, before: Memory, trial: Chunk) -> float:
        """Return the time between two marks at which the signal of an event crosses its threshold. If its distance from
        the threshold is at most `faint` at the first mark, return the time at which the distance exceeds `faint`. The
        step starts at the memory `before`.
        """
        short = math.copysign(faint, end.beyond[event]) if abs(mark.beyond[event]) <= faint else 0.0

        def beyond(time: float) -> float:
            self._go_to(time, before, trial)
            return float(self._beyond()[event]) - short

        return root(beyond, mark.time, end.time, float(mark.beyond[event]) - short, beyond(end.time))

    @staticmethod
    def _end(final: Chunk, chunk: Chunk) -> Outcome | None:
        """Write the row at the end of the run, unless the chunk is full or already contains this row."""
        rows, row = int(chunk.count[0]), int(final.count[0]) - 1
        if rows == len(chunk.time):
            return None
        if rows == 0 or chunk.time[rows - 1] < final.time[row]:
            _copy_row(final, row, chunk)
        return Outcome.COMPLETE


def _copy_row(source: Chunk, row: int, chunk: Chunk) -> None:
    """Append a row of a chunk to another chunk."""
    rows = int(chunk.count[0])
    for target, given in zip(chunk[1:], source[1:], strict=True):
        target[rows : rows + 1] = given[row : row + 1]
    chunk.count[0] += 1


def _room_for_trials(chunk: Chunk) -> Chunk:
    """Return a chunk with the same fields as `chunk` and room for a few rows."""
    return Chunk(np.zeros(1, dtype=np.int64), *(np.repeat(array[:1], ROWS, axis=0) for array in chunk[1:]))


class _Advancing(Protocol):
    interrupted: Callable[[], bool]

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None: ...


def step_engine(engine: _Advancing, chunk: Chunk) -> Outcome | None:
    """Advance an engine to the end of its window."""
    outcome = None
    while outcome is None:
        outcome = engine.advance(chunk, ROWS)
        if outcome is None and engine.interrupted():
            raise Interrupted
        chunk.count[0] = min(int(chunk.count[0]), len(chunk.time) - 1)  # only the last row of a trial is used
    return outcome
