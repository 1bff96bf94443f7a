"""Measures the force on B1 of the springs, dampers, actuators, controllers, friction and stops of a joint, along a
coordinate.

The force of an actuator follows from signals, and friction follows from the reaction of the joint. Forces may therefore
use this measure only through a lag or a sample (accelerations.py). The signals of the actuators are inputs of the
measure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import dot
from rbsolve.solver.joints.drives import effort, elastic_part, rate_of, value_of
from rbsolve.solver.joints.friction import force_by, normal_by
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.kinds import VECTOR_1
from rbsolve.solver.joints.placement import column, ends
from rbsolve.solver.joints.turning import turning_vector
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.measures.accelerations import reactive

if TYPE_CHECKING:
    from rbsolve.solver.joints.placement import Ends
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def _elastic_torque(model: Model, t: float, j: int, coordinate: int, end: Ends, state: State) -> float:
    """Return a torque about an axis fixed in B0. It is the torque of the springs that act along the gradients of a
    rotation vector, minus the sum of their forces along this coordinate.
    """
    torque, axis = 0.0, column(end.axes0, coordinate - VECTOR_1)
    for n in range(model.drives.joint.shape[0]):
        if model.drives.joint[n] == j:
            other = model.drives.coordinate[n]
            q = value_of(model.joints, state, j, other, end)
            rate = rate_of(model.joints, j, state, rate_gradient(end, other))
            elastic = elastic_part(model, n, t, q, effort(model, n, t, q, rate, state)[1])
            along = dot(axis, turning_vector(end, other))
            torque += elastic * (along - 1.0 if other == coordinate else along)
    return torque


@subroutine
def drive_force(model: Model, t: float, i: int, state: State) -> float:
    """Return the force [N] or torque [N m]. `component` is the coordinate of the joint."""
    table, m = model.signals.measures, model.signals.subject[i]
    j, coordinate = table.joint[m], table.component[m]
    end = ends(model.joints, j, state)
    q = value_of(model.joints, state, j, coordinate, end)
    rate = rate_of(model.joints, j, state, rate_gradient(end, coordinate))
    total = _elastic_torque(model, t, j, coordinate, end, state) if coordinate >= VECTOR_1 else 0.0
    for n in range(model.drives.joint.shape[0]):
        if model.drives.joint[n] == j and model.drives.coordinate[n] == coordinate:
            total += effort(model, n, t, q, rate, state)[0]
    for n in range(model.frictions.joint.shape[0]):
        if model.frictions.joint[n] == j and model.frictions.coordinate[n] == coordinate:
            normal = normal_by(model.frictions, n, state.multiplier)
            total += force_by(model.frictions, n, normal, rate)[0]
    return total


DRIVE_FORCE = reactive("DRIVE_FORCE", "force of the drives of a joint", drive_force)
