"""Computes the motion of a particle of a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, matrix_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import State


@subroutine
def material_point(state: State, body: int, point: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the arm (from the body's origin), the position and the velocity of the particle at `point` (in body axes).
    The results are in inertial components.
    """
    R = row9(state.R, body)
    arm = matrix_vector(R, point)
    velocity = add(row3(state.u, body), matrix_vector(R, cross(row3(state.w, body), point)))
    return arm, add(row3(state.x, body), arm), velocity
