"""Contacts. Each pair of shapes becomes pairs of a point of one shape and a solid of the other shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.box_pairs import CORNERS
from rbsolve.geometry.shapes.convex import FORM, Core, Cores
from rbsolve.geometry.shapes.faces import FACING
from rbsolve.geometry.shapes.hulls import hull_excess
from rbsolve.geometry.shapes.kind import Probe, Solid, Touching
from rbsolve.geometry.shapes.registry import CODES, are_convex, meets, partners, touching_of
from rbsolve.geometry.shapes.registry import ROLLING as ROLLING_SHAPES
from rbsolve.geometry.shapes.volumes import NoVolume
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.many import matmul
from rbsolve.language.recall import recallable
from rbsolve.solver.contacts.law import damping_factor
from rbsolve.solver.contacts.nearness import reaches
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.model.arrays import LAW, NO_CONTACTS, ROLLING, Contacts
from rbsolve.solver.model.flat import Floats, Ints

CAVITY = 0.01  # permitted excess of the volume of a hull, relative to the volume of its mesh


class _Point(NamedTuple):
    """A probe of one shape, with a solid of the other shape."""

    end: int
    probe: Probe
    surface: int
    solid: Solid
    core: tuple[int, int] = (-1, -1)
    """The indices of the convex parts of the probe and of the solid (`_Parts.cores`). The indices are -1 for other
    pairs of shapes. Only the first index is -1 for the point of a face on a hull.
    """


class _Parts:
    """The probes and solids of shapes, in body axes. Each shape is converted once, even if it is in several contacts."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._probes: dict[tuple[str, bool], list[Probe]] = {}
        self._solids: dict[str, list[Solid]] = {}
        self._convex: dict[str, list[tuple[int, Core]]] = {}
        self._face_points: dict[str, list[Probe]] = {}
        self._face_solids: dict[str, list[Solid]] = {}
        self.cores: list[Core] = []
        """All convex parts so far, in the order of `Contacts.cores`."""

    def probes(self, shape: Shape, touching: Touching, slides: bool) -> list[Probe]:
        """Return the parts of a shape that touch other shapes. The parts are its probes, or the balls that slide along
        it.
        """
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
        """Return a vector in the axes of a shape, converted to body axes."""
        R_BI = self._anatomy.reference_R[self._anatomy.index[shape.body]].T
        return np.asarray(matmul(matmul(R_BI, shape.frame[:3, :3]), direction))

    def face_points(self, shape: Shape, touching: Touching) -> list[Probe]:
        """Return the points of the flat faces of a shape."""
        if shape.name not in self._face_points:
            parts = [
                (each, *_place(shape, each.centre, each.axes, self._anatomy)) for each in touching.face_points(shape)
            ]
            self._face_points[shape.name] = [each._replace(centre=centre, axes=axes) for each, centre, axes in parts]
        return self._face_points[shape.name]

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
        """Return solids of a shape in body axes."""
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


@recallable
def contacts(description: Description, anatomy: Anatomy, diagnostics: Diagnostics) -> Contacts:
    """Return the arrays of all contacts. Contacts of shapes that cannot touch are reported and omitted."""
    blocks = list(description.all_of("CONTACT"))
    if not blocks:
        return NO_CONTACTS
    from rbsolve.geometry.shapes.shapes import shape_of  # this import loads the reader of mesh files

    shapes = description.of_kind("SHAPE")

    @cache
    def shape_at(name: str) -> Shape:
        return anatomy.geometry.shapes.get(name) or shape_of(shapes[name], description, anatomy.geometry)

    bodies, laws, points, first = [], [], [], [0]
    known, parts = [], _Parts(anatomy)
    for block in blocks:
        pair = [shape_at(name) for name in block["CONTACT_SHAPES"]]
        if not _check(block, pair, diagnostics) or not _have_hulls(block, pair, parts, diagnostics):
            continue
        bodies.append([anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]])
        known.append(block)
        laws.append(_law(block, _rolling_size(pair)))
        points += _points(pair, parts)
        first.append(len(points))
    _check_rolling(known, laws, diagnostics)
    planes = [core.planes for core in parts.cores]
    ends = np.array(bodies, dtype=np.int64).reshape(-1, 2)
    probes, solids = [point.probe for point in points], [point.solid for point in points]
    cores = _arrays_of(parts.cores)
    found = Contacts(
        body0=np.ascontiguousarray(ends[:, 0]),
        body1=np.ascontiguousarray(ends[:, 1]),
        first=np.array(first, dtype=np.int64),
        law=np.array(laws).reshape(-1, LAW),
        end=np.array([point.end for point in points], dtype=np.int64),
        centre=np.array([probe.centre for probe in probes]).reshape(-1, 3),
        half=np.array([probe.half for probe in probes]).reshape(-1, 3),
        axes=np.array([probe.axes for probe in probes]).reshape(-1, 3, 3),
        solid=np.array([point.surface for point in points], dtype=np.int64),
        solid_centre=np.array([solid.centre for solid in solids]).reshape(-1, 3),
        solid_axes=np.array([solid.axes for solid in solids]).reshape(-1, 3, 3),
        size=np.array([solid.size for solid in solids]).reshape(-1, 3),
        slide=np.array([probe.slide for probe in probes]).reshape(-1, 3),
        feature=np.array([probe.feature for probe in probes], dtype=np.int64),
        core=np.array([point.core for point in points], dtype=np.int64).reshape(-1, 2),
        cores=cores.numbers,
        corner_ranges=cores.ranges,
        corners=cores.corners,
        plane_ranges=_ranges(planes),
        planes=np.concatenate([np.zeros((0, 4)), *planes]),
    )
    return found._replace(reach=reaches(found))


