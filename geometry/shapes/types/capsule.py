"""CAPSULE: a centred cylinder about e3 with round ends. Its surface has a constant distance from a segment, so nearest
points have closed forms (line.py).
"""

from __future__ import annotations

from math import pi

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.kind import Probe, ShapeType, Solid, Surface, Touching, centred_solid
from rbsolve.geometry.shapes.types import line
from rbsolve.geometry.shapes.volumes import Volume, centred_volume


def _ends(shape: Shape) -> list[Probe]:
    radius, length = shape.dimensions
    return [Probe(np.array([0.0, 0.0, z]), np.full(3, radius), np.eye(3)) for z in (-0.5 * length, 0.5 * length)]


def _pieces(shape: Shape) -> list[Probe]:
    radius, length = shape.dimensions
    return [Probe(np.zeros(3), np.full(3, radius), np.eye(3), np.array([0.0, 0.0, 0.5 * length]))]


def _solids(shape: Shape) -> list[Solid]:
    radius, length = shape.dimensions
    return [centred_solid(radius, 0.5 * length)]


def _cores(shape: Shape) -> list[Core]:
    radius, length = shape.dimensions
    return [line.core_of(np.zeros(3), np.eye(3), radius, 0.5 * length)]


def _volume(shape: Shape) -> Volume:
    r, length = shape.dimensions
    tube, ball = pi * r * r * length, 4.0 / 3.0 * pi * r**3
    # The centroid of a half ball is 3/8 r from its flat side.
    end = 0.4 * r * r + 0.25 * length * length + 0.375 * length * r
    across = (tube * (3.0 * r * r + length * length) / 12.0 + ball * end) / (tube + ball)
    about = (0.5 * tube + 0.4 * ball) * r * r / (tube + ball)
    return centred_volume(tube + ball, across, across, about)


CAPSULE = ShapeType(
    "CAPSULE",
    "a cylinder about e3 with round ends, centred at the point",
    (2,),
    "radius, and length without the round ends",
    lambda shape, size: solids.capsule(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=_volume,
    touches=(
        Touching(
            "CAPSULE",
            _ends,
            ("PLANE",),
            Surface(line.distance, line.radius, line.nearest),
            _solids,
            met_by=("SPHERE", "LINE without a radius"),
            pieces=_pieces,
            pieces_meet=("CAPSULE",),
            cores=_cores,
            rolling_radius=lambda shape: shape.dimensions[0],
            is_mutual=True,
        ),
    ),
)
