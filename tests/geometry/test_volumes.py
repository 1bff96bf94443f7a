"""Volume, centroid and inertia of shapes. The references are integrals over sections by Gauss's rule, and moved meshes."""

import numpy as np
import pytest

from rbsolve.geometry.resolved import Mesh, Shape
from rbsolve.geometry.shapes.registry import SHAPE_TYPE, volume_of
from rbsolve.geometry.shapes.volumes import NoVolume
from rbsolve.geometry.so3 import exp
from rbsolve.pipeline import check_deck

# The functions give the range of z, and the half axes (p, q) of the elliptic section at the height z. Radii and heights
# are arbitrary.
SECTIONS = {
    "CYLINDER": ((0.3, 1.4), lambda z: (0.3, 0.3), (-0.7, 0.7)),
    "SPHERE": ((0.8,), lambda z: (np.sqrt(0.64 - z * z),) * 2, (-0.8, 0.8)),
    "CONE": ((0.6, 1.5), lambda z: (0.6 * (1 - z / 1.5),) * 2, (0.0, 1.5)),
    "ELLIPSOID": (
        (0.5, 0.9, 1.3),
        lambda z: (0.5 * np.sqrt(1 - (z / 1.3) ** 2), 0.9 * np.sqrt(1 - (z / 1.3) ** 2)),
        (-1.3, 1.3),
    ),
}


def shape(kind, dimensions, mesh=None):
    return Shape("s", kind, "b", np.eye(4), dimensions, "", 1.0, mesh=mesh)


def test_normals_of_a_mesh_have_twice_the_areas_of_its_triangles():
    corners = np.array([[1.0, 1.0, 1.0], [3.0, 1.0, 1.0], [1.0, 4.0, 1.0], [1.0, 1.0, 6.0]])
    triangles = np.array([[0, 1, 2], [0, 3, 1]], dtype=np.int32)
    assert Mesh(corners, triangles).crosses().tolist() == [[0.0, 0.0, 6.0], [0.0, 10.0, 0.0]]


@pytest.mark.parametrize("kind", SECTIONS)
def test_closed_forms_are_the_integrals_over_sections(kind):
    """The area of an ellipse is pi p q, and the integral of x^2 is pi p^3 q / 4. In these shapes, both are polynomials
    of z.
    """
    dimensions, half_axes, (low, high) = SECTIONS[kind]
    nodes, weights = np.polynomial.legendre.leggauss(6)
    z = (low + high) / 2 + (high - low) / 2 * nodes
    w = weights * (high - low) / 2
    p, q = np.array([half_axes(height) for height in z]).T
    area = np.pi * p * q
    volume, middle = w @ area, (w @ (area * z)) / (w @ area)
    xx, yy, zz = w @ (area * p * p / 4), w @ (area * q * q / 4), w @ (area * (z - middle) ** 2)
    found = volume_of(shape(kind, dimensions))
    assert found.volume == pytest.approx(volume, rel=1e-13)
    assert found.centroid == pytest.approx((0, 0, middle), abs=1e-13)
    assert found.inertia == pytest.approx(np.diag([yy + zz, xx + zz, xx + yy]), abs=1e-13)


def test_a_capsule_is_the_integral_over_its_sections():
    """The capsule is a cylinder and two half balls. Each integral is a polynomial of z."""
    r, length = 0.3, 1.4
    nodes, weights = np.polynomial.legendre.leggauss(6)
    pieces = [(-0.7 - r, -0.7), (-0.7, 0.7), (0.7, 0.7 + r)]
    z = np.concatenate([(a + b) / 2 + (b - a) / 2 * nodes for a, b in pieces])
    w = np.concatenate([weights * (b - a) / 2 for a, b in pieces])
    square = r * r - np.maximum(np.abs(z) - 0.5 * length, 0.0) ** 2
    area = np.pi * square
    xx, zz = w @ (area * square / 4), w @ (area * z * z)
    found = volume_of(shape("CAPSULE", (r, length)))
    assert found.volume == pytest.approx(w @ area, rel=1e-13)
    assert found.inertia == pytest.approx(np.diag([xx + zz, xx + zz, 2 * xx]), abs=1e-13)


