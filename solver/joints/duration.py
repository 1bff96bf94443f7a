"""Computes the largest step size that resolves stops of joints and, with explicit methods, friction of joints.

The contact with a stop is an impact (solver/model/impacts.py). Near rest, friction acts as a damper, for which explicit
methods must be stable. A step of an explicit method must also not reverse a motion, because friction can only stop it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.joints.drives import rate_of, value_of
from rbsolve.solver.joints.friction import force_by
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.joints.resistance import Law, friction, gap, is_stop
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import STABLE, STEP
from rbsolve.solver.model.impacts import limit_to_decay, limit_to_friction, limit_to_impact, may_meet

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.joints import Drives

_LINEAR, _UPPER = int(Law.LINEAR), int(Law.UPPER_STOP)


@subroutine
def _limit_to_stop(drives: Drives, i: int, q: float, rate: float, state: State) -> None:
    """Limit the size of the step because of stop `i`."""
    watch, distance = state.watch, gap(drives.law[i], drives.rest[i], q)
    opening = -rate if drives.law[i] == _UPPER else rate
    before, state.stop_rate[i] = state.stop_rate[i], opening
    if not may_meet(distance, opening, before, watch):
        return
    stiffness, damping, mobility = drives.stiffness[i], drives.damping[i], drives.mobility[i]
    limit_to_impact(stiffness, 1.0, 1.0 + damping * abs(rate), mobility, distance, opening, before, watch)
    if watch[STABLE] > 0.0 and distance < 0.0:
        limit_to_decay(-stiffness * distance * damping * mobility, watch)


@subroutine
def limit_steps(model: Model, t: float, state: State) -> None:
    """Limit the size of the next fixed step after an accepted state, so that the step resolves stops and friction of
    joints.
    """
    joints, drives, frictions, watch = model.joints, model.drives, model.frictions, state.watch
    if watch[STEP] == 0.0:
        return
    for i in range(drives.joint.shape[0]):
        law, j, coordinate = drives.law[i], drives.joint[i], drives.coordinate[i]
        if law == _LINEAR or drives.mobility[i] <= 0.0:
            continue
        end = ends(joints, j, state)
        rate = rate_of(joints, j, state, rate_gradient(end, coordinate))
        if is_stop(law):
            _limit_to_stop(drives, i, value_of(joints, state, j, coordinate, end), rate, state)
        elif watch[STABLE] > 0.0:
            size = -friction(drives.limit[i], drives.damping[i], abs(rate))[0]
            limit_to_friction(drives.damping[i], size, abs(rate), drives.mobility[i], watch)
    if watch[STABLE] == 0.0:
        return
    for i in range(frictions.joint.shape[0]):
        j, coordinate = frictions.joint[i], frictions.coordinate[i]
        rate = abs(rate_of(joints, j, state, rate_gradient(ends(joints, j, state), coordinate)))
        size = -force_by(frictions, i, state.normal[i], rate)[0]
        damping = -force_by(frictions, i, state.normal[i], 0.0)[1]
        limit_to_friction(damping, size, rate, frictions.mobility[i], watch)
