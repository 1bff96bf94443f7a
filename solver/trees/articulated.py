"""Accelerations of a forest under applied forces: the articulated-body algorithm (Featherstone 1983), in inertial axes.

An articulated body is what hangs on an inboard joint: `(f, m) = [[A, B], [B^T, C]] (a, alpha) + wrench`, force and moment about the
body's origin by the acceleration of that origin. Shifting to the parent's origin needs no rotation. The columns of a joint are eliminated
one by one, as if massless bodies stood between them, so that joints of one to six degrees of freedom are one case.
"""

from __future__ import annotations

from rbsolve.geometry.vector import add, cross, dot, matrix_product, matrix_vector, product_transpose, scale
from rbsolve.solver.formulations.newton_euler import residual
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9
from rbsolve.solver.trees.arrays import (
    ACCELERATION,
    ARM,
    AXIS,
    BIAS,
    EFFORT,
    FORCE,
    INERTIA,
    PIVOT,
    RATE_RATE,
    WRENCH,
)
from rbsolve.solver.trees.kinematics import NONE, carried, set_three, three

NOTHING = 1e-14  # of the inertia at hand: below it a column has none


@subroutine
def load_body(bodies, tree, b, a, alpha, state, links):
    """Inertia and bias wrench of the single body, inertial axes, at the accelerations `a` (inertial) and `alpha` (body axes)."""
    R, m = row9(state.R, b), bodies.mass[b]
    J = product_transpose(matrix_product(R, row9(tree.inertia, b)), R)
    x, y, z = scale(m, matrix_vector(R, row3(bodies.centre, b)))
    at = INERTIA
    links[b, at], links[b, at + 1], links[b, at + 2] = m, 0.0, 0.0
    links[b, at + 3], links[b, at + 4], links[b, at + 5] = 0.0, m, 0.0
    links[b, at + 6], links[b, at + 7], links[b, at + 8] = 0.0, 0.0, m
    links[b, at + 9], links[b, at + 10], links[b, at + 11] = 0.0, z, -y
    links[b, at + 12], links[b, at + 13], links[b, at + 14] = -z, 0.0, x
    links[b, at + 15], links[b, at + 16], links[b, at + 17] = y, -x, 0.0
    for k in range(9):
        links[b, at + 18 + k] = J[k]
    force, moment = residual(bodies, b, a, alpha, state)
    set_three(links, b, WRENCH, matrix_vector(R, force))
    set_three(links, b, WRENCH + 3, matrix_vector(R, moment))


@subroutine
def block(links, b, at):
    """A 3x3 block of a record."""
    return (
        links[b, at],
        links[b, at + 1],
        links[b, at + 2],
        links[b, at + 3],
        links[b, at + 4],
        links[b, at + 5],
        links[b, at + 6],
        links[b, at + 7],
        links[b, at + 8],
    )


@subroutine
def _less_outer(M, a, b):
    """M - a b^T."""
    return (
        M[0] - a[0] * b[0],
        M[1] - a[0] * b[1],
        M[2] - a[0] * b[2],
        M[3] - a[1] * b[0],
        M[4] - a[1] * b[1],
        M[5] - a[1] * b[2],
        M[6] - a[2] * b[0],
        M[7] - a[2] * b[1],
        M[8] - a[2] * b[2],
    )


@subroutine
def _transposed_times(B, v):
    return (
        B[0] * v[0] + B[3] * v[1] + B[6] * v[2],
        B[1] * v[0] + B[4] * v[1] + B[7] * v[2],
        B[2] * v[0] + B[5] * v[1] + B[8] * v[2],
    )


@subroutine
def _rows_cross(M, r):
    """M r~: every row of M times r."""
    x, y, z = cross((M[0], M[1], M[2]), r), cross((M[3], M[4], M[5]), r), cross((M[6], M[7], M[8]), r)
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@subroutine
def _hand_to_parent(parent, r, A, B, C, f, m, links):
    """Add an articulated body whose origin is at `r` from the parent's: B - A r~, C - B^T r~ + r~ (B - A r~)."""
    Ar = _rows_cross(A, r)
    shifted = (
        B[0] - Ar[0],
        B[1] - Ar[1],
        B[2] - Ar[2],
        B[3] - Ar[3],
        B[4] - Ar[4],
        B[5] - Ar[5],
        B[6] - Ar[6],
        B[7] - Ar[7],
        B[8] - Ar[8],
    )
    near = _rows_cross((B[0], B[3], B[6], B[1], B[4], B[7], B[2], B[5], B[8]), r)
    D = shifted
    far = _rows_cross((D[0], D[3], D[6], D[1], D[4], D[7], D[2], D[5], D[8]), r)  # (r~ D)^T = -D^T r~
    at = INERTIA
    for k in range(9):
        links[parent, at + k] += A[k]
        links[parent, at + 9 + k] += shifted[k]
    for i in range(3):
        for j in range(3):
            links[parent, at + 18 + 3 * i + j] += C[3 * i + j] - near[3 * i + j] - far[3 * j + i]
    m = add(m, cross(r, f))
    for k in range(3):
        links[parent, WRENCH + k] += f[k]
        links[parent, WRENCH + 3 + k] += m[k]


