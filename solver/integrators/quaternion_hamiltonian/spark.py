"""The (s, p)-SPARK engine (Seed 003, (A.1)-(A.7), Table 16): any record of `tableaux.py`, whole bodies.

The unknowns of a body are the stage rates k_i = H_p and kh_i = -H_q (4 each), the multipliers 0 .. p-1, and when its pivot is free
the stage accelerations a_i (3 each): X_i = x + h c_i v + h^2 (A A-hat a)_i, V_i = v + h (A-hat a)_i, the partner of the same scheme. The
last multiplier follows from the hidden constraint q.p = 0 at the end of the step (errata, (B.2)). Time-dependent forces act at
the times t + c_i h.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.quaternion_hamiltonian.gains import force_gains, respond, set_drive
from rbsolve.solver.integrators.quaternion_hamiltonian.hamiltonian import (
    add4,
    dot4,
    gradient_changes,
    gradients,
    moment_force,
    moment_force_change,
    scale4,
    times_vector,
    vector_part,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.loop import Scheme
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    angular_velocity,
    pivot_moment,
    place,
    set_quaternion,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import SparkTableau
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.rows import row3, row4, row9


class Coefficients(NamedTuple):
    """A tableau as the kernel reads it (`SparkTableau`), with A A-hat."""

    c: Floats
    a: Floats
    a_hat: Floats
    b: Floats
    a_tilde: Floats
    b_tilde: Floats
    a_bar: Floats
    a_a_hat: Floats


class Stages(NamedTuple):
    """Memory of the stages."""

    q: Floats  # (nb, s, 4) Q_i
    p: Floats  # (nb, s, 4) P_i
    x: Floats  # (nb, s, 3) X_i
    v: Floats  # (nb, s, 3) V_i
    node: Floats  # (nb, p + 1, 4) quaternions at the nodes of the constraint
    alpha: Floats  # (nb, 3) mean angular acceleration of the last step, for the prediction
    a: Floats  # (nb, 3) mean acceleration of the pivot
    by_q: Floats  # (8, 4) derivative of (H_p, -H_q + f) at a stage by Q_i
    by_p: Floats  # (8, 4)


class SparkMemory(NamedTuple):
    """What the equations of a SPARK method read and remember."""

    tableau: Coefficients
    stages: Stages


@subroutine
def _quad(array, k):
    """Four entries of a flat array from `k`."""
    return array[k], array[k + 1], array[k + 2], array[k + 3]


@subroutine
def _triple(array, k):
    """Three entries of a flat array from `k`."""
    return array[k], array[k + 1], array[k + 2]


@subroutine
def _quad_unit(j):
    return 1.0 if j == 0 else 0.0, 1.0 if j == 1 else 0.0, 1.0 if j == 2 else 0.0, 1.0 if j == 3 else 0.0


@subroutine
def _fill(array, first, count, value):
    for k in range(first, first + count):
        array[k] = value


@part
def _predict(system, memory, h, length):
    """Unknowns and scales: the body goes on with the angular and linear acceleration of the last step."""
    rotors, motion, layout, work, stages, tableau = (
        system.rotors,
        system.motion,
        system.layout,
        system.work,
        memory.stages,
        memory.tableau,
    )
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    unknown = work.unknown
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        inertia = row9(rotors.inertia, b)
        q0, p0 = row4(motion.q, b), row4(motion.p, b)
        w0, alpha = angular_velocity(row9(rotors.inverse, b), q0, p0), row3(stages.alpha, b)
        for i in range(s):
            t = tableau.c[i] * h
            w = add(w0, scale(t, alpha))
            q = quaternion.product(q0, quaternion.exp(scale(t, add(w0, scale(0.5 * t, alpha)))))
            momentum = matrix_vector(inertia, w)
            P = scale4(2.0, times_vector(q, momentum))
            _, H_q = gradients(row9(rotors.weight, b), rotors.square[b], rotors.isotropic[b], q, P)
            rate = scale4(0.5, times_vector(q, w))
            force = add4(moment_force(q, add(matrix_vector(inertia, alpha), cross(w, momentum))), -1.0, H_q)
            for k in range(4):
                unknown[first + 4 * i + k] = rate[k]
                unknown[first + 4 * (s + i) + k] = force[k]
        multiplier = 0.25 * rotors.isotropic[b] * dot4(p0, p0)
        _fill(unknown, first + 8 * s, p, multiplier)
        natural = max(inertia[0], inertia[4], inertia[8]) / h
        _fill(work.scale, first, 4 * s, 1.0 / h)
        _fill(
            work.scale,
            first + 4 * s,
            4 * s + p,
            max(1e-4 * natural, abs(p0[0]), abs(p0[1]), abs(p0[2]), abs(p0[3])) / h,
        )
        if layout.size[b] > 8 * s + p:
            v = row3(motion.v, b)
            _fill(work.scale, first + 8 * s + p, 3 * s, max(1e-4 * length / h, abs(v[0]), abs(v[1]), abs(v[2])) / h)
            for i in range(s):
                for k in range(3):
                    unknown[first + 8 * s + p + 3 * i + k] = stages.a[b, k]


@part
def _move_to_stages(motion, layout, unknown, stages, tableau, h):
    """Q_i, P_i, X_i, V_i and the quaternions at the nodes (A.7), for the present unknowns."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        for j in range(p + 1):
            node = row4(motion.q, b)
            for m in range(s):
                node = add4(node, h * tableau.a_bar[j, m], _quad(unknown, first + 4 * m))
            set_quaternion(stages.node[b], j, node)
        for i in range(s):
            Q, P = row4(motion.q, b), row4(motion.p, b)
            for m in range(s):
                Q = add4(Q, h * tableau.a[i, m], _quad(unknown, first + 4 * m))
                P = add4(P, h * tableau.a_hat[i, m], _quad(unknown, first + 4 * (s + m)))
            for j in range(p):
                P = add4(P, -h * tableau.a_tilde[i, j] * unknown[first + 8 * s + j], row4(stages.node[b], j))
            set_quaternion(stages.q[b], i, Q)
            set_quaternion(stages.p[b], i, P)
            x, v = add(row3(motion.x, b), scale(h * tableau.c[i], row3(motion.v, b))), row3(motion.v, b)
            if layout.size[b] > 8 * s + p:
                for m in range(s):
                    a = _triple(unknown, first + 8 * s + p + 3 * m)
                    x = add(x, scale(h * h * tableau.a_a_hat[i, m], a))
                    v = add(v, scale(h * tableau.a_hat[i, m], a))
            set_vector(stages.x[b], i, x)
            set_vector(stages.v[b], i, v)


