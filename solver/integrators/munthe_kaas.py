"""EXPLICIT_RUNGE_KUTTA: one Runge-Kutta-Munthe-Kaas engine for every tableau and every formulation.

A step integrates the increment `z` (local coordinates and velocities) from zero with the tableau, each stage with the forces at its own
configuration, and moves the bodies by the result (Seed 001, Algorithm 3; Seed 000, eqs. (119)-(125); both as corrected in the errata).
On a vector space this is the classical Runge-Kutta method. Step size control is in `step_control.py`.

With contacts, adaptive methods end steps at impacts (crossing.py); `crossing` is None elsewhere.
With a forest (solver/trees) the same increments are those of the inboard joint of each body. Of the arguments `free` (the faces of the
bodies' formulation) and `forest` one is None, and numba compiles the kernels for each case with what that uses only.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.solver.forces.registry import accept_forces, apply_forces
from rbsolve.solver.formulations.dispatch import accept_bodies, body_slopes, configure_bodies, faces_of, start_bodies
from rbsolve.solver.formulations.registry import SEVEN_COORDINATES, SINGULAR_ANGLES
from rbsolve.solver.integrators.base import IntegratorBase
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.crossing import (
    BEHIND_CROSSING,
    GIVE_UP,
    NOTHING_CROSSED,
    TRY_AGAIN,
    begin_locating,
    crosses,
    crossing_of,
    is_searching,
    note_start,
    trial_step,
)
from rbsolve.solver.integrators.row_writing import (
    write_contacts,
    write_free_accelerations,
    write_own_errors,
    write_pose,
)
from rbsolve.solver.integrators.step_control import StepControl, first_step, new_step, scaled_error
from rbsolve.solver.integrators.tableaux import TABLEAUX, is_adaptive
from rbsolve.solver.integrators.watched import stepped
from rbsolve.solver.integrators.window import Window
from rbsolve.solver.kernel import kernel, repeated, subroutine
from rbsolve.solver.model.arrays import Floats, Ints, State, copied, put
from rbsolve.solver.model.compiled import CompiledModel, Schedule
from rbsolve.solver.outcome import Outcome
from rbsolve.solver.signals.crossings import passes_threshold
from rbsolve.solver.signals.evaluation import accept_signals, evaluate_signals, put_element_slopes
from rbsolve.solver.trees.articulated import solve_accelerations
from rbsolve.solver.trees.explicit import accept_forest, configure_forest, forest_slopes, write_forest
from rbsolve.solver.trees.kinematics import accept_forest_rotations, start_forest
from rbsolve.solver.trees.topology import forest_of, inboard_joint

NEARLY_SINGULAR = 1e-3  # cosine of the second Cardan angle
MANY_STEPS, MANY_ROWS = 1000, 10  # steps between output times, for at least so many, that are worth a word
RUNNING, FINISHED, DIVERGED, SINGULAR, STEP_TOO_SMALL, NO_INERTIA, CROSSED = range(7)


class Weights(NamedTuple):
    """A tableau as the kernel reads it."""

    a: Floats  # (s, s)
    b: Floats  # (s,)
    c: Floats  # (s,)
    first_same_as_last: bool


class Work(NamedTuple):
    """State and work space of a step; the flat arrays are views of the others."""

    y: Floats  # (nb, 7) coordinates
    v: Floats  # (nb, 6) velocity coordinates
    z: Floats  # (nb, width) increment
    slopes: Floats  # (s, nb, width)
    flat_z: Floats  # (nb * width,)
    flat_slopes: Floats  # (s, nb * width)
    limited: Ints  # (nb,) how many steps had the largest part of their estimated error in a body


class Elements(NamedTuple):
    """The states of signals (solver/signals), integrated with the motion."""

    y: Floats  # (nx,) at the start of the step
    z: Floats  # (nx,) increment
    slopes: Floats  # (s, nx)
    remembers: bool  # whether accepted steps change what forces read


class Cursor(NamedTuple):
    """Where a run is; the kernel moves it."""

    counts: np.ndarray  # int64, see the indices below
    clock: Floats  # [time, next step, error of the last accepted step, size of the last step]


INTERVAL, STEP, STEPS, REJECTED, FAILED, KNOWN, ROW_DUE, EVALUATIONS = range(8)
# What holds of the first stage of the next step: the state alone, the coordinates, the forces in the state, or its slopes too.
NOT_EVEN_COORDINATES, NOTHING, FORCES, SLOPES = range(4)


@subroutine
def _combine(weights, count, h, slopes, z):
    """`z = h sum_j weights[j] slopes[j]` over the first `count` slopes; all flat."""
    for k in range(z.shape[0]):
        z[k] = 0.0
    for j in range(count):
        factor = h * weights[j]
        if factor != 0.0:
            for k in range(z.shape[0]):
                z[k] += factor * slopes[j, k]


@subroutine
def _first_not_finite(work, elements):
    """The first body whose coordinates or velocities are not finite, or -1; the first of all where a signal's state is not."""
    if elements is not None:
        for k in range(elements.y.shape[0]):
            if not math.isfinite(elements.y[k]):
                return 0
    for i in range(work.y.shape[0]):
        total = 0.0
        for k in range(7):
            total += work.y[i, k]
        for k in range(6):
            total += work.v[i, k]
        if not math.isfinite(total):
            return i
    return -1


