"""What defines no triad, no mesh and no volume is refused with the reason, the remedy and the wrong datum."""

import math

import numpy as np
import pytest

from rbsolve.geometry import triads
from rbsolve.geometry.shapes.meshes import Mesh, MeshError, read_mesh
from rbsolve.geometry.shapes.volumes import NoVolume, mesh_volume
from rbsolve.geometry.triads import DegenerateGeometry

X, Y, O = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.0)  # noqa: E741  the origin
FAR = (math.inf, 0.0, 0.0)
NONE = "give a vector different from zero"
PLANE = "choose three points that span a plane"
NO_PLANE = "the two vectors are parallel and span no plane"
DIRECTIONS = "give two vectors in different directions, or only one vector (VECTOR_E2 or VECTOR_E3)"
COSINES = "give nine numbers row by row; the columns are e1, e2, e3, unit vectors perpendicular to one another"


@pytest.mark.parametrize(
    ("make", "message", "hint", "culprit"),
    [
        (lambda: triads.unit(O, "it", 2), "it has no length", NONE, 2),
        (lambda: triads.unit(FAR, "it", 1), "it is not finite", NONE, 1),
        (lambda: triads.line(X, X), "points P1 and P2 coincide and define no line", "choose two different points", 1),
        (
            lambda: triads.line(X, FAR, ("A", "B"), 0),
            *("the distance between points A and B is not finite", "check their coordinates", 0),
        ),
        (lambda: triads.from_axis(2, O), "the vector along e2 has no length", NONE, 0),
        (lambda: triads.from_axis(1, FAR), "the vector along e1 is not finite", NONE, 0),
        (lambda: triads.from_vectors(O, X), "the vector along e2 has no length", NONE, 0),
        (lambda: triads.from_vectors(X, O), "the vector in the plane of e2 and e3 has no length", NONE, 1),
        (lambda: triads.from_vectors(X, (-2.0, 0.0, 0.0)), NO_PLANE, DIRECTIONS, 1),
        (
            lambda: triads.from_three_points(O, O, Y),
            *("points P1 and P2 coincide and define no line", "choose two different points", 1),
        ),
        (
            lambda: triads.from_three_points(O, X, O, ("A", "B", "C")),
            *("points A and C coincide and define no line", "choose two different points", 2),
        ),
        (
            lambda: triads.from_three_points(O, X, (3.0, 0.0, 0.0), ("A", "B", "C")),
            *("points A, B and C lie on one line", PLANE, 2),
        ),
        (
            lambda: triads.from_euler_parameters((0.0, 0.0, 0.0, 0.0)),
            *("the Euler parameters have no length", "give e0, e1, e2, e3 with unit length", 0),
        ),
        (
            lambda: triads.from_direction_cosines((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.1, 0.0, 1.0)),
            *("the direction cosines are not orthonormal: D^T D differs from the identity by 0.1", COSINES, 0),
        ),
        (
            lambda: triads.from_direction_cosines((math.nan,) * 9),
            *("the direction cosines are not orthonormal: D^T D differs from the identity by nan", COSINES, 0),
        ),
        (
            lambda: triads.from_direction_cosines((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, -1.0)),
            "the direction cosines define a left-handed triad: the determinant is -1",
            *("reverse one of the vectors", 0),
        ),
    ],
)
def test_what_defines_no_triad(make, message, hint, culprit):
    with pytest.raises(DegenerateGeometry) as refused:
        make()
    assert (str(refused.value), refused.value.hint, refused.value.culprit) == (message, hint, culprit)


CORNERS = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.obj", CORNERS, "it has no triangles"),
        ("a.obj", "v 0 0 inf\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "it has coordinates that are not finite"),
        ("a.obj", CORNERS + "f 1 2 5\n", "it has triangles with undefined corners"),
        ("a.obj", CORNERS + "f 1 2 2\n", "its triangles have no area"),
        ("a.obj", "v 0 x 0\n", "it is damaged, or its format differs from its name"),
        ("a.stl", "solid a\nfacet\nvertex 0 0 0\n", "it has no triangles"),
        ("a.glb", "no", "it is damaged, or its format differs from its name"),
        ("a.txt", CORNERS, "it is damaged, or its format differs from its name"),
    ],
)
def test_what_is_no_mesh(tmp_path, name, content, message):
    (tmp_path / name).write_text(content)
    with pytest.raises(MeshError) as refused:
        read_mesh(tmp_path / name)
    assert str(refused.value) == message


TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
TURNED = (
    "some of its triangles have the wrong orientation: neighbours run through their common edge in the same direction"
)


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        (FACES[:, ::-1], "it is inside out: its triangles are clockwise seen from outside"),
        (FACES[:3], "it is open: 3 edges belong to one triangle only"),
        (np.array([[0, 1, 2], [2, 1, 0]]), "it encloses no volume"),
        (np.array([FACES[0][::-1], *FACES[1:]]), TURNED),
    ],
)
def test_what_has_no_volume(faces, message):
    with pytest.raises(NoVolume) as refused:
        mesh_volume(Mesh(TETRAHEDRON, faces.astype(np.int32)))
    assert str(refused.value) == message


def test_a_tetrahedron_has_a_sixth_of_its_box():
    found = mesh_volume(Mesh(TETRAHEDRON, FACES.astype(np.int32)))
    assert found[0] == pytest.approx(1 / 6)
    np.testing.assert_allclose(found[1], 3 * [0.25])
