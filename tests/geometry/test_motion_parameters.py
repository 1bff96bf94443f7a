"""Compare Euler motion parameters and motion tensors with scipy's rotations."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry.motion_parameters import from_pose, tensor

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


@pytest.mark.parametrize(("x", "turn"), [((), ()), ((N,), (N,)), ((4, 10), (4, 10)), ((N,), ()), ((), (N,))])
def test_motion_tensor_is_the_velocity_of_a_point_by_numpy(x: tuple[int, ...], turn: tuple[int, ...]) -> None:
    """The tensor takes a velocity v and an angular velocity w in body axes to the inertial point at the origin. There,
    the velocity is `R v + x (R w)` with a cross product, and the angular velocity is `R w`.
    """
    at, R_IB = X[: int(np.prod(x))].reshape(*x, 3), R[: int(np.prod(turn))].reshape(*turn, 3, 3)
    v, w = np.array([0.3, -1.1, 0.7]), np.array([-0.4, 0.9, 1.6])
    moved = tensor(at, R_IB) @ np.concatenate([v, w])
    by_rotation = np.cross(at, R_IB @ w) + R_IB @ v
    assert moved.shape == (*np.broadcast_shapes(x, turn), 6)
    np.testing.assert_allclose(moved[..., :3], by_rotation, atol=1e-14)
    np.testing.assert_allclose(moved[..., 3:], np.broadcast_to(R_IB @ w, moved[..., 3:].shape), atol=1e-15)
