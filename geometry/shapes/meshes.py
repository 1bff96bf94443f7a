"""Reads files of triangles in the formats STL (text or binary), OBJ, and GLB."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.resolved import Mesh
from rbsolve.language.table import LARGEST_NUMBER

Floats = NDArray[np.float64]

MOST_BYTES = 64_000_000
_OUTER_LOOP = rb"\bouter\s+loop\b"
_NUMBER = (
    # Words are limited in length, because numpy needs as much memory for each word of a file as for the longest word.
    rb"\s+(\S{1,64})"
)
_TEXT_TRIANGLE = re.compile(_OUTER_LOOP + (rb"\s+vertex" + 3 * _NUMBER) * 3 + rb"\s+endloop\b", re.IGNORECASE)
_STL_HEADER = 84
_STL_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
_GLB_TYPES = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_GLB_COLUMNS = {"SCALAR": 1, "VEC3": 3}
_TRIANGLES = 4


class MeshError(ValueError):
    """Raised if a file contains no triangles. str() returns the reason."""


def read_mesh(path: Path) -> Mesh:
    """Return the triangles of a file, read in the format of its suffix. Raise MeshError if the file has no valid
    triangles, and OSError if it cannot be read.
    """
    if path.stat().st_size > MOST_BYTES:
        raise MeshError(f"it is larger than {MOST_BYTES // 1_000_000} MB")
    data = path.read_bytes()
    try:
        with np.errstate(invalid="ignore"):
            mesh = {".stl": _read_stl, ".obj": _read_obj, ".glb": _read_glb}[path.suffix.lower()](data)
    except (
        KeyError,
        IndexError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
        struct.error,
        RecursionError,
    ) as error:
        if isinstance(error, MeshError):
            raise
        raise MeshError("it is damaged, or its format differs from its name") from error
    if not len(mesh.triangles):
        raise MeshError("it has no triangles")
    if not np.isfinite(mesh.vertices).all():
        raise MeshError("it has coordinates that are not finite")
    if np.abs(mesh.vertices).max() > LARGEST_NUMBER:
        raise MeshError(f"it has coordinates larger than {LARGEST_NUMBER:g}")
    if mesh.triangles.min() < 0 or mesh.triangles.max() >= len(mesh.vertices):
        raise MeshError("it has triangles with undefined corners")
    if not mesh.crosses().any():
        raise MeshError("its triangles have no area")
    return mesh._replace(file=data)


def _read_stl(data: bytes) -> Mesh:
    """Read STL. A file is binary if its size agrees with the number of triangles in its header. The word `solid` is no
    proof of text, because some binary files also start with it.
    """
    count = struct.unpack_from("<I", data, 80)[0] if len(data) >= _STL_HEADER else -1
    if len(data) == _STL_HEADER + count * _STL_TRIANGLE.itemsize:
        corners = np.frombuffer(data, _STL_TRIANGLE, count, _STL_HEADER)["corners"]
    else:
        if b"\0" in data or not re.match(rb"(\xef\xbb\xbf)?\s*solid\b", data, re.IGNORECASE):
            raise MeshError(_why_no_stl(count, len(data)))
        facets = _TEXT_TRIANGLE.findall(data)
        if len(facets) != len(re.findall(_OUTER_LOOP, data, re.IGNORECASE)):
            raise ValueError("facets that are not triangles")
        corners = np.array(facets)
    return _join(corners.reshape(-1, 3).astype(np.float64))


def _why_no_stl(count: int, size: int) -> str:
    """Return the reason why a file is neither text nor binary STL. `count` is the number of triangles according to a
    binary header, or -1 if the file is too short.
    """
    wanted = _STL_HEADER + count * _STL_TRIANGLE.itemsize
    if count >= 0 and wanted <= 2 * MOST_BYTES:
        return f"as a binary STL file of {count} triangles it would have {wanted} bytes, not {size}: it is damaged or truncated"
    return "it is not a valid STL file (neither text nor binary), or it is truncated"


def _join(corners: Floats) -> Mesh:
    """Return a mesh from the corners of triangles (3 m, 3). Equal corners are merged."""
    vertices, index = np.unique(corners, axis=0, return_inverse=True)
    return Mesh(vertices, index.reshape(-1, 3).astype(np.int32))


def _read_obj(data: bytes) -> Mesh:
    """Read the `v` and `f` lines of an OBJ file. A face with more than three corners becomes a fan of triangles."""
    vertices: list[list[float]] = []
    triangles: list[tuple[int, int, int]] = []
    text = re.sub(r"\\\r?\n", " ", data.decode("utf-8-sig", "replace"))
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "v":
            vertices.append([float(word) for word in words[1:4]])
        elif words[0] == "f":
            given = [int(word.split("/")[0]) for word in words[1:]]
            corners = [index - 1 if index >= 0 else len(vertices) + index for index in given]
            triangles += [(corners[0], corners[i], corners[i + 1]) for i in range(1, len(corners) - 1)]
    return Mesh(np.array(vertices).reshape(-1, 3), np.array(triangles, dtype=np.int32).reshape(-1, 3))


def _read_glb(data: bytes) -> Mesh:
    """Read all triangles of a file's scene, in the coordinates of the file."""
    magic, version, length = struct.unpack_from("<4sII", data)
    if magic != b"glTF" or version != 2 or length != len(data):
        raise MeshError("it is not a valid binary glTF 2.0 file, or it is truncated")
    size = struct.unpack_from("<I", data, 12)[0]
    document: dict[str, Any] = json.loads(data[20 : 20 + size])
    binary = data[28 + size :]
    parts: list[Mesh] = []
    scene = document["scenes"][document.get("scene", 0)]
    waiting = [(index, np.eye(4)) for index in scene.get("nodes", ())]
    seen = 0
    while waiting:
        index, above = waiting.pop()
        seen += 1
        if seen > len(document["nodes"]):
            raise MeshError("its nodes do not form a tree")
        node = document["nodes"][index]
        matrix = above @ _node_matrix(node)
        waiting += [(child, matrix) for child in node.get("children", ())]
        if "mesh" in node:
            parts += [_move(part, matrix) for part in _glb_mesh(document, binary, document["meshes"][node["mesh"]])]
    if not parts:
        raise MeshError("it has no triangles")
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=False)]
    return Mesh(np.concatenate([part.vertices for part in parts]), np.concatenate(triangles).astype(np.int32))


