"""IMPLICIT_MIDPOINT and ENERGY_MOMENTUM for whole bodies. The Newton iteration solves for the mean velocities of a
step.

The unknowns of a body are the rate `omega` of its rotation (`midpoint.py`), and the mean velocity `v` of its pivot over
the step. A body with a fixed pivot has no unknown `v`. The free pivot of a body satisfies `x1 = x0 + h v` and
`2 m (v - v0)/h = F`. Forces act at the midpoint, with the rotation of the normalised mean quaternion.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import cross, scale, subtract, transpose_vector, unit_vector
from rbsolve.solver.forces.discrete import arms
from rbsolve.solver.forces.discrete.step import apply_discrete
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.wrench import add_moment
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.blocks import add_entry, block_of
from rbsolve.solver.integrators.quaternion_hamiltonian.gains import (
    MOMENT,
    force_gains,
    respond,
    set_drive,
    set_travel,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.loop import Scheme
from rbsolve.solver.integrators.quaternion_hamiltonian.midpoint import (
    CONSERVING,
    CONSERVING_BETWEEN,
    MIDPOINT,
    Rotation,
    add_scaled,
    half_turn,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import Rotor
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    about_pivots,
    angular_velocity,
    body_momentum,
    place,
    place_at_step,
    set_quaternion,
)
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import State, copy_state
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row3, row4, row9

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import IslandLayout
    from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import RotorMotion, Rotors
    from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import ImplicitCursor
    from rbsolve.solver.integrators.quaternion_hamiltonian.system import Gains, NewtonMemory, RotorSystem
    from rbsolve.solver.model.arrays import Model

_mean_arm = arms.mean

# Offsets of the unknowns of a body. A body with a fixed pivot has only the rate as its unknown.
RATE, VELOCITY = 0, 3
TURNING, FREE = 3, 6  # numbers of unknowns of a body with a fixed or free pivot


class Rule(NamedTuple):
    """The subroutines that distinguish the midpoint schemes."""

    rotation: Rotation
    put_forces: Callable[..., None]
    """Subroutine (model, system, memory, t, h, state) that computes the resultants of a step of size h about time t.
    Moments are about the pivots.
    """


class Means(NamedTuple):
    """The mean velocities of a step, from which the next step is predicted, and the momenta at the start of the step."""

    rate: Floats  # (nb, 3) rate omega
    velocity: Floats  # (nb, 3) velocity of the pivot
    z: Floats  # (nb,) q.p
    w: Floats  # (nb, 3) G(q) p


class StepEnds(NamedTuple):
    """Configurations at both ends of a step, for discrete gradients."""

    start: State
    end: State


class MidpointMemory(NamedTuple):
    """The data and the memory of the equations of a midpoint scheme."""

    rule: Rule
    means: Means
    ends: Any  # StepEnds, or None if all forces act at the midpoint


@subroutine
def _rotor(rotors: Rotors, b: int) -> Rotor:
    return Rotor(
        row9(rotors.inertia, b),
        row9(rotors.inverse, b),
        row9(rotors.weight, b),
        rotors.square[b],
        rotors.isotropic[b],
    )


@subroutine
def _guess(work: NewtonMemory, first: int, now: Vector, before: Vector, natural: float) -> None:
    size = 1e-4 * natural
    for k in range(3):
        work.unknown[first + k] = 2.0 * now[k] - before[k]
        size = max(size, abs(now[k]))
    for k in range(3):
        work.scale[first + k] = size


@subroutine
def _note_start(system: RotorSystem, ends: StepEnds | None) -> None:
    if ends is not None:
        place_at_step(system.rotors.pivot, system.rotors.inverse, system.motion, ends.start)


@subroutine
def _predict(system: RotorSystem, memory: MidpointMemory, h: float, length: float) -> None:
    """Predict the unknowns by linear extrapolation, from the mean velocities of the last step and the velocities at its
    end. Set the scales of the unknowns.
    """
    motion, inverse, layout, work, means = (
        system.motion,
        system.rotors.inverse,
        system.layout,
        system.work,
        memory.means,
    )
    _note_start(system, memory.ends)
    for b in range(motion.q.shape[0]):
        q, p = row4(motion.q, b), row4(motion.p, b)
        if means.z[b] == 0.0 and means.w[b, 0] == 0.0 and means.w[b, 1] == 0.0 and means.w[b, 2] == 0.0:
            means.z[b], w = body_momentum(q, p)
            set_vector(means.w, b, w)
        now = angular_velocity(row9(inverse, b), q, p)
        _guess(work, layout.first[b] + RATE, now, row3(means.rate, b), 1.0 / h)
        if layout.size[b] == FREE:
            _guess(work, layout.first[b] + VELOCITY, row3(motion.v, b), row3(means.velocity, b), length / h)


@subroutine
def _quaternion_after(q: Quaternion, h: float, omega: Vector, is_whole: bool) -> Quaternion:
    """Return the quaternion at the end of the step if `is_whole`. Otherwise return the normalised quaternion at the
    midpoint.
    """
    b, beta, _ = half_turn(h, omega)
    if is_whole:
        increment = (1.0 - beta, 2.0 * b[0], 2.0 * b[1], 2.0 * b[2])
    else:
        increment = (1.0, b[0], b[1], b[2])
    return quaternion.normalise(quaternion.product(q, increment))


@subroutine
def _place_after(pivot: Floats, motion: RotorMotion, means: Means, h: float, is_whole: bool, state: State) -> None:
    """Set the common state at the end or at the midpoint of a step with given mean velocities."""
    for b in range(motion.q.shape[0]):
        omega, velocity = row3(means.rate, b), row3(means.velocity, b)
        x = add_scaled(row3(motion.x, b), h if is_whole else 0.5 * h, velocity)
        place(row3(pivot, b), b, state, x, _quaternion_after(row4(motion.q, b), h, omega, is_whole), velocity, omega)


@subroutine
def _take_unknowns(layout: IslandLayout, unknown: Floats, means: Means) -> None:
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        for k in range(3):
            means.rate[b, k] = unknown[first + RATE + k]
            if layout.size[b] == FREE:
                means.velocity[b, k] = unknown[first + VELOCITY + k]


@subroutine
def _forces_in_the_middle(
    model: Model, system: RotorSystem, memory: MidpointMemory, t: float, h: float, state: State
) -> None:
    """Compute the forces of IMPLICIT_MIDPOINT."""
    _place_after(system.rotors.pivot, system.motion, memory.means, h, False, state)
    apply_forces(model, t, state)
    about_pivots(system.rotors.pivot, state)


@subroutine
def _discrete_gradients(
    model: Model, system: RotorSystem, memory: MidpointMemory, t: float, h: float, state: State
) -> None:
    """Compute the forces of ENERGY_MOMENTUM, with moments about the origins."""
    ends = memory.ends
    _place_after(system.rotors.pivot, system.motion, memory.means, h, True, ends.end)
    _place_after(system.rotors.pivot, system.motion, memory.means, h, False, state)
    apply_discrete(model, t, h, ends.start, state, ends.end)


@subroutine
def _conserving_forces(
    model: Model, system: RotorSystem, memory: MidpointMemory, t: float, h: float, state: State
) -> None:
    """Add forces from GROUND. The moment arms are taken at the midpoint of the step."""
    _discrete_gradients(model, system, memory, t, h, state)
    about_pivots(system.rotors.pivot, state)


@subroutine
def _conserving_forces_between(
    model: Model, system: RotorSystem, memory: MidpointMemory, t: float, h: float, state: State
) -> None:
    """Add forces between bodies. The moment arms are the means over both ends of the step."""
    _discrete_gradients(model, system, memory, t, h, state)
    pivot, ends = system.rotors.pivot, memory.ends
    for b in range(pivot.shape[0]):
        arm = _mean_arm(ends.start, state, ends.end, b, row3(pivot, b))
        moment = scale(-1.0, cross(arm, row3(state.force, b)))
        add_moment(state, b, transpose_vector(row9(state.R, b), moment))


@subroutine
def _assemble(system: RotorSystem, memory: MidpointMemory, h: float, refresh: bool, state: State) -> None:
    """Compute the residuals. With `refresh`, also compute the blocks of the matrix without the derivatives of the
    forces.
    """
    rotors, layout, work, means, v0 = system.rotors, system.layout, system.work, memory.means, system.motion.v
    rotation = memory.rule.rotation
    for b in range(layout.first.shape[0]):
        first, omega, w0, z0 = layout.first[b], row3(means.rate, b), row3(means.w, b), means.z[b]
        rotor, moment = _rotor(rotors, b), row3(state.moment, b)
        _, _, n = half_turn(h, omega)
        block = block_of(layout, work.matrix, b, b)
        value, parts = rotation.balance(rotor, h, omega, z0, w0)
        for k in range(3):
            work.right[first + RATE + k] = value[k] - rotation.share(n) * moment[k]
        inertia = 2.0 * rotors.mass[b] / h
        if layout.size[b] == FREE:
            for k in range(3):
                work.right[first + VELOCITY + k] = inertia * (means.velocity[b, k] - v0[b, k]) - state.force[b, k]
                add_entry(block, VELOCITY + k, VELOCITY + k, inertia if refresh else 0.0)
        if refresh:
            for j in range(3):
                change = rotation.change(rotor, h, omega, z0, w0, parts, moment, unit_vector(j))
                for k in range(3):
                    add_entry(block, RATE + k, RATE + j, change[k])


@subroutine
def _add_gains(system: RotorSystem, gains: Gains, memory: MidpointMemory, h: float, state: State) -> None:
    """Add the derivatives of the forces at the midpoint to the matrix."""
    pivot, layout, links, means, matrix = (
        system.rotors.pivot,
        system.layout,
        system.links,
        memory.means,
        system.work.matrix,
    )
    for b in range(layout.first.shape[0]):
        turn, _, n = half_turn(h, row3(means.rate, b))
        for j in range(3):
            d = unit_vector(j)
            psi = scale(0.5 * h * n, subtract(d, cross(turn, d)))
            set_drive(gains.drive, b, RATE + j, row3(pivot, b), state, psi, d)
        if layout.size[b] == FREE:
            set_travel(gains.drive, b, VELOCITY, 0.5 * h, 1.0)
    for link in range(links.row.shape[0]):
        b, c = links.row[link], links.column[link]
        is_free = layout.size[b] == FREE
        respond(gains, link, c, 0 if is_free else MOMENT, layout.size[c])
        _, _, n = half_turn(h, row3(means.rate, b))
        factor = memory.rule.rotation.share(n)
        block = block_of(layout, matrix, b, c)
        for j in range(layout.size[c]):
            for k in range(3):
                add_entry(block, RATE + k, j, -factor * gains.response[MOMENT + k, j])
                if is_free:
                    add_entry(block, VELOCITY + k, j, -gains.response[k, j])


@subroutine
def _put_equations(
    model: Model,
    system: RotorSystem,
    gains: Gains,
    memory: MidpointMemory,
    cursor: ImplicitCursor,
    refresh: bool,
    state: State,
) -> None:
    """Write the balances of momenta over the step."""
    _take_unknowns(system.layout, system.work.unknown, memory.means)
    h = cursor.size
    middle = cursor.time + 0.5 * h
    memory.rule.put_forces(model, system, memory, middle, h, state)
    if refresh and gains.vary:
        force_gains(model, middle, state, system.links, system.rotors.pivot, gains.gain, gains.element)
        _add_gains(system, gains, memory, h, state)
    _assemble(system, memory, h, refresh, state)


@subroutine
def _finish(system: RotorSystem, memory: MidpointMemory, h: float) -> None:
    """Move every body to the end of the step."""
    motion, means = system.motion, memory.means
    _take_unknowns(system.layout, system.work.unknown, means)
    for b in range(motion.q.shape[0]):
        omega, velocity, rotor = row3(means.rate, b), row3(means.velocity, b), _rotor(system.rotors, b)
        z1, w1 = memory.rule.rotation.end(rotor, h, omega, means.z[b], row3(means.w, b))
        q1 = _quaternion_after(row4(motion.q, b), h, omega, True)
        set_quaternion(motion.q, b, q1)
        means.z[b] = z1
        set_vector(means.w, b, w1)
        set_quaternion(motion.p, b, quaternion.product(q1, (z1, w1[0], w1[1], w1[2])))
        set_vector(motion.x, b, add_scaled(row3(motion.x, b), h, velocity))
        set_vector(motion.v, b, subtract(scale(2.0, velocity), row3(motion.v, b)))


def implicit_midpoint(means: Means) -> Scheme:
    """Return the scheme of IMPLICIT_MIDPOINT."""
    rule = Rule(MIDPOINT, _forces_in_the_middle)
    return Scheme(_predict, _put_equations, _finish, MidpointMemory(rule, means, None), is_exact=True)


def energy_momentum(means: Means, initial: State, between: bool, mutual: bool) -> Scheme:
    """Return the scheme of ENERGY_MOMENTUM for a model. `between` is true if forces act between two bodies. `mutual`
    is true if a force acts on two bodies, where GROUND counts as a body.
    """
    rule = Rule(CONSERVING_BETWEEN, _conserving_forces_between) if between else Rule(CONSERVING, _conserving_forces)
    memory = MidpointMemory(rule, means, StepEnds(copy_state(initial), copy_state(initial)))
    # For forces between two bodies, the derivatives at the midpoint are only approximate.
    return Scheme(_predict, _put_equations, _finish, memory, is_exact=not mutual)
