"""Flat ellipsoids, which are the round faces of cylinders and cones where these touch planes."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.shapes.kind import Probe

THICKNESS = 1e-3
"""Half of a disc's, over its radius: a face that stands on a plane is rounded by that."""


def thickness(radius: float) -> float:
    """Half of that of a disc [m]."""
    return THICKNESS * radius


def disc(radius: float, height: float) -> Probe:
    """A disc about e3 at a height [m]."""
    half = np.array([radius, radius, thickness(radius)])
    return Probe(np.array([0.0, 0.0, height]), half, np.eye(3))
