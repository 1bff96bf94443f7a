"""MESH: the triangles of a file. Its volume determines the mass, and its convex hull touches other shapes."""

from __future__ import annotations

from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.convex import Core
from rbsolve.geometry.shapes.kind import Probe, ShapeType, Touching
from rbsolve.geometry.shapes.volumes import mesh_volume


def _mesh(shape: Shape) -> Mesh:
    assert shape.mesh is not None  # a MESH always has a mesh
    return shape.mesh


def _no_probes(shape: Shape) -> list[Probe]:
    return []


def _cores(shape: Shape) -> list[Core]:
    from rbsolve.geometry.shapes.hulls import hull_core

    return [hull_core(_mesh(shape))]


MESH = ShapeType(
    "MESH",
    "the triangles of a file, in the triad's axes from the point",
    (1, 3),
    "the scale, or one scale along each axis",
    lambda shape, size: solids.facet(_mesh(shape)),
    needs=("FILE_NAME",),
    takes=("DIMENSIONS", "DENSITY"),
    volume=lambda shape: mesh_volume(_mesh(shape)),
    touches=(
        Touching(
            "MESH",
            _no_probes,
            (),
            cores=_cores,
            cores_meet=(
                "PLANE",
                "MESH",
                "BOX",
                "CYLINDER",
                "CAPSULE",
                "SPHERE",
                "ELLIPSOID",
                "LINE with a radius",
            ),
        ),
    ),
)