@subroutine
def _first_without_place(forest, state):
    """The first body that a prescribed motion without a value has put nowhere, or -1."""
    for i in range(state.x.shape[0] - 1):
        if forest.tree.moved[i] == 1 and not math.isfinite(
            state.x[i, 0] + state.x[i, 1] + state.x[i, 2] + state.R[i, 0, 0] + state.R[i, 1, 1]
        ):
            return i
    return -1


@subroutine
def _judge(control, t, h, work, elements, cursor):
    """What the error estimate says to a step; the next one is sized by it."""
    error, worst = scaled_error(control, h, work, elements)
    if worst >= 0:
        work.limited[worst] += 1
    cursor.clock[1] = new_step(control, h, error, cursor.clock)
    if error <= 1.0:
        return NOTHING_CROSSED
    return TRY_AGAIN if cursor.clock[1] > 1e-14 * max(abs(t), h) else GIVE_UP


@subroutine
def _out_of_steps(work, counts):
    """Why no step is small enough: forces that are not finite where it starts, or an error that stays too large."""
    first = work.slopes[0]
    counts[FAILED] = -1
    for i in range(first.shape[0]):
        for k in range(first.shape[1]):
            if not math.isfinite(first[i, k]):
                counts[FAILED] = i
                return DIVERGED
    return STEP_TOO_SMALL


@subroutine
def _start_all(model, free, forest, work, state):
    """Coordinates and velocities from the initial state."""
    if free is not None:
        start_bodies(model, free, state, work.y, work.v)
    if forest is not None:
        start_forest(model, forest, state, work.y, 0, work.v, 0)


@subroutine
def _evaluate(model, free, forest, elements, t, first, work, state):
    """State and forces at the stage's time and increment, with a forest accelerations too; a body that can move without inertia, or
    -1. What signals remember moves on in the `first` stage of a step."""
    failed = -1
    if free is not None:
        configure_bodies(model, free, work.y, work.v, work.z, state)
    if forest is not None:
        configure_forest(model, forest, t, work.y, work.v, work.z, state)
    if elements is not None:
        for k in range(elements.y.shape[0]):
            state.element[k] = elements.y[k] + elements.z[k]
        if first and elements.remembers:
            evaluate_signals(model, t, state)
            accept_signals(model, t, state)
    apply_forces(model, t, state)
    if forest is not None:
        failed = solve_accelerations(model, forest.tree, state, forest.sweep)
    return failed


@subroutine
def _put_slopes(model, free, forest, work, state, slope):
    """Time derivatives of the increments."""
    if free is not None:
        body_slopes(model, free, work.y, work.v, work.z, state, slope)
    if forest is not None:
        forest_slopes(forest, work.z, slope)


@subroutine
def _move(model, free, forest, elements, work):
    """Coordinates and velocities moved by the increment; the first body whose coordinates became singular, or -1."""
    failed = -1
    if elements is not None:
        for k in range(elements.y.shape[0]):
            elements.y[k] += elements.z[k]
    if free is not None:
        failed = accept_bodies(model, free, work.y, work.v, work.z)
    if forest is not None:
        accept_forest(forest, work.y, work.v, work.z)
    return failed


