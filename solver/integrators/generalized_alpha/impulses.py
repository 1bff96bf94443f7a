"""Treats jumps of the rate or of the acceleration of a prescribed motion. The step ends at the jump, an impulse changes
the velocities, and the method restarts.

If only the acceleration jumps, the impulse merely removes the error of the step from the velocities. In trees,
velocities have no such error, and the check of the deck reports jumps of their rates as errors. If the model has trees,
the method therefore restarts without an impulse.

A step across the jump would satisfy the constraints at its end. Its velocities would then oscillate about the
velocities after the jump until the method has damped them. In step k, every velocity deviates from its value after the
jump by `s_k` times its jump, with `s_0 = -1` before the jump. By Newmark's formulas, the sum of the `s_k` is -1/2, as
required for a jump in the middle of a step. Terms that are linear in the velocities therefore keep their second order.
Quadratic terms (gyroscopic moments, velocities in rotating axes) depend on the sum of `s_k^2`, which is larger than
1/2. This difference causes an error of velocities that is proportional to the step size. After a jump of an
acceleration, the multipliers would oscillate in the same way. The work of prescribed motions would then be wrong.

The impulse satisfies `M dv + J^T Lambda = 0`, and `J (v + dv)` is the rate after the jump. Its work is `-Lambda` times
the mean of both rates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.choices import common
from rbsolve.solver.compiler.derivatives import largest_derivative, value_of
from rbsolve.solver.functions.corners import NEAR, ROUNDING, up_to_corner
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.functions.jump_rows import has_end_near, near
from rbsolve.solver.integrators.generalized_alpha.control import START_IMPULSE, START_NOW
from rbsolve.solver.integrators.generalized_alpha.start import move_velocities
from rbsolve.solver.joints.kernels import prescribed_power
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.energy_flow import add_work

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts, Run
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem
    from rbsolve.solver.model.arrays import Model, State

RATE, FORCE = 1, 2  # kinds of jumps at the end of a step: jump of a prescribed rate, jump of another function of time
SHARE = 0.01  # reduction of the tolerance of jump times, because an adaptive step may be longer than the distance between jumps
SMALL = 1e-9  # smallest change that counts as a jump, relative to the rate
BEND = 1e-5  # smallest change that counts as a jump of an acceleration, relative to the acceleration
IN_BODIES, IN_TREES = 1, 2  # values of `Control.is_driven`: restarts with an impulse, restarts without an impulse


def kind_of_restarts(model: Model, has_trees: bool) -> int:
    """Return the kind of restarts at jumps of prescribed motions. The value is 0 without prescribed motions."""
    if not (model.joints.row_function >= 0).any():
        return 0
    return IN_TREES if has_trees else IN_BODIES


@subroutine
def _beside(t: float, h: float) -> float:
    """Return the distance from a jump to the times just before and after it. This distance is larger than the distance
    at which a step counts as at a corner.
    """
    return max(NEAR * h, 2.0 * ROUNDING * abs(t))


@subroutine
def time_behind(t: float, control: Control) -> float:
    """Return a time just after `t`, for prescribed motions whose rates may jump at `t`."""
    return t + _beside(t, control.h)


@part
def jumps_at(model: Model, t: float, h: float) -> bool:
    """Return whether the rate or the acceleration of a prescribed motion jumps at a given time, for steps of about size
    `h`.
    """
    row_function = model.joints.row_function
    for row in range(row_function.shape[0]):
        if row_function[row] >= 0:
            _, before, bend0 = function_value(model.functions, row_function[row], t - _beside(t, h))
            _, behind, bend1 = function_value(model.functions, row_function[row], t + _beside(t, h))
            curved = 4.0 * _beside(t, h) * max(abs(bend0), abs(bend1))
            if abs(behind - before) > SMALL * max(abs(before), abs(behind)) + curved:
                return True
            least = SMALL * max(abs(before), abs(behind)) / h
            if abs(bend1 - bend0) > BEND * max(abs(bend0), abs(bend1)) + least:
                return True
    return False


@part
def up_to_jump(model: Model, t: float, h: float) -> float:
    """Return the size of a step from `t`: `h`, or the part of `h` up to the first jump. The value is negative if a jump
    occurs at the end of the step or of this part.
    """
    wanted, done = h * (1.0 + NEAR), 0.0
    while True:
        ahead = up_to_corner(model.functions, t + done, wanted - done)
        if ahead == wanted - done:
            return h
        done += ahead
        if jumps_at(model, t + done, h):
            return -done


@subroutine
def begin_piece(model: Model, run: Run) -> tuple[float, float]:
    """Return the start and size of the next step of the grid, or of a piece of the step between jumps."""
    times, control = run.times, run.control
    grid = (times[control.interval + 1] - times[control.interval]) / run.steps[control.interval]
    start = times[control.interval] + control.step * grid
    h = grid
    if control.is_cut == 1:
        h = start + grid - control.begun
        start = control.begun
    control.begun = start
    if control.is_driven == 0:
        return start, h
    size = common(up_to_jump(model, start, h))
    control.at_jump = control.ends_within = 0
    if size < 0.0:
        control.at_jump = 1
        if -size <= h * (1.0 - NEAR):
            control.ends_within = 1
            h -= h + size  # changed in place, so that `h` keeps its type
        elif largest_derivative(h + size) > 0.0:
            control.pinned += 1
    return start, h


@subroutine
def mark_jump(model: Model, control: Control) -> None:
    """Record whether a step that ends at corners of functions ends at a jump, either of a prescribed rate or of another
    function. The forces are then evaluated before the jump.
    """
    control.at_jump, control.left = 0, control.time
    jumps, distance = model.functions.jumps, near(control.time, SHARE * control.h)
    if control.is_driven > 0 and jumps_at(model, value_of(control.time), value_of(control.h)):
        control.at_jump = RATE
    elif jumps.shape[0] > 0 and has_end_near(jumps, value_of(control.time), distance):
        control.at_jump = FORCE
        control.time -= 2.0 * distance


@subroutine
def before_jump(control: Control) -> float:
    """Return the time at the end of a step, or a time just before it if a rate jumps there."""
    return control.time - time_to_jump(control)


@subroutine
def time_to_jump(control: Control) -> float:
    """Return the time from the evaluation of prescribed motions to the end of a step. It is zero unless there is a jump
    at the end.
    """
    return (1 if control.at_jump == RATE else 0) * _beside(control.time, control.h)


@subroutine
def ends_piece(control: Control) -> bool:
    """Count a completed step, or a piece of a step. Return whether the step of the grid is complete."""
    control.afresh = max(control.at_jump, control.is_cut)
    control.is_cut, control.ends_within = control.ends_within, 0
    if control.is_cut == 1:
        control.begun = control.time
        control.step -= 1
        control.steps -= 1
    return control.is_cut == 0


@subroutine
def begin_afresh(control: Control, h: float) -> None:
    """Restart the method after a jump, or after the last piece of a step, with a step of size `h`."""
    control.afresh, control.at_jump, control.again = 0, 0, 1
    control.stage = START_NOW if control.is_driven == IN_TREES else START_IMPULSE
    control.h, control.last_h, control.factorized, control.contraction = h, h, 0, 1.0
    control.time += _beside(control.time, h)


@subroutine
def begin_behind_jump(control: Control) -> None:
    """Restart the method after a jump of forces, with the forces after the jump."""
    control.afresh, control.at_jump = 0, 0
    control.time += 2.0 * near(control.time, SHARE * control.last_h)


@subroutine
def take_impulse(model: Model, parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Add the solution of the impulse equations to the velocities. Add the work of its multipliers to the work of
    prescribed motions.
    """
    work = parts.work
    move_velocities(parts, system, state, work.body.v)
    behind, before = control.time, control.time - 2.0 * _beside(control.time, control.h)
    power = prescribed_power(model, before, work.multipliers) + prescribed_power(model, behind, work.multipliers)
    add_work(state.watch, 0.5 * power)
    control.stage, control.factorized = START_NOW, 0
