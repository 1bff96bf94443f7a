"""A line search for steps in which friction changes its direction.

Friction forces, like inertial forces, are derivatives of a convex function of the velocities. The slope of this
function along the Newton direction is minus the product of the bodies' residual with the direction. The slope increases
along the direction. If the slope is positive, the correction is too long. The Illinois method finds the fraction of the
correction at which the slope is small. Constraints do not contribute to the slope, because the direction satisfies
them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.flat import Floats, Ints

OVERSHOT = 0.5  # largest slope behind the minimum, relative to the slope at the start
NEAR = 0.1  # slope at which a search ends, relative to the slope at its start
TRIES = 60
FAR = 0.3  # largest rotation of a body by a correction, rad
ELSEWHERE = (
    1.0  # if a correction changes a coordinate by more than this, the bodies may have rotated by additional turns
)
# Without friction, a solution may belong to another motion if a coordinate changes by more than the first value in a
# step. The second value is the largest unpredicted part of this change.
HALF_TURN = math.pi


@subroutine
def _along(bodies: int, slots: Ints, a: Floats, b: Floats) -> float:
    """Return the scalar product of two vectors of unknowns, over the entries of bodies only."""
    total = 0.0
    for n in range(bodies):
        first = slots[n, UNKNOWN]
        for k in range(6):
            total += a[first + k] * b[first + k]
    return total


@subroutine
def keep_residual(work: Workspace) -> None:
    """Save the right-hand side, because the solution overwrites it."""
    for i in range(work.b.shape[0]):
        work.direction[i] = work.b[i]


@part
def begin_search(system: LinearSystem, control: Control, work: Workspace) -> None:
    """Start a search along the solution. Write the first trial to `work.b`: the whole solution, or a fraction of it so
    that no body rotates too far.
    """
    bodies = work.body.q.shape[0] - 1
    slope = _along(bodies, system.bodies, work.direction, work.b)
    turn = 0.0
    for n in range(bodies):
        first = system.bodies[n, UNKNOWN]
        for k in range(3, 6):
            turn = max(turn, abs(work.b[first + k]))
    share = min(1.0, FAR / max(turn, FAR))
    for i in range(work.b.shape[0]):
        work.direction[i] = work.b[i]
        work.b[i] *= share
    control.applied, control.low, control.high, control.looks = share, 0.0, share, 0
    control.low_slope, control.high_slope, control.goal = slope, math.nan, abs(slope)
    control.is_along = 1 if slope > 0.0 else 0


@part
def look(system: LinearSystem, control: Control, work: Workspace) -> bool:
    """Choose the next fraction of the direction, and write the change to `work.b`. `work.b` contains the residual for
    the fraction applied so far.

    Return False if the residual is small enough to end the search.
    """
    slope = _along(work.body.q.shape[0] - 1, system.bodies, work.b, work.direction)
    allowed = OVERSHOT if control.looks == 0 else NEAR
    if slope >= -allowed * control.goal and (control.looks == 0 or slope <= allowed * control.goal):
        control.is_along = 0
        return False
    control.looks += 1
    if control.looks > TRIES:
        control.is_along = 0
        return False
    if slope < 0.0 or not math.isfinite(slope):
        if control.looks > 1 and control.side == 1:
            control.low_slope *= 0.5
        control.high, control.high_slope, control.side = control.applied, slope, 1
    else:
        if control.looks > 1 and control.side == -1:
            control.high_slope *= 0.5
        control.low, control.low_slope, control.side = control.applied, slope, -1
    width = control.high - control.low
    share = control.low_slope / (control.low_slope - control.high_slope)
    if not 0.0 < share < 1.0 or control.looks % 4 == 0:
        share = 0.5
    wanted = control.low + share * width
    for i in range(work.b.shape[0]):
        work.b[i] = (wanted - control.applied) * work.direction[i]
    control.applied = wanted
    return True


@part
def is_elsewhere(rubs: int, body: BodyRecords) -> bool:
    """Return whether the solution of a step differs so much from its prediction that it may belong to another motion.

    With friction, only the size of the corrections matters. Without friction, the coordinate must also have changed by
    more than half a turn. A step may resolve a stiff motion although the prediction of the step is inaccurate. Large
    corrections are required too, because a fast spin that is predicted correctly is resolved.
    """
    for n in range(body.q.shape[0] - 1):
        for k in range(3, WIDTH):
            correction = abs(body.correction[n, k])
            if rubs == 1 and not correction <= ELSEWHERE:
                return True
            if correction > HALF_TURN and abs(body.new_d[n, k]) > HALF_TURN:
                return True
    return False


@subroutine
def tries_sticking(control: Control) -> bool:
    """Return whether to repeat a failed step with friction that initially sticks, before the step is shortened."""
    again = control.rubs == 1 and control.sticks == 0
    control.sticks, control.is_along = 1 if again else 0, 0
    if again:
        control.factorized, control.contraction = 0, 1.0
    return again


@subroutine
def leave_search(control: Control) -> None:
    """Discard the line search of a completed step, so that its convergence data do not affect the next step."""
    if control.sticks == 1:
        control.sticks, control.is_along, control.contraction = 0, 0, 1.0
