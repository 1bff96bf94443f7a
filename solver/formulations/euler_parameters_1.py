"""EULER_PARAMETERS_1: four Euler parameters as plain coordinates, together with the angular velocity.

The formulation is the classical formulation 1 of Holzinger et al. (2024). `e' = e * (0, w) / 2` conserves the unit
length only within the accuracy of the integrator. The sensor UNIT_NORM_ERROR shows the error. The normalised parameters
determine the rotation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.solver.formulations import lie_r3_so3
from rbsolve.solver.formulations.faces import (
    add_velocities,
    euler_parameters,
    linear_velocity,
    position,
    rotation_velocity,
    set_coordinates,
    set_rotation,
    set_slope,
    set_vector,
)
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.quaternion import Quaternion
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


start = lie_r3_so3.start


@subroutine
def _move(b: int, y: Floats, z: Floats) -> Quaternion:
    e = euler_parameters(y, b)
    return e[0] + z[b, 3], e[1] + z[b, 4], e[2] + z[b, 5], e[3] + z[b, 12]


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    set_vector(state.x, b, position(y, z, b))
    set_rotation(state, b, quaternion.normalise(_move(b, y, z)))
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, rotation_velocity(v, z, b))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of coordinates and velocities."""
    w = rotation_velocity(v, z, b)
    rate = quaternion.product(_move(b, y, z), (0.0, 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]))
    local_rate = (linear_velocity(v, z, b), (rate[0], rate[1], rate[2]))
    set_slope(slope, b, local_rate, accelerations(model.bodies, b, state))
    slope[b, 12] = rate[3]


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    set_coordinates(y, b, position(y, z, b), _move(b, y, z))
    add_velocities(b, v, z)
    return True
