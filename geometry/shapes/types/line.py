"""LINE: straight segments from point to point. With a radius, it is a chain of capsules. Without a radius, its points
touch.

Two capsules touch at one point, where their distance is smallest. For this contact, a ball on the segment of one
capsule moves to the place nearest to the other capsule.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance, curvature_matrix
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import BULGE, Core
from rbsolve.geometry.shapes.kind import Floats, Probe, ShapeType, Solid, Surface, Touching
from rbsolve.geometry.shapes.solids import SolidMesh
from rbsolve.geometry.shapes.types import sphere
from rbsolve.geometry.vector import Vector, dot

THINNEST = (
    0.15 * solids.GLYPH_SIZE
)  # radius of the picture of a line without a radius, relative to the size of the model
PARALLEL = 1e-12  # squared sine of the angle below which segments count as parallel
TUBE, POINTS = "LINE with a radius", "LINE without a radius"


def distance(q: Vector, size: Vector) -> Distance:
    """Return the distance from a capsule about a segment of e3. `size` contains the radius, and half the length of the
    segment.
    """
    x, y, z = q
    beyond = max(abs(z) - size[1], 0.0)
    if beyond > 0.0:
        return sphere.distance((x, y, math.copysign(beyond, z)), size)
    rho = math.sqrt(x * x + y * y)
    if rho == 0.0:
        return -size[0], (1.0, 0.0, 0.0), FLAT
    return rho - size[0], (x / rho, y / rho, 0.0), curvature_matrix(1.0, 1.0, 0.0, x / rho, y / rho, 0.0, 1.0 / rho)


def nearest(q: Vector, slide: Vector, size: Vector) -> float:
    """Return the t from -1 to 1 at which `q + t slide` is nearest to the segment of e3. For parallel segments, t is at
    the middle of the overlap.
    """
    half, square, along = size[1], dot(slide, slide), slide[2]
    ahead = dot(slide, q)
    if square - along * along > PARALLEL * square:
        t = min(max((along * q[2] - ahead) / (square - along * along), -1.0), 1.0)
    else:
        one, other = (-half - q[2]) / along, (half - q[2]) / along
        t = min(max(0.5 * (max(min(one, other), -1.0) + min(max(one, other), 1.0)), -1.0), 1.0)
    height = q[2] + t * along
    if abs(height) > half:
        t = min(max((math.copysign(half, height) * along - ahead) / square, -1.0), 1.0)
    return t


def radius(size: Floats) -> Floats:
    """Return the radius of the ball that contains a capsule and has the same centre. It is the radius of the capsule
    plus half the length of its segment.
    """
    return np.asarray(size[:, 0] + size[:, 1])


def _corners(shape: Shape) -> Floats:
    assert shape.points is not None  # a LINE always has points
    return shape.points


def _probes(shape: Shape) -> list[Probe]:
    radius = shape.dimensions[0] if shape.dimensions else 0.0
    return [Probe(point, np.full(3, radius), np.eye(3)) for point in _corners(shape)]


def _capsules(shape: Shape) -> list[Solid]:
    return [_capsule(a, b, shape.dimensions[0]) for a, b in pairwise(_corners(shape)) if not np.array_equal(a, b)]


def _pieces(shape: Shape) -> list[Probe]:
    return [
        Probe(0.5 * (a + b), np.full(3, shape.dimensions[0]), np.eye(3), 0.5 * (b - a))
        for a, b in pairwise(_corners(shape))
        if not np.array_equal(a, b)
    ]


def _capsule(a: Floats, b: Floats, radius: float) -> Solid:
    """Return the capsule about the segment from `a` to `b`. Its e3 is along the segment."""
    length = float(np.linalg.norm(b - a))
    e3 = (b - a) / length
    e1 = np.cross(np.eye(3)[np.argmin(np.abs(e3))], e3)
    e1 /= np.linalg.norm(e1)
    axes = np.column_stack([e1, np.cross(e3, e1), e3])
    return Solid(0.5 * (a + b), axes, np.array([radius, 0.5 * length, 0.0]))


def core_of(centre: Floats, axes: Floats, radius: float, half: float) -> Core:
    """Return a capsule about a segment of e3 of this half length, as a needle and a ball."""
    bulge = BULGE * radius
    half_axes = np.array([(bulge, bulge, half + bulge), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)])
    return Core(centre, axes, half_axes, radius - bulge, half + radius)


def _cores(shape: Shape) -> list[Core]:
    return [core_of(solid.centre, solid.axes, *solid.size[:2].tolist()) for solid in _capsules(shape)]


def _picture(shape: Shape, size: float) -> SolidMesh:
    return solids.tube(_corners(shape), shape.dimensions[0] if shape.dimensions else THINNEST * (size or 1.0))


LINE = ShapeType(
    "LINE",
    "straight pieces from point to point",
    (1,),
    "the radius; without it, the picture is thin",
    _picture,
    needs=("POINTS",),
    takes=("DIMENSIONS",),
    touches=(
        Touching(
            TUBE,
            _probes,
            ("PLANE",),
            Surface(distance, radius, nearest),
            _capsules,
            pieces=_pieces,
            pieces_meet=(TUBE, "CAPSULE"),
            cores=_cores,
            rolling_radius=lambda shape: shape.dimensions[0],
            is_mutual=True,
        ),
        Touching(POINTS, _probes, ("PLANE", "SPHERE", "BOX", "CYLINDER", TUBE)),
    ),
    touching=lambda shape: 0 if shape.dimensions else 1,
)
