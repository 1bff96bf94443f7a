"""The pose of a frame: POSITION, DISPLACEMENT, ORIENTATION, ROTATION, CONFIGURATION, MOTION_PARAMETERS and MOTION_TENSOR.

The equations are from Dymore's manual, (52)-(54), with errata. Displacement and rotation are relative to the reference
configuration.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import motion_parameters, observer
from rbsolve.geometry.observer import Motion, Pose
from rbsolve.geometry.rotation_parameters import RotationParameters
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.sensors.motions.continuity import ContinuousRotationVector, ContinuousSigns
from rbsolve.solver.sensors.motions.masses import motion_of_centre, selected_bodies
from rbsolve.solver.sensors.motions.rows import Rows
from rbsolve.solver.sensors.request import Measurement, Remembers, Request, number_labels, units_of


class RotationWriter:
    """Converts rotation matrices to the parameters that a sensor requests, without jumps."""

    def __init__(self, parameters: RotationParameters) -> None:
        """Convert to `parameters`."""
        self._parameters = parameters
        self._signs = ContinuousSigns()
        self._vectors = ContinuousRotationVector()

    @property
    def memory(self) -> tuple[Remembers, ...]:
        """Return the memory of the previous row. Parameters that are unique need no memory."""
        remembers: dict[str, Remembers] = {"ROTATION_VECTOR": self._vectors, "EULER_PARAMETERS": self._signs}
        return tuple(what for name, what in remembers.items() if name == self._parameters.name)

    def __call__(self, chunk: Rows, R: Floats) -> Floats:
        """Return the columns (rows, k) for rotations (rows, 3, 3), or (3, 3) if the rotation is constant."""
        n = int(chunk.count[0])
        R = np.broadcast_to(R, (n, 3, 3))
        if self._parameters.name == "ROTATION_VECTOR":
            return self._vectors(chunk.time, R, chunk.starts)
        columns = self._parameters.from_matrix(R)
        if self._parameters.name != "EULER_PARAMETERS":
            return columns
        return self._signs(chunk.time, columns, chunk.starts)

    def of_body(self, chunk: Rows, body: int | Ints) -> Floats:
        """Return the columns (rows, k) for the rotation of a body, as the inertial observer sees it."""
        if self._parameters.name == "EULER_PARAMETERS":
            return self._signs(chunk.time, chunk.parameters(body), chunk.starts)
        return self(chunk, Rows.of(chunk).rotation(body))


def _position_view(request: Request) -> Callable[[Rows], Floats]:
    subject, seen_from, body = request.frame, request.observer, request.frame.body
    if request.is_inertial:
        return lambda chunk: chunk.motion(body).x
    return lambda chunk: observer.position(seen_from.pose(chunk), subject.pose(chunk))


def _orientation_view(request: Request, write: RotationWriter) -> Callable[[Rows], Floats]:
    subject, seen_from, body = request.frame, request.observer, request.frame.body
    if request.is_inertial:
        return lambda chunk: write.of_body(chunk, body)
    return lambda chunk: write(chunk, observer.orientation(seen_from.pose(chunk), subject.pose(chunk)))


def position(request: Request) -> Measurement:
    """Return the position of the point, or of the centre of mass of SYSTEM, relative to the observer's origin, by eq.
    (52a).
    """
    if request.family == "SYSTEM":
        return of_centre(request, "x", "m", "position of the centre of mass", observer.position)
    return Measurement(number_labels("x"), "m", "position", _position_view(request))


def of_centre(
    request: Request, symbol: str, units: str, name: str, view: Callable[[Motion, Motion], Floats]
) -> Measurement:
    """Return the measurement of the common centre of mass of all bodies, as the observer sees it."""
    bodies, selected, seen_from = request.compiled.model.bodies, selected_bodies(request), request.observer
    return Measurement(
        number_labels(symbol),
        units,
        name,
        lambda chunk: view(seen_from.motion(chunk), motion_of_centre(chunk, bodies, selected)),
    )


def displacement(request: Request) -> Measurement:
    """Return the change of the position since the reference configuration, by eq. (53)."""
    view = _position_view(request)
    start = observer.position(request.observer.reference, request.frame.reference)
    return Measurement(number_labels("u"), "m", "displacement", lambda chunk: view(chunk) - start)


def orientation(request: Request) -> Measurement:
    """Return the orientation of the triad relative to the observer, by eq. (52b)."""
    parameters, write = request.parameters, RotationWriter(request.parameters)
    return Measurement(
        parameters.labels,
        parameters.units,
        "orientation",
        _orientation_view(request, write),
        rotation_parameters=parameters.name,
        memory=write.memory,
    )


def rotation(request: Request) -> Measurement:
    """Return the change of orientation since the reference configuration, by eq. (54)."""
    subject, seen_from, parameters = request.frame, request.observer, request.parameters
    write = RotationWriter(parameters)

    def evaluate(chunk: Rows) -> Floats:
        poses = seen_from.pose(chunk), subject.pose(chunk)
        return write(chunk, observer.rotation(*poses, seen_from.reference, subject.reference))

    return Measurement(
        parameters.labels,
        parameters.units,
        "rotation",
        evaluate,
        rotation_parameters=parameters.name,
        memory=write.memory,
    )


def configuration(request: Request) -> Measurement:
    """Return the position, followed by the orientation."""
    parameters, write = request.parameters, RotationWriter(request.parameters)
    position_view, orientation_view = _position_view(request), _orientation_view(request, write)

    def evaluate(chunk: Rows) -> Floats:
        columns = orientation_view(chunk)
        return np.concatenate([np.broadcast_to(position_view(chunk), (len(columns), 3)), columns], axis=-1)

    return Measurement(
        (*number_labels("x"), *parameters.labels),
        units_of(("m", 3), (parameters.units, parameters.columns)),
        "configuration",
        evaluate,
        rotation_parameters=parameters.name,
        memory=write.memory,
    )


def _motion_view(request: Request) -> Callable[[Rows], Pose]:
    """Return the configuration of the frame relative to the observer, or with @CHANGE, its change since the reference
    configuration.
    """
    subject, seen_from = request.frame, request.observer
    if not request.described["CHANGE"]:
        return lambda chunk: observer.configuration(seen_from.pose(chunk), subject.pose(chunk))
    references = seen_from.reference, subject.reference
    return lambda chunk: observer.change_of_motion(seen_from.pose(chunk), subject.pose(chunk), *references)


def _motion_name(request: Request, name: str) -> str:
    return f"{name} of the change of motion" if request.described["CHANGE"] else name


def euler_motion_parameters(request: Request) -> Measurement:
    """Euler motion parameters {q, e} of the frame relative to the observer, or of its change of motion."""
    view, signs = _motion_view(request), ContinuousSigns()

    def evaluate(chunk: Rows) -> Floats:
        columns = motion_parameters.from_pose(*view(chunk))
        return signs(chunk.time, np.broadcast_to(columns, (int(chunk.count[0]), 8)), chunk.starts)

    units, name = units_of(("m", 4), ("1", 4)), _motion_name(request, "Euler motion parameters")
    return Measurement(motion_parameters.LABELS, units, name, evaluate, memory=(signs,))


def motion_tensor(request: Request) -> Measurement:
    """[[R, x~ R], [0, R]] of the frame relative to the observer, or of its change of motion, row by row."""
    view = _motion_view(request)

    def evaluate(chunk: Rows) -> Floats:
        C = motion_parameters.tensor(*view(chunk))
        return C.reshape(*C.shape[:-2], 36)

    upper, lower = [("1", 3), ("m", 3)], [("1", 6)]
    units, name = units_of(*upper * 3, *lower * 3), _motion_name(request, "motion tensor")
    return Measurement(motion_parameters.TENSOR_LABELS, units, name, evaluate)
