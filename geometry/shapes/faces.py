"""Computes points of flat faces, which support a body on other flat faces.

Two convex parts touch each other at a single point (convex.py). Flat faces could rock about this point. The points of a
face are its corners, moved towards the middle of the face to `INSET` times their distance from it. They therefore touch
only if the face lies on another face. Two faces of the same size support each other too. On a round face with three
such points and equal loads, friction has the same torque against spin as with a uniform pressure.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from rbsolve.geometry.distance import FLAT, Distance
from rbsolve.geometry.shapes.kind import SUPPORT, Floats, Probe
from rbsolve.geometry.vector import Vector

INSET = 8.0 / 9.0
MOST_POINTS = 4
"""Largest number of points of a face."""
LEAST_AREA = 0.02
"""Smallest area of a face with points, relative to the area of all faces of the hull."""
FACING = -2
"""The index of the convex part of a point in a face (`Contacts.core`)."""


def point(place: Floats, normal: Floats) -> Probe:
    """Return a point that touches other shapes. The third of its axes is the outward normal of its face."""
    first = np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    first /= np.linalg.norm(first)
    axes = np.column_stack([first, np.cross(normal, first), normal])
    return Probe(place, np.zeros(3), axes, feature=SUPPORT)


def box_points(half: Floats) -> list[Probe]:
    """Return the points of all faces of a box with these half edges (3,) [m]."""
    points = []
    for axis, signs in product(range(3), product((-1.0, 1.0), repeat=3)):
        inset = np.full(3, INSET)
        inset[axis] = 1.0
        points.append(point(half * inset * signs, np.eye(3)[axis] * signs[axis]))
    return points


def hull_points(faces: list[Floats]) -> list[Probe]:
    """Return the points of the large faces of a hull. A face is a convex polygon (n, 3) [m] with its corners in order."""
    areas = [float(np.linalg.norm(np.cross(face[1:-1] - face[0], face[2:] - face[0]).sum(axis=0))) for face in faces]
    large = [face for face, area in zip(faces, areas, strict=True) if area >= LEAST_AREA * sum(areas)]
    points = []
    for face in large:
        middle = face.mean(axis=0)
        normal = np.cross(face[1:-1] - face[0], face[2:] - face[0]).sum(axis=0)
        normal /= np.linalg.norm(normal)
        count = min(len(face), MOST_POINTS)
        chosen = face[[i * len(face) // count for i in range(count)]]
        points += [point(middle + INSET * (corner - middle), normal) for corner in chosen]
    return points


def distance_from_planes(planes: Floats, first: int, last: int, q: Vector) -> Distance:
    """Return the distance of the point q from a convex body with flat faces.

    The faces are the rows of `planes` (n, 4) [normal, offset] from `first` to before `last`. Outside the body, this is
    the distance from the farthest plane.
    """
    most, best = planes[first, 0] * q[0] + planes[first, 1] * q[1] + planes[first, 2] * q[2] - planes[first, 3], first
    for i in range(first + 1, last):
        d = planes[i, 0] * q[0] + planes[i, 1] * q[1] + planes[i, 2] * q[2] - planes[i, 3]
        if d > most:
            most, best = d, i
    return most, (planes[best, 0], planes[best, 1], planes[best, 2]), FLAT
