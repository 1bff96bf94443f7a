"""EXPLICIT_RUNGE_KUTTA: the interface of the method to the run loop."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rbsolve.solver.forces.catalogue import KeptEnergies, keeps_energy
from rbsolve.solver.forces.switches import findings_of_switches, has_only_switches, with_located_signals, with_switches
from rbsolve.solver.formulations.dispatch import with_formulation
from rbsolve.solver.formulations.registry import SEVEN_COORDINATES, SINGULAR_ANGLES
from rbsolve.solver.integrators.base import LaneEngine
from rbsolve.solver.integrators.crossing import Crossing
from rbsolve.solver.integrators.divided_steps import PARTS
from rbsolve.solver.integrators.events import step_engine
from rbsolve.solver.integrators.munthe_kaas.loop import advance
from rbsolve.solver.integrators.munthe_kaas.records import (
    ALL_BUT_FORCES,
    CROSSED,
    DIVERGED,
    ENDLESS_JUMPS,
    ENDLESS_SWITCHING,
    FINISHED,
    NO_INERTIA,
    NOT_CLOSED,
    NOT_EVEN_COORDINATES,
    NOTHING,
    RUNNING,
    SINGULAR,
    SLOPES,
    STEP_TOO_SMALL,
    ExplicitCursor,
    Method,
    Parts,
    Run,
    SignalStages,
    StepControl,
    StepRecords,
    Weights,
)
from rbsolve.solver.integrators.munthe_kaas.switches import with_located_switches
from rbsolve.solver.integrators.resolution import begin_resolving, findings_of_division, with_limits
from rbsolve.solver.integrators.sliding import findings_of_sliding
from rbsolve.solver.integrators.switch_echoes import SwitchEchoes
from rbsolve.solver.integrators.tableaux import TABLEAUX
from rbsolve.solver.integrators.window import Window
from rbsolve.solver.kernel import reuse_arguments
from rbsolve.solver.model.arrays import Model, State, copy_state, put
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.energy_flow import begin_balance
from rbsolve.solver.model.findings import NOTE, Finding, FindingLog
from rbsolve.solver.model.numbers import renumber
from rbsolve.solver.model.options import RungeKuttaOptions
from rbsolve.solver.model.outcome import Outcome
from rbsolve.solver.signals.delayed_jumps import MOST_PASSES
from rbsolve.solver.signals.driving import has_limited_integrals, leaping_formulas
from rbsolve.solver.trees.closure import make_closure
from rbsolve.solver.trees.explicit import make_stage_friction
from rbsolve.solver.trees.topology import forest_of, inboard_joint, renumber_tree

NEARLY_SINGULAR = 1e-3  # the angles count as singular below this cosine of the second Cardan angle
MANY_STEPS, MANY_ROWS = 1000, 10  # limits above which a note is added: steps between output times, and rows of the run

OPENS = "A loop of joints does not close after a step: use a smaller step, or check for a locking mechanism."
JAMMED = (
    "The joint jams: its friction increases the reaction on which it depends. Use a smaller coefficient or radius, "
    "or @FRICTION_FORCE."
)
JUMPS = (
    "A formula jumps in almost every step, because the forces on both sides of the jump push the motion back to "
    "it. The run would not end. Use fixed steps, @FRICTION of a joint, or a smooth function such as tanh(x/x0)."
)


class ExplicitRungeKutta(LaneEngine):
    """The engine of the method. The rules of its interface are in solver/integrators/registry.py."""

    MEMORY = (
        *FindingLog.MEMORY,
        "balance",
        "_cursor",
        "_state",
        "_parts.work",
        "_parts.elements",
        "_parts.forest.sweep",
        "_parts.closure",
        "_method.crossing.search",
        "_method.crossing.sliding",
        "_window.first",
        "_echoes.ends",
        "_echoes.lost",
    )
    has_crossed = False
    takes_parts = True
    time_loop = advance
    newton_iterations = jacobian_updates = 0

    def __init__(self, compiled: CompiledModel) -> None:
        options = compiled.method.options_as(RungeKuttaOptions)
        tableau = TABLEAUX[options.tableau]
        self._largest_decay = tableau.largest_decay
        n = compiled.bodies
        self._model = compiled.model
        forest = forest_of(self._model)
        self.constraints = 0 if forest is None else len(self._model.joints.row_code)
        self._window = Window(compiled.schedule)
        self._compiled = compiled
        self._names, self._description = list(compiled.body_index), compiled.description
        schedule = compiled.schedule
        # The first row is the initial state.
        self._cursor = ExplicitCursor(
            time=schedule.start, counted=schedule.start, next_h=schedule.first_step, last_error=1.0, row_due=1
        )
        self.position = self._cursor
        self._state = copy_state(compiled.initial)
        begin_balance(compiled.model, self._state, keeps_energy(compiled.model))
        if not compiled.method.is_adaptive:
            begin_resolving(self._state, compiled, self._largest_decay)
        width = 13 if np.isin(compiled.model.bodies.formulation, [int(f) for f in SEVEN_COORDINATES]).any() else 12
        entries = n * width if forest is None else 2 * int(np.sum(forest.tree.function < 0))
        entries += len(self._state.element)
        control: StepControl | None = None
        if options.tolerances is None:
            self._model = with_located_signals(with_limits(self._model, is_explicit=True))
            crossing = Crossing.of_signals(self._model, self._state)
        else:
            self._model = with_switches(self._model)
            crossing = Crossing.of(self._model, self._state, schedule.stop)
            stop = schedule.stop if leaping_formulas(self._model) else -math.inf
            control = StepControl.of(tableau, options.tolerances, entries, stop)
        work = StepRecords.of(n, width, tableau.stages)
        self._model = with_formulation(self._model, self._state, work)
        self._parts = Parts(
            forest=forest,
            closure=make_closure(self._model.joints, None if forest is None else forest.tree),
            work=work,
            elements=SignalStages.of(
                self._state,
                tableau.stages,
                control is None and len(self._state.memory) > 0,
                has_only_switches(self._model),
            ),
            friction=make_stage_friction(self._model),
        )
        # Adaptive steps end at switches, but delays repeat them only in fixed steps.
        duration = schedule.stop - schedule.start
        self._echoes = SwitchEchoes.of(self._model, duration, MOST_PASSES) if control is None else SwitchEchoes()
        self._run = self._run_in_window()
        method = Method(Weights.of(tableau, n), control, crossing)
        self._method = with_located_switches(self._model, self._parts, method, self._run, self._state)
        self.kernel: Callable[..., int] = reuse_arguments(advance)
        self._keeps = KeptEnergies()

    def _run_in_window(self) -> Run:
        jumps = self._echoes.ends if len(self._echoes.ends) else self._model.functions.jumps
        return Run(self._window.times, self._window.steps, self._cursor, jumps, self._echoes)

    @property
    def pinned_switches(self) -> int:
        """Return the number of located switches if a controller stops its integral at switches. Otherwise return 0."""
        crossing = self._method.crossing
        return crossing.search.located if has_limited_integrals(self._model) else 0

    def begin_at(self, compiled: CompiledModel) -> None:
        """Restart from the initial state of a model that is otherwise the same. Except for the state, the memory is
        then the same as in a new engine.
        """
        put(self._state, compiled.initial)
        begin_balance(compiled.model, self._state, self._keeps(compiled.model))
        if self._method.control is None:
            begin_resolving(self._state, compiled, self._largest_decay)
        self._parts.elements.y[...] = compiled.initial.element
        self._echoes.begin(self._model)
        self._method.crossing.begin(self._state, decides=self._method.control is not None)
        self.failed_object = self.detail = None

    def take_numbers(self, before: Model, now: Model) -> bool:
        """Switch to a model that differs only in numbers. Return False if the models differ in other data."""
        if not renumber(self._model, before, now):
            return False
        forest = self._parts.forest
        if forest is not None:
            renumber_tree(forest.tree, before, now)
        return True

    def model_in_lanes(self, model: Model, parts: Parts, state: State) -> Model:
        """Return the model of all cases with the entries that integrate free bodies."""
        return with_formulation(model, state, parts.work)

    def after_restoring(self) -> None:
        """Set the window to the current position of the run."""
        self._window.move_to(self._window.first)

    @property
    def steps(self) -> int:
        """Return the number of completed steps."""
        return self._cursor.steps

    @property
    def is_between_steps(self) -> bool:
        """Return whether no divided or interrupted step is in progress."""
        return self._cursor.level == 0 and self._cursor.is_cut == 0

    @property
    def rejected_steps(self) -> int:
        """Return the number of steps that the step size control rejected."""
        return self._cursor.rejected

    @property
    def slides(self) -> bool:
        """Return whether the motion stays on a switch of a signal."""
        return self._method.crossing.sliding.progress.count > 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the diagnostics of the log. Add diagnostics about short adaptive steps with the cause, and about fixed
        steps that were too long.
        """
        cursor, time = self._cursor, self.time
        divided = findings_of_division(time, cursor.divided, cursor.unresolved, cursor.steps, cursor.stiff)
        unlocated = findings_of_switches(self._compiled, time, cursor.restless, cursor.unlocated, cursor.steps)
        slides = findings_of_sliding(self._compiled, time, self._method.crossing.sliding)
        unlocated += self._echoes.findings(time)
        return (*self.log.findings, *unlocated, *slides, *self._small_steps(), *divided)

    def _small_steps(self) -> tuple[Finding, ...]:
        limited = self._parts.work.limited
        if len(limited) < 2:
            return ()
        steps, rows = self.steps, self._window.first + self._cursor.interval
        if steps < MANY_STEPS * max(rows, MANY_ROWS):
            return ()
        body = int(np.argmax(limited))
        if 2 * limited[body] <= np.sum(limited):
            return ()
        share, mean = 100.0 * limited[body] / np.sum(limited), (self.time - self._window.schedule.start) / steps
        told = (
            f"{steps} steps of {mean:.3g} s on average: the fast motion of body {self._names[body]} determined "
            f"{share:.0f} % of them; increase its mass, use softer springs, or choose GENERALIZED_ALPHA, which damps "
            f"such motions"
        )
        return (Finding(self.time, NOTE, "small-steps", told, f"body {self._names[body]}"),)

    @property
    def evaluations(self) -> int:
        """Return the number of evaluations of all forces."""
        return self._cursor.evaluations

    @property
    def time(self) -> float:
        """The simulated time that the run has reached [s]."""
        if self._method.control is not None:
            return self._cursor.time
        return self._window.time(self._cursor.interval, self._cursor.step)

    @property
    def reached(self) -> float:
        """Return the time that the run has reached, also within a divided step [s]."""
        cursor = self._cursor
        if self.is_between_steps:
            return self.time
        if cursor.is_cut:
            return cursor.begun
        return self._window.time(cursor.interval, cursor.step + cursor.part / (1 << cursor.level))

    def arguments(self, chunk: Chunk, budget: int) -> tuple[Any, ...]:
        """Return the arguments of the kernel."""
        if self._run.times is not self._window.times:
            self._run = self._run_in_window()
        return self._model, self._parts, self._method, self._run, self._state, chunk, budget

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps, or fewer if `chunk` is full. Return an outcome if the run has ended."""
        status = self.kernel(*self.arguments(chunk, budget))
        while status == RUNNING and not self.is_between_steps and not self.interrupted():
            self._cursor.tries = PARTS
            status = self.kernel(*self.arguments(chunk, 0))
        self._cursor.tries = 0  # this counter is not part of the state
        self.has_crossed = status == CROSSED
        if status == FINISHED and not self._window.is_last:
            self._window.move_on()
            self._cursor.interval = 0
            return None
        if status == STEP_TOO_SMALL:
            body = self._nearly_singular()
            status = STEP_TOO_SMALL if body is None else SINGULAR
        if status in (DIVERGED, SINGULAR, NO_INERTIA):
            body = self._cursor.failed
            joint = inboard_joint(self._parts.forest, body, self._description)
            self.failed_object = f"body {self._names[body]}" + (f" on {joint}" if joint else "")
            if np.any(np.isnan(self._state.normal)):
                self.detail = JAMMED
        if status == NOT_CLOSED:
            self.detail = OPENS
        if status == ENDLESS_SWITCHING:
            self.failed_object = self._method.crossing.nearest(self._compiled)
        if status == ENDLESS_JUMPS:
            name = list(self._compiled.signal_index)[leaping_formulas(self._model)[0]]
            self.failed_object, self.detail = f"signal {name}", JUMPS
        return _OUTCOMES[status]

    @property
    def state(self) -> State:
        """Return the current state of the run."""
        return self._state

    def notice_input(self) -> None:
        """Request that the forces of the first stage are evaluated again. The memories of signals and forces are
        already up to date.
        """
        known = self._cursor.known
        if known != NOT_EVEN_COORDINATES:
            self._cursor.known = ALL_BUT_FORCES if known in (SLOPES, ALL_BUT_FORCES) else NOTHING

    def write_present_row(self, chunk: Chunk) -> Outcome | None:
        """Write a row of the current state. Return an outcome if the state has no accelerations."""
        due = self._cursor.row_due  # after an event, the row of this time has not been written yet
        self._cursor.row_due = 1
        outcome = self.advance(chunk, 0)
        self._cursor.row_due = due
        return None if outcome is Outcome.COMPLETE else outcome

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """If the method allows a single step to a nearby time, advance to this time and write a row.

        Before the run continues, the caller must restore the memory of the engine from the start of the step.
        """
        window, self._window = self._window, self.window_to(time)
        self._cursor.interval = self._cursor.step = 0
        try:
            return step_engine(self, chunk)
        finally:
            self._window = window

    def _nearly_singular(self) -> int | None:
        """Return the first body with singular Cardan angles, for which no step is small enough. The body is recorded as
        the cause of the failure.
        """
        for body, code in enumerate(self._model.bodies.formulation if self._parts.forest is None else ()):
            if code in SINGULAR_ANGLES and abs(math.cos(self._parts.work.y[body, 4])) < NEARLY_SINGULAR:
                self._cursor.failed = body
                return body
        return None


_OUTCOMES = {
    RUNNING: None,
    FINISHED: Outcome.COMPLETE,
    DIVERGED: Outcome.DIVERGED,
    SINGULAR: Outcome.SINGULAR_ANGLES,
    STEP_TOO_SMALL: Outcome.STEP_TOO_SMALL,
    NO_INERTIA: Outcome.SINGULAR_SYSTEM,
    CROSSED: None,
    ENDLESS_SWITCHING: Outcome.ENDLESS_SWITCHING,
    ENDLESS_JUMPS: Outcome.ENDLESS_SWITCHING,
    NOT_CLOSED: Outcome.MECHANISM_LOCKED,
}
