"""Computes the contact of two convex shapes at a single point. The normal is the direction of the largest gap between
their support functions.

The support function h(n) of a shape is the largest n·x of its points x. The gap of two shapes P and T is the largest value of

    g(n) = n·c - h_T(n) - h_P(-n),    c = c_P - c_T,    |n| = 1,

over all directions n. This gap is the distance of the shapes, or minus the depth of their overlap. At the maximum, n is
the normal, and the gradients of the support functions are the nearest points. The source is Cameron and Culley, IEEE
Int. Conf. Robotics and Automation, 1986.

Here, a shape is the Minkowski sum of a ball and up to three ellipsoids. Alternatively, it is the sum of a ball and the
smoothed hull of corners v_i with weights w_i. With the tensor A_k of the half axes of an ellipsoid, the support
function is

    h(n) = r + sum of |A_k n|,    or    h(n) = r + ln(sum of w_i exp(b n·v_i)) / b.

A cylinder has a flat disc and a needle as ellipsoids, a box has three needles, and a capsule has one needle. Flat faces
and straight sides bulge by the fraction `BULGE` of their size. Therefore the nearest point is unique and moves without
jumps. Derivatives of the normal need the second derivative of h. This derivative exists for such shapes. The ball
rounds edges.

If the overlap is less than the sum of both radii, g without the balls is concave at its maximum, and has only one
maximum. Newton's iteration first finds the maximum for much rounder shapes, then for less and less rounded shapes.
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
"""Bulge of flat faces and straight sides, relative to their size."""
ROUNDING = 0.01
"""Radius of the ball that rounds edges, relative to the smallest half size."""
RADIUS, SHARPNESS, EXTENT, FORM = 9, 10, 11, 12
"""Columns of a shape after the columns of its nine half axes. The columns are the radius of the ball [m], b of the hull
[1/m], and the extent [m]. FORM is the number of columns.
"""
ROUNDEST, SHARPER, LEVELS = (
    0.3,
    0.25,
    6,
)  # largest addition to half axes, relative to the size of both shapes; ratio of consecutive levels; number of levels
STEPS, HALVINGS = 20, 12
LONGEST = 0.7  # largest length of a Newton step [rad]
NOTHING = 1e-13  # predicted gain of the last Newton step, relative to the size


class Core(NamedTuple):
    """A convex shape in its axes, which consists of ellipsoids or corners, and a ball."""

    centre: Floats
    """Position of the centre (3,) [m]."""
    axes: Floats
    """The axes (3, 3) of the shape."""
    half_axes: Floats
    """Half axes (3, 3) [m] of up to three ellipsoids, with an ellipsoid in each row. A row of zeros means no ellipsoid.
    """
    radius: float
    """Radius of the ball [m]."""
    extent: float
    """Radius [m] of the ball about the centre that contains the shape. The radius is infinite for a plane."""
    corners: Floats = np.zeros((0, 4))
    """Corners (n, 4), which are positions relative to the centre [m], and weights."""
    sharpness: float = 0.0
    """The sharpness b of the hull [1/m], which is 0 for ellipsoids."""
    planes: Floats = np.zeros((0, 4))
    """The planes (n, 4) of the faces of a hull without rounded edges. A row consists of the outward normal, and the
    distance of the plane from the centre [m]. There are none for ellipsoids, and for hulls with many faces.
    """


def needles(half: Floats, bulge: float, radius: float) -> Floats:
    """Return the half axes (3, 3) of needles along the axes. Axes without a needle have zeros. The sum of the needles
    and a ball of this radius has the half sizes `half`.
    """
    count = int(np.count_nonzero(half))
    lengths = np.where(half > 0.0, half - radius - (count - 1) * bulge, 0.0)
    return np.where(half > 0.0, np.diag(lengths - bulge) + bulge, 0.0).T


class Cores(NamedTuple):
    """Many shapes as flat arrays."""

    numbers: Floats
    """The columns (n, FORM) of the shapes."""
    ranges: Ints
    """Indices (n, 2) of the first corner of each shape, and of the corner after its last corner."""
    corners: Floats
    """Corners (m, 4), which are positions and weights."""


class Support(NamedTuple):
    """The support function of a shape without its ball, and its derivatives. Points are relative to the centre, in the
    axes of the shape.
    """

    value: float
    place: Vector
    """The gradient, which is the farthest point in the direction."""
    bend: Matrix
    """The second derivative, which is the derivative of the farthest point with respect to the direction."""


def _of_ellipsoids(cores: Cores, c: int, n: Vector, more: float) -> Support:
    """Return the support of a sum of ellipsoids."""
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
    """Return the support of a smoothed hull of corners."""
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
    # The matrix s is b times the covariance of the corners. `bend` is the part of s perpendicular to n, plus the second
    # derivative for a ball with the radius `beyond`.
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
    """Return the support of shape `c` in its own axes, without its ball. `more` [m] makes the shape rounder."""
    if cores.numbers[c, SHARPNESS] > 0.0:
        return _of_corners(cores, c, n, more)
    return _of_ellipsoids(cores, c, n, more)


class Nearest(NamedTuple):
    """A direction from T to P, the gap along it, and the data of this gap. Vectors are in the axes of T, and both balls
    are omitted.
    """

    direction: Vector
    gap: float
    on_P: Vector
    """The nearest point of P, relative to the centre of P."""
    on_T: Vector
    """The nearest point of T, relative to the centre of T."""
    bend_P: Matrix
    bend_T: Matrix


class Pair(NamedTuple):
    """Two shapes P and T, and the pose of P in the axes of T."""

    p: int
    t: int
    R_TP: Matrix
    between: Vector
    """The vector from the centre of T to the centre of P, in the axes of T."""


def along(cores: Cores, pair: Pair, n: Vector, more: float) -> Nearest:
    """Return the gap along a direction."""
    back = scale(-1.0, transpose_vector(pair.R_TP, n))
    P, T = support(cores, pair.p, back, more), support(cores, pair.t, n, more)
    bend = product_transpose(matrix_product(pair.R_TP, P.bend), pair.R_TP)
    gap = dot(n, pair.between) - P.value - T.value
    return Nearest(n, gap, matrix_vector(pair.R_TP, P.place), T.place, bend, T.bend)


def across(n: Vector) -> tuple[Vector, Vector]:
    """Return two unit vectors that are perpendicular to a unit vector and to each other."""
    a = cross(n, (1.0, 0.0, 0.0) if abs(n[0]) < 0.7 else (0.0, 1.0, 0.0))
    a = scale(1.0 / norm(a), a)
    return a, cross(n, a)


def _form(A: Matrix, B: Matrix, u: Vector, v: Vector) -> float:
    """Return u·(A + B) v."""
    return dot(u, add(matrix_vector(A, v), matrix_vector(B, v)))


def ascent(at: Nearest, between: Vector) -> tuple[Vector, float]:
    """Return the Newton step along the sphere of directions.

    Also return the increase of the gap that the gradient predicts for this step.
    """
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
    """Return the largest gap near a start direction. Each step of the Newton iteration increases the gap.
    The iteration ends after a step with a predicted increase of at most `enough` [m].
    """
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
    """Return the gap between a shape P and the plane T of e1 and e2."""
    n = (0.0, 0.0, 1.0)
    P = support(cores, pair.p, scale(-1.0, transpose_vector(pair.R_TP, n)), 0.0)
    lowest = matrix_vector(pair.R_TP, P.place)
    bend = product_transpose(matrix_product(pair.R_TP, P.bend), pair.R_TP)
    low = add(pair.between, lowest)
    return Nearest(n, low[2], lowest, (low[0], low[1], 0.0), bend, FLAT)


def nearest(cores: Cores, pair: Pair) -> Nearest:
    """Return the largest gap of two shapes, which is their distance, or minus the depth of their overlap."""
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
