"""All groups satisfy the same laws of exponential and logarithm, composition, and the right tangent operator.

The reference is the matrix representation in 50 digits: matrix exponentials, and central differences of these
exponentials.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np
import pytest
from numpy.typing import NDArray

from rbsolve.geometry import quaternion, se3, so3, vector

Array = NDArray[np.float64]
EPS = 2.0**-52


def _skew(w: Any) -> Any:
    return mp.matrix([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])


def _block(size: int, *blocks: tuple[int, int, Any]) -> Any:
    result = mp.zeros(size)
    for row, column, block in blocks:
        for i in range(block.rows):
            for j in range(block.cols):
                result[row + i, column + j] = block[i, j]
    return result


def _matrix3(flat: Any) -> Any:
    return mp.matrix([list(flat[0:3]), list(flat[3:6]), list(flat[6:9])])


def _column(v: Any) -> Any:
    return mp.matrix(list(v))


@dataclass(frozen=True)
class Group:
    """A group: the tested functions, and the matrices that represent its elements. `hat` maps a tangent vector to a
    matrix, and `matrix` maps an element to a matrix.
    """

    dimension: int
    exp: Callable[[Any], Any]
    log: Callable[[Any], Any]
    product: Callable[[Any, Any], Any]
    inverse: Callable[[Any], Any]
    tangent: Callable[[Any, Any], Any]
    tangent_inverse: Callable[[Any, Any], Any]
    hat: Callable[[Any], Any]
    vee: Callable[[Any], Any]
    matrix: Callable[[Any], Any]


def _vee3(m: Any) -> list[Any]:
    return [m[2, 1], m[0, 2], m[1, 0]]


SO3 = Group(
    3,
    so3.exp,
    so3.log,
    vector.matrix_product,
    vector.transpose,
    so3.apply_tangent,
    so3.apply_tangent_inverse,
    _skew,
    _vee3,
    _matrix3,
)


def _left_product(q: Any) -> Any:
    return mp.matrix(
        [[q[0], -q[1], -q[2], -q[3]], [q[1], q[0], -q[3], q[2]], [q[2], q[3], q[0], -q[1]], [q[3], -q[2], q[1], q[0]]]
    )


S3 = Group(
    3,
    quaternion.exp,
    quaternion.log,
    quaternion.product,
    quaternion.conjugate,
    so3.apply_tangent,
    so3.apply_tangent_inverse,
    lambda w: _left_product([0, mp.mpf(w[0]) / 2, mp.mpf(w[1]) / 2, mp.mpf(w[2]) / 2]),
    lambda m: [2 * m[1, 0], 2 * m[2, 0], 2 * m[3, 0]],
    _left_product,
)


def _motion_matrix(g: Any) -> Any:
    q = g[1]
    R = mp.matrix(3)
    left, e = _left_product([mp.mpf(c) for c in q]), mp.matrix([q[0], -q[1], -q[2], -q[3]])
    for j in range(3):
        unit = mp.matrix([0, *(1 if k == j else 0 for k in range(3))])
        column = left * (_left_product(unit) * e)
        for i in range(3):
            R[i, j] = column[i + 1]
    return _block(4, (0, 0, R), (0, 3, _column(g[0])), (3, 3, mp.matrix([1])))


SE3 = Group(
    6,
    se3.exp,
    lambda g: se3.log(*g),
    lambda g, h: se3.product(*g, *h),
    lambda g: se3.inverse(*g),
    se3.apply_tangent,
    se3.apply_tangent_inverse,
    lambda d: _block(4, (0, 0, _skew(d[3:])), (0, 3, _column(d[:3]))),
    lambda m: [m[0, 3], m[1, 3], m[2, 3], *_vee3(m)],
    _motion_matrix,
)

R3_SO3 = Group(
    6,
    lambda d: (d[:3], so3.exp(d[3:])),
    lambda g: (*g[0], *so3.log(g[1])),
    lambda g, h: (vector.add(g[0], h[0]), vector.matrix_product(g[1], h[1])),
    lambda g: (vector.scale(-1.0, g[0]), vector.transpose(g[1])),
    lambda d, v: (*v[:3], *so3.apply_tangent(d[3:], v[3:])),
    lambda d, v: (*v[:3], *so3.apply_tangent_inverse(d[3:], v[3:])),
    lambda d: _block(7, (0, 0, _skew(d[3:])), (3, 6, _column(d[:3]))),
    lambda m: [m[3, 6], m[4, 6], m[5, 6], *_vee3(m)],
    lambda g: _block(7, (0, 0, _matrix3(g[1])), (3, 3, mp.eye(4)), (3, 6, _column(g[0]))),
)

GROUPS = {"SO3": SO3, "S3": S3, "SE3": SE3, "R3xSO3": R3_SO3}
ANGLES = {
    "identity": 0.0,
    "1e-8": 1e-8,
    "1e-3": 1e-3,
    "below the switch": 0.25 - 1e-9,
    "above the switch": 0.25 + 1e-9,
    "1": 1.0,
    "3": 3.0,
    "near pi": math.pi - 1e-7,
}
BEYOND = {
    "below the closed forms": math.sqrt(12.0) - 1e-9,
    "above the closed forms": math.sqrt(12.0) + 1e-9,
    "near 2 pi": 2 * math.pi - 1e-2,
}

group_cases = pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
angle_cases = pytest.mark.parametrize("angle", ANGLES.values(), ids=ANGLES)
all_angle_cases = pytest.mark.parametrize("angle", [*ANGLES.values(), *BEYOND.values()], ids=[*ANGLES, *BEYOND])


def _tangent_vectors(group: Group, angle: float, count: int = 3) -> list[Any]:
    rng = np.random.default_rng(11)
    directions = rng.normal(size=(count, group.dimension))
    directions[:, -3:] *= angle / np.linalg.norm(directions[:, -3:], axis=1, keepdims=True)
    return [tuple(float(c) for c in row) for row in directions]


def _velocities(group: Group) -> list[Any]:
    return [tuple(float(c) for c in row) for row in np.random.default_rng(5).normal(size=(2, group.dimension))]


def _error(mine: Any, exact: Any) -> float:
    """Return the largest difference of two matrices or lists, relative to the size of the exact object (at least 1)."""
    mine, exact = mp.matrix(list(mine) if isinstance(mine, tuple) else mine), mp.matrix(exact)
    return float(mp.norm(mine - exact, mp.inf) / max(1, mp.norm(exact, mp.inf)))


@group_cases
@all_angle_cases
def test_exponential_equals_the_matrix_exponential(group: Group, angle: float) -> None:
    with mp.workdps(50):
        for d in _tangent_vectors(group, angle):
            assert _error(group.matrix(group.exp(d)), mp.expm(group.hat(d))) < 4 * EPS


@group_cases
@angle_cases
def test_logarithm_undoes_the_exponential(group: Group, angle: float) -> None:
    for d in _tangent_vectors(group, angle):
        assert _error(group.log(group.exp(d)), d) < 8 * EPS


@group_cases
@all_angle_cases
def test_exponential_undoes_the_logarithm(group: Group, angle: float) -> None:
    with mp.workdps(50):
        for d in _tangent_vectors(group, angle):
            g = group.exp(d)
            again = group.exp(group.log(g))
            sign = -1 if group is S3 and angle > math.pi else 1  # q and -q have the same logarithm
            assert _error(group.matrix(again) * sign, group.matrix(g)) < 8 * EPS


@group_cases
@angle_cases
def test_products_and_inverses_equal_matrix_products(group: Group, angle: float) -> None:
    with mp.workdps(50):
        g, h, k = (group.exp(d) for d in _tangent_vectors(group, angle))
        product = group.matrix(g) * group.matrix(h)
        assert _error(group.matrix(group.product(g, h)), product) < 4 * EPS
        one = group.matrix(group.product(g, group.inverse(g)))
        assert _error(one, mp.eye(one.rows)) < 8 * EPS
        left, right = group.product(group.product(g, h), k), group.product(g, group.product(h, k))
        assert _error(group.matrix(left), group.matrix(right)) < 8 * EPS


@group_cases
@all_angle_cases
def test_tangent_operator_is_the_derivative_of_the_exponential(group: Group, angle: float) -> None:
    with mp.workdps(50):
        step = mp.mpf(10) ** -25  # the difference quotient has 25 correct digits, which is 9 more than required
        for d in _tangent_vectors(group, angle, 1):
            back, here = mp.expm(-group.hat(d)), mp.expm(group.hat(d))
            for v in _velocities(group):
                moved = mp.expm(group.hat([mp.mpf(a) + step * b for a, b in zip(d, v, strict=True)]))
                rate = back * (moved - here) / step
                assert _error(group.tangent(d, v), group.vee(rate)) < 8 * EPS


@group_cases
@all_angle_cases
def test_inverse_tangent_operator_undoes_it(group: Group, angle: float) -> None:
    # T^-1 grows as 1/(2 pi - angle), and its block B grows as the square of this function.
    growth = max(1.0, 1.0 / (2 * math.pi - angle) ** 2)
    for d in _tangent_vectors(group, angle):
        for v in _velocities(group):
            assert _error(group.tangent_inverse(d, group.tangent(d, v)), v) < 16 * EPS * growth
            assert _error(group.tangent(d, group.tangent_inverse(d, v)), v) < 16 * EPS * growth


@all_angle_cases
def test_matrix_and_transposes_of_the_tangent_operator(angle: float) -> None:
    for v in _tangent_vectors(SO3, angle):
        inverse = so3.tangent_inverse(v)
        for w in _velocities(SO3):
            columns = [so3.apply_tangent(v, axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
            assert _error(so3.apply_tangent_transpose(v, w), [vector.dot(column, w) for column in columns]) < 4 * EPS
            assert _error(vector.matrix_vector(inverse, w), so3.apply_tangent_inverse(v, w)) < 4 * EPS
            assert _error(vector.transpose_vector(inverse, w), so3.apply_tangent_inverse_transpose(v, w)) < 4 * EPS
