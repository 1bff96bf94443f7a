"""Computes the derivatives of bushings.

With `g = R0^T gap` and its rate `g'`, the force on body 0 in its axes is `f = Kb g + Cb g'`. In the axes S of body 1,
the moment is `m = T^-T(psi) c` with `c = k psi + c psi'` and `psi' = T^-1(psi) w_S`. Then

dg = R0^T d(gap) + g~ dpsi0,   dg' = R0^T d(gap rate) + (R0^T gap rate)~ dpsi0 - w0~ dg,

dm = (T^-1(-psi) (k + c B(psi, w_S)) - B(-psi, c)) T^-1(psi) dtheta + T^-1(-psi) c T^-1(psi) dw_S,

where B(v, w) is the derivative of T^-1(v) w with respect to v, and dtheta is the relative rotation in S.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import so3
from rbsolve.geometry.vector import (
    add,
    cross,
    matrix_product,
    matrix_vector,
    product_transpose,
    scale,
    skew,
    subtract,
    transpose,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.forces.tangents.blocks import add_couple, clear, scale_matrix, scale_rows, total
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.points import material_point
from rbsolve.solver.model.rows import add_block, row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Bushings, Model, State
    from rbsolve.solver.model.flat import Floats

IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@subroutine
def _own_axes(axes: Matrix, d: Vector) -> Matrix:
    """Return the matrix `axes diag(d) axes^T`."""
    return matrix_product(axes, scale_rows(d, transpose(axes)))


@subroutine
def _add_force_column(
    element: Floats,
    n: int,
    at: int,
    dx: Matrix,
    dpsi: Matrix,
    R0: Matrix,
    arm0: Matrix,
    arm1: Matrix,
) -> None:
    """Add the columns for df = dx (translations) and dpsi (rotations). The force f is in the axes of body 0, and the
    change of these axes is omitted.

    `arm0` and `arm1` give the moments of the force on both bodies, in their axes.
    """
    for half in range(2):
        df = dx if half == 0 else dpsi
        column = at + 3 * half
        add_block(element, n, 0, column, -1.0, matrix_product(R0, df))
        add_block(element, n, 3, column, -1.0, matrix_product(arm0, df))
        add_block(element, n, 6, column, 1.0, matrix_product(R0, df))
        add_block(element, n, 9, column, 1.0, matrix_product(arm1, df))


@subroutine
def _add_forces(bushings: Bushings, i: int, state: State, element: Floats) -> None:
    """Add the derivatives of the forces."""
    b0, b1 = bushings.body0[i], bushings.body1[i]
    R0, R1 = row9(state.R, b0), row9(state.R, b1)
    R01 = transpose_product(R0, R1)
    p0, p1 = row3(bushings.point0, i), row3(bushings.point1, i)
    w0, w1 = row3(state.w, b0), row3(state.w, b1)
    _, x0, v0 = material_point(state, b0, p0)
    _, x1, v1 = material_point(state, b1, p1)
    g, rate = transpose_vector(R0, subtract(x1, x0)), transpose_vector(R0, subtract(v1, v0))
    axes = row9(bushings.axes0, i)
    Kb, Cb = _own_axes(axes, row3(bushings.stiffness, i)), _own_axes(axes, row3(bushings.damping, i))
    f = add(matrix_vector(Kb, g), matrix_vector(Cb, subtract(rate, cross(w0, g))))
    arm0, arm1 = skew(add(p0, g)), product_transpose(skew(p1), R01)
    Kw = total(Kb, scale_matrix(-1.0, matrix_product(Cb, skew(w0))))  # df = Kw dg + Cb (other terms of dg')
    for end in range(2):
        s = -1.0 if end == 0 else 1.0
        R_0E = IDENTITY if end == 0 else R01
        p, w = (p0, w0) if end == 0 else (p1, w1)
        lever, spin = matrix_product(R_0E, skew(p)), matrix_product(R_0E, skew(cross(w, p)))
        dg_x, dg_psi = scale_matrix(s, transpose(R0)), scale_matrix(-s, lever)
        dv_psi = scale_matrix(-s, spin)
        dv_w = scale_matrix(-s, lever)
        if end == 0:
            dg_psi = total(dg_psi, skew(g))
            dv_psi = total(dv_psi, skew(rate))
            dv_w = total(dv_w, skew(g))
        df_psi = total(matrix_product(Kw, dg_psi), matrix_product(Cb, dv_psi))
        _add_force_column(element, 0, 6 * end, matrix_product(Kw, dg_x), df_psi, R0, arm0, arm1)
        _add_force_column(element, 1, 6 * end, matrix_product(Cb, dg_x), matrix_product(Cb, dv_w), R0, arm0, arm1)
        # On body 0, the moment arm p0 + g changes by dg in (p0 + g) x f.
        add_block(element, 0, 3, 6 * end, 1.0, matrix_product(skew(f), dg_x))
        add_block(element, 0, 3, 6 * end + 3, 1.0, matrix_product(skew(f), dg_psi))
    # The force rotates with body 0, so `R0 f` changes by `-R0 f~ dpsi0`. The product `R1^T R0 f` also changes by
    # `(R1^T R0 f)~ dpsi1`.
    turn = matrix_product(R0, skew(f))
    add_block(element, 0, 0, 3, 1.0, turn)
    add_block(element, 0, 6, 3, -1.0, turn)
    add_block(element, 0, 9, 3, -1.0, matrix_product(skew(p1), transpose_product(R01, skew(f))))
    add_block(element, 0, 9, 9, 1.0, matrix_product(skew(p1), skew(transpose_vector(R01, f))))


@subroutine
def _add_moments(bushings: Bushings, i: int, state: State, element: Floats) -> None:
    """Add the derivatives of the moments."""
    b0, b1 = bushings.body0[i], bushings.body1[i]
    R10 = transpose_product(row9(state.R, b1), row9(state.R, b0))
    w0 = row3(state.w, b0)
    axes = row9(bushings.axes1, i)
    k, c = row3(bushings.rotational_stiffness, i), row3(bushings.rotational_damping, i)
    psi = so3.log(matrix_product(transpose_product(row9(bushings.axes0, i), transpose(R10)), axes))
    opposite = scale(-1.0, psi)
    spin0 = matrix_vector(R10, w0)
    w_S = transpose_vector(axes, subtract(row3(state.w, b1), spin0))
    psi_rate = so3.apply_tangent_inverse(psi, w_S)
    couple = (
        k[0] * psi[0] + c[0] * psi_rate[0],
        k[1] * psi[1] + c[1] * psi_rate[1],
        k[2] * psi[2] + c[2] * psi_rate[2],
    )
    T, T_back = so3.tangent_inverse(psi), so3.tangent_inverse(opposite)
    inner = total(scale_rows(k, IDENTITY), scale_rows(c, so3.tangent_inverse_derivative(psi, w_S)))
    inner = total(matrix_product(T_back, inner), scale_matrix(-1.0, so3.tangent_inverse_derivative(opposite, couple)))
    by_turn = product_transpose(matrix_product(axes, matrix_product(inner, T)), axes)
    by_spin = product_transpose(matrix_product(axes, matrix_product(T_back, scale_rows(c, T))), axes)
    m1 = matrix_vector(axes, so3.apply_tangent_inverse(opposite, couple))  # moment on body 0, in the axes of body 1
    add_couple(element, R10, w0, m1, by_turn, by_spin)


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of bushing `i` on [body0, body1]."""
    clear(element)
    bushings = model.bushings
    _add_forces(bushings, i, state, element)
    k, c = row3(bushings.rotational_stiffness, i), row3(bushings.rotational_damping, i)
    if k != (0.0, 0.0, 0.0) or c != (0.0, 0.0, 0.0):
        _add_moments(bushings, i, state, element)
