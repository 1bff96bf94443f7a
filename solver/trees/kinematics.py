"""Computes the forward kinematics of a forest, body by body from the roots: poses, velocities, and the data for
accelerations.

Let P be the joint's point on the parent, C its point on the body, and `gap` the vector from P to C. Then `x = x_p +
arm_P + gap - arm_C` and `w = w_p + w_rel`. The `axis` of a column contains the velocity of the body's origin and the
angular velocity for a unit rate. Accelerations are `a = a_p + alpha_p x r + sum axis q'' + bias`, where r is the vector
from the parent's origin to the body's origin. Orientations are described only by the angles of joints, so only a joint
can become singular.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, cross, dot, matrix_product, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations.faces import set_rotation, set_vector
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.joints.coordinates import accept_rotation, unwrap
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row4, row9, set_three, three
from rbsolve.solver.trees.arrays import (
    BALL,
    CROSS,
    TURN,
)

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Functions, Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Joints
    from rbsolve.solver.trees.arrays import Columns, Forest, Links, Sweep, Tree

_HALF = math.sqrt(0.5)
QUARTER = (_HALF, 0.0, _HALF, 0.0)  # rotates e3 to e1: a CROSS with both angles zero
NONE = (0.0, 0.0, 0.0)


@subroutine
def move(tree: Tree, b: int, y: Floats, z: Floats, links: Links) -> None:
    """Write coordinates `y[b]`, moved by the increment `z[b]` (six slots), to the body's record. A ball joint rotates
    about the parent's axes.
    """
    for k in range(6):
        links.coordinates[b, k] = y[b, k] + z[b, k]
    if tree.rotation[b] == BALL:
        e = (y[b, 3], y[b, 4], y[b, 5], y[b, 6])
        e = quaternion.product(quaternion.exp(three(z, b, 3)), e)
        for k in range(4):
            links.coordinates[b, 3 + k] = e[k]


@subroutine
def prescribe(functions: Functions, tree: Tree, b: int, t: float, later: float, sweep: Sweep) -> None:
    """Write coordinates, rates and second derivatives of the body's columns that functions of time prescribe.

    The functions are evaluated at time `t` and extrapolated by `later`, up to a jump of the second derivative.
    """
    if tree.moved[b] == 0:
        return
    for k in range(tree.first[b], tree.first[b + 1]):
        if tree.function[k] >= 0:
            value, slope, second = function_value(functions, tree.function[k], t)
            if later > 0.0:
                value += later * (slope + 0.5 * later * second)
                slope += later * second
            slot, sign = tree.slot[k], tree.sign[b]
            sweep.links.coordinates[b, slot] = sign * value
            sweep.links.rates[b, slot] = sign * slope
            sweep.columns.rate_rate[k] = sign * second
    if tree.rotation[b] == BALL:
        e = quaternion.exp(three(sweep.links.coordinates, b, 3))
        for k in range(4):
            sweep.links.coordinates[b, 3 + k] = e[k]


@subroutine
def _about_e3(angle: float) -> Quaternion:
    return math.cos(0.5 * angle), 0.0, 0.0, math.sin(0.5 * angle)


@subroutine
def _relative_rotation(tree: Tree, b: int, q: Floats) -> Quaternion:
    """Return the rotation from the parent's axes to the body's axes, from the body's coordinates."""
    mode = tree.rotation[b]
    if mode == BALL:
        return q[b, 3], q[b, 4], q[b, 5], q[b, 6]
    zero, turn = row4(tree.zero, b), row4(tree.turn, b)
    if mode == TURN:
        c, s = math.cos(0.5 * q[b, 5]), math.sin(0.5 * q[b, 5])
        return (
            c * zero[0] + s * turn[0],
            c * zero[1] + s * turn[1],
            c * zero[2] + s * turn[2],
            c * zero[3] + s * turn[3],
        )
    if mode == CROSS:
        first = quaternion.product(zero, _about_e3(q[b, 3]))
        second = quaternion.product(_about_e3(q[b, 4]), turn)
        return quaternion.product(quaternion.product(first, QUARTER), second)
    return zero


@subroutine
def _nearly_unit(e: Quaternion) -> Quaternion:
    """Return the quaternion, normalised to unit length. The normalisation is exact to second order in the round-off."""
    f = 1.5 - 0.5 * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3])
    return f * e[0], f * e[1], f * e[2], f * e[3]


