"""Relative coordinates of joints and their reactions.

Coordinates are those of B1 with respect to B0. A universal joint has two: the rotation of its cross about axis 0 and
that of B1 about axis 1. A spherical joint has the rotation vector in the joint axes fixed in B0. Reactions are the
forces of the constraints alone, prescribed motions included; springs, dampers, actuators and controllers of the joint
are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rbsolve.geometry import observer, so3
from rbsolve.geometry.observer import Motion, Pose
from rbsolve.parser.diagnostics import Code
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.joints.kinds import ANGLE, COMPONENT, COSINE, DIRECTION, ROTATION, SCREW, STRUCTURES, JointKind
from rbsolve.solver.model.arrays import Floats
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.sensors.carried import CarriedFrame, in_body
from rbsolve.solver.sensors.continuity import ContinuousRotationVector
from rbsolve.solver.sensors.request import Measurement, Request, numbered

SLIDING = {
    JointKind.PRISMATIC: (2,),
    JointKind.CYLINDRICAL: (2,),
    JointKind.SCREW: (2,),
    JointKind.PLANAR: (0, 1),
}
FULL_TURN = 2.0 * np.pi


class Ends(NamedTuple):
    """The joint's axes at its point on both bodies."""

    frame0: CarriedFrame
    frame1: CarriedFrame

    def motions(self, chunk: Chunk) -> tuple[Motion, Motion]:
        """Both motions, (rows, ...), without rows for GROUND."""
        return self.frame0.motion(chunk), self.frame1.motion(chunk)

    def poses(self, chunk: Chunk) -> tuple[Pose, Pose]:
        """Both poses, likewise."""
        return self.frame0.pose(chunk), self.frame1.pose(chunk)


def _ends(compiled: CompiledModel, j: int) -> Ends:
    joints = compiled.model.joints
    return Ends(
        in_body(compiled, int(joints.body0[j]), joints.point0[j], joints.axes0[j]),
        in_body(compiled, int(joints.body1[j]), joints.point1[j], joints.axes1[j]),
    )


def _kind(request: Request) -> JointKind:
    return JointKind(request.compiled.model.joints.kind[request.index])


def _time(chunk: Chunk) -> Floats:
    return chunk.time[: int(chunk.count[0])]


def _relative(what: str, units: str, components: tuple[str, ...], evaluate: Callable[[Chunk], Floats]) -> Measurement:
    return Measurement(components, units, f"relative {what}", evaluate, observed=False, resolved_in="")


def _refuse(request: Request, what: str) -> None:
    """Report a coordinate that the joint does not leave free."""
    request.diagnostics.error(
        Code.INVALID_VALUE,
        f"the {_kind(request).name.lower()} joint {request.object} has no relative {what}",
        request.described.span_of("SENSOR_TYPE"),
    )


def relative_rotation(request: Request) -> Measurement | None:
    """Angle, two angles or rotation vector, continuous over turns [rad]."""
    kind, j, ends = _kind(request), request.index, _ends(request.compiled, request.index)
    if STRUCTURES[kind].rotates:
        return _relative(
            "rotation", "rad", ("angle",), lambda chunk: chunk.joint_rotation[: len(_time(chunk)), j, None]
        )
    if kind == JointKind.SPHERICAL:
        vector = ContinuousRotationVector()
        return _relative(
            "rotation vector",
            "rad",
            numbered("psi"),
            lambda chunk: vector(_time(chunk), observer.orientation(*ends.poses(chunk))),
        )
    if kind == JointKind.UNIVERSAL:
        return _relative("rotations", "rad", numbered("angle", 2), _UniversalAngles(ends))
    _refuse(request, "rotation")
    return None


