"""Reactions of joints. They are the forces of constraints and of prescribed motions.

The forces of springs, dampers, actuators and controllers are excluded.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.observer import Motion
from rbsolve.solver.joints.primitives.registry import PRIMITIVE_OF
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import ends_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, number_labels
from rbsolve.solver.sensors.types import contact


def reaction_force(request: Request) -> Measurement:
    """Return the force on B1 at the joint's point, or the force of a contact, in the observer's axes [N]."""
    if request.family == "CONTACT":
        return contact.force(request)
    return _reaction(request, "force", "F", "N", _force)


def reaction_moment(request: Request) -> Measurement:
    """Return the moment on B1 about the joint's point, in the observer's axes [N m]."""
    return _reaction(request, "moment", "M", "N m", _moment)


def _reaction(
    request: Request, what: str, symbol: str, units: str, part: Callable[[Request, int, Motion, Motion], Floats]
) -> Measurement:
    joints, frame = request.compiled.model.joints, request.observer
    ends = ends_of(request.compiled, joints, request.index)
    rows = range(int(joints.first_row[request.index]), int(joints.first_row[request.index + 1]))

    def evaluate(chunk: Rows) -> Floats:
        E, B = ends.motions(chunk)
        total = np.zeros((int(chunk.count[0]), 3))
        for row in rows:  # by `M v' = f - J^T multipliers`
            total -= chunk.multipliers[: len(total), row, None] * part(request, row, E, B)
        return observer.resolve_in(frame.pose(chunk).R, total)

    return Measurement(number_labels(symbol), units, f"reaction {what} on B1", evaluate)


def _force(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Return the inertial force on B1 at the joint's point, for a unit multiplier."""
    return _of_row(request, row, E, B, "force")


def _moment(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Return the inertial moment on B1 about the joint's point, for a unit multiplier."""
    return _of_row(request, row, E, B, "moment")


def _of_row(request: Request, row: int, E: Motion, B: Motion, part: str) -> Floats:
    joints = request.compiled.model.joints
    primitive = PRIMITIVE_OF.get(int(joints.row_code[row]))
    face = getattr(primitive, part, None)
    return np.zeros(3) if face is None else face(joints, request.index, row, E, B)
