"""Computes the contact of two boxes, at corners of the two faces that face each other and at crossings of their edges.

A box has a centre, axes (the columns of a matrix, in common components) and half edges. The axis of least overlap
determines which faces face each other. The candidates are the normals of all faces and the cross products of all edges
(Gottschalk, Lin and Manocha, OBBTree, SIGGRAPH 1996).

The common outline of two faces has two kinds of vertices, which are corners of one face inside the other, and crossings
of their edges. Each vertex is a point of contact. Its weight is the exterior angle of the outline in right angles. The
weight of a corner is 1, and the sum of the weights of the whole outline is 4. Exterior angles of vertices that meet add
up, so the sum and the moments of the weights do not jump. At the border of a face, the weight passes from the leaving
points to the arriving points. This transition is a cubic H with H(x) + H(-x) = 1. It extends by `ROUNDING` times the
shortest edge on both sides.

A single edge in contact belongs equally to two faces. One face gives the exterior angle A, the other face gives 2 - A.
Let n_P and n_T be the normals of the faces, and a and b the edges, with x = n_P·b, y = n_T·a, c = a·b and s^2 = 1 -
c^2. A crossing has the weight

    Q = k A + (1 - k) s^2,    k = (P T)^2,    P = 1 - 2 x^2/s^2,    T = 1 - 2 y^2/s^2,

where 2 - A replaces A if P T < 0. P is the cosine of twice the angle between n_P and the common normal of the edges. So
k is 1 for parallel faces, and 0 halfway between two faces. The factor (1 + e) s^2/(s^2 + e) of A removes parallel edges.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    norm,
    scale,
    subtract,
    transpose_product,
    transpose_vector,
)

ROUNDING = 0.01  # distance from a border within which the weights change, relative to the shortest edge
CORNERS = 8
CROSSINGS = 16  # four edges of one face can cross four edges of another face
ALMOST_PARALLEL = 1e-6  # e: squared sine of the angle at which half the exterior angle of a crossing counts
PARALLEL = 1e-12  # squared sine of the angle below which edges are parallel
# SKEW is the squared sine of the angle below which the axis of two edges is omitted. It is also the advantage that an
# axis of edges needs over an axis of faces, relative to the size.
SKEW = 1e-6
STEEP = 0.5  # cosine of the angle from the normal of a face beyond which a crossing belongs to other faces
RIGHT = 2.0 / math.pi  # right angles in a radian
NONE, CORNER, CROSSING = range(3)

Fading = tuple[float, float, float]
"""H and its first two derivatives with respect to a coordinate."""


class Box(NamedTuple):
    """A box in common components."""

    centre: Vector
    axes: Matrix
    half: Vector


class Border(NamedTuple):
    """The data for the weight of a corner (by its position in a face) or of a crossing (by its two edges)."""

    kind: int
    """The kind, which is NONE for a point without weight, CORNER or CROSSING."""
    u: Vector
    v: Vector
    along_u: Fading
    along_v: Fading
    out_P: Vector
    """The outward normals of the faces of both edges."""
    out_T: Vector
    sense: float
    """1 if the directions u and v have the same sense of rotation around the outline, else -1."""


class Meeting(NamedTuple):
    """A point of contact of box P with box T."""

    gap: float
    normal: Vector
    """The contact normal, from T to P."""
    place: Vector
    """The position of the particle of P."""
    weight: float
    border: Border


ZERO = (0.0, 0.0, 0.0)
NO_BORDER = Border(NONE, ZERO, ZERO, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0), ZERO, ZERO, 1.0)


def column(R: Matrix, j: int) -> Vector:
    """Return column `j` of a matrix."""
    return R[j], R[3 + j], R[6 + j]


def _axis_of(u: Vector, R: Matrix) -> tuple[int, float]:
    """Return the number of the axis closest to a direction, and the sign of its component along the direction."""
    found, most, sign = 0, -1.0, 1.0
    for j in range(3):
        along = dot(column(R, j), u)
        if abs(along) > most:
            found, most, sign = j, abs(along), math.copysign(1.0, along)
    return found, sign


def opposite_faces(P: Box, T: Box) -> tuple[int, int, float]:
    """Return the faces of P and T that face each other, and a lower bound of the distance of the boxes.

    The number of a face is twice its axis, plus one for the positive side. The width of the transition at borders is
    subtracted from the distance. If the bound is above zero, no point is in contact.
    """
    between = subtract(P.centre, T.centre)
    C = transpose_product(P.axes, T.axes)
    best, direction = -math.inf, (0.0, 0.0, 1.0)
    size = max(max(P.half[0], P.half[1], P.half[2]), max(T.half[0], T.half[1], T.half[2]))
    for i in range(3):
        own, other = column(P.axes, i), column(T.axes, i)
        along_P, along_T = dot(own, between), dot(other, between)
        reach_P, reach_T = P.half[i], T.half[i]
        for j in range(3):
            reach_P += T.half[j] * abs(C[3 * i + j])
            reach_T += P.half[j] * abs(C[3 * j + i])
        if abs(along_P) - reach_P > best:
            best, direction = abs(along_P) - reach_P, scale(math.copysign(1.0, along_P), own)
        if abs(along_T) - reach_T > best:
            best, direction = abs(along_T) - reach_T, scale(math.copysign(1.0, along_T), other)
    clear = best
    best += SKEW * size
    for i in range(3):
        i1, i2 = (i + 1) % 3, (i + 2) % 3
        for j in range(3):
            j1, j2 = (j + 1) % 3, (j + 2) % 3
            square = 1.0 - C[3 * i + j] * C[3 * i + j]
            if square > SKEW:
                axis = cross(column(P.axes, i), column(T.axes, j))
                along = dot(axis, between)
                reach = P.half[i1] * abs(C[3 * i2 + j]) + P.half[i2] * abs(C[3 * i1 + j])
                reach += T.half[j1] * abs(C[3 * i + j2]) + T.half[j2] * abs(C[3 * i + j1])
                apart = (abs(along) - reach) / math.sqrt(square)
                clear = max(clear, apart)
                if apart > best:
                    best, direction = apart, scale(math.copysign(1.0, along), axis)
    a, sign_P = _axis_of(direction, P.axes)
    b, sign_T = _axis_of(direction, T.axes)
    clear = max(clear - 2.0 * fading_width(P, T), 0.0)
    return 2 * a + (0 if sign_P > 0.0 else 1), 2 * b + (1 if sign_T > 0.0 else 0), clear


def _border_weight(half: float, at: float, width: float) -> Fading:
    """Return H of the distance to the nearer end of an edge, and its derivatives along the edge."""
    x = (half - abs(at)) / width
    if x >= 1.0:
        return 1.0, 0.0, 0.0
    if x <= -1.0:
        return 0.0, 0.0, 0.0
    slope = -math.copysign(0.75 / width, at) * (1.0 - x * x)
    return 0.5 + x * (0.75 - 0.25 * x * x), slope, -1.5 * x / (width * width)


def fading_width(P: Box, T: Box) -> float:
    """Return half the width of the transition of weights at a border [m]."""
    least = min(min(P.half[0], P.half[1], P.half[2]), min(T.half[0], T.half[1], T.half[2]))
    return 2.0 * ROUNDING * least


def corner_on_face(corner: int, P: Box, T: Box, face: int) -> Meeting:
    """Return the point of contact of a corner of P on a face of T. The three bits of `corner` are the signs of its
    coordinates. For a corner beyond the border, the gap is the distance from the face.
    """
    place = P.centre
    for j in range(3):
        place = add(place, scale(P.half[j] if (corner >> j) & 1 else -P.half[j], column(P.axes, j)))
    q, width = transpose_vector(T.axes, subtract(place, T.centre)), fading_width(P, T)
    j = face // 2
    j1, j2, side = (j + 1) % 3, (j + 2) % 3, 1.0 if face % 2 == 1 else -1.0
    along_u, along_v = _border_weight(T.half[j1], q[j1], width), _border_weight(T.half[j2], q[j2], width)
    gap, weight = side * q[j] - T.half[j], along_u[0] * along_v[0]
    if weight <= 0.0:
        o, o1, o2 = max(gap, 0.0), max(abs(q[j1]) - T.half[j1], 0.0), max(abs(q[j2]) - T.half[j2], 0.0)
        gap = math.sqrt(o * o + o1 * o1 + o2 * o2)
    n = scale(side, column(T.axes, j))
    return Meeting(
        gap, n, place, weight, Border(CORNER, column(T.axes, j1), column(T.axes, j2), along_u, along_v, n, n, 1.0)
    )


def _edge(box: Box, face: int, edge: int) -> tuple[Vector, Vector, float, float]:
    """Return the middle, direction and half length of one of the four edges of a face. The last number is 1 if the
    direction goes counterclockwise around the outward normal, else -1.
    """
    j = face // 2
    j1, j2 = (j + 1) % 3, (j + 2) % 3
    around = -1.0
    if edge >= 2:
        j1, j2, around = j2, j1, 1.0
    up, out = 1.0 if face % 2 == 1 else -1.0, 1.0 if edge % 2 == 1 else -1.0
    middle = add(box.centre, scale(up * box.half[j], column(box.axes, j)))
    middle = add(middle, scale(out * box.half[j2], column(box.axes, j2)))
    return middle, column(box.axes, j1), box.half[j1], up * out * around


def edges_crossing(edges: int, P: Box, T: Box, face_P: int, face_T: int) -> Meeting:
    """Return the crossing of edge `edges // 4` of a face of P and edge `edges % 4` of a face of T. The gap is the
    distance of their lines along their common normal.
    """
    middle_P, a, half_a, around_P = _edge(P, face_P, edges // 4)
    middle_T, b, half_b, around_T = _edge(T, face_T, edges % 4)
    out_P = scale(1.0 if face_P % 2 == 1 else -1.0, column(P.axes, face_P // 2))
    out_T = scale(1.0 if face_T % 2 == 1 else -1.0, column(T.axes, face_T // 2))
    c, m, r = dot(a, b), cross(a, b), subtract(middle_P, middle_T)
    square, sense, width = dot(m, m), -around_P * around_T, fading_width(P, T)
    far = norm(subtract(P.centre, T.centre)) + norm(P.half) + norm(T.half)
    if square <= PARALLEL:
        return Meeting(far, out_T, middle_P, 0.0, Border(CROSSING, a, b, ZERO, ZERO, out_P, out_T, sense))
    n = scale(math.copysign(1.0 / math.sqrt(square), dot(m, out_T)), m)
    ahead_a, ahead_b = dot(r, a), dot(r, b)
    s, t = (c * ahead_b - ahead_a) / square, (ahead_b - c * ahead_a) / square
    border = Border(
        CROSSING, a, b, _border_weight(half_a, s, width), _border_weight(half_b, t, width), out_P, out_T, sense
    )
    place, gap = add(middle_P, scale(s, a)), dot(n, r)
    if dot(n, out_T) < STEEP or dot(n, out_P) > -STEEP:
        return Meeting(far, n, place, 0.0, border)
    weight = border.along_u[0] * border.along_v[0]
    if weight <= 0.0:
        o, o1, o2 = max(gap, 0.0), max(abs(s) - half_a, 0.0), max(abs(t) - half_b, 0.0)
        return Meeting(math.sqrt(o * o + o1 * o1 + o2 * o2), n, place, 0.0, border)
    return Meeting(gap, n, place, weight * _shares(border).value, border)


class _Shares(NamedTuple):
    """Q and its first and second derivatives with respect to c, x and y."""

    value: float
    by_c: float
    by_x: float
    by_y: float
    by_cc: float
    by_cx: float
    by_cy: float
    by_xx: float
    by_xy: float
    by_yy: float


def _shares(border: Border) -> _Shares:
    """Return the factor Q of the weight of two edges that cross, and its derivatives."""
    c, x, y = dot(border.u, border.v), dot(border.out_P, border.v), dot(border.out_T, border.u)
    square = 1.0 - c * c
    f = 1.0 / square
    P, P_x, P_c = 1.0 - 2.0 * x * x * f, -4.0 * x * f, -4.0 * c * x * x * f * f
    T, T_y, T_c = 1.0 - 2.0 * y * y * f, -4.0 * y * f, -4.0 * c * y * y * f * f
    bend = f * f * (1.0 + 4.0 * c * c * f)
    P_cc, P_cx, P_xx = -4.0 * x * x * bend, -8.0 * c * x * f * f, -4.0 * f
    T_cc, T_cy, T_yy = -4.0 * y * y * bend, -8.0 * c * y * f * f, -4.0 * f
    P2, T2, both = P * P, T * T, P * T
    k = P2 * T2
    k_c, k_x, k_y = 2.0 * both * (P_c * T + P * T_c), 2.0 * P * P_x * T2, 2.0 * T * T_y * P2
    k_cc = 2.0 * (P_c * P_c + P * P_cc) * T2 + 8.0 * both * P_c * T_c + 2.0 * (T_c * T_c + T * T_cc) * P2
    k_cx = 2.0 * (P_c * P_x + P * P_cx) * T2 + 4.0 * both * P_x * T_c
    k_cy = 2.0 * (T_c * T_y + T * T_cy) * P2 + 4.0 * both * T_y * P_c
    k_xx, k_yy = 2.0 * (P_x * P_x + P * P_xx) * T2, 2.0 * (T_y * T_y + T * T_yy) * P2
    k_xy = 4.0 * both * P_x * T_y
    sense, sine = math.copysign(1.0, both) * border.sense, math.sqrt(square)
    angle, angle_c, angle_cc = RIGHT * math.atan2(sine, sense * c), -RIGHT * sense / sine, -RIGHT * sense * c * f / sine
    part = 1.0 / (square + ALMOST_PARALLEL)
    slope = -2.0 * ALMOST_PARALLEL * (1.0 + ALMOST_PARALLEL) * part * part
    g, g_c, g_cc = (1.0 + ALMOST_PARALLEL) * square * part, slope * c, slope * (1.0 + 4.0 * c * c * part)
    more = angle * g - square
    more_c = angle_c * g + angle * g_c + 2.0 * c
    more_cc = angle_cc * g + 2.0 * angle_c * g_c + angle * g_cc + 2.0
    return _Shares(
        square + k * more,
        -2.0 * c + k_c * more + k * more_c,
        k_x * more,
        k_y * more,
        -2.0 + k_cc * more + 2.0 * k_c * more_c + k * more_cc,
        k_cx * more + k_x * more_c,
        k_cy * more + k_y * more_c,
        k_xx * more,
        k_xy * more,
        k_yy * more,
    )


def _turn(a: Vector, b: Vector, by_a: Vector, by_b: Vector, by: Vector) -> Vector:
    """Return a linear combination of `a x b`, `by_b` and `by_a` with the coefficients `by`."""
    return add(scale(by[0], cross(a, b)), add(scale(by[1], by_b), scale(by[2], by_a)))


def weight_gradient(border: Border, gap: float, n: Vector) -> tuple[Vector, Vector]:
    """Return the change of a weight with the relative motion of P and T. The change is per unit of displacement at the
    middle of the gap, and per unit of rotation about this point.
    """
    u, v = border.u, border.v
    f, df, _ = border.along_u
    g, dg, _ = border.along_v
    if border.kind == CORNER:
        fade = add(scale(df * g, u), scale(f * dg, v))
        return fade, scale(0.5 * gap, cross(n, fade))
    c, p, q, share = dot(u, v), cross(u, n), cross(v, n), _shares(border)
    each = share.value / (1.0 - c * c)
    by_u, by_v = each * df * g, each * f * dg
    fade = add(scale(by_u, subtract(scale(c, v), u)), scale(by_v, subtract(v, scale(c, u))))
    turned = add(scale(by_u, add(p, scale(c, q))), scale(by_v, add(scale(c, p), q)))
    turn = _turn(u, v, cross(u, border.out_T), cross(border.out_P, v), (share.by_c, share.by_x, share.by_y))
    return fade, add(scale(-0.5 * gap, turned), scale(f * g, turn))


class Motion(NamedTuple):
    """The changes of a point of contact per unit of some motion of both boxes."""

    gap: float
    normal: Vector
    relative: Vector
    """The motion of the particle of P relative to the particle of T at this point."""
    turn_P: Vector
    turn_T: Vector


def _slides(border: Border, gap: float, n: Vector, moved: Motion) -> tuple[float, float]:
    """Return the changes of the coordinates along u and v with the motion `moved`."""
    u, v = border.u, border.v
    if border.kind == CORNER:
        return dot(u, moved.relative), dot(v, moved.relative)
    c = dot(u, v)
    x = -dot(moved.relative, u) - gap * dot(subtract(moved.turn_P, moved.turn_T), cross(u, n))
    y = -dot(moved.relative, v)
    return (x - c * y) / (1.0 - c * c), (c * x - y) / (1.0 - c * c)


def crossing_motion(border: Border, gap: float, n: Vector, moved: Motion) -> tuple[Vector, Vector]:
    """Return the change of the normal at a crossing, and the displacement of the nearest point along the edge of P."""
    a, b = border.u, border.v
    m = cross(a, b)
    dm = add(cross(cross(moved.turn_P, a), b), cross(a, cross(moved.turn_T, b)))
    dn = scale(1.0 / dot(n, m), subtract(dm, scale(dot(n, dm), n)))
    return dn, scale(_slides(border, gap, n, moved)[0], a)


def _corner_change(border: Border, gap: float, n: Vector, moved: Motion) -> tuple[Vector, Vector]:
    """Return the result of `weight_gradient_change` for a corner."""
    f, df, ddf = border.along_u
    g, dg, ddg = border.along_v
    ds, dt = _slides(border, gap, n, moved)
    fade = add(scale(df * g, border.u), scale(f * dg, border.v))
    more = add(scale(ddf * g * ds + df * dg * dt, border.u), scale(df * dg * ds + f * ddg * dt, border.v))
    d_fade = add(cross(moved.turn_T, fade), more)
    turned = add(scale(moved.gap, cross(n, fade)), scale(gap, cross(moved.normal, fade)))
    return d_fade, scale(0.5, add(turned, scale(gap, cross(n, d_fade))))


def weight_gradient_change(border: Border, gap: float, n: Vector, moved: Motion) -> tuple[Vector, Vector]:
    """Return the changes of both results of `weight_gradient` with the motion `moved`."""
    if border.kind == CORNER:
        return _corner_change(border, gap, n, moved)
    u, v, n_P, n_T = border.u, border.v, border.out_P, border.out_T
    f, df, ddf = border.along_u
    g, dg, ddg = border.along_v
    ds, dt = _slides(border, gap, n, moved)
    du, dv = cross(moved.turn_P, u), cross(moved.turn_T, v)
    dn_P, dn_T = cross(moved.turn_P, n_P), cross(moved.turn_T, n_T)
    c, dc = dot(u, v), dot(du, v) + dot(u, dv)
    dx, dy = dot(dn_P, v) + dot(n_P, dv), dot(dn_T, u) + dot(n_T, du)
    share = _shares(border)
    d_share = share.by_c * dc + share.by_x * dx + share.by_y * dy
    each = share.value / (1.0 - c * c)
    d_each = (d_share + 2.0 * c * dc * each) / (1.0 - c * c)
    by_u, by_v = each * df * g, each * f * dg
    d_by_u = d_each * df * g + each * (ddf * g * ds + df * dg * dt)
    d_by_v = d_each * f * dg + each * (df * dg * ds + f * ddg * dt)
    p, q = cross(u, n), cross(v, n)
    dp, dq = add(cross(du, n), cross(u, moved.normal)), add(cross(dv, n), cross(v, moved.normal))
    d_fade = add(scale(d_by_u, subtract(scale(c, v), u)), scale(d_by_v, subtract(v, scale(c, u))))
    d_fade = add(d_fade, scale(by_u, subtract(add(scale(dc, v), scale(c, dv)), du)))
    d_fade = add(d_fade, scale(by_v, subtract(dv, add(scale(dc, u), scale(c, du)))))
    turned = add(scale(by_u, add(p, scale(c, q))), scale(by_v, add(scale(c, p), q)))
    d_turned = add(scale(d_by_u, add(p, scale(c, q))), scale(d_by_v, add(scale(c, p), q)))
    d_turned = add(d_turned, scale(by_u, add(dp, add(scale(dc, q), scale(c, dq)))))
    d_turned = add(d_turned, scale(by_v, add(dq, add(scale(dc, p), scale(c, dp)))))
    by = share.by_c, share.by_x, share.by_y
    d_by = (
        share.by_cc * dc + share.by_cx * dx + share.by_cy * dy,
        share.by_cx * dc + share.by_xx * dx + share.by_xy * dy,
        share.by_cy * dc + share.by_xy * dx + share.by_yy * dy,
    )
    by_a, by_b = cross(u, n_T), cross(n_P, v)
    turn = _turn(u, v, by_a, by_b, by)
    d_turn = add(_turn(u, v, by_a, by_b, d_by), scale(by[0], add(cross(du, v), cross(u, dv))))
    d_turn = add(d_turn, scale(by[1], add(cross(dn_P, v), cross(n_P, dv))))
    d_turn = add(d_turn, scale(by[2], add(cross(du, n_T), cross(u, dn_T))))
    d_turn = add(scale(df * g * ds + f * dg * dt, turn), scale(f * g, d_turn))
    return d_fade, add(scale(-0.5, add(scale(moved.gap, turned), scale(gap, d_turned))), d_turn)
