"""EXPLICIT_RUNGE_KUTTA: one Runge-Kutta-Munthe-Kaas engine for every tableau and every formulation.

A step integrates the increment `z` (local coordinates and velocities) from zero with the tableau, each stage with the forces at its own
configuration, and moves the bodies by the result (Seed 001, Algorithm 3; Seed 000, eqs. (119)-(125); both as corrected in the errata).
On a vector space this is the classical Runge-Kutta method.
"""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.dispatch import accept_step, body_slopes, configure_bodies
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.integrators.rows import write_free_accelerations, write_pose
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.outcome import Outcome


@subroutine
def _combine(weights, count, h, slopes, z):  # type: ignore[no-untyped-def]
    """`z = h sum_j weights[j] slopes[j]` over the first `count` slopes."""
    flat = z.reshape(-1)
    flat[:] = 0.0
    for j in range(count):
        factor = h * weights[j]
        if factor != 0.0:
            slope = slopes[j].reshape(-1)
            for k in range(flat.shape[0]):
                flat[k] += factor * slope[k]


@subroutine
def _step(model, a, b, c, t, h, y, v, z, slopes, state):  # type: ignore[no-untyped-def]
    """One step of size `h` from time `t`: leaves the increment in `z`."""
    for i in range(b.shape[0]):
        _combine(a[i], i, h, slopes, z)
        configure_bodies(model, y, v, z, state)
        apply_forces(model, t + c[i] * h, state)
        body_slopes(model, y, v, z, state, slopes[i])
    _combine(b, b.shape[0], h, slopes, z)


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
def _write_row(model, chunk, t, h, y, v, z, state):  # type: ignore[no-untyped-def]
    z[:] = 0.0
    configure_bodies(model, y, v, z, state)
    apply_forces(model, t, state)
    row = write_pose(chunk, state, t, h)
    write_free_accelerations(chunk, model, state, row)


RUNNING, FINISHED, DIVERGED, SINGULAR = 0, 1, 2, 3


@kernel
def _advance(model, a, b, c, times, steps, cursor, y, v, z, slopes, state, chunk, budget):  # type: ignore[no-untyped-def]
    """Take up to `budget` steps; `cursor` is [interval, step in it, steps taken, body that failed]."""
    if cursor[0] < 0:
        _write_row(model, chunk, times[0], 0.0, y, v, z, state)
        cursor[0] = 0
    while budget > 0 and chunk.count[0] < chunk.time.shape[0]:
        interval = cursor[0]
        if interval == steps.shape[0]:
            return FINISHED
        h = (times[interval + 1] - times[interval]) / steps[interval]
        _step(model, a, b, c, times[interval] + cursor[1] * h, h, y, v, z, slopes, state)
        cursor[3] = accept_step(model, y, v, z)
        if cursor[3] >= 0:
            return SINGULAR
        cursor[3] = _first_not_finite(y, v)
        if cursor[3] >= 0:
            return DIVERGED
        cursor[1] += 1
        cursor[2] += 1
        budget -= 1
        if cursor[1] == steps[interval]:
            cursor[0] += 1
            cursor[1] = 0
            _write_row(model, chunk, times[interval + 1], h, y, v, z, state)
    return FINISHED if cursor[0] == steps.shape[0] else RUNNING