@subroutine
def _slide(tree: Tree, b: int, R0: Matrix, axis: Vector, links: Links) -> tuple[Vector, Vector]:
    """Return the gap from the joint's point on the parent to the joint's point on the body, and its rate relative to
    the parent.
    """
    along = tree.lead[b] * links.coordinates[b, 5], tree.lead[b] * links.rates[b, 5]
    gap, rate = scale(along[0], axis), scale(along[1], axis)
    if tree.lead[b] == 0.0:
        axes = matrix_product(R0, row9(tree.axes, b))
        gap, rate = matrix_vector(axes, three(links.coordinates, b, 0)), matrix_vector(axes, three(links.rates, b, 0))
    return gap, rate


@subroutine
def _put_columns(
    tree: Tree, b: int, R0: Matrix, R1: Matrix, axis: Vector, arm1: Vector, sweep: Sweep
) -> tuple[Vector, Vector]:
    """Write the `axis` of the body's columns.

    Return the angular velocity relative to the parent, and its rate without second derivatives and without the parent's
    rotation.
    """
    links, columns = sweep.links, sweep.columns
    mode, spin, bend = tree.rotation[b], NONE, NONE
    for k in range(tree.first[b], tree.first[b + 1]):
        slot = tree.slot[k]
        if slot < 3:
            local = (tree.axes[b, 0, slot], tree.axes[b, 1, slot], tree.axes[b, 2, slot])
            set_three(columns.axis, k, 0, matrix_vector(R0, local))
            set_three(columns.axis, k, 3, NONE)
            continue
        a = axis
        if mode == BALL:
            a = (R0[slot - 3], R0[slot], R0[slot + 3])
        elif mode == CROSS and slot == 4:
            a = matrix_vector(R1, row3(tree.axis, b))
            bend = scale(links.rates[b, 3] * links.rates[b, 4], cross(axis, a))
        spin = add(spin, scale(links.rates[b, slot], a))
        set_three(columns.axis, k, 0, add(cross(arm1, a), scale(tree.lead[b], a)))
        set_three(columns.axis, k, 3, a)
    return spin, bend


@subroutine
def place_body(tree: Tree, b: int, state: State, sweep: Sweep) -> None:
    """Compute the pose and velocity of body `b`, and its `axis`, `arm` and `bias`. They follow from the
    body's coordinates and rates, and from the motion of its parent.

    The rotation of the body's joint is written to `state.turned`.
    """
    links = sweep.links
    parent = tree.parent[b]
    e = quaternion.product(row4(state.e, parent), _relative_rotation(tree, b, links.coordinates))
    set_rotation(state, b, _nearly_unit(e))
    R0, R1 = row9(state.R, parent), row9(state.R, b)
    axis = matrix_vector(R0, (tree.axes[b, 0, 2], tree.axes[b, 1, 2], tree.axes[b, 2, 2]))
    arm0, arm1 = matrix_vector(R0, row3(tree.point0, b)), matrix_vector(R1, row3(tree.point1, b))
    gap_rate = NONE
    if tree.slides[b] == 1:
        gap, gap_rate = _slide(tree, b, R0, axis, links)
        arm0 = add(arm0, gap)
    spin, bend = _put_columns(tree, b, R0, R1, axis, arm1, sweep)
    w0 = three(links.spin, parent, 0)
    w1 = add(w0, spin)
    bend = add(bend, cross(w0, spin))
    swing0, swing1 = cross(w0, arm0), cross(w1, arm1)
    arm = subtract(arm0, arm1)
    set_three(links.spin, b, 0, w1)
    set_three(links.arm, b, 0, arm)
    centripetal = subtract(cross(w0, add(swing0, scale(2.0, gap_rate))), cross(w1, swing1))
    set_three(links.bias, b, 0, subtract(centripetal, cross(bend, arm1)))
    set_three(links.bias, b, 3, bend)
    set_vector(state.x, b, add(row3(state.x, parent), arm))
    set_vector(state.u, b, add(row3(state.u, parent), add(swing0, subtract(gap_rate, swing1))))
    set_vector(state.w, b, transpose_vector(R1, w1))
    if tree.rotation[b] == TURN:
        # Drives and sensors need the rotation of the joint. The coordinate of this rotation is continuous.
        state.turned[tree.joint[b]] = tree.sign[b] * links.coordinates[b, 5]


@subroutine
def carry(parent: int, arm: Vector, twists: Floats) -> tuple[Vector, Vector]:
    """Return the twist of the parent (velocity or acceleration of its origin, and angular velocity or acceleration),
    moved along `arm`.
    """
    w = three(twists, parent, 3)
    return add(three(twists, parent, 0), cross(w, arm)), w


