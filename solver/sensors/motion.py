"""How a frame moves, as an observer sees it: velocities and accelerations, and the unified velocities of a body.

Seed 002, eqs. (55), (56) and the accelerations of the errata; Seed 000 for the unified velocities.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.observer import Motion
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.model.arrays import Floats
from rbsolve.solver.model.projection import chosen_matrix
from rbsolve.solver.sensors.carried import body_motion
from rbsolve.solver.sensors.request import Measurement, Planner, Request, numbered


def _seen(symbol: str, units: str, name: str, view: Callable[[Motion, Motion], Floats]) -> Planner:
    def plan(request: Request) -> Measurement:
        subject, seen_from = request.frame, request.observer
        return Measurement(
            numbered(symbol), units, name, lambda chunk: view(seen_from.motion(chunk), subject.motion(chunk))
        )

    return plan


velocity = _seen("v", "m/s", "velocity", observer.velocity)
acceleration = _seen("a", "m/s^2", "acceleration", observer.acceleration)
angular_velocity = _seen("w", "rad/s", "angular velocity", observer.angular_velocity)
angular_acceleration = _seen("alpha", "rad/s^2", "angular acceleration", observer.angular_acceleration)


def unified_velocities(request: Request) -> Measurement:
    """Six local velocities of a body, along the directions of the projection and at its points (Seed 000, eq. (23)).

    The projection is the integrator's when it integrates unified velocities, else the hexahedron of unit lengths.
    """
    body, method = request.index, request.compiled.method
    D = chosen_matrix(method.options if method.formulation == "UNIFIED_VELOCITIES" else {})

    def evaluate(chunk: Chunk) -> Floats:
        motion = body_motion(chunk, body)
        local = np.concatenate(
            [observer.resolved_in(motion.R, motion.v), observer.resolved_in(motion.R, motion.w)], axis=-1
        )
        return np.asarray(local @ D.T, dtype=float)

    return Measurement(
        numbered("w", 6), "m/s", "unified local velocities", evaluate, observed=False, resolved_in=request.object
    )
