"""Defines the record of a type of shape. Its schema, masses, contacts and pictures are derived from the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.distance import Distance
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.solids import SolidMesh
from rbsolve.geometry.shapes.volumes import Volume
from rbsolve.geometry.vector import Vector

Floats = NDArray[np.float64]


NO_FEATURE, SUPPORT = -1, -2
"""Values of `Probe.feature` for probes that are not features of boxes."""


class Surface(NamedTuple):
    """A contact surface in its own axes, relative to its centre. The surface's size consists of three numbers [m]."""

    distance: Callable[[Vector, Vector], Distance]
    """The distance of the point q from the surface, as a function of (q, size) (geometry/distance.py). The function is
    a plain function, so that kernels can compile it.
    """
    radius: Callable[[Floats], Floats]
    """Radius [m] of the ball about the centre that contains the surface, (n,), for the sizes (n, 3) of some shapes. The
    radius is infinite for a plane.
    """
    nearest: Callable[[Vector, Vector, Vector, float], tuple[float, Distance]] | None = None
    """The t from -1 to 1 at which a ball at `q + t slide` is nearest to the surface, and the distance of its centre, as
    a plain function of (q, slide, size, radius of the ball). Only sliding balls use this function.
    """


class Probe(NamedTuple):
    """An ellipsoid of a shape that touches surfaces of other shapes, or a feature of a box that touches boxes. Its data
    are in the axes of the shape.
    """

    centre: Floats
    """Position of the centre (3,)."""
    half: Floats
    """Half axes (3,). For a ball, each is the radius. For a point, each is zero. For a feature of a box, they are the
    half edges of the box.
    """
    axes: Floats
    """The directions of the half axes (3, 3)."""
    slide: Floats = np.zeros(3)
    """The vector (3,) from the centre to an end of the segment on which a ball moves to the nearest place."""
    feature: int = NO_FEATURE
    """Number of a feature of a box. 0..7 is a corner, and 8..23 is a crossing of edges, which belongs to both boxes
    (box_pairs.py). `SUPPORT` is a point inside a face, which is not drawn.
    """


class Solid(NamedTuple):
    """The contact surface of a shape, in the axes of the shape."""

    centre: Floats
    """Position of the centre (3,)."""
    axes: Floats
    """The axes (3, 3) of the surface."""
    size: Floats
    """Size (3,) of the surface, as in `Surface`."""


def no_parts(shape: Shape) -> list[Solid]:
    """Return the list for shapes without a contact surface."""
    return []


def no_pieces(shape: Shape) -> list[Probe]:
    """Return the list for shapes without other probes."""
    return []


def no_cores(shape: Shape) -> list[Core]:
    """Return the list for shapes without convex parts."""
    return []


class Touching(NamedTuple):
    """The contacts of a type of shape. The probes of this type touch the solids of other types, or probes of other
    types touch the solids of this type, or both.
    """

    name: str
    """The name of such a shape in diagnostics."""
    probes: Callable[[Shape], list[Probe]]
    meets: tuple[str, ...]
    """Types whose solids its probes touch."""
    surface: Surface | None = None
    """The surface that other shapes touch, or None if only the probes of the type touch other shapes."""
    solids: Callable[[Shape], list[Solid]] = no_parts
    """The contact surfaces of a shape of this type, if any."""
    met_by: tuple[str, ...] = ()
    """Types whose probes touch the solids of this type, although their own records do not name this type."""
    pieces: Callable[[Shape], list[Probe]] = no_pieces
    """Other probes, which are balls that slide to the nearest place, or corners and edges of boxes."""
    pieces_meet: tuple[str, ...] = ()
    """Types whose solids these other probes touch. The `probes` do not touch solids of these types."""
    cores: Callable[[Shape], list[Core]] = no_cores
    """The convex parts of a shape of this type (convex.py)."""
    cores_meet: tuple[str, ...] = ()
    """Types whose convex parts touch the convex parts of this type, at a single point for each pair of parts."""
    face_points: Callable[[Shape], list[Probe]] = no_pieces
    """Points of the flat faces of a shape of this type. They support convex parts that touch each other face to face."""
    face_solids: Callable[[Shape], list[Solid]] = no_parts
    """The contact surfaces that such points of other shapes touch. Hulls have planes instead (`Core.planes`)."""
    rolling_radius: Callable[[Shape], float] | None = None
    """Radius of the rolling shape [m]."""
    is_mutual: bool = False
    """Whether a contact of two such shapes needs the probes of only one shape."""


class ShapeType(NamedTuple):
    """The record of a type of shape, which is a value of SHAPE_TYPE."""

    name: str
    meaning: str
    counts: tuple[int, ...]
    """Permitted numbers of items of `@DIMENSIONS`."""
    dimensions: str
    """The meaning of the dimensions."""
    picture: Callable[[Shape, float], SolidMesh]
    """The triangles of a shape of this type in its own axes. It is a function of the shape and the size of the model
    [m], which replaces infinite dimensions.
    """
    needs: tuple[str, ...] = ()
    """The required keywords of the type. `takes` contains the optional keywords."""
    takes: tuple[str, ...] = ()
    volume: Callable[[Shape], Volume] | None = None
    """The volume, centroid and inertia for unit density of a shape of this type. The function raises NoVolume if the
    shape encloses no volume.
    """
    touches: tuple[Touching, ...] = ()
    """The contacts of the type, which are empty for a type that cannot touch."""
    touching: Callable[[Shape], int] = lambda shape: 0
    """Function of a shape that returns the index of the shape's contacts in `touches`."""
    is_endless: bool = False
    """Whether the picture of a shape of this type shows only a part of the shape."""


def centred_solid(*size: float) -> Solid:
    """Return a surface at the origin of a shape, in the axes of the shape."""
    return Solid(np.zeros(3), np.eye(3), np.array((*size, 0.0, 0.0, 0.0)[:3]))
