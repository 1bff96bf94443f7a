"""Computes the residual and the iteration matrix of a step, in the axes of the bodies.

Force residuals and increments are in body axes. Constraint rows with inertial components are transformed to the axes of
the body that is eliminated together with the joint. A kept factorization therefore remains valid if the whole system
rotates. The equations of motion are multiplied by h^2, and the multipliers contain the factor h^2 (Bottasso's scaling,
Holzinger et al. 2024, section 3.3). All entries of the matrix therefore remain of order one as h tends to zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, dot, matrix_vector, transpose_vector
from rbsolve.solver.compiler.derivatives import derivatives_alone, value_of
from rbsolve.solver.forces.tangents.links import CONSTRAINTS, MOVES, TURNS, link_tangent
from rbsolve.solver.formulations.newton_euler import missing_power, residual
from rbsolve.solver.integrators.generalized_alpha.control import ITERATING
from rbsolve.solver.integrators.generalized_alpha.increments import (
    RR,
    XR,
    XX,
    increment_maps,
    inertia_about_origin,
    inertia_tangent,
)
from rbsolve.solver.integrators.generalized_alpha.system import (
    AXES,
    BODIES,
    ENDS,
    FIRST_ROW,
    MULTIPLIER,
    ROW_COUNT,
    SWAPPED,
)
from rbsolve.solver.joints.kernels import constraints, jacobians
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import (
    BOTH_TURNED,
    MIRRORED,
    NONE_TURNED,
    PIVOT,
    PLACE,
    SIZE,
    STRIDE,
    TURNED,
    UNKNOWN,
)
from rbsolve.solver.model.rows import nine, row9, three

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, PlainMatrix, Workspace
    from rbsolve.solver.model.arrays import Bodies, Model, State
    from rbsolve.solver.model.flat import Floats, Ints
    from rbsolve.solver.model.joints import Joints


@part
def evaluate(model: Model, t: float, state: State, multipliers: Floats, phi: Floats, J: Floats) -> None:
    """Evaluate the constraints and their Jacobian. Add the constraint forces to the resultants in `state`, which
    contain the applied forces.
    """
    constraints(model, t, state, phi)
    joints = model.joints
    jacobians(joints, state, J)
    for j in range(joints.kind.shape[0]):
        b0, b1 = joints.body0[j], joints.body1[j]
        for r in range(joints.first_row[j], joints.first_row[j + 1]):
            size = multipliers[r]
            for k in range(3):
                state.force[b0, k] -= size * J[r, k]
                state.moment[b0, k] -= size * J[r, 3 + k]
                state.force[b1, k] -= size * J[r, 6 + k]
                state.moment[b1, k] -= size * J[r, 9 + k]


@subroutine
def put_velocity_rows(joints: Joints, factor: float, state: State, J: Floats, phi: Floats) -> None:
    """Write `factor` times the rates of the velocity constraints in place of their residuals.

    The factor is the derivative of a displacement with respect to its velocity. Each value is therefore a length, like
    the other residuals. The row of the matrix is J, because terms that are smaller by a factor of the step size are
    omitted.
    """
    for n in range(joints.couplings.on_velocities.shape[0]):
        r = joints.couplings.on_velocities[n]
        j = 0
        while joints.first_row[j + 1] <= r:
            j += 1
        b0, b1 = joints.body0[j], joints.body1[j]
        rate = 0.0
        for k in range(3):
            rate += J[r, k] * state.u[b0, k] + J[r, 3 + k] * state.w[b0, k]
            rate += J[r, 6 + k] * state.u[b1, k] + J[r, 9 + k] * state.w[b1, k]
        phi[r] = factor * rate


@subroutine
def put_row_values(joint_slots: Ints, R: Floats, source: Floats, factor: float, b: Floats) -> None:
    """Write `factor` times the values (nc,) of the constraint rows to the right-hand side."""
    for j in range(joint_slots.shape[0]):
        first, unknown, axes = joint_slots[j, FIRST_ROW], joint_slots[j, MULTIPLIER], joint_slots[j, AXES]
        for r in range(joint_slots[j, ROW_COUNT]):
            b[unknown + r] = factor * source[first + r]
        if axes >= 0:
            value = (b[unknown], b[unknown + 1], b[unknown + 2])
            b[unknown], b[unknown + 1], b[unknown + 2] = transpose_vector(row9(R, axes), value)


@part
def add_multipliers(joint_slots: Ints, R: Floats, factor: float, b: Floats, multipliers: Floats) -> None:
    """Add `factor` times the multipliers in the solution `b` to `multipliers`."""
    for j in range(joint_slots.shape[0]):
        first, unknown, axes = joint_slots[j, FIRST_ROW], joint_slots[j, MULTIPLIER], joint_slots[j, AXES]
        done = 0
        if axes >= 0:
            value = matrix_vector(row9(R, axes), (b[unknown], b[unknown + 1], b[unknown + 2]))
            for r in range(3):
                multipliers[first + r] += factor * value[r]
            done = 3
        for r in range(done, joint_slots[j, ROW_COUNT]):
            multipliers[first + r] += factor * b[unknown + r]


@part
def missing_powers(bodies: Bodies, accelerations: Floats, state: State) -> float:
    """Return the power of prescribed motions on the bodies of a tree. The power is the total power minus the power of
    the applied forces.
    """
    power = 0.0
    for n in range(bodies.mass.shape[0]):
        power += missing_power(bodies, n, three(accelerations, n, 0), three(accelerations, n, 3), state)
    return power


@part
def keep_missing_power(stage: int, control: Control, bodies: Bodies, body: BodyRecords, state: State) -> None:
    """Store the power of prescribed motions before the forces are evaluated for the derivatives of a step. It belongs
    to the forces of the last iterate that changed the numbers.
    """
    if stage != ITERATING or control.refining == 0:
        control.has_missing = 0
    elif control.refining == 1:
        control.missing, control.has_missing = value_of(missing_powers(bodies, body.acceleration, state)), 1


@part
def missing_power_of_step(control: Control, bodies: Bodies, body: BodyRecords, state: State) -> float:
    """Return the power of prescribed motions on the bodies of a tree after a step."""
    power = missing_powers(bodies, body.acceleration, state)
    if control.has_missing == 1:
        return control.missing + derivatives_alone(power)
    return power


@subroutine
def put_residual(bodies: Bodies, body_slots: Ints, factor: float, body: BodyRecords, state: State, b: Floats) -> None:
    """Write the dynamic residuals of all bodies, times `-factor`, to the right-hand side."""
    for n in range(bodies.mass.shape[0]):
        acceleration, alpha = three(body.acceleration, n, 0), three(body.acceleration, n, 3)
        force, moment = residual(bodies, n, acceleration, alpha, state)
        first = body_slots[n, UNKNOWN]
        for k in range(3):
            b[first + k] = -factor * force[k]
            b[first + 3 + k] = -factor * moment[k]


@subroutine
def put_block(values: Floats, at: int, stride: int, factor: float, M: Matrix) -> None:
    """Store a 3x3 matrix times `factor`."""
    for k in range(3):
        for m in range(3):
            values[at + k * stride + m] = factor * M[3 * k + m]


@subroutine
def end_rows(slots: Ints, R: Floats, own: Matrix, side: int, J: Floats, rows: Floats) -> None:
    """Write the Jacobian of a joint with respect to the increments of one of its bodies to `rows` (rows, 6). `own`
    contains the axes of the body.
    """
    first, at, axes = slots[FIRST_ROW], 6 * side, slots[AXES]
    for r in range(slots[ROW_COUNT]):
        rows[r, 0], rows[r, 1], rows[r, 2] = transpose_vector(
            own, (J[first + r, at], J[first + r, at + 1], J[first + r, at + 2])
        )
        for k in range(3, 6):
            rows[r, k] = J[first + r, at + k]
    if axes >= 0:
        turn = row9(R, axes)
        for k in range(6):
            rows[0, k], rows[1, k], rows[2, k] = transpose_vector(turn, (rows[0, k], rows[1, k], rows[2, k]))


@part
def put_jacobians(
    bodies: Bodies,
    joints: Joints,
    joint_slots: Ints,
    R: Floats,
    factor: float,
    work: Workspace,
    matrix: Workspace | PlainMatrix,
) -> None:
    """Write the Jacobians and their transposes to a `matrix` of zeros, and set the reference pivots of loops.

    For a constraint between two free bodies, the reference pivot is J M^-1 J^T, with mass matrices times `factor`.
    """
    rows, references, values = work.element[0], matrix.references, matrix.values
    for j in range(joint_slots.shape[0]):
        for r in range(joint_slots[j, ROW_COUNT]):
            references[joint_slots[j, MULTIPLIER] + r] = 1e-300
    for j in range(joint_slots.shape[0]):
        slots = joint_slots[j]
        unknown = slots[MULTIPLIER]
        for side in range(2):
            end = ENDS + 4 * side
            at, mirrored = slots[end + PLACE], slots[end + MIRRORED]
            stride, turned = slots[end + STRIDE], slots[end + TURNED]
            if at < 0:
                continue
            body = joints.body0[j] if side == 0 else joints.body1[j]
            end_rows(slots, R, row9(R, body), side, work.J, rows)
            J_O = inertia_about_origin(bodies, body)
            inertia = max((J_O[0] + J_O[4] + J_O[8]) / 3.0, 1e-300)
            for r in range(slots[ROW_COUNT]):
                u, w = (rows[r, 0], rows[r, 1], rows[r, 2]), (rows[r, 3], rows[r, 4], rows[r, 5])
                references[unknown + r] += (dot(u, u) / bodies.mass[body] + dot(w, w) / inertia) / factor
                for k in range(6):
                    values[at + r * stride + k if turned == NONE_TURNED else at + k * stride + r] += rows[r, k]
                    values[mirrored + k * stride + r if turned == BOTH_TURNED else mirrored + r * stride + k] += rows[
                        r, k
                    ]


@part
def put_masses(bodies: Bodies, body_slots: Ints, values: Floats) -> None:
    """Write the mass matrices [[m I, -m c~], [m c~, J_O]] in body axes."""
    for b in range(bodies.mass.shape[0]):
        at, stride, m = body_slots[b, PIVOT], body_slots[b, SIZE], bodies.mass[b]
        x, y, z = m * bodies.centre[b, 0], m * bodies.centre[b, 1], m * bodies.centre[b, 2]
        lever = (0.0, -z, y, z, 0.0, -x, -y, x, 0.0)
        put_block(values, at, stride, m, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
        put_block(values, at + 3, stride, -1.0, lever)
        put_block(values, at + 3 * stride, stride, 1.0, lever)
        put_block(values, at + 3 * stride + 3, stride, 1.0, inertia_about_origin(bodies, b))


@subroutine
def by_increments(element: Floats, row: int, column: int, R: Matrix, speed: tuple[Matrix, Matrix, Matrix]) -> None:
    """Add six entries of a row of K + C to element[2], in the axes of the column's body. C multiplies the derivatives
    of velocities with respect to increments.
    """
    x = transpose_vector(R, (element[0, row, column], element[0, row, column + 1], element[0, row, column + 2]))
    p = (element[0, row, column + 3], element[0, row, column + 4], element[0, row, column + 5])
    u = (element[1, row, column], element[1, row, column + 1], element[1, row, column + 2])
    w = (element[1, row, column + 3], element[1, row, column + 4], element[1, row, column + 5])
    if u != (0.0, 0.0, 0.0) or w != (0.0, 0.0, 0.0):
        u = transpose_vector(R, u)
        x = add(x, transpose_vector(speed[0], u))
        p = add(p, add(transpose_vector(speed[1], u), transpose_vector(speed[2], w)))
    for k in range(3):
        element[2, row, column + k] = x[k]
        element[2, row, column + 3 + k] = p[k]


@subroutine
def _rows_to_body_axes(element: Floats, row: int, R: Matrix) -> None:
    """Transform three rows of forces in element[2] from inertial components to body axes."""
    for column in range(12):
        force = (element[2, row, column], element[2, row + 1, column], element[2, row + 2, column])
        element[2, row, column], element[2, row + 1, column], element[2, row + 2, column] = transpose_vector(R, force)


@subroutine
def add_element(
    link: Ints, body_slots: Ints, factor: float, body: BodyRecords, R: Floats, element: Floats, values: Floats
) -> None:
    """Add the derivatives of a link's wrenches, times `factor`, to the matrix. Columns of GROUND are omitted.

    element[0] contains the derivatives with respect to increments, and element[1] with respect to velocities (12 x 12,
    inertial translations).
    """
    for side in range(2):
        b = link[BODIES + side]
        speed = (nine(body.speed, b, XX), nine(body.speed, b, XR), nine(body.speed, b, RR))
        axes = row9(R, b)
        for row in range(12):
            by_increments(element, row, 6 * side, axes, speed)
    for side in range(2):
        at, stride, row = body_slots[link[BODIES + side], PIVOT], body_slots[link[BODIES + side], SIZE], 6 * side
        _rows_to_body_axes(element, row, row9(R, link[BODIES + side]))
        if at >= 0:
            for k in range(6):
                for m in range(6):
                    values[at + k * stride + m] += factor * element[2, row + k, row + m]
    first, mirrored, stride, row = link[PLACE], link[MIRRORED], link[STRIDE], 6 * link[SWAPPED]
    column = 6 - row
    if first >= 0:
        for k in range(6):
            for m in range(6):
                values[first + k * stride + m] += factor * element[2, row + k, column + m]
                values[mirrored + k * stride + m] += factor * element[2, column + m, row + k]
    elif link[BODIES] == link[BODIES + 1]:
        at, stride = body_slots[link[BODIES], PIVOT], body_slots[link[BODIES], SIZE]
        for k in range(6):
            for m in range(6):
                values[at + k * stride + m] += factor * (element[2, k, 6 + m] + element[2, 6 + k, m])


@subroutine
def _add_turns(link: Ints, body_slots: Ints, factor: float, element: Floats, values: Floats) -> None:
    """Add the derivatives of a link, times `factor`, to the matrix, for moments that depend only on the rotations.

    These derivatives are already in body axes.
    """
    for side in range(2):
        at, stride, row = body_slots[link[BODIES + side], PIVOT], body_slots[link[BODIES + side], SIZE], 6 * side + 3
        if at >= 0:
            for k in range(3):
                for m in range(3):
                    values[at + (3 + k) * stride + 3 + m] += factor * element[0, row + k, row + m]
    first, mirrored, stride, row = link[PLACE], link[MIRRORED], link[STRIDE], 6 * link[SWAPPED] + 3
    column = 12 - row
    if first >= 0:
        for k in range(3):
            for m in range(3):
                values[first + (3 + k) * stride + 3 + m] += factor * element[0, row + k, column + m]
                values[mirrored + (3 + k) * stride + 3 + m] += factor * element[0, column + m, row + k]


@subroutine
def _add_links(
    model: Model, system: LinearSystem, factor: float, control: Control, state: State, work: Workspace, values: Floats
) -> None:
    """Add the derivatives of the forces of constraints, springs, bushings, loads and drives to `values`.

    If the method does not use the full stiffness, the derivatives of constraint forces are omitted.
    """
    element = work.element
    first = 0 if control.stiff == 1 else model.entries.first_link[CONSTRAINTS]
    for n in range(first, system.links.shape[0]):
        has = link_tangent(model, control.time, n, state, work.multipliers, element)
        if has == MOVES:
            add_element(system.links[n], system.bodies, factor, work.body, state.R, element, values)
        elif has == TURNS:
            _add_turns(system.links[n], system.bodies, factor, element, values)


@subroutine
def assemble(
    model: Model, system: LinearSystem, h2: float, control: Control, state: State, work: Workspace, values: Floats
) -> None:
    """Write the iteration matrix without the Jacobians (Holzinger et al. 2024, eq. (40)), times `h2`, to `values`."""
    gamma, beta, exact, stiff = control.gamma_1, control.beta_1, control.exact == 1, control.stiff == 1
    for b in range(model.bodies.mass.shape[0]):
        increment_maps(model.bodies.formulation[b], b, exact, gamma, beta, work.body, state)
        FX, FR, MX, MR = inertia_tangent(model.bodies, model.gravity, b, stiff, work.body, state)
        at, stride = system.bodies[b, PIVOT], system.bodies[b, SIZE]
        put_block(values, at, stride, h2, FX)
        put_block(values, at + 3, stride, h2, FR)
        put_block(values, at + 3 * stride, stride, h2, MX)
        put_block(values, at + 3 * stride + 3, stride, h2, MR)
    _add_links(model, system, h2, control, state, work, values)
