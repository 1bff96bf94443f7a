"""Computes the poses and motions of frames that are not attached to a single body, in a chunk of rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry import free_frames
from rbsolve.geometry.free_frames import DEFINITE, Histories
from rbsolve.geometry.observer import INERTIAL_AXES, ORIGIN, Motion, Pose, carry, compose
from rbsolve.solver.model.chunk import Chunk
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import WARNING
from rbsolve.solver.model.flat import Floats
from rbsolve.solver.model.frames import MeanFrame, PrescribedFrame, Three
from rbsolve.solver.sensors.motions.carried import carried_frame
from rbsolve.solver.sensors.motions.rows import Rows

DEEP = 32
"""Largest number of nested frames that are computed together. The motion of a frame depends on the motion of the frame
in which it is defined.
"""


@dataclass(frozen=True, slots=True)
class FreeFrame:
    """A frame that is fixed in the moving frame `name`. Its point `point` (3,) and its axes `axes` (3, 3) are both in
    the axes of the moving frame.

    `reference` is the pose of the frame in the reference configuration. The class has the same interface as
    `CarriedFrame`.
    """

    compiled: CompiledModel
    name: str
    point: Floats
    axes: Floats
    reference: Pose
    body: int = -1
    is_body_frame: bool = False
    is_fixed: bool = False

    @property
    def key(self) -> str:
        """Return the key of the frame's motion in the rows."""
        return f"{self.name} {self.point.tobytes()!r} {self.axes.tobytes()!r}"

    def pose(self, chunk: Chunk | Rows) -> Pose | Motion:
        """Return the pose of the frame in every row."""
        return self.motion(chunk)

    def motion(self, chunk: Chunk | Rows) -> Motion:
        """Return the motion of the frame in every row."""
        rows = Rows.of(chunk)
        whole = _motion(self.compiled, self.name, rows)
        if self.point is ORIGIN and self.axes is INERTIAL_AXES:
            return whole
        return rows.remember(self.key, lambda: carry(whole, self.point, self.axes))


def free_frame(
    compiled: CompiledModel, name: str, point: Floats | None = None, axes: Floats | None = None
) -> FreeFrame:
    """Return a frame that is not attached to a single body. It may have its own point (inertial) and axes, given at the
    reference configuration.
    """
    matrix = compiled.geometry.frames[name]
    x, R = matrix[:3, 3], matrix[:3, :3]
    there = ORIGIN if point is None else R.T @ (point - x)
    along = INERTIAL_AXES if axes is None else R.T @ axes
    reference = Pose(x if point is None else point, R if axes is None else axes)
    return FreeFrame(compiled, name, there, along, reference)


def _motion(compiled: CompiledModel, name: str, rows: Rows) -> Motion:
    """Return the motion of a frame. The computation starts with the outermost of the nested frames."""
    chain: list[tuple[str, PrescribedFrame]] = []
    while isinstance(frame := compiled.free_frames.get(name), PrescribedFrame):
        chain.append((name, frame))
        name = frame.parent
    if frame is None:
        motion = carried_frame(compiled, name).motion(rows)
    else:
        motion = rows.remember(("frame", name), partial(_mean, frame, name, rows))
    for depth, (link, prescribed) in enumerate(reversed(chain), 1):
        motion = rows.remember(("frame", link), partial(_prescribe, prescribed, link, motion, compiled, rows))
        if depth % DEEP == 0:
            _ = motion.x, motion.R, motion.v, motion.w, motion.a, motion.alpha
    return motion


def _prescribe(frame: PrescribedFrame, name: str, parent: Motion, compiled: CompiledModel, rows: Rows) -> Motion:
    shift, angles = (_histories(functions, compiled, rows) for functions in (frame.displacement, frame.angles))
    missing = np.logical_not(np.isfinite([*shift, *angles]).all(axis=(0, 2)))
    _report(rows, missing, "frame-without-value", f"frame {name} has no position, velocity or acceleration", name)
    return compose(carry(parent, frame.point, frame.axes), free_frames.prescribed_motion(shift, frame.sequence, angles))


def _histories(functions: Three, compiled: CompiledModel, rows: Rows) -> Histories:
    """Return the values and derivatives of three functions in every row, each as (rows, 3). They are zero for the index
    -1.
    """
    zero = np.zeros((len(rows.time), 3))
    each = [zero if i < 0 else rows.function(compiled.model.functions, i) for i in functions]
    return Histories(*(np.column_stack([one[:, order] for one in each]) for order in range(3)))


def _mean(frame: MeanFrame, name: str, rows: Rows) -> Motion:
    """Return the mean motion of the bodies' centres of mass. The axes are inertial at the reference configuration."""
    bodies = rows.motion(frame.bodies)
    mean = free_frames.mean(carry(bodies, frame.centres, frame.turn), frame.masses)
    message = f"the mean rotation of frame {name} is not unique: its bodies differ by about half a turn"
    _report(rows, mean.definiteness < DEFINITE, "ambiguous-mean-rotation", message, name)
    return carry(mean.motion, frame.point, frame.axes)


def _report(rows: Rows, missing: NDArray[np.bool_], code: str, message: str, name: str) -> None:
    """Report the first row in which a quantity of a frame is missing."""
    for row in np.flatnonzero(missing).tolist():
        if row in (0, *rows.starts) or not missing[row - 1]:
            rows.report(row, WARNING, code, message, f"frame {name}")
