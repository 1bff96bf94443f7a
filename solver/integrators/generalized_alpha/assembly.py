"""Residual and iteration matrix of a step, in the axes of the bodies.

Everything is written in body axes: rows of forces, increments, and the rows of joints that come as inertial components, in the axes of
the body eliminated with the joint. Then a kept factorization does not notice that the system turns as a whole.
The rows of dynamics are multiplied by h^2 and the multipliers come out times h^2 (Bottasso's scaling, Seed 001, section 3.3): all
entries stay of order one as h goes to zero.
"""

from __future__ import annotations

from rbsolve.geometry.vector import dot, matrix_vector, transpose_vector
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.forces.tangents import bushing, dead_load, spring_damper
from rbsolve.solver.integrators.generalized_alpha.increments import (
    RR,
    XR,
    XX,
    increment_maps,
    inertia_about_origin,
    inertia_residual,
    inertia_tangent,
    nine,
)
from rbsolve.solver.joints.kernels import constraints, jacobians, tangents
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

_spring_tangent, _bushing_tangent, _load_tangent = spring_damper.tangent, bushing.tangent, dead_load.tangent


@subroutine
def evaluate(model, t, state, work):  # type: ignore[no-untyped-def]
    """Constraints, Jacobian, and in the state the resultants of applied and constraint forces."""
    apply_forces(model, t, state)
    constraints(model, t, state, work.phi)
    jacobians(model.joints, state, work.J)
    joints = model.joints
    for j in range(joints.kind.shape[0]):
        b0, b1 = joints.body0[j], joints.body1[j]
        for r in range(joints.first_row[j], joints.first_row[j + 1]):
            size = work.multipliers[r]
            for k in range(3):
                state.force[b0, k] -= size * work.J[r, k]
                state.moment[b0, k] -= size * work.J[r, 3 + k]
                state.force[b1, k] -= size * work.J[r, 6 + k]
                state.moment[b1, k] -= size * work.J[r, 9 + k]


@subroutine
def put_row_values(system, state, source, factor, work):  # type: ignore[no-untyped-def]
    """`factor` times values (nc,) of the constraint rows into the right-hand side."""
    for j in range(system.joints.shape[0]):
        first, rows, unknown = system.joints[j, 0], system.joints[j, 1], system.joints[j, 2]
        for r in range(rows):
            work.b[unknown + r] = factor * source[first + r]
        if system.joints[j, 3] >= 0:
            value = (work.b[unknown], work.b[unknown + 1], work.b[unknown + 2])
            value = transpose_vector(row9(state.R, system.joints[j, 3]), value)
            work.b[unknown], work.b[unknown + 1], work.b[unknown + 2] = value


@subroutine
def add_multipliers(system, state, factor, work):  # type: ignore[no-untyped-def]
    """`factor` times the solution's multipliers onto `work.multipliers`."""
    for j in range(system.joints.shape[0]):
        first, rows, unknown = system.joints[j, 0], system.joints[j, 1], system.joints[j, 2]
        done = 0
        if system.joints[j, 3] >= 0:
            value = (work.b[unknown], work.b[unknown + 1], work.b[unknown + 2])
            value = matrix_vector(row9(state.R, system.joints[j, 3]), value)
            for r in range(3):
                work.multipliers[first + r] += factor * value[r]
            done = 3
        for r in range(done, rows):
            work.multipliers[first + r] += factor * work.b[unknown + r]


@subroutine
def put_residual(model, system, state, factor, work):  # type: ignore[no-untyped-def]
    """`-factor` times the dynamic residuals of all bodies into the right-hand side."""
    for b in range(model.bodies.mass.shape[0]):
        r = inertia_residual(model, b, state, work.acceleration)
        first = system.bodies[b, 2]
        for k in range(6):
            work.b[first + k] = -factor * r[k]


