"""Material points and triads: named geometry, at the reference configuration, in the axes of a body (Seed 002, 4.2)."""

from __future__ import annotations

import numpy as np

from rbsolve.geometry.resolved import Array, ResolvedGeometry


def material_point(geometry: ResolvedGeometry, body_frame: str, point: str) -> Array:
    """Position (3,) of `point` from the origin of `body_frame` and in its axes: eq. (48)."""
    frame = geometry.frames[body_frame]
    return np.asarray(frame[:3, :3].T @ (geometry.points[point] - frame[:3, 3]), dtype=float)


def material_triad(geometry: ResolvedGeometry, body_frame: str, triad: str) -> Array:
    """R_BT (3, 3) of `triad` in the axes of `body_frame`: eq. (49)."""
    return np.asarray(geometry.frames[body_frame][:3, :3].T @ geometry.triads[triad], dtype=float)


def material_frame(geometry: ResolvedGeometry, body_frame: str, frame: str) -> tuple[Array, Array]:
    """Origin (3,) and axes (3, 3) of the frame `frame` in the axes of `body_frame`."""
    home, other = geometry.frames[body_frame], geometry.frames[frame]
    R = home[:3, :3].T
    return np.asarray(R @ (other[:3, 3] - home[:3, 3]), dtype=float), np.asarray(R @ other[:3, :3], dtype=float)
