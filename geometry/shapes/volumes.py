"""Computes the volume, centroid and second moments of shapes, for the mass and the inertia of a body of uniform
density.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import Mesh

Floats = NDArray[np.float64]


class Volume(NamedTuple):
    """Volume [m^3], centroid (3,) [m] and inertia (3, 3) [m^5] of unit density about the centroid, in the axes of the
    shape.
    """

    volume: float
    centroid: Floats
    inertia: Floats


class NoVolume(ValueError):
    """Raised if a surface encloses no volume. str() returns the reason."""


def centred_volume(volume: float, *squares: float) -> Volume:
    """Return the volume, centroid and inertia of a shape centred at its origin, from the squares of its radii of
    gyration.
    """
    return Volume(volume, np.zeros(3), volume * np.diag(squares))


def mesh_volume(mesh: Mesh) -> Volume:
    """Return the volume within a closed surface of triangles, as a sum over the tetrahedra from a single point to each
    triangle. Raise NoVolume if the surface is open, flat or inside out.
    """
    _, index = np.unique(mesh.vertices, axis=0, return_inverse=True)
    _check_closed(index.ravel()[mesh.triangles])
    middle = mesh.vertices.mean(axis=0)
    corners = mesh.vertices[mesh.triangles] - middle
    sixfold = np.einsum("ni,ni->n", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    volume = float(sixfold.sum()) / 6.0
    size = float(np.ptp(mesh.vertices, axis=0).max())
    if abs(volume) <= 1e-12 * size**3:
        raise NoVolume("it encloses no volume")
    if volume < 0.0:
        raise NoVolume("it is inside out: its triangles are clockwise seen from outside")
    total = corners.sum(axis=1)
    centroid = (sixfold @ total) / (24.0 * volume)
    # For a tetrahedron with the corners 0, a, b, c, the integral of x x^T is det/120 (a a^T + b b^T + c c^T + s s^T), s
    # = a + b + c.
    second = np.einsum("n,nki,nkj->ij", sixfold, corners, corners) + np.einsum("n,ni,nj->ij", sixfold, total, total)
    second = second / 120.0 - volume * np.outer(centroid, centroid)
    return Volume(volume, centroid + middle, np.trace(second) * np.eye(3) - second)


def _check_closed(triangles: NDArray[np.int64]) -> None:
    """Raise NoVolume unless the triangles run through each edge equally often in both directions."""
    flat = (
        (triangles[:, 0] == triangles[:, 1])
        | (triangles[:, 1] == triangles[:, 2])
        | (triangles[:, 2] == triangles[:, 0])
    )
    sound = triangles[~flat].astype(np.int64)
    edges = np.concatenate([sound[:, [0, 1]], sound[:, [1, 2]], sound[:, [2, 0]]])
    lines, line = np.unique(np.sort(edges, axis=1), axis=0, return_inverse=True)
    uses = np.bincount(line.ravel(), minlength=len(lines))
    ways = np.bincount(line.ravel(), np.where(edges[:, 0] < edges[:, 1], 1.0, -1.0), len(lines))
    is_open = int(np.sum(uses % 2 == 1))
    if is_open:
        raise NoVolume(
            f"it is open: {is_open} {'edge belongs' if is_open == 1 else 'edges belong'} to one triangle only"
        )
    if np.any(ways != 0.0):
        raise NoVolume(
            "some of its triangles have the wrong orientation: neighbours run through their common edge in the same direction"
        )
