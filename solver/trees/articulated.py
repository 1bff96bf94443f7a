"""Computes the accelerations of a forest under applied forces, by the articulated-body algorithm (Featherstone 1983) in
inertial axes.

An articulated body is the subtree beyond an inboard joint, with `(f, m) = [[A, B], [B^T, C]] (a, alpha) + wrench`.
Force and moment are about the body's origin, and `a` is the acceleration of this origin. A shift to the parent's origin
requires no rotation. The algorithm eliminates the columns of a joint one by one, as if each column were a separate
joint of a massless body. The same code therefore handles joints with one to six degrees of freedom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    transpose_vector,
)
from rbsolve.solver.formulations.newton_euler import residual
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import nine, row3, row9, set_three, three
from rbsolve.solver.trees.kinematics import NONE, carry

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Bodies, Model, State
    from rbsolve.solver.trees.arrays import Links, Sweep, Tree

NOTHING = 1e-14  # the inertia of a column counts as zero below this fraction of its articulated body's inertia


@subroutine
def load_body(bodies: Bodies, tree: Tree, b: int, a: Vector, alpha: Vector, state: State, links: Links) -> None:
    """Set the inertia and the bias wrench of a single body in inertial axes, at the accelerations `a` (inertial) and
    `alpha` (body axes).
    """
    R, m = row9(state.R, b), bodies.mass[b]
    J = product_transpose(matrix_product(R, row9(tree.inertia, b)), R)
    x, y, z = scale(m, matrix_vector(R, row3(bodies.centre, b)))
    inertia = links.inertia
    inertia[b, 0], inertia[b, 1], inertia[b, 2] = m, 0.0, 0.0
    inertia[b, 3], inertia[b, 4], inertia[b, 5] = 0.0, m, 0.0
    inertia[b, 6], inertia[b, 7], inertia[b, 8] = 0.0, 0.0, m
    inertia[b, 9], inertia[b, 10], inertia[b, 11] = 0.0, z, -y
    inertia[b, 12], inertia[b, 13], inertia[b, 14] = -z, 0.0, x
    inertia[b, 15], inertia[b, 16], inertia[b, 17] = y, -x, 0.0
    for k in range(9):
        inertia[b, 18 + k] = J[k]
    force, moment = residual(bodies, b, a, alpha, state)
    set_three(links.wrench, b, 0, matrix_vector(R, force))
    set_three(links.wrench, b, 3, matrix_vector(R, moment))


@subroutine
def _less_outer(M: Matrix, a: Vector, b: Vector) -> Matrix:
    """Return the matrix `M - a b^T`."""
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
def _rows_cross(M: Matrix, r: Vector) -> Matrix:
    """Return the matrix `M r~`, which contains the cross product of every row of M with r."""
    x, y, z = cross((M[0], M[1], M[2]), r), cross((M[3], M[4], M[5]), r), cross((M[6], M[7], M[8]), r)
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@subroutine
def _hand_to_parent(
    parent: int, r: Vector, A: Matrix, B: Matrix, C: Matrix, f: Vector, m: Vector, links: Links
) -> None:
    """Add an articulated body to its parent. `r` is the vector from the parent's origin to the body's origin: `B`
    becomes `B - A r~`, and `C` becomes `C - B^T r~ + r~ (B - A r~)`.
    """
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
    inertia = links.inertia
    for k in range(9):
        inertia[parent, k] += A[k]
        inertia[parent, 9 + k] += shifted[k]
    for i in range(3):
        for j in range(3):
            inertia[parent, 18 + 3 * i + j] += C[3 * i + j] - near[3 * i + j] - far[3 * j + i]
    m = add(m, cross(r, f))
    for k in range(3):
        links.wrench[parent, k] += f[k]
        links.wrench[parent, 3 + k] += m[k]


@subroutine
def _eliminate(tree: Tree, b: int, ground: int, sweep: Sweep) -> bool:
    """Eliminate the body's columns from the last to the first, and add the remaining articulated inertia and wrench to
    the parent. Return whether every column has inertia.
    """
    links, columns = sweep.links, sweep.columns
    A, B, C = nine(links.inertia, b, 0), nine(links.inertia, b, 9), nine(links.inertia, b, 18)
    f, m = three(links.wrench, b, 0), three(links.wrench, b, 3)
    linear, angular = A[0] + A[4] + A[8], C[0] + C[4] + C[8]
    regular = True
    for i in range(tree.first[b + 1] - tree.first[b]):
        k = tree.first[b + 1] - 1 - i
        u, w = three(columns.axis, k, 0), three(columns.axis, k, 3)
        U, W = add(matrix_vector(A, u), matrix_vector(B, w)), add(transpose_vector(B, u), matrix_vector(C, w))
        set_three(columns.force, k, 0, U)
        set_three(columns.force, k, 3, W)
        columns.pivot[k] = 0.0
        if tree.function[k] >= 0:
            effort = columns.rate_rate[k]
        else:
            inertia = dot(u, U) + dot(w, W)
            # The comparison is false for the NaN of a diverging motion.
            if inertia <= NOTHING * (linear * dot(u, u) + angular * dot(w, w)):
                regular = False
            pivot = 1.0 / inertia
            columns.pivot[k] = pivot
            columns.effort[k] = -dot(u, f) - dot(w, m)
            effort = pivot * columns.effort[k]
            A = _less_outer(A, scale(pivot, U), U)
            B = _less_outer(B, scale(pivot, U), W)
            C = _less_outer(C, scale(pivot, W), W)
        f, m = add(f, scale(effort, U)), add(m, scale(effort, W))
    parent = tree.parent[b]
    if parent != ground:
        a, alpha = three(links.bias, b, 0), three(links.bias, b, 3)
        f = add(f, add(matrix_vector(A, a), matrix_vector(B, alpha)))
        m = add(m, add(transpose_vector(B, a), matrix_vector(C, alpha)))
        _hand_to_parent(parent, three(links.arm, b, 0), A, B, C, f, m, links)
    return regular


@subroutine
def _accelerate(tree: Tree, b: int, sweep: Sweep) -> None:
    """Compute the second derivatives of the body's coordinates and the body's acceleration from the parent's
    acceleration.
    """
    links, columns = sweep.links, sweep.columns
    a, alpha = carry(tree.parent[b], three(links.arm, b, 0), links.acceleration)
    a, alpha = add(a, three(links.bias, b, 0)), add(alpha, three(links.bias, b, 3))
    for k in range(tree.first[b], tree.first[b + 1]):
        if tree.function[k] < 0:
            pull = dot(three(columns.force, k, 0), a) + dot(three(columns.force, k, 3), alpha)
            columns.rate_rate[k] = columns.pivot[k] * (columns.effort[k] - pull)
        rate = columns.rate_rate[k]
        a = add(a, scale(rate, three(columns.axis, k, 0)))
        alpha = add(alpha, scale(rate, three(columns.axis, k, 3)))
    set_three(links.acceleration, b, 0, a)
    set_three(links.acceleration, b, 3, alpha)


@part
def solve_accelerations(model: Model, tree: Tree, state: State, sweep: Sweep) -> int:
    """Compute the second derivatives of all coordinates and the accelerations of all bodies for the applied forces in
    `state`.

    Return the first body, counted from the leaves, that can move without inertia. Return -1 if there is no such body.
    """
    for b in range(tree.order.shape[0]):
        load_body(model.bodies, tree, b, NONE, NONE, state, sweep.links)
    return solve_loaded(tree, sweep)


@subroutine
def solve_loaded(tree: Tree, sweep: Sweep) -> int:
    """Run the two sweeps of the algorithm, after all bodies have been loaded."""
    nb = tree.order.shape[0]
    failed = -1
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        if not _eliminate(tree, b, nb, sweep) and failed < 0:
            failed = b
    for i in range(nb):
        _accelerate(tree, tree.order[i], sweep)
    return failed
