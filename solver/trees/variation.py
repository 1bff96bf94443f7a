"""Computes the exact linearization of an implicit step on a forest. An articulated-body recursion solves it for one
Newton correction.

Motion and force vectors are spatial vectors at the origin of the body frame, in inertial axes, with translation first.
Let `V = (u, w)` and `A = (u' - w x u, w')` be the velocity and acceleration of a body. A displacement `d` of the body
changes them by

dV = d' + d x V,    dA = d'' + d' x V + d x A                                                (d', d'' its time
derivatives).

The inertial wrench `f = M A + V x* M V` of the body changes by `df = d x* f + M d'' + C d' + M (d x g)`. Here C is the
derivative with respect to the velocity. The terms after `d x* f` contain neither the translation of d nor the
translation of d'. A wrench therefore depends on twelve numbers: the rotation of d, the rotation of d', and d''. The
matrix of an articulated body is 6 x 12. It is passed from child to parent unchanged, except for the shift of the
origin.

For a unit of its unknown, a column with axis S changes (d, d', d'') by `(S, S', S'')`. It changes the wrench by `S (x*
f)`, with the force f of its subtree. (Carpentier and Mansard, Analytical derivatives of rigid body dynamics algorithms,
2018, give the same derivatives with respect to the coordinates.) The unknown is the correction of a rate's derivative.
A method defines the effect of the unknown on the rate and on the coordinate. Both effects are zero if only
accelerations are computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry import so3
from rbsolve.geometry.vector import (
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    skew,
    subtract,
)
from rbsolve.solver.formulations.newton_euler import residual
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9, set_three, three
from rbsolve.solver.trees.arrays import BALL, CROSS
from rbsolve.solver.trees.kinematics import NONE

if TYPE_CHECKING:
    from rbsolve.geometry.se3 import Twist
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.trees.arrays import Columns, Sweep, Tree


class Unknown(NamedTuple):
    """An unknown is the second derivative of a coordinate. `rate` and `displacement` are the changes of rate and
    coordinate over a step, per unit of the unknown. Both are zero if only accelerations are computed.

    The quaternion of a ball joint is multiplied from the left by the rotation of the vector psi. The vector psi changes
    by `displacement e + bend e x w`, with the axis e of the unknown and the rates w at the start of the step. The ball
    joint rotates by T(-psi) times this change. If `exact` is False, `T = 1`.
    """

    rate: float
    displacement: float
    bend: float
    exact: bool


NOTHING = 1e-14  # the inertia of a column counts as zero below this fraction of its articulated body's inertia
TURN, TURN_RATE, RISE = 0, 3, 6  # columns of a 6 x 12 matrix: rotations of d and d', followed by d''


@subroutine
def _put_block(M: Floats, row: int, column: int, factor: float, block: Matrix) -> None:
    """Store a 3x3 matrix times `factor`."""
    for i in range(3):
        for j in range(3):
            M[row + i, column + j] = factor * block[3 * i + j]


@subroutine
def load_variation(model: Model, tree: Tree, b: int, a: Vector, alpha: Vector, state: State, sweep: Sweep) -> None:
    """Set the matrix of a single body, and its wrench (inertia minus applied forces). The accelerations are `a`
    (inertial) and `alpha` (body axes).

    Applied forces are treated as body-fixed, except for the weight.
    """
    bodies, M = model.bodies, sweep.tangents[b]
    m, R = bodies.mass[b], row9(state.R, b)
    u, w = row3(state.u, b), three(sweep.links.spin, b, 0)
    g = (model.gravity[0], model.gravity[1], model.gravity[2])
    c = matrix_vector(R, row3(bodies.centre, b))
    J = product_transpose(matrix_product(R, row9(tree.inertia, b)), R)
    lever, momentum = skew(scale(m, c)), scale(m, add(u, cross(w, c)))
    # derivative of the moment with respect to the rotation of d': `2 w~ J - tr(J) w~ - 2 m c~ u~`.
    gyroscopic = matrix_product(skew(scale(2.0, w)), J)
    swing = matrix_product(lever, skew(scale(2.0, u)))
    spin = skew(scale(J[0] + J[4] + J[8], w))
    _put_block(M, 0, TURN, -m, skew(g))
    _put_block(M, 3, TURN, -1.0, matrix_product(lever, skew(g)))
    _put_block(M, 0, TURN_RATE, -2.0, skew(momentum))
    for k in range(9):
        M[3 + k // 3, TURN_RATE + k % 3] = gyroscopic[k] - spin[k] - swing[k]
    _put_block(M, 0, RISE, m, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0))
    _put_block(M, 0, RISE + 3, -1.0, lever)
    _put_block(M, 3, RISE, 1.0, lever)
    _put_block(M, 3, RISE + 3, 1.0, J)
    force, moment = residual(bodies, b, a, alpha, state)
    set_three(sweep.links.wrench, b, 0, matrix_vector(R, force))
    set_three(sweep.links.wrench, b, 3, matrix_vector(R, moment))


@subroutine
def _motion_cross(V: Twist, X: Twist) -> Twist:
    """Return the cross product V x X of motion vectors."""
    w, a = (V[3], V[4], V[5]), (X[3], X[4], X[5])
    s = add(cross(w, (X[0], X[1], X[2])), cross((V[0], V[1], V[2]), a))
    t = cross(w, a)
    return s[0], s[1], s[2], t[0], t[1], t[2]


@subroutine
def _six(u: Vector, w: Vector) -> Twist:
    return u[0], u[1], u[2], w[0], w[1], w[2]


@subroutine
def _plus(s: float, X: Twist, Y: Twist) -> Twist:
    """Return the sum s X + Y of motion vectors."""
    return s * X[0] + Y[0], s * X[1] + Y[1], s * X[2] + Y[2], s * X[3] + Y[3], s * X[4] + Y[4], s * X[5] + Y[5]


@subroutine
def _put_shift(k: int, S: Twist, x: Twist, rate: float, V: Twist, V2: Twist, A: Twist, columns: Columns) -> None:
    """Write (d, d', d'') for a unit of the unknown of column `k`.

    These are `d = x`, `d' = rate S + V x x` and `d'' = S + rate V2 x S + A x x + V x (V x x)`.
    """
    swing = _motion_cross(V, x)
    first = _plus(rate, S, swing)
    second = _plus(rate, _motion_cross(V2, S), S)
    second = _plus(1.0, _motion_cross(A, x), _plus(1.0, _motion_cross(V, swing), second))
    for i in range(6):
        columns.shift[k, i] = x[i]
        columns.shift[k, 9 + i] = second[i]
    for i in range(3):
        columns.shift[k, 6 + i] = first[3 + i]


@subroutine
def _turn_of_ball(tree: Tree, b: int, k: int, unknown: Unknown, turn: Vector, rates: Vector, columns: Columns) -> Twist:
    """Return the displacement of body `b` for a unit of the unknown of a ball joint's column `k`."""
    slot = tree.slot[k]
    unit = (1.0 if slot == 3 else 0.0, 1.0 if slot == 4 else 0.0, 1.0 if slot == 5 else 0.0)
    change = add(scale(unknown.displacement, unit), scale(unknown.bend, cross(unit, rates)))
    if unknown.exact:
        change = so3.apply_tangent_transpose(turn, change)
    x = _six(NONE, NONE)
    for n in range(3):
        at = k - slot + 3 + n
        x = _plus(change[n], _six(three(columns.axis, at, 0), three(columns.axis, at, 3)), x)
    return x


@subroutine
def _put_shifts(tree: Tree, b: int, unknown: Unknown, turn: Vector, rates: Vector, state: State, sweep: Sweep) -> None:
    """Write the `shift` of the columns of body `b`, with known rates and their derivatives.

    `turn` is the rotation vector of a ball joint over the step. `rates` contains the rates at the start of the step.
    """
    links, columns = sweep.links, sweep.columns
    u, w = row3(state.u, b), three(links.spin, b, 0)
    V = _six(u, w)
    A = _six(subtract(three(links.acceleration, b, 0), cross(w, u)), three(links.acceleration, b, 3))
    V2 = _plus(1.0, V, V)
    first, count, parent = tree.first[b], tree.first[b + 1] - tree.first[b], tree.parent[b]
    if tree.rotation[b] == BALL:
        for k in range(first + count - 3, first + count):
            S = _six(three(columns.axis, k, 0), three(columns.axis, k, 3))
            V2 = _plus(-links.rates[b, tree.slot[k]], S, V2)
    for i in range(count):
        k = first + count - 1 - i
        slot = tree.slot[k]
        S = _six(three(columns.axis, k, 0), three(columns.axis, k, 3))
        x = _plus(unknown.displacement, S, _six(NONE, NONE))
        if slot < 3:
            # Displacements are along axes of the parent, which rotate with the parent.
            V, A = _six(NONE, three(links.spin, parent, 0)), _six(NONE, three(links.acceleration, parent, 3))
            V2 = _plus(1.0, V, V)
        elif tree.rotation[b] == BALL:
            x = _turn_of_ball(tree, b, k, unknown, turn, rates, columns)
        _put_shift(k, S, x, unknown.rate, V, V2, A, columns)
        if tree.rotation[b] == CROSS:
            # The first axis rotates the part that carries the second axis.
            V = _plus(-links.rates[b, slot], S, V)
            A = _plus(-links.rates[b, slot], _motion_cross(V, S), _plus(-columns.rate_rate[k], S, A))
            V2 = _plus(1.0, V, V)


@subroutine
def _eliminate(tree: Tree, b: int, sweep: Sweep) -> bool:
    """Eliminate the columns of body `b` from the last to the first. Return whether every column has inertia."""
    links, columns, M = sweep.links, sweep.columns, sweep.tangents[b]
    f, m = three(links.wrench, b, 0), three(links.wrench, b, 3)
    linear, angular = M[0, RISE] + M[1, RISE + 1] + M[2, RISE + 2], M[3, RISE + 3] + M[4, RISE + 4] + M[5, RISE + 5]
    regular = True
    for n in range(tree.first[b + 1] - tree.first[b]):
        k = tree.first[b + 1] - 1 - n
        columns.pivot[k] = 0.0
        if tree.function[k] >= 0:
            continue
        for j in range(12):
            pull = 0.0
            for i in range(6):
                pull += columns.axis[k, i] * M[i, j]
            columns.pull[k, j] = pull
        inertia = columns.resistance[k]
        for i in range(6):
            total = 0.0
            for j in range(12):
                total += M[i, j] * columns.shift[k, 3 + j]
            columns.force[k, i] = total
            inertia += columns.axis[k, i] * total
        s, a = three(columns.axis, k, 0), three(columns.axis, k, 3)
        if abs(inertia) <= NOTHING * (linear * dot(s, s) + angular * dot(a, a)):  # False for NaN
            regular = False
        pivot = 1.0 / inertia
        effort = -dot(s, f) - dot(a, m)
        columns.pivot[k], columns.effort[k] = pivot, effort
        x, turn = three(columns.shift, k, 0), three(columns.shift, k, 3)
        U = add(three(columns.force, k, 0), cross(turn, f))
        W = add(three(columns.force, k, 3), add(cross(turn, m), cross(x, f)))
        set_three(columns.force, k, 0, U)
        set_three(columns.force, k, 3, W)
        for i in range(6):
            factor = pivot * columns.force[k, i]
            for j in range(12):
                M[i, j] -= factor * columns.pull[k, j]
        f, m = add(f, scale(pivot * effort, U)), add(m, scale(pivot * effort, W))
    set_three(links.wrench, b, 0, f)
    set_three(links.wrench, b, 3, m)
    return regular


@subroutine
def _hand_to_parent(b: int, parent: int, sweep: Sweep) -> None:
    """Add the articulated body `b` to the articulated body of its parent, about the parent's origin."""
    links, M, N = sweep.links, sweep.tangents[b], sweep.tangents[parent]
    r = three(links.arm, b, 0)
    for i in range(6):
        bend = cross(r, (M[i, RISE], M[i, RISE + 1], M[i, RISE + 2]))
        for j in range(3):
            M[i, RISE + 3 + j] += bend[j]
    for j in range(12):
        N[0, j] += M[0, j]
        N[1, j] += M[1, j]
        N[2, j] += M[2, j]
        N[3, j] += M[3, j] + r[1] * M[2, j] - r[2] * M[1, j]
        N[4, j] += M[4, j] + r[2] * M[0, j] - r[0] * M[2, j]
        N[5, j] += M[5, j] + r[0] * M[1, j] - r[1] * M[0, j]
    f = three(links.wrench, b, 0)
    m = add(three(links.wrench, b, 3), cross(r, f))
    set_three(links.wrench, parent, 0, add(three(links.wrench, parent, 0), f))
    set_three(links.wrench, parent, 3, add(three(links.wrench, parent, 3), m))


@subroutine
def _vary(tree: Tree, b: int, sweep: Sweep) -> None:
    """Compute the unknowns of body `b` and its variation, from the parent's variation."""
    links, columns = sweep.links, sweep.columns
    parent, r = tree.parent[b], three(links.arm, b, 0)
    move, rise = cross(three(links.variation, parent, 3), r), cross(three(links.variation, parent, 12), r)
    for i in range(15):
        links.variation[b, i] = links.variation[parent, i]
    for i in range(3):
        links.variation[b, i] += move[i]
        links.variation[b, 9 + i] += rise[i]
    for k in range(tree.first[b], tree.first[b + 1]):
        columns.change[k] = 0.0
        if tree.function[k] < 0:
            effort = columns.effort[k]
            for j in range(12):
                effort -= columns.pull[k, j] * links.variation[b, 3 + j]
            change = columns.pivot[k] * effort
            columns.change[k] = change
            for i in range(15):
                links.variation[b, i] += change * columns.shift[k, i]


@subroutine
def solve_variation(tree: Tree, unknown: Unknown, d: Floats, v: Floats, rates: int, state: State, sweep: Sweep) -> int:
    """Compute the `change` of every column and the `variation` of every body. The joint forces are equal to the
    wrenches in the sweep.

    Return the first body, counted from the leaves, that can move without inertia. Return -1 if there is no such body.

    `d[b]` contains six slots with the increments of the step. `v[b, rates:]` contains six slots with the rates at the
    start of the step.
    """
    nb, failed = tree.order.shape[0], -1
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        _put_shifts(tree, b, unknown, three(d, b, 3), three(v, b, rates + 3), state, sweep)
        if not _eliminate(tree, b, sweep) and failed < 0:
            failed = b
        if tree.parent[b] != nb:
            _hand_to_parent(b, tree.parent[b], sweep)
    for i in range(nb):
        _vary(tree, tree.order[i], sweep)
    return failed
