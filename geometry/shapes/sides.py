"""Points of the straight sides of cylinders and capsules, which support a body that lies on another body.

Two convex parts touch each other at a single point (convex.py), about which a lying body could rock. The points of a
side are balls of the same radius about the axis, at `INSET` times the half length from the middle. Their distances from
the other shape are exact. So they touch only if the side lies on the other shape.

The balls of a capsule are inside it. A ball of a cylinder protrudes from a flat end, so it may touch only near the
normals of the side: the sine of the tilt is at most h/(9 R), with the radius R and the half length h. At this tilt, a
cylinder that touches with its rim has the largest gap between the ball and a plane, which is h^2/(162 R).
"""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.distance import Distance
from rbsolve.geometry.shapes.faces import INSET, distance_from_planes
from rbsolve.geometry.shapes.kind import SUPPORT, Floats, Probe
from rbsolve.geometry.vector import Vector

LYING = -3
"""The index of the convex part of a point of a side (`Contacts.core`)."""


def side_points(radius: float, length: float, has_flat_ends: bool) -> list[Probe]:
    """Return the balls of a straight side about e3. The third of their axes is e3, divided by the sine of the largest
    tilt. It is zero without flat ends.
    """
    half = 0.5 * length
    axes = np.diag([1.0, 1.0, radius / (half * (1.0 - INSET)) if has_flat_ends else 0.0])
    places = (-INSET * half, INSET * half)
    return [Probe(np.array([0.0, 0.0, z]), np.full(3, radius), axes, feature=SUPPORT) for z in places]


def ball_from_planes(planes: Floats, first: int, last: int, q: Vector, radius: float) -> Distance:
    """Return the distance of the point q from a convex body with flat faces, for a ball about q (faces.py). The ball
    touches only with its point nearest to the farthest plane, so it does not touch beyond the border of this face.
    """
    _, n, _ = distance_from_planes(planes, first, last, q)
    lowest = q[0] - radius * n[0], q[1] - radius * n[1], q[2] - radius * n[2]
    d, n, bend = distance_from_planes(planes, first, last, lowest)
    return d + radius, n, bend
