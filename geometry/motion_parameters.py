"""The motion of a frame as Euler motion parameters and as a motion tensor (numpy, leading axes).

Euler motion parameters are the eight columns {q, e} of a unit dual quaternion. The part e contains the Euler parameters
of R, scalar first. The part q is the quaternion product x e / 2. Here, x is the position in inertial components, as a
quaternion without scalar part. Then `e.e = 1` and `e.q = 0`. {q, e} and -{q, e} are the same configuration (Dymore's
manual, section 4, eqs. (45)-(47), (50), errata).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbsolve.geometry.arrays import cross, rotate
from rbsolve.geometry.rotation_parameters import euler_parameters_from_matrix

Array = NDArray[np.float64]

LABELS = ("q0", "q1", "q2", "q3", "e0", "e1", "e2", "e3")
TENSOR_LABELS = tuple(f"C{row}{column}" for row in range(1, 7) for column in range(1, 7))


def from_pose(x: Array, R: Array) -> Array:
    """Return the motion parameters (..., 8), with e0 >= 0, of a position x (..., 3) and a rotation R (..., 3, 3)."""
    x, e = np.asarray(x, dtype=float), euler_parameters_from_matrix(R)
    q = 0.5 * rotate(_left_matrix(x), e)
    return np.concatenate([q, np.broadcast_to(e, q.shape)], axis=-1)


def tensor(x: Array, R: Array) -> Array:
    """Return the motion tensors (..., 6, 6), [[R, x~ R], [0, R]], of a position x (..., 3) and a rotation R (..., 3, 3)
    (Dymore's manual, errata).
    """
    x, R = np.asarray(x, dtype=float), np.asarray(R, dtype=float)
    C = np.zeros((*np.broadcast_shapes(x.shape[:-1], R.shape[:-2]), 6, 6))
    C[..., :3, :3] = C[..., 3:, 3:] = R
    C[..., :3, 3:] = np.swapaxes(cross(x[..., None, :], np.swapaxes(R, -1, -2)), -1, -2)
    return C


def _left_matrix(x: Array) -> Array:
    """Return the matrix A(x), (..., 4, 4), with `A(x) e = x e` (quaternion product) for a quaternion x without scalar
    part.
    """
    x1, x2, x3 = np.moveaxis(x, -1, 0)
    x0 = np.zeros_like(x1)
    rows = [[x0, -x1, -x2, -x3], [x1, x0, -x3, x2], [x2, x3, x0, -x1], [x3, -x2, x1, x0]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
