"""Computes the reactions of the inboard joints from the bodies' accelerations, by inverse dynamics of a forest
(recursive Newton-Euler).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, matrix_product, matrix_vector, subtract, transpose_vector
from rbsolve.solver.formulations.newton_euler import residual
from rbsolve.solver.joints.primitives.registry import choose
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row9, set_three, three

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Bodies, Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Joints
    from rbsolve.solver.trees.arrays import Links, Tree

_multiplier = subroutine(choose(__name__, "multiplier", "joints, j, row, F, M, axes0, axes1, taken", 0.0))
_twist = subroutine(choose(__name__, "twist", "joints, j, row, multiplier", 0.0))


@subroutine
def missing_wrenches(bodies: Bodies, tree: Tree, state: State, links: Links) -> None:
    """Write the force and moment of the constraints, about the body's origin, to the `wrench` of every body.

    Both follow from the acceleration and the applied forces. Joint springs, dampers and drives are applied forces.
    """
    for b in range(tree.order.shape[0]):
        R = row9(state.R, b)
        alpha = transpose_vector(R, three(links.acceleration, b, 3))
        force, moment = residual(bodies, b, three(links.acceleration, b, 0), alpha, state)
        set_three(links.wrench, b, 0, matrix_vector(R, force))
        set_three(links.wrench, b, 3, matrix_vector(R, moment))


@subroutine
def carry_wrenches(tree: Tree, links: Links) -> None:
    """Add the wrenches of all bodies beyond a joint. The sum is the wrench that the joint transmits."""
    nb = tree.order.shape[0]
    for i in range(nb):
        b = tree.order[nb - 1 - i]
        parent = tree.parent[b]
        if parent != nb:
            f = three(links.wrench, b, 0)
            m = add(three(links.wrench, b, 3), cross(three(links.arm, b, 0), f))
            set_three(links.wrench, parent, 0, add(three(links.wrench, parent, 0), f))
            set_three(links.wrench, parent, 3, add(three(links.wrench, parent, 3), m))


@subroutine
def transmitted_wrenches(bodies: Bodies, tree: Tree, state: State, links: Links) -> None:
    """Write the force and the moment that the inboard joint transmits to the `wrench` of every body. The moment is
    about the body's origin. No joint may be cut.
    """
    missing_wrenches(bodies, tree, state, links)
    carry_wrenches(tree, links)


@subroutine
def _inboard_multipliers(joints: Joints, tree: Tree, b: int, state: State, links: Links, multipliers: Floats) -> None:
    """Write the multipliers of the rows of a body's inboard joint (`M v' = f - J^T multipliers`), from the wrench that
    the joint transmits.
    """
    j = tree.joint[b]
    body0, body1 = joints.body0[j], joints.body1[j]
    R1 = row9(state.R, body1)
    axes0 = matrix_product(row9(state.R, body0), row9(joints.axes0, j))
    axes1 = matrix_product(R1, row9(joints.axes1, j))
    F, M = three(links.wrench, b, 0), three(links.wrench, b, 3)
    if body1 != b:
        # This wrench acts on body 0. The wrench on body 1, about its own origin, is the opposite.
        M = add(M, cross(subtract(row3(state.x, b), row3(state.x, body1)), F))
        F, M = (-F[0], -F[1], -F[2]), (-M[0], -M[1], -M[2])
    M = subtract(M, cross(matrix_vector(R1, row3(joints.point1, j)), F))
    taken = 0.0  # moment about e3 from previous rows
    for row in range(joints.first_row[j], joints.first_row[j + 1]):
        multipliers[row] = _multiplier(joints, j, row, F, M, axes0, axes1, taken)
        taken -= _twist(joints, j, row, multipliers[row])


@subroutine
def put_inboard_multipliers(joints: Joints, tree: Tree, state: State, links: Links, multipliers: Floats) -> None:
    """Write the multipliers of all inboard joints, from the wrenches that the joints transmit. These multipliers have
    the same meaning as in redundant formulations.
    """
    for b in range(tree.order.shape[0]):
        if tree.joint[b] >= 0:
            _inboard_multipliers(joints, tree, b, state, links, multipliers)


@part
def put_multipliers(model: Model, tree: Tree, state: State, links: Links, multipliers: Floats) -> None:
    """Write the multipliers (nc,) of all joints of a model without cut joints."""
    transmitted_wrenches(model.bodies, tree, state, links)
    put_inboard_multipliers(model.joints, tree, state, links, multipliers)
