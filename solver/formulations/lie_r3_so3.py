"""LIE_R3_SO3: position and rotation on the direct product R^3 x SO(3) (Holzinger et al. 2024, section 2.2).

The velocity coordinates are the inertial velocity of the origin and the angular velocity in body axes. The local
coordinates are the displacement, and the rotation vector of an increment that multiplies from the right, with `psi' =
T^-1(psi) w` (Holzinger et al. 2024, eq. (25)). The rotation is stored as a unit quaternion, which is normalised after
each step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion, so3
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
from rbsolve.solver.model.rows import row3, row4

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and velocities from a pose and a twist."""
    set_coordinates(y, b, row3(state.x, b), row4(state.e, b))
    set_velocities(v, b, row3(state.u, b), row3(state.w, b))


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    set_vector(state.x, b, position(y, z, b))
    set_rotation(state, b, quaternion.product(euler_parameters(y, b), quaternion.exp(rotation_increment(z, b))))
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, rotation_velocity(v, z, b))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of local coordinates and velocities."""
    u, w = linear_velocity(v, z, b), rotation_velocity(v, z, b)
    local_rate = (u, so3.apply_tangent_inverse(rotation_increment(z, b), w))
    set_slope(slope, b, local_rate, accelerations(model.bodies, b, state))


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    e = quaternion.product(euler_parameters(y, b), quaternion.exp(rotation_increment(z, b)))
    set_coordinates(y, b, position(y, z, b), quaternion.normalise(e))
    add_velocities(b, v, z)
    return True
