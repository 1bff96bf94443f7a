"""CONE: a cone about e3, from its base to its tip. On a PLANE, its base acts as a thin disc that touches with its
lowest point, and as three points of the face (discs.py). Its tip also touches.
"""

from __future__ import annotations

from math import pi

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.discs import disc, supports, thickness
from rbsolve.geometry.shapes.kind import Probe, ShapeType, Touching
from rbsolve.geometry.shapes.volumes import Volume, centred_volume


def _probes(shape: Shape) -> list[Probe]:
    radius, height = shape.dimensions
    tip = Probe(np.array([0.0, 0.0, height]), np.zeros(3), np.eye(3))
    return [disc(radius, thickness(radius)), tip, *supports(radius, 0.0)]


def _volume(shape: Shape) -> Volume:
    r, height = shape.dimensions
    across = 3.0 / 20.0 * r * r + 3.0 / 80.0 * height * height
    cone = centred_volume(pi * r * r * height / 3.0, across, across, 0.3 * r * r)
    return cone._replace(centroid=np.array([0.0, 0.0, height / 4.0]))


CONE = ShapeType(
    "CONE",
    "a cone about e3 with its base centred at the point",
    (2,),
    "radius of the base and height",
    lambda shape, size: solids.cone(*shape.dimensions),
    needs=("DIMENSIONS",),
    takes=("DENSITY",),
    volume=_volume,
    touches=(Touching("CONE", _probes, ("PLANE",), rolling_radius=lambda shape: shape.dimensions[0]),),
)
