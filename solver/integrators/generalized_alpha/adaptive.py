"""Steps that follow their local error: its estimate, what it says to a step, and what a step of another size needs.

docs/theory/generalized-alpha.md derives both. The estimate is the difference of Newmark's formula and a quadrature of third order,

    h^3 (C v'' + bracket),   C = 1/6 - beta - (alpha_m - alpha_f)/2,   v'' = (v'_{n+1} - v'_n)/h,

solved with the iteration matrix for its inertia forces: what is left satisfies the constraints, and stiff forces hold back what is no
motion. A step of another size wants auxiliary accelerations at another time (`begin_size`), and velocities at another distance from the
hidden constraints: that grows with the square of the step.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.vector import add, cross, matrix_vector, scale, transpose_vector
from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import EULER_2
from rbsolve.solver.integrators.generalized_alpha.control import READY
from rbsolve.solver.integrators.generalized_alpha.equations import put_row_values
from rbsolve.solver.integrators.generalized_alpha.forest import put_forest_errors
from rbsolve.solver.integrators.generalized_alpha.increments import inertia_about_origin
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.start import (
    clear_velocity_rows,
    constrained_rates,
    move_velocities,
    put_local_errors,
    put_twists,
)
from rbsolve.solver.integrators.generalized_alpha.step import begin_size
from rbsolve.solver.integrators.step_control import fitted, new_step
from rbsolve.solver.joints.kernels import subtract_motions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import solve
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import four, row3, row9, three

GROW = 2.0  # most that a step grows: by more, what the method damps may grow too
SAME = 1.2  # growth that is not worth another factorization
NEWTON_SHRINK = 0.25  # of a step whose iteration failed
FIRST = 0.5  # error of a first step that is chosen, in tolerances
PROBE = 1e-6  # of the run: the step by which the first one is chosen
SMALLEST = 1e-13  # of the time, or of the run

TAKEN, TRY_AGAIN, GIVE_UP = 0, 1, 2  # verdicts on a step


class StepSize(Variables):
    """Where a run with steps of its own is."""

    time: float  # reached
    span: float  # of the run
    next_h: float  # size of the next step
    taken_h: float  # size of the last one
    last_error: float  # of that one, in tolerances, for the controller
    error: float  # of the last step that was tried, in tolerances
    lands: int  # whether the step ends at an output time
    failed: int  # tries of the step that failed
    chooses: int  # 1 while a start is to choose the size of its first step, 2 where that may be larger than it was
    again: int  # whether a start begins at the coordinates of the last step
    row_due: int  # whether a start ends with a row of output


class Adaptive(NamedTuple):
    """What steps that follow their error have beside the rest."""

    tolerance: float  # m
    exponent: float  # of the error, by which steps grow
    size: StepSize
    offset: Floats  # (nb + 1, WIDTH) of the velocities: how far they are off the hidden constraints
    twist: Floats  # (nb + 1, 6) work space
    slopes: Floats  # (3,) of the error of a signal's state: third derivative by slopes


def make_adaptive(tolerance: float, bodies: int) -> Adaptive:
    """For a model with so many bodies; `begin_sizes` says the rest."""
    return Adaptive(
        tolerance, 1.0 / 3.0, StepSize(), np.zeros((bodies + 1, WIDTH)), np.zeros((bodies + 1, 6)), np.zeros(3)
    )


def begin_sizes(size: StepSize, start: float, stop: float, first: float) -> float:
    """Let a run begin; `first` is its first step, NaN to choose one. The step by which the start is computed."""
    size.time, size.span, size.last_error, size.row_due = start, stop - start, 1.0, 1
    size.chooses = 0 if math.isfinite(first) else 2
    size.next_h = first if math.isfinite(first) else PROBE * (stop - start)
    return size.next_h


@subroutine
def begin_step(adaptive, times, control, body):
    """Set up a step; its growth over the last one that was taken, and over the last one that was begun."""
    size = adaptive.size
    h, lands = fitted(size.next_h, times[control.interval + 1] - size.time)
    size.lands = 1 if lands else 0
    control.time = times[control.interval + 1] if lands else size.time + h
    resized = begin_size(h, control, body)
    if abs(resized - 1.0) > 1e-12:
        _move_off(resized, adaptive.offset, body)
    return h / size.taken_h, resized


@part
def _move_off(growth, offset, body):
    """Let the distance of the velocities from the hidden constraints be that of a step so many times as large."""
    square = growth * growth
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.v[b, k] += (square - 1.0) * offset[b, k]
            offset[b, k] *= square


@part
def put_free_offset(joints, system, model, time, state, work, twist):
    """The right-hand side whose solution is the distance of the velocities from the hidden constraints."""
    put_twists(state, twist)
    constrained_rates(joints, system.joints, twist, work.J, work.phi)
    subtract_motions(model, time, 1, work.phi)
    clear_velocity_rows(joints.couplings, work.phi)
    for i in range(work.b.shape[0]):
        work.b[i] = 0.0
    put_row_values(system.joints, state.R, work.phi, 1.0, work.b)


@subroutine
def clear(offset):
    """Zero."""
    for b in range(offset.shape[0]):
        for k in range(WIDTH):
            offset[b, k] = 0.0


@subroutine
def keep_offset(free, forest, system, adaptive, state, work):
    """Keep a solution that is the distance of the velocities from the hidden constraints."""
    clear(adaptive.offset)
    move_velocities(free, forest, system, work.b, state, work.body, adaptive.offset)


@part
def _add_radial_offsets(free, body, offset):
    """Add how far the rates of Euler parameters are off the tangent of the unit sphere."""
    for b in range(free.shape[0]):
        if free[b] == EULER_2:
            e, rate = four(body.q, b, 3), four(body.v, b, 3)
            along = e[0] * rate[0] + e[1] * rate[1] + e[2] * rate[2] + e[3] * rate[3]
            for k in range(4):
                offset[b, 3 + k] += along * e[k]


@subroutine
def put_offset(model, free, forest, system, adaptive, control, state, work):
    """How far the velocities of a step that was taken are off the hidden constraints."""
    if work.phi.shape[0] > 0 and (forest is None or forest.tree.cuts.shape[0] > 0):
        put_free_offset(model.joints, system, model, control.time, state, work, adaptive.twist)
        solve(system.elimination, work.values, work.swaps, work.b)
        keep_offset(free, forest, system, adaptive, state, work)
    else:
        clear(adaptive.offset)
    if free is not None:
        _add_radial_offsets(free, work.body, adaptive.offset)


@subroutine
def put_quadrature_errors(free, forest, jerk, control, state, body, twists):
    """The local errors of the quadrature over h, as twists [u inertial, w body axes], of v'' in `jerk`."""
    factor = 1.0 / 6.0 - control.beta - 0.5 * (control.alpha_m - control.alpha_f)
    if free is not None:
        put_local_errors(free, state.R, control.h, factor, jerk, body, twists)
    if forest is not None:
        put_forest_errors(forest, control.h, factor, jerk, twists, state)


@part
def _put_jerk(h, body):
    """v'' of the step, in the place of what was predicted."""
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.start_derivative[b, k] = (body.new_derivative[b, k] - body.derivative[b, k]) / h


@part
def _put_inertia_forces(bodies, body_slots, factor, twist, R, b):
    """`factor` times the masses times twists [u inertial, w body axes] into the right-hand side."""
    for i in range(b.shape[0]):
        b[i] = 0.0
    for n in range(bodies.mass.shape[0]):
        m, c, first = bodies.mass[n], row3(bodies.centre, n), body_slots[n, UNKNOWN]
        u, w = transpose_vector(row9(R, n), three(twist, n, 0)), three(twist, n, 3)
        force = scale(m, add(u, cross(w, c)))
        moment = add(matrix_vector(inertia_about_origin(bodies, n), w), scale(m, cross(c, u)))
        for k in range(3):
            b[first + k] = factor * force[k]
            b[first + 3 + k] = factor * moment[k]


@part
def _put_solution(body_slots, b, twist):
    """The bodies' part of a solution, in body axes."""
    for n in range(twist.shape[0] - 1):
        for k in range(6):
            twist[n, k] = b[body_slots[n, UNKNOWN] + k]


