"""Unit quaternions (Euler parameters) as 4-tuples with the scalar first. Vectors have 3 floats, and matrices 9 floats
row by row.

`q` represents R_IB. Therefore `rotate(q, v)` transforms components in B to components in I, and `product(p, q)`
corresponds to the matrix product. Increments are rotation vectors in B, and multiply from the right: `product(q,
exp(dpsi))`. The module `so3` has the tangent operator of such an increment.
"""

from __future__ import annotations

import math

from rbsolve.geometry.vector import Matrix, Vector

Quaternion = tuple[float, float, float, float]

SERIES_LIMIT = 0.0625  # squared angle below which six terms of a series are exact to round-off


def product(p: Quaternion, q: Quaternion) -> Quaternion:
    """Return the Hamilton product p q."""
    return (
        p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
        p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
        p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
        p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0],
    )


def conjugate(p: Quaternion) -> Quaternion:
    """Return the inverse of a unit quaternion."""
    return p[0], -p[1], -p[2], -p[3]


def normalise(q: Quaternion) -> Quaternion:
    """Return q scaled to unit length. q must not be zero."""
    f = 1.0 / math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    return f * q[0], f * q[1], f * q[2], f * q[3]


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return the rotated vector `R(q) v = v + 2 e0 (e x v) + 2 e x (e x v)`."""
    t0 = 2.0 * (q[2] * v[2] - q[3] * v[1])
    t1 = 2.0 * (q[3] * v[0] - q[1] * v[2])
    t2 = 2.0 * (q[1] * v[1] - q[2] * v[0])
    return (
        v[0] + (q[0] * t0 + (q[2] * t2 - q[3] * t1)),
        v[1] + (q[0] * t1 + (q[3] * t0 - q[1] * t2)),
        v[2] + (q[0] * t2 + (q[1] * t1 - q[2] * t0)),
    )


def rotate_back(q: Quaternion, v: Vector) -> Vector:
    """Return the vector `R(q)^T v`."""
    t0 = 2.0 * (q[2] * v[2] - q[3] * v[1])
    t1 = 2.0 * (q[3] * v[0] - q[1] * v[2])
    t2 = 2.0 * (q[1] * v[1] - q[2] * v[0])
    return (
        v[0] + ((q[2] * t2 - q[3] * t1) - q[0] * t0),
        v[1] + ((q[3] * t0 - q[1] * t2) - q[0] * t1),
        v[2] + ((q[1] * t1 - q[2] * t0) - q[0] * t2),
    )


def to_matrix(q: Quaternion) -> Matrix:
    """Return the rotation matrix R(q) of a unit quaternion (Dymore's manual, eq. (11))."""
    x, y, z = 2.0 * q[1], 2.0 * q[2], 2.0 * q[3]
    wx, wy, wz = q[0] * x, q[0] * y, q[0] * z
    xx, xy, xz = q[1] * x, q[1] * y, q[1] * z
    yy, yz, zz = q[2] * y, q[2] * z, q[3] * z
    return 1.0 - (yy + zz), xy - wz, xz + wy, xy + wz, 1.0 - (xx + zz), yz - wx, xz - wy, yz + wx, 1.0 - (xx + yy)


def from_matrix(R: Matrix) -> Quaternion:
    """Return the unit quaternion of a rotation matrix, with e0 >= 0.

    The largest of the four parameters is computed from the diagonal. The other three are computed from the largest
    parameter, so that there is no cancellation at any angle.
    """
    trace = R[0] + R[4] + R[8]
    if trace >= R[0] and trace >= R[4] and trace >= R[8]:
        q0 = 1.0 + trace
        q1, q2, q3 = R[7] - R[5], R[2] - R[6], R[3] - R[1]
    elif R[0] >= R[4] and R[0] >= R[8]:
        q1 = 1.0 + (R[0] - R[4] - R[8])
        q0, q2, q3 = R[7] - R[5], R[1] + R[3], R[2] + R[6]
    elif R[4] >= R[8]:
        q2 = 1.0 + (R[4] - R[0] - R[8])
        q0, q1, q3 = R[2] - R[6], R[1] + R[3], R[5] + R[7]
    else:
        q3 = 1.0 + (R[8] - R[0] - R[4])
        q0, q1, q2 = R[3] - R[1], R[2] + R[6], R[5] + R[7]
    f = 1.0 / math.sqrt(q0 * q0 + q1 * q1 + q2 * q2 + q3 * q3)
    if q0 < 0.0:
        f = -f
    return f * q0, f * q1, f * q2, f * q3


def exp(v: Vector) -> Quaternion:
    """Return the unit quaternion `(cos(phi/2), sin(phi/2) v/phi)`, `phi = |v|`, of the rotation vector v."""
    s = v[0] * v[0] + v[1] * v[1] + v[2] * v[2]
    if s < SERIES_LIMIT:
        s2 = s * s
        c = 1.0 + (s2 * ((1.0 / 384.0 - s / 46080.0) + s2 * (1.0 / 10321920.0 - s / 3715891200.0)) - 0.125 * s)
        f = 0.5 + (s2 * ((1.0 / 3840.0 - s / 645120.0) + s2 * (1.0 / 185794560.0 - s / 81749606400.0)) - s / 48.0)
    else:
        phi = math.sqrt(s)
        c = math.cos(0.5 * phi)
        f = math.sin(0.5 * phi) / phi
    return c, f * v[0], f * v[1], f * v[2]


def log(q: Quaternion) -> Vector:
    """Return the rotation vector of a unit quaternion, |v| <= pi. The quaternions q and -q give the same vector. The
    vector is discontinuous at the angle pi.
    """
    n = math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if n == 0.0:
        f = 2.0
    elif q[0] < 0.0:
        f = -2.0 * math.atan2(n, -q[0]) / n
    else:
        f = 2.0 * math.atan2(n, q[0]) / n
    return f * q[1], f * q[2], f * q[3]


def rate(q: Quaternion, w: Vector) -> Quaternion:
    """Return the time derivative of q for the angular velocity w in B: `q' = 1/2 q (0, w)`."""
    x, y, z = 0.5 * w[0], 0.5 * w[1], 0.5 * w[2]
    return (
        -q[1] * x - q[2] * y - q[3] * z,
        q[0] * x + q[2] * z - q[3] * y,
        q[0] * y + q[3] * x - q[1] * z,
        q[0] * z + q[1] * y - q[2] * x,
    )


def angular_velocity(q: Quaternion, q_rate: Quaternion) -> Vector:
    """Return the angular velocity in B of a unit quaternion with the rate q': the vector part of `2 q^-1 q'`."""
    return (
        2.0 * (q[0] * q_rate[1] - q[1] * q_rate[0] - q[2] * q_rate[3] + q[3] * q_rate[2]),
        2.0 * (q[0] * q_rate[2] - q[2] * q_rate[0] - q[3] * q_rate[1] + q[1] * q_rate[3]),
        2.0 * (q[0] * q_rate[3] - q[3] * q_rate[0] - q[1] * q_rate[2] + q[2] * q_rate[1]),
    )
