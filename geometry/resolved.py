"""The resolved geometry of a deck, in inertial components."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Mesh(NamedTuple):
    """A mesh with corners (n, 3) [m], triangles (m, 3), and the content of the file of the mesh. A triangle has the
    indices of its corners, counterclockwise as seen from outside.
    """

    vertices: Array
    triangles: NDArray[np.int32]
    file: bytes = b""

    def crosses(self) -> Array:
        """Return the normals of the triangles (m, 3). Their lengths are twice the areas of the triangles [m^2]."""
        corners = self.vertices[self.triangles]
        return np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])


class Shape(NamedTuple):
    """A shape at the reference configuration.

    `frame` (4, 4) is the pose of its point and triad in inertial components. `dimensions` contains the dimensions of
    its type. It is empty if the deck gives none. `points` (n, 3) contains the corners of a LINE, and `mesh` has the
    triangles of a MESH, both in the shape's axes [m]. `colour` is `#rrggbb`, or empty for the body's own colour.
    """

    name: str
    type: str
    body: str
    frame: Array
    dimensions: tuple[float, ...]
    colour: str
    opacity: float
    points: Array | None = None
    mesh: Mesh | None = None


class ResolvedGeometry(NamedTuple):
    """Points, triads and frames by name, at the reference configuration, in inertial components.

    Points are (3,). Triads are (3, 3) with the columns e1, e2, e3. Frames are (4, 4) homogeneous matrices. `frames`
    contains fixed and moving frames. Predefined names are included (`TRIAD_INERTIAL`, `FXDFRAME_INERTIAL`, `INERTIAL`).
    `shapes` is filled only for decks without errors (`geometry/shapes`).
    """

    points: Mapping[str, Array]
    triads: Mapping[str, Array]
    frames: Mapping[str, Array]
    shapes: Mapping[str, Shape] = {}
