from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry import frames
from rbsolve.geometry.triads import DegenerateGeometry

P1, P2, P3 = (1.0, -2.0, 0.5), (2.0, 0.0, 2.5), (0.0, 0.0, 0.0)
T = tuple(float(c) for c in Rotation.from_rotvec([0.3, -1.0, 0.4]).as_matrix().ravel())


def _axes(frame: frames.Frame) -> np.ndarray:
    return np.reshape(frame[1], (3, 3))


def test_one_point_and_one_triad() -> None:
    assert frames.from_point_and_triad(P1, T) == (P1, T)


def test_two_points_and_one_triad_as_printed() -> None:
    """By eqs. (37)-(39), the third vector of the triad lies in the plane (e1, e2), on the side of e2."""
    frame = frames.from_two_points_and_triad(P1, P2, T)
    e1, n3 = np.subtract(P2, P1) / 3.0, np.array(T[2::3])
    e3 = np.cross(e1, n3) / np.linalg.norm(np.cross(e1, n3))
    assert frame[0] == P1
    np.testing.assert_allclose(_axes(frame), np.column_stack([e1, np.cross(e3, e1), e3]), atol=1e-15)
    assert abs(_axes(frame)[:, 2] @ n3) < 1e-15


def test_three_points() -> None:
    frame = frames.from_points(P1, P2, P3)
    e1 = np.subtract(P2, P1) / 3.0
    normal = np.cross(e1, np.subtract(P3, P1))
    e3 = normal / np.linalg.norm(normal)
    assert frame[0] == P1
    np.testing.assert_allclose(_axes(frame), np.column_stack([e1, np.cross(e3, e1), e3]), atol=1e-15)


def test_third_vector_along_the_line_is_degenerate() -> None:
    with pytest.raises(
        DegenerateGeometry, match="third vector of triad T is parallel to the line from A to B"
    ) as problem:
        frames.from_two_points_and_triad((0, 0, 1), (0, 0, 3), (0, -1, 0, 1, 0, 0, 0, 0, 1), ("A", "B", "T"))
    assert problem.value.culprit == 2


def test_one_point_twice_is_degenerate() -> None:
    with pytest.raises(DegenerateGeometry, match="A and B coincide") as problem:
        frames.from_two_points_and_triad(P1, P1, T, ("A", "B", "T"))
    assert problem.value.culprit == 1


def test_a_point_in_the_axes_of_a_frame() -> None:
    """The position is the position of eq. (43)."""
    R = Rotation.from_rotvec([0.3, -1.0, 0.4]).as_matrix()
    np.testing.assert_allclose(frames.point_to_inertial((P1, T), P2), P1 + R @ P2, atol=2e-15)