@subroutine
def put_block(values, at, stride, factor, M):  # type: ignore[no-untyped-def]
    """Store `factor` times a 3x3 matrix."""
    for k in range(3):
        for m in range(3):
            values[at + k * stride + m] = factor * M[3 * k + m]


@subroutine
def _end_rows(system, j, body, side, state, work):  # type: ignore[no-untyped-def]
    """The Jacobian of joint `j` by the increments of one of its bodies, into `work.rows`."""
    first, rows = system.joints[j, 0], system.joints[j, 1]
    R = row9(state.R, body)
    at = 6 * side
    for r in range(rows):
        J = (work.J[first + r, at], work.J[first + r, at + 1], work.J[first + r, at + 2])
        work.rows[r, 0], work.rows[r, 1], work.rows[r, 2] = transpose_vector(R, J)
        for k in range(3, 6):
            work.rows[r, k] = work.J[first + r, at + k]
    if system.joints[j, 3] >= 0:
        axes = row9(state.R, system.joints[j, 3])
        for k in range(6):
            column = transpose_vector(axes, (work.rows[0, k], work.rows[1, k], work.rows[2, k]))
            work.rows[0, k], work.rows[1, k], work.rows[2, k] = column


@subroutine
def put_jacobians(model, system, factor, state, work):  # type: ignore[no-untyped-def]
    """Jacobians and their transposes; and the references of loops: a constraint alone on two free bodies, whose mass matrices
    come times `factor`, has the pivot J M^-1 J^T."""
    values, bodies = work.values, model.bodies
    for j in range(system.joints.shape[0]):
        rows, unknown = system.joints[j, 1], system.joints[j, 2]
        for r in range(rows):
            work.references[unknown + r] = 1e-300
        for side in range(2):
            at, mirrored = system.joint_blocks[j, side, 0], system.joint_blocks[j, side, 1]
            stride, turned = system.joint_blocks[j, side, 2], system.joint_blocks[j, side, 3]
            if at < 0:
                continue
            body = model.joints.body0[j] if side == 0 else model.joints.body1[j]
            _end_rows(system, j, body, side, state, work)
            J_O = inertia_about_origin(bodies, body)
            inertia = max((J_O[0] + J_O[4] + J_O[8]) / 3.0, 1e-300)
            for r in range(rows):
                u = (work.rows[r, 0], work.rows[r, 1], work.rows[r, 2])
                w = (work.rows[r, 3], work.rows[r, 4], work.rows[r, 5])
                work.references[unknown + r] += (dot(u, u) / bodies.mass[body] + dot(w, w) / inertia) / factor
                for k in range(6):
                    J = work.rows[r, k]
                    values[at + r * stride + k if turned == 1 else at + k * stride + r] = J
                    values[mirrored + k * stride + r if turned == 2 else mirrored + r * stride + k] = J


@subroutine
def _element_row(K, C, n, row, column, damped, speed, body, state):  # type: ignore[no-untyped-def]
    """Three pairs of entries of a row of K + C (velocities by increments), in the axes of the body of the column."""
    R = row9(state.R, body)
    x = transpose_vector(R, (K[n, row, column], K[n, row, column + 1], K[n, row, column + 2]))
    p = (K[n, row, column + 3], K[n, row, column + 4], K[n, row, column + 5])
    if damped:
        du = transpose_vector(R, (C[n, row, column], C[n, row, column + 1], C[n, row, column + 2]))
        dw = (C[n, row, column + 3], C[n, row, column + 4], C[n, row, column + 5])
        xx = transpose_vector(nine(speed, body, XX), du)
        xr, rr = transpose_vector(nine(speed, body, XR), du), transpose_vector(nine(speed, body, RR), dw)
        x = (x[0] + xx[0], x[1] + xx[1], x[2] + xx[2])
        p = (p[0] + xr[0] + rr[0], p[1] + xr[1] + rr[1], p[2] + xr[2] + rr[2])
    return x, p


