"""A step of IMPLICIT_MIDPOINT and ENERGY_MOMENTUM: whole bodies, by Newton's iteration in the midpoint velocities.

The unknowns of a body are the rate `omega` of its rotation (`midpoint.py`) and, when its pivot is free, the mean velocity `v` of the
pivot over the step: x1 = x0 + h v, 2 m (v - v0)/h = F. Forces act at the midpoint, with the rotation of the normalised mean quaternion.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import cross, dot, scale, subtract
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.wrench import row3, row4
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.advance import run
from rbsolve.solver.integrators.quaternion_hamiltonian.discrete_forces import apply_conserving
from rbsolve.solver.integrators.quaternion_hamiltonian.gains import (
    force_gains,
    respond,
    set_drive,
    set_travel,
    unit_vector,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.midpoint import (
    add_scaled,
    conserving_column,
    conserving_end,
    conserving_residual,
    half_turn,
    midpoint_column,
    midpoint_end,
    midpoint_residual,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    CONTINUE,
    CONVERGED,
    NO_JOINT,
    angular_velocity,
    body_momentum,
    clear_matrix,
    correct,
    pivot_moment,
    place,
    place_at_step,
    rotor_of,
    set_quaternion,
    start_iteration,
)
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import Floats, State


class Midpoint(NamedTuple):
    """Memory of the midpoint schemes."""

    rate: Floats  # (nb, 3) omega of the last step
    velocity: Floats  # (nb, 3) mean velocity of the last step
    z: Floats  # (nb,) q.p at the start of the step
    w: Floats  # (nb, 3) G(q) p there
    start: State  # configurations at both ends of the step, for discrete gradients
    end: State


@subroutine
def _predict(system, scheme, h):  # type: ignore[no-untyped-def]
    """Unknowns by extrapolation of the last step's mean velocities through those at its end; their scales."""
    motion, rotors, layout, work = system.motion, system.rotors, system.layout, system.work
    for b in range(motion.q.shape[0]):
        q, p = row4(motion.q, b), row4(motion.p, b)
        scheme.z[b], w = body_momentum(q, p)
        set_vector(scheme.w, b, w)
        now = angular_velocity(rotors, b, q, p)
        _guess(work, layout.first[b], now, row3(scheme.rate, b), 1.0 / h)
        if rotors.joint[b] == NO_JOINT:
            _guess(work, layout.first[b] + 3, row3(motion.v, b), row3(scheme.velocity, b), system.length / h)


@subroutine
def _guess(work, first, now, before, natural):  # type: ignore[no-untyped-def]
    size = 1e-4 * natural
    for k in range(3):
        work.unknown[first + k] = 2.0 * now[k] - before[k]
        size = max(size, abs(now[k]))
    for k in range(3):
        work.scale[first + k] = size


@subroutine
def _mean(system, b, h):  # type: ignore[no-untyped-def]
    """omega, velocity and position of the midpoint, for the present unknowns."""
    unknown, first = system.work.unknown, system.layout.first[b]
    omega = (unknown[first], unknown[first + 1], unknown[first + 2])
    velocity = (0.0, 0.0, 0.0)
    if system.rotors.joint[b] == NO_JOINT:
        velocity = (unknown[first + 3], unknown[first + 4], unknown[first + 5])
    return omega, velocity, add_scaled(row3(system.motion.x, b), 0.5 * h, velocity)


@subroutine
def _quaternion_after(system, b, h, omega, share):  # type: ignore[no-untyped-def]
    """q0 (1 + b)^(2 share) / |..|: the normalised midpoint (share 1/2) or the end (share 1) of the step."""
    turn, beta, _ = half_turn(h, omega)
    if share == 1.0:
        increment = (1.0 - beta, 2.0 * turn[0], 2.0 * turn[1], 2.0 * turn[2])
    else:
        increment = (1.0, turn[0], turn[1], turn[2])
    return quaternion.normalised(quaternion.product(row4(system.motion.q, b), increment))


