"""The (s, p)-SPARK methods for whole bodies (Xu et al. 2020, (A.1)-(A.7), Table 16). The coefficients are any record of
`tableaux.py`.

`stages.py` defines the unknowns. The last multiplier follows from the hidden constraint `q.p = 0` at the end of the
step (errata, (B.2)). Time-dependent forces are evaluated at the times t + c_i h.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.integrators.pieces import within_piece
from rbsolve.solver.integrators.quaternion_hamiltonian.blocks import add_entry, add_row, block_of
from rbsolve.solver.integrators.quaternion_hamiltonian.gains import (
    MOMENT,
    U,
    X,
    force_gains,
    respond,
    set_drive,
)
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
from rbsolve.solver.integrators.quaternion_hamiltonian.stages import (
    Coefficients,
    Stages,
    columns_of,
    is_free,
    move_to_stages,
    place_at_stage,
    quad,
    stage_spin,
    triple,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.system import (
    angular_velocity,
    pivot_moment,
    set_quaternion,
)
from rbsolve.solver.integrators.quaternion_hamiltonian.tableaux import SparkTableau
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row4, row9

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import BodyPairs, IslandLayout
    from rbsolve.solver.integrators.quaternion_hamiltonian.rotors import Rotors
    from rbsolve.solver.integrators.quaternion_hamiltonian.step_plan import ImplicitCursor
    from rbsolve.solver.integrators.quaternion_hamiltonian.system import Gains, NewtonMemory, RotorSystem
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


class SparkMemory(NamedTuple):
    """The data and the memory of the equations of a SPARK method."""

    tableau: Coefficients
    stages: Stages


@subroutine
def _quad_unit(j: int) -> Quaternion:
    return 1.0 if j == 0 else 0.0, 1.0 if j == 1 else 0.0, 1.0 if j == 2 else 0.0, 1.0 if j == 3 else 0.0


@subroutine
def _fill(array: Floats, first: int, count: int, value: float) -> None:
    for k in range(first, first + count):
        array[k] = value


@part
def _predict(system: RotorSystem, memory: SparkMemory, h: float, length: float) -> None:
    """Predict the unknowns and set their scales. The prediction assumes that the body keeps the angular and linear
    acceleration of the last step.
    """
    rotors, motion, layout, work = system.rotors, system.motion, system.layout, system.work
    stages, tableau = memory.stages, memory.tableau
    columns, unknown = columns_of(tableau), work.unknown
    s, p = columns.stages, columns.multipliers
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        k, k_hat, a = first + columns.k, first + columns.k_hat, first + columns.a
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
            for m in range(4):
                unknown[k + 4 * i + m] = rate[m]
                unknown[k_hat + 4 * i + m] = force[m]
        _fill(unknown, first + columns.multiplier, p, 0.25 * rotors.isotropic[b] * dot4(p0, p0))
        natural = max(inertia[0], inertia[4], inertia[8]) / h
        size = max(1e-4 * natural, abs(p0[0]), abs(p0[1]), abs(p0[2]), abs(p0[3])) / h
        _fill(work.scale, k, 4 * s, 1.0 / h)
        _fill(work.scale, k_hat, 4 * s, size)
        _fill(work.scale, first + columns.multiplier, p, size)
        if is_free(layout, columns, b):
            v = row3(motion.v, b)
            _fill(work.scale, a, 3 * s, max(1e-4 * length / h, abs(v[0]), abs(v[1]), abs(v[2])) / h)
            for i in range(s):
                for m in range(3):
                    unknown[a + 3 * i + m] = stages.a[b, m]


@subroutine
def _linearise(rotors: Rotors, b: int, Q: Quaternion, P: Quaternion, moment: Vector, stages: Stages) -> None:
    """Compute `by_q` and `by_p`, the derivatives of a stage for a fixed moment."""
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
def _add_stage_row(system: RotorSystem, memory: SparkMemory, row: int, r: int, b: int, i: int, h: float) -> None:
    """Add row `row` of body `b` for component `r` of `k_i - H_p = 0` and `kh_i + H_q - f = 0`. The row uses `by_q` and
    `by_p`.
    """
    stages, tableau, layout, unknown = memory.stages, memory.tableau, system.layout, system.work.unknown
    columns, first, block = columns_of(tableau), layout.first[b], block_of(layout, system.work.matrix, b, b)
    by_Q, by_P = row4(stages.by_q, r), row4(stages.by_p, r)
    add_entry(block, row, row, 1.0)
    for m in range(columns.stages):
        by_node = 0.0
        for j in range(columns.multipliers):
            by_node += tableau.a_tilde[i, j] * unknown[first + columns.multiplier + j] * tableau.a_bar[j, m]
        add_row(block, row, columns.k + 4 * m, -h * tableau.a[i, m], by_Q)
        add_row(block, row, columns.k + 4 * m, h * h * by_node, by_P)
        add_row(block, row, columns.k_hat + 4 * m, -h * tableau.a_hat[i, m], by_P)
    for j in range(columns.multipliers):
        along = dot4(by_P, row4(stages.node[b], j))
        add_entry(block, row, columns.multiplier + j, h * tableau.a_tilde[i, j] * along)


@part
def _assemble_stage(system: RotorSystem, memory: SparkMemory, i: int, h: float, state: State, refresh: bool) -> None:
    """Compute the residuals (B.1) of stage `i`. With `refresh`, also compute their derivatives without the derivatives
    of the forces.
    """
    rotors, layout, work, stages = system.rotors, system.layout, system.work, memory.stages
    columns = columns_of(memory.tableau)
    for b in range(layout.first.shape[0]):
        first = layout.first[b]
        k, k_hat, a = columns.k + 4 * i, columns.k_hat + 4 * i, columns.a + 3 * i
        Q, P = row4(stages.q[b], i), row4(stages.p[b], i)
        moment = pivot_moment(row3(rotors.pivot, b), b, state)
        H_p, H_q = gradients(row9(rotors.weight, b), rotors.square[b], rotors.isotropic[b], Q, P)
        force = moment_force(Q, moment)
        for r in range(4):
            work.right[first + k + r] = work.unknown[first + k + r] - H_p[r]
            work.right[first + k_hat + r] = work.unknown[first + k_hat + r] + H_q[r] - force[r]
        if is_free(layout, columns, b):
            for r in range(3):
                work.right[first + a + r] = work.unknown[first + a + r] - state.force[b, r] / rotors.mass[b]
        if refresh:
            block = block_of(layout, work.matrix, b, b)
            _linearise(rotors, b, Q, P, moment, stages)
            for r in range(8):
                row = k + r if r < 4 else k_hat + r - 4
                _add_stage_row(system, memory, row, r, b, i, h)
            if is_free(layout, columns, b):
                for r in range(3):
                    add_entry(block, a + r, a + r, 1.0)


@subroutine
def _assemble_constraints(
    layout: IslandLayout, work: NewtonMemory, stages: Stages, tableau: Coefficients, h: float, refresh: bool
) -> None:
    """Compute the constraints `(|Q_j|^2 - 1)/(2 h) = 0` at the nodes 1 .. p."""
    columns = columns_of(tableau)
    for b in range(layout.first.shape[0]):
        block = block_of(layout, work.matrix, b, b)
        for j in range(1, columns.multipliers + 1):
            node = row4(stages.node[b], j)
            row = columns.multiplier + j - 1
            work.right[layout.first[b] + row] = (dot4(node, node) - 1.0) / (2.0 * h)
            if refresh:
                for m in range(columns.stages):
                    add_row(block, row, columns.k + 4 * m, tableau.a_bar[j, m], node)


@part
def _drive_stage(system: RotorSystem, memory: SparkMemory, i: int, h: float, state: State, drive: Floats) -> None:
    """Compute the derivatives of the bodies' motions at stage `i` with respect to the unknowns, in `drive`."""
    pivot, layout, unknown = system.rotors.pivot, system.layout, system.work.unknown
    stages, tableau = memory.stages, memory.tableau
    columns = columns_of(tableau)
    for b in range(layout.first.shape[0]):
        Q, rate = row4(stages.q[b], i), quad(unknown, layout.first[b] + columns.k + 4 * i)
        share = 2.0 / dot4(Q, Q)
        spin = stage_spin(stages, rate, b, i)
        for m in range(columns.stages):
            reach = h * tableau.a[i, m]
            for j in range(4):
                d = _quad_unit(j)
                turn = scale(share, vector_part(Q, d))
                dw = scale(share * reach, vector_part(d, rate))
                dw = subtract(dw, scale(share * reach * dot4(Q, d), spin))
                if m == i:
                    dw = add(dw, turn)
                set_drive(drive, b, columns.k + 4 * m + j, row3(pivot, b), state, scale(reach, turn), dw)
            if is_free(layout, columns, b):
                for k in range(3):
                    drive[b, X + k, columns.a + 3 * m + k] = h * h * tableau.a_a_hat[i, m]
                    drive[b, U + k, columns.a + 3 * m + k] = h * tableau.a_hat[i, m]


