"""The Newton-Euler equations of a body about the origin of its frame: their residual, and their solution for the
accelerations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, dot, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.compiler.derivatives import is_zero
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3, row9

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.model.arrays import Bodies, State


@subroutine
def accelerations(bodies: Bodies, b: int, state: State) -> tuple[Vector, Vector]:
    """Return the acceleration of the origin (inertial) and the time derivative of the angular velocity (body axes) of
    body `b`.

    With the centre of mass C at `c` from the origin O, `m a_C = F`, `J_C w' + w x J_C w = M_O - c x F` and `a_O = a_C -
    w' x c - w x (w x c)` (Kynema, but solved through C instead of the 6x6 mass matrix).
    """
    w = row3(state.w, b)
    force = row3(state.force, b)
    moment = row3(state.moment, b)
    c = row3(bodies.centre, b)
    acceleration = scale(1.0 / bodies.mass[b], force)
    spin = cross(w, matrix_vector(row9(bodies.inertia, b), w))
    inverse = row9(bodies.inverse_inertia, b)
    if is_zero(c[0]) and is_zero(c[1]) and is_zero(c[2]):
        return acceleration, matrix_vector(inverse, subtract(moment, spin))
    R = row9(state.R, b)
    moment = subtract(moment, cross(c, transpose_vector(R, force)))
    alpha = matrix_vector(inverse, subtract(moment, spin))
    offset = add(cross(alpha, c), cross(w, cross(w, c)))
    return subtract(acceleration, matrix_vector(R, offset)), alpha


@subroutine
def residual(bodies: Bodies, b: int, a: Vector, alpha: Vector, state: State) -> tuple[Vector, Vector]:
    """Return the inertial forces minus the applied forces of body `b` about its origin, as force and moment in body
    axes (Kynema, errata).

    The force is `m (g + alpha x c + w x (w x c)) - f`, and the moment is `J_O alpha + w x J_O w + m c x g - tau`, with
    `g = R^T a`. The argument `a` is inertial, and `alpha` is in body axes.
    """
    R, w = row9(state.R, b), row3(state.w, b)
    m, c, J = bodies.mass[b], row3(bodies.centre, b), row9(bodies.inertia, b)
    inertia = scale(m, a)
    force = transpose_vector(R, subtract(inertia, row3(state.force, b)))
    moment = add(matrix_vector(J, alpha), cross(w, matrix_vector(J, w)))
    if not (is_zero(c[0]) and is_zero(c[1]) and is_zero(c[2])):
        bend = scale(m, add(cross(alpha, c), cross(w, cross(w, c))))
        force = add(force, bend)
        moment = add(moment, cross(c, add(transpose_vector(R, inertia), bend)))
    return force, subtract(moment, row3(state.moment, b))


@subroutine
def missing_power(bodies: Bodies, b: int, a: Vector, alpha: Vector, state: State) -> float:
    """Return the power of the joints on body `b`: its total power minus the power of the applied forces in the state.

    The sum over all bodies of a mechanism is the power of prescribed motions.
    """
    force, moment = residual(bodies, b, a, alpha, state)
    return dot(force, transpose_vector(row9(state.R, b), row3(state.u, b))) + dot(moment, row3(state.w, b))