@subroutine
def place_at_midpoint(system, h, state):  # type: ignore[no-untyped-def]
    """The common state in the middle of the step."""
    for b in range(system.motion.q.shape[0]):
        omega, velocity, x = _mean(system, b, h)
        place(system.rotors, b, state, x, _quaternion_after(system, b, h, omega, 0.5), velocity, omega)


@subroutine
def place_at_end(system, h, state):  # type: ignore[no-untyped-def]
    """The configuration at the end of the step, for the present unknowns."""
    for b in range(system.motion.q.shape[0]):
        omega, velocity, x = _mean(system, b, h)
        x1 = add_scaled(x, 0.5 * h, velocity)
        place(system.rotors, b, state, x1, _quaternion_after(system, b, h, omega, 1.0), velocity, omega)


@subroutine
def _assemble_body(system, scheme, b, h, moment_factor, residual, column, refresh):  # type: ignore[no-untyped-def]
    """Residual of body `b` and, with `refresh`, the blocks of the matrix without the derivatives of the forces."""
    layout, work, motion, state = system.layout, system.work, system.motion, system.state
    first = layout.first[b]
    rotor = rotor_of(system.rotors, b)
    omega, velocity, _ = _mean(system, b, h)
    w0 = row3(scheme.w, b)
    value, parts = residual(rotor, h, omega, scheme.z[b], w0)
    moment = pivot_moment(system.rotors, b, state)
    factor = _length_factor(h, omega, moment_factor)
    for k in range(3):
        work.right[first + k] = value[k] - factor * moment[k]
    inertia = 2.0 * system.rotors.mass[b] / h
    if layout.size[b] == 6:
        for k in range(3):
            work.right[first + 3 + k] = inertia * (velocity[k] - motion.v[b, k]) - state.force[b, k]
    if not refresh:
        return
    turn, _, n = half_turn(h, omega)
    at, stride = layout.origin[layout.island[b]] + layout.row[b], layout.stride[layout.island[b]]
    at += layout.row[b] * stride
    for j in range(3):
        d = unit_vector(j)
        change = column(rotor, h, omega, scheme.z[b], w0, parts, d)
        # d|qm|^2 = -n^2 (h/2) b.d
        shortening = moment_factor * 0.5 * h * n * n * dot(turn, d)
        for k in range(3):
            work.matrix[at + k * stride + j] = change[k] + shortening * moment[k]
    if layout.size[b] == 6:
        for k in range(3, 6):
            work.matrix[at + k * stride + k] = inertia


@subroutine
def _length_factor(h, omega, moment_factor):  # type: ignore[no-untyped-def]
    """|qm|^2 where moments come from potentials in the unnormalised mean quaternion, else 1."""
    _, _, n = half_turn(h, omega)
    return 1.0 + moment_factor * (n - 1.0)


@subroutine
def _add_force_derivatives(system, t, h, moment_factor):  # type: ignore[no-untyped-def]
    """Derivatives of the forces at the midpoint, into the matrix."""
    layout, links, work = system.layout, system.links, system.work
    force_gains(system.model, t + 0.5 * h, system.state, links, system.rotors, work.gain)
    for b in range(layout.first.shape[0]):
        omega, _, _ = _mean(system, b, h)
        turn, _, n = half_turn(h, omega)
        for j in range(3):
            d = unit_vector(j)
            psi = scale(0.5 * h * n, subtract(d, cross(turn, d)))
            set_drive(work.drive, b, j, system.rotors, system.state, psi, d)
        if layout.size[b] == 6:
            set_travel(work.drive, b, 3, 0.5 * h, 1.0)
    for link in range(links.row.shape[0]):
        _add_link(system, link, links.row[link], links.column[link], h, moment_factor)


@subroutine
def _add_link(system, link, b, c, h, moment_factor):  # type: ignore[no-untyped-def]
    layout, work = system.layout, system.work
    free = layout.size[b] == 6
    respond(work.gain, link, work.drive, c, 0 if free else 3, layout.size[c], work.response)
    omega, _, _ = _mean(system, b, h)
    factor = _length_factor(h, omega, moment_factor)
    at, stride = layout.origin[layout.island[b]] + layout.row[c], layout.stride[layout.island[b]]
    at += layout.row[b] * stride
    for j in range(layout.size[c]):
        for k in range(3):
            work.matrix[at + k * stride + j] -= factor * work.response[3 + k, j]
        if free:
            for k in range(3):
                work.matrix[at + (3 + k) * stride + j] -= work.response[k, j]


