"""GLB files that have unusual parts, or parts that are not supported; and the sizes of mesh files."""

import json
import struct

import numpy as np
import pytest

from rbsolve.geometry.resolved import Mesh
from rbsolve.geometry.shapes import meshes
from rbsolve.geometry.shapes.hulls import hull_faces
from rbsolve.geometry.shapes.meshes import MeshError, read_mesh

CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], "<f4")
INDEX = np.array([0, 2, 1], "<u2")


def glb(change=lambda document: None):
    """Return a file of one triangle, after a change of its document."""
    binary = CORNERS.tobytes() + INDEX.tobytes() + b"\0\0"
    document = {
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 36},
            {"buffer": 0, "byteOffset": 36, "byteLength": 6},
        ],
        "buffers": [{"byteLength": len(binary)}],
    }
    change(document)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def read(tmp_path, change=lambda document: None):
    path = tmp_path / "part.glb"
    path.write_bytes(glb(change))
    return read_mesh(path)


def primitives(document):
    return document["meshes"][0]["primitives"]


def test_a_primitive_without_an_index_has_its_corners_in_order(tmp_path):
    assert read(tmp_path).triangles.tolist() == [[0, 2, 1]]
    assert read(tmp_path, lambda document: primitives(document)[0].pop("indices")).triangles.tolist() == [[0, 1, 2]]


def test_lines_are_left_out_and_the_next_primitive_is_read(tmp_path):
    """The modes 1 and 4 are lines and triangles."""

    def change(document):
        primitives(document)[0]["mode"] = 1
        primitives(document).append({"attributes": {"POSITION": 0}, "mode": 4})

    assert read(tmp_path, change).triangles.tolist() == [[0, 1, 2]]


def test_the_matrix_of_a_node_is_given_by_columns(tmp_path):
    """The matrix scales by 2, 3 and 4 along the axes, turns x to y and y to -x, and displaces by (5, 6, 7)."""
    columns = [0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1]
    found = read(tmp_path, lambda document: document["nodes"][0].update(matrix=columns))
    np.testing.assert_allclose(found.vertices, [[5, 6, 7], [5, 8, 7], [-1, 6, 7]], atol=1e-6)
    assert found.triangles.tolist() == [[0, 2, 1]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda document: document["nodes"][0].pop("mesh"), "it has no triangles"),
        (lambda document: document["scenes"][0].pop("nodes"), "it has no triangles"),
        (lambda document: primitives(document)[0].update(mode=0), "it has no triangles"),
        (
            lambda document: document["accessors"][0].pop("bufferView"),
            "it has sparse or empty accessors, which are not supported: export the mesh without them",
        ),
        (
            lambda document: document["accessors"][1].update(sparse={}),
            "it has sparse or empty accessors, which are not supported: export the mesh without them",
        ),
        (
            lambda document: document["buffers"][0].update(uri="part.bin"),
            "its triangles are compressed or in another file: export one plain GLB",
        ),
        (
            lambda document: document["bufferViews"][0].update(extensions={"EXT_meshopt_compression": {}}),
            "its triangles are compressed or in another file: export one plain GLB",
        ),
        (lambda document: document["nodes"][0].update(children=[0]), "its nodes do not form a tree"),
    ],
)
def test_what_cannot_be_read(tmp_path, change, message):
    with pytest.raises(MeshError) as refused:
        read(tmp_path, change)
    assert str(refused.value) == message


def test_a_file_that_is_too_large_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1 2 3\n")
    size = path.stat().st_size
    monkeypatch.setattr(meshes, "MOST_BYTES", size)
    assert read_mesh(path).triangles.tolist() == [[0, 1, 2]]
    monkeypatch.setattr(meshes, "MOST_BYTES", size - 1)
    with pytest.raises(MeshError) as refused:
        read_mesh(path)
    assert str(refused.value) == "it is larger than 0 MB"


def test_corners_in_a_plane_have_no_hull():
    assert hull_faces(Mesh(CORNERS.astype(float), np.array([[0, 1, 2]], np.int32))) == []
