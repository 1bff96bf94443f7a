"""Helpers of the force kernels: rows of arrays as tuples, and adding a force to a body."""

from __future__ import annotations

from rbsolve.geometry.vector import add, cross, matrix_vector, subtract, transpose_vector
from rbsolve.solver.kernel import subroutine


@subroutine
def row3(array, i):  # type: ignore[no-untyped-def]
    """Row `i` of an (n, 3) array."""
    return array[i, 0], array[i, 1], array[i, 2]


@subroutine
def row4(array, i):  # type: ignore[no-untyped-def]
    """Row `i` of an (n, 4) array."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3]


@subroutine
def row9(array, i):  # type: ignore[no-untyped-def]
    """Matrix `i` of an (n, 3, 3) array, row by row."""
    return (
        array[i, 0, 0],
        array[i, 0, 1],
        array[i, 0, 2],
        array[i, 1, 0],
        array[i, 1, 1],
        array[i, 1, 2],
        array[i, 2, 0],
        array[i, 2, 1],
        array[i, 2, 2],
    )


@subroutine
def add_force(state, body, arm, force):  # type: ignore[no-untyped-def]
    """Add an inertial `force` that acts at `arm` (inertial components, from the origin of the body frame)."""
    moment = transpose_vector(row9(state.R, body), cross(arm, force))
    for k in range(3):
        state.force[body, k] += force[k]
        state.moment[body, k] += moment[k]


@subroutine
def add_moment(state, body, moment):  # type: ignore[no-untyped-def]
    """Add a `moment` given in body axes."""
    for k in range(3):
        state.moment[body, k] += moment[k]


@subroutine
def material_point(state, body, point):  # type: ignore[no-untyped-def]
    """Arm from the body's origin, position and velocity (inertial) of the particle at `point` (body axes)."""
    R = row9(state.R, body)
    arm = matrix_vector(R, point)
    velocity = add(row3(state.u, body), matrix_vector(R, cross(row3(state.w, body), point)))
    return arm, add(row3(state.x, body), arm), velocity


@subroutine
def relative(a, b):  # type: ignore[no-untyped-def]
    """`b - a`."""
    return subtract(b, a)