@subroutine
def _write_row(model, free, forest, chunk, t, h, work, state):
    """A row from the state and forces of the first stage."""
    row = write_pose(chunk, state, t, h)
    write_contacts(chunk, state, row)
    if free is not None:
        write_free_accelerations(chunk, model, state, row)
        write_own_errors(chunk, model, state, work.y, row)
    if forest is not None:
        write_forest(chunk, model, forest, state, row)


@subroutine
def _now(times, steps, cursor, control):
    """The time reached."""
    interval = cursor.counts[INTERVAL]
    if interval == steps.shape[0]:
        return times[interval]
    if control.adaptive:
        return cursor.clock[0]
    return times[interval] + cursor.counts[STEP] * ((times[interval + 1] - times[interval]) / steps[interval])


@subroutine
def _next_step(times, steps, cursor, control):
    """Size of the step to try, and whether it ends at the output time."""
    counts, clock = cursor.counts, cursor.clock
    interval = counts[INTERVAL]
    if not control.adaptive:
        return (times[interval + 1] - times[interval]) / steps[interval], counts[STEP] + 1 == steps[interval]
    remaining = times[interval + 1] - clock[0]
    if clock[1] >= remaining * (1.0 - 1e-12):
        return remaining, True
    if clock[1] > 0.5 * remaining:  # two equal steps instead of a long and a very short one
        return 0.5 * remaining, False
    return clock[1], False


@subroutine
def _accept(model, free, forest, elements, tableau, work, cursor, h, lands):
    """Move the bodies and the cursor; RUNNING or why the run ends."""
    counts = cursor.counts
    counts[FAILED] = _move(model, free, forest, elements, work)
    if counts[FAILED] >= 0:
        return SINGULAR
    counts[FAILED] = _first_not_finite(work, elements)
    if counts[FAILED] >= 0:
        return DIVERGED
    counts[STEPS] += 1
    counts[STEP] += 1
    # The last stage was at the new configuration: its forces hold, only the local rates start again from zero.
    counts[KNOWN] = FORCES if tableau.first_same_as_last else NOTHING
    if elements is not None and elements.remembers:
        counts[KNOWN] = NOTHING
    cursor.clock[3] = h
    if lands:
        counts[INTERVAL] += 1
        counts[STEP] = 0
        counts[ROW_DUE] = 1
    return RUNNING