@subroutine
def _stage_spin(stages, unknown, first, b, i):
    """Angular velocity at a stage: 2 G(Q_i) k_i/|Q_i|^2."""
    Q = row4(stages.q[b], i)
    return scale(2.0 / dot4(Q, Q), vector_part(Q, _quad(unknown, first + 4 * i)))


@subroutine
def _place_at_stage(pivot, layout, unknown, stages, i, state):
    """The common state at stage `i`, with normalised quaternions."""
    for b in range(layout.first.shape[0]):
        q = quaternion.normalised(row4(stages.q[b], i))
        w = _stage_spin(stages, unknown, layout.first[b], b, i)
        place(row3(pivot, b), b, state, row3(stages.x[b], i), q, row3(stages.v[b], i), w)


@subroutine
def _linearise(rotors, b, Q, P, moment, stages):
    """Fill `by_q` and `by_p`, with the moment held."""
    weight, square, isotropic = row9(rotors.weight, b), rotors.square[b], rotors.isotropic[b]
    zero = (0.0, 0.0, 0.0, 0.0)
    for j in range(8):
        d = _quad_unit(j % 4)
        H_p, H_q = gradient_changes(weight, square, isotropic, Q, P, d if j < 4 else zero, zero if j < 4 else d)
        target = stages.by_q if j < 4 else stages.by_p
        turned = moment_force_change(Q, moment, d if j < 4 else zero)
        for k in range(4):
            target[k, j % 4] = H_p[k]
            target[4 + k, j % 4] = turned[k] - H_q[k]


