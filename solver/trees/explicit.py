"""The functions of a forest that explicit integrators call. The arrays have the same meaning as in
solver/formulations/faces.py, but refer to the inboard joint of a body.

`y[b]` contains the seven coordinate slots, and `v[b]` the six rates. `z[b]` contains the increments of six local
coordinates and six rates.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.vector import determinant, scale, transpose_vector
from rbsolve.solver.formulations.faces import set_vector
from rbsolve.solver.formulations.newton_euler import missing_power
from rbsolve.solver.joints.friction import put_normals
from rbsolve.solver.kernel import part
from rbsolve.solver.model.arrays import Model
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row4, row9, set_three, three
from rbsolve.solver.trees.arrays import BALL
from rbsolve.solver.trees.closure import put_all_multipliers
from rbsolve.solver.trees.kinematics import move, place_body, prescribe

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.chunk import Chunk
    from rbsolve.solver.trees.arrays import Forest
    from rbsolve.solver.trees.closure import Closure


@part
def configure_forest(model: Model, forest: Forest, t: float, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Set the pose and velocity of every body in the state, at `y` and `v` moved by `z`. Prescribed coordinates are
    evaluated at time `t`.
    """
    tree, sweep = forest.tree, forest.sweep
    for i in range(tree.order.shape[0]):
        b = tree.order[i]
        move(tree, b, y, z, sweep.links)
        for k in range(6):
            sweep.links.rates[b, k] = v[b, k] + z[b, 6 + k]
        prescribe(model.functions, tree, b, t, 0.0, sweep)
        place_body(tree, b, state, sweep)


# Largest relative change of converged reactions, and change above which a joint jams after the last evaluation.
STAYS, JAMS = 1e-12, 1e-6
MOST = 100  # largest number of evaluations


class StageFriction(NamedTuple):
    """Memory for friction that depends on the reactions of joints (solver/joints/friction.py)."""

    multipliers: Floats  # (nc,) multipliers; empty without friction of this kind
    tries: Ints  # (1,) number of evaluations


def make_stage_friction(model: Model) -> StageFriction:
    """Return memory for the friction of a model."""
    rows = len(model.joints.row_code) if len(model.frictions.joint) else 0
    return StageFriction(np.zeros(rows), np.zeros(1, dtype=np.int64))


@part
def reactions_stay(model: Model, forest: Forest, closure: Closure, friction: StageFriction, state: State) -> bool:
    """Return whether the reactions have converged. They have converged if the friction of the reactions in
    `state.normal` leads to accelerations with the same reactions.

    If not, the new reactions are stored in `state.normal` for another evaluation. If the reactions do not converge, the
    joint jams and the reactions become NaN.
    """
    put_all_multipliers(model, forest, closure, state, friction.multipliers)
    change = put_normals(model.frictions, friction.multipliers, state.normal)
    friction.tries[0] += 1
    if change > STAYS and friction.tries[0] < MOST:
        return False
    if not change <= JAMS:
        for i in range(state.normal.shape[0]):
            state.normal[i] = math.nan
        for k in range(forest.sweep.columns.rate_rate.shape[0]):
            forest.sweep.columns.rate_rate[k] = math.nan
    friction.tries[0] = 0
    return True


@part
def put_forest_reactions(model: Model, forest: Forest, closure: Closure, state: State) -> None:
    """Write the accelerations of all bodies to `State.acceleration`, and the multipliers of all joints to
    `State.multiplier`.
    """
    links = forest.sweep.links
    for b in range(forest.tree.order.shape[0]):
        set_three(state.acceleration, b, 0, three(links.acceleration, b, 0))
        set_three(state.acceleration, b, 3, transpose_vector(row9(state.R, b), three(links.acceleration, b, 3)))
    put_all_multipliers(model, forest, closure, state, state.multiplier)


@part
def prescribed_power(model: Model, forest: Forest, state: State) -> float:
    """Return the power of prescribed motions, from the accelerations and the forces in the state."""
    links, power = forest.sweep.links, 0.0
    for b in range(forest.tree.order.shape[0]):
        alpha = transpose_vector(row9(state.R, b), three(links.acceleration, b, 3))
        power += missing_power(model.bodies, b, three(links.acceleration, b, 0), alpha, state)
    return power


@part
def forest_slopes(forest: Forest, z: Floats, slope: Floats) -> None:
    """Write the time derivatives of every increment, from known accelerations, to `slope`."""
    tree, sweep = forest.tree, forest.sweep
    for b in range(tree.order.shape[0]):
        for k in range(tree.first[b], tree.first[b + 1]):
            if tree.function[k] < 0:
                slot = tree.slot[k]
                slope[b, slot] = sweep.links.rates[b, slot]
                slope[b, 6 + slot] = sweep.columns.rate_rate[k]
        if tree.rotation[b] == BALL and tree.moved[b] == 0:
            spin = three(sweep.links.rates, b, 3)
            turn = scale(-1.0, three(z, b, 3))  # the increment multiplies from the left, in the parent's axes
            slope[b, 3], slope[b, 4], slope[b, 5] = so3.apply_tangent_inverse(turn, spin)


@part
def accept_forest(forest: Forest, y: Floats, v: Floats, z: Floats) -> None:
    """Move all coordinates and rates by the increment `z`."""
    tree, sweep = forest.tree, forest.sweep
    for b in range(tree.order.shape[0]):
        move(tree, b, y, z, sweep.links)
        for k in range(7):
            y[b, k] = sweep.links.coordinates[b, k]
        if tree.rotation[b] == BALL:
            e = quaternion.normalise((y[b, 3], y[b, 4], y[b, 5], y[b, 6]))
            y[b, 3], y[b, 4], y[b, 5], y[b, 6] = e
        for k in range(6):
            v[b, k] += z[b, 6 + k]


@part
def write_forest(chunk: Chunk, model: Model, forest: Forest, closure: Closure, state: State, row: int) -> None:
    """Write accelerations, multipliers and joint rotations to a row that already contains the poses."""
    tree, links = forest.tree, forest.sweep.links
    for b in range(tree.order.shape[0]):
        R, e = row9(state.R, b), row4(state.e, b)
        set_vector(chunk.a[row], b, three(links.acceleration, b, 0))
        set_vector(chunk.alpha[row], b, transpose_vector(R, three(links.acceleration, b, 3)))
        chunk.unit_norm_error[row, b] = math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]) - 1.0
        chunk.determinant_error[row, b] = determinant(R) - 1.0
    put_all_multipliers(model, forest, closure, state, chunk.multipliers[row])
    for j in range(state.turned.shape[0]):
        chunk.joint_rotation[row, j] = state.turned[j]
