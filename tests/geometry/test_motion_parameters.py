"""Compare Euler motion parameters with scipy's rotations."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from rbsolve.geometry.motion_parameters import from_pose

N = 40
X, R = np.random.default_rng(8).normal(size=(N, 3)), Rotation.random(N, random_state=1).as_matrix()
P = from_pose(X, R)


def test_rotation_is_in_the_second_half_with_the_scalar_first() -> None:
    np.testing.assert_allclose(Rotation.from_quat(P[:, [5, 6, 7, 4]]).as_matrix(), R, atol=3e-15)
    assert np.all(P[:, 4] >= 0.0)


def test_position_is_twice_the_first_half_times_the_conjugate_of_the_second() -> None:
    """The product `x = 2 q e^-1` has the vector part `2 (e0 q - q0 e - q x e)`, where q and e without index are
    vectors. Its scalar part is 2 q.e = 0.
    """
    q0, q, e0, e = P[:, :1], P[:, 1:4], P[:, 4:5], P[:, 5:]
    np.testing.assert_allclose(2.0 * (e0 * q - q0 * e - np.cross(q, e)), X, atol=5e-15)


def test_the_two_constraints() -> None:
    np.testing.assert_allclose(np.sum(P[:, 4:] ** 2, axis=1), 1.0, atol=1e-15)
    np.testing.assert_allclose(np.sum(P[:, 4:] * P[:, :4], axis=1), 0.0, atol=1e-15)


def test_a_pure_translation_by_hand() -> None:
    """For x = (2, 4, 6) and R = I, q = x/2 and e = 1."""
    np.testing.assert_array_equal(from_pose(np.array([2.0, 4.0, 6.0]), np.eye(3)), [0, 1, 2, 3, 1, 0, 0, 0])


def test_position_is_on_the_left() -> None:
    """For x = 2 e1 and a rotation by 180 degrees about e2, q = i j = k."""
    np.testing.assert_allclose(
        from_pose(np.array([2.0, 0.0, 0.0]), np.diag([-1.0, 1.0, -1.0])), [0, 0, 0, 1, 0, 0, 1, 0], atol=1e-16
    )


def test_leading_axes_are_free() -> None:
    np.testing.assert_array_equal(from_pose(X.reshape(4, 10, 3), R.reshape(4, 10, 3, 3)), P.reshape(4, 10, 8))
