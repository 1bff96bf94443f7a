"""Defines `Simulation`, a model that a Python program steps."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rbsolve.api.arguments import DeckSource, chosen_options
from rbsolve.api.model import Model, load, runnable
from rbsolve.api.runs import SolveError
from rbsolve.pipeline import with_own_sensors
from rbsolve.results.sections.checkpoint import Checkpoint
from rbsolve.runs.checkpoints import collect_memory, fits, put_back
from rbsolve.runs.run import describe_end
from rbsolve.solver.analyses.registry import make_engine
from rbsolve.solver.assembly.checks.reactions import SelfStresses
from rbsolve.solver.assembly.checks.signal_values import report_undefined
from rbsolve.solver.model.analyses import DYNAMIC
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.run.chunk_size import chunk_for
from rbsolve.solver.run.clocks import Pace, Stopwatch
from rbsolve.solver.run.observer import Observer
from rbsolve.solver.run.summary import RunSummary, summary_of
from rbsolve.steering.inputs import Inputs
from rbsolve.steering.present import Present
from rbsolve.stepping.recorder import Recorder

if TYPE_CHECKING:
    from rbsolve.pipeline import CheckedDeck
    from rbsolve.runs.results import Results
    from rbsolve.solver.model.flat import Floats

ROWS = 256  # number of rows that a chunk stores before they are passed to the sensors
MOST_WAITING = ROWS - 2  # each step writes one row, and the end of the run writes another row
NEAR = 1e-9  # tolerance for a time that is reached as a sum of steps, relative to a step
_MARK = b"rbsolve-state-1 "


class BodyState(NamedTuple):
    """The motion of a body frame. All components are inertial, except that the angular velocity is in body axes."""

    position: Floats
    """Position of the origin (3,) [m]."""
    orientation: Floats
    """Euler parameters (4,), scalar first, of R_IB."""
    velocity: Floats
    """Velocity of the origin (3,) [m/s]."""
    angular_velocity: Floats
    """Angular velocity in body axes (3,) [rad/s]."""


class Simulation:
    """A deck that is solved step by step.

    ```python
    simulation = rbsolve.Simulation("decks/inverted_pendulum.deck")
    while not simulation.done:
        angle = simulation["angle"][0]
        simulation.inputs["force"] = 40.0 * angle
        simulation.step()
    results = simulation.results()
    ```

    `parameters`, `integrator`, `formulation`, `step`, `t_end` and `options` have the same meaning as in
    `rbsolve.solve`. The inputs are the signals of type EXTERNAL, and are constant within a step. Steps and rows are
    bitwise identical to the steps and rows of a run with the same inputs.

    Raises DeckError if the deck has errors, ValueError if its analysis is not DYNAMIC, and OSError if it cannot be
    read.
    """

    def __init__(
        self,
        deck: Model | DeckSource,
        parameters: Mapping[str, Any] | None = None,
        integrator: str | None = None,
        formulation: str | None = None,
        step: float | None = None,
        t_end: float | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self._model = deck if isinstance(deck, Model) else load(deck)
        self._chosen = chosen_options(integrator, formulation, step, t_end, options)
        self._parameters = parameters
        self.random = np.random.default_rng()
        """A random number generator for the program. `reset(seed=...)` seeds it."""
        self._begin(runnable(self._model, parameters, self._chosen))

    def reset(self, parameters: Mapping[str, Any] | None = None, seed: int | None = None) -> None:
        """Restart from the beginning. `parameters` replace earlier parameters, and `seed` seeds `simulation.random`."""
        if seed is not None:
            self.random = np.random.default_rng(seed)
        if parameters is None:
            self._begin(self._checked)
            return
        self._parameters = parameters
        self._begin(runnable(self._model, parameters, self._chosen))

    def _begin(self, checked: CheckedDeck) -> None:
        compiled = checked.model
        if compiled.analysis != DYNAMIC:
            raise ValueError(
                f"a {compiled.analysis} analysis has no steps in time: use a DYNAMIC analysis for a simulation"
            )
        self._checked = with_own_sensors(checked)
        self._compiled = compiled
        self._stopwatch, self._pace = Stopwatch(), Pace()
        self._engine = engine = make_engine(compiled)
        self._stresses = SelfStresses(compiled)
        self._observer = Observer(compiled, self._checked.sensors, engine.log)
        self._present = Present(compiled, engine, self._checked.sensors, self._stresses)
        self._chunk = chunk_for(compiled, engine, ROWS)
        # The number of rows in the chunk. Python reads this attribute faster than an element of an array.
        self._waiting: memoryview = self._chunk.count.data
        self._recorder = Recorder()
        self._outcome: Outcome | None = None
        self._taken = 0  # number of steps
        schedule = compiled.schedule
        self._step_size = schedule.spacing / schedule.steps_each if schedule.intervals else 0.0
        self.inputs = Inputs(compiled, engine)  # type: ignore[arg-type]  # engines of simulations accept inputs
        """The signals of type EXTERNAL by name. A new value takes effect at the next step."""
        self._advance(0)

    @property
    def time(self) -> float:
        """Return the simulated time that the run has reached [s]."""
        return self._engine.time

    @property
    def steps(self) -> int:
        """Return the number of steps taken."""
        return self._engine.steps

    @property
    def done(self) -> bool:
        """Return whether the run has ended, at its end time or by an event."""
        return self._outcome is not None

    @property
    def has_been_ended(self) -> bool:
        """Return whether an event of the deck has ended the run."""
        return self._engine.has_ended

    def step(self, n: int = 1) -> None:
        """Take `n` steps, or fewer if the run ends. Adaptive methods choose the size of each step.

        Raise ValueError if `n` is negative, and RuntimeError if the run has already ended. If a step fails, raise
        SolveError, which contains the rows so far.
        """
        if n < 0:
            raise ValueError(f"the number of steps must be at least 0, not {n}")
        if self._outcome is not None:
            raise RuntimeError(f"the simulation has ended at t = {self.time:.9g} s: call reset() to restart it")
        last, more = self._taken + n, n
        while more > 0 and self._outcome is None:
            self._advance(more)
            more = last - self._taken

    def run_to(self, time: float) -> None:
        """Take steps until `time` [s] is reached or the run ends. The last step ends at or after `time`.

        Raise the same errors as `step`.
        """
        h, pace = self._step_size, self._pace
        is_adaptive = self._compiled.method.is_adaptive
        while self._outcome is None:
            left = time - self._engine.time
            if left <= NEAR * h:
                return
            begun, steps = self._stopwatch.running, self._engine.steps
            self.step(1 if is_adaptive else max(1, min(pace.budget, int(left / h + NEAR))))
            pace.learn(self._engine.steps - steps, self._stopwatch.running - begun)

    def __getitem__(self, sensor: str) -> Floats:
        """Return the value (k,) of a sensor at the current state."""
        self._take_rows()
        return self._present[sensor]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self._present)

    @property
    def sensors(self) -> tuple[str, ...]:
        """Return the names of the sensors."""
        return tuple(self._present)

    @property
    def state(self) -> Mapping[str, BodyState]:
        """Return the motion of all bodies at the current state, by name."""
        rows = self._present.rows
        arrays = rows.x, rows.e, rows.u, rows.w
        return {
            name: BodyState(*(np.array(array[-1, b]) for array in arrays))
            for name, b in self._compiled.body_index.items()
            if b < self._compiled.bodies
        }

    def results(self) -> Results:
        """Return all output rows so far as results in memory. `results.save(path)` writes them to a file."""
        self._take_rows()
        return self._recorder.results(self._checked, self._summary(), "rbsolve.Simulation")

    def save_state(self) -> bytes:
        """Return the complete state of the simulation, for `restore_state` of a simulation of the same deck."""
        self._take_rows()
        memories, arrays = collect_memory(self._engine, self._checked.sensors)
        memories["simulation"] = {"outcome": None if self._outcome is None else self._outcome.name}
        packed = Checkpoint(self._recorder.rows, memories, arrays).pack(timeless=True)
        return _MARK + zlib.compress(packed, 1)

    def restore_state(self, state: bytes) -> None:
        """Restore a saved state, which may be earlier or later than the current state. Output rows after the restored
        state are discarded.

        Raise ValueError if the bytes are no saved state, or if they come from a model with different bodies, joints or
        signals.
        """
        checkpoint = _unpack(state)
        if not fits(checkpoint, self._engine, self._checked.sensors):
            raise ValueError("this state was saved by a simulation of another model or method")
        memories = dict(checkpoint.memories)
        outcome = memories.pop("simulation")["outcome"]
        put_back(Checkpoint(checkpoint.rows, memories, checkpoint.arrays), self._engine, self._checked.sensors)
        self._recorder.keep_first(checkpoint.rows)
        self._taken = self._engine.steps
        self._chunk.count[0] = 0
        self._outcome = None if outcome is None else Outcome[outcome]
        self._present.forget()

    def _advance(self, budget: int) -> None:
        """Take at most `budget` steps."""
        if self._present.is_known:
            self._present.forget()
        if self._waiting[0] > MOST_WAITING:
            self._take_rows()
        engine = self._engine
        outcome = engine.advance(self._chunk, budget)
        self._taken = engine.steps
        if outcome is None:
            return
        self._outcome = outcome
        if outcome not in (Outcome.COMPLETE, Outcome.INTERRUPTED):
            self._take_rows()
            summary = self._summary()
            raise SolveError(describe_end(summary), outcome, self.results())

    def _take_rows(self) -> None:
        """Pass the collected rows to the sensors."""
        chunk = self._chunk
        if chunk.count[0] == 0:
            return
        self._stresses.remove(chunk)
        rows = slice(0, int(chunk.count[0]))
        report_undefined(self._compiled, chunk.time[rows], chunk.signal[rows], self._engine.log)
        for report in self._observer.write(chunk, self._recorder, self._engine.balance):
            self._engine.log.report(*report.entry)
        chunk.count[0] = 0

    def _summary(self) -> RunSummary:
        """Return a summary: how the run has ended, or its current state."""
        outcome = self._outcome or Outcome.INTERRUPTED
        return summary_of(self._compiled, self._engine, outcome, self._stopwatch, 0.0, 0)

    def __repr__(self) -> str:
        return f"<Simulation at t = {self.time:.9g} s: {self._model!r}>"


def _unpack(state: bytes) -> Checkpoint:
    try:
        if not state.startswith(_MARK):
            raise ValueError
        return Checkpoint.unpack(zlib.decompress(state[len(_MARK) :]))
    except (ValueError, TypeError, KeyError, zlib.error, json.JSONDecodeError) as error:
        raise ValueError("these bytes are not a saved state of a simulation") from error
