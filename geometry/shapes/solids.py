"""Creates triangles of simple solids, in their own axes, with outward normals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import Mesh

Floats = NDArray[np.float64]

GLYPH_SIZE = 0.025
"""Size of a symbol as a fraction of the size of the model."""
SEGMENTS = 40
FINE_SEGMENTS = 96
"""Number of segments around a large circle. With fewer segments, corners would be visible in its outline."""
MOST_FLAT_TRIANGLES = 20_000  # a larger mesh is drawn with smooth normals, so that its triangles share corners
_CREASE = np.cos(np.radians(30.0))


class SolidMesh(NamedTuple):
    """Corners (n, 3) [m], their unit normals (n, 3), and triangles (m, 3), which are counterclockwise as seen from
    outside.
    """

    vertices: Floats
    normals: Floats
    triangles: NDArray[np.int64]


def box(edges: Sequence[float] | Floats) -> SolidMesh:
    """Return a box centred at the origin."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=float)
    vertices, normals = [], []
    for axis in range(3):
        for side in (1.0, -1.0):
            face = np.full((4, 3), side)
            face[:, [(axis + 1) % 3, (axis + 2) % 3]] = corners if side > 0 else corners[::-1]
            vertices.append(face)
            normals.append(np.tile(side * np.eye(3)[axis], (4, 1)))
    quads = 4 * np.arange(6)[:, None, None] + np.array([[0, 1, 2], [0, 2, 3]])
    return SolidMesh(np.concatenate(vertices) * np.asarray(edges) / 2.0, np.concatenate(normals), quads.reshape(-1, 3))


def lathe(profile: Sequence[tuple[float, float]], segments: int = SEGMENTS) -> SolidMesh:
    """Return the surface of revolution of a line through (radius, height) about e3. The inside is to the left of the
    line.

    Edges of the line that are sharper than 30 degrees remain sharp. A closed line has no extra edge at its ends.
    """
    line = np.array(profile, dtype=float)
    pieces = np.diff(line, axis=0)
    outward = np.column_stack([pieces[:, 1], -pieces[:, 0]])
    outward /= np.linalg.norm(outward, axis=1, keepdims=True)
    rings: list[tuple[Floats, Floats]] = []
    count = len(pieces)
    is_closed = bool(np.linalg.norm(line[-1] - line[0]) <= 1e-9 * np.abs(line).max())
    for i in range(count):
        before, after = outward[i - 1], outward[(i + 1) % count]
        if not (i > 0 or is_closed) or before @ outward[i] <= _CREASE:
            before = outward[i]
        if not (i + 1 < count or is_closed) or after @ outward[i] <= _CREASE:
            after = outward[i]
        rings += [(line[i], before + outward[i]), (line[i + 1], after + outward[i])]
    angle = np.linspace(0.0, 2.0 * np.pi, segments + 1)
    turned = np.column_stack([np.cos(angle), np.sin(angle)])

    def turn(points: Floats) -> Floats:
        flat = turned[None] * points[:, None, :1]
        return np.concatenate([flat, np.broadcast_to(points[:, None, 1:], (*flat.shape[:2], 1))], axis=2).reshape(-1, 3)

    normals = turn(np.array([normal for _, normal in rings]))
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    triangles = _bands(len(pieces), segments)
    vertices = turn(np.array([point for point, _ in rings]))
    return SolidMesh(vertices, normals, triangles[_area(vertices, triangles) > 0.0])


def _bands(pieces: int, segments: int) -> NDArray[np.int64]:
    """Return two triangles for each quadrilateral between the rings 2 i and 2 i + 1."""
    width = segments + 1
    start = 2 * width * np.arange(pieces)[:, None] + np.arange(segments)
    quads = np.stack([start, start + 1, start + width + 1, start, start + width + 1, start + width], axis=-1)
    return quads.reshape(-1, 3)


def _area(vertices: Floats, triangles: NDArray[np.int64]) -> Floats:
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    area: Floats = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    scale = max(float(np.ptp(vertices, axis=0).max()), 1e-300)
    return np.where(area > 1e-12 * scale**2, area, 0.0)


def cylinder(radius: float, length: float) -> SolidMesh:
    """Return a centred cylinder about e3."""
    half = length / 2.0
    return lathe([(0.0, -half), (radius, -half), (radius, half), (0.0, half)])


