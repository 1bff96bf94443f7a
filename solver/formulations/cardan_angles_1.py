"""CARDAN_ANGLES_1: Cardan angles with the angular velocity as velocity coordinates (Holzinger et al. 2024, classical formulation 1, eqs.
(10)-(11))."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.formulations.cardan import angle_rates, angles, angles_of, move_angles, set_angles
from rbsolve.solver.formulations.faces import (
    add_velocities,
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


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and velocities from a pose and a twist."""
    set_velocities(y, b, row3(state.x, b), angles_of(row9(state.R, b)))
    set_velocities(v, b, row3(state.u, b), row3(state.w, b))


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Compute the pose and twist at the coordinates `y` moved by the increment `z`."""
    set_vector(state.x, b, position(y, z, b))
    set_angles(state, b, angles(y, z, b))
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, rotation_velocity(v, z, b))


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of coordinates and velocities."""
    rates = angle_rates(angles(y, z, b), rotation_velocity(v, z, b))
    set_slope(slope, b, (linear_velocity(v, z, b), rates), accelerations(model.bodies, b, state))


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    add_velocities(b, v, z)
    return move_angles(b, y, z)
