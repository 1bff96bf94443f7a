"""Converts derivatives with respect to the motion of frames to derivatives with respect to the motion of their bodies.
The motion of a frame consists of points, velocities and rotations.

If a body rotates by `dtheta = R dpsi`, its particle at `arm` moves by `dx + dtheta x arm`. The velocity
`v = u + spin x arm` changes by `du + (R dw) x arm + dtheta x (spin x arm)`. The angular velocity `spin = R w` changes
by `R dw + dtheta x spin`. Derivatives are rows of 12 numbers, [dx, dpsi, du, dw]. dx and du are inertial, and dpsi and
dw are in body axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import cross, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import add_three

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.flat import Floats


@subroutine
def add_point(out: Floats, body: int, R: Matrix, arm: Vector, by_position: Vector) -> None:
    """Add the dependence on the position of a particle."""
    add_three(out, body, 0, by_position)
    add_three(out, body, 3, transpose_vector(R, cross(arm, by_position)))


@subroutine
def add_velocity(out: Floats, body: int, R: Matrix, arm: Vector, spin: Vector, by_velocity: Vector) -> None:
    """Add the dependence on the velocity of a particle."""
    add_three(out, body, 6, by_velocity)
    add_three(out, body, 9, transpose_vector(R, cross(arm, by_velocity)))
    add_three(out, body, 3, transpose_vector(R, cross(cross(spin, arm), by_velocity)))


@subroutine
def add_turn(out: Floats, body: int, R: Matrix, by_turn: Vector) -> None:
    """Add the dependence on the orientation of a body."""
    add_three(out, body, 3, transpose_vector(R, by_turn))


@subroutine
def add_spin(out: Floats, body: int, R: Matrix, spin: Vector, by_spin: Vector) -> None:
    """Add the dependence on the angular velocity of a body."""
    add_three(out, body, 9, transpose_vector(R, by_spin))
    add_three(out, body, 3, transpose_vector(R, cross(spin, by_spin)))


@subroutine
def clear(out: Floats) -> None:
    """Set all rows to zero."""
    for b in range(3):
        for k in range(12):
            out[b, k] = 0.0


@subroutine
def add_relative_turn(out: Floats, end: Ends, by_turn: Vector) -> None:
    """Add the dependence on the rotation of frame 1 relative to frame 0."""
    add_turn(out, 1, end.R1, by_turn)
    add_turn(out, 0, end.R0, (-by_turn[0], -by_turn[1], -by_turn[2]))
