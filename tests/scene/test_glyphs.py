"""The sizes of the symbols of joints, bushings and corners, in units of their scale."""

import numpy as np
import pytest

from rbsolve.geometry.shapes.solids import GLYPH_SIZE
from rbsolve.scene.glyphs import axes_looks, bar_look, bushing_look, contact_look, link_looks

SIZE = 3.0
G = GLYPH_SIZE * SIZE


def bounds(look, scale=G):
    """Return the corners of the box around a solid."""
    return look.solid.vertices.min(axis=0) / scale, look.solid.vertices.max(axis=0) / scale


def volume(look, scale=G):
    """Return the volume of a closed solid, by the divergence theorem."""
    corners = look.solid.vertices[look.solid.triangles] / scale
    return np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6.0


def about(*half):
    return [-x for x in half], list(half)


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("RIGID", about(0.5, 0.5, 0.5), None),
        ("REVOLUTE", about(0.8, 0.8, 0.6), about(0.45, 0.45, 1.1)),
        ("PRISMATIC", about(0.8, 0.8, 0.8), about(0.55, 0.55, 1.8)),
        ("CYLINDRICAL", about(0.8, 0.8, 0.8), about(0.45, 0.45, 2.0)),
        ("SCREW", about(0.85, 0.85, 0.5), about(0.49, 0.49, 2.0)),
        ("SPHERICAL", ([-0.97, -0.97, -0.42], [0.97, 0.97, 0.02]), about(0.65, 0.65, 0.65)),
        ("UNIVERSAL", about(0.28, 0.28, 1.2), about(0.28, 0.28, 1.2)),
        ("PLANAR", about(2.5, 2.5, 0.0), ([-0.8, -0.8, 0.0], [0.8, 0.8, 0.4])),
        ("a kind of another version", None, about(0.6, 0.6, 0.6)),
    ],
)
def test_parts_of_a_joint_have_their_sizes(kind, first, second):
    for look, expected in zip(link_looks(kind, SIZE), (first, second), strict=True):
        assert (look is None) == (expected is None)
        if look is not None:
            np.testing.assert_allclose(bounds(look), expected, rtol=0, atol=0.02)


@pytest.mark.parametrize(
    ("look", "expected"),
    [
        (link_looks("RIGID", SIZE)[0], 1.0),
        (link_looks("REVOLUTE", SIZE)[0], np.pi * (0.8**2 - 0.5**2) * 1.2),
        (link_looks("REVOLUTE", SIZE)[1], np.pi * 0.45**2 * 2.2),
        (link_looks("CYLINDRICAL", SIZE)[0], np.pi * (0.8**2 - 0.5**2) * 1.6),
        (link_looks("SPHERICAL", SIZE)[0], 2.0 * np.pi**2 * 0.75 * 0.22**2),
        (link_looks("SPHERICAL", SIZE)[1], 4.0 / 3.0 * np.pi * 0.65**3),
        (bushing_look(SIZE), 2.0 * np.pi**2 * 0.8 * 0.45**2),
        (contact_look(np.zeros(3), True, SIZE), 4.0 / 3.0 * np.pi * 0.22**3),
    ],
)
def test_solids_are_closed_and_face_outwards(look, expected):
    """The faces are flat, so the volume is a little smaller than that of the round solid."""
    assert 0.92 * expected < volume(look) <= (1.0 + 1e-12) * expected


def test_round_contact_shapes_are_drawn_only_if_hidden():
    half = np.array([0.3, 0.2, 0.1])
    assert contact_look(half, False, SIZE) is None
    np.testing.assert_allclose(bounds(contact_look(half, True, SIZE), 1.0), (-half, half), rtol=0, atol=1e-3)


def test_a_bar_starts_at_the_origin():
    np.testing.assert_allclose(bounds(bar_look(), 1.0), ([-0.3, -0.3, 0.0], [0.3, 0.3, 1.0]), rtol=0, atol=1e-2)


def test_the_axes_of_a_frame_have_their_directions():
    for axis, look in enumerate(axes_looks(SIZE)):
        low, high = bounds(look, look.key[2])
        assert high[axis] == pytest.approx(1.0)
        assert low[axis] == pytest.approx(0.0, abs=1e-12)
        assert max(np.delete(high, axis)) < 0.12
