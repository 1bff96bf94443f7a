"""EXPLICIT_RUNGE_KUTTA: one Runge-Kutta-Munthe-Kaas engine for every tableau and every formulation.

A step integrates the increment `z` (local coordinates and velocities) from zero with the tableau, each stage with the forces at its own
configuration, and moves the bodies by the result (Seed 001, Algorithm 3; Seed 000, eqs. (119)-(125); both as corrected in the errata).
On a vector space this is the classical Runge-Kutta method.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.dispatch import accept_step, body_slopes, configure_bodies
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.rows import write_free_accelerations, write_pose
from rbsolve.solver.integrators.tableaux import TABLEAUX
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import Floats, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome


class Weights(NamedTuple):
    """A tableau as the kernel reads it."""

    a: Floats  # (s, s)
    b: Floats  # (s,)
    c: Floats  # (s,)


class Work(NamedTuple):
    """State and work space of a step; the flat arrays are views of the others."""

    y: Floats  # (nb, 7) coordinates
    v: Floats  # (nb, 6) velocity coordinates
    z: Floats  # (nb, width) increment
    slopes: Floats  # (s, nb, width)
    flat_z: Floats  # (nb * width,)
    flat_slopes: Floats  # (s, nb * width)


@subroutine
def _combine(weights, count, h, slopes, z):  # type: ignore[no-untyped-def]
    """`z = h sum_j weights[j] slopes[j]` over the first `count` slopes; all flat."""
    for k in range(z.shape[0]):
        z[k] = 0.0
    for j in range(count):
        factor = h * weights[j]
        if factor != 0.0:
            for k in range(z.shape[0]):
                z[k] += factor * slopes[j, k]


@subroutine
def _step(model, tableau, t, h, work, state):  # type: ignore[no-untyped-def]
    """One step of size `h` from time `t`: leaves the increment in `work.z`."""
    stages = tableau.b.shape[0]
    for i in range(stages):
        _combine(tableau.a[i], i, h, work.flat_slopes, work.flat_z)
        configure_bodies(model, work.y, work.v, work.z, state)
        apply_forces(model, t + tableau.c[i] * h, state)
        body_slopes(model, work.y, work.v, work.z, state, work.slopes[i])
    _combine(tableau.b, stages, h, work.flat_slopes, work.flat_z)


@subroutine
def _first_not_finite(y, v):  # type: ignore[no-untyped-def]
    """The first body whose coordinates or velocities are not finite, or -1."""
    for i in range(y.shape[0]):
        total = 0.0
        for k in range(7):
            total += y[i, k]
        for k in range(6):
            total += v[i, k]
        if not math.isfinite(total):
            return i
    return -1


@subroutine
def _write_row(model, chunk, t, h, work, state):  # type: ignore[no-untyped-def]
    for k in range(work.flat_z.shape[0]):
        work.flat_z[k] = 0.0
    configure_bodies(model, work.y, work.v, work.z, state)
    apply_forces(model, t, state)
    row = write_pose(chunk, state, t, h)
    write_free_accelerations(chunk, model, state, row)


RUNNING, FINISHED, DIVERGED, SINGULAR = 0, 1, 2, 3


@kernel
def _advance(model, tableau, times, steps, cursor, work, state, chunk, budget):  # type: ignore[no-untyped-def]
    """Take up to `budget` steps; `cursor` is [interval, step in it, steps taken, body that failed]."""
    if cursor[0] < 0:
        _write_row(model, chunk, times[0], 0.0, work, state)
        cursor[0] = 0
    while budget > 0 and chunk.count[0] < chunk.time.shape[0]:
        interval = cursor[0]
        if interval == steps.shape[0]:
            return FINISHED
        h = (times[interval + 1] - times[interval]) / steps[interval]
        _step(model, tableau, times[interval] + cursor[1] * h, h, work, state)
        cursor[3] = accept_step(model, work.y, work.v, work.z)
        if cursor[3] >= 0:
            return SINGULAR
        cursor[3] = _first_not_finite(work.y, work.v)
        if cursor[3] >= 0:
            return DIVERGED
        cursor[1] += 1
        cursor[2] += 1
        budget -= 1
        if cursor[1] == steps[interval]:
            cursor[0] += 1
            cursor[1] = 0
            _write_row(model, chunk, times[interval + 1], h, work, state)
    return FINISHED if cursor[0] == steps.shape[0] else RUNNING


class ExplicitRungeKutta:
    """The resumable face of the engine (solver/integrators/registry.py states the rules)."""

    constraints = 0

    def __init__(self, compiled: CompiledModel) -> None:
        tableau = TABLEAUX[str(compiled.method.options.get("TABLEAU", "RK44"))]
        n = compiled.bodies
        self._model = compiled.model
        self._schedule = compiled.schedule
        self._names = list(compiled.body_index)
        self._tableau = Weights(tableau.a, tableau.b, tableau.c)
        self._cursor = np.array([-1, 0, 0, -1], dtype=np.int64)
        self._state = State(*(array.copy() for array in compiled.initial))
        width = 12
        z = np.zeros((n, width))
        slopes = np.zeros((tableau.stages, n, width))
        self._work = Work(
            y=np.concatenate([self._state.x[:n], self._state.e[:n]], axis=1),
            v=np.concatenate([self._state.u[:n], self._state.w[:n]], axis=1),
            z=z,
            slopes=slopes,
            flat_z=z.reshape(-1),
            flat_slopes=slopes.reshape(tableau.stages, -1),
        )
        self.rejected_steps = 0
        self.newton_iterations = 0
        self.failed_object: str | None = None

    @property
    def steps(self) -> int:
        """Steps taken."""
        return int(self._cursor[2])

    @property
    def time(self) -> float:
        """Simulated time reached [s]."""
        times, steps = self._schedule.times, self._schedule.steps
        interval, done = max(int(self._cursor[0]), 0), int(self._cursor[1])
        if interval == len(steps):
            return float(times[-1])
        return float(times[interval] + done * (times[interval + 1] - times[interval]) / steps[interval])

    def advance(self, chunk: Chunk, budget: int) -> Outcome | None:
        """Take up to `budget` steps or until `chunk` is full; an outcome when the run has ended."""
        times, steps = self._schedule.times, self._schedule.steps
        status = _advance(
            self._model, self._tableau, times, steps, self._cursor, self._work, self._state, chunk, budget
        )
        if status in (DIVERGED, SINGULAR):
            self.failed_object = f"body {self._names[self._cursor[3]]}"
        return _OUTCOMES[status]


_OUTCOMES = {
    RUNNING: None,
    FINISHED: Outcome.COMPLETE,
    DIVERGED: Outcome.DIVERGED,
    SINGULAR: Outcome.SINGULAR_ANGLES,
}
