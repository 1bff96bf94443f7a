"""Frames that are attached to no body. The motion of these frames is compared with the derivatives of positions and
rotations by mpmath."""

from __future__ import annotations

from typing import Any

import mpmath as mp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry import free_frames, observer
from rbsolve.geometry.observer import Motion

DIGITS = 60
H = mp.mpf(10) ** -15
TIMES = (0.0, 0.4, 1.3)


def d(f: Any, t: Any) -> Any:
    return (f(t + H) - f(t - H)) / (2 * H)


def axial(W: Any) -> Any:
    return mp.matrix([W[2, 1] - W[1, 2], W[0, 2] - W[2, 0], W[1, 0] - W[0, 1]]) / 2


def planar(axis: int, angle: Any) -> Any:
    R, i, j = mp.eye(3), axis % 3, (axis + 1) % 3
    R[i, i] = R[j, j] = mp.cos(angle)
    R[j, i], R[i, j] = mp.sin(angle), -mp.sin(angle)
    return R


def floats(rows: Any, *shape: int) -> np.ndarray:
    return np.array([[float(v) for v in row] for row in rows]).reshape(len(TIMES), *shape)


def motion_of(x: Any, R: Any) -> Motion:
    """Return all six inertial quantities of the motion of a pose, as functions of time."""

    def w(t: Any) -> Any:
        return axial(d(R, t) * R(t).T)

    parts = (x, 3), (R, 3, 3), (lambda t: d(x, t), 3), (w, 3), (lambda t: d(lambda s: d(x, s), t), 3), (lambda t: d(w, t), 3)  # fmt: skip
    with mp.workdps(DIGITS):
        return Motion(*(floats([f(mp.mpf(t)) for t in TIMES], *shape) for f, *shape in parts))


def assert_same(mine: Motion, exact: Motion) -> None:
    for part in ("x", "R", "v", "w", "a", "alpha"):
        np.testing.assert_allclose(getattr(mine, part), getattr(exact, part), rtol=1e-13, atol=1e-13, err_msg=part)


def x_E(t: Any) -> Any:
    return mp.matrix([mp.cos(3 * t), t**3 / 3, t / 2])


def R_E(t: Any) -> Any:
    return planar(3, 5 * t + t * t) * planar(2, mp.cos(t) / 3 + 1)


def shift(t: Any) -> Any:
    return mp.matrix([mp.sin(2 * t), t * t - 1, mp.mpf("0.3")])


def angles(t: Any) -> Any:
    return mp.matrix([3 * t - 1, mp.sin(t) + mp.mpf("0.2"), mp.exp(-t)])


def histories(f: Any) -> free_frames.Histories:
    with mp.workdps(DIGITS):
        rows = [[f(t), d(f, t), d(lambda s: d(f, s), t)] for t in map(mp.mpf, TIMES)]
    return free_frames.Histories(*(floats([row[k] for row in rows], 3) for k in range(3)))


@pytest.mark.parametrize("sequence", ["313", "323", "321", "312", "123"])
def test_prescribed_motion(sequence: str) -> None:
    def R(t: Any) -> Any:
        product = mp.eye(3)
        for axis, angle in zip(sequence, angles(t), strict=True):
            product *= planar(int(axis), angle)
        return product

    assert_same(free_frames.prescribed_motion(histories(shift), sequence, histories(angles)), motion_of(shift, R))


def test_composed_motion_is_what_the_observer_sees_turned_back() -> None:
    def R_seen(t: Any) -> Any:
        return planar(1, angles(t)[0]) * planar(2, angles(t)[1])

    E, seen = motion_of(x_E, R_E), motion_of(shift, R_seen)
    both = observer.compose(E, seen)
    assert_same(both, motion_of(lambda t: x_E(t) + R_E(t) * shift(t), lambda t: R_E(t) * R_seen(t)))
    assert observer.compose(observer.at_rest(observer.ORIGIN, observer.INERTIAL_AXES), seen) is seen


def test_mean_of_motions() -> None:
    weights = np.array([2.0, 0.5, 1.25])
    poses = [
        (x_E, lambda t: R_E(t) * planar(1, t / 5)),
        (shift, lambda t: R_E(t) * planar(2, mp.sin(t) / 3)),
        (angles, lambda t: planar(3, mp.mpf("0.3") + t / 4) * R_E(t)),
    ]

    def x(t: Any) -> Any:
        return sum(
            (w * pose[0](t) for w, pose in zip(map(mp.mpf, weights), poses, strict=True)), mp.zeros(3, 1)
        ) / mp.mpf("3.75")

    def R(t: Any) -> Any:
        """Return the polar factor by the Newton iteration, X <- (X + X^-T)/2."""
        X = sum((w * pose[1](t) for w, pose in zip(map(mp.mpf, weights), poses, strict=True)), mp.zeros(3))
        for _ in range(12):
            X = (X + (X**-1).T) / 2
        return X

    each = [motion_of(*pose) for pose in poses]
    together = Motion(
        *(np.stack([getattr(m, part) for m in each], axis=1) for part in ("x", "R", "v", "w", "a", "alpha"))
    )
    mean = free_frames.mean(together, weights)
    assert_same(mean.motion, motion_of(x, R))
    for row in range(len(TIMES)):  # scipy's mean also minimizes the sum of squared chords
        theirs = Rotation.from_matrix(together.R[row]).mean(weights=weights).as_matrix()
        np.testing.assert_allclose(mean.motion.R[row], theirs, atol=1e-13)
    assert np.all((mean.definiteness > 0.5) & (mean.definiteness < 1.0))


def test_mean_rotation_that_is_not_determined() -> None:
    half_turns = np.array([np.eye(3), np.diag([-1.0, -1.0, 1.0])])
    _, definiteness = free_frames.nearest_rotation(half_turns.mean(axis=0))
    assert definiteness == 0.0
    thirds = Rotation.from_euler("z", [[0.0], [2.0], [4.0]]).as_matrix()
    R, definiteness = free_frames.nearest_rotation(thirds[:2].mean(axis=0))
    np.testing.assert_allclose(R, Rotation.from_euler("z", 1.0).as_matrix(), atol=1e-14)
    np.testing.assert_allclose(definiteness, np.cos(1.0), atol=1e-14)


def test_nearest_rotation_is_never_a_reflection() -> None:
    R, definiteness = free_frames.nearest_rotation(np.diag([1.0, 0.5, -0.2]))
    np.testing.assert_allclose(R, np.eye(3), atol=1e-15)
    np.testing.assert_allclose(definiteness, 0.15, atol=1e-15)
