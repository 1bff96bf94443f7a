"""Treats jumps of inputs. A program can set signals of type EXTERNAL between two fixed steps.

The accelerations that the method stores belong to the old inputs. They change by the jump, as at the jump of a signal
(signal_jumps.py). Before the step, the forces with the old and with the new inputs are known, but not the matrix. The
jump is therefore applied when the first iterate of the step has provided the matrix. In this iterate, the bodies are
still at the start of the step. Afterwards, the step begins again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.compiler.subroutines import call6
from rbsolve.solver.integrators.generalized_alpha.body_coordinates import TREE, start_correction
from rbsolve.solver.integrators.generalized_alpha.control import READY
from rbsolve.solver.integrators.generalized_alpha.impulses import before_jump
from rbsolve.solver.integrators.generalized_alpha.records import WIDTH
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import follow_jump, shift_accelerations
from rbsolve.solver.joints.kernels import prescribed_power
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import IS_DRIVEN, POWER
from rbsolve.solver.model.energy_flow import NO_CORNER, end_step
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.registry import CODES

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.parts import Parts
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Ints

EXTERNAL = CODES["EXTERNAL"]


def has_inputs(model: Model) -> bool:
    """Return whether a program can set signals that affect forces."""
    return bool(np.any(model.signals.kind[influential_signals(model)] == EXTERNAL))


@subroutine
def find_input_jump(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Evaluate the signals with the new inputs, at an accepted state with the signals of the old inputs. If forces jump
    (`control.waits`), store their jump.
    """
    for k in range(elements.x.shape[0]):
        elements.slopes[k] = elements.slope[k]
    follow_jump(model, system, control, elements, state, work)
    control.waits, control.power = control.jumped, state.watch[POWER]
    for i in range(work.b.shape[0]):
        work.jump[i] = work.b[i] / (control.h * control.h)


@subroutine
def look_at_inputs(model: Model, parts: Parts, control: Control, state: State) -> None:
    """Before a step, find the jump of the forces if inputs have changed. If the method restarts, no jump is needed."""
    if control.moved == 1 and control.afresh == 0 and parts.system is not None and parts.entries.find_input_jump != 0:
        call6(parts.entries.find_input_jump, model, parts.system, control, parts.elements, state, parts.work)
    control.moved = 0


@part
def stay(free: Ints, body: BodyRecords) -> None:
    """Replace the predicted motion by the motion at the start of the step."""
    for b in range(body.q.shape[0] - 1):
        for k in range(WIDTH):
            body.start_d[b, k] = 0.0
            body.start_v[b, k], body.start_derivative[b, k] = body.v[b, k], body.derivative[b, k]
        if free[b] != TREE:
            start_correction(free[b], b, body)


@subroutine
def apply_input_jump(model: Model, parts: Parts, system: LinearSystem, control: Control, state: State) -> None:
    """Add the jump to the stored accelerations. It is computed with the matrix of the first iterate. The step then
    begins again.
    """
    work, start = parts.work, before_jump(control) - control.h
    for i in range(work.b.shape[0]):
        work.b[i] = control.h * control.h * work.jump[i]
    shift_accelerations(parts, system, control, state)
    control.waits, control.corner, control.switched = 0, 0.0, 1
    control.stage, control.contraction = READY, 1.0
    if parts.entries.jump_reactions != 0:
        call6(parts.entries.jump_reactions, model, system, control, parts.elements, state, work)
    power = control.power
    if state.watch[IS_DRIVEN] != 0.0:
        power += prescribed_power(model, start, work.history[0])
    end_step(state.watch, 0.0, power, NO_CORNER)
