"""ELLIPSOID: an ellipsoid centred at its point."""

from __future__ import annotations

from math import pi

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.kind import Probe, ShapeType, Touching
from rbsolve.geometry.shapes.volumes import Volume, centred_volume


def ellipsoid_volume(a: float, b: float, c: float) -> Volume:
    """Return the volume, centroid and inertia of an ellipsoid with the given half axes [m]."""
    squares = (b * b + c * c) / 5.0, (c * c + a * a) / 5.0, (a * a + b * b) / 5.0
    return centred_volume(4.0 / 3.0 * pi * a * b * c, *squares)


def _probes(shape: Shape) -> list[Probe]:
    return [Probe(np.zeros(3), np.array(shape.dimensions), np.eye(3))]


def _cores(shape: Shape) -> list[Core]:
    half_axes = np.zeros((3, 3))
    half_axes[0] = shape.dimensions
    return [Core(np.zeros(3), np.eye(3), half_axes, 0.0, max(shape.dimensions))]


ELLIPSOID = ShapeType(
    "ELLIPSOID",
    "an ellipsoid about the point",
    (3,),
    "the half axes",
    lambda shape, size: solids.ellipsoid(shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=lambda shape: ellipsoid_volume(*shape.dimensions),
    touches=(
        Touching(
            "ELLIPSOID",
            _probes,
            ("PLANE",),
            cores=_cores,
            cores_meet=("ELLIPSOID", "SPHERE", "BOX", "CYLINDER", "CAPSULE", "LINE with a radius"),
            rolling_radius=lambda shape: max(shape.dimensions),
        ),
    ),
)
