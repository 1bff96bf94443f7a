"""Treats trees in joint coordinates (a forest) in generalized-alpha. In the records (`records.py`), the row of a body
contains the coordinates of its inboard joint.

Newmark's formulas act on joint coordinates. A ball joint with the rates w rotates by the rotation vector
`D - h^2/12 w_n x w_(n+1)`, which multiplies from the left. The term with `w_n x w_(n+1)` is the second term of Magnus'
series. Without it, D would have an error that grows with `w x w'`, and has a large effect on a body far from its joint.

The linear system contains the bodies, with all joints as constraints. The joints of the tree are satisfied by
construction. The solution is therefore a motion of the tree, and its multipliers are the multipliers of the joints. The
matrix uses the velocity increments of single bodies, and neglects the coupling of velocities along the tree. This
coupling is of the order of the step size times the angular velocities. The contraction of the iteration is of the same
order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.compiler.choices import select
from rbsolve.solver.joints.drives import effort
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.rows import add_three, row9, set_three, three
from rbsolve.solver.trees.arrays import BALL
from rbsolve.solver.trees.kinematics import accelerate_body, carry, move, place_body, prescribe, relative_rates
from rbsolve.solver.trees.variation import load_variation, solve_variation

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats, Ints
    from rbsolve.solver.trees.arrays import Forest, Links, Tree
    from rbsolve.solver.trees.variation import Unknown


@part
def place_forest(
    model: Model, forest: Forest, time: float, later: float, control: Control, body: BodyRecords, state: State
) -> None:
    """Apply Newmark's formulas to the current corrections over a step. Compute the resulting poses, velocities and
    accelerations.

    Prescribed motions are evaluated at `time`, and extrapolated over the time `later`.
    """
    tree, sweep, h, gamma, beta = forest.tree, forest.sweep, control.h, control.gamma_1, control.beta_1
    links, columns = sweep.links, sweep.columns
    for i in range(tree.order.shape[0]):
        b = tree.order[i]
        for k in range(6):
            c = body.correction[b, k]
            body.new_d[b, k] = body.start_d[b, k] + c
            links.rates[b, k] = body.start_v[b, k] + gamma * c
            body.new_derivative[b, k] = body.start_derivative[b, k] + beta * c
        if tree.rotation[b] == BALL:
            bend = cross(three(body.v, b, 3), three(links.rates, b, 3))
            set_three(body.new_d, b, 3, subtract(three(body.new_d, b, 3), scale(h * h / 12.0, bend)))
        move(tree, b, body.q, body.new_d, links)
        for k in range(tree.first[b], tree.first[b + 1]):
            columns.rate_rate[k] = body.new_derivative[b, tree.slot[k]]
        prescribe(model.functions, tree, b, time, later, sweep)
        for k in range(6):
            body.new_v[b, k] = links.rates[b, k]
        place_body(tree, b, state, sweep)
        accelerate_body(tree, b, sweep)
        for k in range(tree.first[b], tree.first[b + 1]):
            body.new_derivative[b, tree.slot[k]] = columns.rate_rate[k]
        set_three(body.acceleration, b, 0, three(links.acceleration, b, 0))
        set_three(body.acceleration, b, 3, transpose_vector(row9(state.R, b), three(links.acceleration, b, 3)))


@subroutine
def _put_solution(tree: Tree, body_slots: Ints, b: Floats, state: State, links: Links) -> None:
    """Write the bodies' part of a solution (body axes) to the array of wrenches (inertial axes). The array is not in
    use at this time.
    """
    for i in range(tree.order.shape[0]):
        n = tree.order[i]
        R, first = row9(state.R, n), body_slots[n, UNKNOWN]
        set_three(links.wrench, n, 0, matrix_vector(R, (b[first], b[first + 1], b[first + 2])))
        set_three(links.wrench, n, 3, matrix_vector(R, (b[first + 3], b[first + 4], b[first + 5])))


@subroutine
def _relative(tree: Tree, n: int, links: Links) -> tuple[Vector, Vector]:
    """Return the velocity of a body relative to its parent, at the body's origin, from `links.wrench`."""
    u, w = carry(tree.parent[n], three(links.arm, n, 0), links.wrench)
    return subtract(three(links.wrench, n, 0), u), subtract(three(links.wrench, n, 3), w)


