"""Treats jumps of signals. Samples jump at the ends of fixed steps, and hystereses switch within steps.

The forces after a jump differ from the forces before it by `dF`. Without a correction, Newmark's formulas would
extrapolate the accelerations of the previous steps. This would spread the jump over the next steps, and cause an error
of velocities proportional to the step size. Therefore all stored accelerations change by `da`, and the multipliers by
`dlambda`. These changes satisfy

    M da + J^T dlambda = dF,    J da = 0.

The method then continues on a smooth motion and still damps fast components. The matrix is the matrix of the last
iterate, with `M + h C + h^2 K` in place of M. The error of `da` is therefore proportional to the step size, and the
error of velocities to its square. Stiff components change very little, so they do not start to oscillate as they would
after a restart of the method.

A signal may slide along its switch (integrators/sliding.py). Its side then jumps at the start of the step, or where it
began to slide.

A hysteresis switches after the fraction `s` of a step of size h. This fraction follows from the distances of its input
from the threshold at both ends of the step, by linear interpolation. The step is then repeated with the hysteresis on
its new side. In the repetition, the initial positions are larger by `(s h)^2 da / 2`, and the initial velocities are
smaller by `s h da`. At the end of the step, the jump has thus acted for the time `(1 - s) h`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry.vector import transpose_vector
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.compiler.subroutines import call2, call4
from rbsolve.solver.forces.registry import apply_forces_alone
from rbsolve.solver.integrators.generalized_alpha.control import READY
from rbsolve.solver.integrators.generalized_alpha.equations import add_multipliers
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.start import move_velocities
from rbsolve.solver.integrators.sliding import (
    LATEST,
    SETTLED,
    act_after,
    begin_step,
    begin_to_slide,
    can_slide,
    judge_sliding,
)
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.linear_algebra.block_lu import solve
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.arrays import MARGIN, Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.model.rows import row9
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.evaluation import accept_signals, put_element_slopes, store_jumps, update_signals
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace

_LEVEL = CODES["LEVEL"]
COUNTED = 2  # value of `SignalStates.has_switched` for a level that passes several integers in a step
ROUNDS = 20  # largest number of rounds in which signals switch each other at the same time


def jumping_signals(model: Model) -> Ints:
    """Return the signals that jump at the ends of steps and affect forces, directly or through other signals. Inputs
    jump later, when a program sets them (input_jumps.py).
    """
    reached = influential_signals(model)
    kinds = [SIGNAL_KINDS[code] for code in model.signals.kind[reached].tolist()]
    jumps = [kind.jumps and kind.accept is not None for kind in kinds]
    late = np.isin(reached, model.signals.jumping_delays)
    return reached[np.array(jumps, dtype=bool) | late]


@subroutine
def put_margins(model: Model, t: float, margins: Floats, state: State) -> None:
    """Write the margin of each hysteresis to `margins`. The caller must evaluate all signals first."""
    for n in range(margins.shape[0]):
        state.watch[MARGIN] = math.inf
        call4(model.signals.margin[n], model, t, model.signals.switching[n], state)
        margins[n] = state.watch[MARGIN]


@subroutine
def note_margins(model: Model, control: Control, elements: SignalStates, state: State) -> None:
    """Store the margins at the start of a step. The caller must evaluate all signals first."""
    begin_step(elements.sliding)
    put_margins(model, control.time, elements.margin_before, state)
    for n in range(elements.has_switched.shape[0]):
        elements.has_switched[n] = 0


@subroutine
def _settle_switches(model: Model, t: float, elements: SignalStates, state: State) -> None:
    """Evaluate all signals and switch hystereses, until no other hysteresis has to switch."""
    for _ in range(ROUNDS):
        update_signals(model, t, state)
        put_margins(model, t, elements.margin, state)
        is_settled = True
        for n in range(elements.margin.shape[0]):
            if elements.margin[n] < 0.0:
                is_settled = False
                i = model.signals.switching[n]
                call4(model.signals.accept[i], model, t, i, state)
        if is_settled:
            return


@subroutine
def switch_at_jump(model: Model, t: float, elements: SignalStates, state: State) -> None:
    """Switch the signals that the jump of a function switches. `elements.margin` contains the margins before the jump;
    all signals must be evaluated after the jump.

    The state is the end of a step that was solved with the old sides. Within such a step, the jump can move the state
    so far that the margin is negative before the jump too. The jump then changes the margin by more than the motion
    did.
    """
    for _ in range(ROUNDS):
        is_settled = True
        for n in range(elements.margin.shape[0]):
            i = model.signals.switching[n]
            state.watch[MARGIN] = math.inf
            call4(model.signals.margin[n], model, t, i, state)
            if state.watch[MARGIN] < min(0.0, 2.0 * elements.margin[n]):
                is_settled = False
                call4(model.signals.accept[i], model, t, i, state)
        if is_settled:
            return
        update_signals(model, t, state)


@subroutine
def _keep_driving(elements: SignalStates, state: State) -> None:
    """Save the values of the signals that forces use directly."""
    for d in range(elements.driving.shape[0]):
        elements.kept[d] = state.signal[elements.driving[d]]


@subroutine
def add_forces(model: Model, system: LinearSystem, t: float, factor: float, state: State, b: Floats) -> None:
    """Add the applied forces at time `t`, times `factor`, to the right-hand side. The caller must have evaluated all
    signals.
    """
    apply_forces_alone(model, t, state)
    for n in range(model.bodies.mass.shape[0]):
        first = system.bodies[n, UNKNOWN]
        force = transpose_vector(row9(state.R, n), (state.force[n, 0], state.force[n, 1], state.force[n, 2]))
        for k in range(3):
            b[first + k] += factor * force[k]
            b[first + 3 + k] += factor * state.moment[n, k]


@subroutine
def _put_jump_of_forces(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Write h^2 dF to the right-hand side. Afterwards, the state contains the forces after the jump."""
    driving, kept, b = elements.driving, elements.kept, work.b
    for i in range(b.shape[0]):
        b[i] = 0.0
    for side in range(2):
        for d in range(driving.shape[0]):
            kept[d], state.signal[driving[d]] = state.signal[driving[d]], kept[d]
        factor = control.h * control.h * (1.0 if side == 1 else -1.0)
        add_forces(model, system, control.time, factor, state, b)


