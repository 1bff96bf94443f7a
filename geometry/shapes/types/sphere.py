"""SPHERE: a sphere centred at its point."""

from __future__ import annotations

import math

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance, curvature_matrix
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.kind import Floats, Probe, ShapeType, Solid, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.types.ellipsoid import ellipsoid_volume
from rbsolve.geometry.vector import Vector


def distance(q: Vector, size: Vector) -> Distance:
    """Return the distance from a sphere. `size` contains the sphere's radius. The normal at its centre is e3."""
    x, y, z = q
    r = math.sqrt(x * x + y * y + z * z)
    if r == 0.0:
        return -size[0], (0.0, 0.0, 1.0), FLAT
    n1, n2, n3 = x / r, y / r, z / r
    return r - size[0], (n1, n2, n3), curvature_matrix(1.0, 1.0, 1.0, n1, n2, n3, 1.0 / r)


def _radius(size: Floats) -> Floats:
    return size[:, 0]


def _probes(shape: Shape) -> list[Probe]:
    return [Probe(np.zeros(3), np.full(3, shape.dimensions[0]), np.eye(3))]


def _solids(shape: Shape) -> list[Solid]:
    return [centred_solid(*shape.dimensions)]


def _cores(shape: Shape) -> list[Core]:
    return [Core(np.zeros(3), np.eye(3), np.zeros((3, 3)), shape.dimensions[0], shape.dimensions[0])]


SPHERE = ShapeType(
    "SPHERE",
    "a sphere about the point",
    (1,),
    "the radius",
    lambda shape, size: solids.sphere(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=lambda shape: ellipsoid_volume(*shape.dimensions * 3),
    touches=(
        Touching(
            "SPHERE",
            _probes,
            ("PLANE", "SPHERE", "BOX", "CYLINDER", "LINE with a radius"),
            Surface(distance, _radius),
            _solids,
            cores=_cores,
            rolling_radius=lambda shape: shape.dimensions[0],
            is_mutual=True,
        ),
    ),
)
