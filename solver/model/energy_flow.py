"""Computes the energy that enters and leaves a model. At the end of a run, it is compared with the change of the
model's energy.

Forces with a potential (gravity, springs, elastic contact forces) are not counted, because the energies of SYSTEM
include them. All other forces add their power in each evaluation (`add_power`). They include springs whose parameters
signals change. They also include the bristles of stiction, because bristles release stored energy.

Explicit integrators sum the power with the weights of their stages. Other integrators use a parabola through the power
at the ends of steps (`end_step`). The quadrature has at least the order of the method. At a corner of a prescribed
motion of joint coordinates, the power may jump. It is therefore interpolated separately on each side of the corner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import (
    BROUGHT,
    EARLIER_POWER,
    EXCESS,
    FALLEN,
    FASTEST,
    HAS_POWER,
    IS_DRIVEN,
    LAST_POWER,
    LAST_SIZE,
    OWED,
    POWER,
    WORK,
    Model,
    State,
)

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Bodies
    from rbsolve.solver.model.flat import Floats

# The energy is examined at the first FIRST accepted states, and then at every EACH-th state. EACH is a prime number, so
# a periodic motion rarely has the same phase at all of these states.
FIRST, EACH = 64, 13
NO_CORNER = -1.0  # the step contains no corner
SEVERAL_CORNERS = -2.0  # the work over the step is determined in another way
MOST_GROWTH = 2.5  # if a step is longer than this multiple of the previous one, the earlier power does not determine the curvature


_SUMS = np.array([POWER, LAST_POWER, EARLIER_POWER, LAST_SIZE, WORK, BROUGHT, FASTEST, OWED])
_MAXIMA = np.array([EXCESS, FALLEN])


def begin_balance(model: Model, state: State, keeps_energy: bool) -> None:
    """Start the balance at a state of a model. `keeps_energy` is true if the model has no dissipative forces."""
    watch, functions = state.watch, model.joints.row_function
    watch[_SUMS], watch[_MAXIMA] = 0.0, -np.inf
    is_driven = bool(len(functions)) and bool((functions >= 0).any())
    watch[IS_DRIVEN], watch[HAS_POWER] = is_driven, is_driven or not keeps_energy


@subroutine
def is_sampled(steps: int) -> bool:
    """Return whether the energy is examined at the state after a number of steps."""
    return steps < FIRST or steps % EACH == 0


@subroutine
def add_power(state: State, power: float) -> None:
    """Add the power [W] of a force, without the part that has a potential. Dampers, friction and drives have such a
    power.
    """
    state.watch[POWER] += power


@subroutine
def add_work(watch: Floats, work: float) -> None:
    """Add the energy [J] that a step has brought into the model. It is negative if energy has left the model."""
    watch[WORK] += work
    watch[BROUGHT] += max(work, 0.0)


@subroutine
def _cut_step(watch: Floats, h: float, power: float, corner: float) -> float:
    """Return the work [J] over a step that contains a corner of a prescribed motion, or follows such a step. The
    previous steps give the power before the corner, and the next step gives the power after the corner.
    """
    last, size, before, behind = watch[LAST_POWER], watch[LAST_SIZE], corner * h, (1.0 - corner) * h
    if size < 0.0 and corner >= 0.0:  # corners are as dense as steps
        watch[OWED] = 0.0
        trapezoid: float = 0.5 * h * (last + power)
        return trapezoid
    if size < 0.0:  # the previous step ended at a corner
        watch[OWED] = 0.5 * h**2
        return h * power
    work: float = before * last + behind * power
    if size > 0.0:
        work += 0.5 * before**2 * (last - watch[EARLIER_POWER]) / size
    watch[OWED] = 0.5 * behind**2
    return work


@subroutine
def end_step(watch: Floats, h: float, power: float, corner: float) -> None:
    """Add the work over a step of size `h` to an accepted state with the given power. With `h = 0`, the balance starts
    at this state.

    `corner` is the part of the step before a corner, NO_CORNER or SEVERAL_CORNERS. The work is the integral of the
    parabola through the power at the last three states. A line is used if there are only two states, or if a step is
    much longer than the previous step.
    """
    last, size = watch[LAST_POWER], watch[LAST_SIZE]
    if corner == SEVERAL_CORNERS:
        watch[EARLIER_POWER], watch[LAST_POWER], watch[LAST_SIZE], watch[OWED] = last, power, 0.0, 0.0
        return
    is_cut = corner >= 0.0 or size < 0.0
    if h > 0.0 and is_cut:
        add_work(watch, _cut_step(watch, h, power, corner))
    elif h > 0.0:
        work = 0.5 * h * (last + power)
        if h <= MOST_GROWTH * size:
            work -= h**3 / 6.0 * ((power - last) / h - (last - watch[EARLIER_POWER]) / size) / (h + size)
        add_work(watch, work - watch[OWED] * (power - last) / h)
        watch[OWED] = 0.0
    watch[EARLIER_POWER], watch[LAST_POWER], watch[LAST_SIZE] = last, power, h
    if is_cut:  # a line through the power before a corner does not describe the next step
        watch[LAST_SIZE] = -h if corner == 1.0 else 0.0


@subroutine
def _energies(bodies: Bodies, gravity: Floats, state: State) -> tuple[float, float]:
    """Return the kinetic energy [J], and the energy that gravity would have supplied if all masses had started at the
    origin.
    """
    total = given = 0.0
    for b in range(bodies.mass.shape[0]):
        c0, c1, c2 = bodies.centre[b, 0], bodies.centre[b, 1], bodies.centre[b, 2]
        w0, w1, w2 = state.w[b, 0], state.w[b, 1], state.w[b, 2]
        arm = w1 * c2 - w2 * c1, w2 * c0 - w0 * c2, w0 * c1 - w1 * c0
        square = 0.0
        for k in range(3):
            height = state.x[b, k] + state.R[b, k, 0] * c0 + state.R[b, k, 1] * c1 + state.R[b, k, 2] * c2
            given += bodies.mass[b] * gravity[k] * height
            v = state.u[b, k] + state.R[b, k, 0] * arm[0] + state.R[b, k, 1] * arm[1] + state.R[b, k, 2] * arm[2]
            spin = bodies.inertia[b, k, 0] * w0 + bodies.inertia[b, k, 1] * w1 + bodies.inertia[b, k, 2] * w2
            square += bodies.mass[b] * v * v + state.w[b, k] * spin
        total += 0.5 * square
    return total, given


@part
def look_at_energy(bodies: Bodies, gravity: Floats, state: State) -> None:
    """Update the largest energies in `State.watch`, which are the scale for unexplained energy."""
    total, given = _energies(bodies, gravity, state)
    state.watch[FASTEST] = max(state.watch[FASTEST], total)
    state.watch[FALLEN] = max(state.watch[FALLEN], given)
    state.watch[EXCESS] = max(state.watch[EXCESS], total - given - state.watch[WORK])
