"""Springs, dampers, actuators, controllers, friction and stops of joint coordinates. Their generalized forces act along
the gradient of a coordinate.

A force or torque Q on body 1, with its opposite on body 0, is the wrench `g^T Q`. Here `g` is the gradient of the
coordinate (`rate = g v`). The rates of a rotation vector are the components of the relative angular velocity in the
axes of body 0, and not the derivatives of the vector's components. A spring of a rotation vector acts along the
gradients of the components of the vector, so that energy is conserved. All other drives act along the axes of the
joint.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import combine, dot, scale, skew, subtract
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.joints.coordinates import cross_angle, rotation
from rbsolve.solver.joints.gradients import rate_gradient, turning_gradient
from rbsolve.solver.joints.kinds import DISPLACEMENT, DISPLACEMENT_1, ROTATION, ROTATION_1, VECTOR_1
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.joints.resistance import Law, gap, is_stop, resistance
from rbsolve.solver.joints.second_order import add_direction, add_rotation, add_turning
from rbsolve.solver.joints.turning import turning_slopes, turning_value, turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import CLOSED, OPEN, STICKS, STOP_SWITCH, UNDECIDED
from rbsolve.solver.model.energy_flow import add_power
from rbsolve.solver.model.margins import lower_margin, margin_of
from rbsolve.solver.model.rows import row3

if TYPE_CHECKING:
    from rbsolve.solver.joints.gradients import Gradient
    from rbsolve.solver.joints.placement import Ends, Placed
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Drives, Joints

_LINEAR, _FRICTION = int(Law.LINEAR), int(Law.FRICTION)


@subroutine
def drive_target(model: Model, i: int, t: float) -> tuple[float, float]:
    """Return the target coordinate of drive `i`, and the rate of the target."""
    value, slope = 0.0, 0.0
    if model.drives.reference[i] >= 0:
        value, slope, _ = function_value(model.functions, model.drives.reference[i], t)
    return model.drives.rest[i] + value, slope


@subroutine
def _is_closed(state: State, i: int) -> float:
    """Return the side of drive `i` if the drive is a stop: OPEN, CLOSED or UNDECIDED."""
    return state.stop[i] if i < state.stop.shape[0] else UNDECIDED


@subroutine
def effort(model: Model, i: int, t: float, q: float, rate: float, state: State) -> tuple[float, float, float]:
    """Return the force [N] or torque [N m] of drive `i` at coordinate `q` and its rate. Also return the derivatives
    with respect to both.

    Trees in joint coordinates call this function with their own coordinate. All other code uses `apply`.
    """
    drives = model.drives
    if drives.law[i] != _LINEAR:
        if _is_closed(state, i) == OPEN:
            return 0.0, 0.0, 0.0
        if drives.law[i] == _FRICTION and state.watch[STICKS] != 0.0:
            return -drives.damping[i] * rate, 0.0, -drives.damping[i]
        law = drives.law[i], drives.stiffness[i], drives.damping[i], drives.rest[i], drives.limit[i]
        return resistance(law[0], law[1], law[2], law[3], law[4], q, rate)
    target, target_rate = drive_target(model, i, t)
    force = 0.0
    if drives.feedforward[i] >= 0:
        force = function_value(model.functions, drives.feedforward[i], t)[0]
    if drives.signal[i] >= 0:
        force += state.signal[drives.signal[i]]
    force += drives.stiffness[i] * (target - q) + drives.damping[i] * (target_rate - rate)
    limit = drives.limit[i]
    if force > limit:
        return limit, 0.0, 0.0
    if force < -limit:
        return -limit, 0.0, 0.0
    return force, -drives.stiffness[i], -drives.damping[i]


@subroutine
def _turns(coordinate: int) -> bool:
    """Return whether a coordinate is an angle. The gradient of an angle has entries for w0 and w1 only."""
    return coordinate == ROTATION or coordinate >= ROTATION_1


@subroutine
def value_of(joints: Joints, state: State, j: int, coordinate: int, end: Ends) -> float:
    """Return the value of a coordinate of a joint."""
    if coordinate == ROTATION:
        return rotation(state, j, end)
    if coordinate >= VECTOR_1:
        return turning_value(end, coordinate)
    if coordinate >= ROTATION_1:
        return cross_angle(joints, state, j, coordinate, end)
    return dot(column(end.axes0, axis_of(coordinate)), end.gap)


@subroutine
def axis_of(coordinate: int) -> int:
    """Return the joint axis along which a displacement is measured."""
    return 2 if coordinate == DISPLACEMENT else coordinate - DISPLACEMENT_1


@subroutine
def rate_of(joints: Placed, j: int, state: State, gradient: Gradient) -> float:
    """Return the rate of the coordinate with the given gradient."""
    body0, body1 = joints.body0[j], joints.body1[j]
    sliding = dot(gradient.force, subtract(row3(state.u, body1), row3(state.u, body0)))
    return sliding + dot(gradient.moment0, row3(state.w, body0)) + dot(gradient.moment1, row3(state.w, body1))


@subroutine
def elastic_part(model: Model, i: int, t: float, q: float, slope: float) -> float:
    """Return the part of drive `i`'s force that acts along the gradient of a component of a rotation vector.

    Drives of other coordinates and limited forces have no such part. `slope` is the derivative of the force.
    """
    if model.drives.coordinate[i] < VECTOR_1 or slope == 0.0:
        return 0.0
    stiffness: float = model.drives.stiffness[i]
    return stiffness * (drive_target(model, i, t)[0] - q)


@subroutine
def stored_pull(drives: Drives, i: int, q: float) -> float:
    """Return the part of a drive's force that has a potential (sensors/types/joint.py). It is zero if the reference of
    the drive moves, or if its force is limited.
    """
    law = drives.law[i]
    if is_stop(law):
        return drives.stiffness[i] * (drives.rest[i] - q) if gap(law, drives.rest[i], q) < 0.0 else 0.0
    if law != _LINEAR or drives.reference[i] >= 0 or drives.limit[i] < math.inf:
        return 0.0
    pull: float = drives.stiffness[i] * (drives.rest[i] - q)
    return pull


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of all drives to both of their bodies."""
    joints, drives = model.joints, model.drives
    for i in range(drives.joint.shape[0]):
        j, coordinate = drives.joint[i], drives.coordinate[i]
        end = ends(joints, j, state)
        q, gradient = value_of(joints, state, j, coordinate, end), rate_gradient(end, coordinate)
        rate = rate_of(joints, j, state, gradient)
        force, slope, _ = effort(model, i, t, q, rate, state)
        stored = stored_pull(drives, i, q)
        if is_stop(drives.law[i]):
            lower_margin(state, margin_of(_is_closed(state, i), gap(drives.law[i], drives.rest[i], q)), STOP_SWITCH, i)
        elastic = elastic_part(model, i, t, q, slope)
        if elastic != 0.0:
            along = turning_gradient(end, turning_vector(end, coordinate))
            add_wrench(joints, j, elastic, along, state)
            if stored == 0.0:
                add_power(state, elastic * rate_of(joints, j, state, along))
            force, stored = force - elastic, 0.0
        add_wrench(joints, j, force, gradient, state)
        add_power(state, (force - stored) * rate)