def test_a_ring_is_the_integral_over_its_annuli():
    """At the height z = r sin(a), the section is an annulus from R - r cos(a) to R + r cos(a). The height changes by r
    cos(a) da = dz."""
    R, r = 0.8, 0.3
    a = (np.arange(64) + 0.5) * np.pi / 64 - np.pi / 2  # the integrand is periodic, so the midpoint rule is exact
    dz = r * np.cos(a) * np.pi / 64
    z, outer, inner = r * np.sin(a), R + r * np.cos(a), R - r * np.cos(a)
    area = np.pi * (outer**2 - inner**2)
    xx, zz = np.pi * (outer**4 - inner**4) / 4 @ dz, (area * z**2) @ dz
    found = volume_of(shape("RING", (R, r)))
    assert found.volume == pytest.approx(area @ dz, rel=1e-13)
    assert found.centroid == pytest.approx(np.zeros(3))
    assert found.inertia == pytest.approx(np.diag([xx + zz, xx + zz, 2 * xx]), rel=1e-12)


def test_the_picture_of_a_ring_encloses_its_volume():
    """By the divergence theorem, the volume in a closed mesh is the sum of the tetrahedra over its triangles."""
    R, r = 0.8, 0.3
    ring = shape("RING", (R, r))
    mesh = SHAPE_TYPE["RING"].picture(ring, 1.0)
    corners = mesh.vertices[mesh.triangles]
    assert np.linalg.det(corners).sum() / 6.0 == pytest.approx(volume_of(ring).volume, rel=0.05)
    assert np.hypot(*mesh.vertices[:, :2].T).max() == pytest.approx(R + r, rel=0.01)
    assert np.abs(mesh.vertices[:, 2]).max() == pytest.approx(r, rel=0.01)


def test_a_ring_that_overlaps_itself_has_no_volume():
    with pytest.raises(NoVolume, match="thicker than its circle"):
        volume_of(shape("RING", (0.2, 0.3)))


def cuboid(a, b, c):
    """Return a cuboid of twelve triangles, counterclockwise as seen from outside."""
    corners = np.array([[x, y, z] for x in (0, a) for y in (0, b) for z in (0, c)], dtype=float)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [half for i, j, k, m in faces for half in ((i, j, k), (i, k, m))]
    return Mesh(corners - (a / 2, b / 2, c / 2), np.array(triangles, dtype=np.int32))


def test_a_cuboid_of_triangles_is_a_box_wherever_it_is():
    box, mesh = volume_of(shape("BOX", (0.4, 0.7, 1.1))), cuboid(0.4, 0.7, 1.1)
    R = np.reshape(exp((0.3, -1.1, 0.7)), (3, 3))
    far = np.array([30.0, -20.0, 10.0])
    # Each triangle has its own corners, as in files of triangles.
    split = Mesh(
        (mesh.vertices @ R.T + far)[mesh.triangles].reshape(-1, 3), np.arange(36, dtype=np.int32).reshape(-1, 3)
    )
    found = volume_of(shape("MESH", (), split))
    assert found.volume == pytest.approx(box.volume, rel=1e-12)
    assert found.centroid == pytest.approx(far, rel=1e-13)
    assert found.inertia == pytest.approx(R @ box.inertia @ R.T, abs=1e-13)


def test_a_tetrahedron():
    """The corners are at 0 and on the axes. So V = 1/6, the centroid is 1/4, and the integrals about the corner are
    1/60 of x^2 and 1/120 of x y.
    """
    mesh = Mesh(
        np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float),
        np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.int32),
    )
    found = volume_of(shape("MESH", (), mesh))
    second = np.full((3, 3), 1 / 120 - 1 / 96) + np.eye(3) / 120
    assert found.volume == pytest.approx(1 / 6, rel=1e-14)
    assert found.centroid == pytest.approx(np.full(3, 0.25), rel=1e-14)
    assert found.inertia == pytest.approx(np.trace(second) * np.eye(3) - second, abs=1e-15)


BROKEN = [
    (lambda faces: faces[1:], "it is open: 3 edges belong"),
    (lambda faces: faces[:, ::-1], "inside out"),
    (lambda faces: np.concatenate([faces[:1, ::-1], faces[1:]]), "wrong orientation"),
]


