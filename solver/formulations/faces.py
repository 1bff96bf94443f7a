"""Functions that the formulations share, to convert between their coordinates and the pose and twist of a body in the
common state.

Every formulation module defines the same four subroutines. `y[b]` contains the coordinates, which are the position and
then Euler parameters or angles. `v[b]` contains the velocity coordinates, and `z[b]` an increment of both. Entries 0..5
of `z[b]` are local coordinates, and entries 6..11 are velocities. Entry 12 is the seventh coordinate if Euler
parameters are plain coordinates.

- `start(model, b, state, y, v)` computes `y` and `v` from a pose and a twist;
- `configure(model, b, y, v, z, state)` computes the pose and twist at `y` moved by `z`, with the velocity `v +
  z[6:12]`;
- `slopes(model, b, y, v, z, state, slope)` computes the time derivatives of the entries of `z[b]`, with the forces in
  `state`;
- `accept(model, b, y, v, z)` moves `y` and `v` by `z`, and returns False if the coordinates have become singular.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats


@subroutine
def set_rotation(state: State, b: int, e: Quaternion) -> None:
    """Store unit Euler parameters and their rotation matrix."""
    state.e[b, 0], state.e[b, 1], state.e[b, 2], state.e[b, 3] = e
    R = quaternion.to_matrix(e)
    state.R[b, 0, 0], state.R[b, 0, 1], state.R[b, 0, 2] = R[0], R[1], R[2]
    state.R[b, 1, 0], state.R[b, 1, 1], state.R[b, 1, 2] = R[3], R[4], R[5]
    state.R[b, 2, 0], state.R[b, 2, 1], state.R[b, 2, 2] = R[6], R[7], R[8]


@subroutine
def set_vector(array: Floats, b: int, value: Vector) -> None:
    """Store a 3-tuple in row `b`."""
    array[b, 0], array[b, 1], array[b, 2] = value


@subroutine
def position(y: Floats, z: Floats, b: int) -> Vector:
    """Return the position after an increment on R^3."""
    return y[b, 0] + z[b, 0], y[b, 1] + z[b, 1], y[b, 2] + z[b, 2]


@subroutine
def rotation_increment(z: Floats, b: int) -> Vector:
    """Return the rotational part of the local coordinates."""
    return z[b, 3], z[b, 4], z[b, 5]


@subroutine
def euler_parameters(y: Floats, b: int) -> Quaternion:
    """Return the Euler parameters in the coordinates."""
    return y[b, 3], y[b, 4], y[b, 5], y[b, 6]


@subroutine
def linear_velocity(v: Floats, z: Floats, b: int) -> Vector:
    """Return the first three velocity coordinates after an increment."""
    return v[b, 0] + z[b, 6], v[b, 1] + z[b, 7], v[b, 2] + z[b, 8]


@subroutine
def rotation_velocity(v: Floats, z: Floats, b: int) -> Vector:
    """Return the last three velocity coordinates after an increment."""
    return v[b, 3] + z[b, 9], v[b, 4] + z[b, 10], v[b, 5] + z[b, 11]


@subroutine
def set_slope(slope: Floats, b: int, local_rate: tuple[Vector, Vector], velocity_rate: tuple[Vector, Vector]) -> None:
    """Store the rates of local coordinates and of velocities. Each argument is a pair of 3-tuples."""
    slope[b, 0], slope[b, 1], slope[b, 2] = local_rate[0]
    slope[b, 3], slope[b, 4], slope[b, 5] = local_rate[1]
    slope[b, 6], slope[b, 7], slope[b, 8] = velocity_rate[0]
    slope[b, 9], slope[b, 10], slope[b, 11] = velocity_rate[1]


@subroutine
def add_velocities(b: int, v: Floats, z: Floats) -> None:
    """Move the velocity coordinates by the increment."""
    for k in range(6):
        v[b, k] += z[b, 6 + k]


@subroutine
def set_coordinates(y: Floats, b: int, x: Vector, e: Quaternion) -> None:
    """Store a position and Euler parameters."""
    y[b, 0], y[b, 1], y[b, 2] = x
    y[b, 3], y[b, 4], y[b, 5], y[b, 6] = e


@subroutine
def set_velocities(v: Floats, b: int, first: Vector, second: Vector) -> None:
    """Store two 3-tuples as the velocity coordinates."""
    v[b, 0], v[b, 1], v[b, 2] = first
    v[b, 3], v[b, 4], v[b, 5] = second
