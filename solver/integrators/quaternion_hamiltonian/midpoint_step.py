"""IMPLICIT_MIDPOINT and ENERGY_MOMENTUM for whole bodies, by Newton's iteration in the mean velocities of a step.

The unknowns of a body are the rate `omega` of its rotation (`midpoint.py`) and, when its pivot is free, the mean velocity `v` of the
pivot over the step: x1 = x0 + h v, 2 m (v - v0)/h = F. Forces act at the midpoint, with the rotation of the normalised mean quaternion.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import cross, dot, scale, subtract
from rbsolve.solver.forces.discrete.between import move_to_pivots
from rbsolve.solver.forces.discrete.step import apply_discrete
from rbsolve.solver.formulations.faces import set_vector
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
from rbsolve.solver.integrators.quaternion_hamiltonian.output import accept_part, write_due_row
from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import (
    IS_ROW_DUE,
    SIZE,
    STATUS,
    TIME,
    close_part,
    first_unfinished,
    has_task,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    CONTINUE,
    CONVERGED,
    angular_velocity,
    applied_forces,
    body_momentum,
    clear,
    correct,
    extrapolate,
    pivot_moment,
    place,
    place_at_step,
    remember,
    set_quaternion,
    start_iteration,
)
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.arrays import Floats, State
from rbsolve.solver.model.rows import row3, row4, row9


class Midpoint(NamedTuple):
    """Memory of the midpoint schemes. `rate` and `velocity` follow the unknowns, and stay for the prediction of the next step."""

    rate: Floats  # (nb, 3) omega
    velocity: Floats  # (nb, 3) mean velocity of the pivot
    z: Floats  # (nb,) q.p at the start of the step
    w: Floats  # (nb, 3) G(q) p there


class Rotor(NamedTuple):
    """One body of `Rotors`, as tuples."""

    inertia: tuple[float, ...]
    inverse: tuple[float, ...]
    weight: tuple[float, ...]
    square: float
    isotropic: float


@subroutine
def _rotor(rotors, b):
    return Rotor(
        row9(rotors.inertia, b),
        row9(rotors.inverse, b),
        row9(rotors.weight, b),
        rotors.square[b],
        rotors.isotropic[b],
    )


@subroutine
def _guess(work, first, now, before, natural):
    size = 1e-4 * natural
    for k in range(3):
        work.unknown[first + k] = 2.0 * now[k] - before[k]
        size = max(size, abs(now[k]))
    for k in range(3):
        work.scale[first + k] = size


@subroutine
def _predict(motion, inverse, layout, work, scheme, h, length):
    """Unknowns by extrapolation of the last step's mean velocities through those at its end; their scales."""
    start_iteration(work)
    for b in range(motion.q.shape[0]):
        q, p = row4(motion.q, b), row4(motion.p, b)
        if scheme.z[b] == 0.0 and scheme.w[b, 0] == 0.0 and scheme.w[b, 1] == 0.0 and scheme.w[b, 2] == 0.0:
            scheme.z[b], w = body_momentum(q, p)
            set_vector(scheme.w, b, w)
        now = angular_velocity(row9(inverse, b), q, p)
        _guess(work, layout.first[b], now, row3(scheme.rate, b), 1.0 / h)
        if layout.size[b] == 6:
            _guess(work, layout.first[b] + 3, row3(motion.v, b), row3(scheme.velocity, b), length / h)


@subroutine
def _quaternion_after(q, h, omega, is_whole):
    """The quaternion at the end of the step (`is_whole`), or the normalised one in its middle."""
    b, beta, _ = half_turn(h, omega)
    if is_whole:
        increment = (1.0 - beta, 2.0 * b[0], 2.0 * b[1], 2.0 * b[2])
    else:
        increment = (1.0, b[0], b[1], b[2])
    return quaternion.normalised(quaternion.product(q, increment))


@subroutine
def _place_after(pivot, motion, scheme, h, is_whole, state):
    """The common state at the end or in the middle of the step; velocities are the mean ones."""
    for b in range(motion.q.shape[0]):
        omega, velocity = row3(scheme.rate, b), row3(scheme.velocity, b)
        x = add_scaled(row3(motion.x, b), h if is_whole else 0.5 * h, velocity)
        place(row3(pivot, b), b, state, x, _quaternion_after(row4(motion.q, b), h, omega, is_whole), velocity, omega)


@subroutine
def _take_unknowns(layout, unknown, scheme):
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        for k in range(3):
            scheme.rate[b, k] = unknown[first + k]
            if layout.size[b] == 6:
                scheme.velocity[b, k] = unknown[first + 3 + k]


@subroutine
def _shortening(n, is_conserving, is_linked):
    """|qm|^2 where moments come from potentials in the unnormalised mean quaternion, else 1."""
    return n if is_conserving and not is_linked else 1.0


