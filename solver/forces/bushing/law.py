"""Bushings, which are six springs and dampers between two points, in axes fixed in body 0.

`d` is the displacement of point 1 from point 0 in bushing axes, and `psi` is the rotation vector of the relative
rotation. The potential is `(k d.d + k_r psi.psi) / 2`, component by component. Force and moment are exact derivatives
of the potential, so the energy is conserved without damping. Both wrenches act at point 1, so angular momentum is also
conserved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import so3
from rbsolve.geometry.vector import (
    add,
    dot,
    matrix_product,
    matrix_vector,
    scale,
    subtract,
    transpose_product,
    transpose_vector,
)
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.forces.wrench import add_force, add_moment
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.bushing import displacement, times
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def rotation(model: Model, i: int, state: State, R_IT: Matrix) -> tuple[Vector, Vector, Matrix]:
    """Return the rotation vector of bushing `i` and its rate, in bushing axes. Also return R_IS of the axes in body 1."""
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    R_I0, R_I1 = row9(state.R, b0), row9(state.R, b1)
    R_IS = matrix_product(R_I1, row9(bushings.axes1, i))
    w_I = subtract(matrix_vector(R_I1, row3(state.w, b1)), matrix_vector(R_I0, row3(state.w, b0)))
    psi = so3.log(transpose_product(R_IT, R_IS))
    return psi, so3.apply_tangent_inverse(psi, transpose_vector(R_IS, w_I)), R_IS


@subroutine
def resists_rotation(model: Model, i: int) -> bool:
    """Return whether bushing `i` has any rotational stiffness or damping."""
    bushings = model.bushings
    for k in range(3):
        if not (is_zero(bushings.rotational_stiffness[i, k]) and is_zero(bushings.rotational_damping[i, k])):
            return True
    return False


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of each bushing to both of its bodies."""
    bushings = model.bushings
    for i in range(bushings.body0.shape[0]):
        b0, b1 = bushings.body0[i], bushings.body1[i]
        d, d_rate, R_IT, arm0, arm1 = displacement(model, i, state)
        resisted = times(row3(bushings.damping, i), d_rate)
        force_T = add(times(row3(bushings.stiffness, i), d), resisted)
        add_power(state, -dot(resisted, d_rate))
        force = matrix_vector(R_IT, force_T)
        add_force(state, b0, arm0, force)
        add_force(state, b1, arm1, scale(-1.0, force))
        if not resists_rotation(model, i):
            continue
        psi, psi_rate, R_IS = rotation(model, i, state, R_IT)
        resisted = times(row3(bushings.rotational_damping, i), psi_rate)
        couple = add(times(row3(bushings.rotational_stiffness, i), psi), resisted)
        add_power(state, -dot(resisted, psi_rate))
        # Virtual work requires `dpsi = T^-1(psi) dphi`, where dphi is the relative rotation in axes S. So the moment is
        # `T^-T(psi) couple`, and `T^-T(psi) = T^-1(-psi)`.
        moment = matrix_vector(R_IS, so3.apply_tangent_inverse(scale(-1.0, psi), couple))
        add_moment(state, b0, transpose_vector(row9(state.R, b0), moment))
        add_moment(state, b1, scale(-1.0, transpose_vector(row9(state.R, b1), moment)))