@subroutine
def settle_stops(model: Model, t: float, state: State) -> None:
    """Decide which stops are closed in an accepted state."""
    drives = model.drives
    for i in range(drives.joint.shape[0]):
        if is_stop(drives.law[i]):
            j = drives.joint[i]
            q = value_of(model.joints, state, j, drives.coordinate[i], ends(model.joints, j, state))
            state.stop[i] = CLOSED if gap(drives.law[i], drives.rest[i], q) < 0.0 else OPEN


@subroutine
def add_wrench(joints: Placed, j: int, force: float, gradient: Gradient, state: State) -> None:
    """Add a force along the gradient of a coordinate to body 1 of a joint, and its opposite to body 0."""
    body0, body1 = joints.body0[j], joints.body1[j]
    for k in range(3):
        state.force[body0, k] -= force * gradient.force[k]
        state.moment[body0, k] += force * gradient.moment0[k]
        state.force[body1, k] += force * gradient.force[k]
        state.moment[body1, k] += force * gradient.moment1[k]


@subroutine
def gather(joints: Joints, j: int, state: State, gradient: Gradient, rows: Floats) -> None:
    """Write the gradient to rows[0] as a row of 12 numbers, and the velocities [u0, w0, u1, w1] to rows[1]."""
    body0, body1 = joints.body0[j], joints.body1[j]
    for k in range(3):
        rows[0, k] = -gradient.force[k]
        rows[0, 3 + k] = gradient.moment0[k]
        rows[0, 6 + k] = gradient.force[k]
        rows[0, 9 + k] = gradient.moment1[k]
        rows[1, k] = state.u[body0, k]
        rows[1, 3 + k] = state.w[body0, k]
        rows[1, 6 + k] = state.u[body1, k]
        rows[1, 9 + k] = state.w[body1, k]


