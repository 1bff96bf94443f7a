"""CARDAN_ANGLES_2: Cardan angles and their rates in second-order equations (Holzinger et al. 2024, classical
formulation 2, eqs. (12)-(14), errata).

The mass matrix `G^T J G` times `phi''` equals `G^T` times the balance of torques. Because G is square, the angular
acceleration solves both equations, and `phi'' = G^-1 (w' - G' phi')`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import subtract
from rbsolve.solver.formulations import cardan_angles_1
from rbsolve.solver.formulations.cardan import (
    angle_rates,
    angles,
    angles_of,
    angular_velocity,
    convective,
    set_angles,
)
from rbsolve.solver.formulations.faces import (
    linear_velocity,
    position,
    rotation_velocity,
    set_slope,
    set_vector,
    set_velocities,
)
from rbsolve.solver.formulations.newton_euler import accelerations
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


accept = cardan_angles_1.accept


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and their rates from a pose and a twist."""
    phi = angles_of(row9(state.R, b))
    set_velocities(y, b, row3(state.x, b), phi)
    set_velocities(v, b, row3(state.u, b), angle_rates(phi, row3(state.w, b)))


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    phi = angles(y, z, b)
    set_vector(state.x, b, position(y, z, b))
    set_angles(state, b, phi)
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, angular_velocity(phi, rotation_velocity(v, z, b)))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of the coordinates, and the rates of these rates."""
    phi, rates = angles(y, z, b), rotation_velocity(v, z, b)
    a, alpha = accelerations(model.bodies, b, state)
    second = angle_rates(phi, subtract(alpha, convective(phi, rates)))
    set_slope(slope, b, (linear_velocity(v, z, b), rates), (a, second))