@subroutine
def _put_rates(forest: Forest, n: int, state: State) -> None:
    """Compute the rates of the joint of a body from the velocities in `links.wrench`. Write them to `links.rates`."""
    links = forest.sweep.links
    for k in range(6):
        links.rates[n, k] = 0.0
    u, w = _relative(forest.tree, n, links)
    relative_rates(forest.tree, n, state, forest.sweep.columns, u, w, links.rates)


@subroutine
def _increment_of_ball(psi: Vector, bend: float, rates: Vector, exact: bool, turn: Vector) -> Vector:
    """Return the correction of D that rotates a ball joint by `turn`. The rotation vector psi changes by
    `T(-psi)^-1 turn = (1 - bend rates~) correction`.
    """
    if exact:
        turn = so3.apply_tangent_inverse_transpose(psi, turn)
    a = scale(bend, rates)
    solved = add(turn, add(cross(a, turn), scale(dot(a, turn), a)))
    return scale(1.0 / (1.0 + dot(a, a)), solved)


@subroutine
def correct_forest(
    forest: Forest, body_slots: Ints, exact: bool, bend: float, b: Floats, body: BodyRecords, state: State
) -> None:
    """Change the corrections by the solution. If `exact` is False, the tangent operator of ball joints is neglected.
    `bend` is `h^2 gamma'/12`.
    """
    tree, links = forest.tree, forest.sweep.links
    _put_solution(tree, body_slots, b, state, links)
    for i in range(tree.order.shape[0]):
        n = tree.order[i]
        _put_rates(forest, n, state)
        turn = three(links.rates, n, 3)
        if tree.rotation[n] == BALL:
            turn = _increment_of_ball(three(body.new_d, n, 3), bend, three(body.v, n, 3), exact, turn)
        add_three(body.correction, n, 0, three(links.rates, n, 0))
        add_three(body.correction, n, 3, turn)


@subroutine
def accept_forest_body(tree: Tree, b: int, links: Links, body: BodyRecords) -> None:
    """Store the coordinates of a completed step."""
    for k in range(7):
        body.q[b, k] = links.coordinates[b, k]
    if tree.rotation[b] == BALL:
        e = quaternion.normalise((body.q[b, 3], body.q[b, 4], body.q[b, 5], body.q[b, 6]))
        for k in range(4):
            body.q[b, 3 + k] = e[k]


@subroutine
def put_forest_derivatives(forest: Forest, body_slots: Ints, b: Floats, into: Floats, state: State) -> None:
    """Write second derivatives of the coordinates to `into` (nb, 6). The solution `b` contains the bodies'
    accelerations.
    """
    tree, sweep = forest.tree, forest.sweep
    links = sweep.links
    _put_solution(tree, body_slots, b, state, links)
    for i in range(tree.order.shape[0]):
        n = tree.order[i]
        u, w = _relative(tree, n, links)
        u, w = subtract(u, three(links.bias, n, 0)), subtract(w, three(links.bias, n, 3))
        relative_rates(tree, n, state, sweep.columns, u, w, into)


@subroutine
def move_forest_velocities(forest: Forest, body_slots: Ints, b: Floats, state: State, rates: Floats) -> None:
    """Convert the changes of body velocities in the solution `b` to changes of joint rates. Add these to `rates`."""
    tree, links = forest.tree, forest.sweep.links
    _put_solution(tree, body_slots, b, state, links)
    for i in range(tree.order.shape[0]):
        n = tree.order[i]
        _put_rates(forest, n, state)
        for k in range(6):
            rates[n, k] += links.rates[n, k]


