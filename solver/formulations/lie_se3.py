"""LIE_SE3: position and rotation on the semidirect product SE(3) (Holzinger et al. 2020, section 2).

The velocity coordinates are the velocity of the origin and the angular velocity, both in body axes. The local
coordinates are the motion vector `q` of an increment that multiplies from the right, with `q' = T_SE3^-1(q) v`
(Holzinger et al. 2020, eqs. (13), (18), (22), errata).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion, se3
from rbsolve.geometry.vector import add, cross, matrix_vector, subtract, transpose_vector
from rbsolve.solver.formulations.faces import (
    add_velocities,
    euler_parameters,
    linear_velocity,
    rotation_velocity,
    set_coordinates,
    set_rotation,
    set_slope,
    set_vector,
    set_velocities,
)
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row4, row9

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.geometry.se3 import Twist
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def motion_vector(z: Floats, b: int) -> Twist:
    """Return the local coordinates. The translation comes first."""
    return z[b, 0], z[b, 1], z[b, 2], z[b, 3], z[b, 4], z[b, 5]


@subroutine
def move(b: int, y: Floats, z: Floats) -> tuple[Vector, Quaternion]:
    """Return the position and Euler parameters of the moved pose `H exp(q)`."""
    e = euler_parameters(y, b)
    x, de = se3.exp(motion_vector(z, b))
    return add(row3(y, b), quaternion.rotate(e, x)), quaternion.product(e, de)


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and velocities from a pose and a twist."""
    set_coordinates(y, b, row3(state.x, b), row4(state.e, b))
    set_velocities(v, b, transpose_vector(row9(state.R, b), row3(state.u, b)), row3(state.w, b))


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    x, e = move(b, y, z)
    set_vector(state.x, b, x)
    set_rotation(state, b, e)
    set_vector(state.u, b, matrix_vector(row9(state.R, b), linear_velocity(v, z, b)))
    set_vector(state.w, b, rotation_velocity(v, z, b))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of local coordinates and velocities."""
    U, w = linear_velocity(v, z, b), rotation_velocity(v, z, b)
    rate = se3.apply_tangent_inverse(motion_vector(z, b), (U[0], U[1], U[2], w[0], w[1], w[2]))
    a, alpha = accelerations(model.bodies, b, state)
    U_rate = subtract(transpose_vector(row9(state.R, b), a), cross(w, U))
    set_slope(slope, b, ((rate[0], rate[1], rate[2]), (rate[3], rate[4], rate[5])), (U_rate, alpha))


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    x, e = move(b, y, z)
    set_coordinates(y, b, x, quaternion.normalise(e))
    add_velocities(b, v, z)
    return True