@subroutine
def _eliminate(tree, b, ground, sweep):
    """Eliminate the body's columns, last to first, and hand the rest to the parent; whether every column has inertia."""
    links, columns = sweep.links, sweep.columns
    A, B, C = block(links, b, INERTIA), block(links, b, INERTIA + 9), block(links, b, INERTIA + 18)
    f, m = three(links, b, WRENCH), three(links, b, WRENCH + 3)
    linear, angular = A[0] + A[4] + A[8], C[0] + C[4] + C[8]
    regular = True
    for i in range(tree.first[b + 1] - tree.first[b]):
        k = tree.first[b + 1] - 1 - i
        u, w = three(columns, k, AXIS), three(columns, k, AXIS + 3)
        U, W = add(matrix_vector(A, u), matrix_vector(B, w)), add(_transposed_times(B, u), matrix_vector(C, w))
        set_three(columns, k, FORCE, U)
        set_three(columns, k, FORCE + 3, W)
        columns[k, PIVOT] = 0.0
        if tree.function[k] >= 0:
            effort = columns[k, RATE_RATE]
        else:
            inertia = dot(u, U) + dot(w, W)
            if inertia <= NOTHING * (
                linear * dot(u, u) + angular * dot(w, w)
            ):  # not of a diverging motion, which is no number
                regular = False
            pivot = 1.0 / inertia
            columns[k, PIVOT] = pivot
            columns[k, EFFORT] = -dot(u, f) - dot(w, m)
            effort = pivot * columns[k, EFFORT]
            A = _less_outer(A, scale(pivot, U), U)
            B = _less_outer(B, scale(pivot, U), W)
            C = _less_outer(C, scale(pivot, W), W)
        f, m = add(f, scale(effort, U)), add(m, scale(effort, W))
    parent = tree.parent[b]
    if parent != ground:
        a, alpha = three(links, b, BIAS), three(links, b, BIAS + 3)
        f = add(f, add(matrix_vector(A, a), matrix_vector(B, alpha)))
        m = add(m, add(_transposed_times(B, a), matrix_vector(C, alpha)))
        _hand_to_parent(parent, three(links, b, ARM), A, B, C, f, m, links)
    return regular


@subroutine
def _accelerate(tree, b, sweep):
    """Second derivatives of the body's coordinates and its acceleration, the parent's known."""
    links, columns = sweep.links, sweep.columns
    a, alpha = carried(tree.parent[b], three(links, b, ARM), links, ACCELERATION)
    a, alpha = add(a, three(links, b, BIAS)), add(alpha, three(links, b, BIAS + 3))
    for k in range(tree.first[b], tree.first[b + 1]):
        if tree.function[k] < 0:
            pull = dot(three(columns, k, FORCE), a) + dot(three(columns, k, FORCE + 3), alpha)
            columns[k, RATE_RATE] = columns[k, PIVOT] * (columns[k, EFFORT] - pull)
        rate = columns[k, RATE_RATE]
        a = add(a, scale(rate, three(columns, k, AXIS)))
        alpha = add(alpha, scale(rate, three(columns, k, AXIS + 3)))
    set_three(links, b, ACCELERATION, a)
    set_three(links, b, ACCELERATION + 3, alpha)


@subroutine
def solve_accelerations(model, tree, state, sweep):
    """Second derivatives of all coordinates and accelerations of all bodies for the applied forces in `state`; the first body from the
    leaves that can move without inertia, or -1."""
    for b in range(tree.order.shape[0]):
        load_body(model.bodies, tree, b, NONE, NONE, state, sweep.links)
    return solve_loaded(tree, sweep)


@subroutine
def solve_loaded(tree, sweep):
    """The two sweeps over loaded bodies."""
    nb = tree.order.shape[0]
    failed = -1
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        if not _eliminate(tree, b, nb, sweep) and failed < 0:
            failed = b
    for i in range(nb):
        _accelerate(tree, tree.order[i], sweep)
    return failed