@subroutine
def _conserving_balance(rotor, h, omega, z0, w0, is_linked):
    """Rate of the angular momentum of ENERGY_MOMENTUM, the shortening of the step, and what the columns need."""
    _, beta, _ = half_turn(h, omega)
    c = 1.0 - beta if is_linked else 1.0
    value, parts = conserving_residual(rotor, c * h, scale(1.0 / c, omega), z0, w0)
    return scale(c, value), c, value, parts


@subroutine
def _conserving_change(rotor, h, omega, z0, w0, balance, is_linked, d):
    """The derivative of the balance in the direction `d`."""
    _, c, value, parts = balance
    db = scale(0.25 * h, d)
    if not is_linked:
        return conserving_column(rotor, h, omega, z0, w0, parts, db, d)
    dc = -0.5 * h * dot(half_turn(h, omega)[0], d)
    rate = scale(1.0 / c, omega)
    column = conserving_column(rotor, c * h, rate, z0, w0, parts, db, scale(1.0 / c, add_scaled(d, -dc, rate)))
    # c value(1/(c h)): what hangs on 1/(c h) loses dc/c of itself, and the factor c gains as much of the whole.
    return add_scaled(scale(c, column), dc, add_scaled(value, -1.0 / (c * h), parts[3]))


@subroutine
def _assemble(rotors, layout, work, scheme, v0, h, state, is_conserving, is_linked, refresh):
    """Residuals and, with `refresh`, the blocks of the matrix without the derivatives of the forces. With `is_linked` the moments in
    `state` are about the pivots."""
    for b in range(layout.first.shape[0]):
        first, omega, w0, z0 = layout.first[b], row3(scheme.rate, b), row3(scheme.w, b), scheme.z[b]
        rotor = _rotor(rotors, b)
        moment = row3(state.moment, b) if is_linked else pivot_moment(row3(rotors.pivot, b), b, state)
        turn, _, n = half_turn(h, omega)
        at, stride = layout.origin[layout.island[b]] + layout.row[b], layout.stride[layout.island[b]]
        at += layout.row[b] * stride
        if is_conserving:
            balance = _conserving_balance(rotor, h, omega, z0, w0, is_linked)
            value = balance[0]
        else:
            value, plain = midpoint_residual(rotor, h, omega, z0, w0)
        for k in range(3):
            work.right[first + k] = value[k] - _shortening(n, is_conserving, is_linked) * moment[k]
        inertia = 2.0 * rotors.mass[b] / h
        if layout.size[b] == 6:
            for k in range(3):
                work.right[first + 3 + k] = inertia * (scheme.velocity[b, k] - v0[b, k]) - state.force[b, k]
                work.matrix[at + (3 + k) * stride + 3 + k] += inertia if refresh else 0.0
        if refresh:
            for j in range(3):
                d = unit_vector(j)
                if is_conserving:
                    change = _conserving_change(rotor, h, omega, z0, w0, balance, is_linked, d)
                    if not is_linked:  # d|qm|^2 = -n^2 (h/2) b.d
                        change = add_scaled(change, 0.5 * h * n * n * dot(turn, d), moment)
                else:
                    change = midpoint_column(rotor, h, omega, z0, w0, plain, d)
                for k in range(3):
                    work.matrix[at + k * stride + j] += change[k]


@subroutine
def _add_gains(pivot, layout, links, gains, scheme, h, state, is_conserving, is_linked, matrix):
    """Derivatives of the forces at the midpoint, into the matrix."""
    for b in range(layout.first.shape[0]):
        turn, _, n = half_turn(h, row3(scheme.rate, b))
        for j in range(3):
            d = unit_vector(j)
            psi = scale(0.5 * h * n, subtract(d, cross(turn, d)))
            set_drive(gains.drive, b, j, row3(pivot, b), state, psi, d)
        if layout.size[b] == 6:
            set_travel(gains.drive, b, 3, 0.5 * h, 1.0)
    for link in range(links.row.shape[0]):
        b, c = links.row[link], links.column[link]
        is_free = layout.size[b] == 6
        respond(gains, link, c, 0 if is_free else 3, layout.size[c])
        _, _, n = half_turn(h, row3(scheme.rate, b))
        factor = _shortening(n, is_conserving, is_linked)
        at, stride = layout.origin[layout.island[b]] + layout.row[c], layout.stride[layout.island[b]]
        at += layout.row[b] * stride
        for j in range(layout.size[c]):
            for k in range(3):
                matrix[at + k * stride + j] -= factor * gains.response[3 + k, j]
                if is_free:
                    matrix[at + (3 + k) * stride + j] -= gains.response[k, j]


