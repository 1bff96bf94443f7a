"""CARDAN_ANGLES_1: Cardan angles with the angular velocity as velocity coordinates (Seed 001, classical formulation 1, eqs. (10)-(11))."""

from __future__ import annotations

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


@subroutine
def start(model, b, state, y, v):
    """Coordinates and velocities from a pose and twist."""
    set_velocities(y, b, row3(state.x, b), angles_of(row9(state.R, b)))
    set_velocities(v, b, row3(state.u, b), row3(state.w, b))


@subroutine
def configure(model, b, y, v, z, state):
    """Pose and twist at `y` moved by `z`."""
    set_vector(state.x, b, position(y, z, b))
    set_angles(state, b, angles(y, z, b))
    set_vector(state.u, b, linear_velocity(v, z, b))
    set_vector(state.w, b, rotation_velocity(v, z, b))


@subroutine
def slopes(model, b, y, v, z, state, slope):
    """Rates of coordinates and velocities."""
    rates = angle_rates(angles(y, z, b), rotation_velocity(v, z, b))
    set_slope(slope, b, (linear_velocity(v, z, b), rates), accelerations(model.bodies, b, state))


@subroutine
def accept(model, b, y, v, z):
    """Move coordinates and velocities by `z`."""
    add_velocities(b, v, z)
    return move_angles(b, y, z)
