"""Evaluates signals that measure accelerations and reactions, from the accelerations and multipliers of each iterate.

Forces depend on such signals only through states or samples. Newton's matrix can therefore omit these signals, and the
iteration still converges. The neglected derivatives are proportional to the step divided by the time constant of the
lag.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.geometry.vector import matrix_vector
from rbsolve.solver.integrators.generalized_alpha.control import START_ROW
from rbsolve.solver.integrators.generalized_alpha.equations import add_multipliers
from rbsolve.solver.integrators.generalized_alpha.signal_jumps import shift_slopes
from rbsolve.solver.integrators.generalized_alpha.signal_states import keep_element_slopes
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.linear_algebra.elimination import UNKNOWN
from rbsolve.solver.model.rows import add_three, row9, set_three
from rbsolve.solver.signals.evaluation import update_reactive, update_signals

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.control import Control
    from rbsolve.solver.integrators.generalized_alpha.signal_states import SignalStates
    from rbsolve.solver.integrators.generalized_alpha.system import LinearSystem, Workspace
    from rbsolve.solver.model.arrays import Model, State


@part
def put_reactions(stage: int, state: State, work: Workspace) -> None:
    """Write the accelerations and multipliers of an iterate, of the start or of a row to the state."""
    for b in range(state.acceleration.shape[0] - 1):
        for k in range(6):
            state.acceleration[b, k] = work.body.acceleration[b, k]
    for r in range(state.multiplier.shape[0]):
        state.multiplier[r] = work.history[0, r] if stage == START_ROW else work.multipliers[r]


@subroutine
def start_reactions(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Evaluate the signals with the accelerations and multipliers of a solution at the start, and store the slopes of
    the states.
    """
    for b in range(state.acceleration.shape[0] - 1):
        first = system.bodies[b, UNKNOWN]
        set_three(state.acceleration, b, 0, matrix_vector(row9(state.R, b), three_of(work, first)))
        set_three(state.acceleration, b, 3, three_of(work, first + 3))
    for r in range(state.multiplier.shape[0]):
        state.multiplier[r] = work.multipliers[r]
    update_signals(model, control.time, state)
    keep_element_slopes(model, control.stage, control, elements, state)


@subroutine
def three_of(work: Workspace, first: int) -> tuple[float, float, float]:
    """Return three entries of a solution."""
    return work.b[first], work.b[first + 1], work.b[first + 2]


@subroutine
def jump_reactions(
    model: Model, system: LinearSystem, control: Control, elements: SignalStates, state: State, work: Workspace
) -> None:
    """Change accelerations, multipliers and slopes of states after a jump of forces. The solution contains the change
    of the accelerations.
    """
    for b in range(state.acceleration.shape[0] - 1):
        first = system.bodies[b, UNKNOWN]
        add_three(state.acceleration, b, 0, matrix_vector(row9(state.R, b), three_of(work, first)))
        add_three(state.acceleration, b, 3, three_of(work, first + 3))
    add_multipliers(system.joints, state.R, 1.0 / (control.h * control.h * control.beta_1), work.b, state.multiplier)
    update_reactive(model, control.time, state)
    late = control.corner * control.h if control.switched == 1 else 0.0
    shift_slopes(model, control.time, late, elements, state)
