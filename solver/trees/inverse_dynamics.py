"""Computes the inverse dynamics of a forest: the generalized forces that a motion requires against inertia and gravity,
without other forces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot
from rbsolve.solver.forces import gravity
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.rows import three
from rbsolve.solver.trees.explicit import configure_forest
from rbsolve.solver.trees.kinematics import accelerate_body
from rbsolve.solver.trees.reactions import transmitted_wrenches

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.trees.arrays import Forest


@kernel
def inverse_dynamics(
    model: Model, forest: Forest, y: Floats, v: Floats, z: Floats, second: Floats, state: State, efforts: Floats
) -> None:
    """Write `M second + bias` to `efforts` (columns,), at coordinates `y`, rates `v` and second derivatives `second`
    (columns,).

    The increments `z` (nb, 12) are zero. Springs, dampers, stops and drives are ignored.
    """
    tree, sweep = forest.tree, forest.sweep
    configure_forest(model, forest, 0.0, y, v, z, state)
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = 0.0
            state.moment[b, k] = 0.0
    gravity.apply(model, 0.0, state)
    for k in range(second.shape[0]):
        sweep.columns.rate_rate[k] = second[k]
    for i in range(tree.order.shape[0]):
        accelerate_body(tree, tree.order[i], sweep)
    transmitted_wrenches(model.bodies, tree, state, sweep.links)
    for b in range(tree.order.shape[0]):
        for k in range(tree.first[b], tree.first[b + 1]):
            force, moment = three(sweep.links.wrench, b, 0), three(sweep.links.wrench, b, 3)
            axis, turn = three(sweep.columns.axis, k, 0), three(sweep.columns.axis, k, 3)
            efforts[k] = dot(axis, force) + dot(turn, moment)
