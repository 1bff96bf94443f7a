"""Converts geoms of MuJoCo's compiled model to shapes of a deck, and meshes to STL files."""

from __future__ import annotations

from typing import Any

import numpy as np

from rbsolve.foreign.mjcf_lines import Lines
from rbsolve.foreign.model import ForeignModel, Place, Shape
from rbsolve.geometry.rotation_parameters import matrix_from_euler_parameters
from rbsolve.language.diagnostics import Code

_ONE = np.eye(3)
DRAWN = 10.0  # drawn size of an infinite plane [m]


def shapes_of(model: ForeignModel, source: Any, body: int, name: str, lines: Lines) -> list[Shape]:
    """Return the shapes of a body. They are the geoms that are only visual. If every geom collides, they are all geoms."""
    import mujoco

    first, count = int(source.body_geomadr[body]), int(source.body_geomnum[body])
    geoms = range(first, first + count)
    seen = [g for g in geoms if not source.geom_contype[g] and not source.geom_conaffinity[g]]
    shapes: list[Shape] = []
    for g in seen or geoms:
        span = lines.geom(body, g - first)
        own = mujoco.mj_id2name(source, mujoco.mjtObj.mjOBJ_GEOM, g) or f"{name}_{g - first + 1}"
        kind = mujoco.mjtGeom(int(source.geom_type[g])).name.removeprefix("mjGEOM_")
        size = [float(x) for x in source.geom_size[g]]
        e = np.array(source.geom_quat[g], dtype=float)
        R = _ONE if not e[1:].any() else np.asarray(matrix_from_euler_parameters(e / np.linalg.norm(e))).reshape(3, 3)
        place = Place(np.array(source.geom_pos[g], dtype=float), R)
        colour, opacity = _colour(source, g)
        shape = Shape(own, kind, place, span, (), "", colour, opacity)
        if kind == "PLANE":
            shape.dimensions = 2.0 * size[0] or DRAWN, 2.0 * size[1] or DRAWN
        elif kind == "SPHERE":
            shape.dimensions = (size[0],)
        elif kind == "BOX":
            shape.dimensions = tuple(2.0 * x for x in size)
        elif kind == "ELLIPSOID":
            shape.dimensions = tuple(size)
        elif kind in ("CYLINDER", "CAPSULE"):
            shape.dimensions = (size[0], 2.0 * size[1])
        elif kind == "MESH":
            shape.file, shape.dimensions = _mesh(model, source, int(source.geom_dataid[g])), (1.0, 1.0, 1.0)
        else:
            model.findings.warning(
                Code.UNSUPPORTED_BLOCK,
                f"geom {own} of type {kind.lower()} has no counterpart and is not imported",
                span,
            )
            continue
        shapes.append(shape)
    return shapes


def _colour(source: Any, g: int) -> tuple[str, float]:
    rgba = source.geom_rgba[g]
    if source.geom_matid[g] >= 0 and np.allclose(rgba, (0.5, 0.5, 0.5, 1.0)):
        rgba = source.mat_rgba[source.geom_matid[g]]
    r, g_, b, a = np.clip(np.array(rgba, dtype=float), 0.0, 1.0).tolist()
    return "#" + "".join(f"{round(255 * c):02x}" for c in (r, g_, b)), round(a, 6)


def _mesh(model: ForeignModel, source: Any, k: int) -> str:
    """Return the file name of a mesh in the folder of the deck. The file is a binary STL with MuJoCo's triangles."""
    import mujoco

    name = mujoco.mj_id2name(source, mujoco.mjtObj.mjOBJ_MESH, k) or "mesh"
    clean = "".join(c if c.isalnum() or c in "_.-" else "_" for c in name)
    file = f"meshes/{clean}_{k}.stl"
    if file not in model.meshes:
        v, f = int(source.mesh_vertadr[k]), int(source.mesh_faceadr[k])
        corners = np.asarray(source.mesh_vert)[v : v + int(source.mesh_vertnum[k])]
        triangles = corners[np.asarray(source.mesh_face)[f : f + int(source.mesh_facenum[k])]]
        record = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("rest", "<u2")])
        record["corners"] = triangles
        model.meshes[file] = b" " * 80 + np.uint32(len(triangles)).tobytes() + record.tobytes()
    return file
