"""Satisfies the loops and couplings of a forest for explicit integrators. They are constraints between the coordinates
of the forest.

A cut joint or a coupling adds equations `Phi(q, t) = 0` between the coordinates q of the forest. Let `g` be the
gradients of the equations with respect to q. Then `M q'' = Q - g^T multipliers`, and `Phi'' = g q'' + ... = 0`
determines the multipliers:

    (g M^-1 g^T) multipliers = Phi'' at the accelerations of the open forest.

One sweep for each equation computes `M^-1 g^T` from the articulated inertias of the open forest. The stages satisfy
only `Phi'' = 0`, so errors of the steps would accumulate in Phi. Therefore each step ends with the smallest change of
coordinates and rates, in the norm of the mass matrix, that restores `Phi = 0` and `Phi' = 0`. This correction keeps the
order of the method (Hairer, Lubich and Wanner 2006, section IV.4).

Redundant equations have dependent gradients. For example, a planar loop of revolute joints has three redundant
equations. This module sets their multipliers to zero. Output rows, however, contain the multipliers of smallest norm
(assembly/checks/reactions.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, transpose_vector
from rbsolve.solver.compiler.choices import exchange_rows
from rbsolve.solver.joints.kernels import acceleration_terms, constraint_rates, constraints, jacobians
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.dense import factorize_dependent, solve_vector
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import add_three, row3, row9, set_three, three
from rbsolve.solver.trees.articulated import load_body, solve_loaded
from rbsolve.solver.trees.kinematics import NONE, accelerate_body, carry
from rbsolve.solver.trees.reactions import carry_wrenches, missing_wrenches, put_inboard_multipliers

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.joints import Joints
    from rbsolve.solver.trees.arrays import Columns, Forest, Sweep, Tree

# residuals below this value, relative to the size of the compared positions and rotations, count as zero
CLOSED = 1e-12
MOST = 10  # largest number of corrections after a step


class Closure(NamedTuple):
    """The equations of cut joints and couplings, and their memory. A coupling between more than two bodies has one row for each pair of
    bodies.
    """

    first: Ints  # (m + 1,) the rows of equation e are rows[first[e]] .. rows[first[e + 1] - 1]
    rows: Ints  # (p,) rows of joints
    body: Ints  # (p, 2) bodies of the rows; the index of GROUND is nb
    is_of_velocities: Ints  # (m,) 1 for an equation that constrains velocities but not positions
    values: Floats  # (nc,) residuals of the rows of joints, their rates or their acceleration terms
    J: Floats  # (nc, 12)
    gradients: Floats  # (m, nv) gradients of the equations with respect to the coordinates of the forest
    responses: Floats  # (m, nv) second derivatives of the coordinates due to the gradient as a generalized force
    wrench: Floats  # (nb + 1, 6) wrenches of one equation, inertial axes
    motion: Floats  # (nb + 1, 6) accelerations that one equation causes
    matrix: Floats  # (m m,) gradients times responses, factorized
    references: Floats  # (m,) estimated diagonal of the matrix for free bodies
    swaps: Floats  # (m,) indices
    solution: Floats  # (m,) right-hand side, then solution
    multipliers: Floats  # (m,)


def make_closure(joints: Joints, tree: Tree | None) -> Closure:
    """Return the equations of the cut joints and couplings of a forest. There are no equations without a forest."""
    cuts = tree.cuts.tolist() if tree is not None else []
    owner = {int(other): int(row) for row, other in joints.couplings.tied}
    rows = [(row, j) for j in cuts for row in range(joints.first_row[j], joints.first_row[j + 1])]
    rows.sort(key=lambda item: owner.get(item[0], item[0]))
    owners = np.array([owner.get(row, row) for row, _ in rows], dtype=np.int64)
    first = np.flatnonzero(np.diff(owners, prepend=-1))
    m, nb, nv = len(first), 0 if tree is None else len(tree.parent), 0 if tree is None else len(tree.slot)
    if m == 0:
        nb = nv = 0
    return Closure(
        first=np.append(first, len(rows)).astype(np.int64),
        rows=np.array([row for row, _ in rows], dtype=np.int64),
        body=np.array([(joints.body0[j], joints.body1[j]) for _, j in rows], dtype=np.int64).reshape(-1, 2),
        is_of_velocities=np.isin(owners[first], joints.couplings.on_velocities).astype(np.int64),
        values=np.zeros(len(joints.row_code) if m else 0),
        J=np.zeros((len(joints.row_code) if m else 0, 12)),
        gradients=np.zeros((m, nv)),
        responses=np.zeros((m, nv)),
        wrench=np.zeros((nb + 1, 6)),
        motion=np.zeros((nb + 1, 6)),
        matrix=np.zeros(m * m),
        references=np.zeros(m),
        swaps=np.zeros(m),
        solution=np.zeros(m),
        multipliers=np.zeros(m),
    )


@subroutine
def _put_wrenches(closure: Closure, e: int, factor: float, state: State, wrench: Floats) -> None:
    """Add the wrenches of an equation, times `factor`, about the origins of the bodies in inertial axes."""
    for p in range(closure.first[e], closure.first[e + 1]):
        row = closure.rows[p]
        for side in range(2):
            b = closure.body[p, side]
            moment = matrix_vector(row9(state.R, b), three(closure.J, row, 6 * side + 3))
            add_three(wrench, b, 0, scale(factor, three(closure.J, row, 6 * side)))
            add_three(wrench, b, 3, scale(factor, moment))


@subroutine
def _put_gradient(tree: Tree, columns: Columns, arms: Floats, closure: Closure, e: int, state: State) -> None:
    """Write the gradient of an equation with respect to the coordinates. An entry is the power of the equation's wrenches on the
    bodies that the coordinate moves.
    """
    wrench, nb = closure.wrench, tree.order.shape[0]
    for b in range(nb + 1):
        for k in range(6):
            wrench[b, k] = 0.0
    _put_wrenches(closure, e, 1.0, state, wrench)
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        f, m = three(wrench, b, 0), three(wrench, b, 3)
        for k in range(tree.first[b], tree.first[b + 1]):
            closure.gradients[e, k] = dot(three(columns.axis, k, 0), f) + dot(three(columns.axis, k, 3), m)
        add_three(wrench, tree.parent[b], 0, f)
        add_three(wrench, tree.parent[b], 3, add(m, cross(three(arms, b, 0), f)))


@subroutine
def _put_response(tree: Tree, sweep: Sweep, closure: Closure, e: int) -> None:
    """Write the second derivatives of all coordinates that result from the gradient of an equation as a generalized
    force. The sweep must already contain the articulated inertias.
    """
    links, columns, bias, motion = sweep.links, sweep.columns, closure.wrench, closure.motion
    nb = tree.order.shape[0]
    response = closure.responses[e]
    for b in range(nb + 1):
        for k in range(6):
            bias[b, k] = 0.0
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        f, m = three(bias, b, 0), three(bias, b, 3)
        for n in range(tree.first[b + 1] - tree.first[b]):
            k = tree.first[b + 1] - 1 - n
            response[k] = 0.0
            if tree.function[k] < 0:
                pull = dot(three(columns.axis, k, 0), f) + dot(three(columns.axis, k, 3), m)
                response[k] = closure.gradients[e, k] - pull
                effort = columns.pivot[k] * response[k]
                f = add(f, scale(effort, three(columns.force, k, 0)))
                m = add(m, scale(effort, three(columns.force, k, 3)))
        add_three(bias, tree.parent[b], 0, f)
        add_three(bias, tree.parent[b], 3, add(m, cross(three(links.arm, b, 0), f)))
    for i in range(nb):
        b = tree.order[i]
        a, alpha = carry(tree.parent[b], three(links.arm, b, 0), motion)
        for k in range(tree.first[b], tree.first[b + 1]):
            if tree.function[k] < 0:
                pull = dot(three(columns.force, k, 0), a) + dot(three(columns.force, k, 3), alpha)
                response[k] = columns.pivot[k] * (response[k] - pull)
                a = add(a, scale(response[k], three(columns.axis, k, 0)))
                alpha = add(alpha, scale(response[k], three(columns.axis, k, 3)))
        set_three(motion, b, 0, a)
        set_three(motion, b, 3, alpha)


@subroutine
def _free_compliance(closure: Closure, e: int, inertias: Floats) -> float:
    """Return an estimate of the compliance `g M^-1 g^T` of an equation for free bodies. Dependent gradients are small
    relative to this estimate.
    """
    total = 0.0
    for p in range(closure.first[e], closure.first[e + 1]):
        for side in range(2):
            b = closure.body[p, side]
            if b == inertias.shape[0] - 1:
                continue
            f, m = three(closure.J, closure.rows[p], 6 * side), three(closure.J, closure.rows[p], 6 * side + 3)
            linear = inertias[b, 0] + inertias[b, 4] + inertias[b, 8]
            angular = inertias[b, 18] + inertias[b, 22] + inertias[b, 26]
            if linear > 0.0:
                total += 3.0 * dot(f, f) / linear
            if angular > 0.0:
                total += 3.0 * dot(m, m) / angular
    return total


@subroutine
def _factorize(model: Model, forest: Forest, closure: Closure, state: State) -> None:
    """Compute and factorize the matrix `g M^-1 g^T` from the articulated inertias of the sweep."""
    m, tree, sweep = closure.gradients.shape[0], forest.tree, forest.sweep
    jacobians(model.joints, state, closure.J)
    for e in range(m):
        _put_gradient(tree, sweep.columns, sweep.links.arm, closure, e, state)
    for e in range(m):
        _put_response(tree, sweep, closure, e)
        for d in range(m):
            total = 0.0
            for k in range(closure.gradients.shape[1]):
                total += closure.gradients[d, k] * closure.responses[e, k]
            closure.matrix[d * m + e] = total
    for e in range(m):
        closure.references[e] = max(_free_compliance(closure, e, sweep.links.inertia), closure.matrix[e * m + e])
        if not closure.references[e] > 0.0:
            closure.references[e] = 1.0  # no body of the equation can move
    factorize_dependent(closure.matrix, 0, m, closure.swaps, 0, 0, 0, closure.references)


@subroutine
def _solve(closure: Closure) -> None:
    """Replace the right-hand side by the solution. The multipliers of dependent equations are zero."""
    m = closure.solution.shape[0]
    for e in range(m):
        exchange_rows(closure.solution, 0, 1, 1, 1, e, closure.swaps[e], m)
    solve_vector(closure.matrix, 0, m, closure.solution, 0)
    for e in range(m):
        exchange_rows(closure.solution, 0, 1, 1, 1, m - 1 - e, closure.swaps[m - 1 - e], m)


@subroutine
def _rate(closure: Closure, e: int, state: State) -> float:
    """Return the gradient of an equation times the velocities."""
    total = 0.0
    for p in range(closure.first[e], closure.first[e + 1]):
        for side in range(2):
            b, row = closure.body[p, side], closure.rows[p]
            total += dot(three(closure.J, row, 6 * side), row3(state.u, b))
            total += dot(three(closure.J, row, 6 * side + 3), row3(state.w, b))
    return total


@subroutine
def _acceleration(closure: Closure, e: int, accelerations: Floats, state: State) -> float:
    """Return the gradient of an equation times the accelerations (nb + 1, 6) in inertial axes."""
    total = 0.0
    for p in range(closure.first[e], closure.first[e + 1]):
        for side in range(2):
            b, row = closure.body[p, side], closure.rows[p]
            alpha = transpose_vector(row9(state.R, b), three(accelerations, b, 3))
            total += dot(three(closure.J, row, 6 * side), three(accelerations, b, 0))
            total += dot(three(closure.J, row, 6 * side + 3), alpha)
    return total


@part
def close_accelerations(model: Model, forest: Forest, closure: Closure, t: float, state: State) -> None:
    """Change the accelerations of the open forest so that they satisfy the equations, and store the multipliers."""
    m = closure.gradients.shape[0]
    if m == 0:
        return
    tree, sweep = forest.tree, forest.sweep
    columns = sweep.columns
    _factorize(model, forest, closure, state)
    acceleration_terms(model, t, state, closure.values)
    for e in range(m):
        own = closure.values[closure.rows[closure.first[e]]]
        closure.solution[e] = own + _acceleration(closure, e, sweep.links.acceleration, state)
    _solve(closure)
    for e in range(m):
        closure.multipliers[e] = closure.solution[e]
    for k in range(columns.rate_rate.shape[0]):
        for e in range(m):
            columns.rate_rate[k] -= closure.solution[e] * closure.responses[e, k]
    for i in range(tree.order.shape[0]):
        accelerate_body(tree, tree.order[i], sweep)


@subroutine
def _put_change(tree: Tree, closure: Closure, offset: int, z: Floats) -> None:
    """Write the change of coordinates (`offset` 0) or rates (`offset` 6) that a solution causes to the increments `z`."""
    for b in range(tree.order.shape[0]):
        for k in range(tree.first[b], tree.first[b + 1]):
            total = 0.0
            for e in range(closure.solution.shape[0]):
                total += closure.solution[e] * closure.responses[e, k]
            z[b, offset + tree.slot[k]] = -total


@subroutine
def _is_closed(closure: Closure, state: State) -> bool:
    """Return whether the residuals in `values` are only round-off."""
    for e in range(closure.first.shape[0] - 1):
        size = 0.0
        for p in range(closure.first[e], closure.first[e + 1]):
            for side in range(2):
                f, row = three(closure.J, closure.rows[p], 6 * side), closure.rows[p]
                m, x = three(closure.J, row, 6 * side + 3), row3(state.x, closure.body[p, side])
                size += (dot(f, f) * dot(x, x)) ** 0.5 + dot(m, m) ** 0.5
        if (
            closure.is_of_velocities[e] == 0
            and not abs(closure.values[closure.rows[closure.first[e]]]) <= CLOSED * size
        ):
            return False
    return True


@part
def correct_loops(model: Model, forest: Forest, closure: Closure, t: float, z: Floats, state: State) -> bool:
    """Compute increments `z` of the coordinates that reduce the residuals at the configuration in the state. If the
    residuals are already round-off, also compute increments of the rates, with which the rates satisfy the equations.
    Return whether the residuals are round-off.
    """
    tree, sweep = forest.tree, forest.sweep
    for b in range(tree.order.shape[0]):
        load_body(model.bodies, tree, b, NONE, NONE, state, sweep.links)
        for k in range(z.shape[1]):
            z[b, k] = 0.0
    solve_loaded(tree, sweep)
    _factorize(model, forest, closure, state)
    constraints(model, t, state, closure.values)
    is_closed = _is_closed(closure, state)
    for e in range(closure.solution.shape[0]):
        closure.solution[e] = (1 - closure.is_of_velocities[e]) * closure.values[closure.rows[closure.first[e]]]
    _solve(closure)
    _put_change(tree, closure, 0, z)
    if is_closed:
        constraint_rates(model, t, closure.values)
        for e in range(closure.solution.shape[0]):
            closure.solution[e] = _rate(closure, e, state) + closure.values[closure.rows[closure.first[e]]]
        _solve(closure)
        _put_change(tree, closure, 6, z)
    return is_closed


@part
def put_all_multipliers(model: Model, forest: Forest, closure: Closure, state: State, multipliers: Floats) -> None:
    """Write the multipliers (nc,) of all joints. The multipliers follow from the accelerations and forces in the state
    and the multipliers of the equations.
    """
    tree, links = forest.tree, forest.sweep.links
    missing_wrenches(model.bodies, tree, state, links)
    for e in range(closure.multipliers.shape[0]):
        _put_wrenches(closure, e, closure.multipliers[e], state, links.wrench)
        for p in range(closure.first[e], closure.first[e + 1]):
            multipliers[closure.rows[p]] = closure.multipliers[e]
    carry_wrenches(tree, links)
    put_inboard_multipliers(model.joints, tree, state, links, multipliers)