@subroutine
def _put_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Set `control.jumped` to whether the saved signals differ from the signals in the state. If they differ, write the
    jump of the forces to the right-hand side.
    """
    control.jumped = 0
    for d in range(elements.driving.shape[0]):
        if state.signal[elements.driving[d]] != elements.kept[d]:
            control.jumped = 1
    if control.jumped == 1:
        _put_jump_of_forces(model, system, control, elements, state, work)


@subroutine
def shift_slopes(model: Model, t: float, late: float, elements: SignalStates, state: State) -> None:
    """Change the stored slopes of signal states to the slopes for the signals in the state. `late` is the time [s] from
    the start of the step to the jump.
    """
    for k in range(elements.x.shape[0]):
        elements.start_slope[k] = elements.slopes[k]
    put_element_slopes(model, t, state, elements.slopes)
    for k in range(elements.x.shape[0]):
        elements.start_slope[k] = elements.slopes[k] - elements.start_slope[k]
    add_slopes(late, elements.start_slope, elements)


@subroutine
def add_slopes(late: float, change: Floats, elements: SignalStates) -> None:
    """Add changes (nx,) to the stored slopes of signal states, from the time `late` [s] after the start of the step."""
    for k in range(elements.x.shape[0]):
        elements.x[k] -= late * change[k]
        elements.slope[k] += change[k]
        elements.before[k] += change[k]
        elements.auxiliary[k] += change[k]


@subroutine
def exchange_sides(model: Model, elements: SignalStates, state: State) -> None:
    """Exchange the memories of signals that switch with `elements.sides`."""
    signals, place = model.signals, 0
    for n in range(elements.margin.shape[0]):
        i = signals.switching[n]
        for k in range(signals.first_memory[i], signals.first_memory[i + 1]):
            kept = state.memory[k]
            state.memory[k] = elements.sides[place]
            elements.sides[place] = kept
            place += 1


@subroutine
def keeps_sides(model: Model, elements: SignalStates, state: State) -> bool:
    """Return whether the memories of signals that switch are equal to `elements.sides`."""
    place = 0
    for n in range(elements.margin.shape[0]):
        i = model.signals.switching[n]
        for k in range(model.signals.first_memory[i], model.signals.first_memory[i + 1]):
            if state.memory[k] != elements.sides[place]:
                return False
            place += 1
    return True


@subroutine
def keep_sides(model: Model, elements: SignalStates, state: State) -> None:
    """Copy the memories of signals that switch to `elements.sides`."""
    place = 0
    for n in range(elements.margin.shape[0]):
        i = model.signals.switching[n]
        for k in range(model.signals.first_memory[i], model.signals.first_memory[i + 1]):
            elements.sides[place] = state.memory[k]
            place += 1


@subroutine
def remember_signals(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Update the memories of signals after an accepted step. If forces jump (`control.jumped`), write their jump to the
    right-hand side.
    """
    _keep_driving(elements, state)
    accept_signals(model, control.time, state)
    _continue_behind_jump(model, system, control, elements, state, work)