@part
def _largest(h, extent, twist):
    """Size of the largest error, and the body that makes it; NaN counts as the largest."""
    worst, body = 0.0, 0
    for n in range(twist.shape[0] - 1):
        u, w = three(twist, n, 0), three(twist, n, 3)
        linear, angular = u[0] * u[0] + u[1] * u[1] + u[2] * u[2], w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
        error = h * math.sqrt(max(linear, extent * extent * angular))
        if not error <= worst:
            worst, body = error, n
    return worst, body


@subroutine
def judge_step(model, free, forest, system, adaptive, control, state, work):
    """The verdict on the step that is solved, by its local error."""
    _put_jerk(control.h, work.body)
    put_quadrature_errors(free, forest, work.body.start_derivative, control, state, work.body, adaptive.twist)
    if system is not None:
        inertia = (1.0 - control.alpha_m) / (control.beta * (1.0 - control.alpha_f))
        _put_inertia_forces(model.bodies, system.bodies, inertia, adaptive.twist, state.R, work.b)
        solve(system.elimination, work.values, work.swaps, work.b)
        _put_solution(system.bodies, work.b, adaptive.twist)
    error, control.failed = _largest(control.h, control.extent, adaptive.twist)
    adaptive.size.error = error / adaptive.tolerance
    return _verdict_on(adaptive, control)


