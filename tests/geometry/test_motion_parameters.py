"""Euler motion parameters against 4x4 homogeneous matrices."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry import motion_parameters as mp

RNG = np.random.default_rng(8)
N = 40
X_E, R_E = RNG.normal(size=(N, 3)), Rotation.random(N, random_state=1).as_matrix()
X_B, R_B = RNG.normal(size=(N, 3)), Rotation.random(N, random_state=2).as_matrix()


def _homogeneous(x: np.ndarray, R: np.ndarray) -> np.ndarray:
    H = np.zeros((len(x), 4, 4))
    H[:, :3, :3], H[:, :3, 3], H[:, 3, 3] = R, x, 1.0
    return H


E, B = _homogeneous(X_E, R_E), _homogeneous(X_B, R_B)
P_E, P_B = mp.from_pose(X_E, R_E), mp.from_pose(X_B, R_B)


def _assert_pose(p: np.ndarray, H: np.ndarray) -> None:
    x, R = mp.to_pose(p)
    np.testing.assert_allclose(x, H[:, :3, 3], atol=5e-15)
    np.testing.assert_allclose(R, H[:, :3, :3], atol=3e-15)


def test_pose_there_and_back_and_the_two_constraints() -> None:
    _assert_pose(P_E, E)
    np.testing.assert_allclose(np.sum(P_E[:, 4:] ** 2, axis=1), 1.0, atol=1e-15)
    np.testing.assert_allclose(np.sum(P_E[:, 4:] * P_E[:, :4], axis=1), 0.0, atol=1e-15)


def test_both_signs_are_the_same_pose() -> None:
    _assert_pose(-P_E, E)


def test_a_pure_translation_by_hand() -> None:
    """x = (2, 4, 6), R = I: q = x/2, e = 1."""
    np.testing.assert_array_equal(mp.from_pose(np.array([2.0, 4.0, 6.0]), np.eye(3)), [0, 1, 2, 3, 1, 0, 0, 0])


def test_displacement_is_on_the_left() -> None:
    """x = 2 e1 and a half turn about e2: q = i j = k."""
    np.testing.assert_allclose(
        mp.from_pose(np.array([2.0, 0.0, 0.0]), np.diag([-1.0, 1.0, -1.0])), [0, 0, 0, 1, 0, 0, 1, 0], atol=1e-16
    )


def test_composition_is_that_of_the_matrices() -> None:
    _assert_pose(mp.compose(P_E, P_B), E @ B)


def test_relative_motion_is_that_of_the_matrices() -> None:
    _assert_pose(mp.relative(P_E, P_B), np.linalg.inv(E) @ B)
    _assert_pose(mp.change(P_E, P_B), B @ np.linalg.inv(E))
    _assert_pose(mp.inverse(P_E), np.linalg.inv(E))


def test_operators_are_the_compositions() -> None:
    left, right = mp.left_operator(P_E), mp.right_operator(P_B)
    np.testing.assert_allclose((left @ P_B[..., None])[..., 0], mp.compose(P_E, P_B), atol=1e-15)
    np.testing.assert_allclose((right @ P_E[..., None])[..., 0], mp.compose(P_E, P_B), atol=1e-15)
    np.testing.assert_allclose((mp.dagger(left) @ P_B[..., None])[..., 0], mp.relative(P_E, P_B), atol=1e-15)
    np.testing.assert_allclose((mp.dagger(right) @ P_E[..., None])[..., 0], mp.change(P_B, P_E), atol=1e-15)


@pytest.mark.parametrize("operator", [mp.left_operator, mp.right_operator])
def test_dagger_is_the_inverse_and_not_the_transpose(operator: object) -> None:
    matrix = operator(P_E)  # type: ignore[operator]
    np.testing.assert_allclose(mp.dagger(matrix) @ matrix, np.broadcast_to(np.eye(8), (N, 8, 8)), atol=3e-15)
    assert np.max(np.abs(np.swapaxes(matrix, -1, -2) - mp.dagger(matrix))) > 0.1


def test_rotation_block_is_the_matrix_of_the_quaternion() -> None:
    """R is the lower right block of A(e) B^T(e)."""
    e = P_E[:, 4:]
    product = mp.left_matrix(e) @ np.swapaxes(mp.right_matrix(e), -1, -2)
    np.testing.assert_allclose(product[:, 1:, 1:], R_E, atol=2e-15)


def test_positions_by_motion_parameters() -> None:
    """Eqs. (47a) and (50a) against (43) and (48)."""
    r = X_B
    x = X_E + (R_E @ r[..., None])[..., 0]
    np.testing.assert_allclose(mp.position_from_relative(P_E, r), x, atol=5e-15)
    np.testing.assert_allclose(mp.position_relative_to(P_E, x), r, atol=5e-15)
    e, q = P_E[:, 4:], P_E[:, :4]
    r_hat = np.concatenate([np.zeros((N, 1)), r], axis=1)[..., None]
    inner = mp.left_matrix(e) @ r_hat + 2.0 * q[..., None]
    printed = (np.swapaxes(mp.right_matrix(e), -1, -2) @ inner)[..., 0]
    np.testing.assert_allclose(printed[:, 1:], x, atol=5e-15)
