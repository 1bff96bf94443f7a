"""Subroutines for all forces. They add a force or a moment to a body, and compute the motion of a particle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, matrix_vector, subtract, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import State


@subroutine
def add_force(state: State, body: int, arm: Vector, force: Vector) -> None:
    """Add a `force` that acts at `arm` from the origin of the body frame. Both have inertial components."""
    moment = transpose_vector(row9(state.R, body), cross(arm, force))
    for k in range(3):
        state.force[body, k] += force[k]
        state.moment[body, k] += moment[k]


@subroutine
def add_moment(state: State, body: int, moment: Vector) -> None:
    """Add a `moment`, which is given in body axes."""
    for k in range(3):
        state.moment[body, k] += moment[k]


@subroutine
def material_point(state: State, body: int, point: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the arm (from the body's origin), the position and the velocity of the particle at `point` (body axes).
    The results are inertial.
    """
    R = row9(state.R, body)
    arm = matrix_vector(R, point)
    velocity = add(row3(state.u, body), matrix_vector(R, cross(row3(state.w, body), point)))
    return arm, add(row3(state.x, body), arm), velocity


@subroutine
def relative(a: Vector, b: Vector) -> Vector:
    """Return `b - a`."""
    return subtract(b, a)
