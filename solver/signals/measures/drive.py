"""The force of the springs, dampers, actuators, controllers, friction and stops of a joint along a coordinate, on its B1.

The force of an actuator follows from signals, and friction follows from the reaction of the joint. So forces may use
this measure only through a lag or a sample (accelerations.py). The signals of the actuators are inputs of the measure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.joints.drives import effort, rate_of, value_of
from rbsolve.solver.joints.friction import force_by, normal_by
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.measures.accelerations import reactive

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def drive_force(model: Model, t: float, i: int, state: State) -> float:
    """Return the force [N] or torque [N m]. `component` is the coordinate of the joint."""
    table, m = model.signals.measures, model.signals.subject[i]
    j, coordinate = table.joint[m], table.component[m]
    end = ends(model.joints, j, state)
    q = value_of(model.joints, state, j, coordinate, end)
    rate = rate_of(model.joints, j, state, rate_gradient(end, coordinate))
    total = 0.0
    for n in range(model.drives.joint.shape[0]):
        if model.drives.joint[n] == j and model.drives.coordinate[n] == coordinate:
            total += effort(model, n, t, q, rate, state)[0]
    for n in range(model.frictions.joint.shape[0]):
        if model.frictions.joint[n] == j and model.frictions.coordinate[n] == coordinate:
            normal = normal_by(model.frictions, n, state.multiplier)
            total += force_by(model.frictions, n, normal, rate)[0]
    return total


DRIVE_FORCE = reactive("DRIVE_FORCE", "force of the drives of a joint", drive_force)
