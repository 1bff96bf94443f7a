"""Two convex shapes that touch at one point: the direction in which their support functions leave the largest gap.

The support function h(n) of a shape is the largest n . x of its points x. The gap of two shapes P and T is the largest value of

    g(n) = n . c - h_T(n) - h_P(-n),    c = c_P - c_T,    |n| = 1,

over all directions n: their distance, or minus the depth of their overlap. There n is the normal, and the nearest points are the gradients
of the support functions (S. Cameron, R. K. Culley, IEEE Int. Conf. Robotics and Automation, 1986).

A shape here is a sum (Minkowski's) of a ball and up to three ellipsoids; or the hull of corners v_i with weights w_i, and a ball. With A_k
the tensor of the half axes of an ellipsoid,

    h(n) = r + sum of |A_k n|,    or    h(n) = r + ln(sum of w_i exp(b n . v_i)) / b.

A cylinder is a flat disc and a needle, a box three needles, a capsule one. What is flat or straight bulges by `BULGE` of its size. So the
nearest point is unique and moves with the shapes without jumps, and the second derivative of h exists, which the change of the normal
needs. The ball rounds edges. As long as the overlap is less than the sum of both radii, g without both balls is concave where it is
largest, and there is one maximum only. Newton's iteration finds it, from rounder shapes to the shapes as they are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.geometry.distance import FLAT
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    norm,
    product_transpose,
    scale,
    subtract,
    transpose_vector,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

BULGE = 1e-3
"""Of flat faces and straight sides, over their size."""
ROUNDING = 0.01
"""Radius of the ball that rounds edges, over the smallest half size."""
RADIUS, SHARPNESS, EXTENT, FORM = 9, 10, 11, 12
"""Numbers of a shape: nine half axes, the radius of the ball [m], b of the hull [1/m], the radius about its centre [m]."""
ROUNDEST, SHARPER, LEVELS = (
    0.3,
    0.25,
    6,
)  # what is added to half axes, over the size of both; its factor from level to level
STEPS, HALVINGS = 20, 12
LONGEST = 0.7  # step of a direction [rad]
NOTHING = 1e-13  # of the size: what a step of Newton's iteration may promise so that it is the last one


class Core(NamedTuple):
    """A convex shape in its axes: ellipsoids or corners, and a ball."""

    centre: Floats
    """(3,)"""
    axes: Floats
    """(3, 3)"""
    half_axes: Floats
    """(3, 3) of up to three ellipsoids, one in each row; zeros for none [m]."""
    radius: float
    """Of the ball [m]."""
    extent: float
    """Radius of the ball about the centre that contains the shape; infinite for a plane [m]."""
    corners: Floats = np.zeros((0, 4))
    """(n, 4) from the centre [m], and their weights."""
    sharpness: float = 0.0
    """b, for corners [1/m]."""


def needles(half: Floats, bulge: float, radius: float) -> Floats:
    """Half axes of ellipsoids (3, 3) along the axes, whose sum with a ball of this radius reaches as far as `half`; zeros for none."""
    count = int(np.count_nonzero(half))
    lengths = np.where(half > 0.0, half - radius - (count - 1) * bulge, 0.0)
    return np.where(half > 0.0, np.diag(lengths - bulge) + bulge, 0.0).T


class Cores(NamedTuple):
    """Many shapes as flat arrays."""

    numbers: Floats
    """(n, FORM)"""
    ranges: Ints
    """(n, 2) the first of the corners of a shape, and the one after the last."""
    corners: Floats
    """(m, 4) corners and their weights."""


class Support(NamedTuple):
    """Of a shape without its ball, from its centre, inertial components."""

    value: float
    place: Vector
    """The gradient: the farthest point."""
    bend: Matrix
    """The second derivative along the surface: the change of the place by that of the direction."""


def _of_ellipsoids(cores: Cores, c: int, n: Vector, more: float) -> Support:
    """In the axes of the shape."""
    h, x, y, z = 0.0, 0.0, 0.0, 0.0
    b11, b12, b13, b22, b23, b33 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(0, RADIUS, 3):
        s1, s2, s3 = cores.numbers[c, k] ** 2, cores.numbers[c, k + 1] ** 2, cores.numbers[c, k + 2] ** 2
        if s1 + s2 + s3 > 0.0:
            s1, s2, s3 = s1 + more * more, s2 + more * more, s3 + more * more
            v1, v2, v3 = s1 * n[0], s2 * n[1], s3 * n[2]
            root = math.sqrt(v1 * n[0] + v2 * n[1] + v3 * n[2])
            f = 1.0 / root
            u1, u2, u3 = f * v1, f * v2, f * v3
            h, x, y, z = h + root, x + u1, y + u2, z + u3
            b11, b12, b13 = b11 + f * (s1 - u1 * u1), b12 - f * u1 * u2, b13 - f * u1 * u3
            b22, b23, b33 = b22 + f * (s2 - u2 * u2), b23 - f * u2 * u3, b33 + f * (s3 - u3 * u3)
    return Support(h, (x, y, z), (b11, b12, b13, b12, b22, b23, b13, b23, b33))


def _of_corners(cores: Cores, c: int, n: Vector, more: float) -> Support:
    """In the axes of the shape."""
    b = 1.0 / (1.0 / cores.numbers[c, SHARPNESS] + more)
    corners, first, last, most = cores.corners, cores.ranges[c, 0], cores.ranges[c, 1], -math.inf
    for i in range(first, last):
        most = max(most, n[0] * corners[i, 0] + n[1] * corners[i, 1] + n[2] * corners[i, 2])
    total, x, y, z = 0.0, 0.0, 0.0, 0.0
    xx, xy, xz, yy, yz, zz = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for i in range(first, last):
        p, q, r = corners[i, 0], corners[i, 1], corners[i, 2]
        w = corners[i, 3] * math.exp(b * (n[0] * p + n[1] * q + n[2] * r - most))
        total, x, y, z = total + w, x + w * p, y + w * q, z + w * r
        xx, xy, xz = xx + w * p * p, xy + w * p * q, xz + w * p * r
        yy, yz, zz = yy + w * q * q, yz + w * q * r, zz + w * r * r
    f = 1.0 / total
    x, y, z = f * x, f * y, f * z
    h = most + math.log(total) / b
    beyond = h - (n[0] * x + n[1] * y + n[2] * z)
    # The spread of the corners along the surface, and the bend of a ball of the radius `beyond`
    s = (
        b * (f * xx - x * x),
        b * (f * xy - x * y),
        b * (f * xz - x * z),
        b * (f * xy - x * y),
        b * (f * yy - y * y),
        b * (f * yz - y * z),
        b * (f * xz - x * z),
        b * (f * yz - y * z),
        b * (f * zz - z * z),
    )
    a = matrix_vector(s, n)
    e = dot(n, a)
    bend = (
        s[0] - 2.0 * n[0] * a[0] + (e - beyond) * n[0] * n[0] + beyond,
        s[1] - n[0] * a[1] - n[1] * a[0] + (e - beyond) * n[0] * n[1],
        s[2] - n[0] * a[2] - n[2] * a[0] + (e - beyond) * n[0] * n[2],
        s[3] - n[0] * a[1] - n[1] * a[0] + (e - beyond) * n[0] * n[1],
        s[4] - 2.0 * n[1] * a[1] + (e - beyond) * n[1] * n[1] + beyond,
        s[5] - n[1] * a[2] - n[2] * a[1] + (e - beyond) * n[1] * n[2],
        s[6] - n[0] * a[2] - n[2] * a[0] + (e - beyond) * n[0] * n[2],
        s[7] - n[1] * a[2] - n[2] * a[1] + (e - beyond) * n[1] * n[2],
        s[8] - 2.0 * n[2] * a[2] + (e - beyond) * n[2] * n[2] + beyond,
    )
    return Support(h, add((x, y, z), scale(beyond, n)), bend)


def support(cores: Cores, c: int, n: Vector, more: float) -> Support:
    """Of shape `c` in its own axes, without its ball, and rounder by `more` [m]."""
    if cores.numbers[c, SHARPNESS] > 0.0:
        return _of_corners(cores, c, n, more)
    return _of_ellipsoids(cores, c, n, more)


class Nearest(NamedTuple):
    """The direction from T to P along which a gap is largest, in the axes of T, and what it is made of. Both balls are left out."""

    direction: Vector
    gap: float
    on_P: Vector
    """The nearest point of P from the centre of P."""
    on_T: Vector
    """The nearest point of T from the centre of T."""
    bend_P: Matrix
    bend_T: Matrix


class Pair(NamedTuple):
    """Two shapes, P and T, as T sees them."""

    p: int
    t: int
    R_TP: Matrix
    between: Vector
    """From the centre of T to that of P."""


def along(cores: Cores, pair: Pair, n: Vector, more: float) -> Nearest:
    """The gap along a direction."""
    back = scale(-1.0, transpose_vector(pair.R_TP, n))
    P, T = support(cores, pair.p, back, more), support(cores, pair.t, n, more)
    bend = product_transpose(matrix_product(pair.R_TP, P.bend), pair.R_TP)
    gap = dot(n, pair.between) - P.value - T.value
    return Nearest(n, gap, matrix_vector(pair.R_TP, P.place), T.place, bend, T.bend)


def across(n: Vector) -> tuple[Vector, Vector]:
    """Two unit vectors across a unit vector, and each other."""
    a = cross(n, (1.0, 0.0, 0.0) if abs(n[0]) < 0.7 else (0.0, 1.0, 0.0))
    a = scale(1.0 / norm(a), a)
    return a, cross(n, a)


def _form(A: Matrix, B: Matrix, u: Vector, v: Vector) -> float:
    """u . (A + B) v"""
    return dot(u, add(matrix_vector(A, v), matrix_vector(B, v)))


def ascent(at: Nearest, between: Vector) -> tuple[Vector, float]:
    """Newton's step along the sphere of directions, and the slope of the gap along it."""
    n = at.direction
    u, v = across(n)
    G = add(between, subtract(at.on_P, at.on_T))
    g1, g2 = dot(u, G), dot(v, G)
    a, b, d = _form(at.bend_P, at.bend_T, u, u), _form(at.bend_P, at.bend_T, u, v), _form(at.bend_P, at.bend_T, v, v)
    shift = at.gap
    least = 0.5 * (a + d) - math.sqrt(0.25 * (a - d) ** 2 + b * b)
    if least + shift <= 0.1 * abs(shift):
        shift = abs(shift)
    a, d = a + shift, d + shift
    det = a * d - b * b
    s, t = (d * g1 - b * g2) / det, (a * g2 - b * g1) / det
    return add(scale(s, u), scale(t, v)), s * g1 + t * g2


