"""Resolves the names in the shapes of a deck, and reads the files of shapes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import Mesh, ResolvedGeometry, Shape
from rbsolve.language.colours import colour_code
from rbsolve.language.described import Described, Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.many import matmul, with_part
from rbsolve.language.recall import recallable
from rbsolve.language.table import GROUND, INERTIAL_FRAME

Floats = NDArray[np.float64]


@recallable
def with_shapes(
    description: Description,
    geometry: ResolvedGeometry,
    diagnostics: Diagnostics,
    allow_include: Iterable[Path] = (),
) -> ResolvedGeometry:
    """Return the geometry with all shapes of a deck without errors."""
    return geometry._replace(shapes=resolve_shapes(description, geometry, diagnostics, allow_include))


def resolve_shapes(
    description: Description,
    geometry: ResolvedGeometry,
    diagnostics: Diagnostics,
    allow_include: Iterable[Path] = (),
) -> dict[str, Shape]:
    """Return all shapes of a deck without errors, by name. Files that cannot be read or are not meshes are reported,
    and their shapes are omitted.
    """
    master = Path(description.sources[0].name)
    places = [master.parent, *map(Path, allow_include)]
    shapes: dict[str, Shape] = {}
    for block in description.all_of("SHAPE"):
        mesh = None
        if block["SHAPE_TYPE"] == "MESH":
            mesh = _mesh(block, places, diagnostics)
            if mesh is None:
                continue
        shapes[block.name] = shape_of(block, description, geometry, mesh)
    return shapes


def reference_frame(description: Description, geometry: ResolvedGeometry, body: str) -> Floats:
    """Return the frame (4, 4) of a body at the reference configuration."""
    if body == GROUND:
        return np.eye(4)
    return geometry.frames[description.of_kind("RIGID_BODY")[body].get("FRAME_NAME", INERTIAL_FRAME)]


def shape_of(block: Described, description: Description, geometry: ResolvedGeometry, mesh: Mesh | None = None) -> Shape:
    """Return the shape of a block. A MESH includes the content of its file."""
    body = block["CONNECTED_TO_BODY"]
    frame = reference_frame(description, geometry, body).copy()
    if "AT_POINT" in block:
        frame = with_part(frame, np.s_[:3, 3], geometry.points[block["AT_POINT"]])
    if "TRIAD_NAME" in block:
        frame = with_part(frame, np.s_[:3, :3], geometry.triads[block["TRIAD_NAME"]])
    dimensions = tuple(block.get("DIMENSIONS", ()))
    if mesh is not None and dimensions:
        mesh = mesh._replace(vertices=mesh.vertices * np.array(dimensions))
    return Shape(
        name=block.name,
        type=block["SHAPE_TYPE"],
        body=body,
        frame=frame,
        dimensions=dimensions,
        colour=colour_code(block.get("COLOUR", "")) or "",
        opacity=block["OPACITY"],
        points=_corners(block, frame, geometry) if "POINTS" in block else None,
        mesh=mesh,
    )


def _corners(block: Described, frame: Floats, geometry: ResolvedGeometry) -> Floats:
    """Return the corners of a line (n, 3) in the shape's axes. Named points keep their position. Coordinates are
    relative to the shape's point.
    """
    points = block["POINTS"]
    if isinstance(points[0], float):
        return np.array(points).reshape(-1, 3)
    corners = np.array([geometry.points[name] for name in points])
    return np.asarray(matmul(corners - frame[:3, 3], frame[:3, :3]))


def _mesh(block: Described, places: list[Path], diagnostics: Diagnostics) -> Mesh | None:
    from rbsolve.geometry.shapes.meshes import MeshError, read_mesh

    span, name = block.span_of("FILE_NAME"), block["FILE_NAME"]
    path = Path(block.path_of("FILE_NAME"))
    try:
        resolved = path.resolve()
        if not any(resolved.is_relative_to(place.resolve()) for place in places):
            message = f"`{name}` is outside the folder of the master deck"
            diagnostics.error(
                Code.INCLUDE_ERROR, message, span, "copy it there, or allow its folder with --allow-include"
            )
        elif not path.is_file():
            diagnostics.error(Code.INCLUDE_ERROR, f"there is no file `{path}`", span)
        else:
            return read_mesh(path)
    except MeshError as error:
        diagnostics.error(Code.INVALID_VALUE, f"cannot draw `{name}`: {error}", span)
    except (OSError, ValueError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or error
        diagnostics.error(Code.INCLUDE_ERROR, f"cannot read `{name}`: {reason}", span)
    return None