@subroutine
def _place(a: int, turns: bool) -> int:
    """Return the index of entry `a` of a gradient in its row of 12. The gradient of a rotation has entries only for w0
    and w1.
    """
    if not turns:
        return a
    return 3 + a if a < 3 else 6 + a


@subroutine
def _put_bend(coordinate: int, end: Ends, bend: Floats) -> None:
    """Write the derivatives of the gradient of a coordinate's rate with respect to increments of the bodies to bend[2]
    (12, 12).
    """
    if coordinate == ROTATION:
        add_rotation(bend, 2, end, 1.0)
    elif coordinate >= VECTOR_1:
        axis = column(end.axes0, coordinate - VECTOR_1)
        fixed = skew(scale(-1.0, axis))
        add_turning(bend, 2, end, 1.0, axis, fixed, combine(0.0, fixed, 0.0, fixed))
    elif coordinate >= ROTATION_1:
        by0, by1 = turning_slopes(end, coordinate)
        add_turning(bend, 2, end, 1.0, turning_vector(end, coordinate), by0, by1)
    else:
        add_direction(bend, 2, end, column(end.axes0, axis_of(coordinate)))


@subroutine
def clear(element: Floats) -> None:
    """Set element[0], element[1] and element[2] to zero."""
    for n in range(3):
        for a in range(12):
            for b in range(12):
                element[n, a, b] = 0.0


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of drive `i`. element[0] receives the derivatives with respect
    to increments [dx0, dpsi0, dx1, dpsi1], and element[1] with respect to velocities [u0, w0, u1, w1]. The rest of
    `element` (4, 12, 12) is work space.
    """
    clear(element)
    joints, j, coordinate = model.joints, model.drives.joint[i], model.drives.coordinate[i]
    end = ends(joints, j, state)
    q, gradient = value_of(joints, state, j, coordinate, end), rate_gradient(end, coordinate)
    force, slope, rate_slope = effort(model, i, t, q, rate_of(joints, j, state, gradient), state)
    if coordinate >= VECTOR_1 and slope != 0.0:
        elastic = elastic_part(model, i, t, q, slope)
        _add_elastic(joints, j, state, coordinate, end, elastic, slope, element)
        force, slope = force - elastic, 0.0
    add_tangent(joints, j, state, coordinate, end, gradient, (force, slope, rate_slope), element)


@subroutine
def add_tangent(
    joints: Joints,
    j: int,
    state: State,
    coordinate: int,
    end: Ends,
    gradient: Gradient,
    law: tuple[float, float, float],
    element: Floats,
) -> None:
    """Add the negative derivatives of the wrenches of a `law` along a coordinate. Derivatives with respect to
    increments are added to element[0]. Derivatives with respect to velocities overwrite element[1].

    `law` contains a force and its derivatives with respect to the coordinate and the rate. element[2] must be zero.
    """
    force, slope, rate_slope = law
    _put_bend(coordinate, end, element)
    gather(joints, j, state, gradient, element[3])
    _add_products(_turns(coordinate), force, slope, rate_slope, element)


@subroutine
def _add_products(turns: bool, force: float, slope: float, rate_slope: float, element: Floats) -> None:
    """Add the derivatives of a force times a gradient. element[2] contains the derivatives of the gradient, and
    element[3] the gradient and the velocities.
    """
    bend, rows = element[2], element[3]
    entries = 6 if turns else 12
    for b in range(entries):
        n = _place(b, turns)
        rate = 0.0  # derivative of the coordinate's rate with respect to increment n, at fixed velocities
        for a in range(entries):
            rate += rows[1, _place(a, turns)] * bend[_place(a, turns), n]
        rows[2, n] = slope * rows[0, n] + rate_slope * rate
    for a in range(entries):
        m = _place(a, turns)
        for b in range(entries):
            n = _place(b, turns)
            element[0, m, n] -= rows[0, m] * rows[2, n] + force * bend[m, n]
            element[1, m, n] = -rate_slope * rows[0, m] * rows[0, n]


@subroutine
def _add_elastic(
    joints: Joints, j: int, state: State, coordinate: int, end: Ends, elastic: float, slope: float, element: Floats
) -> None:
    """Add the derivatives of a stiffness that acts along the gradient of a component of a rotation vector. Afterwards,
    element[2] is zero.
    """
    g = turning_vector(end, coordinate)
    by0, by1 = turning_slopes(end, coordinate)
    add_turning(element, 2, end, 1.0, g, by0, by1)
    gather(joints, j, state, turning_gradient(end, g), element[3])
    _add_products(True, elastic, slope, 0.0, element)
    for m in range(12):
        for n in range(12):
            element[2, m, n] = 0.0