@subroutine
def _finish(rotors, motion, scheme, h, is_conserving, is_linked):
    """Move every body to the end of the step."""
    for b in range(motion.q.shape[0]):
        omega, velocity, rotor = row3(scheme.rate, b), row3(scheme.velocity, b), _rotor(rotors, b)
        if is_conserving:
            _, beta, _ = half_turn(h, omega)
            c = 1.0 - beta if is_linked else 1.0
            z1, w1 = conserving_end(rotor, c * h, scale(1.0 / c, omega), scheme.z[b], row3(scheme.w, b))
        else:
            z1, w1 = midpoint_end(rotor, h, omega, scheme.z[b], row3(scheme.w, b))
        q1 = _quaternion_after(row4(motion.q, b), h, omega, True)
        set_quaternion(motion.q, b, q1)
        scheme.z[b] = z1
        set_vector(scheme.w, b, w1)
        set_quaternion(motion.p, b, quaternion.product(q1, (z1, w1[0], w1[1], w1[2])))
        set_vector(motion.x, b, add_scaled(row3(motion.x, b), h, velocity))
        set_vector(motion.v, b, subtract(scale(2.0, velocity), row3(motion.v, b)))


@kernel
def advance_midpoint(model, system, gains, scheme, newton, plan, state, chunk):
    """Run IMPLICIT_MIDPOINT until the plan has no task; its status."""
    rotors, motion, layout, links, work = system.rotors, system.motion, system.layout, system.links, system.work
    while has_task(plan, chunk):
        if plan.counts[IS_ROW_DUE] == 1:
            write_due_row(model, rotors, motion, plan, state, chunk)
            continue
        t, h = plan.clock[TIME] + 0.5 * plan.clock[SIZE], plan.clock[SIZE]
        _predict(motion, rotors.inverse, layout, work, scheme, h, newton.length)
        extrapolate(work, h)
        outcome, iteration = CONTINUE, 0
        while outcome == CONTINUE:
            _take_unknowns(layout, work.unknown, scheme)
            _place_after(rotors.pivot, motion, scheme, h, False, state)
            applied_forces(model, t, state)
            refresh = iteration == 0 or not newton.modified
            if refresh:
                clear(work.matrix)
                if gains.vary:
                    force_gains(model, t, state, links, rotors.pivot, gains.gain, gains.element)
                    _add_gains(rotors.pivot, layout, links, gains, scheme, h, state, False, False, work.matrix)
            _assemble(rotors, layout, work, scheme, motion.v, h, state, False, False, refresh)
            outcome = correct(layout, work, newton, iteration, True)
            iteration += 1
        if outcome == CONVERGED:
            remember(work)
            _take_unknowns(layout, work.unknown, scheme)
            _finish(rotors, motion, scheme, h, False, False)
            accept_part(model, system, plan, state)
        close_part(plan, outcome == CONVERGED, iteration, first_unfinished(layout, work.finished))
    return plan.counts[STATUS]


class StepEnds(NamedTuple):
    """Configurations at both ends of a step, for discrete gradients."""

    start: State
    end: State


@kernel
def advance_conserving(model, system, gains, scheme, ends, newton, plan, state, chunk):
    """Run ENERGY_MOMENTUM until the plan has no task; its status."""
    rotors, motion, layout, links, work = system.rotors, system.motion, system.layout, system.links, system.work
    # Forces between two bodies have the derivatives of those at the midpoint, which are close but not exact.
    exact, is_linked = not gains.mutual, gains.between
    while has_task(plan, chunk):
        if plan.counts[IS_ROW_DUE] == 1:
            write_due_row(model, rotors, motion, plan, state, chunk)
            continue
        t, h = plan.clock[TIME] + 0.5 * plan.clock[SIZE], plan.clock[SIZE]
        _predict(motion, rotors.inverse, layout, work, scheme, h, newton.length)
        extrapolate(work, h)
        place_at_step(rotors.pivot, rotors.inverse, motion, ends.start)
        outcome, iteration = CONTINUE, 0
        while outcome == CONTINUE:
            _take_unknowns(layout, work.unknown, scheme)
            _place_after(rotors.pivot, motion, scheme, h, True, ends.end)
            _place_after(rotors.pivot, motion, scheme, h, False, state)
            apply_discrete(model, t, h, ends.start, state, ends.end)
            if is_linked:
                move_to_pivots(rotors.pivot, ends.start, state, ends.end)
            refresh = iteration == 0 or not newton.modified
            if refresh:
                clear(work.matrix)
                if gains.vary:
                    force_gains(model, t, state, links, rotors.pivot, gains.gain, gains.element)
                    _add_gains(rotors.pivot, layout, links, gains, scheme, h, state, True, is_linked, work.matrix)
            _assemble(rotors, layout, work, scheme, motion.v, h, state, True, is_linked, refresh)
            outcome = correct(layout, work, newton, iteration, exact)
            iteration += 1
        if outcome == CONVERGED:
            remember(work)
            _take_unknowns(layout, work.unknown, scheme)
            _finish(rotors, motion, scheme, h, True, is_linked)
            accept_part(model, system, plan, state)
        close_part(plan, outcome == CONVERGED, iteration, first_unfinished(layout, work.finished))
    return plan.counts[STATUS]