def capsule(radius: float, length: float) -> SolidMesh:
    """Return a centred capsule about e3. `length` does not include the round ends."""
    angle = np.linspace(0.0, np.pi / 2, SEGMENTS // 4 + 1)
    across, up = radius * np.cos(angle), 0.5 * length + radius * np.sin(angle)
    across[-1] = 0.0
    return lathe([*zip(across[::-1], -up[::-1], strict=True), *zip(across, up, strict=True)])


def cone(radius: float, height: float) -> SolidMesh:
    """Return a cone about e3, with its base centred at the origin."""
    return lathe([(0.0, 0.0), (radius, 0.0), (0.0, height)])


def ring(inner: float, outer: float, length: float) -> SolidMesh:
    """Return a centred hollow cylinder about e3."""
    half = length / 2.0
    return lathe([(inner, -half), (outer, -half), (outer, half), (inner, half), (inner, -half)])


def torus(radius: float, thickness: float, segments: int = SEGMENTS) -> SolidMesh:
    """Return a torus about e3. `thickness` is the radius of its tube."""
    angle = np.linspace(0.0, 2.0 * np.pi, 17)
    return lathe(list(zip(radius + thickness * np.cos(angle), thickness * np.sin(angle), strict=True)), segments)


def ellipsoid(half_axes: Sequence[float]) -> SolidMesh:
    """Return an ellipsoid centred at the origin."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, SEGMENTS // 2 + 1)
    radius = np.cos(angle)
    radius[[0, -1]] = 0.0
    unit = lathe(list(zip(radius, np.sin(angle), strict=True)))
    axes = np.asarray(half_axes, dtype=float)
    normals = unit.vertices / axes
    return SolidMesh(unit.vertices * axes, normals / np.linalg.norm(normals, axis=1, keepdims=True), unit.triangles)


def sphere(radius: float) -> SolidMesh:
    """Return a sphere about the origin."""
    return ellipsoid((radius, radius, radius))


def arrow(length: float, radius: float) -> SolidMesh:
    """Return an arrow along e3 from the origin."""
    head = min(6.0 * radius, 0.5 * length)
    neck = length - head
    profile = [(0.0, 0.0), (radius, 0.0), (radius, neck), (2.5 * radius, neck), (0.0, length)]
    return lathe(profile, segments=12)


def plane(edges: Sequence[float]) -> SolidMesh:
    """Return a thin plate whose upper face is in the plane of e1 and e2."""
    thickness = 1e-3 * max(edges)
    plate = box((edges[0], edges[1], thickness))
    return plate._replace(vertices=plate.vertices - [0.0, 0.0, thickness / 2.0])


def tube(points: Floats, radius: float) -> SolidMesh:
    """Return round bars between consecutive points (n, 3), with round corners."""
    parts = []
    for here, there in pairwise(points):
        length = float(np.linalg.norm(there - here))
        if length > 0.0:
            bar = lathe([(0.0, 0.0), (radius, 0.0), (radius, length), (0.0, length)], segments=12)
            parts.append(place_solid(bar, along((there - here) / length), here))
    parts += [place_solid(sphere(radius), np.eye(3), point) for point in points[1:-1]]
    return join_solids(parts)


def coil(turns: int, thickness: float) -> SolidMesh:
    """Return a helical wire of radius 1 about e3, from the origin to height 1, with straight ends on the axis.

    `thickness` is the radius of the wire for a coil whose length is ten times its radius.
    """
    slender = 10.0
    angle = np.linspace(0.0, 2.0 * np.pi * turns, 14 * turns + 1)
    radial = np.column_stack([np.cos(angle), np.sin(angle), np.zeros_like(angle)])
    wire = radial + np.outer(slender * (0.12 + 0.76 * angle / angle[-1]), [0.0, 0.0, 1.0])
    ends = slender * np.array([0.0, 0.1, 0.9, 1.0])[:, None] * [0.0, 0.0, 1.0]
    path = np.concatenate([ends[:2], wire, ends[2:]])
    sideways = np.concatenate([radial[[0, 0]], radial, radial[[-1, -1]]])
    long = sweep(path, sideways, thickness, sides=7)
    normals = long.normals * [1.0, 1.0, slender]
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return SolidMesh(long.vertices / [1.0, 1.0, slender], normals, long.triangles)


def sweep(path: Floats, sideways: Floats, radius: float, sides: int) -> SolidMesh:
    """Return a round wire along a path (n, 3). The vectors `sideways` (n, 3) must not be parallel to the path."""
    tangent = np.gradient(path, axis=0)
    first = np.cross(np.cross(tangent, sideways), tangent)
    second = np.cross(tangent, first)
    first, second = (axis / np.linalg.norm(axis, axis=1, keepdims=True) for axis in (first, second))
    angle = np.linspace(0.0, 2.0 * np.pi, sides + 1)
    normals = np.cos(angle)[None, :, None] * first[:, None] + np.sin(angle)[None, :, None] * second[:, None]
    vertices = path[:, None] + radius * normals
    up = sides + 1
    start = up * np.arange(len(path) - 1)[:, None] + np.arange(sides)
    quads = np.stack([start, start + 1, start + up + 1, start, start + up + 1, start + up], axis=-1)
    return SolidMesh(vertices.reshape(-1, 3), normals.reshape(-1, 3), quads.reshape(-1, 3))


def facet(mesh: Mesh) -> SolidMesh:
    """Return a mesh with the normals of its triangles. A large mesh has smooth normals."""
    corners, cross = mesh.vertices[mesh.triangles], mesh.crosses()
    size = np.linalg.norm(cross, axis=1)
    whole = size > 0.0
    triangles = mesh.triangles[whole].astype(np.int64)
    if len(triangles) <= MOST_FLAT_TRIANGLES:
        normals = np.repeat(cross[whole] / size[whole, None], 3, axis=0)
        return SolidMesh(corners[whole].reshape(-1, 3), normals, np.arange(3 * len(triangles)).reshape(-1, 3))
    normals = np.zeros_like(mesh.vertices)
    for column in range(3):
        np.add.at(normals, triangles[:, column], cross[whole])
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    normals = np.where(length > 0.0, normals / np.maximum(length, 1e-300), [0.0, 0.0, 1.0])
    return SolidMesh(mesh.vertices, normals, triangles)


def along(direction: Floats) -> Floats:
    """Return a rotation matrix (3, 3) with a unit vector as its third column."""
    helper = np.eye(3)[int(np.argmin(np.abs(direction)))]
    first = np.cross(helper, direction)
    first /= np.linalg.norm(first)
    return np.column_stack([first, np.cross(direction, first), direction])


def place_solid(solid: SolidMesh, rotation: Floats, position: Floats | Sequence[float]) -> SolidMesh:
    """Return a solid that is rotated by `rotation` (3, 3) and translated to `position` (3,)."""
    return SolidMesh(solid.vertices @ rotation.T + np.asarray(position), solid.normals @ rotation.T, solid.triangles)


def join_solids(parts: Sequence[SolidMesh]) -> SolidMesh:
    """Return several solids as a single solid."""
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=False)]
    return SolidMesh(
        np.concatenate([part.vertices for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate(triangles),
    )
