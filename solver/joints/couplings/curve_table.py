"""Creates curves through points. A curve is a cubic spline over the chord length, with normals that twist as little as
possible.

For each knot, a table contains [s, c, c'', r] (10 numbers): the parameter, the point and its second derivative, and a
unit vector perpendicular to the curve. The unit vector is transferred from knot to knot by projection. On a closed
curve, the accumulated twist is removed gradually, so that the unit vector is the same at both ends. Between knots, c(s)
is cubic and r is linear. The unit normals are n1, perpendicular to c' in the plane of c' and r, and n2 = c' x n1 /
|c'|. Beyond its first and last knots, an open curve continues straight.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from rbsolve.geometry.vector import add, cross, dot, scale, subtract
from rbsolve.solver.functions.tabulated import spline_curvatures
from rbsolve.solver.kernel import kernel, subroutine
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector

KNOT = 10  # number of table entries for each knot
# Number of knots by which a closed curve is extended, so that the end conditions of the spline have no effect.
WRAPPED = 32
ITERATIONS, CLOSE = 25, 1e-15


def curve_table(points: Floats, closed: bool) -> Floats:
    """Return the table (n, KNOT) of the curve through points (n, 3). A closed curve returns to its first point."""
    around = np.vstack([points, points[:1]]) if closed else points
    s = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(around, axis=0), axis=1))])
    n = len(around)
    led, places, begin = around, s, 0
    if closed:
        turns = -(-WRAPPED // (n - 1))
        begin = turns * (n - 1)
        led = np.vstack([points] * (2 * turns + 1) + [points[:1]])
        places = np.concatenate([s[:-1] + k * s[-1] for k in range(-turns, turns + 1)] + [[(turns + 1) * s[-1]]])
    bends = np.column_stack([spline_curvatures(places.tolist(), led[:, k].tolist()) for k in range(3)])
    table = np.column_stack([s, around, bends[begin : begin + n], np.zeros((n, 3))])
    table[:, 7:] = _normals(table, closed)
    return table


def _normals(table: Floats, closed: bool) -> Floats:
    """Return the unit vectors r at the knots."""
    flat, n = table.ravel(), len(table)
    slopes = [np.array(_cubic(flat, _place(flat, 0, n, s), s)[1]) for s in table[:, 0]]
    tangents = [slope / np.linalg.norm(slope) for slope in slopes]
    first = np.cross(tangents[0], table[0, 4:7])
    if np.linalg.norm(first) < 1e-6 * np.linalg.norm(table[:, 4:7], axis=1).max(initial=1e-300):
        first = np.eye(3)[np.argmin(np.abs(tangents[0]))]
    found, r = [], first
    for tangent in tangents:
        r = r - (r @ tangent) * tangent
        r = r / np.linalg.norm(r)
        found.append(r)
    if closed:
        start, end, t = found[0], found[-1], tangents[0]
        twist = math.atan2(float(np.cross(end, start) @ t), float(end @ start))
        for k, (r, tangent) in enumerate(zip(found, tangents, strict=True)):
            angle = twist * table[k, 0] / table[-1, 0]
            found[k] = math.cos(angle) * r + math.sin(angle) * np.cross(tangent, r)
    return np.array(found)


class FootPoint(NamedTuple):
    """The nearest point of a curve to a given point, with its direction. The components are in the curve's axes."""

    s: Any
    c: Any
    t: Any  # first derivative c'
    k: Any  # second derivative c''
    n1: Any
    n2: Any
    n1_slope: Any  # derivative of n1 with respect to s
    n2_slope: Any


@subroutine
def _place(table: Floats, first: int, count: int, s: float) -> int:
    """Return the index of the knot at the start of the piece that contains s."""
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if table[first + KNOT * middle] <= s:
            low = middle
        else:
            high = middle
    return first + KNOT * low


@subroutine
def _component(table: Floats, at: int, k: int, s: float) -> tuple[float, float, float, float]:
    """Return component k of c, c', c'' and c''' in the piece that starts at `at`."""
    h, x = table[at + KNOT] - table[at], s - table[at]
    value, bend = table[at + 1 + k], table[at + 4 + k]
    jerk = (table[at + KNOT + 4 + k] - bend) / h
    slope = (table[at + KNOT + 1 + k] - value) / h - h * (2.0 * bend + table[at + KNOT + 4 + k]) / 6.0
    return (
        value + x * (slope + x * (0.5 * bend + x * jerk / 6.0)),
        slope + x * (bend + 0.5 * x * jerk),
        bend + x * jerk,
        jerk,
    )


