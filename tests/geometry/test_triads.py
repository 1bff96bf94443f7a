"""Every definition of a triad. The axes of a triad are as described in the manual. The branches agree with the printed
Euler parameters.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from rbsolve.geometry import triads
from rbsolve.geometry.triads import DegenerateGeometry

RNG = np.random.default_rng(2)
VECTORS = [tuple(float(c) for c in row) for row in RNG.normal(size=(30, 3)) * 10.0 ** RNG.integers(-3, 4, size=(30, 1))]
SPECIAL = [tuple(s * float(i == k) for i in range(3)) for k in range(3) for s in (1.0, -1.0)] + [
    (0.0, 3.0, 4.0),
    (-0.0, 3.0, 4.0),
    (1e-200, 2e-200, -1e-200),
    (1e200, 2e200, 2e200),
]


def _matrix(triad: object) -> np.ndarray:
    R = np.reshape(np.array(triad), (3, 3))
    np.testing.assert_allclose(R.T @ R, np.eye(3), rtol=0, atol=1e-15)
    assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-15)
    return R


def _unit(v: object) -> np.ndarray:
    scaled = np.array(v) / np.max(np.abs(np.array(v)))
    return scaled / np.linalg.norm(scaled)


@pytest.mark.parametrize("v2", VECTORS[:10])
@pytest.mark.parametrize("v3", VECTORS[10:13])
def test_two_vectors(v2: tuple, v3: tuple) -> None:
    R = _matrix(triads.from_vectors(v2, v3))
    normal = np.cross(v2, v3)
    np.testing.assert_allclose(R[:, 1], _unit(v2), atol=1e-15)
    np.testing.assert_allclose(R[:, 0], _unit(normal), atol=1e-13)
    assert R[:, 2] @ np.array(v3) > 0.0


def test_two_vectors_almost_parallel_give_an_orthonormal_triad() -> None:
    R = _matrix(triads.from_vectors((0.3, 0.4, 0.5), (0.3, 0.4, 0.5 + 1e-9)))
    np.testing.assert_allclose(R[:, 0], _unit((0.4, -0.3, 0.0)), atol=1e-6)


@pytest.mark.parametrize("p3", VECTORS[:10])
def test_three_points(p3: tuple) -> None:
    p1, p2 = (1.0, 2.0, -1.0), (1.5, 2.2, 3.0)
    R = _matrix(triads.from_three_points(p1, p2, p3))
    v1, v2 = np.subtract(p2, p1), np.subtract(p3, p1)
    np.testing.assert_allclose(R[:, 0], _unit(v1), atol=1e-15)
    np.testing.assert_allclose(R[:, 2], _unit(np.cross(v1, v2)), atol=1e-13)
    assert R[:, 1] @ v2 > 0.0


def _printed_parameters(axis: int, n: np.ndarray) -> list[float]:
    """Return the Euler parameters of eqs. (13), (14), (16), (17), (19), (20), before the common factor."""
    n1, n2, n3 = n
    plus = {
        1: [1 + n1, 1 + n1, n2 - n3, n2 + n3],
        2: [1 + n2, n3 + n1, 1 + n2, n3 - n1],
        3: [1 + n3, n1 - n2, n1 + n2, 1 + n3],
    }
    minus = {
        1: [n2 - n3, n2 + n3, 1 - n1, 1 - n1],
        2: [n3 - n1, 1 - n2, n3 + n1, 1 - n2],
        3: [n1 - n2, 1 - n3, 1 - n3, n1 + n2],
    }
    return (plus if n[axis - 1] > 0.0 else minus)[axis]


@pytest.mark.parametrize("axis", [1, 2, 3])
@pytest.mark.parametrize("v", VECTORS + SPECIAL)
def test_one_vector_by_the_printed_euler_parameters(axis: int, v: tuple) -> None:
    R = _matrix(triads.from_axis(axis, v))
    n = _unit(v)
    e = _printed_parameters(axis, n)
    np.testing.assert_allclose(R[:, axis - 1], n, atol=5e-16)
    np.testing.assert_allclose(R, Rotation.from_quat([e[1], e[2], e[3], e[0]]).as_matrix(), atol=2e-15)


@pytest.mark.parametrize(
    ("axis", "v", "expected"),
    [
        (3, (0, 0, 1), [[0, -1, 0], [1, 0, 0], [0, 0, 1]]),
        (3, (0, 0, -2), [[0, 1, 0], [1, 0, 0], [0, 0, -1]]),
        (1, (5, 0, 0), [[1, 0, 0], [0, 0, -1], [0, 1, 0]]),
        (2, (0, 0, 1), [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    ],
)
def test_one_vector_along_an_axis(axis: int, v: tuple, expected: list) -> None:
    np.testing.assert_array_equal(_matrix(triads.from_axis(axis, v)), expected)


@pytest.mark.parametrize("sequence", ["313", "323", "321", "312", "123"])
@pytest.mark.parametrize("angles", [(30.0, 45.0, 60.0), (-170.0, 100.0, 355.0), (725.0, -400.0, 12.5)])
def test_euler_angles_agree_with_scipy(sequence: str, angles: tuple) -> None:
    axes = "".join("XYZ"[int(axis) - 1] for axis in sequence)
    exact = Rotation.from_euler(axes, angles, degrees=True).as_matrix()
    np.testing.assert_allclose(_matrix(triads.from_euler_angles(sequence, angles)), exact, atol=2e-15)


@pytest.mark.parametrize("sequence", ["313", "323", "321", "312", "123"])
def test_right_angles_are_exact(sequence: str) -> None:
    for angles in [(90.0, 180.0, 270.0), (-90.0, 450.0, 360.0), (0.0, -180.0, 3690.0)]:
        R = _matrix(triads.from_euler_angles(sequence, angles))
        np.testing.assert_array_equal(R, np.rint(R))


def test_rotation_vector_and_euler_parameters_agree_with_scipy() -> None:
    v = (0.4, -2.0, 1.1)
    exact = Rotation.from_rotvec(v)
    np.testing.assert_allclose(_matrix(triads.from_rotation_vector(v)), exact.as_matrix(), atol=1e-15)
    x, y, z, w = exact.as_quat()
    for size in (1.0, -3.0, 1e-200):
        e = (size * w, size * x, size * y, size * z)
        np.testing.assert_allclose(_matrix(triads.from_euler_parameters(e)), exact.as_matrix(), atol=1e-15)


def test_direction_cosines_with_few_digits_are_the_nearest_rotation() -> None:
    exact = Rotation.from_rotvec([0.4, -2.0, 1.1]).as_matrix()
    given = np.round(exact, 4)
    U, _, V = np.linalg.svd(given)
    np.testing.assert_allclose(_matrix(triads.from_direction_cosines(tuple(given.ravel()))), U @ V, atol=1e-15)


H = math.sqrt(0.5)
DEGENERATE = {
    "zero v2": (lambda: triads.from_vectors((0, 0, 0), (0, 0, 1)), "along e2 has no length", 0),
    "zero v3": (lambda: triads.from_vectors((0, 0, 1), (0, 0, 0)), "plane of e2 and e3 has no length", 1),
    "parallel": (lambda: triads.from_vectors((0.1, 0.2, 0.3), (-0.3, -0.6, -0.9)), "parallel", 1),
    "first two coincide": (lambda: triads.from_three_points((1, 2, 3), (1, 2, 3), (0, 0, 1)), "P1 and P2 coincide", 1),
    "rounding apart": (
        lambda: triads.from_three_points((0.1 + 0.2, 0, 0), (0.3, 0, 0), (0, 0, 1)),
        "P1 and P2 coincide",
        1,
    ),
    "first and third": (lambda: triads.from_three_points((1, 2, 3), (0, 0, 1), (1, 2, 3)), "P1 and P3 coincide", 2),
    "on one line": (lambda: triads.from_three_points((0, 0, 0), (0.1, 0.2, 0.3), (0.7, 1.4, 2.1)), "on one line", 2),
    "zero axis": (lambda: triads.from_axis(2, (0, 0, 0)), "along e2 has no length", 0),
    "infinite axis": (lambda: triads.from_axis(1, (math.inf, 0, 0)), "not finite", 0),
    "zero quaternion": (lambda: triads.from_euler_parameters((0, 0, 0, 0)), "no length", 0),
    "skewed cosines": (lambda: triads.from_direction_cosines((1, 0.5, 0, 0, 1, 0, 0, 0, 1)), "orthonormal", 0),
    "left-handed": (lambda: triads.from_direction_cosines((H, -H, 0, H, H, 0, 0, 0, -1)), "left-handed", 0),
    "no number": (lambda: triads.from_direction_cosines((math.nan,) * 9), "orthonormal", 0),
}


@pytest.mark.parametrize("case", DEGENERATE)
def test_degenerate_data_say_what_is_wrong(case: str) -> None:
    define, message, culprit = DEGENERATE[case]
    with pytest.raises(DegenerateGeometry, match=message) as problem:
        define()
    assert problem.value.culprit == culprit
    assert problem.value.hint
