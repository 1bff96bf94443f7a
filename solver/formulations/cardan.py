"""Cardan angles (Tait-Bryan, Rxyz) with `R = R1(a) R2(b) R3(c)`, which are singular at b = +-90 degrees (Holzinger et
al. 2024, section 2.1).

The angular velocity in body axes is `w = G(phi) phi'`. The formulations CARDAN_ANGLES_1 and CARDAN_ANGLES_2 use this
module.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.solver.formulations.faces import set_rotation
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats


@subroutine
def angles(y: Floats, z: Floats, b: int) -> Vector:
    """Return the angles after an increment."""
    return y[b, 3] + z[b, 3], y[b, 4] + z[b, 4], y[b, 5] + z[b, 5]


@subroutine
def set_angles(state: State, b: int, phi: Vector) -> None:
    """Store the rotation that belongs to the angles."""
    h0, h1, h2 = 0.5 * phi[0], 0.5 * phi[1], 0.5 * phi[2]
    first = quaternion.product((math.cos(h0), math.sin(h0), 0.0, 0.0), (math.cos(h1), 0.0, math.sin(h1), 0.0))
    set_rotation(state, b, quaternion.product(first, (math.cos(h2), 0.0, 0.0, math.sin(h2))))


@subroutine
def angles_of(R: Matrix) -> Vector:
    """Return the angles of a rotation matrix (9-tuple), with |b| <= 90 degrees."""
    return math.atan2(-R[5], R[8]), math.atan2(R[2], math.hypot(R[0], R[1])), math.atan2(-R[1], R[0])


@subroutine
def angle_rates(phi: Vector, w: Vector) -> Vector:
    """Return the rates `phi' = G^-1 w`."""
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    a_rate = (w[0] * cos_c - w[1] * sin_c) / math.cos(phi[1])
    return a_rate, w[0] * sin_c + w[1] * cos_c, w[2] - a_rate * math.sin(phi[1])


@subroutine
def angular_velocity(phi: Vector, rates: Vector) -> Vector:
    """Return the angular velocity `w = G phi'` in body axes."""
    cos_b = math.cos(phi[1])
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    return (
        rates[0] * cos_b * cos_c + rates[1] * sin_c,
        -rates[0] * cos_b * sin_c + rates[1] * cos_c,
        rates[0] * math.sin(phi[1]) + rates[2],
    )


@subroutine
def convective(phi: Vector, rates: Vector) -> Vector:
    """Return the term `G' phi'`, which is the angular acceleration for `phi'' = 0`."""
    sin_b, cos_b = math.sin(phi[1]), math.cos(phi[1])
    sin_c, cos_c = math.sin(phi[2]), math.cos(phi[2])
    a, b, c = rates
    return (
        -a * (sin_b * b * cos_c + cos_b * sin_c * c) + b * cos_c * c,
        a * (sin_b * b * sin_c - cos_b * cos_c * c) - b * sin_c * c,
        a * cos_b * b,
    )


@subroutine
def move_angles(b: int, y: Floats, z: Floats) -> bool:
    """Move the position and the angles by the increment. Return False if the step passed through the singularity."""
    before = math.cos(y[b, 4])
    for k in range(6):
        y[b, k] += z[b, k]
    return before * math.cos(y[b, 4]) > 0.0
