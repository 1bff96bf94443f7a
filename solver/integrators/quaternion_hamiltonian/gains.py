"""Computes exact derivatives for Newton's matrix: of the applied forces, and of the bodies' motions with respect to the
unknowns.

`gain[link]` (6, 12) is the derivative of the wrench on the link's first body with respect to the motion of its second
body. The wrench is a force (inertial) and a moment about the pivot (body axes). The motion consists of dx of the origin
(inertial), dpsi (body axes; the increment of the rotation multiplies from the right), du and dw. `drive[b]` (12, m) is
the derivative of this motion with respect to the unknowns of body b.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import (
    add,
    cross,
    matrix_product,
    matrix_vector,
    scale,
    skew,
    transpose_vector,
)
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.forces.tangents.links import IDLE, link_tangent
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.quaternion_hamiltonian.islands import BodyPairs
    from rbsolve.solver.integrators.quaternion_hamiltonian.system import Gains
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats, Ints

MOMENT = 3
X, PSI, U, W = 0, 3, 6, 9


@subroutine
def _add_turning(gain: Floats, b: int, arm: Vector, force_B: Vector, sign: float) -> None:
    """If the direction of the force F is fixed in space, the moment `arm x R^T F` changes when the body rotates. Add
    this change, `arm x (R^T F x dpsi)`.
    """
    block = matrix_product(skew(arm), skew(force_B))
    for i in range(3):
        for j in range(3):
            gain[b, MOMENT + i, PSI + j] += sign * block[3 * i + j]


@subroutine
def _subtract_blocks(gain: Floats, links: Ints, i: int, element: Floats) -> None:
    """Subtract the derivatives of force `i`, which `element` contains."""
    for row in range(2):
        for column in range(2):
            link = links[i, 2 * row + column]
            if link >= 0:
                for k in range(6):
                    for m in range(6):
                        gain[link, k, m] -= element[0, 6 * row + k, 6 * column + m]
                        gain[link, k, U + m] -= element[1, 6 * row + k, 6 * column + m]


@part
def force_gains(
    model: Model, t: float, state: State, links: BodyPairs, pivot: Floats, gain: Floats, element: Floats
) -> None:
    """Fill `gain` for a state that contains its forces. Moments are about the points `pivot` (nb, 3). `element` (4, 12,
    12) is work space.
    """
    for link in range(gain.shape[0]):
        for i in range(6):
            for j in range(12):
                gain[link, i, j] = 0.0
    g = (model.gravity[0], model.gravity[1], model.gravity[2])
    for b in range(model.bodies.mass.shape[0]):
        weight = transpose_vector(row9(state.R, b), scale(model.bodies.mass[b], g))
        _add_turning(gain, b, row3(model.bodies.centre, b), weight, 1.0)
    for n in range(links.forces.shape[0]):
        # Drives and forces do not depend on multipliers.
        if link_tangent(model, t, model.entries.first_link[1] + n, state, state.x[0], element) != IDLE:
            _subtract_blocks(gain, links.forces, n, element)
    for link in range(gain.shape[0]):
        _move_to_pivot(link, links.row[link], state, pivot, gain)


@subroutine
def _move_to_pivot(link: int, b: int, state: State, pivot: Floats, gain: Floats) -> None:
    """Convert moments about the origin to moments about the pivot r by subtracting `r x R^T F`."""
    r = row3(pivot, b)
    if r[0] == 0.0 and r[1] == 0.0 and r[2] == 0.0:
        return
    R = row9(state.R, b)
    for j in range(12):
        force = transpose_vector(R, (gain[link, 0, j], gain[link, 1, j], gain[link, 2, j]))
        moment = cross(r, force)
        for k in range(3):
            gain[link, MOMENT + k, j] -= moment[k]
    if link == b:
        _add_turning(gain, b, r, transpose_vector(R, row3(state.force, b)), -1.0)


@subroutine
def set_drive(drive: Floats, b: int, j: int, pivot: Vector, state: State, psi: Vector, dw: Vector) -> None:
    """Set column `j` of a body's drive. Unknown `j` rotates the body by `psi` and changes its angular velocity by `dw`.
    The point `pivot` stays fixed.
    """
    R = row9(state.R, b)
    swing = cross(row3(state.w, b), pivot)
    dx = matrix_vector(R, cross(pivot, psi))
    du = matrix_vector(R, add(cross(swing, psi), cross(pivot, dw)))
    for k in range(3):
        drive[b, X + k, j] = dx[k]
        drive[b, PSI + k, j] = psi[k]
        drive[b, U + k, j] = du[k]
        drive[b, W + k, j] = dw[k]


@subroutine
def set_travel(drive: Floats, b: int, first: int, dx: float, dv: float) -> None:
    """Set three columns starting at `first`. Their unknowns move the pivot by `dx` and change its velocity by `dv`,
    component by component.
    """
    for k in range(3):
        drive[b, X + k, first + k] = dx
        drive[b, U + k, first + k] = dv


@subroutine
def respond(gains: Gains, link: int, c: int, first_row: int, columns: int) -> None:
    """Fill `gains.response` (6, columns) starting at row `first_row`. It contains the derivative of a link's wrench
    with respect to the unknowns of its second body c.
    """
    gain, drive, response = gains.gain, gains.drive, gains.response
    for r in range(first_row, 6):
        for j in range(columns):
            response[r, j] = 0.0
        for k in range(12):
            factor = gain[link, r, k]
            if not is_zero(factor):
                for j in range(columns):
                    response[r, j] += factor * drive[c, k, j]