@part
def put_forest_errors(forest: Forest, h: float, factor: float, jerk: Floats, twists: Floats, state: State) -> None:
    """Write `h^2 factor v''` to the `twists` of the bodies [u inertial, w body axes]. It is the local error of the
    quadrature, divided by h.

    `jerk` contains v''.
    """
    tree, sweep = forest.tree, forest.sweep
    links, columns = sweep.links, sweep.columns
    for i in range(tree.order.shape[0]):
        n = tree.order[i]
        u, w = carry(tree.parent[n], three(links.arm, n, 0), links.wrench)
        for k in range(tree.first[n], tree.first[n + 1]):
            slot = tree.slot[k]
            error = h * h * factor * jerk[n, slot]
            if tree.function[k] < 0:
                u = add(u, scale(error, three(columns.axis, k, 0)))
                w = add(w, scale(error, three(columns.axis, k, 3)))
        set_three(links.wrench, n, 0, u)
        set_three(links.wrench, n, 3, w)
        set_three(twists, n, 0, u)
        set_three(twists, n, 3, transpose_vector(row9(state.R, n), w))


@subroutine
def put_derivatives(forest: Forest, into: Floats) -> None:
    """Write the second derivatives of the coordinates to `into` (nb, 6). The sweep has changed them after the
    placement.
    """
    tree, columns = forest.tree, forest.sweep.columns
    for b in range(tree.order.shape[0]):
        for k in range(tree.first[b], tree.first[b + 1]):
            into[b, tree.slot[k]] = columns.rate_rate[k] + columns.change[k]


@subroutine
def correct_coordinates(forest: Forest, factor: float, moves: float, body: BodyRecords) -> None:
    """Change the corrections by `factor` times the changes of the second derivatives in the sweep, in the cases that
    `moves` selects.
    """
    tree, columns = forest.tree, forest.sweep.columns
    for b in range(tree.order.shape[0]):
        for k in range(tree.first[b], tree.first[b + 1]):
            before = body.correction[b, tree.slot[k]]
            body.correction[b, tree.slot[k]] = select(moves, before + factor * columns.change[k], before)


@subroutine
def _put_resistances(model: Model, forest: Forest, time: float, damping: float, stiffness: float, state: State) -> None:
    """Write the terms that drives add to the inertias of the columns: the damping of the drives times `damping`, and
    the stiffness of the drives times `stiffness`.
    """
    tree, sweep = forest.tree, forest.sweep
    links, columns = sweep.links, sweep.columns
    for i in range(tree.driven.shape[0]):
        if tree.driven[i] >= 0:
            columns.resistance[tree.driven[i]] = 0.0
    for i in range(tree.driven.shape[0]):
        k, b = tree.driven[i], tree.carrier[i]
        if k < 0:
            continue
        slot, sign = tree.slot[k], tree.sign[b]
        q, rate = sign * links.coordinates[b, slot], sign * links.rates[b, slot]
        _, slope, rate_slope = effort(model, i, time, q, rate, state)
        columns.resistance[k] -= stiffness * slope + damping * rate_slope


@subroutine
def sweep_tree(model: Model, forest: Forest, time: float, unknown: Unknown, body: BodyRecords, state: State) -> int:
    """Compute one Newton correction of a placed tree without cut joints, with known forces. The results are `change`
    and `variation` of the sweep.

    Return the first body that can move without inertia, or -1 if there is no such body. The correction is exact except
    for the stiffness and damping of springs, bushings and loads. The stiffness and damping of drives are included.
    """
    tree, sweep = forest.tree, forest.sweep
    for b in range(tree.order.shape[0]):
        load_variation(model, tree, b, three(body.acceleration, b, 0), three(body.acceleration, b, 3), state, sweep)
    _put_resistances(model, forest, time, unknown.rate, unknown.displacement, state)
    return solve_variation(tree, unknown, body.new_d, body.v, 0, state, sweep)