def _arrays_of(cores: list[Core]) -> Cores:
    """Convex parts as arrays."""
    corners = [core.corners for core in cores]
    numbers = [[*core.half_axes.ravel(), core.radius, core.sharpness, core.extent] for core in cores]
    return Cores(
        np.array(numbers).reshape(-1, FORM),
        _ranges(corners),
        np.concatenate([np.zeros((0, 4)), *corners]),
    )


def _ranges(blocks: list[Floats]) -> Ints:
    """Return the first row of each block in all rows, and the row after its last row (n, 2)."""
    counts = np.array([0, *map(len, blocks)], dtype=np.int64).cumsum()
    return np.column_stack([counts[:-1], counts[1:]])


def _rolling_size(pair: list[Shape]) -> float:
    """Return the radius of the rolling shape [m]. The radius is the smaller radius if both shapes roll, and zero if
    neither shape rolls.
    """
    touchings = ((shape, touching_of(shape)) for shape in pair)
    radii = [
        touching.rolling_radius(shape)
        for shape, touching in touchings
        if touching is not None and touching.rolling_radius is not None
    ]
    return min(radii, default=0.0)


def _check_rolling(blocks: list[Described], laws: list[list[float]], diagnostics: Diagnostics) -> None:
    """Note that rolling resistance has no effect if no shape of its contacts can roll."""
    used: dict[Span, bool] = {}
    for block, law in zip(blocks, laws, strict=True):
        if block["ROLLING_RESISTANCE"] > 0.0:
            span = block.span_of("ROLLING_RESISTANCE")
            used[span] = used.get(span, False) or law[ROLLING] > 0.0
    for span in (span for span, is_used in used.items() if not is_used):
        diagnostics.warning(
            Code.INVALID_VALUE,
            "@ROLLING_RESISTANCE has no effect: none of these shapes can roll",
            span,
            f"it applies to {', '.join(ROLLING_SHAPES)}",
        )


def _law(block: Described, rolling_size: float) -> list[float]:
    """Return the numbers of a contact (`Contacts.law`)."""
    friction = block["FRICTION_COEFFICIENTS"]
    return [
        block["STIFFNESS"],
        block["EXPONENT"],
        damping_factor(block["RESTITUTION"]),
        block["RESTITUTION_VELOCITY"],
        friction[0],
        friction[-1],
        block["TRANSITION_VELOCITY"],
        *block.get("STICTION", (0.0, 0.0)),
        block["ROLLING_RESISTANCE"] if rolling_size > 0.0 else 0.0,
        rolling_size,
    ]


def _have_hulls(block: Described, pair: list[Shape], parts: _Parts, diagnostics: Diagnostics) -> bool:
    """Return whether the meshes of a pair were read and have convex hulls. Meshes that were not read have been reported
    before.
    """
    for shape in (shape for shape in pair if shape.type == "MESH"):
        touching = touching_of(shape)
        if shape.mesh is None or touching is None:
            return False
        try:
            if parts.is_new(shape):
                parts.convex(shape, touching)
                _note_cavities(block, shape.name, hull_excess(shape.mesh), diagnostics)
        except NoVolume as error:
            message = f"contact {block.name}: mesh {shape.name} has no convex hull: {error}"
            diagnostics.error(Code.INVALID_VALUE, message, block.span_of("CONTACT_SHAPES"))
            return False
    return True


def _note_cavities(block: Described, name: str, excess: float, diagnostics: Diagnostics) -> None:
    if excess > CAVITY:
        message = (
            f"mesh {name} is not convex: contact uses its convex hull, which has {100.0 * excess:.0f} % more volume"
        )
        hint = "divide it into convex meshes of the same body"
        diagnostics.warning(Code.INVALID_VALUE, message, block.span_of("CONTACT_SHAPES"), hint)


def _name_of(shape: Shape) -> str:
    touching = touching_of(shape)
    return shape.type if touching is None else touching.name


