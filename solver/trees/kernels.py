"""Entries from Python: one evaluation of a forest and its reactions, for tests, benchmarks and analyses that do not integrate."""

from __future__ import annotations

from rbsolve.solver.forces.registry import apply_forces
from rbsolve.solver.kernel import kernel
from rbsolve.solver.trees.articulated import solve_accelerations
from rbsolve.solver.trees.explicit import configure_forest
from rbsolve.solver.trees.reactions import put_multipliers


@kernel
def evaluate(model, forest, t, y, v, z, state, times):
    """Everything that a stage of an explicit method computes, `times` over: state, forces, accelerations (Sweep). The first body that can
    move without inertia, or -1."""
    failed = -1
    for _ in range(times):
        configure_forest(model, forest, t, y, v, z, state)
        apply_forces(model, t, state)
        failed = solve_accelerations(model, forest.tree, state, forest.sweep)
    return failed


@kernel
def reactions(model, forest, state, multipliers):
    """Multipliers (nc,) of the inboard joints for the forces in `state` and the accelerations in the sweep."""
    put_multipliers(model, forest.tree, state, forest.sweep.links, multipliers)
