"""Estimates the local error of a step, by higher-order quadratures over the same accelerations.
docs/theory/generalized-alpha.md derives the estimate.

For a position, the error is the difference between Newmark's formula and a third-order quadrature. For a velocity and
the state of a signal, it is the difference between the method and a third-order quadrature:

    h^3 (C v'' + bracket),   C = 1/6 - beta - delta/2,                                 v'' = (v'_{n+1} - v'_n)/h,
    h^3 C_v v''',            C_v = 1/6 - c - ((1 - gamma) delta^2 + gamma (1 + delta)^2)/2,   v''' by divided differences,

Here `delta = alpha_m - alpha_f`, and `a(t) = v'(t + delta h) + c h^2 v'''` on a smooth solution. Both errors are
filtered: their inertial forces form the right-hand side of a linear system with the iteration matrix. The solution
satisfies the constraints, and stiff forces reduce the components that do not belong to the motion.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import add, cross, matrix_vector, scale, transpose_vector
from rbsolve.solver.integrators.generalized_alpha.forest import put_forest_errors
from rbsolve.solver.integrators.generalized_alpha.increments import inertia_about_origin
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.start import put_local_errors
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.block_lu import solve
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.rows import row3, row9, three

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Bodies, Model, State
    from rbsolve.solver.model.flat import Floats, Ints


@subroutine
def quadrature_constant(control: Control) -> float:
    """Return the constant C in the error of positions, as defined above."""
    return 1.0 / 6.0 - control.beta - 0.5 * (control.alpha_m - control.alpha_f)


@subroutine
def velocity_constant(control: Control) -> float:
    """Return the constant C_v."""
    m, f, gamma = control.alpha_m, control.alpha_f, control.gamma
    before, after = (m - f) * (m - f), (1.0 + m - f) * (1.0 + m - f)
    c = 0.5 * (1.0 - f - (1.0 - m) * after - m * before)
    return 1.0 / 6.0 - c - 0.5 * ((1.0 - gamma) * before + gamma * after)


@subroutine
def put_errors(
    parts: Parts, factor: float, bends: bool, rates: Floats, control: Control, state: State, twists: Floats
) -> None:
    """Write `h^2 (factor rates + bracket)` as twists of the bodies [u inertial, w body axes].

    `rates` contains derivatives of the velocity coordinates. The bracket is included only if `bends` is true.
    """
    put_local_errors(parts.free, state.R, control.h, factor, bends, rates, parts.work.body, twists)
    if parts.forest is not None:
        put_forest_errors(parts.forest, control.h, factor, rates, twists, state)


@part
def put_quotients(h: float, before: Floats, after: Floats, rates: Floats) -> None:
    """Write the quotients of differences `(after - before) / h` into `rates`, in the rows of all bodies."""
    for b in range(rates.shape[0] - 1):
        for k in range(WIDTH):
            rates[b, k] = (after[b, k] - before[b, k]) / h


@part
def _put_third(h: float, before: float, body: BodyRecords, rates: Floats) -> None:
    """Write v''' over the solved step and the previous one into `rates`."""
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            now = body.derivative[b, k]
            change = (body.new_derivative[b, k] - now) / h - (now - body.before[b, k]) / before
            rates[b, k] = 2.0 * change / (h + before)


@part
def _put_inertia_forces(bodies: Bodies, body_slots: Ints, factor: float, twist: Floats, R: Floats, b: Floats) -> None:
    """Write `factor` times the masses times twists [u inertial, w body axes] to the right-hand side."""
    for i in range(b.shape[0]):
        b[i] = 0.0
    for n in range(bodies.mass.shape[0]):
        m, c, first = bodies.mass[n], row3(bodies.centre, n), body_slots[n, UNKNOWN]
        u, w = transpose_vector(row9(R, n), three(twist, n, 0)), three(twist, n, 3)
        force = scale(m, add(u, cross(w, c)))
        moment = add(matrix_vector(inertia_about_origin(bodies, n), w), scale(m, cross(c, u)))
        for k in range(3):
            b[first + k] = factor * force[k]
            b[first + 3 + k] = factor * moment[k]


@part
def _put_solution(body_slots: Ints, b: Floats, twist: Floats) -> None:
    """Write the bodies' part of a solution, in body axes, to `twist`."""
    for n in range(twist.shape[0] - 1):
        for k in range(6):
            twist[n, k] = b[body_slots[n, UNKNOWN] + k]


@part
def largest(extent: float, twist: Floats) -> tuple[float, int]:
    """Return the size of the largest twist and the index of its body. Angles are multiplied by `extent`. NaN counts as
    the largest size.
    """
    worst, body = 0.0, 0
    for n in range(twist.shape[0] - 1):
        u, w = three(twist, n, 0), three(twist, n, 3)
        linear, angular = u[0] * u[0] + u[1] * u[1] + u[2] * u[2], w[0] * w[0] + w[1] * w[1] + w[2] * w[2]
        size = math.sqrt(max(linear, extent * extent * angular))
        if not size <= worst:
            worst, body = size, n
    return worst, body


@part
def _filter(model: Model, system: LinearSystem, control: Control, R: Floats, work: Workspace, twist: Floats) -> None:
    """Solve for the motion that the inertial forces of an error would cause in a step."""
    factor = (1.0 - control.alpha_m) / (control.beta * (1.0 - control.alpha_f))
    _put_inertia_forces(model.bodies, system.bodies, factor, twist, R, work.b)
    solve(system.elimination, work.values, work.swaps, work.b)
    _put_solution(system.bodies, work.b, twist)


@subroutine
def step_error(model: Model, parts: Parts, adaptive: Adaptive, control: Control, state: State) -> tuple[float, int]:
    """Return the local error of the solved step [m], and the body with the largest error.

    The error of a velocity is weighted by its effect on a position during `StepSize.carried`.
    """
    work, twist, size, h = parts.work, adaptive.twist, adaptive.size, control.h
    body, rates = work.body, work.body.start_derivative
    error, worst = 0.0, 0
    for order in range(2):
        if order == 0:
            put_quotients(h, body.derivative, body.new_derivative, rates)
        else:
            _put_third(h, size.taken_h, body, rates)
        factor = quadrature_constant(control) if order == 0 else velocity_constant(control)
        put_errors(parts, factor, order == 0, rates, control, state, twist)
        if parts.system is not None:
            _filter(model, parts.system, control, state.R, work, twist)
        found, of = largest(control.extent, twist)
        found *= h
        if order == 0:
            size.position_error = found
        else:
            size.velocity_error = found
            found *= size.carried
        if not found <= error:
            error, worst = found, of
    return error, worst
