"""The relative coordinates of a joint over the rows of a chunk: those of B1 with respect to B0, in the joint's axes fixed in B0."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import observer
from rbsolve.solver.joints.kinds import CROSS, VECTOR, Coordinate, JointKind
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.sensors.motions.carried import CarriedEnds, ends_of
from rbsolve.solver.sensors.motions.continuity import TurnedRotationVector
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Remembers

FULL_TURN = 2.0 * np.pi


def time_of(chunk: Rows) -> Floats:
    """The times of the valid rows."""
    return chunk.time[: int(chunk.count[0])]


class JointMotion:
    """Values, rates and second derivatives of coordinates of a joint, each (rows, k) for the k coordinates asked for.

    Rotations go on over turns from chunk to chunk. A rotation vector has the relative angular velocity in the axes fixed in B0 as its
    rates, and the derivatives of its components as second derivatives.
    """

    def __init__(self, compiled: CompiledModel, j: int, coordinates: tuple[Coordinate, ...] | None = None) -> None:
        """By default all coordinates that the joint leaves free."""
        kind = JointKind(compiled.model.joints.kind[j])
        self.coordinates = kind.record.coordinates if coordinates is None else coordinates
        self._joint, self._ends = j, ends_of(compiled, compiled.model.joints, j)
        self._vector, self._angles = TurnedRotationVector(), UniversalAngles(self._ends)

    @property
    def memory(self) -> tuple[Remembers, ...]:
        """What remembers the row before."""
        return self._vector, self._angles

    def values(self, chunk: Rows) -> Floats:
        """The coordinates [rad or m]."""
        n = len(time_of(chunk))
        whole = {
            VECTOR: lambda: self._vector(
                chunk.joint_rotation[:n, self._joint],
                observer.orientation(*self._ends.poses(chunk)),
                observer.angular_velocity(*self._ends.motions(chunk)),
            ),
            CROSS: lambda: self._angles(chunk),
        }
        position = observer.position(*self._ends.poses(chunk))
        groups = {group: make() for group, make in whole.items() if set(group) & set(self.coordinates)}
        out = np.zeros((n, len(self.coordinates)))
        for k, coordinate in enumerate(self.coordinates):
            if coordinate.slides:
                out[:, k] = position[..., coordinate.record.axis]
            elif coordinate == Coordinate.ROTATION:
                out[:, k] = chunk.joint_rotation[:n, self._joint]
            else:
                group = CROSS if coordinate in CROSS else VECTOR
                out[:, k] = groups[group][:, group.index(coordinate)]
        return out

    def rates(self, chunk: Rows) -> Floats:
        """Their rates [rad/s or m/s]."""
        motions = self._ends.motions(chunk)
        return self._columns(chunk, observer.velocity(*motions), observer.angular_velocity(*motions), universal_rates)

    def accelerations(self, chunk: Rows) -> Floats:
        """Their second derivatives [rad/s^2 or m/s^2]."""
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
    """Rates about axis 0 and axis 1: the relative angular velocity is their sum."""
    spin = observer.angular_velocity(*ends.motions(chunk))
    axis1 = observer.orientation(*ends.poses(chunk))[:, :, 2]
    return _along_cross(axis1, spin)


def _along_cross(axis1: Floats, vector: Floats) -> Floats:
    """Components of a vector (rows, 3) along axis 0 and axis 1, of which it is the sum."""
    cosine, along1 = axis1[:, 2], np.sum(vector * axis1, axis=1)
    parts = np.stack([vector[:, 2] - cosine * along1, along1 - cosine * vector[:, 2]], axis=1)
    return np.asarray(parts / (1.0 - cosine**2)[:, None], dtype=float)


def _universal_accelerations(ends: CarriedEnds, chunk: Rows) -> Floats:
    """Second derivatives: of spin = rate0 a + rate1 b, in B0, where b turns with rate0 a."""
    axis1 = observer.orientation(*ends.poses(chunk))[:, :, 2]
    rates = universal_rates(ends, chunk)
    turning = (rates[:, 0] * rates[:, 1])[:, None] * np.cross([0.0, 0.0, 1.0], axis1)
    return _along_cross(axis1, observer.angular_acceleration(*ends.motions(chunk)) - turning)


class UniversalAngles:
    """The two angles of a universal joint: continuous, between rows the ones nearest to what their rates predict."""

    MEMORY = ("_last",)

    def __init__(self, ends: CarriedEnds) -> None:
        """Angles are zero at the reference configuration."""
        self._ends = ends
        self._zero = self._principal(observer.orientation(ends.frame0.reference, ends.frame1.reference)[None])
        self.forget()

    def forget(self) -> None:
        """Remember nothing: what comes next is another run."""
        self._last: tuple[float, Floats, Floats, Floats] | None = None  # time, principal angles, rates, turns

    @staticmethod
    def _principal(Q: Floats) -> Floats:
        """The angle of axis 1 about axis 0, seen from B0, and less that of axis 0 about axis 1, seen from B1."""
        first = np.arctan2(Q[:, 1, 2], Q[:, 0, 2])
        return np.stack([first, np.arctan2(Q[:, 2, 1], -Q[:, 2, 0])], axis=1)

    def __call__(self, chunk: Rows) -> Floats:
        """The angles (rows, 2)."""
        time = time_of(chunk)
        if len(time) == 0:
            return np.zeros((0, 2))
        angles = self._principal(observer.orientation(*self._ends.poses(chunk))) - self._zero
        rates = universal_rates(self._ends, chunk)
        before = self._last
        if before is None or not time[0] > before[0]:
            before = float(time[0]), angles[0], rates[0], -np.rint(angles[0] / FULL_TURN)
        times = np.concatenate([[before[0]], time])
        all_rates = np.concatenate([before[2][None], rates])
        predicted = 0.5 * (all_rates[1:] + all_rates[:-1]) * np.diff(times)[:, None]
        steps = np.diff(np.concatenate([before[1][None], angles]), axis=0)
        # Turns are counted, not added up as angles: the bits of a row must not depend on where a chunk begins.
        turns = before[3] + np.cumsum(np.rint((predicted - steps) / FULL_TURN), axis=0)
        self._last = float(time[-1]), angles[-1], rates[-1], turns[-1]
        return np.asarray(angles + FULL_TURN * turns, dtype=float)