@part
def _add_gains(
    mass: Floats,
    layout: IslandLayout,
    links: BodyPairs,
    gains: Gains,
    stages: Stages,
    tableau: Coefficients,
    i: int,
    matrix: Floats,
) -> None:
    """Add the derivatives of the forces at stage `i` to the matrix."""
    columns, response = columns_of(tableau), gains.response
    for link in range(links.row.shape[0]):
        b, c = links.row[link], links.column[link]
        feels_force = is_free(layout, columns, b)
        respond(gains, link, c, 0 if feels_force else MOMENT, layout.size[c])
        block = block_of(layout, matrix, b, c)
        Q = row4(stages.q[b], i)
        for j in range(layout.size[c]):
            moment = response[MOMENT, j], response[MOMENT + 1, j], response[MOMENT + 2, j]
            force = moment_force(Q, moment)
            for k in range(4):
                add_entry(block, columns.k_hat + 4 * i + k, j, -force[k])
            if feels_force:
                for k in range(3):
                    add_entry(block, columns.a + 3 * i + k, j, -response[k, j] / mass[b])


@part
def _finish(system: RotorSystem, memory: SparkMemory, h: float) -> None:
    """Move every body to the end of the step by (A.3) and (A.5). The last multiplier follows from (A.6)."""
    inverse, motion, layout, unknown = system.rotors.inverse, system.motion, system.layout, system.work.unknown
    stages, tableau = memory.stages, memory.tableau
    move_to_stages(motion, layout, unknown, stages, tableau, h)
    columns = columns_of(tableau)
    for b in range(motion.q.shape[0]):
        first = layout.first[b]
        k, k_hat, a = first + columns.k, first + columns.k_hat, first + columns.a
        q0, p0, v0 = row4(motion.q, b), row4(motion.p, b), row3(motion.v, b)
        q1, p1, x1, v1 = q0, p0, row3(motion.x, b), v0
        for m in range(columns.stages):
            weight = h * tableau.b[m]
            q1 = add4(q1, weight, quad(unknown, k + 4 * m))
            p1 = add4(p1, weight, quad(unknown, k_hat + 4 * m))
            x1 = add(x1, scale(weight, row3(stages.v[b], m)))
            if is_free(layout, columns, b):
                v1 = add(v1, scale(weight, triple(unknown, a + 3 * m)))
        for j in range(columns.multipliers):
            multiplier = unknown[first + columns.multiplier + j]
            p1 = add4(p1, -h * tableau.b_tilde[j] * multiplier, row4(stages.node[b], j))
        p1 = add4(p1, -dot4(q1, p1) / dot4(q1, q1), q1)
        before = angular_velocity(row9(inverse, b), q0, p0)
        set_vector(stages.alpha, b, scale(1.0 / h, subtract(angular_velocity(row9(inverse, b), q1, p1), before)))
        set_vector(stages.a, b, scale(1.0 / h, subtract(v1, v0)))
        set_quaternion(motion.q, b, q1)
        set_quaternion(motion.p, b, p1)
        set_vector(motion.x, b, x1)
        set_vector(motion.v, b, v1)