@subroutine
def add_element(system, link, factor, K, C, n, damped, state, work):  # type: ignore[no-untyped-def]
    """`factor` times the derivative K[n] by increments and C[n] by velocities (12 x 12, inertial translations) onto the matrix."""
    E, values = work.element, work.values
    for side in range(2):
        body = system.ends[link, side]
        if system.bodies[body, 0] < 0:
            continue
        for row in range(12):
            x, p = _element_row(K, C, n, row, 6 * side, damped, work.speed, body, state)
            for k in range(3):
                E[2, row, 6 * side + k] = factor * x[k]
                E[2, row, 6 * side + 3 + k] = factor * p[k]
    for side in range(2):
        body = system.ends[link, side]
        at, stride = system.bodies[body, 0], system.bodies[body, 1]
        if at < 0:
            continue
        R, row = row9(state.R, body), 6 * side
        for column in range(12):
            force = transpose_vector(R, (E[2, row, column], E[2, row + 1, column], E[2, row + 2, column]))
            E[2, row, column], E[2, row + 1, column], E[2, row + 2, column] = force
        for k in range(6):
            for m in range(6):
                values[at + k * stride + m] += E[2, row + k, row + m]
    first, mirrored, stride = system.links[link, 0], system.links[link, 1], system.links[link, 2]
    if first >= 0:
        row = 6 * system.links[link, 3]
        column = 6 - row
        for k in range(6):
            for m in range(6):
                values[first + k * stride + m] += E[2, row + k, column + m]
                values[mirrored + k * stride + m] += E[2, column + m, row + k]
    elif system.ends[link, 0] == system.ends[link, 1]:
        at, stride = system.bodies[system.ends[link, 0], 0], system.bodies[system.ends[link, 0], 1]
        for k in range(6):
            for m in range(6):
                values[at + k * stride + m] += E[2, k, 6 + m] + E[2, 6 + k, m]


@subroutine
def _add_links(model, system, t, h2, state, work):  # type: ignore[no-untyped-def]
    """Derivatives of constraint forces, drives, springs, bushings and loads."""
    joints = model.joints.kind.shape[0]
    tangents(model, t, state, work.multipliers, work.K, work.C, work.element[0:2])
    for j in range(joints):
        add_element(system, j, h2, work.K, work.C, j, system.damped[j], state, work)
    springs, bushings = model.springs.body0.shape[0], model.bushings.body0.shape[0]
    K, C = work.element[0:1], work.element[1:2]
    for n in range(springs + bushings + model.loads.body.shape[0]):
        damped = 1
        if n < springs:
            _spring_tangent(model, n, state, K, C)
        elif n < springs + bushings:
            _bushing_tangent(model, n - springs, state, K, C)
        else:
            _load_tangent(model, t, n - springs - bushings, state, K)
            damped = 0
        add_element(system, joints + n, h2, K, C, 0, damped, state, work)


@subroutine
def assemble(model, system, t, h2, gamma, beta, exact, state, work):  # type: ignore[no-untyped-def]
    """The iteration matrix (Seed 001, eq. (40)), rows of dynamics times `h2`; `gamma`, `beta` are gamma' and beta'."""
    values = work.values
    for i in range(values.shape[0]):
        values[i] = 0.0
    for b in range(model.bodies.mass.shape[0]):
        increment_maps(
            *(model.bodies.formulation[b], b, exact, gamma, beta, state, work.acceleration),
            *(work.q, work.D, work.new_v, work.new_derivative, work.shift, work.speed, work.rise),
        )
        FX, FR, MX, MR = inertia_tangent(model, b, state, work.acceleration, work.speed, work.rise)
        at, stride = system.bodies[b, 0], system.bodies[b, 1]
        put_block(values, at, stride, h2, FX)
        put_block(values, at + 3, stride, h2, FR)
        put_block(values, at + 3 * stride, stride, h2, MX)
        put_block(values, at + 3 * stride + 3, stride, h2, MR)
    put_jacobians(model, system, h2 * beta, state, work)
    _add_links(model, system, t, h2, state, work)
