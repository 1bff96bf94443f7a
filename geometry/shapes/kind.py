"""A type of shape: one record, the source of the schema, masses, contacts and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.distance import Distance
from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.solids import SolidMesh
from rbsolve.geometry.shapes.volumes import Volume
from rbsolve.geometry.vector import Vector

Floats = NDArray[np.float64]


class Surface(NamedTuple):
    """A surface that others touch, in its own axes, from its centre; three numbers [m] are its size."""

    distance: Callable[[Vector, Vector], Distance]
    """(q, size): the distance of the point q (geometry/distance.py); a plain function, which kernels compile."""
    radius: Callable[[Floats], Floats]
    """Radius of the ball about the centre that contains it (n,), for the sizes (n, 3) of some shapes; infinite for a plane [m]."""
    nearest: Callable[[Vector, Vector, Vector], float] | None = None
    """(q, slide, size): the t from -1 to 1 of the place `q + t slide` that is nearest, where balls slide; a plain function."""


class Probe(NamedTuple):
    """An ellipsoid of a shape that meets surfaces of others, or a feature of a box that meets boxes, in the axes of the shape."""

    centre: Floats
    """(3,)"""
    half: Floats
    """(3,) its half axes; thrice the radius for a ball, zeros for a point, the half edges for a feature of a box."""
    axes: Floats
    """(3, 3) along which they are."""
    slide: Floats = np.zeros(3)
    """(3,) half of the straight piece, about the centre, along which a ball goes to where it is nearest."""
    feature: int = -1
    """Of a box: 0..7 a corner, 8..23 a crossing of edges, which is of both boxes (box_pairs.py)."""


class Solid(NamedTuple):
    """The contact surface of a shape, in the axes of the shape."""

    centre: Floats
    """(3,)"""
    axes: Floats
    """(3, 3)"""
    size: Floats
    """(3,) of the surface (`Surface`)."""


def no_parts(shape: Shape) -> list[Solid]:
    """For shapes without a contact surface."""
    return []


def no_pieces(shape: Shape) -> list[Probe]:
    """For shapes without other probes."""
    return []


class Touching(NamedTuple):
    """The contacts of a type of shape: its probes meet the solids of other types, or their probes meet its solid, or both."""

    name: str
    """The name of such a shape in diagnostics."""
    probes: Callable[[Shape], list[Probe]]
    meets: tuple[str, ...]
    """Types with solids that its probes meet."""
    surface: Surface | None = None
    """What others touch; None where its probes do all."""
    solids: Callable[[Shape], list[Solid]] = no_parts
    """Its contact surfaces, if any."""
    met_by: tuple[str, ...] = ()
    """Types with probes that meet its solids, if their own records do not list it."""
    pieces: Callable[[Shape], list[Probe]] = no_pieces
    """Other probes: balls that slide to where they are nearest, or corners and edges of boxes."""
    pieces_meet: tuple[str, ...] = ()
    """Types with solids that these meet, instead of its probes."""
    rolling_radius: Callable[[Shape], float] | None = None
    """Radius of the rolling shape [m]."""
    is_mutual: bool = False
    """Whether one of two such shapes suffices as the probe of both."""


class ShapeType(NamedTuple):
    """One value of SHAPE_TYPE."""

    name: str
    meaning: str
    counts: tuple[int, ...]
    """How many numbers `@DIMENSIONS` may have."""
    dimensions: str
    """What they are."""
    picture: Callable[[Shape, float], SolidMesh]
    """Its triangles in its own axes; infinite dimensions are replaced by the size of the model [m]."""
    needs: tuple[str, ...] = ()
    """Its keywords, and its optional keywords below."""
    takes: tuple[str, ...] = ()
    volume: Callable[[Shape], Volume] | None = None
    """For unit density; raises NoVolume if it encloses none."""
    touches: tuple[Touching, ...] = ()
    """How it can touch; none where it does not."""
    touching: Callable[[Shape], int] = lambda shape: 0
    """Which of them a shape has."""
    is_endless: bool = False
    """Whether its picture shows a part of it only."""


def centred_solid(*size: float) -> Solid:
    """A surface at the origin of a shape, along its axes."""
    return Solid(np.zeros(3), np.eye(3), np.array((*size, 0.0, 0.0, 0.0)[:3]))