@subroutine
def _add_stage_matrix(at, stride, stages, tableau, unknown, first, b, i, h, matrix):
    """The rows of stage `i` for k_i - H_p = 0 and kh_i + H_q - f = 0, from `by_q` and `by_p`."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for r in range(8):
        row = at + (4 * i + r if r < 4 else 4 * (s + i) + r - 4) * stride
        matrix[row + (4 * i + r if r < 4 else 4 * (s + i) + r - 4)] += 1.0
        for m in range(s):
            by_node = 0.0
            for j in range(p):
                by_node += tableau.a_tilde[i, j] * unknown[first + 8 * s + j] * tableau.a_bar[j, m]
            for k in range(4):
                held = h * tableau.a[i, m] * stages.by_q[r, k] - h * h * by_node * stages.by_p[r, k]
                matrix[row + 4 * m + k] -= held
                matrix[row + 4 * (s + m) + k] -= h * tableau.a_hat[i, m] * stages.by_p[r, k]
        for j in range(p):
            along = 0.0
            for k in range(4):
                along += stages.by_p[r, k] * stages.node[b, j, k]
            matrix[row + 8 * s + j] += h * tableau.a_tilde[i, j] * along


@part
def _assemble_stage(rotors, layout, work, stages, tableau, i, h, state, refresh):
    """Residuals (B.1) of stage `i` and, with `refresh`, their derivatives without those of the forces."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        Q, P = row4(stages.q[b], i), row4(stages.p[b], i)
        moment = pivot_moment(row3(rotors.pivot, b), b, state)
        H_p, H_q = gradients(row9(rotors.weight, b), rotors.square[b], rotors.isotropic[b], Q, P)
        force = moment_force(Q, moment)
        for k in range(4):
            work.right[first + 4 * i + k] = work.unknown[first + 4 * i + k] - H_p[k]
            work.right[first + 4 * (s + i) + k] = work.unknown[first + 4 * (s + i) + k] + H_q[k] - force[k]
        is_free = layout.size[b] > 8 * s + p
        travel = first + 8 * s + p + 3 * i
        if is_free:
            for k in range(3):
                work.right[travel + k] = work.unknown[travel + k] - state.force[b, k] / rotors.mass[b]
        if refresh:
            at, stride = layout.origin[layout.island[b]] + layout.row[b], layout.stride[layout.island[b]]
            at += layout.row[b] * stride
            _linearise(rotors, b, Q, P, moment, stages)
            _add_stage_matrix(at, stride, stages, tableau, work.unknown, first, b, i, h, work.matrix)
            if is_free:
                for k in range(3):
                    work.matrix[at + (travel - first + k) * (stride + 1)] += 1.0