@subroutine
def follow_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Evaluate the signals after a change of memories. If forces jump (`control.jumped`), write their jump to the
    right-hand side. The state contains the signals before the change.
    """
    _keep_driving(elements, state)
    _continue_behind_jump(model, system, control, elements, state, work)


@subroutine
def _continue_behind_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    _settle_switches(model, control.time, elements, state)
    store_jumps(model, control.time, state)
    note_margins(model, control, elements, state)
    shift_slopes(model, control.time, 0.0, elements, state)
    _put_jump(model, system, control, elements, state, work)


@subroutine
def _passes_several(model: Model, elements: SignalStates, n: int) -> bool:
    """Return whether a LEVEL signal passes several integers in a step."""
    is_level: bool = elements.margin[n] < -1.0 and model.signals.kind[model.signals.switching[n]] == _LEVEL
    return is_level


@subroutine
def _first_switch(model: Model, control: Control, elements: SignalStates, state: State) -> int:
    """Return the hysteresis that switches first in a step, or -1 if none switches. `control.corner` receives the
    fraction of the step before the switch. If a side switches back, it slides from its first switch.
    """
    first, soonest = -1, math.inf
    for n in range(elements.margin.shape[0]):
        if elements.margin[n] < 0.0:
            if elements.has_switched[n] == COUNTED:
                continue
            if elements.has_switched[n] == 1:
                if can_slide(model, elements.sliding, model.signals.switching[n]):
                    part = min(value_of(control.corner), LATEST)
                    begin_to_slide(model, elements.sliding, model.signals.switching[n], part, state)
                    return -1
                control.unlocated, control.restless = control.unlocated + 1, n
                return -1
            before = max(elements.margin_before[n], 0.0)
            part = before / (before - elements.margin[n])
            if _passes_several(model, elements, n):
                part = 0.5  # the mean time of the crossings
            if part < soonest:
                first, soonest = n, part
    if first >= 0:
        control.corner = soonest
    return first


@subroutine
def _slides_on(model: Model, control: Control, elements: SignalStates, state: State) -> bool:
    """Return whether the sides of signals that slide have changed. A solved step must then be repeated.
    `control.corner` receives the fraction of the step after which these sides act.
    """
    sliding = elements.sliding
    if sliding.progress.count == 0:
        return False
    part = sliding.progress.part
    if judge_sliding(model, sliding, value_of(control.h) * (1.0 - part), state) == SETTLED:
        return False
    control.corner = part
    return True


@subroutine
def find_switch(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Set `control.switched` to whether a hysteresis has switched in a solved step. If so, change its side and prepare
    the jump of the forces.
    """
    t = control.time
    control.switched = control.jumped = 0
    put_margins(model, t, elements.margin, state)
    _keep_driving(elements, state)
    n = -1
    if not _slides_on(model, control, elements, state):
        n = _first_switch(model, control, elements, state)
        if n < 0 and not _slides_on(model, control, elements, state):
            return
    control.switched = 1
    if n >= 0:
        elements.has_switched[n] = 1
        if _passes_several(model, elements, n):
            control.unlocated, control.restless = control.unlocated + 1, n
            elements.has_switched[n] = COUNTED
        act_after(elements.sliding, value_of(control.corner))
        i = model.signals.switching[n]
        call4(model.signals.accept[i], model, t, i, state)
    update_signals(model, t, state)
    shift_slopes(model, t, control.corner * control.h, elements, state)
    _put_jump(model, system, control, elements, state, work)


@subroutine
def shift_accelerations(parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Add the jump to the stored accelerations and multipliers. The right-hand side contains the jump of the forces."""
    work = parts.work
    solve(system.elimination, work.values, work.swaps, work.b)
    if parts.entries.apply_update != 0:
        call2(parts.entries.apply_update, parts.elements, work.b)
    for n in range(2):
        add_multipliers(system.joints, state.R, 1.0 / (control.h * control.h), work.b, work.history[n])
    for i in range(work.b.shape[0]):
        work.b[i] *= control.beta_1
    move_velocities(parts, system, state, work.body.derivative)
    move_velocities(parts, system, state, work.body.before)
    move_velocities(parts, system, state, work.body.auxiliary)


@subroutine
def take_again(parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Prepare the repetition of a step after a switch within it."""
    body, late = parts.work.body, control.corner * control.h
    if control.nudged == 0:
        for n in range(body.nudge.shape[0]):
            for k in range(WIDTH):
                body.nudge[n, k] = 0.0
    if control.jumped == 1:
        for n in range(body.v.shape[0]):
            for k in range(WIDTH):
                body.new_v[n, k] = body.derivative[n, k]
        shift_accelerations(parts, system, control, state)
        for n in range(body.v.shape[0]):
            for k in range(WIDTH):
                jump = body.derivative[n, k] - body.new_v[n, k]
                body.v[n, k] -= late * jump
                body.nudge[n, k] += 0.5 * late * late * jump
    control.nudged, control.stage, control.contraction = 1, READY, 1.0