@subroutine
def _put_equations(
    model: Model,
    system: RotorSystem,
    gains: Gains,
    memory: SparkMemory,
    cursor: ImplicitCursor,
    refresh: bool,
    state: State,
) -> None:
    """Write (A.1), (A.2), (A.4) and the constraints, stage by stage."""
    rotors, layout, links, work = system.rotors, system.layout, system.links, system.work
    stages, tableau = memory.stages, memory.tableau
    columns, h = columns_of(tableau), cursor.size
    move_to_stages(system.motion, layout, work.unknown, stages, tableau, h)
    for i in range(columns.stages):
        time = within_piece(cursor, cursor.time + tableau.c[i] * h)
        place_at_stage(rotors.pivot, layout, columns, work.unknown, stages, i, state)
        apply_forces(model, time, state)
        _assemble_stage(system, memory, i, h, state, refresh)
        if refresh and gains.vary:
            force_gains(model, time, state, links, rotors.pivot, gains.gain, gains.element)
            _drive_stage(system, memory, i, h, state, gains.drive)
            _add_gains(rotors.mass, layout, links, gains, stages, tableau, i, work.matrix)
    _assemble_constraints(layout, work, stages, tableau, h, refresh)


def spark(tableau: SparkTableau, bodies: int) -> Scheme:
    """Return the scheme of a tableau for `bodies` bodies."""
    memory = SparkMemory(Coefficients.of(tableau), Stages.of(bodies, tableau.stages, tableau.constraints))
    return Scheme(_predict, _put_equations, _finish, memory, is_exact=True)