@subroutine
def _finish(system, scheme, h, end):  # type: ignore[no-untyped-def]
    """Move every body to the end of the step."""
    motion = system.motion
    for b in range(motion.q.shape[0]):
        omega, velocity, x = _mean(system, b, h)
        z1, w1 = end(rotor_of(system.rotors, b), h, omega, scheme.z[b], row3(scheme.w, b))
        q1 = _quaternion_after(system, b, h, omega, 1.0)
        set_quaternion(motion.q, b, q1)
        set_quaternion(motion.p, b, quaternion.product(q1, (z1, w1[0], w1[1], w1[2])))
        set_vector(motion.x, b, add_scaled(x, 0.5 * h, velocity))
        set_vector(motion.v, b, subtract(scale(2.0, velocity), row3(motion.v, b)))
        set_vector(scheme.rate, b, omega)
        set_vector(scheme.velocity, b, velocity)


@subroutine
def _iterate(system, scheme, t, h, forces, moment_factor, residual, column, exact):  # type: ignore[no-untyped-def]
    """Newton's iteration; its count, or -1."""
    start_iteration(system.work)
    for iteration in range(system.newton.maximum):
        refresh = iteration == 0 or not system.newton.modified
        place_at_midpoint(system, h, system.state)
        forces(system, scheme, t, h)
        if refresh:
            clear_matrix(system.layout, system.work)
        for b in range(system.layout.first.shape[0]):
            _assemble_body(system, scheme, b, h, moment_factor, residual, column, refresh)
        if refresh:
            _add_force_derivatives(system, t, h, moment_factor)
        outcome = correct(system, iteration, exact)
        if outcome != CONTINUE:
            return iteration + 1 if outcome == CONVERGED else -1
    return -1


@subroutine
def _midpoint_forces(system, scheme, t, h):  # type: ignore[no-untyped-def]
    apply_forces(system.model, t + 0.5 * h, system.state)


@subroutine
def _conserving_forces(system, scheme, t, h):  # type: ignore[no-untyped-def]
    place_at_end(system, h, scheme.end)
    apply_conserving(system.model, t + 0.5 * h, h, scheme.start, system.state, scheme.end)


@subroutine
def midpoint_step(system, scheme, t, h):  # type: ignore[no-untyped-def]
    """A step of IMPLICIT_MIDPOINT; its iterations, or -1 with the motion as it was."""
    _predict(system, scheme, h)
    used = _iterate(system, scheme, t, h, _midpoint_forces, 0.0, midpoint_residual, midpoint_column, True)
    if used > 0:
        _finish(system, scheme, h, midpoint_end)
    return used


@subroutine
def conserving_step(system, scheme, t, h):  # type: ignore[no-untyped-def]
    """A step of ENERGY_MOMENTUM; its iterations, or -1 with the motion as it was."""
    _predict(system, scheme, h)
    place_at_step(system, scheme.start)
    # Springs and bushings have the derivatives of their forces at the midpoint, which are close but not exact.
    exact = system.model.springs.body0.shape[0] == 0 and system.model.bushings.body0.shape[0] == 0
    used = _iterate(system, scheme, t, h, _conserving_forces, 1.0, conserving_residual, conserving_column, exact)
    if used > 0:
        _finish(system, scheme, h, conserving_end)
    return used


@kernel
def advance_midpoint(system, scheme, times, steps, cursor, chunk, budget):  # type: ignore[no-untyped-def]
    """Run IMPLICIT_MIDPOINT."""
    return run(midpoint_step, system, scheme, times, steps, cursor, chunk, budget)


@kernel
def advance_conserving(system, scheme, times, steps, cursor, chunk, budget):  # type: ignore[no-untyped-def]
    """Run ENERGY_MOMENTUM."""
    return run(conserving_step, system, scheme, times, steps, cursor, chunk, budget)
