"""Compare triangles of solids with the equations of their surfaces."""

import numpy as np
import pytest

from rbsolve.geometry.shapes import solids
from rbsolve.geometry.shapes.meshes import Mesh


def test_a_torus_is_smooth_all_the_way_around_its_rod():
    """Normals point from the circle through the middle of the rod, also where the outline begins and ends."""
    torus = solids.torus(2.0, 0.3, segments=12)
    radial = torus.vertices * [1, 1, 0]
    radial /= np.linalg.norm(radial, axis=1, keepdims=True)
    assert torus.normals == pytest.approx((torus.vertices - 2.0 * radial) / 0.3, abs=1e-9)


def test_a_hollow_cylinder_keeps_its_edges():
    """Each normal is radial or axial."""
    ring = solids.ring(0.5, 0.8, 1.2)
    along = np.abs(ring.normals[:, 2])
    assert np.all((along < 1e-12) | (np.abs(along - 1.0) < 1e-12))


@pytest.mark.parametrize("copies", [1, solids.MOST_FLAT_TRIANGLES])
def test_triangles_without_area_are_left_out(copies):
    """Triangles without area have no normal. No flat or smooth normals may be NaN, and the normals of the other
    triangles do not change.
    """
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [2, 0, 0]])
    whole, flat = [[0, 1, 2]] * copies, [[0, 1, 3], [1, 1, 2]]
    with np.errstate(all="raise"):
        solid = solids.facet(Mesh(vertices, np.array([*whole, *flat])))
    assert len(solid.triangles) == copies
    assert solid.normals[solid.triangles] == pytest.approx(np.tile([0.0, 0.0, 1.0], (copies, 3, 1)))
