"""The contact points of two shapes, in the axes of their bodies. A contact point combines a probe of one shape with a
solid of the other shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.box_pairs import CORNERS
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.faces import FACING
from rbsolve.geometry.shapes.kind import Probe, Solid, Touching
from rbsolve.geometry.shapes.registry import CODES, are_convex, meets, touching_of
from rbsolve.geometry.shapes.types.line import bulge_of
from rbsolve.language.many import matmul
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.model.flat import Floats


class Point(NamedTuple):
    """A contact point: a probe of one shape, and a solid of the other shape."""

    end: int
    probe: Probe
    surface: int
    solid: Solid
    core: tuple[int, int] = (-1, -1)
    """The indices of the convex parts of the probe and of the solid (`Parts.cores`). The indices are -1 for other pairs
    of shapes. For the point of a face on a hull, only the first index is -1.
    """


class Parts:
    """The probes and solids of shapes, in body axes. Each shape is converted only once, even if several contacts use
    it.
    """

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._probes: dict[tuple[str, bool], list[Probe]] = {}
        self._solids: dict[str, list[Solid]] = {}
        self._convex: dict[str, list[tuple[int, Core]]] = {}
        self._face_points: dict[str, list[Probe]] = {}
        self._face_solids: dict[str, list[Solid]] = {}
        self.cores: list[Core] = []
        """All convex parts created so far, in the order of `Contacts.cores`."""

    def probes(self, shape: Shape, touching: Touching, slides: bool) -> list[Probe]:
        """Return the parts of a shape that touch other shapes: its probes, or the balls that slide along it."""
        if (shape.name, slides) not in self._probes:
            parts = [
                (probe, *_place(shape, probe.centre, probe.axes, self._anatomy), self._turn(shape, probe.slide))
                for probe in (touching.pieces if slides else touching.probes)(shape)
            ]
            self._probes[shape.name, slides] = [
                probe._replace(centre=centre, axes=axes, slide=slide) for probe, centre, axes, slide in parts
            ]
        return self._probes[shape.name, slides]

    def _turn(self, shape: Shape, direction: Floats) -> Floats:
        """Return a vector, given in the axes of a shape, in body axes."""
        R_BI = self._anatomy.reference_R[self._anatomy.index[shape.body]].T
        return np.asarray(matmul(matmul(R_BI, shape.frame[:3, :3]), direction))

    def face_points(self, shape: Shape, touching: Touching) -> list[Probe]:
        """Return the points of the flat faces of a shape."""
        if shape.name not in self._face_points:
            self._face_points[shape.name] = self._turned(shape, touching.face_points(shape))
        return self._face_points[shape.name]

    def _turned(self, shape: Shape, points: list[Probe]) -> list[Probe]:
        """Return the points of a shape in body axes."""
        places = [_place(shape, point.centre, point.axes, self._anatomy) for point in points]
        return [point._replace(centre=centre, axes=axes) for point, (centre, axes) in zip(points, places, strict=True)]

    def solids(self, shape: Shape, touching: Touching) -> list[Solid]:
        """Return the solids of a shape that the probes of other shapes touch."""
        if shape.name not in self._solids:
            self._solids[shape.name] = self._placed(shape, touching.solids(shape))
        return self._solids[shape.name]

    def face_solids(self, shape: Shape, touching: Touching) -> list[Solid]:
        """Return the solids of a shape that the points of flat faces touch."""
        if shape.name not in self._face_solids:
            self._face_solids[shape.name] = self._placed(shape, touching.face_solids(shape))
        return self._face_solids[shape.name]

    def _placed(self, shape: Shape, solids: list[Solid]) -> list[Solid]:
        """Return the solids of a shape in body axes."""
        places = [_place(shape, solid.centre, solid.axes, self._anatomy) for solid in solids]
        return [Solid(*place, solid.size) for solid, place in zip(solids, places, strict=True)]

    def is_new(self, shape: Shape) -> bool:
        """Return whether the convex parts of a shape have not been created yet."""
        return shape.name not in self._convex

    def convex(self, shape: Shape, touching: Touching) -> list[tuple[int, Core]]:
        """Return the convex parts of a shape, and their indices in `cores`."""
        if shape.name not in self._convex:
            first, parts = len(self.cores), touching.cores(shape)
            self.cores += [
                part._replace(centre=centre, axes=axes)
                for part, centre, axes in (
                    (part, *_place(shape, part.centre, part.axes, self._anatomy)) for part in parts
                )
            ]
            self._convex[shape.name] = list(enumerate(self.cores[first:], first))
        return self._convex[shape.name]


def convex_kinds(pair: list[Shape]) -> tuple[Touching, Touching] | None:
    """Return the kinds of contact of two convex shapes, or None if the shapes do not touch as convex shapes."""
    one, other = touching_of(pair[0]), touching_of(pair[1])
    return (one, other) if one is not None and other is not None and are_convex(one, other) else None


def _convex_points(pair: list[Shape], kinds: tuple[Touching, Touching], parts: Parts) -> list[Point]:
    """Return the contact points of convex parts, one for each pair of parts. A plane always belongs to the solid."""
    end = 0 if pair[1].type == "PLANE" else 1
    probes, solids = parts.convex(pair[end], kinds[end]), parts.convex(pair[1 - end], kinds[1 - end])
    points = []
    for (p, probe), (t, solid) in product(probes, solids):
        touches = Probe(probe.centre, np.zeros(3), probe.axes)
        points.append(Point(end, touches, -1, Solid(solid.centre, solid.axes, np.zeros(3)), (p, t)))
    return points


def _face_points(pair: list[Shape], kinds: tuple[Touching, Touching], parts: Parts) -> list[Point]:
    """Return the contact points of the flat faces of each shape with the faces of the other shape."""
    points = []
    for end in (1, 0):
        solids = _faced_solids(pair[1 - end], kinds[1 - end], parts)
        probes = parts.face_points(pair[end], kinds[end]) if solids else []
        points += [
            Point(end, probe, surface, solid, (FACING, core))
            for probe, (surface, solid, core) in product(probes, solids)
        ]
    return points


def _faced_solids(shape: Shape, touching: Touching, parts: Parts) -> list[tuple[int, Solid, int]]:
    """Return the solids of a shape with flat faces, each with the code of its surface and the index of its hull. One of
    the two numbers is -1.
    """
    surfaces = [(CODES[touching.name], solid, -1) for solid in parts.face_solids(shape, touching)]
    hulls = [(t, hull) for t, hull in parts.convex(shape, touching) if len(hull.planes)]
    return [*surfaces, *((-1, Solid(hull.centre, hull.axes, np.zeros(3)), t) for t, hull in hulls)]


def ends_that_touch(pair: list[Shape]) -> Iterator[tuple[int, Touching, Touching]]:
    """Yield the directions of a contact. A direction consists of the end whose points touch the solid of the other
    shape, and of the kinds of contact.
    """
    for end in (1, 0):
        probe, solid = touching_of(pair[end]), touching_of(pair[1 - end])
        if probe is None or solid is None or not meets(probe, solid):
            continue
        if end == 1 or not (probe is solid and probe.is_mutual):
            yield end, probe, solid


def points_of(pair: list[Shape], parts: Parts) -> list[Point]:
    """Return all contact points of two shapes, in the axes of their bodies."""
    if kinds := convex_kinds(pair):
        return [*_convex_points(pair, kinds, parts), *_face_points(pair, kinds, parts)]
    points = []
    for end, of_probe, of_solid in ends_that_touch(pair):
        probes = parts.probes(pair[end], of_probe, of_solid.name in of_probe.pieces_meet)
        solids = parts.solids(pair[1 - end], of_solid)
        # Crossings of edges belong to both shapes, so only one end adds them.
        mine = [probe for probe in probes if end == 1 or probe.feature < CORNERS]
        pairs = ((probe, _bulging(solid, probe)) for probe, solid in product(mine, solids))
        points += [Point(end, probe, CODES[of_solid.name], solid) for probe, solid in pairs]
    return points


def _bulging(solid: Solid, probe: Probe) -> Solid:
    """Return a solid with its bulge if the probe is a ball that slides along the solid."""
    if not probe.slide.any():
        return solid
    radius, half, _ = solid.size
    bulge = bulge_of((probe.half[0], radius), (float(np.linalg.norm(probe.slide)), half))
    return solid._replace(size=np.array([radius, half, bulge]))


def _place(shape: Shape, place: Floats, axes: Floats, anatomy: Anatomy) -> tuple[Floats, Floats]:
    """Return a position and axes, given in the axes of a shape, in body axes."""
    body = anatomy.index[shape.body]
    R_BI = anatomy.reference_R[body].T
    R_IS = shape.frame[:3, :3]
    x = shape.frame[:3, 3] + matmul(R_IS, place) - anatomy.reference_x[body]
    return np.asarray(matmul(R_BI, x)), np.asarray(matmul(matmul(R_BI, R_IS), axes))
