"""Derivative of point-to-point springs and dampers.

The force on body 0 is f = N(L, L') d with d the unit vector of the line between the points, and df = P d(line) + S d(rate of the line):

    P = N_L d d^T + N_L' d ((I - d d^T) rate / L)^T + N (I - d d^T) / L,      S = N_L' d d^T.
"""

from __future__ import annotations

from rbsolve.geometry.vector import (
    IDENTITY,
    cross,
    dot,
    matrix_product,
    outer,
    product_transpose,
    scale,
    skew,
    subtract,
    transpose_vector,
)
from rbsolve.solver.forces.spring_damper import elastic_force, rest_length, tension
from rbsolve.solver.forces.tangents.blocks import clear, scaled, total
from rbsolve.solver.forces.wrench import material_point
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import add_block, row3, row9


@subroutine
def _line_derivatives(model, i, state):
    """The force on body 0, P and S."""
    springs = model.springs
    force, elongation, _, d, _, _ = tension(model, i, state)
    _, p0, v0 = material_point(state, springs.body0[i], row3(springs.point0, i))
    _, p1, v1 = material_point(state, springs.body1[i], row3(springs.point1, i))
    line, rate = subtract(p1, p0), subtract(v1, v0)
    _, stiffness = elastic_force(model, i, state, elongation)
    damping = springs.damping[i]
    along = outer(d, d)
    length = dot(d, line)
    if length == 0.0:
        # No direction: a spring without rest length pulls back in all of them.
        isotropic = stiffness if rest_length(model, i, state) == 0.0 else 0.0
        return (0.0, 0.0, 0.0), scaled(isotropic, IDENTITY), scaled(0.0, along)
    across = scale(damping / length, subtract(rate, scale(dot(d, rate), d)))
    P = total(scaled(stiffness - force / length, along), scaled(force / length, IDENTITY))
    return scale(force, d), total(P, outer(d, across)), scaled(damping, along)


@subroutine
def _add_columns(element, column, sign, R, p, spin, P, S, R0, p0, R1, p1):
    """The columns of one body. Its particle moves by dx - R p~ dpsi and its velocity by -R (w x p)~ dpsi + du - R p~ dw; the wrenches
    are f, p0 x R0^T f and -f, -p1 x R1^T f."""
    lever = matrix_product(R, skew(p))
    turn = total(matrix_product(P, lever), matrix_product(S, matrix_product(R, skew(spin))))
    sway = matrix_product(S, lever)
    for end in range(2):
        row = 6 * end
        s = -sign if end == 0 else sign
        arm = product_transpose(skew(p0 if end == 0 else p1), R0 if end == 0 else R1)
        add_block(element, 0, row, column, s, P)
        add_block(element, 0, row, column + 3, -s, turn)
        add_block(element, 0, row + 3, column, s, matrix_product(arm, P))
        add_block(element, 0, row + 3, column + 3, -s, matrix_product(arm, turn))
        add_block(element, 1, row, column, s, S)
        add_block(element, 1, row, column + 3, -s, sway)
        add_block(element, 1, row + 3, column, s, matrix_product(arm, S))
        add_block(element, 1, row + 3, column + 3, -s, matrix_product(arm, sway))


@subroutine
def tangent(model, i, state, element):
    """Of spring `i`, with the bodies [body0, body1]."""
    clear(element)
    springs = model.springs
    b0, b1 = springs.body0[i], springs.body1[i]
    force, P, S = _line_derivatives(model, i, state)
    R0, R1, p0, p1 = row9(state.R, b0), row9(state.R, b1), row3(springs.point0, i), row3(springs.point1, i)
    for end in range(2):
        R, p = (R0, p0) if end == 0 else (R1, p1)
        sign = -1.0 if end == 0 else 1.0
        spin = cross(row3(state.w, b0 if end == 0 else b1), p)
        _add_columns(element, 6 * end, sign, R, p, spin, P, S, R0, p0, R1, p1)
        # The body's own turn changes R^T f by (R^T f) x dpsi.
        local = transpose_vector(R, force)
        add_block(element, 0, 6 * end + 3, 6 * end + 3, sign, matrix_product(skew(p), skew(local)))


@subroutine
def link(model, t, i, state, multipliers, element, out):
    """As an entry of links.py."""
    tangent(model, i, state, element)
    out[0] = 1.0