def _check(block: Described, pair: list[Shape], diagnostics: Diagnostics) -> bool:
    """Return whether the shapes belong to the bodies and can touch. If not, report an error with the reason."""
    for shape, body in zip(pair, block["CONNECTED_TO_BODIES"], strict=True):
        if shape.body != body:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"shape {shape.name} of contact {block.name} belongs to {shape.body}, not to {body}",
                block.span_of("CONTACT_SHAPES"),
                "name the shapes in the order of @CONNECTED_TO_BODIES",
            )
            return False
    if _convex_kinds(pair) or list(_ends(pair)):
        return True
    touchings = [touching_of(shape) for shape in pair]
    able = {touching.name: partners(touching) for touching in touchings if touching is not None}
    if None in touchings:
        hint = "to detect contact of some of its points, add a LINE without @DIMENSIONS through these points"
    else:
        hint = "; ".join(f"{name} supports contact with {', '.join(others)}" for name, others in able.items())
    diagnostics.error(
        Code.INVALID_VALUE,
        f"contact {block.name}: contact of a {_name_of(pair[0])} with a {_name_of(pair[1])} is not supported",
        block.span_of("CONTACT_SHAPES"),
        hint,
    )
    return False


def _convex_kinds(pair: list[Shape]) -> tuple[Touching, Touching] | None:
    """Return the kinds of touch of two shapes that touch each other as convex shapes, or None if they do not."""
    one, other = touching_of(pair[0]), touching_of(pair[1])
    return (one, other) if one is not None and other is not None and are_convex(one, other) else None


def _convex_points(pair: list[Shape], kinds: tuple[Touching, Touching], parts: _Parts) -> list[_Point]:
    """Return the points of contact of convex parts, one for each pair of parts. A plane is always the solid."""
    end = 0 if pair[1].type == "PLANE" else 1
    probes, solids = parts.convex(pair[end], kinds[end]), parts.convex(pair[1 - end], kinds[1 - end])
    points = []
    for (p, probe), (t, solid) in product(probes, solids):
        touches = Probe(probe.centre, np.zeros(3), probe.axes)
        points.append(_Point(end, touches, -1, Solid(solid.centre, solid.axes, np.zeros(3)), (p, t)))
    return points


def _face_points(pair: list[Shape], kinds: tuple[Touching, Touching], parts: _Parts) -> list[_Point]:
    """Return the points of flat faces of each shape that touch the faces of the other shape."""
    points = []
    for end in (1, 0):
        solids = _faced_solids(pair[1 - end], kinds[1 - end], parts)
        probes = parts.face_points(pair[end], kinds[end]) if solids else []
        points += [
            _Point(end, probe, surface, solid, (FACING, core))
            for probe, (surface, solid, core) in product(probes, solids)
        ]
    return points


def _faced_solids(shape: Shape, touching: Touching, parts: _Parts) -> list[tuple[int, Solid, int]]:
    """Return the solids of a shape with flat faces, each with the code of its surface and the index of its hull. One of
    both numbers is -1.
    """
    surfaces = [(CODES[touching.name], solid, -1) for solid in parts.face_solids(shape, touching)]
    hulls = [(t, hull) for t, hull in parts.convex(shape, touching) if len(hull.planes)]
    return [*surfaces, *((-1, Solid(hull.centre, hull.axes, np.zeros(3)), t) for t, hull in hulls)]


def _ends(pair: list[Shape]) -> Iterator[tuple[int, Touching, Touching]]:
    """Yield the directions of a contact: the end whose points touch the solid of the other shape, with the kinds of
    touch.
    """
    for end in (1, 0):
        probe, solid = touching_of(pair[end]), touching_of(pair[1 - end])
        if probe is None or solid is None or not meets(probe, solid):
            continue
        if end == 1 or not (probe is solid and probe.is_mutual):
            yield end, probe, solid


def _points(pair: list[Shape], parts: _Parts) -> list[_Point]:
    """Return all points of contact of two shapes, in the axes of their bodies."""
    if kinds := _convex_kinds(pair):
        return [*_convex_points(pair, kinds, parts), *_face_points(pair, kinds, parts)]
    points = []
    for end, of_probe, of_solid in _ends(pair):
        probes = parts.probes(pair[end], of_probe, of_solid.name in of_probe.pieces_meet)
        solids = parts.solids(pair[1 - end], of_solid)
        # Only one end adds crossings of edges.
        mine = [probe for probe in probes if end == 1 or probe.feature < CORNERS]
        points += [_Point(end, probe, CODES[of_solid.name], solid) for probe, solid in product(mine, solids)]
    return points


def _place(shape: Shape, place: Floats, axes: Floats, anatomy: Anatomy) -> tuple[Floats, Floats]:
    """Return a place and axes given in the axes of a shape, converted to body axes."""
    body = anatomy.index[shape.body]
    R_BI = anatomy.reference_R[body].T
    R_IS = shape.frame[:3, :3]
    x = shape.frame[:3, 3] + matmul(R_IS, place) - anatomy.reference_x[body]
    return np.asarray(matmul(R_BI, x)), np.asarray(matmul(matmul(R_BI, R_IS), axes))
