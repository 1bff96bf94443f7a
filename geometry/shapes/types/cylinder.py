"""CYLINDER: a centred cylinder about e3. On a PLANE, each end acts as a thin disc that touches with its lowest point,
and as three points of the face (discs.py).
"""

from __future__ import annotations

import math
from math import pi

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import BULGE, ROUNDING, Core
from rbsolve.geometry.shapes.discs import disc, supports, thickness
from rbsolve.geometry.shapes.kind import Floats, Probe, ShapeType, Solid, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.volumes import Volume, centred_volume
from rbsolve.geometry.vector import Vector


def distance(q: Vector, size: Vector) -> Distance:
    """Return the distance from a cylinder about e3. `size` contains the cylinder's radius and half length. The nearest
    place is on the side, an end or a rim.
    """
    x, y, z = q
    radius, half = size[0], size[1]
    rho = math.sqrt(x * x + y * y)
    up = math.copysign(1.0, z)
    side, end = rho - radius, abs(z) - half
    if side <= 0.0 and end > side:
        return end, (0.0, 0.0, up), FLAT
    if rho == 0.0:
        return -radius, (1.0, 0.0, 0.0), FLAT
    c, s, around = x / rho, y / rho, 1.0 / rho
    if end <= 0.0:
        h11, h12, h22 = s * s * around, -c * s * around, c * c * around
        return side, (c, s, 0.0), (h11, h12, 0.0, h12, h22, 0.0, 0.0, 0.0, 0.0)
    d = math.sqrt(side * side + end * end)
    a, b = side / d, end / d
    # In the half plane through the axis and the point, the rim is a point. The circle about this point has the tangent
    # t = (b c, b s, -a up).
    t1, t2, t3 = b * c, b * s, -a * up
    along = 1.0 / d
    turn = a * around
    h11, h12, h13 = along * t1 * t1 + turn * s * s, along * t1 * t2 - turn * c * s, along * t1 * t3
    h22, h23, h33 = along * t2 * t2 + turn * c * c, along * t2 * t3, along * t3 * t3
    return d, (a * c, a * s, b * up), (h11, h12, h13, h12, h22, h23, h13, h23, h33)


def _radius(size: Floats) -> Floats:
    return np.asarray(np.hypot(size[:, 0], size[:, 1]))


def _faces(shape: Shape) -> list[Probe]:
    radius, height = shape.dimensions
    inset = 0.5 * height - thickness(radius)
    return [disc(radius, -inset), disc(radius, inset), *_face_points(shape)]


def _face_points(shape: Shape) -> list[Probe]:
    radius, height = shape.dimensions
    return [*supports(radius, -0.5 * height), *supports(radius, 0.5 * height)]


def _solids(shape: Shape) -> list[Solid]:
    radius, height = shape.dimensions
    return [centred_solid(radius, 0.5 * height)]


def _face_solids(shape: Shape) -> list[Solid]:
    """Return the cylinder with a smaller radius, so that its side rolls over points of faces without touching them."""
    radius, half = shape.dimensions[0], 0.5 * shape.dimensions[1]
    return [centred_solid(radius - ROUNDING * min(radius, half), half)]


def _cores(shape: Shape) -> list[Core]:
    """Return a flat disc and a needle along the axis."""
    radius, half = shape.dimensions[0], 0.5 * shape.dimensions[1]
    least = min(radius, half)
    ball, bulge = ROUNDING * least, BULGE * least
    disc, needle = (radius - ball - bulge,) * 2 + (bulge,), (bulge, bulge, half - ball - bulge)
    half_axes = np.array([disc, needle, (0.0, 0.0, 0.0)])
    return [Core(np.zeros(3), np.eye(3), half_axes, ball, math.hypot(radius, half))]


def _volume(shape: Shape) -> Volume:
    r, length = shape.dimensions
    across = (3.0 * r * r + length * length) / 12.0
    return centred_volume(pi * r * r * length, across, across, r * r / 2.0)


CYLINDER = ShapeType(
    "CYLINDER",
    "a cylinder about e3, centred at the point",
    (2,),
    "radius and length",
    lambda shape, size: solids.cylinder(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=_volume,
    touches=(
        Touching(
            "CYLINDER",
            _faces,
            ("PLANE",),
            Surface(distance, _radius),
            _solids,
            cores=_cores,
            cores_meet=("CYLINDER", "BOX", "CAPSULE", "LINE with a radius"),
            face_points=_face_points,
            face_solids=_face_solids,
            rolling_radius=lambda shape: shape.dimensions[0],
        ),
    ),
)
