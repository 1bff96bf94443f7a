"""Computes the first accelerations and the other starting values of the method, by three linear solutions.

The auxiliary acceleration approximates v' at `t + (alpha_m - alpha_f) h`. With this starting value, it is second-order
accurate from the first step. A difference over one step gives the derivative of v'.

With constraints, the start also changes the velocities by O(h^2). A step satisfies the constraints in its positions, so
smooth numerical velocities violate the hidden constraint `B v = 0` by the quadrature error divided by h. Velocities
that satisfy this constraint exactly at the start excite first-order oscillations in the multipliers (Arnold, Cardona,
Bruls: Order reduction in time integration caused by velocity projection, 2015).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry import quaternion
from rbsolve.geometry.vector import add, cross, matrix_vector, scale, subtract, transpose_vector
from rbsolve.solver.formulations.cardan import angle_rates, angular_velocity
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import (
    CARDAN_1,
    CARDAN_2,
    EULER_2,
    LEFT,
    SE3,
    TREE,
    set_derivatives,
    start_coordinates,
    start_correction,
)
from rbsolve.solver.integrators.generalized_alpha.cardan import (
    inverse_rate_matrix,
    rate_matrix_rate,
    rate_matrix_second_rate,
)
from rbsolve.solver.integrators.generalized_alpha.control import READY, START_LATER, START_NOW, START_ROW
from rbsolve.solver.integrators.generalized_alpha.forest import move_forest_velocities, put_forest_derivatives
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.system import FIRST_ROW, ROW_COUNT
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.rows import add_three, four, row3, row9, set_three, three
from rbsolve.solver.trees.kinematics import start_forest

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats, Ints
    from rbsolve.solver.model.joints import Couplings, Joints
    from rbsolve.solver.trees.arrays import Forest


@part
def prepare_start(
    stage: int,
    again: int,
    model: Model,
    free: Ints,
    forest: Forest | None,
    h: float,
    body: BodyRecords,
    state: State,
) -> None:
    """Set the data for the next placement of the bodies. There are three kinds of placement: at the initial
    configuration, at the configuration one step later (by a Taylor polynomial), or with accelerations.

    A restart (`again`) uses known coordinates.
    """
    if forest is not None and stage == START_NOW and not again:
        start_forest(model, forest, state, body.q, body.v)
    for b in range(body.q.shape[0] - 1):
        if free[b] != TREE and stage == START_NOW and not again:
            start_coordinates(free[b], b, state, body)
        for k in range(WIDTH):
            v, slope = body.v[b, k], body.derivative[b, k]
            later = h if stage == START_LATER else 0.0
            body.correction[b, k] = 0.0
            body.start_d[b, k] = later * (v + 0.5 * later * slope)
            body.start_v[b, k] = v + later * slope
            body.start_derivative[b, k] = slope if stage == START_ROW else 0.0
        set_three(body.shift, b, 0, (0.0, 0.0, 0.0))
        if free[b] != TREE and stage == START_LATER:
            start_correction(free[b], b, body)


@subroutine
def _bracket(code: int, b: int, body: BodyRecords) -> tuple[Vector, Vector]:
    """Return the third-order difference, divided by h^3, between the local coordinates and the quadrature of the
    velocities.
    """
    v, w, a, p = three(body.v, b, 0), three(body.v, b, 3), three(body.derivative, b, 0), three(body.derivative, b, 3)
    move, turn = (0.0, 0.0, 0.0), scale(1.0 / 12.0, cross(w, p))
    if code == SE3:
        move = scale(1.0 / 12.0, add(cross(w, a), cross(v, p)))
    elif code == LEFT:
        turn = scale(-1.0, turn)
    elif code == CARDAN_2 or code == EULER_2:
        turn = (0.0, 0.0, 0.0)
    elif code == CARDAN_1:
        phi = three(body.q, b, 3)
        rate = angle_rates(phi, w)
        slope = rate_matrix_rate(phi, rate)
        second = matrix_vector(inverse_rate_matrix(phi), subtract(p, matrix_vector(slope, rate)))
        bend = matrix_vector(rate_matrix_second_rate(phi, rate, (0.0, 0.0, 0.0)), rate)
        turn = subtract(matrix_vector(rate_matrix_rate(phi, second), rate), matrix_vector(slope, second))
        turn = scale(1.0 / 12.0, subtract(turn, scale(0.5, bend)))
    return move, turn


@part
def put_local_errors(
    free: Ints, R: Floats, h: float, factor: float, bends: bool, jerk: Floats, body: BodyRecords, twists: Floats
) -> None:
    """Write the local errors of the quadrature, divided by h, to `twists` [u inertial, w body axes]: h^2 (factor v'' +
    bracket).

    `jerk` contains v''. The bracket is included if `bends` is true.
    """
    h2 = h * h
    for b in range(free.shape[0]):
        code = free[b]
        if code == TREE:
            continue
        move, turn = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
        if bends:
            move, turn = _bracket(code, b, body)
        u = scale(h2, add(scale(factor, three(jerk, b, 0)), move))
        w = scale(h2, add(scale(factor, three(jerk, b, 3)), turn))
        if code == SE3:
            u = matrix_vector(row9(R, b), u)
        elif code == LEFT:
            w = transpose_vector(row9(R, b), w)
        elif code == CARDAN_2:
            w = angular_velocity(three(body.q, b, 3), w)
        elif code == EULER_2:
            w = scale(h2 * factor, quaternion.angular_velocity(four(body.q, b, 3), four(jerk, b, 3)))
        set_three(twists, b, 0, u)
        set_three(twists, b, 3, w)


@subroutine
def put_twists(state: State, twists: Floats) -> None:
    """Write the velocities of all bodies to `twists` [u inertial, w body axes]."""
    for b in range(twists.shape[0] - 1):
        set_three(twists, b, 0, row3(state.u, b))
        set_three(twists, b, 3, row3(state.w, b))


@part
def constrained_rates(joints: Joints, joint_slots: Ints, twists: Floats, J: Floats, phi: Floats) -> None:
    """Write J times the twists of the bodies to `phi` (nc,)."""
    body0, body1, tied = joints.body0, joints.body1, joints.couplings.tied
    for j in range(joint_slots.shape[0]):
        for r in range(joint_slots[j, FIRST_ROW], joint_slots[j, FIRST_ROW] + joint_slots[j, ROW_COUNT]):
            total = 0.0
            for k in range(6):
                total += J[r, k] * twists[body0[j], k] + J[r, 6 + k] * twists[body1[j], k]
            phi[r] = total
    for n in range(tied.shape[0]):
        phi[tied[n, 0]] += phi[tied[n, 1]]
        phi[tied[n, 1]] = phi[tied[n, 0]]


@subroutine
def clear_velocity_rows(couplings: Couplings, phi: Floats) -> None:
    """Set the rows of velocity constraints to zero. The velocities of a step satisfy velocity constraints directly, so
    the quadrature causes no error in these rows.
    """
    for n in range(couplings.on_velocities.shape[0]):
        phi[couplings.on_velocities[n]] = 0.0


@part
def keep_accelerations(
    stage: int, free: Ints, forest: Forest | None, body_slots: Ints, body: BodyRecords, state: State, b: Floats
) -> None:
    """Store the solution as v', or in `body.before` for the stage one step later."""
    into = body.derivative if stage == START_NOW else body.before
    if forest is not None:
        put_forest_derivatives(forest, body_slots, b, into, state)
    for n in range(body.q.shape[0] - 1):
        if free[n] != TREE:
            first = body_slots[n, UNKNOWN]
            a = matrix_vector(row9(state.R, n), (b[first], b[first + 1], b[first + 2]))
            alpha = (b[first + 3], b[first + 4], b[first + 5])
            set_derivatives(free[n], n, into, state, body, a, alpha)