@kernel
def _advance(
    model, free, forest, elements, tableau, control, crossing, times, steps, cursor, work, state, chunk, budget
):
    """Take up to `budget` steps, accepted or not. A row is written from the first stage of the step that follows it."""
    counts, clock = cursor.counts, cursor.clock
    stages = tableau.b.shape[0]
    if counts[KNOWN] == NOT_EVEN_COORDINATES:
        _start_all(model, free, forest, work, state)
        counts[KNOWN] = NOTHING
    taken = counts[STEPS]
    while True:
        t = _now(times, steps, cursor, control)
        h, lands = 0.0, False
        for i in range(stages):
            if i > 0 or counts[KNOWN] != SLOPES:
                _combine(tableau.a[i], i, h, work.flat_slopes, work.flat_z)
                if elements is not None:
                    _combine(tableau.a[i], i, h, elements.slopes, elements.z)
                if i > 0 or counts[KNOWN] == NOTHING:
                    counts[FAILED] = _evaluate(model, free, forest, elements, t + tableau.c[i] * h, i == 0, work, state)
                    if counts[FAILED] >= 0:
                        return NO_INERTIA
                    if forest is not None:
                        counts[FAILED] = _first_without_place(forest, state)
                        if counts[FAILED] >= 0:
                            return DIVERGED
                    counts[EVALUATIONS] += 1
                _put_slopes(model, free, forest, work, state, work.slopes[i])
                if elements is not None:
                    put_element_slopes(model, t + tableau.c[i] * h, state, elements.slopes[i])
                if forest is not None and i == 0:
                    accept_forest_rotations(model.joints, forest.tree, state)
                if i == 0:
                    accept_forces(model, t, state)
                    if crossing is not None:
                        note_start(crossing)
            if i == 0:
                counts[KNOWN] = SLOPES
                if elements is not None and counts[STEPS] > taken and passes_threshold(model, state):
                    return CROSSED
                if chunk.count[0] == chunk.time.shape[0]:
                    return RUNNING
                if counts[ROW_DUE]:
                    _write_row(model, free, forest, chunk, t, clock[3], work, state)
                    counts[ROW_DUE] = 0
                if counts[INTERVAL] == steps.shape[0]:
                    return FINISHED
                if budget == 0:
                    return RUNNING
                budget -= 1
                if control.adaptive and not clock[1] > 0.0:
                    clock[1] = first_step(control, work, times[times.shape[0] - 1] - t)
                    if not clock[1] > 0.0:
                        return _out_of_steps(work, counts)
                h, lands = _next_step(times, steps, cursor, control)
                if crossing is not None and is_searching(crossing):
                    h, lands = trial_step(crossing)
        _combine(tableau.b, stages, h, work.flat_slopes, work.flat_z)
        if elements is not None:
            _combine(tableau.b, stages, h, elements.slopes, elements.z)
        verdict = NOTHING_CROSSED
        if control.adaptive:
            if crossing is None or not is_searching(crossing):
                verdict = _judge(control, t, h, work, elements, cursor)
            if crossing is not None and verdict == NOTHING_CROSSED:
                if not tableau.first_same_as_last:
                    _evaluate(model, free, forest, elements, t + h, False, work, state)
                    counts[EVALUATIONS] += 1
                verdict = crosses(crossing, h, lands)
                if verdict == BEHIND_CROSSING:
                    accept_forces(model, t + h, state)
            if verdict == TRY_AGAIN:
                counts[REJECTED] += 1
                continue
            if verdict == GIVE_UP:
                return _out_of_steps(work, counts)
            clock[0] = times[counts[INTERVAL] + 1] if lands else t + h
        status = _accept(model, free, forest, elements, tableau, work, cursor, h, lands)
        if verdict == BEHIND_CROSSING:
            counts[KNOWN] = NOTHING  # other contacts press from here on
        if status != RUNNING:
            return status