def _node_matrix(node: dict[str, Any]) -> Floats:
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    # R = 1 + 2 w [v] + 2 [v]^2 of a unit quaternion with the vector part v
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    matrix = np.eye(4)
    matrix[:3, :3] = (np.eye(3) + 2.0 * w * skew + 2.0 * skew @ skew) * np.array(node.get("scale", (1.0, 1.0, 1.0)))
    matrix[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return matrix


def _move(mesh: Mesh, matrix: Floats) -> Mesh:
    triangles = mesh.triangles if np.linalg.det(matrix[:3, :3]) > 0.0 else mesh.triangles[:, ::-1]
    return Mesh(mesh.vertices @ matrix[:3, :3].T + matrix[:3, 3], triangles)


def _glb_mesh(document: dict[str, Any], binary: bytes, mesh: dict[str, Any]) -> list[Mesh]:
    parts = []
    for primitive in mesh["primitives"]:
        if primitive.get("mode", _TRIANGLES) != _TRIANGLES:
            continue
        vertices = _accessor(document, binary, primitive["attributes"]["POSITION"]).astype(np.float64)
        index = np.arange(len(vertices))
        if "indices" in primitive:
            index = _accessor(document, binary, primitive["indices"])
        parts.append(Mesh(vertices, index.reshape(-1, 3).astype(np.int32)))
    return parts


def _accessor(document: dict[str, Any], binary: bytes, index: int) -> NDArray[Any]:
    accessor = document["accessors"][index]
    if "sparse" in accessor or "bufferView" not in accessor:
        raise MeshError("it has sparse or empty accessors, which are not supported: export the mesh without them")
    view = document["bufferViews"][accessor["bufferView"]]
    if document["buffers"][view["buffer"]].get("uri") or "extensions" in view:
        raise MeshError("its triangles are compressed or in another file: export one plain GLB")
    kind = np.dtype(_GLB_TYPES[accessor["componentType"]])
    columns, count = _GLB_COLUMNS[accessor["type"]], accessor["count"]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", columns * kind.itemsize)
    if stride < columns * kind.itemsize:
        raise ValueError("elements that overlap")
    strided: NDArray[Any] = np.ndarray((count, columns), kind, binary, start, (stride, kind.itemsize))
    return strided if columns > 1 else strided[:, 0]
