"""Derivative of dead and follower loads: the force turns with the body of its axes, its moment with both bodies."""

from __future__ import annotations

from rbsolve.geometry.vector import matrix_product, matrix_vector, scale, skew, transpose_product
from rbsolve.solver.forces.dead_load import load_factor
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import add_block, row3, row9


@subroutine
def tangent(model, t, i, state, element):
    """Of load `i`, with the bodies [body, axes_body]."""
    clear(element)
    loads = model.loads
    factor = load_factor(model, t, i, state)
    R, R_IA = row9(state.R, loads.body[i]), row9(state.R, loads.axes_body[i])
    R_BA, arm = transpose_product(R, R_IA), skew(row3(loads.point, i))
    force_A, moment_A = scale(factor, row3(loads.force, i)), scale(factor, row3(loads.moment, i))
    force, moment = matrix_vector(R_BA, force_A), matrix_vector(R_BA, moment_A)
    # The moment p x R^T F + R^T M: the body's own turn changes R^T F by (R^T F) x dpsi.
    add_block(element, 0, 3, 3, -1.0, matrix_product(arm, skew(force)))
    add_block(element, 0, 3, 3, -1.0, skew(moment))
    # A turn of the axes changes F by R_IA (dpsi x F_A).
    add_block(element, 0, 0, 9, 1.0, matrix_product(R_IA, skew(force_A)))
    add_block(element, 0, 3, 9, 1.0, matrix_product(arm, matrix_product(R_BA, skew(force_A))))
    add_block(element, 0, 3, 9, 1.0, matrix_product(R_BA, skew(moment_A)))


@subroutine
def link(model, t, i, state, multipliers, element, out):
    """As an entry of links.py."""
    tangent(model, t, i, state, element)
    out[0] = 1.0