class ExplicitRungeKutta(IntegratorBase):
    """The resumable face of the engine (solver/integrators/registry.py states the rules)."""

    MEMORY = ("_cursor", "_state", "_work", "_elements", "_crossing", "_forest.sweep", "_window.first")
    has_crossed = False
    newton_iterations = 0

    def __init__(self, compiled: CompiledModel) -> None:
        options = compiled.method.options
        tableau = TABLEAUX[str(options.get("TABLEAU", "RK44"))]
        n = compiled.bodies
        self._model = compiled.model
        self._forest = forest_of(self._model)
        self.constraints = 0 if self._forest is None else len(self._model.joints.row_code)
        self._window = Window(compiled.schedule)
        self._names, self._description = list(compiled.body_index), compiled.description
        self._tableau = Weights(tableau.a, tableau.b, tableau.c, tableau.first_same_as_last)
        self._cursor = Cursor(
            np.zeros(8, dtype=np.int64), np.array([compiled.schedule.start, compiled.schedule.first_step, 1.0, 0.0])
        )
        self._cursor.counts[ROW_DUE] = 1  # the first row is the initial state
        self._state = copied(compiled.initial)
        width = 13 if np.isin(compiled.model.bodies.formulation, [int(f) for f in SEVEN_COORDINATES]).any() else 12
        entries = n * width if self._forest is None else 2 * int(np.sum(self._forest.tree.function < 0))
        self._control = StepControl.of(tableau, options, is_adaptive(options), entries + len(self._state.element))
        z = np.zeros((n, width))
        slopes = np.zeros((tableau.stages, n, width))
        flat = z.reshape(-1), slopes.reshape(tableau.stages, -1)
        self._work = Work(np.zeros((n, 7)), np.zeros((n, 6)), z, slopes, *flat, np.zeros(n, dtype=np.int64))
        self._elements = self._make_elements(tableau.stages)
        self._crossing = crossing_of(self._state) if self._control.adaptive else None
        self._free = faces_of(self._model.bodies.formulation) if self._forest is None else None
        self._run = repeated(_advance)

    def _make_elements(self, stages: int) -> Elements | None:
        """The states of the signals; None for a model without signals, whose loop is compiled without them."""
        if len(self._model.signals.kind) == 0:
            return None
        y = self._state.element.copy()
        return Elements(y, np.zeros(len(y)), np.zeros((stages, len(y))), len(self._state.memory) > 0)

    def begin_at(self, compiled: CompiledModel) -> None:
        """Begin at the initial state of a model that is the same in all else; memory is that of a new engine."""
        put(self._state, compiled.initial)
        if self._elements is not None:
            self._elements.y[...] = compiled.initial.element
        if self._crossing is not None:
            begin_locating(self._state)
        self.failed_object = None

    def restored(self) -> None:
        """Show the window in which the run was."""
        self._window.move_to(self._window.first)

    @property
    def steps(self) -> int:
        """Steps taken."""
        return int(self._cursor.counts[STEPS])

    @property
    def rejected_steps(self) -> int:
        """Steps that the step size control threw away."""
        return int(self._cursor.counts[REJECTED])

    @property
    def notes(self) -> tuple[str, ...]:
        """What made adaptive steps so small, where they are."""
        steps, limited = self.steps, self._work.limited
        rows = self._window.first + int(self._cursor.counts[INTERVAL])
        body = int(np.argmax(limited))
        if len(limited) < 2 or steps < MANY_STEPS * max(rows, MANY_ROWS) or 2 * limited[body] < np.sum(limited):
            return ()
        share, mean = 100.0 * limited[body] / np.sum(limited), (self.time - self._window.schedule.start) / steps
        return (
            f"{steps} steps of {mean:.3g} s on average: for {share:.0f} % of them body {self._names[body]} set the size, whose motion "
            "is the fastest; give it more mass, make what holds it softer, or choose GENERALIZED_ALPHA, which damps such motions",
        )

    @property
    def evaluations(self) -> int:
        """How often all forces were evaluated."""
        return int(self._cursor.counts[EVALUATIONS])

    @property
    def time(self) -> float:
        """Simulated time reached [s]."""
        if self._control.adaptive:
            return float(self._cursor.clock[0])
        return self._window.time(int(self._cursor.counts[INTERVAL]), int(self._cursor.counts[STEP]))

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps or until `chunk` is full; an outcome when the run has ended."""
        times, steps = self._window.times, self._window.steps
        method = (self._model, self._free, self._forest, self._elements, self._tableau, self._control, self._crossing)
        arguments = *method, times, steps, self._cursor, self._work, self._state, chunk, budget
        status = self._run(*arguments)
        self.has_crossed = status == CROSSED
        if status == FINISHED and not self._window.is_last:
            self._window.move_on()
            self._cursor.counts[INTERVAL] = 0
            return None
        if status == STEP_TOO_SMALL:
            body = self._nearly_singular()
            status = STEP_TOO_SMALL if body is None else SINGULAR
        if status in (DIVERGED, SINGULAR, NO_INERTIA):
            body = int(self._cursor.counts[FAILED])
            joint = inboard_joint(self._forest, body, self._description)
            self.failed_object = f"body {self._names[body]}" + (f" on {joint}" if joint else "")
        return _OUTCOMES[status]

    @property
    def state(self) -> State:
        """The state where the run is."""
        return self._state

    def step_to(self, time: float, chunk: Chunk) -> Outcome | None:
        """Go to a time not far ahead in one step, where the method allows that, and write a row there. Only what is restored
        afterwards can go on from it."""
        start, window = self.time, self._window
        self._window = Window(Schedule.single(start, time))
        self._cursor.counts[[INTERVAL, STEP]] = 0
        try:
            return stepped(self, chunk)
        finally:
            self._window = window

    def _nearly_singular(self) -> int | None:
        """The first body whose Cardan angles are at their singularity, where no step is small enough; marked as the cause."""
        for body, code in enumerate(self._model.bodies.formulation if self._forest is None else ()):
            if code in SINGULAR_ANGLES and abs(math.cos(self._work.y[body, 4])) < NEARLY_SINGULAR:
                self._cursor.counts[FAILED] = body
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
}