def relative_rotation_rate(request: Request) -> Measurement | None:
    """Time derivatives of the columns of `relative_rotation` [rad/s]."""
    kind, ends = _kind(request), _ends(request.compiled, request.index)
    if STRUCTURES[kind].rotates:
        return _relative("rotation rate", "rad/s", ("rate",), lambda chunk: _spin(ends, chunk)[:, 2:])
    if kind == JointKind.SPHERICAL:
        vector = ContinuousRotationVector()

        def rates(chunk: Chunk) -> Floats:
            psi = vector(_time(chunk), observer.orientation(*ends.poses(chunk)))
            return _rotation_vector_rates(psi, _spin(ends, chunk))

        return _relative("rates of the rotation vector", "rad/s", numbered("rate"), rates)
    if kind == JointKind.UNIVERSAL:
        return _relative("rotation rates", "rad/s", numbered("rate", 2), lambda chunk: _universal_rates(ends, chunk))
    _refuse(request, "rotation")
    return None


def relative_displacement(request: Request) -> Measurement | None:
    """Displacement along e3, or along e1 and e2 of a planar joint, in the joint axes fixed in B0 [m]."""
    return _sliding(request, "displacement", "m", "d", observer.position)


def relative_displacement_rate(request: Request) -> Measurement | None:
    """Time derivatives of the columns of `relative_displacement` [m/s]."""
    return _sliding(request, "displacement rate", "m/s", "rate", observer.velocity)


def _sliding(
    request: Request, what: str, units: str, symbol: str, seen: Callable[[Motion, Motion], Floats]
) -> Measurement | None:
    columns, ends = SLIDING.get(_kind(request), ()), _ends(request.compiled, request.index)
    if not columns:
        _refuse(request, "displacement")
        return None
    components = (symbol,) if len(columns) == 1 else numbered(symbol, len(columns))
    return _relative(what, units, components, lambda chunk: seen(*ends.motions(chunk))[:, list(columns)])


def _spin(ends: Ends, chunk: Chunk) -> Floats:
    """Angular velocity of B1 relative to B0 in the joint axes fixed in B0 (rows, 3)."""
    return observer.angular_velocity(*ends.motions(chunk))


def _rotation_vector_rates(psi: Floats, spin: Floats) -> Floats:
    """Time derivative of rotation vectors for angular velocities in the axes that they rotate from: T^-T(psi) spin."""
    a = np.array([so3.a(s) for s in np.sum(psi**2, axis=1).tolist()])[:, None]
    bend = np.cross(psi, spin)
    return np.asarray(spin - 0.5 * bend + a * np.cross(psi, bend), dtype=float)


def _universal_rates(ends: Ends, chunk: Chunk) -> Floats:
    """Rates about axis 0 and axis 1: the relative angular velocity is their sum."""
    spin = _spin(ends, chunk)
    axis1 = observer.orientation(*ends.poses(chunk))[:, :, 2]
    cosine, along1 = axis1[:, 2], np.sum(spin * axis1, axis=1)
    rates = np.stack([spin[:, 2] - cosine * along1, along1 - cosine * spin[:, 2]], axis=1)
    return np.asarray(rates / (1.0 - cosine**2)[:, None], dtype=float)


class _UniversalAngles:
    """The two angles of a universal joint: continuous, between rows the ones nearest to what their rates predict."""

    def __init__(self, ends: Ends) -> None:
        """Angles are zero at the reference configuration."""
        self._ends = ends
        self._zero = self._principal(observer.orientation(ends.frame0.reference, ends.frame1.reference)[None])
        self._last: tuple[float, Floats, Floats] | None = None

    @staticmethod
    def _principal(Q: Floats) -> Floats:
        """The angle of axis 1 about axis 0, seen from B0, and less that of axis 0 about axis 1, seen from B1."""
        first = np.arctan2(Q[:, 1, 2], Q[:, 0, 2])
        return np.stack([first, -np.arctan2(Q[:, 2, 1], Q[:, 2, 0])], axis=1)

    def __call__(self, chunk: Chunk) -> Floats:
        """The angles (rows, 2)."""
        time = _time(chunk)
        if len(time) == 0:
            return np.zeros((0, 2))
        angles = self._principal(observer.orientation(*self._ends.poses(chunk))) - self._zero
        rates = _universal_rates(self._ends, chunk)
        before = self._last
        if before is None or not time[0] > before[0]:
            start = angles[0] - FULL_TURN * np.round(angles[0] / FULL_TURN)
            before = float(time[0]), start, rates[0]
        times = np.concatenate([[before[0]], time])
        all_rates = np.concatenate([before[2][None], rates])
        predicted = 0.5 * (all_rates[1:] + all_rates[:-1]) * np.diff(times)[:, None]
        steps = np.diff(np.concatenate([before[1][None], angles]), axis=0)
        steps += FULL_TURN * np.round((predicted - steps) / FULL_TURN)
        angles = np.asarray(before[1] + np.cumsum(steps, axis=0), dtype=float)
        self._last = float(time[-1]), angles[-1], rates[-1]
        return angles


