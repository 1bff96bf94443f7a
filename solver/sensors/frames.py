"""Finds frames by name: frames that sensors observe, and frames of observers."""

from __future__ import annotations

from rbsolve.geometry.arrays import turn
from rbsolve.language.many import matmul
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.sensors.motions.carried import CarriedFrame, carried_frame, in_body
from rbsolve.solver.sensors.motions.free import FreeFrame, free_frame

SeenFrame = CarriedFrame | FreeFrame


def find_frame(compiled: CompiledModel, name: str) -> SeenFrame:
    """Return a fixed or moving frame. Raise KeyError if no frame has this name."""
    return free_frame(compiled, name) if name in compiled.free_frames else carried_frame(compiled, name)


def move_to(compiled: CompiledModel, frame: SeenFrame, point: str | None, triad: str | None) -> SeenFrame:
    """Return a frame that moves with `frame`, at the named point and along the named triad of the reference
    configuration.

    If `point` or `triad` is None, the result keeps the frame's own origin or axes.
    """
    if point is None and triad is None:
        return frame
    place = None if point is None else compiled.geometry.points[point]
    axes = None if triad is None else compiled.geometry.triads[triad]
    if isinstance(frame, FreeFrame):
        return free_frame(compiled, frame.name, place, axes)
    x, R = compiled.reference_x[..., frame.body, :], compiled.reference_R[..., frame.body, :, :].swapaxes(-1, -2)
    there = frame.point if place is None else turn(R, place - x)
    return in_body(compiled, frame.body, there, frame.axes if axes is None else matmul(R, axes))
