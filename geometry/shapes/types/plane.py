"""PLANE: the infinite plane of e1 and e2. The half space below it is inside."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.kind import Floats, Probe, ShapeType, Solid, Surface, Touching, centred_solid
from rbsolve.geometry.vector import Vector


def distance(q: Vector, size: Vector) -> Distance:
    """Return the distance from the plane of e1 and e2. `size` is not used."""
    return q[2], (0.0, 0.0, 1.0), FLAT


def _radius(size: Floats) -> Floats:
    return np.full(len(size), np.inf)


def _probes(shape: Shape) -> list[Probe]:
    return []


def _solids(shape: Shape) -> list[Solid]:
    return [centred_solid(*shape.dimensions)]


def _cores(shape: Shape) -> list[Core]:
    return [Core(np.zeros(3), np.eye(3), np.zeros((3, 3)), 0.0, np.inf)]


PLANE = ShapeType(
    "PLANE",
    "the plane of e1 and e2",
    (2,),
    "the edge lengths of the part that is drawn",
    lambda shape, size: solids.plane(shape.dimensions or (size, size)),
    takes=("DIMENSIONS",),
    touches=(Touching("PLANE", _probes, (), Surface(distance, _radius), _solids, cores=_cores, face_solids=_solids),),
    is_endless=True,
)
