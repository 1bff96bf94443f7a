"""Where a frame is: POSITION, DISPLACEMENT, ORIENTATION, ROTATION, CONFIGURATION and MOTION_PARAMETERS.

Seed 002, eqs. (52)-(54), errata. Displacement and rotation are measured from the reference configuration.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.geometry import motion_parameters, observer
from rbsolve.geometry.rotation_parameters import RotationParameters
from rbsolve.solver.integrators.chunk import Chunk
from rbsolve.solver.model.arrays import Floats
from rbsolve.solver.sensors.continuity import ContinuousRotationVector, ContinuousSigns
from rbsolve.solver.sensors.request import Measurement, Request, numbered, units_of

RotationWriter = Callable[[Chunk, Floats], Floats]


def rotation_writer(parameters: RotationParameters) -> RotationWriter:
    """What turns rotation matrices, (rows, 3, 3) or (3, 3), into the columns of the parameters (rows, k)."""
    signs, vectors = ContinuousSigns(), ContinuousRotationVector()

    def write(chunk: Chunk, R: Floats) -> Floats:
        n = int(chunk.count[0])
        R = np.broadcast_to(R, (n, 3, 3))
        if parameters.name == "ROTATION_VECTOR":
            return vectors(chunk.time[:n], R)
        columns = parameters.from_matrix(R)
        return signs(chunk.time[:n], columns) if parameters.name == "EULER_PARAMETERS" else columns

    return write


def position(request: Request) -> Measurement:
    """Position of the point from the observer's origin: eq. (52a)."""
    subject, seen_from = request.frame, request.observer
    return Measurement(
        numbered("x"),
        "m",
        "position",
        lambda chunk: observer.position(seen_from.pose(chunk), subject.pose(chunk)),
    )


def displacement(request: Request) -> Measurement:
    """Change of the position since the reference configuration: eq. (53)."""
    subject, seen_from = request.frame, request.observer
    start = observer.position(seen_from.reference, subject.reference)
    return Measurement(
        numbered("u"),
        "m",
        "displacement",
        lambda chunk: observer.position(seen_from.pose(chunk), subject.pose(chunk)) - start,
    )


def orientation(request: Request) -> Measurement:
    """Orientation of the triad relative to the observer: eq. (52b)."""
    subject, seen_from, parameters = request.frame, request.observer, request.parameters
    write = rotation_writer(parameters)
    return Measurement(
        parameters.labels,
        parameters.units,
        "orientation",
        lambda chunk: write(chunk, observer.orientation(seen_from.pose(chunk), subject.pose(chunk))),
        rotation_parameters=parameters.name,
    )


def rotation(request: Request) -> Measurement:
    """Change of orientation since the reference configuration: eq. (54)."""
    subject, seen_from, parameters = request.frame, request.observer, request.parameters
    write = rotation_writer(parameters)

    def evaluate(chunk: Chunk) -> Floats:
        poses = seen_from.pose(chunk), subject.pose(chunk)
        return write(chunk, observer.rotation(*poses, seen_from.reference, subject.reference))

    return Measurement(parameters.labels, parameters.units, "rotation", evaluate, rotation_parameters=parameters.name)


def configuration(request: Request) -> Measurement:
    """Position, then orientation."""
    subject, seen_from, parameters = request.frame, request.observer, request.parameters
    write = rotation_writer(parameters)

    def evaluate(chunk: Chunk) -> Floats:
        E, B = seen_from.pose(chunk), subject.pose(chunk)
        columns = write(chunk, observer.orientation(E, B))
        return np.concatenate([np.broadcast_to(observer.position(E, B), (len(columns), 3)), columns], axis=-1)

    return Measurement(
        (*numbered("x"), *parameters.labels),
        units_of(("m", 3), (parameters.units, parameters.columns)),
        "configuration",
        evaluate,
        rotation_parameters=parameters.name,
    )


def euler_motion_parameters(request: Request) -> Measurement:
    """Euler motion parameters {q, e} of the frame relative to the observer."""
    subject, seen_from, signs = request.frame, request.observer, ContinuousSigns()

    def evaluate(chunk: Chunk) -> Floats:
        n = int(chunk.count[0])
        columns = observer.motion_parameters(seen_from.pose(chunk), subject.pose(chunk))
        return signs(chunk.time[:n], np.broadcast_to(columns, (n, 8)))

    return Measurement(motion_parameters.LABELS, units_of(("m", 4), ("1", 4)), "Euler motion parameters", evaluate)
