from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry import quaternion

RNG = np.random.default_rng(7)
RANDOM = [tuple(float(c) for c in row) for row in Rotation.random(20, random_state=1).as_quat()[:, [3, 0, 1, 2]]]
HALF_TURNS = [
    (0.0, 1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0, 0.0),
    (0.0, 0.0, 0.0, 1.0),
    (0.0, 0.6, -0.8, 0.0),
    (1e-9, math.sqrt(0.5), 0.0, -math.sqrt(0.5)),
]
ALL = [*RANDOM, *HALF_TURNS, (1.0, 0.0, 0.0, 0.0), (1.0, 1e-9, 0.0, -1e-10)]


def _scipy(q: quaternion.Quaternion) -> Rotation:
    return Rotation.from_quat([q[1], q[2], q[3], q[0]])


@pytest.mark.parametrize("q", ALL)
def test_matrix_and_rotation_agree_with_scipy(q: quaternion.Quaternion) -> None:
    v = (0.3, -1.2, 2.0)
    R = _scipy(q).as_matrix()
    np.testing.assert_allclose(quaternion.to_matrix(q), R.ravel(), rtol=0, atol=1e-15)
    np.testing.assert_allclose(quaternion.rotate(q, v), R @ v, rtol=0, atol=2e-15)
    np.testing.assert_allclose(quaternion.rotate_back(q, v), R.T @ v, rtol=0, atol=2e-15)


@pytest.mark.parametrize("q", ALL)
def test_matrix_gives_the_quaternion_back(q: quaternion.Quaternion) -> None:
    again = quaternion.from_matrix(quaternion.to_matrix(q))
    sign = math.copysign(1.0, sum(a * b for a, b in zip(again, q, strict=True)))
    np.testing.assert_allclose(again, np.multiply(sign, q), rtol=0, atol=5e-16)
    assert again[0] >= 0.0


@pytest.mark.parametrize("size", [0.0, 1e-300, 1e-8, 0.2499999, 0.25, 0.2500001, 1.0, math.pi, 6.0, 100.0])
def test_exponential_to_two_ulp(size: float) -> None:
    direction = np.array([0.48, -0.6, 0.64])
    v = tuple(float(c) for c in size * direction)
    with mp.workdps(50):
        phi = mp.sqrt(sum(mp.mpf(c) ** 2 for c in v))
        factor = mp.sin(phi / 2) / phi if phi else mp.mpf("0.5")
        exact = [mp.cos(phi / 2), *(factor * c for c in v)]
        mine = quaternion.exp(v)
        # The angle has a round-off error of half an ulp.
        assert max(abs(a - b) for a, b in zip(mine, exact, strict=True)) <= 4.5e-16 * max(1.0, size / 4)


def test_logarithm_has_the_same_value_for_both_signs() -> None:
    for q in RANDOM:
        minus = tuple(-c for c in q)
        assert quaternion.log(minus) == quaternion.log(q)
        assert math.hypot(*quaternion.log(q)) <= math.pi


def test_rate_and_angular_velocity_against_differences_of_a_known_motion() -> None:
    p, axis, speed = RANDOM[0], np.array([0.36, 0.48, 0.8]), 2.5
    with mp.workdps(40):
        h = mp.mpf(10) ** -12

        def at(t: mp.mpf) -> list[mp.mpf]:
            half = speed * t / 2
            e = [mp.cos(half), *(mp.sin(half) * mp.mpf(c) for c in axis)]
            return list(quaternion.product(tuple(mp.mpf(c) for c in p), tuple(e)))

        rate = [(a - b) / (2 * h) for a, b in zip(at(h), at(-h), strict=True)]
    w = tuple(speed * axis)
    np.testing.assert_allclose(quaternion.rate(p, w), [float(c) for c in rate], rtol=0, atol=1e-15)
    np.testing.assert_allclose(quaternion.angular_velocity(p, tuple(float(c) for c in rate)), w, rtol=0, atol=3e-15)


def test_normalised_has_unit_length() -> None:
    assert math.hypot(*quaternion.normalise((3.0, -4.0, 12.0, 1e-3))) == pytest.approx(1.0, abs=3e-16)