@part
def keep_change(control: Control, body: BodyRecords) -> None:
    """Compute v'' as the difference of v' over one step, and store it in `body.before`.

    If the step does not resolve friction, this difference is not a derivative, because v' changes by more than its
    size. In this case v'' is set to zero, and the first step is solved twice (a rough step). The first solution starts
    without accelerations, because the accelerations at the start hold only for a small part of the step. The second
    solution uses the mean accelerations of the first solution.
    """
    change, size = 0.0, 0.0
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            change = max(change, abs(body.before[n, k] - body.derivative[n, k]))
            size = max(size, abs(body.derivative[n, k]))
    control.rough = 1 if control.is_fixed == 1 and control.rubs == 1 and change > size else 0
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            rise = (body.before[n, k] - body.derivative[n, k]) / control.h
            body.before[n, k] = 0.0 if control.rough == 1 else rise


@subroutine
def forget_accelerations(body: BodyRecords) -> None:
    """Begin a rough step, as `keep_change` describes."""
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.derivative[n, k], body.before[n, k], body.auxiliary[n, k] = 0.0, 0.0, 0.0


@part
def begin_with_mean(control: Control, body: BodyRecords) -> None:
    """Repeat a solved rough step with its mean accelerations."""
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            mean = (body.new_v[n, k] - body.v[n, k]) / control.h
            body.derivative[n, k], body.before[n, k], body.auxiliary[n, k] = mean, mean, mean
    control.rough, control.stage = 0, READY


