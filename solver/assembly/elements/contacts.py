"""Contacts: pairs of shapes as points of the one against solids of the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.recall import recalled
from rbsolve.solver.contacts.law import damping_factor
from rbsolve.solver.contacts.nearness import reaches
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.model.arrays import BOX, CAPSULE, CYLINDER, LAW, NO_CONTACTS, PLANE, ROLLING, SPHERE, Contacts
from rbsolve.solver.model.flat import Floats

THICKNESS = (
    1e-3  # of the flat ellipsoid that a disc is, over its radius: a face that stands on a plane is rounded by that
)

# Whose points meet whose solid. A LINE with a radius is a chain of capsules (TUBE), without one its points (POINTS).
WAYS = {
    "SPHERE": ("PLANE", "SPHERE", "BOX", "CYLINDER", "TUBE"),
    "BOX": ("PLANE", "BOX", "CYLINDER", "TUBE"),
    "TUBE": ("PLANE", "BOX", "CYLINDER"),
    "POINTS": ("PLANE", "SPHERE", "BOX", "CYLINDER", "TUBE"),
    "CYLINDER": ("PLANE",),
    "ELLIPSOID": ("PLANE",),
    "CONE": ("PLANE",),
}


ROUND = "SPHERE", "CYLINDER", "TUBE", "ELLIPSOID", "CONE"


class Probe(NamedTuple):
    """An ellipsoid in the axes of its shape; one of three zeros is a point."""

    centre: Floats
    half: Floats
    axes: Floats


class Solid(NamedTuple):
    """A solid of geometry/distance.py in the axes of its shape."""

    kind: int
    centre: Floats
    axes: Floats
    size: Floats


class _Point(NamedTuple):
    """A probe of one shape against a solid of the other."""

    end: int
    probe: Probe
    solid: Solid


class _Parts:
    """The probes and solids of shapes, in the axes of their bodies; each is placed once, however many contacts it is in."""

    def __init__(self, anatomy: Anatomy) -> None:
        self._anatomy = anatomy
        self._probes: dict[str, list[Probe]] = {}
        self._solids: dict[str, list[Solid]] = {}

    def probes(self, shape: Shape) -> list[Probe]:
        """What of a shape touches others."""
        if shape.name not in self._probes:
            placed = [(probe, *_placed(shape, probe.centre, probe.axes, self._anatomy)) for probe in _probes(shape)]
            self._probes[shape.name] = [Probe(centre, probe.half, axes) for probe, centre, axes in placed]
        return self._probes[shape.name]

    def solids(self, shape: Shape) -> list[Solid]:
        """What of a shape others touch."""
        if shape.name not in self._solids:
            placed = [(solid, *_placed(shape, solid.centre, solid.axes, self._anatomy)) for solid in _solids(shape)]
            self._solids[shape.name] = [Solid(solid.kind, centre, axes, solid.size) for solid, centre, axes in placed]
        return self._solids[shape.name]


@recalled
def contacts(description: Description, anatomy: Anatomy, diagnostics: Diagnostics) -> Contacts:
    """All contacts; those whose shapes cannot touch are reported and left out."""
    blocks = list(description.all_of("CONTACT"))
    if not blocks:
        return NO_CONTACTS
    from rbsolve.geometry.shapes.shapes import shape_of  # which loads what reads files of meshes

    shapes = description.of_kind("SHAPE")

    @cache
    def shape_at(name: str) -> Shape:
        return shape_of(shapes[name], description, anatomy.geometry)

    bodies, laws, points, first = [], [], [], [0]
    known, parts = [], _Parts(anatomy)
    for block in blocks:
        pair = [shape_at(name) for name in block["CONTACT_SHAPES"]]
        if not _check(block, pair, diagnostics):
            continue
        bodies.append([anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]])
        known.append(block)
        laws.append(_law(block, _rolling_size(pair)))
        points += _points(pair, parts)
        first.append(len(points))
    _check_rolling(known, laws, diagnostics)
    ends = np.array(bodies, dtype=np.int64).reshape(-1, 2)
    probes, solids = [point.probe for point in points], [point.solid for point in points]
    found = Contacts(
        body0=np.ascontiguousarray(ends[:, 0]),
        body1=np.ascontiguousarray(ends[:, 1]),
        first=np.array(first, dtype=np.int64),
        law=np.array(laws).reshape(-1, LAW),
        end=np.array([point.end for point in points], dtype=np.int64),
        centre=np.array([probe.centre for probe in probes]).reshape(-1, 3),
        half=np.array([probe.half for probe in probes]).reshape(-1, 3),
        axes=np.array([probe.axes for probe in probes]).reshape(-1, 3, 3),
        solid=np.array([solid.kind for solid in solids], dtype=np.int64),
        solid_centre=np.array([solid.centre for solid in solids]).reshape(-1, 3),
        solid_axes=np.array([solid.axes for solid in solids]).reshape(-1, 3, 3),
        size=np.array([solid.size for solid in solids]).reshape(-1, 3),
    )
    return found._replace(reach=reaches(found))


def _rolling_size(pair: list[Shape]) -> float:
    """The radius of what rolls, the smaller where both do [m]; zero where nothing does."""
    radii = [
        max(shape.dimensions) if shape.type == "ELLIPSOID" else shape.dimensions[0]
        for shape in pair
        if _type(shape) in ROUND
    ]
    return min(radii, default=0.0)


def _check_rolling(blocks: list[Described], laws: list[list[float]], diagnostics: Diagnostics) -> None:
    """Note rolling resistance that no contact with it can use."""
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
            "it applies to a SPHERE, CYLINDER, CONE, ELLIPSOID or LINE with a radius",
        )


def _law(block: Described, rolling_size: float) -> list[float]:
    """The numbers of a contact (`Contacts.law`)."""
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


def _type(shape: Shape) -> str:
    if shape.type != "LINE":
        return shape.type
    return "TUBE" if shape.dimensions else "POINTS"


def _called(shape: Shape) -> str:
    return {"TUBE": "LINE with a radius", "POINTS": "LINE without a radius"}.get(_type(shape), shape.type)


def _check(block: Described, pair: list[Shape], diagnostics: Diagnostics) -> bool:
    """Whether the shapes are those of the bodies, and can touch; findings say what is wrong."""
    for shape, body in zip(pair, block["CONNECTED_TO_BODIES"], strict=True):
        if shape.body != body:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"shape {shape.name} of contact {block.name} belongs to {shape.body}, not to {body}",
                block.span_of("CONTACT_SHAPES"),
                "name the shapes in the order of @CONNECTED_TO_BODIES",
            )
            return False
    if list(_ends(pair)):
        return True
    kinds = _type(pair[0]), _type(pair[1])
    able = {kind: [*WAYS.get(kind, ()), *(probe for probe, solids in WAYS.items() if kind in solids)] for kind in kinds}
    if not all(able.values()):
        hint = "to detect contact of some of its points, add a LINE through them without @DIMENSIONS"
    else:
        lists = (
            f"{kind} supports contact with {', '.join(dict.fromkeys(able[kind]))}" for kind in dict.fromkeys(kinds)
        )
        hint = "; ".join(lists).replace("TUBE", "LINE with a radius").replace("POINTS", "LINE without a radius")
    diagnostics.error(
        Code.INVALID_VALUE,
        f"contact {block.name}: contact of a {_called(pair[0])} with a {_called(pair[1])} is not supported",
        block.span_of("CONTACT_SHAPES"),
        hint,
    )
    return False


def _ends(pair: list[Shape]) -> Iterator[int]:
    """The ends of a contact whose shape has points against the solid of the other."""
    for end in (1, 0):
        probe, solid = pair[end], pair[1 - end]
        if _type(solid) in WAYS.get(_type(probe), ()) and (end == 1 or not _type(probe) == _type(solid) == "SPHERE"):
            yield end


def _points(pair: list[Shape], parts: _Parts) -> list[_Point]:
    """All points of contact of two shapes, in the axes of their bodies."""
    return [
        _Point(end, probe, solid)
        for end in _ends(pair)
        for probe, solid in product(parts.probes(pair[end]), parts.solids(pair[1 - end]))
    ]


def _probes(shape: Shape) -> list[Probe]:
    """What of a shape touches others."""
    size, turn = shape.dimensions, np.eye(3)
    if shape.type == "SPHERE":
        return [Probe(np.zeros(3), np.full(3, size[0]), turn)]
    if shape.type == "BOX":
        return [Probe(0.5 * np.array(size) * signs, np.zeros(3), turn) for signs in product((-1.0, 1.0), repeat=3)]
    if shape.type == "LINE":
        assert shape.points is not None  # a LINE has some
        return [Probe(point, np.full(3, size[0] if size else 0.0), turn) for point in shape.points]
    if shape.type == "ELLIPSOID":
        return [Probe(np.zeros(3), np.array(size), turn)]
    radius, height = size
    thin = THICKNESS * radius
    disc, inset = np.array([radius, radius, thin]), np.array([0.0, 0.0, 0.5 * height - thin])
    if shape.type == "CYLINDER":
        return [Probe(-inset, disc, turn), Probe(inset, disc, turn)]
    return [Probe(np.array([0.0, 0.0, thin]), disc, turn), Probe(np.array([0.0, 0.0, height]), np.zeros(3), turn)]


def _solids(shape: Shape) -> list[Solid]:
    """What of a shape others touch."""
    size, kinds = (*shape.dimensions, 0.0, 0.0, 0.0), {"PLANE": PLANE, "SPHERE": SPHERE, "CYLINDER": CYLINDER}
    if shape.type == "LINE":
        assert shape.points is not None
        return [_capsule(a, b, size[0]) for a, b in pairwise(shape.points) if not np.array_equal(a, b)]
    if shape.type == "BOX":
        return [Solid(BOX, np.zeros(3), np.eye(3), 0.5 * np.array(size[:3]))]
    if shape.type == "CYLINDER":
        return [Solid(CYLINDER, np.zeros(3), np.eye(3), np.array([size[0], 0.5 * size[1], 0.0]))]
    return [Solid(kinds[shape.type], np.zeros(3), np.eye(3), np.array(size[:3]))]


def _capsule(a: Floats, b: Floats, radius: float) -> Solid:
    """The capsule about the piece from `a` to `b`, its e3 along it."""
    length = float(np.linalg.norm(b - a))
    e3 = (b - a) / length
    e1 = np.cross(np.eye(3)[np.argmin(np.abs(e3))], e3)
    e1 /= np.linalg.norm(e1)
    return Solid(
        CAPSULE, 0.5 * (a + b), np.column_stack([e1, np.cross(e3, e1), e3]), np.array([radius, 0.5 * length, 0.0])
    )


def _placed(shape: Shape, place: Floats, axes: Floats, anatomy: Anatomy) -> tuple[Floats, Floats]:
    """A place and axes given in those of a shape, in the axes of its body."""
    body = anatomy.index[shape.body]
    R_BI = anatomy.reference_R[body].T
    R_IS = shape.frame[:3, :3]
    x = shape.frame[:3, 3] + R_IS @ place - anatomy.reference_x[body]
    return np.asarray(R_BI @ x), np.asarray(R_BI @ R_IS @ axes)
