"""The convex hull of a mesh as a convex part (convex.py), which consists of corners with weights, and a ball.

The faces of the hull are moved inward by the radius of the ball. The corners of the part are the corners of this
smaller hull. The sum of the smaller hull and the ball has the faces of the mesh. If possible, the weights of the
corners of each face add up to 1. The support function is then exact across the face.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import Mesh
from rbsolve.geometry.shapes.convex import BULGE, ROUNDING, Core
from rbsolve.geometry.shapes.kind import Floats
from rbsolve.geometry.shapes.volumes import NoVolume, mesh_volume

# tolerance relative to the largest extent of the mesh, within which corners are merged; a flatter hull has no volume
SAME = 1e-9
LEAST_WEIGHT = 0.05  # lower limit of the weight of a corner
MOST_PLANES = 64  # largest number of faces of a hull whose planes are stored, for contact with points of other faces
EQUAL = 1e-3  # weight of the condition that all weights are equal, relative to the condition of exact faces


def hull_core(mesh: Mesh) -> Core:
    """Return the hull of a mesh. Raise NoVolume if its corners lie in a plane."""
    from scipy.spatial import HalfspaceIntersection

    hull = _hull_of(mesh)
    if hull is None:
        raise NoVolume("its corners lie in a plane")
    size, outer, faces = hull.size, hull.outer, hull.planes
    centre = outer.mean(axis=0)
    least = 0.5 * float((-(outer @ faces[:, :3].T + faces[:, 3]).min(axis=0)).min())
    if not least > SAME * size:
        raise NoVolume("its corners lie in a plane")
    ball, bulge = ROUNDING * least, BULGE * least
    inner = faces + np.array([0.0, 0.0, 0.0, ball])
    found = HalfspaceIntersection(inner, centre).intersections
    corners = found[np.unique(np.round(found / (SAME * size)), axis=0, return_index=True)[1]]
    weights = _weights(1e-6 * size > np.abs(corners @ inner[:, :3].T + inner[:, 3]).T)
    extent = float(np.linalg.norm(outer - centre, axis=1).max())
    numbered = np.column_stack([corners - centre, weights])
    planes = np.column_stack([faces[:, :3], -(faces[:, :3] @ centre + faces[:, 3])])
    planes = planes if len(planes) <= MOST_PLANES else np.zeros((0, 4))
    return Core(centre, np.eye(3), np.zeros((3, 3)), ball, extent, numbered, 1.0 / bulge, planes)


class _Hull(NamedTuple):
    """The convex hull of a mesh."""

    size: float
    """The largest extent of the mesh along an axis [m]."""
    outer: Floats
    """The vertices (n, 3) of the mesh that are corners of the hull [m]."""
    corners: Floats
    """The corners (k, 3) without duplicates [m], in the order of `outer`."""
    planes: Floats
    """The planes (m, 4) of the faces without duplicates. A plane has the outer normal n and the offset d [m] of the
    equation n·x + d = 0.
    """
    volume: float
    """The volume [m^3]."""


def _hull_of(mesh: Mesh) -> _Hull | None:
    """Return the hull of a mesh, or None if its corners lie in a plane."""
    return _hull_of_vertices(np.ascontiguousarray(mesh.vertices, dtype=np.float64).tobytes())


@lru_cache(maxsize=16)
def _hull_of_vertices(vertices: bytes) -> _Hull | None:
    from scipy.spatial import ConvexHull, QhullError

    given = np.frombuffer(vertices).reshape(-1, 3)
    size = float(np.ptp(given, axis=0).max())
    try:
        hull = ConvexHull(given)
    except QhullError:
        return None
    planes = np.unique(np.round(np.column_stack([hull.equations[:, :3], hull.equations[:, 3] / size]), 9), axis=0)
    planes[:, 3] *= size
    outer = given[hull.vertices]
    corners = outer[np.sort(np.unique(np.round(outer / (SAME * size)), axis=0, return_index=True)[1])]
    return _Hull(size, outer, corners, planes, float(hull.volume))


def hull_faces(mesh: Mesh) -> list[Floats]:
    """Return the faces of the hull, which are polygons (n, 3) [m] with their corners in order. There are none if the
    corners of the mesh lie in a plane.
    """
    hull = _hull_of(mesh)
    if hull is None:
        return []
    corners = hull.corners
    # Because of round-off, one face may have several planes.
    faces = {
        tuple(np.flatnonzero(np.abs(corners @ plane[:3] + plane[3]) < 1e-6 * hull.size).tolist()): plane[:3]
        for plane in hull.planes
    }
    return [_polygon(corners[list(members)], normal) for members, normal in faces.items() if len(members) >= 3]


def _polygon(corners: Floats, normal: Floats) -> Floats:
    """Return the corners of a face in their order about its normal."""
    arms = corners - corners.mean(axis=0)
    turns = np.arctan2(np.cross(arms[0], arms) @ normal, arms @ arms[0])
    return corners[np.argsort(turns)]


def hull_corners(mesh: Mesh) -> Floats:
    """Return the corners (n, 3) of the hull [m]. There are none if the corners of the mesh lie in a plane."""
    hull = _hull_of(mesh)
    return np.zeros((0, 3)) if hull is None else hull.corners


def hull_excess(mesh: Mesh) -> float:
    """Return the volume of the hull minus the volume of the mesh, relative to the volume of the mesh. The result is
    zero for a mesh that is not closed.
    """
    try:
        closed = mesh_volume(mesh).volume
    except NoVolume:
        return 0.0
    hull = _hull_of(mesh)
    return 0.0 if hull is None else hull.volume / closed - 1.0


def _weights(members: NDArray[np.bool_]) -> Floats:
    """Return the weights of corners. `members` (faces, corners) marks the corners of each face. The weights are as
    close as possible to equal weights in each face.
    """
    from scipy.optimize import lsq_linear

    each = members / members.sum(axis=1, keepdims=True)
    alike = each.sum(axis=0) / members.sum(axis=0)
    rows = np.concatenate([members.astype(float), EQUAL * np.eye(len(alike))])
    found = lsq_linear(rows, np.concatenate([np.ones(len(members)), EQUAL * alike]), (LEAST_WEIGHT, 1.0))
    return np.asarray(found.x)