def reaction_force(request: Request) -> Measurement:
    """Force on B1 at the joint's point, in the observer's axes [N]."""
    return _reaction(request, "force", "F", "N", _force)


def reaction_moment(request: Request) -> Measurement:
    """Moment on B1 about the joint's point, in the observer's axes [N m]."""
    return _reaction(request, "moment", "M", "N m", _moment)


def _reaction(
    request: Request, what: str, symbol: str, units: str, part: Callable[[Request, int, Motion, Motion], Floats]
) -> Measurement:
    joints, ends, frame = request.compiled.model.joints, _ends(request.compiled, request.index), request.observer
    rows = range(int(joints.first_row[request.index]), int(joints.first_row[request.index + 1]))

    def evaluate(chunk: Chunk) -> Floats:
        E, B = ends.motions(chunk)
        # M v' = f - J^T multipliers
        total = np.zeros((len(_time(chunk)), 3))
        for row in rows:  # M v' = f - J^T multipliers
            total -= chunk.multipliers[: len(total), row, None] * part(request, row, E, B)
        return observer.resolved_in(frame.pose(chunk).R, total)

    return Measurement(numbered(symbol), units, f"reaction {what} on B1", evaluate)


def _force(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Inertial force on B1 at its point of a unit multiplier."""
    joints = request.compiled.model.joints
    code, axis = joints.row_code[row], joints.row_axis0[row]
    if code in (DIRECTION, SCREW):
        return E.R[..., :, axis]
    return np.eye(3)[axis] if code == COMPONENT else np.zeros(3)


def _moment(request: Request, row: int, E: Motion, B: Motion) -> Floats:
    """Inertial moment on B1 about its point of a unit multiplier."""
    joints = request.compiled.model.joints
    code = joints.row_code[row]
    if code == COSINE:
        n = np.cross(B.R[..., :, joints.row_axis1[row]], E.R[..., :, joints.row_axis0[row]])
        return np.asarray(n, dtype=float)
    if code == ANGLE:
        return E.R[..., :, 2]
    if code == SCREW:
        return np.asarray(-joints.lead[request.index] * E.R[..., :, 2], dtype=float)
    return np.zeros(3)


def joint_spring_energies(chunk: Chunk, compiled: CompiledModel) -> Floats:
    """The energy stored in each joint spring (rows, m); a drive with a moving reference or a limit stores none."""
    drives = compiled.model.drives
    springs = np.flatnonzero((drives.reference < 0) & np.isinf(drives.limit) & (drives.stiffness != 0.0))
    energies = np.zeros((len(_time(chunk)), len(springs)))
    for column, i in enumerate(springs):
        j = int(drives.joint[i])
        if drives.coordinate[i] == ROTATION:
            q = chunk.joint_rotation[: len(energies), j]
        else:
            q = observer.position(*_ends(compiled, j).poses(chunk))[:, 2]
        energies[:, column] = 0.5 * drives.stiffness[i] * (q - drives.rest[i]) ** 2
    return energies
