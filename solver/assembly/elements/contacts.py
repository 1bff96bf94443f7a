"""Creates the arrays of contacts. Each pair of shapes becomes pairs of a point of one shape and a solid of the other
shape.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from rbsolve.geometry.resolved import Shape
from rbsolve.geometry.shapes.convex import FORM, Core, Cores
from rbsolve.geometry.shapes.hulls import hull_excess
from rbsolve.geometry.shapes.registry import ROLLING as ROLLING_SHAPES
from rbsolve.geometry.shapes.registry import partners, touching_of
from rbsolve.geometry.shapes.volumes import NoVolume
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics, Span
from rbsolve.language.recall import recallable
from rbsolve.solver.assembly.elements.contact_points import Parts, convex_kinds, ends_that_touch, points_of
from rbsolve.solver.contacts.law import damping_factor
from rbsolve.solver.contacts.nearness import reaches
from rbsolve.solver.forces.anatomy import Anatomy
from rbsolve.solver.model.arrays import LAW, ROLLING, Contacts
from rbsolve.solver.model.flat import Floats, Ints

CAVITY = 0.01  # a warning follows if the volume of a hull exceeds the volume of its mesh by more than this fraction


@recallable
def contacts(description: Description, anatomy: Anatomy, diagnostics: Diagnostics) -> Contacts:
    """Return the arrays of all contacts. A contact of shapes that cannot touch is reported and omitted."""
    blocks = list(description.all_of("CONTACT"))
    if not blocks:
        return Contacts()
    from rbsolve.geometry.shapes.shapes import shape_of  # this import loads the reader of mesh files

    shapes = description.of_kind("SHAPE")

    @cache
    def shape_at(name: str) -> Shape:
        return anatomy.geometry.shapes.get(name) or shape_of(shapes[name], description, anatomy.geometry)

    bodies, laws, points, first = [], [], [], [0]
    known, parts = [], Parts(anatomy)
    for block in blocks:
        pair = [shape_at(name) for name in block["CONTACT_SHAPES"]]
        if not _check(block, pair, diagnostics) or not _have_hulls(block, pair, parts, diagnostics):
            continue
        bodies.append([anatomy.index[name] for name in block["CONNECTED_TO_BODIES"]])
        known.append(block)
        laws.append(_law(block, _rolling_size(pair)))
        points += points_of(pair, parts)
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
    """Return convex parts as arrays."""
    corners = [core.corners for core in cores]
    numbers = [[*core.half_axes.ravel(), core.radius, core.sharpness, core.extent] for core in cores]
    return Cores(
        np.array(numbers).reshape(-1, FORM),
        _ranges(corners),
        np.concatenate([np.zeros((0, 4)), *corners]),
    )


def _ranges(blocks: list[Floats]) -> Ints:
    """Return for each block the index of its first row, and the index after its last row (n, 2)."""
    counts = np.array([0, *map(len, blocks)], dtype=np.int64).cumsum()
    return np.column_stack([counts[:-1], counts[1:]])


def _rolling_size(pair: list[Shape]) -> float:
    """Return the radius of the rolling shape [m]. If both shapes roll, return the smaller radius; if neither rolls,
    return zero.
    """
    touchings = ((shape, touching_of(shape)) for shape in pair)
    radii = [
        touching.rolling_radius(shape)
        for shape, touching in touchings
        if touching is not None and touching.rolling_radius is not None
    ]
    return min(radii, default=0.0)


def _check_rolling(blocks: list[Described], laws: list[list[float]], diagnostics: Diagnostics) -> None:
    """Note that rolling resistance has no effect if no shape of the contacts can roll."""
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


def _have_hulls(block: Described, pair: list[Shape], parts: Parts, diagnostics: Diagnostics) -> bool:
    """Return whether the meshes of a pair were read and have convex hulls. Errors in reading a mesh were reported
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
    """Return whether the shapes belong to the bodies and can touch each other. If not, report the reason as an error."""
    for shape, body in zip(pair, block["CONNECTED_TO_BODIES"], strict=True):
        if shape.body != body:
            diagnostics.error(
                Code.INVALID_VALUE,
                f"shape {shape.name} of contact {block.name} belongs to {shape.body}, not to {body}",
                block.span_of("CONTACT_SHAPES"),
                "name the shapes in the order of @CONNECTED_TO_BODIES",
            )
            return False
    if convex_kinds(pair) or list(ends_that_touch(pair)):
        return True
    touchings = [touching_of(shape) for shape in pair]
    able = {touching.name: partners(touching) for touching in touchings if touching is not None}
    if None in touchings:
        hint = "to let some of its points touch other shapes, add a LINE without @DIMENSIONS through these points"
    else:
        hint = "; ".join(f"{name} supports contact with {', '.join(others)}" for name, others in able.items())
    diagnostics.error(
        Code.INVALID_VALUE,
        f"contact {block.name}: contact of a {_name_of(pair[0])} with a {_name_of(pair[1])} is not supported",
        block.span_of("CONTACT_SHAPES"),
        hint,
    )
    return False
