"""UNIFIED_VELOCITIES: six velocities of body points along body directions, in place of linear and angular velocity.

The equations are from Holzinger et al. (2020). The velocity coordinates are `w = D v_L` with `v_L = (U, Omega)` in body
axes (68). The equations of motion are solved in `w`: `M_w w' + Gamma w = Q` (62). Here `M_w = D^-T M D^-1` (86), `Gamma
w = D^-T [[O~, 0], [U~, O~]] M v_L` (97, errata: any reference point) and `Q = D^-T (f, tau)` (101). Configurations move
on SE(3) with `q' = T_SE3^-1(q) D^-1 w` (114), (116).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import se3
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations import lie_se3
from rbsolve.solver.formulations.faces import set_coordinates, set_rotation, set_slope, set_vector, set_velocities
from rbsolve.solver.formulations.lie_se3 import motion_vector, move
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row4, row9

if TYPE_CHECKING:
    from rbsolve.geometry.se3 import Twist
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

accept = lie_se3.accept


@subroutine
def _row_product(A: Floats, i: int, v: Twist) -> float:
    product: float = A[i, 0] * v[0] + A[i, 1] * v[1] + A[i, 2] * v[2] + A[i, 3] * v[3] + A[i, 4] * v[4] + A[i, 5] * v[5]
    return product


@subroutine
def _column_product(A: Floats, i: int, v: Twist) -> float:
    product: float = A[0, i] * v[0] + A[1, i] * v[1] + A[2, i] * v[2] + A[3, i] * v[3] + A[4, i] * v[4] + A[5, i] * v[5]
    return product


@subroutine
def _product(A: Floats, v: Twist) -> tuple[Vector, Vector]:
    """Return `A v` for a 6x6 array, as two 3-tuples."""
    return (
        (_row_product(A, 0, v), _row_product(A, 1, v), _row_product(A, 2, v)),
        (_row_product(A, 3, v), _row_product(A, 4, v), _row_product(A, 5, v)),
    )


@subroutine
def _transpose_product(A: Floats, v: Twist) -> tuple[Vector, Vector]:
    """Return `A^T v` for a 6x6 array, as two 3-tuples."""
    return (
        (_column_product(A, 0, v), _column_product(A, 1, v), _column_product(A, 2, v)),
        (_column_product(A, 3, v), _column_product(A, 4, v), _column_product(A, 5, v)),
    )


@subroutine
def _join(pair: tuple[Vector, Vector]) -> Twist:
    a, b = pair
    return a[0], a[1], a[2], b[0], b[1], b[2]


@subroutine
def _local_velocity(model: Model, b: int, v: Floats, z: Floats) -> tuple[Vector, Vector]:
    """Return (U, Omega) of the velocities moved by the increment."""
    w = (
        v[b, 0] + z[b, 6],
        v[b, 1] + z[b, 7],
        v[b, 2] + z[b, 8],
        v[b, 3] + z[b, 9],
        v[b, 4] + z[b, 10],
        v[b, 5] + z[b, 11],
    )
    return _product(model.projection.inverse[b], w)


@subroutine
def start(model: Model, b: int, state: State, y: Floats, v: Floats) -> None:
    """Compute the coordinates and unified velocities from a pose and a twist."""
    set_coordinates(y, b, row3(state.x, b), row4(state.e, b))
    U = transpose_vector(row9(state.R, b), row3(state.u, b))
    first, second = _product(model.projection.matrix[b], _join((U, row3(state.w, b))))
    set_velocities(v, b, first, second)


@subroutine
def configure(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State) -> None:
    """Set the pose and twist of body `b` from its coordinates `y` and velocities `v`, moved by `z`."""
    x, e = move(b, y, z)
    U, w = _local_velocity(model, b, v, z)
    set_vector(state.x, b, x)
    set_rotation(state, b, e)
    set_vector(state.u, b, matrix_vector(row9(state.R, b), U))
    set_vector(state.w, b, w)


@subroutine
def slopes(model: Model, b: int, y: Floats, v: Floats, z: Floats, state: State, slope: Floats) -> None:
    """Compute the rates of local coordinates and unified velocities."""
    bodies = model.bodies
    U, w = transpose_vector(row9(state.R, b), row3(state.u, b)), row3(state.w, b)
    c = row3(bodies.centre, b)
    p = scale(bodies.mass[b], add(U, cross(w, c)))
    angular = add(matrix_vector(row9(bodies.inertia, b), w), cross(c, p))
    force = subtract(transpose_vector(row9(state.R, b), row3(state.force, b)), cross(w, p))
    moment = subtract(row3(state.moment, b), add(cross(U, p), cross(w, angular)))
    generalized = _transpose_product(model.projection.inverse[b], _join((force, moment)))
    rate = se3.apply_tangent_inverse(motion_vector(z, b), _join((U, w)))
    unified = _product(model.projection.inverse_mass[b], _join(generalized))
    set_slope(slope, b, ((rate[0], rate[1], rate[2]), (rate[3], rate[4], rate[5])), unified)
