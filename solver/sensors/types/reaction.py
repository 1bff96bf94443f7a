"""Reactions of joints: the forces of their constraints alone, prescribed motions included; springs, dampers, actuators and controllers
are left out."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer, so3
from rbsolve.geometry.arrays import turned
from rbsolve.geometry.observer import Motion
from rbsolve.geometry.rotation_parameters import rotation_vector_from_matrix
from rbsolve.solver.joints.kinds import (
    ANGLE,
    COMPONENT,
    COSINE,
    DIRECTION,
    ROTATION_1,
    ROTATION_2,
    SCREW,
    SPIN,
    TURNING,
    VECTOR_1,
)
from rbsolve.solver.joints.turning import basis_vector
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import ends_of
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Request, numbered
from rbsolve.solver.sensors.types import contact


def reaction_force(request: Request) -> Measurement:
    """Force on B1 at the joint's point, or of a contact, in the observer's axes [N]."""
    if request.family == "CONTACT":
        return contact.force(request)
    return _reaction(request, "force", "F", "N", _force)


def reaction_moment(request: Request) -> Measurement:
    """Moment on B1 about the joint's point, in the observer's axes [N m]."""
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
        for row in rows:  # M v' = f - J^T multipliers
            total -= chunk.multipliers[: len(total), row, None] * part(request, row, E, B)
        return observer.resolved_in(frame.pose(chunk).R, total)

    return Measurement(numbered(symbol), units, f"reaction {what} on B1", evaluate)


def _force(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Inertial force on B1 at its point of a basis_vector multiplier."""
    joints = request.compiled.model.joints
    code, axis = joints.row_code[row], joints.row_axis0[row]
    if code in (DIRECTION, SCREW):
        return E.R[..., :, axis]
    return np.eye(3)[axis] if code == COMPONENT else np.zeros(3)


def _moment(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Inertial moment on B1 about its point of a basis_vector multiplier."""
    joints = request.compiled.model.joints
    code = joints.row_code[row]
    if code == COSINE:
        n = np.cross(B.R[..., :, joints.row_axis1[row]], E.R[..., :, joints.row_axis0[row]])
        return np.asarray(n, dtype=float)
    if code in (ANGLE, SPIN):
        return E.R[..., :, joints.row_axis0[row]]
    if code == TURNING:
        return _turning_vector(int(joints.row_axis0[row]), E, B)
    if code == SCREW:
        return np.asarray(-joints.lead[request.index] * E.R[..., :, 2], dtype=float)
    return np.zeros(3)


def _turning_vector(coordinate: int, E: Motion, B: Motion) -> Floats:
    """The gradient of an angle, inertial components (joints/turning.py)."""
    if coordinate == ROTATION_1:
        return E.R[..., :, 2]
    if coordinate == ROTATION_2:
        return B.R[..., :, 2]
    psi = rotation_vector_from_matrix(observer.orientation(E, B))
    R0 = np.broadcast_to(E.R, (*psi.shape, 3))
    rows = [
        so3.apply_tangent_inverse((x, y, z), basis_vector(coordinate - VECTOR_1))
        for x, y, z in psi.reshape(-1, 3).tolist()
    ]
    return turned(R0, np.array(rows).reshape(psi.shape))
