"""Jumps of functions of time within fixed steps.

The times of the jumps are known before the run (solver/functions/jump_rows.py). A step is first solved as if there were
no jump. Then all stored accelerations change by the jump, as at a jump of a signal, and the step is repeated
(signal_jumps.py). One repetition is enough for all jumps of a step. The size of steps does not change.

A change between the times `a` and `b > a` within one step acts as a jump at the middle of these times. This is exact
for the integral of a linear change. For the second integral, the error is proportional to the square of the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.jump_rows import first_end_after, has_end_near, near
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import (
    add_forces,
    put_margins,
    shift_slopes,
    switch_at_jump,
)
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import LAST_SIZE
from rbsolve.solver.model.energy_flow import mechanical_energy
from rbsolve.solver.signals.evaluation import put_element_slopes, update_signals

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _is_within(jumps: Floats, row: int, begin: float, end: float, distance: float) -> bool:
    """Return whether a row of `Functions.jumps`, or a part of it, is between the time `begin` and the end of a step."""
    if 2 * row >= jumps.shape[0]:
        return False
    first, last = value_of(jumps[2 * row]), value_of(jumps[2 * row + 1])
    return first <= end + distance if first == last else max(first, begin) < end - distance


@subroutine
def _begin(control: Control) -> float:
    """Return the time in the current step from which jumps are not treated yet."""
    return max(value_of(control.left), value_of(control.treated))


@subroutine
def look_ahead(model: Model, control: Control, start: float, state: State) -> None:
    """Find the first jump in the part of a step that begins at `start`. If a function jumps at the end of this part,
    the function is evaluated after the jump.
    """
    jumps = model.functions.jumps
    control.left = start
    end = value_of(start + control.h)
    distance = near(end, control.h)
    begin = _begin(control)
    control.next_jump = first_end_after(jumps, begin + distance) // 2
    if has_end_near(jumps, end, distance):
        control.time += 2.0 * distance
    is_first = control.nudged == 0  # in a repeated step, the jump is already known
    if is_first:
        control.has_several = 0
    second = (
        control.next_jump if state.watch[LAST_SIZE] < 0.0 else control.next_jump + 1
    )  # a function jumps at the start
    if is_first and _is_within(jumps, second, begin, end, distance):
        control.has_several, control.energy = 1, mechanical_energy(model.bodies, model.gravity, state)


@subroutine
def find_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Detect whether a function jumps in a solved step. The result is `control.switched`. If a function jumps, prepare
    the jump of the forces.
    """
    jumps, row, b = model.functions.jumps, control.next_jump, work.b
    end = control.left + control.h
    distance = near(end, control.h)
    control.switched = control.jumped = 0
    if not _is_within(jumps, row, _begin(control), value_of(end), distance):
        return
    control.switched = control.jumped = 1
    control.next_jump += 1
    first, last = jumps[2 * row], jumps[2 * row + 1]
    before, behind, middle = first - 2.0 * distance, last + 2.0 * distance, first
    if value_of(first) != value_of(last):
        before, behind = first, last
        if value_of(before) < value_of(control.left):
            before = control.left
        if value_of(behind) > value_of(end):
            behind = end
        middle = 0.5 * (before + behind)
        before, behind = before + 2.0 * distance, behind - 2.0 * distance
    control.corner = (middle - control.left) / control.h
    if value_of(middle) > value_of(end) - distance:
        control.corner += 1.0 - value_of(control.corner)  # changes the value in place, so that its derivatives are kept
    for i in range(b.shape[0]):
        b[i] = 0.0
    factor = control.h * control.h
    update_signals(model, before, state)
    put_margins(model, before, elements.margin, state)
    put_element_slopes(model, before, state, elements.slopes)
    add_forces(model, system, before, -factor, state, b)
    update_signals(model, behind, state)
    switch_at_jump(model, behind, elements, state)
    shift_slopes(model, behind, control.corner * control.h, elements, state)
    add_forces(model, system, behind, factor, state, b)
