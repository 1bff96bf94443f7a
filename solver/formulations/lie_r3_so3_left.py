"""LIE_R3_SO3_LEFT: like LIE_R3_SO3, except that increments multiply from the left and all velocities are in inertial
components (Kynema).

The rotation satisfies `R' = omega~ R` with the spatial angular velocity `omega = R w`. The local coordinates are the
displacement, and the rotation vector of the increment, `R = Exp(theta) R_n`. Here `theta' = T^-1(-theta) omega` and
`omega' = R w'`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.vector import matrix_vector, scale, transpose_vector
from rbsolve.solver.formulations.faces import (
    add_velocities,
    euler_parameters,
    linear_velocity,
    position,
    rotation_increment,
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
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and velocities from a pose and a twist."""
    set_coordinates(y, b, row3(state.x, b), row4(state.e, b))
    set_velocities(v, b, row3(state.u, b), matrix_vector(row9(state.R, b), row3(state.w, b)))


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    set_vector(state.x, b, position(y, z, b))
    set_rotation(state, b, quaternion.product(quaternion.exp(rotation_increment(z, b)), euler_parameters(y, b)))
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, transpose_vector(row9(state.R, b), rotation_velocity(v, z, b)))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of local coordinates and velocities."""
    u, omega = linear_velocity(v, z, b), rotation_velocity(v, z, b)
    local_rate = (u, so3.apply_tangent_inverse(scale(-1.0, rotation_increment(z, b)), omega))
    a, alpha = accelerations(model.bodies, b, state)
    set_slope(slope, b, local_rate, (a, matrix_vector(row9(state.R, b), alpha)))


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    e = quaternion.product(quaternion.exp(rotation_increment(z, b)), euler_parameters(y, b))
    set_coordinates(y, b, position(y, z, b), quaternion.normalise(e))
    add_velocities(b, v, z)
    return True
