"""Rigid motions by twists d = (translation, rotation vector), with the exponential, the logarithm, and the right
tangent operator.

A motion is the pair (x, q), where x is the displacement in inertial components, and q is the unit quaternion of R.
Increments multiply from the right, H' = H exp(d). With the translation t and the rotation r of d (Holzinger et al.
2020, eqs. (17), (18), (22), errata)

    exp(d) = (T(r)^T t, exp(r)),   T_SE3(d) = [[T(r), D], [0, T(r)]],   T_SE3(d)^-1 = [[T(r)^-1, B], [0, T(r)^-1]]
    B = t~/2 + a (t~ r~ + r~ t~) + b (r.t) r~^2

where D and B are the derivatives of T and T^-1 at r in the direction t.
"""

from __future__ import annotations

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.quaternion import Quaternion
from rbsolve.geometry.vector import Vector, cross

Twist = tuple[float, float, float, float, float, float]


def product(x: Vector, q: Quaternion, y: Vector, p: Quaternion) -> tuple[Vector, Quaternion]:
    """Return the product of two motions: first (x, q), then (y, p) in the axes of the first motion."""
    z = quaternion.rotate(q, y)
    return (x[0] + z[0], x[1] + z[1], x[2] + z[2]), quaternion.product(q, p)


def inverse(x: Vector, q: Quaternion) -> tuple[Vector, Quaternion]:
    """Return the inverse of the motion (x, q)."""
    z = quaternion.rotate_back(q, x)
    return (-z[0], -z[1], -z[2]), quaternion.conjugate(q)


def exp(d: Twist) -> tuple[Vector, Quaternion]:
    """Return the motion of the twist d."""
    r = (d[3], d[4], d[5])
    return so3.apply_tangent_transpose(r, (d[0], d[1], d[2])), quaternion.exp(r)


def log(x: Vector, q: Quaternion) -> Twist:
    """Return the twist of a motion. Its rotation is at most pi."""
    r = quaternion.log(q)
    t = so3.apply_tangent_inverse_transpose(r, x)
    return t[0], t[1], t[2], r[0], r[1], r[2]


def apply_tangent(d: Twist, v: Twist) -> Twist:
    """Return T_SE3(d) v."""
    t, r = (d[0], d[1], d[2]), (d[3], d[4], d[5])
    u, w = (v[0], v[1], v[2]), (v[3], v[4], v[5])
    s = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    p = r[0] * t[0] + r[1] * t[1] + r[2] * t[2]
    c1, c2 = so3.c1(s), so3.c2(s)
    e1, e2 = so3.c1_slope(s) * p, so3.c2_slope(s) * p
    rw, tw = cross(r, w), cross(t, w)
    rrw, trw, rtw = cross(r, rw), cross(t, rw), cross(r, tw)
    ru = cross(r, u)
    rru = cross(r, ru)
    return (
        u[0] + (c2 * (rru[0] + trw[0] + rtw[0]) + e2 * rrw[0] - c1 * (ru[0] + tw[0]) - e1 * rw[0]),
        u[1] + (c2 * (rru[1] + trw[1] + rtw[1]) + e2 * rrw[1] - c1 * (ru[1] + tw[1]) - e1 * rw[1]),
        u[2] + (c2 * (rru[2] + trw[2] + rtw[2]) + e2 * rrw[2] - c1 * (ru[2] + tw[2]) - e1 * rw[2]),
        w[0] + (c2 * rrw[0] - c1 * rw[0]),
        w[1] + (c2 * rrw[1] - c1 * rw[1]),
        w[2] + (c2 * rrw[2] - c1 * rw[2]),
    )


def apply_tangent_inverse(d: Twist, v: Twist) -> Twist:
    """Return T_SE3(d)^-1 v."""
    t, r = (d[0], d[1], d[2]), (d[3], d[4], d[5])
    u, w = (v[0], v[1], v[2]), (v[3], v[4], v[5])
    s = r[0] * r[0] + r[1] * r[1] + r[2] * r[2]
    a = so3.a(s)
    b = so3.b(s) * (r[0] * t[0] + r[1] * t[1] + r[2] * t[2])
    rw, tw = cross(r, w), cross(t, w)
    rrw, trw, rtw = cross(r, rw), cross(t, rw), cross(r, tw)
    ru = cross(r, u)
    rru = cross(r, ru)
    return (
        u[0] + (a * (rru[0] + trw[0] + rtw[0]) + b * rrw[0] + 0.5 * (ru[0] + tw[0])),
        u[1] + (a * (rru[1] + trw[1] + rtw[1]) + b * rrw[1] + 0.5 * (ru[1] + tw[1])),
        u[2] + (a * (rru[2] + trw[2] + rtw[2]) + b * rrw[2] + 0.5 * (ru[2] + tw[2])),
        w[0] + (a * rrw[0] + 0.5 * rw[0]),
        w[1] + (a * rrw[1] + 0.5 * rw[1]),
        w[2] + (a * rrw[2] + 0.5 * rw[2]),
    )
