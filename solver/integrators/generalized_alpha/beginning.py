"""Begins a step, or a part of a step. The module sets the size of the step and starts its iteration, or returns the
reason to leave the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.integrators.divided_steps import PARTS, divide
from rbsolve.solver.integrators.generalized_alpha.adaptive import begin_step, start_again
from rbsolve.solver.integrators.generalized_alpha.control import AFRESH, BEGUN, CROSSED, FINISHED, RUNNING
from rbsolve.solver.integrators.generalized_alpha.function_jumps import look_ahead
from rbsolve.solver.integrators.generalized_alpha.impulses import (
    FORCE,
    begin_afresh,
    begin_behind_jump,
    begin_piece,
    mark_jump,
)
from rbsolve.solver.integrators.generalized_alpha.step import begin_part
from rbsolve.solver.kernel import part
from rbsolve.solver.model.arrays import IS_SHORT, LONGEST
from rbsolve.solver.signals.crossings import passes_threshold
from rbsolve.solver.signals.evaluation import update_signals

if TYPE_CHECKING:
    from rbsolve.solver.integrators.generalized_alpha.parts import Run
    from rbsolve.solver.integrators.generalized_alpha.records import BodyRecords
    from rbsolve.solver.integrators.generalized_alpha.step_size import Adaptive
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.chunk import Chunk


MOST_GROWTH = 2.0 + 1e-9  # largest ratio of the size of a part to the size of the previous part


@part
def begin(
    model: Model, adaptive: Adaptive | None, run: Run, state: State, chunk: Chunk, body: BodyRecords
) -> tuple[int, float, float]:
    """Set up the next part of a step. Return BEGUN, AFRESH or the reason to end the call, followed by two growth
    factors.

    The factors are the size of the part relative to the last accepted step, and relative to the last started step.
    """
    times, steps, control = run.times, run.steps, run.control
    if state.side.shape[0] > 0 and control.arrived == 1:
        control.arrived = 0
        update_signals(model, control.time, state)
        if passes_threshold(model, state):
            return CROSSED, 1.0, 1.0
    interval = control.interval
    is_row_due = adaptive is not None and control.afresh == FORCE and adaptive.size.lands == 1
    if interval == steps.shape[0] and not is_row_due:
        return FINISHED, 1.0, 1.0
    if control.afresh > 0:
        if adaptive is None:
            h = begin_piece(model, run)[1]
        else:
            start_again(adaptive, times, control, body)
            adaptive.size.row_due, h = int(is_row_due), control.h
        if control.afresh == FORCE:
            begin_behind_jump(control)
        else:
            begin_afresh(control, h)
        return AFRESH, 1.0, 1.0
    if control.switched == 1:  # after the switch of a hysteresis, the same part is repeated
        control.switched, control.tries = 0, control.tries + 1
    elif control.level == 0 and control.is_cut == 0 and (adaptive is None or adaptive.size.tries == 0):
        if control.budget <= 0 or chunk.count[0] == chunk.time.shape[0]:
            return RUNNING, 1.0, 1.0
        control.budget -= 1
        control.tries = PARTS
    if control.tries == 0:
        return RUNNING, 1.0, 1.0
    control.tries -= 1
    if adaptive is not None:
        growth, resized = begin_step(model.functions, adaptive, times, control, body)
        mark_jump(model, control)
        return BEGUN, growth, resized
    start, h = begin_piece(model, run)
    if divide(control, h, min(state.watch[LONGEST], MOST_GROWTH * control.last_h)) and state.watch[IS_SHORT] != 0.0:
        control.divided += 1
    growth = begin_part(start, h, control, body)
    if model.functions.jumps.shape[0] > 0:
        look_ahead(model, control, start + control.part * control.h, state)
    return BEGUN, growth, growth
