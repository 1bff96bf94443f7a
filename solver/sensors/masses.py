"""How the masses of a model move: what momentum and kinetic energy have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.model.arrays import Bodies, Floats, Ints
from rbsolve.solver.sensors.carried import body_motion, turned
from rbsolve.solver.sensors.request import Request


def selected_bodies(request: Request) -> Ints:
    """Indices of the bodies with mass that a sensor is about: one, all of SYSTEM, none for GROUND."""
    bodies = np.arange(request.compiled.bodies)
    return bodies if request.family == "SYSTEM" else bodies[bodies == request.index]


@dataclass(frozen=True, slots=True)
class MovingMasses:
    """Mass centres and spins of the selected bodies, inertial components."""

    mass: Floats  # (m,)
    centre: Floats  # (rows, m, 3)
    velocity: Floats  # (rows, m, 3) of the mass centres
    w: Floats  # (rows, m, 3)
    spin: Floats  # (rows, m, 3) angular momentum about the mass centres


def moving_masses(chunk: Chunk, bodies: Bodies, selected: Ints) -> MovingMasses:
    """The masses in every row of a chunk."""
    motion = body_motion(chunk, selected)
    arm = turned(motion.R, bodies.centre[selected])
    n = int(chunk.count[0])
    return MovingMasses(
        mass=bodies.mass[selected],
        centre=motion.x + arm,
        velocity=motion.v + np.cross(motion.w, arm),
        w=motion.w,
        spin=turned(motion.R, turned(bodies.inertia[selected], chunk.w[:n, selected])),
    )
