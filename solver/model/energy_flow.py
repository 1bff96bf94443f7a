"""The energy that enters and leaves a model. It is compared with the change of its energy at the end of a run.

Forces with a potential (gravity, springs, elastic contact forces) do not count here: the energies of SYSTEM include them. All other forces
add their power in each evaluation (`add_power`). So do springs that signals change, and the bristles of stiction, which release stored
energy. Integrators sum the power over their steps: explicit ones by the weights of their stages, the others by a parabola through its
values at the ends (`end_step`). The quadrature is at least of the order of the method. At a corner of a prescribed motion of joint
coordinates, the power may jump: each side has its own line there.
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

SAMPLED = 64  # so many accepted states, and then one in so many, have their energy looked at
NO_CORNER = -1.0  # in a step
MOST_GROWTH = 2.5  # of a step over the one before, up to which the previous power gives the curvature


def begin_balance(model: Model, state: State, keeps_energy: bool) -> None:
    """Start the balance at a state of a model with or without dissipative forces."""
    state.watch[[POWER, LAST_POWER, EARLIER_POWER, LAST_SIZE, WORK, BROUGHT, FASTEST, OWED]] = 0.0
    state.watch[[EXCESS, FALLEN]] = -np.inf
    is_driven = bool(np.any(model.joints.row_function >= 0))
    state.watch[IS_DRIVEN], state.watch[HAS_POWER] = is_driven, is_driven or not keeps_energy


@subroutine
def is_sampled(steps: int) -> bool:
    """Whether the state after so many steps has its energy looked at."""
    return steps < SAMPLED or steps % SAMPLED == 0


@subroutine
def add_power(state: State, power: float) -> None:
    """Add the power of a force besides that of its potential: of a damper, friction or a drive [W]."""
    state.watch[POWER] += power


@subroutine
def add_work(watch: Floats, work: float) -> None:
    """Add the energy that a step has brought into the model, J; negative values have left it."""
    watch[WORK] += work
    watch[BROUGHT] += max(work, 0.0)


@subroutine
def _cut_step(watch: Floats, h: float, power: float, corner: float) -> float:
    """The work over a step with a corner: the power before it follows from the steps before, that behind it from the next step."""
    last, size, before, behind = watch[LAST_POWER], watch[LAST_SIZE], corner * h, (1.0 - corner) * h
    if size < 0.0 and corner >= 0.0:  # corners are as dense as steps
        watch[OWED] = 0.0
        return 0.5 * h * (last + power)
    if size < 0.0:  # the step before ended at a corner
        watch[OWED] = 0.5 * h**2
        return h * power
    work = before * last + behind * power
    if size > 0.0:
        work += 0.5 * before**2 * (last - watch[EARLIER_POWER]) / size
    watch[OWED] = 0.5 * behind**2
    return work


@subroutine
def end_step(watch: Floats, h: float, power: float, corner: float) -> None:
    """Add the work over a step of `h` to an accepted state with some power; with h = 0, start there. `corner` is the part of the step
    up to a corner, or NO_CORNER.

    It is the integral of the parabola through the power at the last three states. It is that of a line if there are only two, or if a step
    is much longer than the one before.
    """
    last, size = watch[LAST_POWER], watch[LAST_SIZE]
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
    if is_cut:  # after a corner, a line from the previous power does not describe the next step
        watch[LAST_SIZE] = -h if corner == 1.0 else 0.0


@part
def look_at_energy(bodies: Bodies, gravity: Floats, state: State) -> None:
    """Keep the largest kinetic energy in `State.watch`, and its explanation: the scale for missing energy."""
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
    state.watch[FASTEST] = max(state.watch[FASTEST], total)
    state.watch[FALLEN] = max(state.watch[FALLEN], given)
    state.watch[EXCESS] = max(state.watch[EXCESS], total - given - state.watch[WORK])
