"""Computes the relative coordinates of a joint over the rows of a chunk. They describe the motion of B1 relative to B0,
in the joint axes fixed in B0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer
from rbsolve.geometry.rotation_parameters import ROTATION_PARAMETERS
from rbsolve.solver.assembly.elements.prescriptions import counted_angles
from rbsolve.solver.joints.kinds import CROSS, VECTOR, Coordinate, JointKind
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.continuity import TurnedRotationVector
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Remembers


def time_of(chunk: Rows) -> Floats:
    """Return the times of the valid rows."""
    return chunk.time[: int(chunk.count[0])]


class JointMotion:
    """Values, rates and second derivatives of coordinates of a joint. Each is an array (rows, k) for k requested
    coordinates.

    Rotations are continuous over turns from chunk to chunk. The rates of a rotation vector are the relative angular
    velocity in the axes fixed in B0. Its second derivatives are the derivatives of these angular velocities.
    """

    def __init__(self, compiled: CompiledModel, j: int, coordinates: tuple[Coordinate, ...] | None = None) -> None:
        """Observe some coordinates of a joint. By default, all free coordinates are observed."""
        kind = JointKind(compiled.model.joints.kind[j])
        self.coordinates = kind.record.coordinates if coordinates is None else coordinates
        self._joint, self._ends = j, ends_of(compiled, compiled.model.joints, j)
        self._vector = TurnedRotationVector()
        self._counted = counted_angles(compiled.model.joints, j)

    @property
    def memory(self) -> tuple[Remembers, ...]:
        """Return the memory of the previous row, which only rotation vectors need."""
        return (self._vector,) if set(VECTOR) & set(self.coordinates) else ()

    def values(self, chunk: Rows) -> Floats:
        """Return the coordinates [rad or m]."""
        n = len(time_of(chunk))
        position = observer.position(*self._ends.poses(chunk))
        vector = np.zeros((n, 3))
        if set(VECTOR) & set(self.coordinates):
            vector = self._vector(
                chunk.joint_rotation[:n, self._joint],
                observer.orientation(*self._ends.poses(chunk)),
                observer.angular_velocity(*self._ends.motions(chunk)),
            )
        out = np.zeros((n, len(self.coordinates)))
        for k, coordinate in enumerate(self.coordinates):
            if coordinate.slides:
                out[:, k] = position[..., coordinate.record.axis]
            elif coordinate in self._counted:
                out[:, k] = chunk.joint_rotation[:n, self._counted[coordinate]]
            else:
                out[:, k] = vector[:, VECTOR.index(coordinate)]
        return out

    def spring_coordinates(self, chunk: Rows) -> Floats:
        """Return the coordinates [rad or m] that determine spring forces. Rotation vectors are within half a turn."""
        out = self.values(chunk)
        if set(VECTOR) & set(self.coordinates):
            psi = ROTATION_PARAMETERS["ROTATION_VECTOR"].from_matrix(observer.orientation(*self._ends.poses(chunk)))
            for k, coordinate in enumerate(self.coordinates):
                if coordinate in VECTOR:
                    out[:, k] = psi[..., VECTOR.index(coordinate)]
        return out

    def rates(self, chunk: Rows) -> Floats:
        """Return the rates of the coordinates [rad/s or m/s]."""
        motions = self._ends.motions(chunk)
        return self._columns(chunk, observer.velocity(*motions), observer.angular_velocity(*motions), universal_rates)

    def accelerations(self, chunk: Rows) -> Floats:
        """Return the second derivatives of the coordinates [rad/s^2 or m/s^2]."""
        motions = self._ends.motions(chunk)
        return self._columns(
            chunk, observer.acceleration(*motions), observer.angular_acceleration(*motions), _universal_accelerations
        )

    def _columns(
        self, chunk: Rows, sliding: Floats, turning: Floats, cross: Callable[[CarriedEnds, Rows], Floats]
    ) -> Floats:
        out = np.zeros((len(time_of(chunk)), len(self.coordinates)))
        about_cross = cross(self._ends, chunk) if set(CROSS) & set(self.coordinates) else None
        for k, coordinate in enumerate(self.coordinates):
            if coordinate in CROSS and about_cross is not None:
                out[:, k] = about_cross[:, CROSS.index(coordinate)]
            else:
                out[:, k] = (sliding if coordinate.slides else turning)[..., coordinate.record.axis]
        return out


def universal_rates(ends: CarriedEnds, chunk: Rows) -> Floats:
    """Return the rates about axis 0 and axis 1, whose sum is the relative angular velocity."""
    spin = observer.angular_velocity(*ends.motions(chunk))
    axis1 = observer.orientation(*ends.poses(chunk))[:, :, 2]
    return _along_cross(axis1, spin)


def _along_cross(axis1: Floats, vector: Floats) -> Floats:
    """Return the components along axis 0 and axis 1 of a vector (rows, 3) in the plane of these axes."""
    cosine, along1 = axis1[:, 2], np.sum(vector * axis1, axis=1)
    parts = np.stack([vector[:, 2] - cosine * along1, along1 - cosine * vector[:, 2]], axis=1)
    return np.asarray(parts / (1.0 - cosine**2)[:, None], dtype=float)


def _universal_accelerations(ends: CarriedEnds, chunk: Rows) -> Floats:
    """Return the second derivatives, from `spin = rate0 a + rate1 b` in B0. The axis b rotates with `rate0 a`."""
    axis1 = observer.orientation(*ends.poses(chunk))[:, :, 2]
    rates = universal_rates(ends, chunk)
    turning = (rates[:, 0] * rates[:, 1])[:, None] * np.cross([0.0, 0.0, 1.0], axis1)
    return _along_cross(axis1, observer.angular_acceleration(*ends.motions(chunk)) - turning)
