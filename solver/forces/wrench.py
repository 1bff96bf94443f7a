"""Subroutines that add a force or a moment to a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import cross, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import State


@subroutine
def add_force(state: State, body: int, arm: Vector, force: Vector) -> None:
    """Add a `force` that acts at `arm` from the origin of the body frame. Both are in inertial components."""
    moment = transpose_vector(row9(state.R, body), cross(arm, force))
    for k in range(3):
        state.force[body, k] += force[k]
        state.moment[body, k] += moment[k]


@subroutine
def add_moment(state: State, body: int, moment: Vector) -> None:
    """Add a `moment`, which is given in body axes."""
    for k in range(3):
        state.moment[body, k] += moment[k]
