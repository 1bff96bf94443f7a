"""LIE_R3_S3: position and Euler parameters on R^3 x S^3, the quaternion scheme of Terze et al. (Holzinger et al. 2020,
reference [35]).

The incremental rotation vector is integrated as on R^3 x SO(3), and its exponential map gives the increment on S^3. The
Euler parameters therefore keep their unit length without a correction. The sensor UNIT_NORM_ERROR shows the remaining
round-off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.solver.formulations import lie_r3_so3
from rbsolve.solver.formulations.faces import (
    add_velocities,
    euler_parameters,
    position,
    rotation_increment,
    set_coordinates,
)
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model
    from rbsolve.solver.model.flat import Floats

start, configure, slopes = lie_r3_so3.start, lie_r3_so3.configure, lie_r3_so3.slopes


@subroutine
def accept(model: Model, b: int, y: Floats, v: Floats, z: Floats) -> bool:
    """Move coordinates and velocities by the increment `z`."""
    e = quaternion.product(euler_parameters(y, b), quaternion.exp(rotation_increment(z, b)))
    set_coordinates(y, b, position(y, z, b), e)
    add_velocities(b, v, z)
    return True
