"""Detects whether a signal has passed the threshold of an event (@EVENT_DEFINITION)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def passes_threshold(model: Model, state: State) -> bool:
    """Return whether any signal has passed the threshold of its event, in the event's direction, since the last call.
    The caller must have evaluated all signals.

    If no signal has passed, `state.side` is updated for signals that passed in the other direction, or that started
    exactly at the threshold.
    """
    events = model.events
    found = False
    for k in range(state.side.shape[0]):
        beyond = state.signal[events.signal[k]] - events.threshold[k]
        side = 1.0 if beyond > 0.0 else -1.0 if beyond < 0.0 else 0.0
        if side * state.side[k] < 0.0 and events.direction[k] * side >= 0.0:
            found = True
        elif side != 0.0:
            state.side[k] = side
    return found
