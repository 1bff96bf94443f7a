"""Round faces that touch a plane, as flat ellipsoids. The lowest point of these ellipsoids differs from the true point
by less than their thickness.
"""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from rbsolve.geometry.shapes.discs import supports
from rbsolve.geometry.shapes.types.cone import CONE
from rbsolve.geometry.shapes.types.cylinder import CYLINDER


def lowest(probes, down):
    """Return the largest coordinate of ellipsoids along a direction. It is the coordinate of the centre plus the
    support function of the half axes.
    """
    return max(probe.centre @ down + np.linalg.norm(probe.half * (probe.axes.T @ down)) for probe in probes)


@pytest.mark.parametrize("radius", [0.01, 1.0, 30.0])
@pytest.mark.parametrize("tilt", [0.0, 0.02, 0.7, 1.5, math.pi / 2])
def test_the_lowest_point_of_a_tilted_round_shape(radius, tilt):
    """The lowest point of a rim is `radius * sin(tilt)` below the centre of the rim."""
    down = np.array([math.sin(tilt), 0.0, -math.cos(tilt)])
    rim, length = radius * math.sin(tilt), 2.4 * radius
    shape = SimpleNamespace(dimensions=(radius, length))
    for kind, exact in ((CYLINDER, 0.5 * length * math.cos(tilt) + rim), (CONE, rim)):
        probes = kind.touches[0].probes(shape)
        assert -1e-12 * radius <= exact - lowest(probes, down) <= 1.0001e-3 * radius


@pytest.mark.parametrize("height", [-1.2, 0.0, 1.2])
def test_points_of_a_face_have_the_normal_of_this_face(height):
    """The face at height 0 is the base of a cone, whose tip is above it."""
    for probe in supports(0.5, height):
        assert np.array_equal(probe.axes[:, 2], [0.0, 0.0, 1.0 if height > 0.0 else -1.0])
        assert probe.centre[2] == height
