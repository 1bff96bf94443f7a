"""LINE: straight segments from point to point. With a radius, it is a chain of capsules. Without a radius, its points
touch.

Two capsules touch at one point, where their distance is smallest. For this contact, a ball on the segment of one
capsule moves to the place nearest to the other capsule. The sides of both capsules bulge in their middle: at the
fraction t of half their length, the radius is smaller by `bulge t^2`. The nearest place is therefore unique, and it
does not jump if parallel capsules tilt. The bulge is a thousandth of the smallest radius or half length.
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
from rbsolve.geometry.vector import Matrix, Vector, combine, dot, double_cross, norm, outer, scale

THINNEST = (
    0.15 * solids.GLYPH_SIZE
)  # radius of the picture of a line without a radius, relative to the size of the model
ROUNDS = 6  # largest number of rounds; each reduces the error of the distance by a factor of several hundred
SETTLED = 1e-12  # largest relative change of the distance in the last round
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


def nearest(q: Vector, slide: Vector, size: Vector, ball: float) -> tuple[float, Distance]:
    """Return the t from -1 to 1 at which a ball with the centre `q + t slide` is nearest to a capsule. Also return the
    distance of this centre from the capsule, which includes the bulges of both segments.

    `size` contains the radius, the half length h of the segment, and the bulge. Let d be the distance between both
    segments at the places t and s, and n its direction. The smallest `d + bulge (t^2 + (s/h)^2)` satisfies `n·slide +
    2 bulge t = 0` and `n·e3 = 2 bulge s / h^2`. With a given d, these conditions are linear. Each round improves d. A
    ball that touches nothing needs one round.
    """
    half, bulge, along, touching = size[1], size[2], slide[2], size[0] + ball
    square, ahead = dot(slide, slide), dot(slide, q)
    wide, beside = slide[0] * slide[0] + slide[1] * slide[1], slide[0] * q[0] + slide[1] * q[1]
    curvature = 2.0 * bulge / (half * half)
    d, apart, t, s, w = touching, touching, 0.0, 0.0, q
    for _ in range(ROUNDS):
        A, B = 2.0 * bulge * d, curvature * d
        t = min(max(-(beside + B * ahead) / (wide + B * square + A * (1.0 + B)), -1.0), 1.0)
        s = (q[2] + t * along) / (1.0 + B)
        above = B * s
        if abs(s) > half:
            s = math.copysign(half, s)
            t = min(max((s * along - ahead) / (square + A), -1.0), 1.0)
            above = q[2] + t * along - s
        w = (q[0] + t * slide[0], q[1] + t * slide[1], above)
        apart = norm(w)
        if apart > touching or abs(apart - d) <= SETTLED * d:
            break
        d = max(apart, bulge)
    gap = apart - size[0] + bulge * t * t + 0.5 * curvature * s * s
    if apart == 0.0:
        return t, (gap, (1.0, 0.0, 0.0), FLAT)
    n = scale(1.0 / apart, w)
    if apart > touching:
        return t, (gap, n, FLAT)
    return t, (gap, n, _bend(n, apart, curvature if abs(s) < half else math.inf))


def _bend(n: Vector, d: float, curvature: float) -> Matrix:
    """Return the derivative of the normal with respect to the centre of a ball at the distance d from a segment of e3.
    The place on the segment moves so that `d(n·e3) = curvature ds`, and it is fixed at an end of the segment.
    """
    v = (-n[2] * n[0], -n[2] * n[1], 1.0 - n[2] * n[2])
    return combine(-1.0 / d, double_cross(n, n), -1.0 / (d * (curvature * d + v[2])), outer(v, v))


def bulge_of(radii: tuple[float, float], halves: tuple[float, float]) -> float:
    """Return the bulge [m] of two segments with these radii and half lengths."""
    return BULGE * min(*radii, *halves)


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
