"""Flat ellipsoids that represent the round faces of cylinders and cones in contact with planes."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.shapes.kind import Probe

THICKNESS = 1e-3
"""Half thickness of a disc, relative to its radius. The inverse is the radius of curvature of its faces, also relative
to its radius."""


def thickness(radius: float) -> float:
    """Return the half thickness of a disc [m]."""
    return THICKNESS * radius


def disc(radius: float, height: float) -> Probe:
    """Return a disc about e3 at a height [m]."""
    half = np.array([radius, radius, thickness(radius)])
    return Probe(np.array([0.0, 0.0, height]), half, np.eye(3))