@subroutine
def _assemble_constraints(layout, work, stages, tableau, h, refresh):
    """(|Q_j|^2 - 1)/(2 h) = 0 at the nodes 1 .. p."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        at, stride = layout.origin[layout.island[b]] + layout.row[b], layout.stride[layout.island[b]]
        at += layout.row[b] * stride
        for j in range(1, p + 1):
            node = row4(stages.node[b], j)
            row = 8 * s + j - 1
            work.right[first + row] = (dot4(node, node) - 1.0) / (2.0 * h)
            if refresh:
                for m in range(s):
                    for k in range(4):
                        work.matrix[at + row * stride + 4 * m + k] += tableau.a_bar[j, m] * node[k]


@part
def _drive_stage(pivot, layout, unknown, stages, tableau, i, h, state, drive):
    """How the unknowns move the bodies at stage `i`."""
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        Q, rate = row4(stages.q[b], i), _quad(unknown, first + 4 * i)
        share = 2.0 / dot4(Q, Q)
        spin = _stage_spin(stages, unknown, first, b, i)
        for m in range(s):
            reach = h * tableau.a[i, m]
            for j in range(4):
                d = _quad_unit(j)
                turn = scale(share, vector_part(Q, d))
                dw = scale(share * reach, vector_part(d, rate))
                dw = subtract(dw, scale(share * reach * dot4(Q, d), spin))
                if m == i:
                    dw = add(dw, turn)
                set_drive(drive, b, 4 * m + j, row3(pivot, b), state, scale(reach, turn), dw)
            if layout.size[b] > 8 * s + p:
                column = 8 * s + p + 3 * m
                for k in range(3):
                    drive[b, k, column + k] = h * h * tableau.a_a_hat[i, m]
                    drive[b, 6 + k, column + k] = h * tableau.a_hat[i, m]


@part
def _add_gains(mass, layout, links, gains, stages, i, s, p, matrix):
    """Derivatives of the forces at stage `i`, into the matrix."""
    for link in range(links.row.shape[0]):
        b, c = links.row[link], links.column[link]
        is_free = layout.size[b] > 8 * s + p
        respond(gains, link, c, 0 if is_free else 3, layout.size[c])
        at, stride = layout.origin[layout.island[b]] + layout.row[c], layout.stride[layout.island[b]]
        at += layout.row[b] * stride
        Q = row4(stages.q[b], i)
        for j in range(layout.size[c]):
            force = moment_force(Q, (gains.response[3, j], gains.response[4, j], gains.response[5, j]))
            for k in range(4):
                matrix[at + (4 * (s + i) + k) * stride + j] -= force[k]
            if is_free:
                for k in range(3):
                    matrix[at + (8 * s + p + 3 * i + k) * stride + j] -= gains.response[k, j] / mass[b]


@part
def _finish(system, memory, h):
    """Move every body to the end of the step: (A.3), (A.5), and the last multiplier from (A.6)."""
    inverse, motion, layout, unknown = system.rotors.inverse, system.motion, system.layout, system.work.unknown
    stages, tableau = memory.stages, memory.tableau
    _move_to_stages(motion, layout, unknown, stages, tableau, h)
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        q0, p0, v0 = row4(motion.q, b), row4(motion.p, b), row3(motion.v, b)
        q1, p1, x1, v1 = q0, p0, row3(motion.x, b), v0
        for m in range(s):
            weight = h * tableau.b[m]
            q1 = add4(q1, weight, _quad(unknown, first + 4 * m))
            p1 = add4(p1, weight, _quad(unknown, first + 4 * (s + m)))
            x1 = add(x1, scale(weight, row3(stages.v[b], m)))
            if layout.size[b] > 8 * s + p:
                v1 = add(v1, scale(weight, _triple(unknown, first + 8 * s + p + 3 * m)))
        for j in range(p):
            p1 = add4(p1, -h * tableau.b_tilde[j] * unknown[first + 8 * s + j], row4(stages.node[b], j))
        p1 = add4(p1, -dot4(q1, p1) / dot4(q1, q1), q1)
        before = angular_velocity(row9(inverse, b), q0, p0)
        set_vector(stages.alpha, b, scale(1.0 / h, subtract(angular_velocity(row9(inverse, b), q1, p1), before)))
        set_vector(stages.a, b, scale(1.0 / h, subtract(v1, v0)))
        set_quaternion(motion.q, b, q1)
        set_quaternion(motion.p, b, p1)
        set_vector(motion.x, b, x1)
        set_vector(motion.v, b, v1)


@subroutine
def _put_equations(model, system, gains, memory, t, h, refresh, state):
    """(A.1), (A.2), (A.4) and the constraints, stage by stage."""
    rotors, layout, links, work, stages, tableau = (
        system.rotors,
        system.layout,
        system.links,
        system.work,
        memory.stages,
        memory.tableau,
    )
    s, p = tableau.b.shape[0], tableau.b_tilde.shape[0] - 1
    _move_to_stages(system.motion, layout, work.unknown, stages, tableau, h)
    for i in range(s):
        time = t + tableau.c[i] * h
        _place_at_stage(rotors.pivot, layout, work.unknown, stages, i, state)
        apply_forces(model, time, state)
        _assemble_stage(rotors, layout, work, stages, tableau, i, h, state, refresh)
        if refresh and gains.vary:
            force_gains(model, time, state, links, rotors.pivot, gains.gain, gains.element)
            _drive_stage(rotors.pivot, layout, work.unknown, stages, tableau, i, h, state, gains.drive)
            _add_gains(rotors.mass, layout, links, gains, stages, i, s, p, work.matrix)
    _assemble_constraints(layout, work, stages, tableau, h, refresh)


def spark(tableau: SparkTableau, bodies: int) -> Scheme:
    """The scheme of a tableau for so many bodies."""
    s, p = tableau.stages, tableau.constraints
    coefficients = Coefficients(
        *(tableau.c, tableau.a, tableau.a_hat, tableau.b, tableau.a_tilde, tableau.b_tilde, tableau.a_bar),
        tableau.a @ tableau.a_hat,
    )
    stages = Stages(
        q=np.zeros((bodies, s, 4)),
        p=np.zeros((bodies, s, 4)),
        x=np.zeros((bodies, s, 3)),
        v=np.zeros((bodies, s, 3)),
        node=np.zeros((bodies, p + 1, 4)),
        alpha=np.zeros((bodies, 3)),
        a=np.zeros((bodies, 3)),
        by_q=np.zeros((8, 4)),
        by_p=np.zeros((8, 4)),
    )
    return Scheme(_predict, _put_equations, _finish, SparkMemory(coefficients, stages), is_exact=True)
