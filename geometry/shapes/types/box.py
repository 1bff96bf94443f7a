"""BOX: a centred box with faces perpendicular to the axes."""

from __future__ import annotations

import math
from itertools import product

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance, curvature_matrix
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.box_pairs import CORNERS, CROSSINGS
from rbsolve.geometry.shapes.convex import BULGE, ROUNDING, Core, needles
from rbsolve.geometry.shapes.faces import box_points
from rbsolve.geometry.shapes.kind import Floats, Probe, ShapeType, Solid, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.volumes import Volume, centred_volume
from rbsolve.geometry.vector import Vector


def distance(q: Vector, size: Vector) -> Distance:
    """Return the distance from a box. `size` contains the box's half edges. The nearest place is on a face, an edge or
    a corner.
    """
    x, y, z = q
    q1, q2, q3 = abs(x) - size[0], abs(y) - size[1], abs(z) - size[2]
    s1, s2, s3 = math.copysign(1.0, x), math.copysign(1.0, y), math.copysign(1.0, z)
    if q1 <= 0.0 and q2 <= 0.0 and q3 <= 0.0:
        if q1 >= q2 and q1 >= q3:
            return q1, (s1, 0.0, 0.0), FLAT
        if q2 >= q3:
            return q2, (0.0, s2, 0.0), FLAT
        return q3, (0.0, 0.0, s3), FLAT
    o1, o2, o3 = max(q1, 0.0), max(q2, 0.0), max(q3, 0.0)
    d = math.sqrt(o1 * o1 + o2 * o2 + o3 * o3)
    n1, n2, n3 = s1 * o1 / d, s2 * o2 / d, s3 * o3 / d
    p1, p2, p3 = 1.0 if q1 > 0.0 else 0.0, 1.0 if q2 > 0.0 else 0.0, 1.0 if q3 > 0.0 else 0.0
    return d, (n1, n2, n3), curvature_matrix(p1, p2, p3, n1, n2, n3, 1.0 / d)


def _radius(size: Floats) -> Floats:
    return np.asarray(np.linalg.norm(size, axis=1))


def _corners(shape: Shape) -> list[Probe]:
    half = 0.5 * np.array(shape.dimensions)
    return [Probe(half * signs, np.zeros(3), np.eye(3)) for signs in product((-1.0, 1.0), repeat=3)]


def _features(shape: Shape) -> list[Probe]:
    """Return the features that touch another box."""
    half = 0.5 * np.array(shape.dimensions)
    return [Probe(np.zeros(3), half, np.eye(3), feature=feature) for feature in range(CORNERS + CROSSINGS)]


def _solids(shape: Shape) -> list[Solid]:
    return [centred_solid(*(0.5 * np.array(shape.dimensions)))]


def _cores(shape: Shape) -> list[Core]:
    half = 0.5 * np.array(shape.dimensions)
    ball = ROUNDING * float(half.min())
    half_axes = needles(half, BULGE * float(half.min()), ball)
    return [Core(np.zeros(3), np.eye(3), half_axes, ball, float(np.linalg.norm(half)))]


def _volume(shape: Shape) -> Volume:
    a, b, c = shape.dimensions
    return centred_volume(a * b * c, (b * b + c * c) / 12.0, (c * c + a * a) / 12.0, (a * a + b * b) / 12.0)


BOX = ShapeType(
    "BOX",
    "a box centred at the point",
    (3,),
    "the edge lengths along the triad's axes",
    lambda shape, size: solids.box(shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=_volume,
    touches=(
        Touching(
            "BOX",
            _corners,
            ("PLANE",),
            Surface(distance, _radius),
            _solids,
            pieces=_features,
            pieces_meet=("BOX",),
            cores=_cores,
            cores_meet=("CAPSULE", "LINE with a radius"),
            face_points=lambda shape: box_points(0.5 * np.array(shape.dimensions)),
            face_solids=_solids,
        ),
    ),
)
