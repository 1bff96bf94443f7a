"""Represents the round faces of cylinders and cones in contacts. A face consists of a flat ellipsoid and of `SUPPORTS`
points.

The ellipsoid touches a plane with its lowest point, so a rim rolls smoothly. On a flat surface, this point alone does
not resist small rotations of a face. The other points do (faces.py). If all points have equal loads, the friction torque of
a turning face is 2/3 mu N R, as for a uniform pressure.
"""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np

from rbsolve.geometry.shapes.faces import INSET, point
from rbsolve.geometry.shapes.kind import Probe

THICKNESS = 1e-3
"""Half thickness of a disc, relative to its radius. The inverse is the radius of curvature of its faces, also relative
to its radius."""

SUPPORTS = 3
"""Number of points of a round face, besides the disc."""


def thickness(radius: float) -> float:
    """Return the half thickness of a disc [m]."""
    return THICKNESS * radius


def disc(radius: float, height: float) -> Probe:
    """Return a disc about e3 at a height [m]."""
    half = np.array([radius, radius, thickness(radius)])
    return Probe(np.array([0.0, 0.0, height]), half, np.eye(3))


def supports(radius: float, height: float) -> list[Probe]:
    """Return the points of a round face about e3 at a height [m]."""
    r = INSET * radius
    angles = [2.0 * pi * i / SUPPORTS for i in range(SUPPORTS)]
    normal = np.array([0.0, 0.0, 1.0 if height > 0.0 else -1.0])
    return [point(np.array([r * cos(a), r * sin(a), height]), normal) for a in angles]