@subroutine
def accelerate_body(tree: Tree, b: int, sweep: Sweep) -> None:
    """Compute the acceleration of body `b` from the acceleration of its parent and the second derivatives of its
    coordinates."""
    links, columns = sweep.links, sweep.columns
    a, alpha = carry(tree.parent[b], three(links.arm, b, 0), links.acceleration)
    a, alpha = add(a, three(links.bias, b, 0)), add(alpha, three(links.bias, b, 3))
    for k in range(tree.first[b], tree.first[b + 1]):
        rate = columns.rate_rate[k]
        a = add(a, scale(rate, three(columns.axis, k, 0)))
        alpha = add(alpha, scale(rate, three(columns.axis, k, 3)))
    set_three(links.acceleration, b, 0, a)
    set_three(links.acceleration, b, 3, alpha)


@subroutine
def relative_rates(tree: Tree, b: int, state: State, columns: Columns, u: Vector, w: Vector, rates: Floats) -> None:
    """Write the rates `rates[b, slot]` of the body's columns from its velocity `u`, `w` relative to the parent, with
    `(u, w) = sum axis rate`.

    The parent's velocity is taken at the body's origin. All vectors are in inertial axes.
    """
    arm1 = matrix_vector(row9(state.R, b), row3(tree.point1, b))
    sliding = add(u, cross(w, arm1))
    for k in range(tree.first[b], tree.first[b + 1]):
        slot = tree.slot[k]
        if slot < 3:
            rates[b, slot] = dot(three(columns.axis, k, 0), sliding)
        else:
            rates[b, slot] = dot(three(columns.axis, k, 3), w)


@subroutine
def start_coordinates(joints: Joints, tree: Tree, b: int, state: State, links: Links) -> None:
    """Write joint coordinates from the poses of the body and its parent to the body's record. The rates are set to
    zero.
    """
    parent, mode, into = tree.parent[b], tree.rotation[b], links.coordinates
    for k in range(7):
        into[b, k] = 0.0
    for k in range(6):
        links.rates[b, k] = 0.0
    R0, R1 = row9(state.R, parent), row9(state.R, b)
    arm0, arm1 = matrix_vector(R0, row3(tree.point0, b)), matrix_vector(R1, row3(tree.point1, b))
    gap = subtract(add(row3(state.x, b), arm1), add(row3(state.x, parent), arm0))
    set_three(into, b, 0, transpose_vector(matrix_product(R0, row9(tree.axes, b)), gap))
    q = quaternion.product(quaternion.conjugate(row4(state.e, parent)), row4(state.e, b))
    if mode == BALL:
        for k in range(4):
            into[b, 3 + k] = q[k]
    elif mode == CROSS:
        # q = zero Rz(first) QUARTER Rz(second) turn
        inner = quaternion.product(quaternion.conjugate(row4(tree.zero, b)), q)
        Q = quaternion.to_matrix(quaternion.product(inner, quaternion.conjugate(row4(tree.turn, b))))
        # If the body is B0, the angles are exchanged, and their signs change.
        sign, first, second = tree.sign[b], tree.joint[b], joints.second[tree.joint[b]]
        if sign < 0.0:
            first, second = second, first
        into[b, 3] = unwrap(math.atan2(Q[5], Q[2]), sign * state.turned[first])
        into[b, 4] = unwrap(math.atan2(Q[7], -Q[6]), sign * state.turned[second])
    elif mode == TURN:
        into[b, 5] = tree.sign[b] * state.turned[tree.joint[b]]


@part
def start_forest(model: Model, forest: Forest, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates `y[b]` and rates `v[b]` of all bodies from their initial poses and velocities.

    The poses and velocities are then computed again from the coordinates.
    """
    tree, sweep = forest.tree, forest.sweep
    links = sweep.links
    for i in range(tree.order.shape[0]):
        b = tree.order[i]
        u, w = row3(state.u, b), matrix_vector(row9(state.R, b), row3(state.w, b))
        start_coordinates(model.joints, tree, b, state, links)
        for moving in range(2):
            place_body(tree, b, state, sweep)
            if moving == 0:
                u, w = subtract(u, row3(state.u, b)), subtract(w, three(links.spin, b, 0))
                relative_rates(tree, b, state, sweep.columns, u, w, links.rates)
        for k in range(7):
            y[b, k] = links.coordinates[b, k]
        for k in range(6):
            v[b, k] = links.rates[b, k]


@part
def accept_forest_rotations(joints: Joints, tree: Tree, state: State) -> None:
    """Update `state.turned` with the rotations of cut joints, crosses and ball joints after an accepted step.

    The rotations of other joints are their coordinates.
    """
    for i in range(tree.cuts.shape[0]):
        accept_rotation(joints, tree.cuts[i], state)
    for b in range(tree.order.shape[0]):
        if (tree.rotation[b] == BALL or tree.rotation[b] == CROSS) and tree.joint[b] >= 0:
            accept_rotation(joints, tree.joint[b], state)
