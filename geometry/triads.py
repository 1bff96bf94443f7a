"""Computes triads from all kinds of definitions (Dymore's manual, section 2), as tuple functions. The columns of a
result are e1, e2, e3.

Vectors, points and the resulting triad are resolved in the same axes, which are arbitrary. Input that defines no triad
raises `DegenerateGeometry` with the reason and a remedy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from rbsolve.geometry import quaternion, so3
from rbsolve.geometry.quaternion import Quaternion
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    cross,
    determinant,
    dot,
    inverse,
    subtract,
    transpose,
)

SINE_LIMIT = 1e-10  # sine of the angle below which two directions do not span a plane
ROUNDING = 1e-14  # largest distance of coincident points, relative to their distance from the origin
ORTHONORMAL_LIMIT = 1e-2  # entries of D^T D - I above which D causes an error
ORTHONORMAL_WARNING = 1e-4  # entries of D^T D - I above which D causes a warning, as for numbers with four digits


class DegenerateGeometry(ValueError):
    """Raised if a definition has no result. str() returns the failed condition, and `hint` describes the remedy.
    `culprit` is the index of the datum that the message names first.
    """

    def __init__(self, message: str, hint: str, culprit: int = 0) -> None:
        """Create the exception with the attributes of the class."""
        super().__init__(message)
        self.hint = hint
        self.culprit = culprit


def columns(e1: Vector, e2: Vector, e3: Vector) -> Matrix:
    """Return the matrix with the given columns."""
    return e1[0], e2[0], e3[0], e1[1], e2[1], e3[1], e1[2], e2[2], e3[2]


def unit(v: Vector, name: str, culprit: int = 0) -> Vector:
    """Return v / |v|. `name` describes v in a message, and `culprit` is the index of the datum."""
    length = math.hypot(v[0], v[1], v[2])
    if not 0.0 < length < math.inf:
        what = "has no length" if length == 0.0 else "is not finite"
        raise DegenerateGeometry(f"{name} {what}", "give a vector different from zero", culprit)
    return v[0] / length, v[1] / length, v[2] / length


def line(p1: Vector, p2: Vector, names: Sequence[str] = ("P1", "P2"), culprit: int = 1) -> Vector:
    """Return the unit vector from p1 to p2. `names` and `culprit` are for a message."""
    v = subtract(p2, p1)
    length = math.hypot(v[0], v[1], v[2])
    if not length < math.inf:
        message = f"the distance between points {names[0]} and {names[1]} is not finite"
        raise DegenerateGeometry(message, "check their coordinates", culprit)
    if length <= ROUNDING * max(math.hypot(p1[0], p1[1], p1[2]), math.hypot(p2[0], p2[1], p2[2])):
        message = f"points {names[0]} and {names[1]} coincide and define no line"
        raise DegenerateGeometry(message, "choose two different points", culprit)
    return v[0] / length, v[1] / length, v[2] / length


def perpendicular(n: Vector, v: Vector) -> Vector | None:
    """Return the unit vector along the part of v that is perpendicular to the unit vector n. Return None if v is
    parallel to n.
    """
    length = math.hypot(v[0], v[1], v[2])
    w = _reject(n, v)
    rest = math.hypot(w[0], w[1], w[2])
    if not rest > SINE_LIMIT * length:
        return None
    # After the second pass, the vector is perpendicular to round-off even if v is almost parallel to n.
    w = _reject(n, (w[0] / rest, w[1] / rest, w[2] / rest))
    rest = math.hypot(w[0], w[1], w[2])
    return w[0] / rest, w[1] / rest, w[2] / rest


def _reject(n: Vector, v: Vector) -> Vector:
    p = dot(n, v)
    return v[0] - p * n[0], v[1] - p * n[1], v[2] - p * n[2]


def from_vectors(v2: Vector, v3: Vector) -> Matrix:
    """Return the triad with e2 along v2. The vectors e2 and e3 span the plane of v2 and v3: eqs. (5)-(7)."""
    e2 = unit(v2, "the vector along e2", 0)
    n3 = unit(v3, "the vector in the plane of e2 and e3", 1)
    e3 = perpendicular(e2, n3)
    if e3 is None:
        hint = "give two vectors in different directions, or only one vector (VECTOR_E2 or VECTOR_E3)"
        raise DegenerateGeometry("the two vectors are parallel and span no plane", hint, 1)
    return columns(cross(e2, e3), e2, e3)


def from_three_points(p1: Vector, p2: Vector, p3: Vector, names: Sequence[str] = ("P1", "P2", "P3")) -> Matrix:
    """Return the triad with e1 from p1 to p2. The vectors e1 and e2 span the plane of the points: eqs. (8)-(10)."""
    e1 = line(p1, p2, (names[0], names[1]), 1)
    e2 = perpendicular(e1, line(p1, p3, (names[0], names[2]), 2))
    if e2 is None:
        message = f"points {names[0]}, {names[1]} and {names[2]} lie on one line"
        raise DegenerateGeometry(message, "choose three points that span a plane", 2)
    return columns(e1, e2, cross(e1, e2))


def from_axis(axis: int, v: Vector) -> Matrix:
    """Return the triad whose unit vector number `axis` (1, 2 or 3) is along v, by the rule of section 2.3.

    The rule depends on the sign of component `axis` of v. The triad jumps where this component is 0.
    """
    n = unit(v, f"the vector along e{axis}")
    if axis == 1:
        return _from_first(n)
    return _from_second(n) if axis == 2 else _from_third(n)


def _from_first(n: Vector) -> Matrix:
    n1, n2, n3 = n
    if n1 > 0.0:  # eq. (13)
        f = 1.0 / (1.0 + n1)
        return n1, -n3, n2, n2, -n2 * n3 * f, n2 * n2 * f - 1.0, n3, 1.0 - n3 * n3 * f, n2 * n3 * f
    f = 1.0 / (1.0 - n1)  # eq. (14)
    return n1, n3, n2, n2, -n2 * n3 * f, 1.0 - n2 * n2 * f, n3, 1.0 - n3 * n3 * f, -n2 * n3 * f


def _from_second(n: Vector) -> Matrix:
    n1, n2, n3 = n
    if n2 > 0.0:  # eq. (16)
        f = 1.0 / (1.0 + n2)
        return n1 * n3 * f, n1, 1.0 - n1 * n1 * f, n3, n2, -n1, n3 * n3 * f - 1.0, n3, -n1 * n3 * f
    f = 1.0 / (1.0 - n2)  # eq. (17)
    return -n1 * n3 * f, n1, 1.0 - n1 * n1 * f, n3, n2, n1, 1.0 - n3 * n3 * f, n3, -n1 * n3 * f


def _from_third(n: Vector) -> Matrix:
    n1, n2, n3 = n
    if n3 > 0.0:  # eq. (19)
        f = 1.0 / (1.0 + n3)
        return -n1 * n2 * f, n1 * n1 * f - 1.0, n1, 1.0 - n2 * n2 * f, n1 * n2 * f, n2, -n2, n1, n3
    f = 1.0 / (1.0 - n3)  # eq. (20)
    return -n1 * n2 * f, 1.0 - n1 * n1 * f, n1, 1.0 - n2 * n2 * f, -n1 * n2 * f, n2, n2, n1, n3


def cosine_sine_degrees(angle: float) -> tuple[float, float]:
    """Return the cosine and sine of an angle in degrees, exact at multiples of 90 degrees."""
    angle = math.fmod(angle, 360.0)
    quadrant = round(angle / 90.0)
    rest = math.radians(angle - 90.0 * quadrant)
    c, s = math.cos(rest), math.sin(rest)
    quadrant %= 4
    if quadrant == 0:
        return c, s
    if quadrant == 1:
        return -s + 0.0, c
    return (-c, -s + 0.0) if quadrant == 2 else (s, -c)


def planar_rotation(axis: int, angle: float) -> Matrix:
    """Return the rotation about axis 1, 2 or 3 by an angle in degrees."""
    c, s = cosine_sine_degrees(angle)
    if axis == 1:
        return 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c
    if axis == 2:
        return c, 0.0, s, 0.0, 1.0, 0.0, -s, 0.0, c
    return c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0


def from_euler_angles(sequence: str, angles: Vector) -> Matrix:
    """Return the product of planar rotations about the axes of `sequence` ("313", ...), in degrees: eqs. (21), (25),
    (29), (33).
    """
    R = planar_rotation(int(sequence[0]), angles[0])
    R = _turn(R, int(sequence[1]), angles[1])
    return _turn(R, int(sequence[2]), angles[2])


def _turn(R: Matrix, axis: int, angle: float) -> Matrix:
    """Return the product of R and `planar_rotation(axis, angle)`. Two columns of R are combined, and the third column
    does not change.
    """
    c, s = cosine_sine_degrees(angle)
    a1, a2, a3, b1, b2, b3, d1, d2, d3 = R
    if axis == 1:
        a2, a3 = c * a2 + s * a3, c * a3 - s * a2
        b2, b3 = c * b2 + s * b3, c * b3 - s * b2
        d2, d3 = c * d2 + s * d3, c * d3 - s * d2
    elif axis == 2:
        a3, a1 = c * a3 + s * a1, c * a1 - s * a3
        b3, b1 = c * b3 + s * b1, c * b1 - s * b3
        d3, d1 = c * d3 + s * d1, c * d1 - s * d3
    else:
        a1, a2 = c * a1 + s * a2, c * a2 - s * a1
        b1, b2 = c * b1 + s * b2, c * b2 - s * b1
        d1, d2 = c * d1 + s * d2, c * d2 - s * d1
    return a1, a2, a3, b1, b2, b3, d1, d2, d3


def from_rotation_vector(v: Vector) -> Matrix:
    """Return the triad of a rotation vector, which is axis times angle in radians."""
    return so3.exp(v)


def from_euler_parameters(e: Quaternion) -> Matrix:
    """Return the triad of Euler parameters, scalar first, of any length except zero."""
    largest = max(abs(e[0]), abs(e[1]), abs(e[2]), abs(e[3]))
    if not 0.0 < largest < math.inf:
        raise DegenerateGeometry("the Euler parameters have no length", "give e0, e1, e2, e3 with unit length")
    scaled = (e[0] / largest, e[1] / largest, e[2] / largest, e[3] / largest)
    return quaternion.to_matrix(quaternion.normalise(scaled))


def orthonormality_error(D: Matrix) -> float:
    """Return the largest entry of `|D^T D - I|`."""
    c1, c2, c3 = (D[0], D[3], D[6]), (D[1], D[4], D[7]), (D[2], D[5], D[8])
    return max(
        abs(dot(c1, c1) - 1.0),
        abs(dot(c2, c2) - 1.0),
        abs(dot(c3, c3) - 1.0),
        abs(dot(c1, c2)),
        abs(dot(c1, c3)),
        abs(dot(c2, c3)),
    )


def from_direction_cosines(D: Matrix) -> Matrix:
    """Return the rotation nearest to the direction cosines `D_kl = i_k·e_l`.

    They are given row by row, usually with only a few digits.
    """
    error = orthonormality_error(D)
    if not error <= ORTHONORMAL_LIMIT:
        raise DegenerateGeometry(
            f"the direction cosines are not orthonormal: D^T D differs from the identity by {error:.2g}",
            "give nine numbers row by row; the columns are e1, e2, e3, unit vectors perpendicular to one another",
        )
    if determinant(D) < 0.0:
        raise DegenerateGeometry(
            "the direction cosines define a left-handed triad: the determinant is -1",
            "reverse one of the vectors",
        )
    for _ in range(4):
        # The Newton iteration for the polar decomposition converges quadratically, so four steps are always enough if
        # `D^T D` is this close to I.
        other = transpose(inverse(D))
        D = (
            0.5 * (D[0] + other[0]),
            0.5 * (D[1] + other[1]),
            0.5 * (D[2] + other[2]),
            0.5 * (D[3] + other[3]),
            0.5 * (D[4] + other[4]),
            0.5 * (D[5] + other[5]),
            0.5 * (D[6] + other[6]),
            0.5 * (D[7] + other[7]),
            0.5 * (D[8] + other[8]),
        )
    return D
