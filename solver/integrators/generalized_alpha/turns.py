"""Computes the rotations of joints that are expected after a step. With these expected rotations, a joint can rotate by
more than half a turn in a step.

The rotation of a joint is continuous over turns. Its value is the branch nearest to `State.turned`
(solver/joints/coordinates.py). During a step, `State.turned` contains the rotation at the start of the step plus the
step size times the rate at the start. The branch is correct if the rotation differs from this expectation by less than
half a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.joints.drives import rate_of
from rbsolve.solver.joints.gradients import rate_gradient
from rbsolve.solver.joints.kinds import ROTATION, ROTATION_1, ROTATION_2
from rbsolve.solver.joints.placement import ends
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.trees.arrays import CROSS

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.joints import Joints
    from rbsolve.solver.trees.arrays import Forest

RATE, LEAD = (
    0,
    1,
)  # rows of `Workspace.turning`: the rate at the last accepted state, and what a step adds to State.turned


@subroutine
def _note_rate(joints: Joints, j: int, state: State, turning: Floats) -> None:
    """Store the rates of the rotations of joint `j` that are continuous over turns."""
    if joints.rotates[j] == 1:
        end = ends(joints, j, state)
        turning[RATE, j] = rate_of(joints, j, state, rate_gradient(end, ROTATION))
    elif joints.second[j] >= 0:
        end = ends(joints, j, state)
        turning[RATE, j] = rate_of(joints, j, state, rate_gradient(end, ROTATION_1))
        turning[RATE, joints.second[j]] = rate_of(joints, j, state, rate_gradient(end, ROTATION_2))


@part
def note_rates(joints: Joints, forest: Forest | None, state: State, turning: Floats) -> None:
    """Store the rates of an accepted state, whose rotations are in `state.turned`. A rotation that is a coordinate of a
    tree needs no rate.
    """
    for j in range(turning.shape[1]):
        turning[LEAD, j] = 0.0
    if forest is None:
        for j in range(joints.kind.shape[0]):
            _note_rate(joints, j, state, turning)
    else:
        tree = forest.tree
        for i in range(tree.cuts.shape[0]):
            _note_rate(joints, tree.cuts[i], state, turning)
        for b in range(tree.order.shape[0]):
            if tree.rotation[b] == CROSS and tree.joint[b] >= 0:
                _note_rate(joints, tree.joint[b], state, turning)


@part
def expect_rotations(h: float, state: State, turning: Floats) -> None:
    """Set `state.turned` to the rotations that are expected after a step of size `h`. A repeated step may have a
    different size.
    """
    for j in range(turning.shape[1]):
        lead = h * turning[RATE, j]
        state.turned[j] += lead - turning[LEAD, j]
        turning[LEAD, j] = lead
