"""Distance of a point from a solid, with its gradient and second derivative: what contact needs to know of a shape.

Everything is in the axes of the shape, from its centre. A distance is negative inside. Its gradient `n` is the outward normal at
the nearest place, of unit length, and its second derivative H (9 floats, row by row) tells how that normal turns as the point moves: the
curvature of the surface, `H n = 0`. Inside a box or a cylinder the nearest face counts; at an edge's bisector the normal jumps.
Plain functions that kernels compile too.
"""

from __future__ import annotations

import math

from rbsolve.geometry.vector import Matrix, Vector

Distance = tuple[float, Vector, Matrix]

_FLAT = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def plane(x: float, y: float, z: float) -> Distance:
    """From the plane of e1 and e2; what is below it is inside."""
    return z, (0.0, 0.0, 1.0), _FLAT


def sphere(x: float, y: float, z: float, radius: float) -> Distance:
    """From a sphere; at its centre the normal is e3."""
    r = math.sqrt(x * x + y * y + z * z)
    if r == 0.0:
        return -radius, (0.0, 0.0, 1.0), _FLAT
    n1, n2, n3 = x / r, y / r, z / r
    return r - radius, (n1, n2, n3), rounded(1.0, 1.0, 1.0, n1, n2, n3, 1.0 / r)


def box(x: float, y: float, z: float, half1: float, half2: float, half3: float) -> Distance:
    """From a box with the given half edges: nearest to a face, an edge or a corner."""
    q1, q2, q3 = abs(x) - half1, abs(y) - half2, abs(z) - half3
    s1, s2, s3 = math.copysign(1.0, x), math.copysign(1.0, y), math.copysign(1.0, z)
    if q1 <= 0.0 and q2 <= 0.0 and q3 <= 0.0:
        if q1 >= q2 and q1 >= q3:
            return q1, (s1, 0.0, 0.0), _FLAT
        if q2 >= q3:
            return q2, (0.0, s2, 0.0), _FLAT
        return q3, (0.0, 0.0, s3), _FLAT
    o1, o2, o3 = max(q1, 0.0), max(q2, 0.0), max(q3, 0.0)
    d = math.sqrt(o1 * o1 + o2 * o2 + o3 * o3)
    n1, n2, n3 = s1 * o1 / d, s2 * o2 / d, s3 * o3 / d
    p1, p2, p3 = 1.0 if q1 > 0.0 else 0.0, 1.0 if q2 > 0.0 else 0.0, 1.0 if q3 > 0.0 else 0.0
    return d, (n1, n2, n3), rounded(p1, p2, p3, n1, n2, n3, 1.0 / d)


def cylinder(x: float, y: float, z: float, radius: float, half: float) -> Distance:
    """From a cylinder about e3 with the given radius and half length: nearest to the side, an end or a rim."""
    rho = math.sqrt(x * x + y * y)
    c, s = 1.0, 0.0
    if rho > 0.0:
        c, s = x / rho, y / rho
    up = math.copysign(1.0, z)
    side, end = rho - radius, abs(z) - half
    if side <= 0.0 and end > side:
        return end, (0.0, 0.0, up), _FLAT
    around = 1.0 / rho
    if end <= 0.0:
        h11, h12, h22 = s * s * around, -c * s * around, c * c * around
        return side, (c, s, 0.0), (h11, h12, 0.0, h12, h22, 0.0, 0.0, 0.0, 0.0)
    d = math.sqrt(side * side + end * end)
    a, b = side / d, end / d
    # Within the half plane through the axis the rim is a point: its circle of distance has the tangent t = (b c, b s, -a up).
    t1, t2, t3 = b * c, b * s, -a * up
    along = 1.0 / d
    turn = a * around
    h11, h12, h13 = along * t1 * t1 + turn * s * s, along * t1 * t2 - turn * c * s, along * t1 * t3
    h22, h23, h33 = along * t2 * t2 + turn * c * c, along * t2 * t3, along * t3 * t3
    return d, (a * c, a * s, b * up), (h11, h12, h13, h12, h22, h23, h13, h23, h33)


def capsule(x: float, y: float, z: float, radius: float, half: float) -> Distance:
    """From all that is within `radius` of the piece of e3 of the given half length."""
    beyond = max(abs(z) - half, 0.0)
    if beyond > 0.0:
        return sphere(x, y, math.copysign(beyond, z), radius)
    rho = math.sqrt(x * x + y * y)
    if rho == 0.0:
        return -radius, (1.0, 0.0, 0.0), _FLAT
    return rho - radius, (x / rho, y / rho, 0.0), rounded(1.0, 1.0, 0.0, x / rho, y / rho, 0.0, 1.0 / rho)


def rounded(p1: float, p2: float, p3: float, n1: float, n2: float, n3: float, curvature: float) -> Matrix:
    """`curvature (diag(p) - n n^T)`: the second derivative around a point, or an edge, in the directions p."""
    return (
        curvature * (p1 - n1 * n1),
        -curvature * n1 * n2,
        -curvature * n1 * n3,
        -curvature * n2 * n1,
        curvature * (p2 - n2 * n2),
        -curvature * n2 * n3,
        -curvature * n3 * n1,
        -curvature * n3 * n2,
        curvature * (p3 - n3 * n3),
    )
