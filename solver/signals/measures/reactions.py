"""Measures reactions of joints and couplings, and forces of prescribed motions. They follow from the multipliers, which
the integrator writes to `State.multiplier` (accelerations.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.vector import cross, dot, matrix_vector, scale, subtract
from rbsolve.solver.joints.constraints import row_gradient
from rbsolve.solver.joints.couplings.registry import COUPLINGS
from rbsolve.solver.joints.kinds import COUPLED
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.measures.accelerations import reactive
from rbsolve.solver.signals.measures.observed import direction_of, scale_measure

if TYPE_CHECKING:
    from rbsolve.geometry.vector import Vector
    from rbsolve.solver.joints.kinds import JointKind
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.signals.kind import SignalKind


@subroutine
def _wrench(model: Model, j: int, state: State) -> tuple[Vector, Vector]:
    """Return the force and moment of a joint on its B1, about the joint's point, in inertial components."""
    joints = model.joints
    end = ends(joints, j, state)
    force, moment = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for row in range(joints.first_row[j], joints.first_row[j + 1]):
        if joints.row_code[row] == COUPLED:
            continue
        unit = row_gradient(joints, j, row, end)  # by `M v' = f - J^T multipliers`
        force = subtract(force, scale(state.multiplier[row], unit.force))
        moment = subtract(moment, scale(state.multiplier[row], unit.moment1))
    return force, subtract(matrix_vector(end.R1, moment), cross(end.arm1, force))


@subroutine
def reaction_force(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the force of a joint."""
    table, m = model.signals.measures, model.signals.subject[i]
    force, _ = _wrench(model, table.joint[m], state)
    return scale_measure(table, m, dot(direction_of(table, m, state), force))


@subroutine
def reaction_moment(model: Model, t: float, i: int, state: State) -> float:
    """Return a component of the moment of a joint."""
    table, m = model.signals.measures, model.signals.subject[i]
    _, moment = _wrench(model, table.joint[m], state)
    return scale_measure(table, m, dot(direction_of(table, m, state), moment))


@subroutine
def row_force(model: Model, t: float, i: int, state: State) -> float:
    """Return the force of a constraint row along its coordinate, such as the force of a prescribed motion. `component`
    is the index of the row.
    """
    table, m = model.signals.measures, model.signals.subject[i]
    return scale_measure(table, m, -state.multiplier[table.component[m]])


def _of_coupling(kind: JointKind, press: Callable[..., Any]) -> SignalKind:
    """Return the measure of the force that a kind of coupling exerts on B1. `joint` is the index in `joints.couplings`."""

    @subroutine
    def coupling_force(model: Model, t: float, i: int, state: State) -> float:
        table, m = model.signals.measures, model.signals.subject[i]
        force = press(model.joints, table.joint[m], state, state.multiplier)
        return scale_measure(table, m, dot(direction_of(table, m, state), force))

    return reactive(f"FORCE_OF_{kind.name}", f"force of a {kind.title}", coupling_force)


REACTION_FORCE = reactive("REACTION_FORCE", "force of a joint", reaction_force)
REACTION_MOMENT = reactive("REACTION_MOMENT", "moment of a joint", reaction_moment)
ROW_FORCE = reactive("ROW_FORCE", "force of a constraint row", row_force)
COUPLING_FORCES = tuple(_of_coupling(kind.kind, kind.press) for kind in COUPLINGS if kind.press is not None)
