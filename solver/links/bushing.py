"""The displacement of a bushing (solver/forces/bushing/law.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, matrix_product, matrix_vector, subtract, transpose_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.links.points import material_point
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Matrix, Vector
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def times(a: Vector, b: Vector) -> Vector:
    """Return the product of two vectors, component by component."""
    return a[0] * b[0], a[1] * b[1], a[2] * b[2]


@subroutine
def displacement(model: Model, i: int, state: State) -> tuple[Vector, Vector, Matrix, Vector, Vector]:
    """Return the displacement of bushing `i` and its rate, in bushing axes. Also return R_IT, and the arms of point 1
    on both bodies (inertial).
    """
    bushings = model.bushings
    b0, b1 = bushings.body0[i], bushings.body1[i]
    arm0, p0, v0 = material_point(state, b0, row3(bushings.point0, i))
    arm1, p1, v1 = material_point(state, b1, row3(bushings.point1, i))
    R_I0 = row9(state.R, b0)
    R_IT = matrix_product(R_I0, row9(bushings.axes0, i))
    gap = subtract(p1, p0)
    rate = subtract(subtract(v1, v0), cross(matrix_vector(R_I0, row3(state.w, b0)), gap))
    return transpose_vector(R_IT, gap), transpose_vector(R_IT, rate), R_IT, add(arm0, gap), arm1