def _climb(cores: Cores, pair: Pair, start: Nearest, more: float, enough: float) -> Nearest:
    """The largest gap, from a direction near by, by Newton's iteration with steps that raise the gap; `enough` [m] is what the last one
    promises."""
    at = along(cores, pair, start.direction, more)
    for _ in range(STEPS):
        step, slope = ascent(at, pair.between)
        length = norm(step)
        part = 1.0 if length <= LONGEST else LONGEST / length
        is_last = slope <= enough
        for _ in range(HALVINGS):
            n = add(at.direction, scale(part, step))
            trial = along(cores, pair, scale(1.0 / norm(n), n), more)
            if is_last or trial.gap >= at.gap + 1e-4 * part * slope:
                at = trial
                break
            part *= 0.4
        if is_last:
            break
    return at


def _above(cores: Cores, pair: Pair) -> Nearest:
    """Where a shape P is nearest to the plane T of e1 and e2."""
    n = (0.0, 0.0, 1.0)
    P = support(cores, pair.p, scale(-1.0, transpose_vector(pair.R_TP, n)), 0.0)
    lowest = matrix_vector(pair.R_TP, P.place)
    bend = product_transpose(matrix_product(pair.R_TP, P.bend), pair.R_TP)
    low = add(pair.between, lowest)
    return Nearest(n, low[2], lowest, (low[0], low[1], 0.0), bend, FLAT)


def nearest(cores: Cores, pair: Pair) -> Nearest:
    """Where two shapes are nearest, or overlap least."""
    if cores.numbers[pair.t, EXTENT] == math.inf:
        return _above(cores, pair)
    size = norm(pair.between)
    n = scale(1.0 / size, pair.between) if size > 0.0 else (0.0, 0.0, 1.0)
    size += cores.numbers[pair.p, EXTENT] + cores.numbers[pair.t, EXTENT]
    at, more = along(cores, pair, n, ROUNDEST * size), ROUNDEST
    for _ in range(LEVELS):
        at = _climb(cores, pair, at, more * size, 0.01 * more * size)
        more *= SHARPER
    return _climb(cores, pair, at, 0.0, NOTHING * size)