@pytest.mark.parametrize(("broken", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_a_mesh_without_a_volume_is_told(broken, words):
    mesh = cuboid(1, 1, 1)
    with pytest.raises(NoVolume, match=words):
        volume_of(shape("MESH", (), mesh._replace(triangles=broken(mesh.triangles))))


DECK = """
@RIGID_BODY_DEFINITION {{ @RIGID_BODY_NAME {{b}} {{ @AT_POINT {{1, 2, 3}} @TRIAD_NAME {{AXIS_X}} {body} }} }}
@SHAPE_DEFINITION {{
  @SHAPE_NAME {{s}} {{ @SHAPE_TYPE {{BOX}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{0, 2, 3}} @TRIAD_NAME {{AXIS_Z}} @DIMENSIONS {{1, 2, 3}}
    {box} }}
  @SHAPE_NAME {{d}} {{ @SHAPE_TYPE {{SPHERE}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{2, 2, 3}} @DIMENSIONS {{1}} {ball} }}
}}
@ANALYSIS_DEFINITION {{ @ANALYSIS_NAME {{run}} {{ @SIMULATION_TIME_RANGE {{0, 1}} @TIME_STEP_SIZE {{0.1}} }} }}
"""


def check_masses(body="", box="", ball=""):
    return check_deck(DECK.format(body=body, box=box, ball=ball))


def test_densities_of_body_and_shapes_make_the_mass():
    """The body has a box of 5*6 kg at -1 m and a ball of 3 kg at +1 m from the origin. The axis e3 of the body is x,
    and e1 is y.
    """
    density = 3 / (4 / 3 * np.pi)
    bodies = check_masses("@DENSITY {5}", ball=f"@DENSITY {{{density!r}}}").compiled.model.bodies
    assert bodies.mass[0] == pytest.approx(33, rel=1e-13)
    assert bodies.centre[0] == pytest.approx((0, 0, -27 / 33), abs=1e-13)
    apart = 30 * 3 / 33 * 4  # reduced mass times the square of the distance
    ball = 0.4 * 3
    moments = (30 / 12 * (1 + 9) + ball + apart, 30 / 12 * (1 + 4) + ball + apart, 30 / 12 * (4 + 9) + ball)
    assert bodies.inertia[0] == pytest.approx(np.diag(moments), abs=1e-12)


def test_a_shape_whose_centre_is_not_its_origin(tmp_path):
    """A tetrahedron with corners at 0 and on the axes, of density 6, has its centre at 1/4, the moments 6/80 and the
    products of inertia 6/480. The axes e1, e2 and e3 of the body are y, z and x.
    """
    (tmp_path / "corner.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    box = "{{BOX}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{0, 2, 3}} @TRIAD_NAME {{AXIS_Z}} @DIMENSIONS {{1, 2, 3}}"
    mesh = "{{MESH}} @CONNECTED_TO_BODY {{b}} @AT_POINT {{0, 2, 3}} @TRIAD_NAME {{AXIS_Z}} @FILE_NAME {{corner.obj}}"
    (tmp_path / "a.deck").write_text(DECK.replace(box, mesh).format(body="@DENSITY {6}", box="", ball="@DENSITY {0}"))
    bodies = check_deck(tmp_path / "a.deck").compiled.model.bodies
    assert bodies.mass[0] == pytest.approx(1, rel=1e-13)
    assert bodies.centre[0] == pytest.approx((0.25, 0.25, -0.75), abs=1e-13)
    assert bodies.inertia[0] == pytest.approx(np.full((3, 3), 6 / 480) + (6 / 80 - 6 / 480) * np.eye(3), abs=1e-13)


def test_a_given_mass_scales_what_the_shapes_make():
    light, heavy = (check_masses(mass, box="@DENSITY {5}").compiled.model.bodies for mass in ("", "@MASS {60}"))
    assert (light.mass[0], heavy.mass[0]) == (pytest.approx(30), 60)
    assert heavy.inertia == pytest.approx(2 * light.inertia)
    assert heavy.centre == pytest.approx(light.centre)


WRONG = [
    ({"body": "@DENSITY {5} @MOMENTS_OF_INERTIA {1, 1, 1}"}, "error", "conflicting-keywords"),
    ({"body": "@DENSITY {0}"}, "error", "invalid-value"),
    ({"body": ""}, "error", "missing-keyword"),
    ({"body": "@MASS {1} @MOMENTS_OF_INERTIA {1, 1, 1}", "ball": "@DENSITY {5}"}, "warning", "conflicting-keywords"),
]


@pytest.mark.parametrize(("given", "severity", "code"), WRONG)
def test_what_cannot_be_weighed_is_told(given, severity, code):
    assert [(f.severity, f.code) for f in check_masses(**given).diagnostics] == [(severity, code)]


def test_an_open_mesh_is_an_error_of_the_deck(tmp_path):
    (tmp_path / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n")
    deck = tmp_path / "a.deck"
    deck.write_text(
        "@RIGID_BODY_DEFINITION { @RIGID_BODY_NAME {b} { @DENSITY {1} } }\n"
        "@SHAPE_DEFINITION { @SHAPE_NAME {s} { @SHAPE_TYPE {MESH} @CONNECTED_TO_BODY {b} @FILE_NAME {open.obj} } }\n"
    )
    [found] = check_deck(deck).diagnostics
    assert (found.code, found.line, found.severity) == ("invalid-value", 2, "error")
    assert "shape s has no mass: it is open" in found.message
