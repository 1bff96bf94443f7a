"""Computes the motion of frames that are not attached to a single body (numpy, leading axes). The motion is prescribed
by functions of time, or it is the mean motion of several bodies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.arrays import cross, product, rotate, transpose_product
from rbsolve.geometry.observer import Motion

Array = NDArray[np.float64]

DEFINITE = 1e-6
"""Smallest `Mean.definiteness` at which a mean rotation counts as determined."""


class Histories(NamedTuple):
    """Three functions of time, (..., 3), with their first and second derivatives."""

    value: Array
    rate: Array
    second: Array


def prescribed_motion(displacement: Histories, sequence: str, angles: Histories) -> Motion:
    """Return the motion of a frame that is displaced by components [m] and rotated by Euler angles [rad].

    The `sequence` "321" means R3(f1) R2(f2) R1(f3). Components are in the axes of the frame for zero displacement and
    zero angles.
    """
    c, s = np.cos(angles.value), np.sin(angles.value)
    R = np.broadcast_to(np.eye(3), (*c.shape, 3))
    w, alpha = np.zeros(c.shape), np.zeros(c.shape)
    for k, axis in enumerate(int(digit) - 1 for digit in sequence):
        e, rate = R[..., :, axis], angles.rate[..., k, None]
        # The preceding angles rotate each axis, so that d(rate e)/dt = second e + rate w x e.
        alpha = alpha + angles.second[..., k, None] * e + rate * cross(w, e)
        w = w + rate * e
        R = product(R, _planar(axis, c[..., k], s[..., k]))
    return Motion(displacement.value, R, displacement.rate, w, displacement.second, alpha)


def _planar(axis: int, c: Array, s: Array) -> Array:
    """Return rotations (..., 3, 3) about coordinate axis 0, 1 or 2 by angles with these cosines and sines."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.zeros((*c.shape, 3, 3))
    R[..., axis, axis] = 1.0
    R[..., i, i] = R[..., j, j] = c
    R[..., i, j], R[..., j, i] = -s, s
    return R


class Mean(NamedTuple):
    """The mean of motions."""

    motion: Motion
    definiteness: Array
    """A measure (...,) of how well the rotation is determined. The measure is 1 if all rotations are equal, and 0 if
    the mean rotation is not unique.
    """


def mean(motions: Motion, weights: Array) -> Mean:
    """Return the weighted mean of m motions (..., m, 3). It consists of the weighted mean of the origins, and of the
    rotation R nearest to the rotations R_i.

    R minimizes the weighted sum of |R - R_i|^2 in the Frobenius norm. With `M = sum w_i R_i`, the rotation satisfies
    `M = R S` with a symmetric S. The two time derivatives of this equation give the angular velocity and acceleration.
    With K = tr(S) I - S,

        K Omega = axial(R^T M' - M'^T R),   K Omega' = axial(R^T M'' + R'^T M' - transpose) - K' Omega     (axes of R)
    """
    share = weights / np.sum(weights)
    x, v, a = (_sum(share, part, 1) for part in (motions.x, motions.v, motions.a))
    M, M1, M2 = (_sum(share, part, 2) for part in (motions.R, *_rates(motions)))
    R, gap = nearest_rotation(M)
    S, A1 = transpose_product(R, M), transpose_product(R, M1)
    K = _complement(S)
    inverse = np.asarray(
        np.linalg.pinv(K), dtype=float
    )  # the rate of an undetermined rotation is finite but meaningless; a diagnostic reports such a frame
    Omega = rotate(inverse, _twice_axial(A1))
    spin = _skew(Omega)
    A2 = transpose_product(R, M2) - product(spin, A1)  # R' = R spin, and spin^T = -spin
    S1 = A1 - product(spin, S)
    Omega1 = rotate(inverse, _twice_axial(A2) - rotate(_complement(S1), Omega))
    return Mean(Motion(x, R, v, rotate(R, Omega), a, rotate(R, Omega1)), gap)


def _sum(weights: Array, parts: Array, rank: int) -> Array:
    """Return the weighted sum of m vectors (rank 1) or matrices (rank 2).

    The terms are added in order, so that a row is bitwise identical in every chunk.
    """
    total = np.zeros(())
    for i, weight in enumerate(weights.tolist()):
        total = total + weight * (parts[..., i, :] if rank == 1 else parts[..., i, :, :])
    return np.asarray(total, dtype=float)


def nearest_rotation(M: Array) -> tuple[Array, Array]:
    """Return the rotation R (..., 3, 3) that minimizes `|R - M|`. Also return half the sum (...,) of the two smallest
    singular values of M.

    The smallest singular value has the sign of det M. If the sum is zero, the rotation is not unique.
    """
    U, sizes, Vt = np.linalg.svd(M)
    sign = np.where(np.linalg.det(U) * np.linalg.det(Vt) < 0.0, -1.0, 1.0)
    U = np.array(U)
    U[..., :, 2] *= sign[..., None]
    return product(U, Vt), 0.5 * (sizes[..., 1] + sign * sizes[..., 2])


def _rates(motions: Motion) -> tuple[Array, Array]:
    """Return the first and second time derivatives `R' = w~ R` and `R'' = (alpha~ + w~ w~) R`."""
    W = _skew(motions.w)
    first = product(W, motions.R)
    return first, product(_skew(motions.alpha), motions.R) + product(W, first)


def _skew(v: Array) -> Array:
    """Return the matrix v~ (..., 3, 3) with `v~ u = v x u`."""
    W = np.zeros((*v.shape, 3))
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        W[..., k, j], W[..., j, k] = v[..., i], -v[..., i]
    return W


def _twice_axial(A: Array) -> Array:
    """Return the vector (..., 3) of the skew-symmetric matrix A - A^T."""
    return np.stack([A[..., 2, 1] - A[..., 1, 2], A[..., 0, 2] - A[..., 2, 0], A[..., 1, 0] - A[..., 0, 1]], axis=-1)


def _complement(S: Array) -> Array:
    """Return tr(S) I - S."""
    K = -S
    trace = S[..., 0, 0] + S[..., 1, 1] + S[..., 2, 2]
    for i in range(3):
        K[..., i, i] += trace
    return K
