"""Shapes of a deck. The tests check the poses and triangles of shapes, and the messages for files without triangles."""

import json
import struct
from itertools import combinations_with_replacement
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry.shapes.meshes import MeshError, read_mesh
from rbsolve.geometry.shapes.registry import SHAPE_TYPE, are_convex, meets
from rbsolve.geometry.shapes.types.box import BOX
from rbsolve.pipeline import check_deck

# The tetrahedron has the volume 1/6. Its faces are counterclockwise as seen from outside.
CORNERS = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])


def volume(mesh):
    """Return the volume by the divergence theorem. Its sign shows the orientation of the faces."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.triangles], 1, 0)
    return np.einsum("ij,ij->", a, np.cross(b, c)) / 6.0


def text_stl():
    facets = (f"facet normal 0 0 0 outer loop {corners(face)} endloop endfacet" for face in FACES)
    return "\n".join(["solid part", *facets, "endsolid part"]).encode()


def corners(face):
    return " ".join("vertex {} {} {}".format(*CORNERS[i]) for i in face)


def binary_stl():
    triangles = b"".join(np.array([np.zeros(3), *CORNERS[face]], "<f4").tobytes() + b"\0\0" for face in FACES)
    return b"solid, as some binary files begin".ljust(80) + struct.pack("<I", len(FACES)) + triangles


def obj():
    """Return a file of a pyramid, with normals in the faces and an index that counts from the end. A quadrilateral
    covers both triangles of the base.
    """
    points = "".join(f"v {x} {y} {z}\n" for x, y, z in CORNERS)
    return f"# part\n{points}f 1//1 3//1 2//1\nf -4 -3 -1\nf 1 4 3\nf 2 3 4\n".encode()


def glb(scale=(2.0, 1.0, 1.0), nodes=None, count=4, **view):
    points, index = CORNERS.astype("<f4").tobytes(), FACES.astype("<u2").tobytes()
    half = np.sqrt(0.5)
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes or [{"children": [1], "rotation": [0, 0, half, half]}, {"mesh": 0, "scale": scale}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": len(points), **view},
            {"buffer": 0, "byteOffset": len(points), "byteLength": len(index)},
        ],
        "buffers": [{"byteLength": len(points) + len(index)}],
    }
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    binary = points + index
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("part.stl", text_stl(), 1 / 6),
        ("PART.STL", binary_stl(), 1 / 6),
        ("part.stl", text_stl().upper(), 1 / 6),
        ("part.stl", b"\xef\xbb\xbf" + text_stl().replace(b"part", b"the vertex of a part"), 1 / 6),
        ("part.obj", obj(), 1 / 6),
        ("part.obj", b"\xef\xbb\xbf" + obj().removeprefix(b"# part\n"), 1 / 6),
        ("part.obj", obj().replace(b"f 1 4 3", b"f 1 \\\n4 3 # a face").replace(b"\n", b"\r\n"), 1 / 6),
        ("part.glb", glb(), 2 / 6),
        ("part.glb", glb(scale=(-2.0, 1.0, 1.0)), 2 / 6),
    ],
    ids=[
        "text STL",
        "binary STL",
        "text STL in capitals",
        "text STL with a byte-order mark and a name like a keyword",
        "OBJ",
        "OBJ with a byte-order mark",
        "OBJ with continued lines of Windows and a comment",
        "GLB",
        "GLB mirrored",
    ],
)
def test_meshes_keep_their_volume_and_orientation(tmp_path, name, content, expected):
    (tmp_path / name).write_bytes(content)
    mesh = read_mesh(tmp_path / name)
    assert volume(mesh) == pytest.approx(expected, rel=1e-6)
    assert (mesh.vertices.shape, mesh.triangles.shape) == ((4, 3), (4, 3))


def test_nodes_of_a_glb_turn_and_scale_what_is_below(tmp_path):
    (tmp_path / "part.glb").write_bytes(glb())
    expected = CORNERS * [2, 1, 1] @ np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).T  # a rotation by 90 degrees about z
    np.testing.assert_allclose(read_mesh(tmp_path / "part.glb").vertices, expected, atol=1e-6)


def test_nodes_of_a_glb_displace_what_is_below(tmp_path):
    half = np.sqrt(0.5)
    nodes = [
        {"children": [1], "translation": [1, 2, 3], "rotation": [0, 0, half, half]},
        {"mesh": 0, "translation": [0.5, 0, -1]},
    ]
    (tmp_path / "part.glb").write_bytes(glb(nodes=nodes))
    expected = (CORNERS + np.array([0.5, 0, -1])) @ np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]).T + [1, 2, 3]
    np.testing.assert_allclose(read_mesh(tmp_path / "part.glb").vertices, expected, atol=1e-6)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.stl", b"", "neither text nor binary"),
        ("a.stl", binary_stl()[:-20], "of 4 triangles it would have 284 bytes, not 264"),
        ("a.stl", binary_stl() + b"made by hand", "of 4 triangles it would have 284 bytes, not 296"),
        ("a.stl", binary_stl().decode(errors="replace").encode(), "it is damaged or truncated"),
        ("a.stl", b"solid\nendsolid", "no triangles"),
        ("a.stl", text_stl().replace(b"1.0", b"nan"), "not finite"),
        ("a.stl", text_stl().replace(b"endloop", b"vertex 1 1 1 endloop", 1), "damaged"),
        ("a.stl", text_stl()[:-60], "damaged"),
        ("a.stl", text_stl().replace(b"1.0", b"0.0"), "no area"),
        ("a.stl", text_stl().replace(b"1.0", b"1e60"), "larger than"),
        ("a.obj", b"v 0 0 0\nf 1 2 3\n", "undefined corners"),
        ("a.obj", b"v 0 0 0\nv 1 0 0\nf 0 1 2\nv 0 1 0\n", "undefined corners"),
        ("a.obj", obj() + b"f 1 2 99999999999999999999\n", "undefined corners|damaged"),
        ("a.obj", b"v a b c\n", "damaged"),
        ("a.glb", b"glTF", "damaged"),
        ("a.glb", glb()[:-4], "truncated"),
        ("a.glb", glb(nodes=[{"children": [0]}]), "do not form a tree"),
        ("a.glb", glb(count=10**15, byteStride=0), "damaged"),
        ("a.glb", glb(scale=(0.0, 0.0, 0.0)), "no area"),
    ],
)
def test_what_is_no_mesh_is_said_to_be_none(tmp_path, name, content, words):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(MeshError, match=words):
        read_mesh(tmp_path / name)


def test_one_long_word_does_not_take_as_much_memory_for_every_other(tmp_path):
    (tmp_path / "a.stl").write_bytes(text_stl().replace(b"1.0", b"1." + 20_000_000 * b"0", 1) + 200 * text_stl())
    with pytest.raises(MeshError, match="damaged"):
        read_mesh(tmp_path / "a.stl")


DECK = """
@POINT_DEFINITION { @POINT_NAME {P} { @COORDINATES {1, 2, 3} } @POINT_NAME {Q} { @COORDINATES {1, 4, 3} } }
@TRIAD_DEFINITION { @TRIAD_NAME {T} { @ORIENTATION_E2 {0, 0, 1} @ORIENTATION_E3 {1, 0, 0} } }
@FIXED_FRAME_DEFINITION { @FIXED_FRAME_NAME {F} { @POINT1_NAME {Q} @TRIAD_NAME {T} } }
@MASS_PROPERTY_DEFINITION { @MASS_PROPERTY_NAME {m} { @MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1} } }
@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {B} { @FRAME_NAME {F} @MASS_PROPERTY_NAME {m} } }
@SHAPE_DEFINITION {
  @SHAPE_NAME {own} { @SHAPE_TYPE {SPHERE} @CONNECTED_TO_BODY {B} @DIMENSIONS {0.5} }
  @SHAPE_NAME {placed} { @SHAPE_TYPE {BOX} @AT_POINT {P} @TRIAD_NAME {T} @DIMENSIONS {1, 2, 3} @COLOUR {SteelBlue} }
  @SHAPE_NAME {named} { @SHAPE_TYPE {LINE} @AT_POINT {P} @TRIAD_NAME {T} @POINTS {P, Q} @COLOUR {#F00} }
  @SHAPE_NAME {given} { @SHAPE_TYPE {LINE} @POINTS {0, 0, 0, 1, 2*2, 3} }
  @SHAPE_NAME {part} { @SHAPE_TYPE {MESH} @FILE_NAME {part.obj} @DIMENSIONS {1, 10, 100} }
}
"""


@pytest.fixture
def shapes(tmp_path):
    (tmp_path / "part.obj").write_bytes(obj())
    (tmp_path / "m.deck").write_text(DECK)
    checked = check_deck(tmp_path / "m.deck")
    assert [str(finding) for finding in checked.diagnostics if finding.severity == "error"] == []
    return checked.geometry.shapes


T = np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]])  # the columns are e1 = e2 x e3, e2, e3


def test_a_shape_sits_at_its_point_or_where_its_body_is(shapes):
    assert list(shapes) == ["own", "placed", "named", "given", "part"]
    np.testing.assert_allclose(shapes["own"].frame[:3, 3], [1, 4, 3])
    np.testing.assert_allclose(shapes["own"].frame[:3, :3], T)
    np.testing.assert_allclose(shapes["placed"].frame[:3, 3], [1, 2, 3])
    np.testing.assert_allclose(shapes["placed"].frame[:3, :3], T)
    np.testing.assert_array_equal(shapes["part"].frame, np.eye(4))
    assert shapes["placed"].dimensions == (1.0, 2.0, 3.0)


def test_colours_are_codes(shapes):
    assert [shapes[name].colour for name in ("placed", "named", "own")] == ["#4682b4", "#ff0000", ""]


def test_lines_take_named_points_where_they_are_and_numbers_from_their_point(shapes):
    # With e1 = i2, Q - P = 2 i2 = 2 e1 of T.
    np.testing.assert_allclose(shapes["named"].points, [[0, 0, 0], [2, 0, 0]], atol=1e-15)
    np.testing.assert_allclose(shapes["given"].points, [[0, 0, 0], [1, 4, 3]])


def test_dimensions_scale_a_mesh(shapes):
    assert volume(shapes["part"].mesh) == pytest.approx(1000 / 6)


def test_a_damaged_file_is_a_finding(tmp_path):
    (tmp_path / "part.obj").write_bytes(b"v 1\n")
    (tmp_path / "m.deck").write_text(DECK)
    (finding,) = [finding for finding in check_deck(tmp_path / "m.deck").diagnostics if finding.severity == "error"]
    assert finding.code == "invalid-value"
    assert "cannot draw `part.obj`" in finding.message


def test_every_two_convex_types_touch_in_one_way():
    """Two contacts of the same pair would exert the force twice."""
    types = {touching.name: touching for kind in SHAPE_TYPE.values() for touching in kind.touches}
    solid = [
        types[name]
        for name in ("SPHERE", "CAPSULE", "LINE with a radius", "BOX", "CYLINDER", "ELLIPSOID", "MESH", "PLANE")
    ]
    for one, other in combinations_with_replacement(solid, 2):
        ways = are_convex(one, other) + (meets(one, other) or meets(other, one))
        assert ways == (one.name != "PLANE" or other.name != "PLANE"), (one.name, other.name)


def test_surfaces_of_a_box_stand_in_its_axes():
    """The half edges are those of the deck. A surface has its centre, its axes and its size in this order."""
    (solid,) = BOX.touches[0].solids(SimpleNamespace(dimensions=(0.4, 0.6, 1.0)))
    assert solid.centre.tolist() == [0.0, 0.0, 0.0]
    assert np.array_equal(solid.axes, np.eye(3))
    assert solid.size.tolist() == [0.2, 0.3, 0.5]
