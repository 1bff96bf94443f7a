"""Three separate kernels: an evaluation of a forest, a Newton correction, and the reactions of the forest."""

from __future__ import annotations

from rbsolve.geometry.vector import transpose_vector
from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.kernel import kernel
from rbsolve.solver.model.rows import row9, three
from rbsolve.solver.trees.articulated import solve_accelerations
from rbsolve.solver.trees.explicit import configure_forest
from rbsolve.solver.trees.kinematics import accelerate_body
from rbsolve.solver.trees.reactions import put_multipliers
from rbsolve.solver.trees.variation import load_variation, solve_variation


@kernel
def evaluate(model, forest, t, y, v, z, state, times):
    """Compute the state, forces and accelerations (`Sweep`) of a stage of an explicit method. Repeat this `times`
    times. Return the first body that can move without inertia, or -1.
    """
    failed = -1
    for _ in range(times):
        configure_forest(model, forest, t, y, v, z, state)
        apply_forces(model, t, state)
        failed = solve_accelerations(model, forest.tree, state, forest.sweep)
    return failed


@kernel
def correction(model, forest, y, v, z, second, unknown, state):
    """Compute a Newton correction (variation.py) at coordinates `y` that are moved by the increments `z[:, :6]`. The
    rates are `v + z[:, 6:]`, with their derivatives `second` (columns,). `z[:, 6:]` are the rates at the start of the
    step. The sweep contains the changes of the unknowns.
    """
    tree, sweep = forest.tree, forest.sweep
    configure_forest(model, forest, 0.0, y, v, z, state)
    apply_forces(model, 0.0, state)
    for k in range(second.shape[0]):
        sweep.columns.rate_rate[k], sweep.columns.resistance[k] = second[k], 0.0
    for i in range(tree.order.shape[0]):
        b = tree.order[i]
        accelerate_body(tree, b, sweep)
        alpha = transpose_vector(row9(state.R, b), three(sweep.links.acceleration, b, 3))
        load_variation(model, tree, b, three(sweep.links.acceleration, b, 0), alpha, state, sweep)
    return solve_variation(tree, unknown, z, z, 6, state, sweep)


@kernel
def reactions(model, forest, state, multipliers):
    """Return the multipliers (nc,) of the inboard joints for the forces in `state` and the accelerations in the sweep."""
    put_multipliers(model, forest.tree, state, forest.sweep.links, multipliers)
