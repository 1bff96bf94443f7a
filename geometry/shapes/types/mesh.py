"""MESH: the triangles of a file. A mesh is drawn and has a mass, and never touches."""

from __future__ import annotations

from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.kind import ShapeType
from rbsolve.geometry.shapes.volumes import mesh_volume


def _mesh(shape: Shape) -> Mesh:
    assert shape.mesh is not None  # a MESH always has a mesh
    return shape.mesh


MESH = ShapeType(
    "MESH",
    "the triangles of a file, in the triad's axes from the point",
    (1, 3),
    "the scale, or one along each axis",
    lambda shape, size: solids.facet(_mesh(shape)),
    needs=("FILE_NAME",),
    takes=("DIMENSIONS", "DENSITY"),
    volume=lambda shape: mesh_volume(_mesh(shape)),
)
