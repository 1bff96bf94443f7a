"""Computes the poses and motions of frames that are attached to bodies, in a chunk of rows."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

import numpy as np

from rbsolve.geometry.arrays import rotate, turn
from rbsolve.geometry.observer import INERTIAL_AXES, ORIGIN, Motion, Pose, at_rest, carry
from rbsolve.language.many import all_equal, has_any, matmul
from rbsolve.language.table import GROUND
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.joints import Joints
from rbsolve.solver.sensors.motions.rows import Rows


class CarriedFrame(NamedTuple):
    """A frame that is attached to a body, or m frames that are each attached to a body. Its point `point` and its axes
    `axes` are both in body axes.

    `reference` is the pose of the frame at the reference configuration. `is_body_frame` is true if the frame is the
    body frame itself.
    """

    body: int | Ints
    point: Floats  # (3,) or (m, 3)
    axes: Floats  # (3, 3) or (m, 3, 3)
    reference: Pose
    is_body_frame: bool
    is_fixed: bool
    """Whether the frame is attached to GROUND."""
    key: Hashable
    """The key of the frame's motion in the rows. Frames with equal keys are equal."""

    def pose(self, chunk: Chunk | Rows) -> Pose | Motion:
        """Return the pose of the frame in every row. For a frame attached to GROUND, there is only one pose, without an
        axis for rows.
        """
        return self.reference if self.is_fixed else self.motion(chunk)

    def motion(self, chunk: Chunk | Rows) -> Motion:
        """Return the motion of the frame in every row. For a frame attached to GROUND, there is only one motion,
        without an axis for rows.
        """
        if self.is_fixed:
            return at_rest(self.reference.x, self.reference.R)
        rows = Rows.of(chunk)
        body = rows.motion(self.body)
        if self.is_body_frame:
            return body
        return rows.remember(self.key, lambda: carry(body, self.point, self.axes))


class CarriedEnds(NamedTuple):
    """The two ends of a joint, or of m springs or bushings. The ends are frames of their bodies."""

    frame0: CarriedFrame
    frame1: CarriedFrame

    def motions(self, chunk: Rows) -> tuple[Motion, Motion]:
        """Return the motions of both ends (rows, ...). Motions of GROUND have no axis for rows."""
        return self.frame0.motion(chunk), self.frame1.motion(chunk)

    def poses(self, chunk: Rows) -> tuple[Pose | Motion, Pose | Motion]:
        """Return the poses of both ends (rows, ...). Poses of GROUND have no axis for rows."""
        return self.frame0.pose(chunk), self.frame1.pose(chunk)


def are_inertial(axes: Floats) -> bool:
    """Return whether axes (3, 3), or (rows, 3, 3) of several cases, are the inertial axes."""
    return axes.shape[-2:] == (3, 3) and all_equal(axes, INERTIAL_AXES)


def in_body(compiled: CompiledModel, body: int | Ints, point: Floats, axes: Floats) -> CarriedFrame:
    """Return the frame at `point` with `axes`, both in the axes of its body.

    If the rows belong to several cases, each row has its own point (rows, 3), axes (rows, 3, 3) and reference pose.
    """
    x, R = compiled.reference_x[..., body, :], compiled.reference_R[..., body, :, :]
    is_body_frame = isinstance(body, int) and not has_any(point) and are_inertial(axes)
    axes = INERTIAL_AXES if are_inertial(axes) else axes
    x, R_IF = x + (turn(R, point) if isinstance(body, int) else rotate(R, point)), np.asarray(matmul(R, axes))
    pose = Pose(x if has_any(x) else ORIGIN, INERTIAL_AXES if are_inertial(R_IF) else R_IF)
    is_fixed = isinstance(body, int) and body == compiled.bodies  # the body is GROUND
    key = tuple((part.shape, part.tobytes()) for part in map(np.asarray, (body, point, axes)))
    return CarriedFrame(body, point, axes, pose, is_body_frame, is_fixed, key)


ENDS = ("point0", "point1", "axes0", "axes1")
"""The arrays of joints that may have an axis for rows of several cases."""


def end_marks(joints: Joints) -> tuple[object, ...]:
    """Return the data that must be equal in joints whose motions are computed in rows of several cases.

    `in_body` omits operations with a point at the origin of a body, and with axes that are the axes of the body. All
    other arrays must be shared.
    """
    points, axes = np.array((joints.point0, joints.point1)), np.array((joints.axes0, joints.axes1))
    shared = [id(part) for name, part in zip(Joints._fields, joints, strict=True) if name not in ENDS]
    own_axes = np.all(axes == INERTIAL_AXES, axis=(-2, -1))
    return (*shared, np.any(points != 0.0, axis=-1).tobytes(), own_axes.tobytes())


def carried_frame(compiled: CompiledModel, name: str) -> CarriedFrame:
    """Return a frame that is attached to a body, or a fixed frame, which is attached to GROUND. Raise KeyError if no
    frame has this name.
    """
    if name in compiled.moving_frames:
        return in_body(compiled, *compiled.moving_frames[name])
    matrix = compiled.geometry.frames[name]
    return in_body(compiled, compiled.body_index[GROUND], matrix[..., :3, 3], matrix[..., :3, :3])


def ends_of(compiled: CompiledModel, elements: Any, chosen: int | Ints) -> CarriedEnds:
    """Return the ends of one or several elements with two points. If the elements have no axes, the axes of the bodies
    are used.
    """
    bodies = elements.body0[chosen], elements.body1[chosen]
    body0, body1 = map(int, bodies) if isinstance(chosen, int) else bodies
    axes0, axes1 = getattr(elements, "axes0", None), getattr(elements, "axes1", None)
    return CarriedEnds(
        in_body(
            compiled,
            body0,
            elements.point0[..., chosen, :],
            INERTIAL_AXES if axes0 is None else axes0[..., chosen, :, :],
        ),
        in_body(
            compiled,
            body1,
            elements.point1[..., chosen, :],
            INERTIAL_AXES if axes1 is None else axes1[..., chosen, :, :],
        ),
    )