@subroutine
def choose_first(free, forest, adaptive, control, state, body):
    """The size of the first step, v'' at the start known in `body.before`."""
    size = adaptive.size
    put_quadrature_errors(free, forest, body.before, control, state, body, adaptive.twist)
    error, _ = _largest(control.h, control.extent, adaptive.twist)
    growth = (FIRST * adaptive.tolerance / max(error, 1e-300)) ** adaptive.exponent
    most = 1e3 if size.chooses == 2 else 1.0
    control.h *= max(min(growth, most), 1e-3)
    control.last_h = control.h
    size.next_h, size.chooses = control.h, 0


@part
def _verdict_on(adaptive, control):
    """What its error says to a step; the next one is sized by it."""
    size, h, error = adaptive.size, control.h, adaptive.size.error
    wanted = new_step(adaptive, h, error, size)
    if error <= 1.0:
        most = GROW * h if size.failed == 0 else h
        size.next_h = h if h <= wanted <= SAME * h else min(wanted, most)
        return TAKEN
    return refused(wanted, adaptive, control)


@subroutine
def refused(wanted, adaptive, control):
    """Let a step be taken again with another size."""
    size = adaptive.size
    control.rejected += 1
    control.stage, control.factorized, control.contraction = READY, 0, 1.0
    size.failed += 1
    size.next_h = wanted
    return TRY_AGAIN if wanted > SMALLEST * max(size.span, abs(size.time)) else GIVE_UP


@subroutine
def take_step(adaptive, control):
    """Count a step; whether a row of output follows."""
    size = adaptive.size
    size.time, size.taken_h, size.failed = control.time, control.h, 0
    control.steps += 1
    if size.lands == 1:
        control.interval += 1
    return size.lands == 1


@subroutine
def finish_adaptive_start(free, forest, system, adaptive, control, state, work):
    """What a start leaves for the first step; whether a row of output follows."""
    size = adaptive.size
    size.taken_h, size.again = control.h, 0
    if system is not None:
        keep_offset(free, forest, system, adaptive, state, work)
    row = size.row_due == 1
    size.row_due = 0
    return row
