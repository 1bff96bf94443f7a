"""Springs, dampers, actuators and controllers of joint coordinates: one generalized force along the gradient of the
coordinate.

A force or torque Q on body 1, and its opposite on body 0, is the wrench `g^T Q` of the coordinate's gradient `g`
(rate = g v).
"""

from __future__ import annotations

from rbsolve.geometry.vector import dot, subtract
from rbsolve.solver.forces.tangents.blocks import clear
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.joints.constraints import direction_gradient, rotation_gradient
from rbsolve.solver.joints.coordinates import displacement, rotation
from rbsolve.solver.joints.curvature import add_direction, add_rotation
from rbsolve.solver.joints.kinds import ROTATION
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.rows import row3


@subroutine
def effort(model, i, t, q, rate):
    """Force [N] or torque [N m] of drive `i` at coordinate `q` and its rate, with the derivatives by both.

    Trees in minimal coordinates call it with their own coordinate; everybody else through `apply`.
    """
    drives = model.drives
    wanted, wanted_rate, force = drives.rest[i], 0.0, 0.0
    if drives.reference[i] >= 0:
        value, slope, _ = function_value(model.functions, drives.reference[i], t)
        wanted, wanted_rate = wanted + value, slope
    if drives.feedforward[i] >= 0:
        force = function_value(model.functions, drives.feedforward[i], t)[0]
    force += drives.stiffness[i] * (wanted - q) + drives.damping[i] * (wanted_rate - rate)
    limit = drives.limit[i]
    if force > limit:
        return limit, 0.0, 0.0
    if force < -limit:
        return -limit, 0.0, 0.0
    return force, -drives.stiffness[i], -drives.damping[i]


@subroutine
def _coordinate(model, i, state, end):
    """Value and gradient of the coordinate of drive `i`."""
    if model.drives.coordinate[i] == ROTATION:
        return rotation(model.joints, model.drives.joint[i], end), rotation_gradient(end)
    return displacement(end), direction_gradient(end, column(end.axes0, 2))


@subroutine
def _rate(joints, j, state, gradient):
    """Rate of the coordinate with a given gradient."""
    body0, body1 = joints.body0[j], joints.body1[j]
    sliding = dot(gradient.force, subtract(row3(state.u, body1), row3(state.u, body0)))
    return sliding + dot(gradient.moment0, row3(state.w, body0)) + dot(gradient.moment1, row3(state.w, body1))


@subroutine
def apply(model, t, state):
    """Add both ends of every drive."""
    joints = model.joints
    for i in range(model.drives.joint.shape[0]):
        j = model.drives.joint[i]
        q, gradient = _coordinate(model, i, state, ends(joints, j, state))
        force = effort(model, i, t, q, _rate(joints, j, state, gradient))[0]
        body0, body1 = joints.body0[j], joints.body1[j]
        for k in range(3):
            state.force[body0, k] -= force * gradient.force[k]
            state.moment[body0, k] += force * gradient.moment0[k]
            state.force[body1, k] += force * gradient.force[k]
            state.moment[body1, k] += force * gradient.moment1[k]


@subroutine
def _gather(joints, j, state, gradient, rows):
    """The gradient's row of 12 into rows[0] and [u0, w0, u1, w1] into rows[1]."""
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
def _place(a, is_rotation):
    """Where entry `a` of a gradient stands in its row of 12: that of a rotation has entries for w0 and w1 only."""
    if not is_rotation:
        return a
    return 3 + a if a < 3 else 6 + a


@subroutine
def tangent(model, t, i, state, element):
    """Minus the derivatives of the wrenches of drive `i`: element[0] by increments [dx0, dpsi0, dx1, dpsi1], element[1] by velocities
    [u0, w0, u1, w1]; the rest of `element` (4, 12, 12) is work space."""
    clear(element)
    joints, j = model.joints, model.drives.joint[i]
    bend, rows = element[2], element[3]
    end = ends(joints, j, state)
    q, gradient = _coordinate(model, i, state, end)
    force, slope, rate_slope = effort(model, i, t, q, _rate(joints, j, state, gradient))
    is_rotation = model.drives.coordinate[i] == ROTATION
    entries = 6 if is_rotation else 12
    for a in range(entries):
        for b in range(entries):
            bend[_place(a, is_rotation), _place(b, is_rotation)] = 0.0
    if is_rotation:
        add_rotation(element, 2, end, 1.0)
    else:
        add_direction(element, 2, end, column(end.axes0, 2))
    _gather(joints, j, state, gradient, rows)
    for b in range(entries):
        n = _place(b, is_rotation)
        rate = 0.0  # derivative of the coordinate's rate by increment n, at fixed velocities
        for a in range(entries):
            rate += rows[1, _place(a, is_rotation)] * bend[_place(a, is_rotation), n]
        rows[2, n] = slope * rows[0, n] + rate_slope * rate
    for a in range(entries):
        m = _place(a, is_rotation)
        for b in range(entries):
            n = _place(b, is_rotation)
            element[0, m, n] = -rows[0, m] * rows[2, n] - force * bend[m, n]
            element[1, m, n] = -rate_slope * rows[0, m] * rows[0, n]
