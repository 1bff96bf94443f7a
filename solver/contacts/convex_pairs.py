"""Contact of two convex shapes at one point. The geometry is in `geometry/shapes/convex.py`.

Let b be the reach (touch.py). Let A_P and A_T be the second derivatives of both support functions, including their
balls, and g the gap. With the motion dr of the probe's centre relative to the solid, and the rotations dtheta_P and
dtheta_T, the normal and the reach change by

dn = dtheta_T x n + B (dr - dtheta x b + A_P (dtheta x n)),    dtheta = dtheta_P - dtheta_T,

db = dtheta_P x b + A_P (dn - dtheta_P x n),

with B = (A_P + A_T + g)^-1 in the plane perpendicular to the normal. These formulas are derivatives of
`c + X_P - X_T = g n`, where X_P and X_T are the vectors from the centres to the nearest points.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from rbsolve.geometry.distance import FLAT
from rbsolve.geometry.shapes import convex
from rbsolve.geometry.shapes.convex import EXTENT, RADIUS, Cores, Pair, across, nearest, support
from rbsolve.geometry.vector import (
    Matrix,
    Vector,
    add,
    cross,
    dot,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    subtract,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.compiler.plain import plain_functions
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State

plain_functions(convex.__name__)


class Meeting(NamedTuple):
    """The contact point of two convex shapes, in inertial components."""

    gap: float
    normal: Vector
    """The direction from T to P."""
    centre: Vector
    """The centre of P."""
    reach: Vector
    """The vector from the nearest point of P to the centre of P."""


class Curvature(NamedTuple):
    """The data for derivatives at the contact point of two convex shapes, in inertial components."""

    bend_P: Matrix
    """The matrix A_P."""
    follows: Matrix
    """The matrix B. It is zero on a plane, because the normal of a plane is constant."""


NO_CURVATURE = Curvature(FLAT, FLAT)


@part
def _nearest(cores: Cores, p: int, t: int, R_TP: Matrix, between: Vector) -> tuple[Vector, float, Vector]:
    found = nearest(cores, Pair(p, t, R_TP, between))
    return found.direction, found.gap, found.on_P


@part
def _bends(cores: Cores, p: int, t: int, R_TP: Matrix, n: Vector) -> tuple[Matrix, Matrix]:
    """Return the second derivatives of both support functions, without balls, in the axes of T."""
    P = support(cores, p, scale(-1.0, transpose_vector(R_TP, n)), 0.0)
    bend_P = product_transpose(matrix_product(R_TP, P.bend), R_TP)
    if cores.numbers[t, EXTENT] == math.inf:
        return bend_P, FLAT
    return bend_P, support(cores, t, n, 0.0).bend


@subroutine
def _cores(contacts: Contacts) -> Cores:
    return Cores(contacts.cores, contacts.corner_ranges, contacts.corners)


@subroutine
def _frames(contacts: Contacts, i: int, probe: int, solid: int, state: State) -> tuple[Matrix, Vector, Matrix, Vector]:
    """Return the axes and centres of P and T in inertial components."""
    R_P, R_T = row9(state.R, probe), row9(state.R, solid)
    centre_P = add(row3(state.x, probe), matrix_vector(R_P, row3(contacts.centre, i)))
    centre_T = add(row3(state.x, solid), matrix_vector(R_T, row3(contacts.solid_centre, i)))
    axes_P, axes_T = matrix_product(R_P, row9(contacts.axes, i)), matrix_product(R_T, row9(contacts.solid_axes, i))
    return axes_P, centre_P, axes_T, centre_T


@subroutine
def convex_meeting(contacts: Contacts, i: int, probe: int, solid: int, state: State) -> Meeting:
    """Return contact point `i` of two convex shapes."""
    axes_P, centre_P, axes_T, centre_T = _frames(contacts, i, probe, solid, state)
    between = transpose_vector(axes_T, subtract(centre_P, centre_T))
    p, t = contacts.core[i, 0], contacts.core[i, 1]
    direction, apart, on_P = _nearest(_cores(contacts), p, t, transpose_product(axes_T, axes_P), between)
    n = matrix_vector(axes_T, direction)
    ball = contacts.cores[p, RADIUS]
    gap = apart - ball - contacts.cores[t, RADIUS]
    return Meeting(gap, n, centre_P, subtract(scale(ball, n), matrix_vector(axes_T, on_P)))


@subroutine
def _with_ball(A: Matrix, axes: Matrix, n: Vector, radius: float) -> Matrix:
    """Return the second derivative of a support function with its ball, in inertial components. `A` is the second
    derivative without the ball, in the axes of T.
    """
    B = product_transpose(matrix_product(axes, A), axes)
    r = radius
    return (
        B[0] + r * (1.0 - n[0] * n[0]),
        B[1] - r * n[0] * n[1],
        B[2] - r * n[0] * n[2],
        B[3] - r * n[1] * n[0],
        B[4] + r * (1.0 - n[1] * n[1]),
        B[5] - r * n[1] * n[2],
        B[6] - r * n[2] * n[0],
        B[7] - r * n[2] * n[1],
        B[8] + r * (1.0 - n[2] * n[2]),
    )


@subroutine
def _inverse_across(A: Matrix, B: Matrix, gap: float, n: Vector) -> Matrix:
    """Return the matrix (A + B + gap)^-1 in the plane perpendicular to a normal. The matrix is zero along the normal."""
    u, v = across(n)
    Au, Av = add(matrix_vector(A, u), matrix_vector(B, u)), add(matrix_vector(A, v), matrix_vector(B, v))
    a, b, d = dot(u, Au) + gap, dot(u, Av), dot(v, Av) + gap
    f = 1.0 / (a * d - b * b)
    a, b, d = f * a, f * b, f * d
    p, q = subtract(scale(d, u), scale(b, v)), subtract(scale(a, v), scale(b, u))
    return (
        p[0] * u[0] + q[0] * v[0],
        p[0] * u[1] + q[0] * v[1],
        p[0] * u[2] + q[0] * v[2],
        p[1] * u[0] + q[1] * v[0],
        p[1] * u[1] + q[1] * v[1],
        p[1] * u[2] + q[1] * v[2],
        p[2] * u[0] + q[2] * v[0],
        p[2] * u[1] + q[2] * v[1],
        p[2] * u[2] + q[2] * v[2],
    )


@subroutine
def curvature_of(contacts: Contacts, i: int, n: Vector, gap: float, bodies: tuple[int, int], state: State) -> Curvature:
    """Return the curvatures at point `i` with normal `n`. `bodies` are the bodies of P and T."""
    p, t = contacts.core[i, 0], contacts.core[i, 1]
    if p < 0:
        return NO_CURVATURE
    axes_P, _, axes_T, _ = _frames(contacts, i, bodies[0], bodies[1], state)
    bend_P, bend_T = _bends(_cores(contacts), p, t, transpose_product(axes_T, axes_P), transpose_vector(axes_T, n))
    A_P = _with_ball(bend_P, axes_T, n, contacts.cores[p, RADIUS])
    if contacts.cores[t, EXTENT] == math.inf:
        return Curvature(A_P, FLAT)
    A_T = _with_ball(bend_T, axes_T, n, contacts.cores[t, RADIUS])
    return Curvature(A_P, _inverse_across(A_P, A_T, gap, n))


@subroutine
def convex_motion(
    at: Curvature, n: Vector, reach: Vector, relative: Vector, turn_P: Vector, turn_T: Vector
) -> tuple[float, Vector, Vector]:
    """Return the changes of the gap, normal and reach. `relative` is dr."""
    turn = subtract(turn_P, turn_T)
    moved = subtract(relative, cross(turn, reach))
    dn = add(cross(turn_T, n), matrix_vector(at.follows, add(moved, matrix_vector(at.bend_P, cross(turn, n)))))
    db = add(cross(turn_P, reach), matrix_vector(at.bend_P, subtract(dn, cross(turn_P, n))))
    return dot(n, moved), dn, db