@part
def finish_start(parts: Parts, h: float, shift: float, state: State) -> None:
    """Compute the auxiliary accelerations, which are v' at the time `t + shift h`. Also compute v' one step before t,
    and change the velocities by the solution.
    """
    body = parts.work.body
    for n in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            now, jerk = body.derivative[n, k], body.before[n, k]
            body.auxiliary[n, k] = now + shift * h * jerk
            body.before[n, k] = now - h * jerk
    if parts.system is not None:
        move_velocities(parts, parts.system, state, body.v)


@subroutine
def has_constraints(parts: Parts) -> bool:
    """Return whether the linear system has rows of joints. Joints of trees without cut joints have no rows."""
    if parts.forest is not None and parts.forest.tree.cuts.shape[0] == 0:
        return False
    has_rows: bool = parts.work.phi.shape[0] > 0
    return has_rows


@subroutine
def move_velocities(parts: Parts, system: LinearSystem, state: State, into: Floats) -> None:
    """Add a solution, which is a change of the bodies' velocities, to the velocity coordinates `into` (nb, WIDTH)."""
    body_slots, work = system.bodies, parts.work
    if parts.forest is not None:
        move_forest_velocities(parts.forest, body_slots, work.b, state, into)
    _move_free_velocities(parts.free, body_slots, work.b, state, work.body, into)


@subroutine
def _move_free_velocities(
    free: Ints, body_slots: Ints, b: Floats, state: State, body: BodyRecords, into: Floats
) -> None:
    for n in range(free.shape[0]):
        code, first = free[n], body_slots[n, UNKNOWN]
        if code == TREE:
            continue
        dX, dpsi = (b[first], b[first + 1], b[first + 2]), (b[first + 3], b[first + 4], b[first + 5])
        if code != SE3:
            dX = matrix_vector(row9(state.R, n), dX)
        add_three(into, n, 0, dX)
        if code == EULER_2:
            turn = quaternion.rate(four(body.q, n, 3), dpsi)
            for k in range(4):
                into[n, 3 + k] += turn[k]
        elif code == LEFT:
            add_three(into, n, 3, matrix_vector(row9(state.R, n), dpsi))
        else:
            add_three(into, n, 3, angle_rates(three(body.q, n, 3), dpsi) if code == CARDAN_2 else dpsi)
