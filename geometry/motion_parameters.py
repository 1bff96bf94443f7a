"""Euler motion parameters of a frame: the eight columns {q, e} of a unit dual quaternion; numpy, leading axes (...,).

e holds the Euler parameters of R (scalar first) and q = x e / 2, with the position x in inertial components, as a
quaternion without scalar part, on the left. Then e.e = 1 and e.q = 0; {q, e} and -{q, e} are the same configuration
(Seed 002, section 4, eqs. (45)-(47), (50), errata).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.arrays import turned
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix, matrix_from_euler_parameters

Array = NDArray[np.float64]

LABELS = ("q0", "q1", "q2", "q3", "e0", "e1", "e2", "e3")
_CONJUGATE = np.array([1.0, -1.0, -1.0, -1.0])


def left_matrix(p: Array) -> Array:
    """A(p), (..., 4, 4): A(p) q = p q (the quaternion product)."""
    return _product_matrix(p, 1.0)


def right_matrix(p: Array) -> Array:
    """B(p), (..., 4, 4): B(p) q = q p."""
    return _product_matrix(p, -1.0)


def _product_matrix(p: Array, sign: float) -> Array:
    p0, p1, p2, p3 = np.moveaxis(np.asarray(p, dtype=float), -1, 0)
    s1, s2, s3 = sign * p1, sign * p2, sign * p3
    rows = [[p0, -p1, -p2, -p3], [p1, p0, -s3, s2], [p2, s3, p0, -s1], [p3, -s2, s1, p0]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def left_operator(p: Array) -> Array:
    """The 8x8 matrix A(p) of eq. (46), (..., 8, 8): A(p_E) p_B* composes two motions."""
    p = np.asarray(p, dtype=float)
    return _blocks(left_matrix(p[..., 4:]), left_matrix(p[..., :4]))


def right_operator(p: Array) -> Array:
    """The 8x8 matrix B(p), (..., 8, 8): B(p_B*) p_E is the same composition."""
    p = np.asarray(p, dtype=float)
    return _blocks(right_matrix(p[..., 4:]), right_matrix(p[..., :4]))


def dagger(operator: Array) -> Array:
    """The inverse of an 8x8 operator of unit motion parameters: the transpose of each block, not of the whole."""
    rotation, displacement = operator[..., :4, :4], operator[..., :4, 4:]
    return _blocks(np.swapaxes(rotation, -1, -2), np.swapaxes(displacement, -1, -2))


def _blocks(rotation: Array, displacement: Array) -> Array:
    result = np.zeros((*rotation.shape[:-2], 8, 8))
    result[..., :4, :4] = result[..., 4:, 4:] = rotation
    result[..., :4, 4:] = displacement
    return result


def _product(p: Array, q: Array) -> Array:
    return turned(left_matrix(p), q)


def from_euler_parameters(x: Array, e: Array) -> Array:
    """Motion parameters (..., 8) of a position x (..., 3) and Euler parameters e (..., 4)."""
    x, e = np.asarray(x, dtype=float), np.asarray(e, dtype=float)
    x_hat = np.concatenate([np.zeros((*x.shape[:-1], 1)), x], axis=-1)
    q = 0.5 * _product(x_hat, e)
    return np.concatenate([q, np.broadcast_to(e, q.shape)], axis=-1)


def from_pose(x: Array, R: Array) -> Array:
    """Motion parameters (..., 8), with e0 >= 0, of a position x (..., 3) and a rotation R (..., 3, 3)."""
    return from_euler_parameters(x, euler_parameters_from_matrix(R))


def to_pose(p: Array) -> tuple[Array, Array]:
    """Position (..., 3) and rotation (..., 3, 3) of motion parameters: x = 2 q e^-1."""
    p = np.asarray(p, dtype=float)
    return 2.0 * _product(p[..., :4], p[..., 4:] * _CONJUGATE)[..., 1:], matrix_from_euler_parameters(p[..., 4:])


def inverse(p: Array) -> Array:
    """Motion parameters of the inverse motion."""
    p = np.asarray(p, dtype=float)
    return np.concatenate([p[..., :4] * _CONJUGATE, p[..., 4:] * _CONJUGATE], axis=-1)


def compose(p_E: Array, p_B: Array) -> Array:
    """Inertial motion parameters of a frame B that is given relative to E and resolved in E: eq. (45)."""
    p_E, p_B = np.asarray(p_E, dtype=float), np.asarray(p_B, dtype=float)
    q = _product(p_E[..., 4:], p_B[..., :4]) + _product(p_E[..., :4], p_B[..., 4:])
    return np.concatenate([q, _product(p_E[..., 4:], p_B[..., 4:])], axis=-1)


def relative(p_E: Array, p_B: Array) -> Array:
    """Motion parameters of B relative to E, resolved in E, from the inertial ones: A+(p_E) p_B of section 4.2."""
    return compose(inverse(p_E), p_B)


def change(p_B0: Array, p_B: Array) -> Array:
    """Motion parameters of T_B T_B0^-1: B+(p_B0) p_B of section 6.3.

    Its rotation is eq. (54); its displacement is r - Q r0, not eq. (53).
    """
    return compose(p_B, inverse(p_B0))


def position_from_relative(p_E: Array, r: Array) -> Array:
    """Inertial position (..., 3) of a point at r in the axes of frame E: eq. (47a)."""
    p_E = np.asarray(p_E, dtype=float)
    return to_pose(compose(p_E, from_euler_parameters(r, np.array([1.0, 0.0, 0.0, 0.0]))))[0]


def position_relative_to(p_E: Array, x: Array) -> Array:
    """Position (..., 3) in the axes of frame E, from its origin, of a point at x in inertial components: eq. (50a)."""
    p_E = np.asarray(p_E, dtype=float)
    return to_pose(relative(p_E, from_euler_parameters(x, np.array([1.0, 0.0, 0.0, 0.0]))))[0]
