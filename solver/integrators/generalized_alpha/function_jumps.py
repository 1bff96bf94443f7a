"""Treats jumps of functions of time within fixed steps.

The times of the jumps are known before the run (solver/functions/jump_rows.py). A step is first solved as if there were
no jump. Then all stored accelerations change by the jump, as at a jump of a signal, and the step is repeated
(signal_jumps.py). If the first jump of a step switches signals, it is computed from the motion at the start of the
step. One repetition is enough for all jumps of a step, and the step size does not change. If a function jumps at the
start of a run, the run begins with the value after the jump.

A change between the times `a` and `b > a` within one step acts as a jump at the middle of these times. The
integral of a linear change is then exact. For the second integral, the error is proportional to the square of the step.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.geometry.vector import matrix_vector
from rbsolve.solver.compiler.choices import common
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.subroutines import call4, call6
from rbsolve.solver.forces.registry import apply_forces_alone
from rbsolve.solver.functions.jump_rows import first_end_after, jumps_near, near
from rbsolve.solver.integrators.generalized_alpha.control import ITERATING, SOLVED
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import (
    add_forces,
    add_slopes,
    exchange_sides,
    keep_sides,
    keeps_sides,
    put_margins,
    switch_at_jump,
)
from rbsolve.solver.integrators.sliding import act_after
from rbsolve.solver.joints.kernels import prescribed_power
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.arrays import IS_DRIVEN, LAST_POWER, LAST_SIZE, OWED, POWER
from rbsolve.solver.model.rows import add_three, row9
from rbsolve.solver.signals.delay import newest_input
from rbsolve.solver.signals.evaluation import LAST_BIT, SMALLEST, put_element_slopes, update_signals

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.integrators.window import Window
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

LEAST = 0.01  # a fast change that overlaps a step by less than this is ignored; relative to the time tolerance of jumps


@subroutine
def behind_jump(jumps: Floats, t: float, h: float) -> float:
    """Return the time at which a run with steps of size `h` evaluates its start `t`. If a function jumps at `t`, it is
    just after `t`.
    """
    distance = near(t, h)
    if jumps_near(jumps, value_of(t), distance):
        t += 2.0 * distance
    return t


def begin_run(window: Window, control: Control, jumps: Floats) -> None:
    """Set the time at which the start of a run is evaluated, and the size of the step that computes the start."""
    start = float(window.times[0])
    control.h = control.last_h = (float(window.times[1]) - start) / float(window.steps[0])
    control.time = behind_jump(jumps, start, control.h)
    control.looked_from = control.looked_to = -math.inf


@subroutine
def go_later(jumps: Floats, control: Control) -> None:
    """Go from the start to the time of the stage START_LATER. This time is one step later, but before the next jump, so
    that the difference of v' does not contain the jump.
    """
    time = value_of(control.time)
    control.ahead = control.h
    k, distance = first_end_after(jumps, time), near(time, control.h)
    if k % 2 == 1:  # a fast change has already begun
        control.ahead -= control.h
    elif k < jumps.shape[0] and value_of(jumps[k]) - 2.0 * distance < value_of(control.time + control.h):
        control.ahead -= control.h - (common(jumps[k]) - 2.0 * distance - time)
    control.time += control.ahead


@subroutine
def time_of_row(times: Floats, control: Control) -> float:
    """Return the time of the row that is due. At a jump, the motion is evaluated just after it."""
    time = control.time
    time -= value_of(time) - value_of(times[control.interval])  # changed in place, so that `time` keeps its type
    return time


@subroutine
def _is_within(jumps: Floats, row: int, begin: float, end: float, distance: float) -> bool:
    """Return whether a row of `Functions.jumps`, or a part of it, is between the time `begin` and the end of a step."""
    if 2 * row >= jumps.shape[0]:
        return False
    first, last = value_of(jumps[2 * row]), value_of(jumps[2 * row + 1])
    return first <= end + distance if first == last else max(first, begin) < end - LEAST * distance


@subroutine
def _first_after(jumps: Floats, begin: float, distance: float) -> int:
    """Return the index of the first row that has not been treated before the time `begin`."""
    row = first_end_after(jumps, begin - distance) // 2
    while 2 * row < jumps.shape[0]:
        first, last = value_of(jumps[2 * row]), value_of(jumps[2 * row + 1])
        if last > begin + (distance if first == last else LEAST * distance):
            return row
        row += 1
    return row


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
    control.next_jump = _first_after(jumps, begin, distance)
    if jumps_near(jumps, end, distance):
        control.time += 2.0 * distance
    is_first = control.nudged == 0  # in a repeated step, the jump is already known
    if is_first:
        control.has_several = 0
        control.first_jump = control.next_jump
    second = (
        control.next_jump if state.watch[LAST_SIZE] <= 0.0 else control.next_jump + 1
    )  # a function jumps at the start
    if is_first and _is_within(jumps, second, begin, end, distance):
        control.has_several = 1


@subroutine
def _sides(control: Control, jumps: Floats, row: int, end: float, distance: float) -> tuple[float, float, float, float]:
    """Return the times before and after a jump in the current step, and the time at which the jump acts. Also return
    the factor of the change between the first two times.

    Functions are evaluated inside a fast change, at a distance from its ends. The factor extends the change to the
    ends. This is exact for linear changes.
    """
    first, last = jumps[2 * row], jumps[2 * row + 1]
    if value_of(first) == value_of(last):
        return first - 2.0 * distance, last + 2.0 * distance, first, first - last + 1.0
    before, behind = first, last
    if jumps_near(jumps, value_of(first), distance):
        before = first + 2.0 * distance  # the row of the jump contains the change up to this time
    if jumps_near(jumps, value_of(last), distance):
        behind = last - 2.0 * distance
    if value_of(before) < value_of(control.left):
        before = control.left
    if value_of(behind) > value_of(end):
        behind = end
    width = behind - before
    inside = min(2.0 * distance, 0.25 * value_of(width))
    return before + inside, behind - inside, 0.5 * (before + behind), width / (width - 2.0 * inside)


@subroutine
def weigh_jumps(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """For a step with several jumps, add the jumps of the power to `control.jump_power`, and their work to
    `control.jump_work`. The state contains the velocities at one end of the step, so the function adds the share of
    this end.

    The work of a jump `dF` of a force within a step is the product of `dF` and the displacement after the jump. The
    displacement follows from linear interpolation of the velocities, so the caller calls this function at both ends of
    the step.
    """
    jumps, row, power = model.functions.jumps, control.first_jump, state.watch[POWER]
    end = control.left + control.h
    distance = near(end, control.h)
    while _is_within(jumps, row, value_of(control.left), value_of(end), distance):
        before, behind, middle, whole = _sides(control, jumps, row, end, distance)
        update_signals(model, before, state)
        apply_forces_alone(model, before, state)
        change = -whole * state.watch[POWER]
        update_signals(model, behind, state)
        apply_forces_alone(model, behind, state)
        change += whole * state.watch[POWER]
        control.jump_power += change
        left = (end - middle) / control.h
        control.jump_work += 0.5 * control.h * left * ((2.0 - left) if control.stage == SOLVED else left) * change
        row += 1
    update_signals(model, control.time, state)
    state.watch[POWER] = power


@subroutine
def store_delayed_jumps(model: Model, control: Control, state: State) -> None:
    """Store the inputs of delays just before and after the jumps and bends of functions within a solved step. The state
    is at the end of the step.

    Functions are evaluated at these times. The change of the input due to the motion is interpolated linearly over the
    step. The error is proportional to the square of the step. The last bit marks a bend, as in `store_before_jump`.
    """
    signals, jumps = model.signals, model.functions.jumps
    end = control.left + control.h
    distance = near(end, control.h)
    for n in range(signals.jumping_delays.shape[0]):
        i = signals.jumping_delays[n]
        place, row = signals.inputs[signals.first_input[i]], control.first_jump
        if not _is_within(jumps, row, value_of(control.left), value_of(end), distance):
            continue
        update_signals(model, control.left + 2.0 * distance, state)
        moved = state.signal[place] - newest_input(model, i, state)
        while _is_within(jumps, row, value_of(control.left), value_of(end), distance):
            before, behind, middle, whole = _sides(control, jumps, row, end, distance)
            update_signals(model, behind, state)
            last = state.signal[place]
            update_signals(model, before, state)
            beyond = 0.5 * (whole - 1.0) * (last - state.signal[place])
            back = (end - middle) / control.h * moved
            value = state.signal[place] - beyond - back
            state.signal[place] = value + LAST_BIT * abs(value) + SMALLEST
            call4(signals.accept[i], model, middle, i, state)
            state.signal[place] = last + beyond - back
            call4(signals.accept[i], model, middle, i, state)
            row += 1
    update_signals(model, control.time, state)


@subroutine
def _move(system: LinearSystem, factor: float, state: State, work: Workspace) -> None:
    """Add a factor times the solution to the velocities of the bodies in the state."""
    for n in range(state.force.shape[0] - 1):
        first = system.bodies[n, UNKNOWN]
        b0, b1, b2 = matrix_vector(row9(state.R, n), (work.b[first], work.b[first + 1], work.b[first + 2]))
        add_three(state.u, n, 0, (factor * b0, factor * b1, factor * b2))
        for k in range(3):
            state.w[n, k] += factor * work.b[first + 3 + k]


@subroutine
def _power_of_bend(model: Model, system: LinearSystem, t: float, factor: float, state: State, work: Workspace) -> float:
    """Return the power of the forces at time `t` along a factor times the solution."""
    update_signals(model, t, state)
    apply_forces_alone(model, t, state)
    straight = state.watch[POWER]
    _move(system, factor, state, work)
    apply_forces_alone(model, t, state)
    _move(system, -factor, state, work)
    power: float = state.watch[POWER] - straight
    return power


@subroutine
def weigh_bend(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """For a step with several jumps, add the work of all forces that results from the bend of the motion at a jump. The
    solution contains the jump da of the accelerations.

    The velocity deviates from the line between both ends of the step. The deviation is linear on both sides of the
    jump, where it is `-s (1 - s) h da`.
    """
    jumps, row, s, power = model.functions.jumps, control.first_jump, control.corner, state.watch[POWER]
    end = control.left + control.h
    distance = near(end, control.h)
    bend, is_first = -s * (1.0 - s) * control.h, True
    while bend != 0.0 and _is_within(jumps, row, value_of(control.left), value_of(end), distance):
        before, behind, middle, whole = _sides(control, jumps, row, end, distance)
        left = (end - middle) / control.h
        after = 0.5 - 0.5 * (1.0 - left) ** 2 / s if left > 1.0 - s else 0.5 * left**2 / (1.0 - s)
        old = _power_of_bend(model, system, before, bend, state, work)
        new = _power_of_bend(model, system, behind, bend, state, work)
        control.jump_work += control.h * ((0.5 if is_first else 0.0) * old + after * whole * (new - old))
        is_first = False
        row += 1
    state.watch[POWER] = power


@subroutine
def weigh_at_start(model: Model, parts: Parts, control: Control, state: State) -> None:
    """For a step with several jumps, add the power and work of the jumps at the start of the step. The state contains
    the motion there.
    """
    if control.has_several == 0 or control.nudged == 1 or parts.system is None:
        return
    control.jump_work = 0.0
    call6(parts.entries.weigh_jumps, model, parts.system, control, parts.elements, state, parts.work)
    control.jump_power = 0.0


@subroutine
def weigh_multipliers(model: Model, control: Control, sign: float, state: State, multipliers: Floats) -> None:
    """Add the power of prescribed motions times a sign: -1 before a jump of the multipliers, 1 after it."""
    if state.watch[IS_DRIVEN] != 0.0:
        power = sign * prescribed_power(model, control.left + 0.5 * control.h, multipliers)
        control.jump_power += power
        control.jump_work += (1.0 - control.corner) * control.h * power


@subroutine
def work_of_several(
    model: Model, parts: Parts, system: LinearSystem, control: Control, power: float, state: State
) -> float:
    """Return the work over a solved step with several jumps that ends with the given power."""
    call6(parts.entries.weigh_jumps, model, system, control, parts.elements, state, parts.work)
    last, smooth = state.watch[LAST_POWER], power - control.jump_power
    work = 0.5 * control.h * (last + smooth) + control.jump_work
    smooth_work: float = work - state.watch[OWED] * (smooth - last) / control.h
    return smooth_work


@subroutine
def look_from_start(model: Model, parts: Parts, control: Control, state: State) -> None:
    """In a model with signals that switch, evaluate the first jump of a step with the motion at its start. At the end
    of the step, the motion already contains the effect of the jump, but not of the switches. For example, the filter of
    a derivative would then change the force that acted before the jump.

    The state of a repeated step is not its start.
    """
    entries, start = parts.entries, value_of(control.left)
    if entries.find_jump == 0 or control.nudged == 1 or control.waits == 1 or start == value_of(control.looked_from):
        return
    if parts.elements.margin.shape[0] > 0 and parts.system is not None:
        control.looked_from, control.looked_to = control.left, control.left + control.h
        call6(entries.find_jump, model, parts.system, control, parts.elements, state, parts.work)
        control.switched = 0


@subroutine
def _put_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, row: int, state: State, b: Floats
) -> None:
    """Write the jump of the forces to `b` (unknowns,) and the changes of the slopes to `elements.jump_slopes`. Switch the
    signals that the jump switches.
    """
    end = control.left + control.h
    before, behind, _, whole = _sides(control, model.functions.jumps, row, end, near(end, control.h))
    for i in range(b.shape[0]):
        b[i] = 0.0
    update_signals(model, before, state)
    put_margins(model, before, elements.margin, state)
    put_element_slopes(model, before, state, elements.jump_slopes)
    add_forces(model, system, before, -whole, state, b)
    update_signals(model, behind, state)
    switch_at_jump(model, behind, elements, state)
    put_element_slopes(model, behind, state, elements.slopes)
    for k in range(elements.x.shape[0]):
        elements.jump_slopes[k] = elements.slopes[k] - elements.jump_slopes[k]
    add_forces(model, system, behind, whole, state, b)


@subroutine
def find_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Set `control.switched` to whether a function jumps in a step. If so, prepare the jump of the forces. At the start
    of a step (`look_from_start`), store this jump in `work.jump`.
    """
    jumps, row = model.functions.jumps, control.next_jump
    end = control.left + control.h
    distance = near(end, control.h)
    control.switched = control.jumped = 0
    if not _is_within(jumps, row, _begin(control), value_of(end), distance):
        return
    if control.stage == ITERATING:  # the step has only begun
        power = state.watch[POWER]
        keep_sides(model, elements, state)
        _put_jump(model, system, control, elements, row, state, work.jump)
        exchange_sides(model, elements, state)
        control.turns_sides = 0 if keeps_sides(model, elements, state) else 1
        update_signals(model, control.left, state)
        state.watch[POWER] = power
        return
    control.switched = control.jumped = 1
    control.next_jump += 1
    _, behind, middle, _ = _sides(control, jumps, row, end, distance)
    control.corner = (middle - control.left) / control.h
    if value_of(middle) > value_of(end) - distance:
        control.corner += 1.0 - value_of(
            control.corner
        )  # changed in place, so that the derivatives of the value are kept
    act_after(elements.sliding, value_of(control.corner))
    if control.nudged == 0 and control.turns_sides == 1 and value_of(end) == value_of(control.looked_to):
        exchange_sides(model, elements, state)
        update_signals(model, behind, state)
        put_element_slopes(model, behind, state, elements.slopes)
    else:
        _put_jump(model, system, control, elements, row, state, work.jump)
    add_slopes(control.corner * control.h, elements.jump_slopes, elements)
    for i in range(work.b.shape[0]):
        work.b[i] = control.h * control.h * work.jump[i]
