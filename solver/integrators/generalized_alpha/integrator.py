"""GENERALIZED_ALPHA as the run loop sees it."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.vector import determinant
from rbsolve.solver.formulations.registry import Formulation
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.generalized_alpha.coordinates import EULER_2
from rbsolve.solver.integrators.generalized_alpha.parameters import GeneralizedAlpha, NewtonOptions
from rbsolve.solver.integrators.generalized_alpha.start import begin
from rbsolve.solver.integrators.generalized_alpha.stepper import (
    ANGLES,
    CONTRACTION,
    CONVERGED,
    FAILED,
    ITERATIONS,
    LAST_STEP,
    REJECTED,
    SINGULAR,
    grid_step,
    largest_violation,
)
from rbsolve.solver.integrators.generalized_alpha.system import make_system, make_workspace, typical_lengths
from rbsolve.solver.integrators.rows import write_pose
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.joints import with_own_rotations
from rbsolve.solver.model.rows import row9
from rbsolve.solver.outcome import Outcome

RUNNING, FINISHED = -1, CONVERGED


@subroutine
def _write_row(model, t, h, state, work, chunk, iterations):  # type: ignore[no-untyped-def]
    """One row of output."""
    row = write_pose(chunk, state, t, h)
    for b in range(work.q.shape[0]):
        for k in range(3):
            chunk.a[row, b, k] = work.acceleration[b, k]
            chunk.alpha[row, b, k] = work.acceleration[b, 3 + k]
        chunk.determinant_error[row, b] = determinant(row9(state.R, b)) - 1.0
        if model.bodies.formulation[b] == EULER_2:
            e = state.e
            square = e[b, 0] * e[b, 0] + e[b, 1] * e[b, 1] + e[b, 2] * e[b, 2] + e[b, 3] * e[b, 3]
            chunk.unit_norm_error[row, b] = 0.5 * (square - 1.0)
    for r in range(work.multipliers.shape[0]):
        chunk.multipliers[row, r] = work.multipliers_now[r]
    for j in range(model.joints.turned.shape[0]):
        chunk.joint_rotation[row, j] = model.joints.turned[j]
    chunk.constraint_violation[row] = largest_violation(model, t, state, work)[0]
    chunk.newton_iterations[row] = iterations


@kernel
def _advance(model, system, params, options, lengths, times, steps, cursor, state, work, memory, counters, chunk, budget):  # type: ignore[no-untyped-def]
    """Take up to `budget` steps; `cursor` is [interval or -1, step in it, steps taken, iterations at the last row]."""
    if cursor[0] < 0:
        cursor[0] = 0
        _write_row(model, times[0], 0.0, state, work, chunk, 0.0)
    while budget > 0 and chunk.count[0] < chunk.time.shape[0]:
        interval = cursor[0]
        if interval == steps.shape[0]:
            return FINISHED
        h = (times[interval + 1] - times[interval]) / steps[interval]
        t = times[interval] + cursor[1] * h
        status = grid_step(model, system, params, options, lengths, t, h, state, work, memory, counters)
        if status != CONVERGED:
            cursor[4] = largest_violation(model, t + h, state, work)[1]
            return status
        cursor[1] += 1
        cursor[2] += 1
        budget -= 1
        if cursor[1] == steps[interval]:
            cursor[0] += 1
            cursor[1] = 0
            iterations = counters[ITERATIONS] - cursor[3]
            cursor[3] = counters[ITERATIONS]
            _write_row(model, times[interval + 1], memory[LAST_STEP], state, work, chunk, iterations)
    return FINISHED if cursor[0] == steps.shape[0] else RUNNING


class GeneralizedAlphaIntegrator:
    """The resumable face of the method (solver/integrators/registry.py states the rules)."""

    def __init__(self, compiled: CompiledModel) -> None:
        options = compiled.method.options
        parameters = GeneralizedAlpha.from_spectral_radius(float(str(options.get("SPECTRAL_RADIUS", 0.9))))
        newton = NewtonOptions.from_keywords(options)
        self._model = with_own_rotations(compiled.model)
        self._names = list(compiled.body_index)
        self._schedule = compiled.schedule
        self._system, plan = make_system(compiled.model)
        self._work = make_workspace(compiled.model, plan)
        self._state = State(*(np.array(array) for array in compiled.initial))
        self._params = np.array([parameters.alpha_m, parameters.alpha_f, parameters.beta, parameters.gamma])
        self._options = np.array(
            [newton.relative, newton.absolute, newton.tangent_operator, newton.modified, newton.iterations], dtype=float
        )
        self._lengths = np.array(typical_lengths(compiled.model))
        self._cursor = np.array([-2, 0, 0, 0, -1], dtype=np.int64)
        self._memory = np.zeros(2)
        self._counters = np.zeros(5, dtype=np.int64)
        self.constraints = len(compiled.model.joints.row_code)
        self.failed_object: str | None = None

    @property
    def steps(self) -> int:
        """Steps of the fixed grid taken."""
        return int(self._cursor[2])

    @property
    def rejected_steps(self) -> int:
        """Steps, or parts of steps, that did not converge and were halved."""
        return int(self._counters[REJECTED])

    @property
    def newton_iterations(self) -> int:
        """Newton iterations, those of rejected steps included."""
        return int(self._counters[ITERATIONS])

    @property
    def time(self) -> float:
        """Simulated time reached [s]."""
        times, steps = self._schedule.times, self._schedule.steps
        interval, done = max(int(self._cursor[0]), 0), int(self._cursor[1])
        if interval == len(steps):
            return float(times[-1])
        return float(times[interval] + done * (times[interval + 1] - times[interval]) / steps[interval])

    def _begin(self) -> Outcome | None:
        """The consistent start."""
        times, steps = self._schedule.times, self._schedule.steps
        h = float((times[1] - times[0]) / steps[0])
        failed = begin(self._model, self._system, self._params, float(times[0]), h, self._state, self._work)
        self._memory[:] = 1.0, h
        self._cursor[0] = -1
        if failed >= 0:
            self._counters[FAILED] = failed
            return self._fail(SINGULAR)
        return None

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps or until `chunk` is full; an outcome when the run has ended."""
        if self._cursor[0] == -2:
            failed = self._begin()
            if failed is not None:
                return failed
        status = _advance(
            *(self._model, self._system, self._params, self._options, self._lengths),
            *(self._schedule.times, self._schedule.steps, self._cursor),
            *(self._state, self._work, self._memory, self._counters, chunk, budget),
        )
        if status == RUNNING:
            return None
        return Outcome.COMPLETE if status == FINISHED else self._fail(status)

    def _fail(self, status: int) -> Outcome:
        body = int(self._counters[FAILED])
        if status == SINGULAR:
            self.failed_object = None
            return Outcome.SINGULAR_SYSTEM
        self.failed_object = f"body {self._names[body]}"
        cardan = (Formulation.CARDAN_ANGLES_1, Formulation.CARDAN_ANGLES_2)
        if status == ANGLES or self._model.bodies.formulation[body] in cardan:
            return Outcome.SINGULAR_ANGLES
        return Outcome.NEWTON_STALLED
