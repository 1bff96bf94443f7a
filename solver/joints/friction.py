"""Computes friction along joint coordinates that depends on the reaction of the same joint.

The force along the coordinate is `-(r mu(q') N + d q')`, and resistance.py defines mu. N is the size of the force of
the joint's own constraints. The constraints of prescribed motions do not contribute to N. N^2 is the sum of the squares
of the multipliers, because the directions are orthogonal unit vectors in every kind of joint. N depends on the
accelerations, and friction changes the accelerations, so both are solved together. Implicit methods have the
multipliers as unknowns. Explicit methods in joint coordinates repeat the evaluation until N converges (`State.normal`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.joints.drives import add_tangent, add_wrench, clear, rate_of
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.resistance import coefficient
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import STICKS
from rbsolve.solver.model.energy_flow import add_power

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Frictions


@subroutine
def force_by(frictions: Frictions, i: int, normal: float, rate: float) -> tuple[float, float, float]:
    """Return the friction force `i` along its coordinate, and its derivatives with respect to the rate and the normal
    force.
    """
    mu, slope = coefficient(
        frictions.dynamic[i], frictions.static[i], frictions.decay[i], frictions.transition[i], rate
    )
    radius, viscous = frictions.radius[i], frictions.viscous[i]
    return -(radius * mu * normal + viscous * rate), -(radius * slope * normal + viscous), -radius * mu


@subroutine
def _force_in(frictions: Frictions, i: int, normal: float, rate: float, state: State) -> tuple[float, float, float]:
    """Return the force of friction `i` in a state, and its derivatives with respect to the rate and the normal force.
    If STICKS is set in `state.watch`, friction acts at any speed as the damper that represents it near rest.
    """
    if state.watch[STICKS] == 0.0:
        return force_by(frictions, i, normal, rate)
    by_rate = frictions.radius[i] * frictions.static[i] / frictions.transition[i]
    damping = by_rate * normal + frictions.viscous[i]
    return -damping * rate, -damping, -by_rate * rate


@subroutine
def normal_by(frictions: Frictions, i: int, multipliers: Floats) -> float:
    """Return the normal force in the joint of friction `i`."""
    square = 0.0
    for n in range(frictions.first[i], frictions.first[i + 1]):
        square += multipliers[frictions.rows[n]] ** 2
    return math.sqrt(square)


@subroutine
def put_normals(frictions: Frictions, multipliers: Floats, normal: Floats) -> float:
    """Write the normal forces of all joints with friction to `normal` (nf,). Return the largest change, relative to the
    largest force.
    """
    change, largest = 0.0, 1e-300
    for i in range(normal.shape[0]):
        N = normal_by(frictions, i, multipliers)
        largest = max(largest, N)
        if not abs(N - normal[i]) <= change:
            change = abs(N - normal[i])
        normal[i] = N
    return change / largest


@subroutine
def apply(model: Model, t: float, state: State) -> None:
    """Add the wrenches of all friction forces to both of their bodies. `state.normal` contains the normal forces."""
    joints, frictions = model.joints, model.frictions
    for i in range(frictions.joint.shape[0]):
        j = frictions.joint[i]
        gradient = rate_gradient(ends(joints, j, state), frictions.coordinate[i])
        rate = rate_of(joints, j, state, gradient)
        force, _, _ = _force_in(frictions, i, state.normal[i], rate, state)
        add_wrench(joints, j, force, gradient, state)
        add_power(state, force * rate)


@subroutine
def tangent(model: Model, t: float, i: int, state: State, element: Floats) -> None:
    """Compute the negative derivatives of the wrenches of friction `i` at a fixed normal force, as for a drive.

    `add_by_multipliers` adds the derivatives with respect to the multipliers.
    """
    clear(element)
    joints, j, coordinate = model.joints, model.frictions.joint[i], model.frictions.coordinate[i]
    end = ends(joints, j, state)
    gradient = rate_gradient(end, coordinate)
    force, slope, _ = _force_in(model.frictions, i, state.normal[i], rate_of(joints, j, state, gradient), state)
    add_tangent(joints, j, state, coordinate, end, gradient, (force, 0.0, slope), element)


@subroutine
def add_by_multipliers(model: Model, i: int, state: State, multipliers: Floats, columns: Floats) -> None:
    """Add the negative derivatives of the wrenches of friction `i` with respect to the multipliers to `columns` (nc,
    12).

    The constraint forces are minus the sum of the multipliers times the rows of the Jacobian. The derivatives are
    therefore added to these rows.
    """
    joints, frictions = model.joints, model.frictions
    N = normal_by(frictions, i, multipliers)
    if N == 0.0:
        return
    j = frictions.joint[i]
    gradient = rate_gradient(ends(joints, j, state), frictions.coordinate[i])
    _, _, by_normal = _force_in(frictions, i, N, rate_of(joints, j, state, gradient), state)
    for n in range(frictions.first[i], frictions.first[i + 1]):
        r = frictions.rows[n]
        factor = -by_normal * multipliers[r] / N
        for k in range(3):
            columns[r, k] -= factor * gradient.force[k]
            columns[r, 3 + k] += factor * gradient.moment0[k]
            columns[r, 6 + k] += factor * gradient.force[k]
            columns[r, 9 + k] += factor * gradient.moment1[k]
