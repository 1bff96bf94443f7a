"""The motion of the masses of a model: the common part of momentum and kinetic energy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.geometry.arrays import cross, rotate
from rbsolve.geometry.observer import AT_REST, INERTIAL_AXES, Motion, carry
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.model.arrays import Bodies
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Request


def selected_bodies(request: Request) -> Ints:
    """Indices of the bodies with mass that a sensor is about: one, all of SYSTEM, none for GROUND."""
    bodies = np.arange(request.compiled.bodies)
    return bodies if request.family == "SYSTEM" else bodies[bodies == request.index]


class MovingMasses(NamedTuple):
    """Mass centres and spins of the selected bodies, inertial components."""

    mass: Floats  # (m,), or (rows, m) where each row has its own
    centre: Floats  # (rows, m, 3)
    velocity: Floats  # (rows, m, 3) of the mass centres
    w: Floats  # (rows, m, 3)
    spin: Floats  # (rows, m, 3) angular momentum about the mass centres

    @property
    def common_centre(self) -> Floats:
        """The centre of mass of all of them (rows, 3)."""
        return np.asarray(np.sum(self.mass[:, None] * self.centre, axis=1) / np.sum(self.mass), dtype=float)


def moving_masses(chunk: Chunk | Rows, bodies: Bodies, selected: Ints) -> MovingMasses:
    """The masses in every row of a chunk. Arrays of `bodies` may have leading axes for rows: then each row has bodies of its own."""
    rows = Rows.of(chunk)
    return rows.remember(("masses", selected.tobytes()), lambda: _moving_masses(rows, bodies, selected))


def _moving_masses(rows: Rows, bodies: Bodies, selected: Ints) -> MovingMasses:
    motion = rows.motion(selected)
    arm = rotate(motion.R, bodies.centre[..., selected, :])
    return MovingMasses(
        mass=bodies.mass[..., selected],
        centre=motion.x + arm,
        velocity=motion.v + cross(motion.w, arm),
        w=motion.w,
        spin=rotate(motion.R, rotate(bodies.inertia[..., selected, :, :], rows.w[:, selected])),
    )


def motion_of_centre(chunk: Chunk | Rows, bodies: Bodies, selected: Ints) -> Motion:
    """How the common centre of mass moves, as the origin of a frame with inertial axes."""
    motion = Rows.of(chunk).motion(selected)
    share = bodies.mass[selected] / np.sum(bodies.mass[selected])
    whole = carry(motion, bodies.centre[selected], INERTIAL_AXES)
    x, v, a = (np.asarray(np.sum(share[:, None] * part, axis=1), dtype=float) for part in (whole.x, whole.v, whole.a))
    return Motion(x, INERTIAL_AXES, v, AT_REST, a, AT_REST)