@subroutine
def _cubic(table: Floats, at: int, s: float) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the vectors c, c', c'' and c''' in the piece that starts at `at`."""
    a, b, c = _component(table, at, 0, s), _component(table, at, 1, s), _component(table, at, 2, s)
    return (a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]), (a[3], b[3], c[3])


@subroutine
def _extrapolate(table: Floats, at: int, s: float, beyond: float) -> tuple[Vector, Vector, Vector, Vector]:
    """Return c, c', c'' and c''' at s, on the piece that starts at `at`. `beyond` is the distance of s from the end of
    an open curve. Beyond its end, the curve continues along its tangent.
    """
    c, t, k, jerk = _cubic(table, at, s - beyond)
    if beyond == 0.0:
        return c, t, k, jerk
    return add(c, scale(beyond, t)), t, scale(0.0, k), scale(0.0, jerk)


@subroutine
def _within(table: Floats, first: int, count: int, closed: bool, s: float) -> tuple[float, float]:
    """Return the parameter within the range of the table, and the distance by which s is outside an open curve."""
    begin, end = table[first], table[first + KNOT * (count - 1)]
    if closed:
        return s - math.floor((s - begin) / (end - begin)) * (end - begin), 0.0
    return s, s - end if s > end else s - begin if s < begin else 0.0


@subroutine
def at_parameter(
    table: Floats, first: int, count: int, closed: bool, s: float
) -> tuple[Vector, Vector, Vector, Vector, int, float]:
    """Return c, c', c'', c''' at s, the index at which the piece starts, and the distance by which s is outside."""
    s, beyond = _within(table, first, count, closed, s)
    at = _place(table, first, count, s - beyond)
    c, t, k, jerk = _extrapolate(table, at, s, beyond)
    return c, t, k, jerk, at, beyond


@subroutine
def nearest(table: Floats, first: int, count: int, closed: bool, p: Vector) -> float:
    """Return the parameter of the point of a curve that is nearest to p."""
    best, s = math.inf, 0.0
    for j in range(count):
        at = first + KNOT * j
        d = subtract(p, (table[at + 1], table[at + 2], table[at + 3]))
        if dot(d, d) < best:
            best, s = dot(d, d), table[at]
    length = table[first + KNOT * (count - 1)] - table[first]
    for _ in range(ITERATIONS):
        c, t, k, _, _, _ = at_parameter(table, first, count, closed, s)
        d, square = subtract(p, c), dot(t, t)
        change = dot(t, d) / max(square - dot(k, d), 0.25 * square)
        s += change
        if abs(change) <= CLOSE * length:
            break
    return s


@subroutine
def _across(t: Vector, k: Vector, r: Vector, r_slope: Vector) -> tuple[Vector, Vector, Vector, Vector]:
    """Return the normals n1 and n2, and their derivatives with respect to the parameter."""
    speed = dot(t, t) ** 0.5
    u = scale(1.0 / speed, t)
    u_slope = scale(1.0 / speed, subtract(k, scale(dot(u, k), u)))
    q = subtract(r, scale(dot(r, u), u))
    q_slope = subtract(r_slope, scale(dot(r_slope, u) + dot(r, u_slope), u))
    q_slope = subtract(q_slope, scale(dot(r, u), u_slope))
    size = dot(q, q) ** 0.5
    n1 = scale(1.0 / size, q)
    n1_slope = scale(1.0 / size, subtract(q_slope, scale(dot(n1, q_slope), n1)))
    return n1, cross(u, n1), n1_slope, add(cross(u_slope, n1), cross(u, n1_slope))


@subroutine
def place_near(table: Floats, first: int, count: int, closed: bool, p: Vector) -> FootPoint:
    """Return the nearest place of a curve to p. If p is complex, the imaginary parts contain the derivatives."""
    s = nearest(table, first, count, closed, (p[0].real, p[1].real, p[2].real))
    c, t, k, jerk, at, beyond = at_parameter(table, first, count, closed, s)
    d = subtract(p, c)
    change = dot(t, d) / (dot(t, t) - dot(k, d))  # the change of the parameter is in the imaginary part
    c, t, k = add(c, scale(change, t)), add(t, scale(change, k)), add(k, scale(change, jerk))
    inside = _within(table, first, count, closed, s)[0] - beyond + (change if beyond == 0.0 else 0.0 * change)
    share = (inside - table[at]) / (table[at + KNOT] - table[at])
    r0, r1 = (table[at + 7], table[at + 8], table[at + 9]), (table[at + 17], table[at + 18], table[at + 19])
    step = subtract(r1, r0)
    n1, n2, n1_slope, n2_slope = _across(
        t, k, add(r0, scale(share, step)), scale(1.0 / (table[at + KNOT] - table[at]), step)
    )
    return FootPoint(s, c, t, k, n1, n2, n1_slope, n2_slope)


@kernel
def put_places(table: Floats, first: int, count: int, closed: float, points: Floats, found: Floats) -> None:
    """Write the parameter and both normals at the places nearest to `points` (rows, 3) into `found` (rows, 7).

    `closed` is 1.0 for a closed curve. The parameter of a closed curve begins again with each revolution.
    """
    length = table[first + KNOT * (count - 1)] - table[first]
    for row in range(points.shape[0]):
        p = (points[row, 0], points[row, 1], points[row, 2])
        place = place_near(table, first, count, closed > 0.0, p)
        found[row, 0] = place.s
        if closed > 0.0:
            found[row, 0] -= length * math.floor((place.s - table[first]) / length)
        for k in range(3):
            found[row, 1 + k], found[row, 4 + k] = place.n1[k], place.n2[k]
