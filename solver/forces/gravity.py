"""Uniform gravity: m g at the centre of mass of every body."""

from __future__ import annotations

from rbsolve.geometry.vector import matrix_vector
from rbsolve.solver.forces.wrench import add_force
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9


@subroutine
def apply(model, t, state):
    """Add the weights."""
    bodies = model.bodies
    g0, g1, g2 = model.gravity[0], model.gravity[1], model.gravity[2]
    if g0 == 0.0 and g1 == 0.0 and g2 == 0.0:
        return
    for b in range(bodies.mass.shape[0]):
        m = bodies.mass[b]
        arm = matrix_vector(row9(state.R, b), row3(bodies.centre, b))
        add_force(state, b, arm, (m * g0, m * g1, m * g2))
