"""Treats friction that depends on joint reactions. Multipliers are unknowns of each linear system. The matrix therefore
contains the derivatives of friction with respect to the multipliers, in addition to the constraint forces.

As a result, Newton's iteration in a step converges as fast as without friction. The start and each output row need one
linear solution without friction. With friction, the solution is repeated until the direction of the multipliers
converges. The normal force is homogeneous of degree one in the multipliers: `N = (N_lambda) lambda`. Friction therefore
appears only in the matrix. Its direction is the direction of the last solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from rbsolve.language.described import Description
from rbsolve.solver.compiler.derivatives import derivatives_alone, value_of
from rbsolve.solver.integrators.generalized_alpha.control import (
    ITERATING,
    REFINING,
    ROW_VELOCITIES,
    START_IMPULSE,
    START_NOW,
    START_VELOCITIES,
)
from rbsolve.solver.integrators.generalized_alpha.equations import end_rows
from rbsolve.solver.integrators.generalized_alpha.system import ENDS, ROW_COUNT
from rbsolve.solver.joints.blocks import label
from rbsolve.solver.joints.friction import add_by_multipliers, put_normals
from rbsolve.solver.joints.resistance import Law
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import NONE_TURNED, PLACE, STRIDE, TURNED
from rbsolve.solver.model.arrays import STATIC, Model
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row9

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import State

# Relative change of the multipliers at which the repetition ends. The next change would be about the square of this
# change.
STAYS = 1e-7
MOST = 30  # largest number of linear solutions for the start or for an output row


class StepFriction(NamedTuple):
    """The multipliers that determine the direction of reactions, and work space."""

    pull: Floats  # (nc,) multipliers that determine the direction
    columns: Floats  # (nc, 12) work space
    tries: Ints  # (1,) number of linear solutions so far for the start or the output row


def make_step_friction(model: Model) -> StepFriction:
    """Return the arrays for the friction of a model. All arrays are empty if no friction depends on a reaction."""
    rows = len(model.joints.row_code) if len(model.frictions.joint) else 0
    return StepFriction(np.zeros(rows), np.zeros((rows, 12)), np.zeros(1, dtype=np.int64))


@subroutine
def prepare_friction(model: Model, stage: int, friction: StepFriction, multipliers: Floats, state: State) -> None:
    """Set the direction of the reactions, and the normal forces. In a step, both come from the iterate. In all other
    stages, the normal forces are zero, because friction is entirely in the matrix. An iteration for derivatives
    (`REFINING`) does not change the direction, because the solution for the next output row starts with it.
    """
    if stage == ITERATING or stage == REFINING:
        put_normals(model.frictions, multipliers, state.normal)
    else:
        for i in range(state.normal.shape[0]):
            state.normal[i] = 0.0
    for r in range(friction.pull.shape[0]):
        if stage == ITERATING:
            friction.pull[r] = multipliers[r]
        elif stage == REFINING:
            friction.pull[r] = value_of(friction.pull[r]) + derivatives_alone(multipliers[r])
        elif stage == START_NOW and friction.tries[0] == 0:
            friction.pull[r] = 0.0


@subroutine
def put_columns(
    model: Model, system: LinearSystem, stage: int, friction: StepFriction, state: State, work: Workspace
) -> None:
    """Add the derivatives of friction forces with respect to the multipliers to the derivatives of the constraint
    forces.
    """
    if stage == START_VELOCITIES or stage == ROW_VELOCITIES or stage == START_IMPULSE:
        return
    columns, joints, values = friction.columns, model.joints, work.values
    for r in range(columns.shape[0]):
        for k in range(12):
            columns[r, k] = 0.0
    for i in range(model.frictions.joint.shape[0]):
        add_by_multipliers(model, i, state, friction.pull, columns)
    for j in range(system.joints.shape[0]):
        slots = system.joints[j]
        for side in range(2):
            end = ENDS + 4 * side
            at, stride, turned = slots[end + PLACE], slots[end + STRIDE], slots[end + TURNED]
            if at < 0:
                continue
            body = joints.body0[j] if side == 0 else joints.body1[j]
            end_rows(slots, state.R, row9(state.R, body), side, columns, work.element[0])
            for r in range(slots[ROW_COUNT]):
                for k in range(6):
                    values[at + r * stride + k if turned == NONE_TURNED else at + k * stride + r] += work.element[
                        0, r, k
                    ]


@part
def is_settled(stage: int, friction: StepFriction, multipliers: Floats) -> bool:
    """Return whether the directions of the reactions have converged, at the start or for an output row. If not, the
    caller repeats the solution.
    """
    change, largest = 0.0, 0.0
    for r in range(multipliers.shape[0]):
        change = max(change, abs(multipliers[r] - friction.pull[r]))
        largest = max(largest, abs(multipliers[r]))
    if stage == START_VELOCITIES or stage == ROW_VELOCITIES or stage == START_IMPULSE:
        return True
    friction.tries[0] += 1
    if change <= STAYS * largest or friction.tries[0] == MOST:
        friction.tries[0] = 0
        return True
    for r in range(multipliers.shape[0]):
        friction.pull[r], multipliers[r] = multipliers[r], 0.0
    return False


def rubs(model: Model) -> bool:
    """Return whether the model has friction of any kind."""
    return bool(len(_rubbing_joints(model))) or bool(np.any(model.contacts.law[:, STATIC]))


def _rubbing_joints(model: Model) -> Ints:
    brakes = model.drives.joint[model.drives.law == int(Law.FRICTION)]
    return np.concatenate([brakes, model.frictions.joint])


def friction_at(model: Model, description: Description, body: int) -> tuple[str, str] | None:
    """Return the joint or contact with friction on a body, and the keyword that regularises its friction. Return None
    for a body without friction.
    """
    joints, contacts = model.joints, model.contacts
    for joint in _rubbing_joints(model).tolist():
        if body in (joints.body0[joint], joints.body1[joint]):
            return label(description, joint), "FRICTION_VELOCITY"
    for k, name in enumerate(description.of_kind("CONTACT")):
        if contacts.law[k, STATIC] and body in (contacts.body0[k], contacts.body1[k]):
            return f"contact {name}", "TRANSITION_VELOCITY"
    return None
