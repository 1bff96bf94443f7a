"""MESH: the triangles of a file. Its volume determines the mass, and its convex hull touches other shapes.

A hull with few corners touches a plane with its corners, as a box does, so it rests on all corners of a face. All other
pairs touch at one point, and at the points of large faces (faces.py).
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.faces import hull_points
from rbsolve.geometry.shapes.kind import Probe, ShapeType, Touching
from rbsolve.geometry.shapes.volumes import mesh_volume


def _mesh(shape: Shape) -> Mesh:
    assert shape.mesh is not None  # a MESH always has a mesh
    return shape.mesh


def _no_probes(shape: Shape) -> list[Probe]:
    return []


def _corners(shape: Shape) -> list[Probe]:
    """Return the corners of the hull as points."""
    from rbsolve.geometry.shapes.hulls import hull_corners

    return [Probe(corner, np.zeros(3), np.eye(3)) for corner in hull_corners(_mesh(shape))]


def _face_points(shape: Shape) -> list[Probe]:
    """Return the points of the large faces of the hull."""
    from rbsolve.geometry.shapes.hulls import hull_faces

    return hull_points(hull_faces(_mesh(shape)))


def _has_many_corners(shape: Shape) -> int:
    """Return 1 if the hull has more than `MOST_CORNERS` corners, and otherwise 0."""
    from rbsolve.geometry.shapes.hulls import hull_corners

    return int(shape.mesh is not None and len(hull_corners(shape.mesh)) > MOST_CORNERS)


def _cores(shape: Shape) -> list[Core]:
    from rbsolve.geometry.shapes.hulls import hull_core

    return [hull_core(_mesh(shape))]


MOST_CORNERS = 32
"""Largest number of corners of a hull that touches a plane with its corners."""
OTHERS = ("MESH", "BOX", "CYLINDER", "CAPSULE", "SPHERE", "ELLIPSOID", "LINE with a radius")
FINE = "MESH with many corners"

MESH = ShapeType(
    "MESH",
    "the triangles of a file, in the triad's axes from the point",
    (1, 3),
    "the scale, or one scale along each axis",
    lambda shape, size: solids.facet(_mesh(shape)),
    needs=("FILE_NAME",),
    takes=("DIMENSIONS", "DENSITY"),
    volume=lambda shape: mesh_volume(_mesh(shape)),
    touches=(
        Touching(
            "MESH",
            _corners,
            ("PLANE",),
            cores=_cores,
            cores_meet=OTHERS,
            face_points=_face_points,
        ),
        Touching(
            FINE,
            _no_probes,
            (),
            cores=_cores,
            cores_meet=("PLANE", FINE, *OTHERS),
            face_points=_face_points,
        ),
    ),
    touching=_has_many_corners,
)
