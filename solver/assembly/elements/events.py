"""Creates the arrays of events. If an analysis cannot locate events, an error is reported."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from rbsolve.language.described import Description
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.recall import recallable
from rbsolve.parser.schema.events import BOTH, FALLING, RISING
from rbsolve.solver.model.analyses import STATIC
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.signals import Events

_SIGNS = {RISING: 1, FALLING: -1, BOTH: 0}


@recallable
def assemble_events(description: Description, signals: Mapping[str, int]) -> Events:
    """Return the arrays of all events."""
    blocks = list(description.all_of("EVENT"))
    return Events(
        np.array([signals[block["SIGNAL_NAME"]] for block in blocks], dtype=np.int64),
        np.array([block["THRESHOLD"] for block in blocks], dtype=np.float64),
        np.array([_SIGNS[block["DIRECTION"]] for block in blocks], dtype=np.int64),
        np.array([block["TERMINATE"] for block in blocks], dtype=np.int64),
    )


def with_sides(model: Model, initial: State) -> State:
    """Return the state at the start. It records on which side of its threshold each signal starts."""
    events = model.events
    if len(events.signal) == 0:
        return initial
    side = np.sign(initial.signal[events.signal] - events.threshold)
    # accelerations and reactions are not known yet
    side[np.isin(events.signal, model.signals.reactive)] = 0.0
    return initial._replace(side=side)


def check_events(description: Description, diagnostics: Diagnostics) -> None:
    """Report events in a deck that computes equilibria, because an equilibrium takes no steps in time.

    Integrators refuse signals that they do not support. Events have no effect on a linearization.
    """
    first, analysis = next(description.all_of("EVENT"), None), next(description.all_of("ANALYSIS"))
    if first is None or analysis["ANALYSIS_TYPE"] != STATIC:
        return
    message = "STATIC detects no events, because it finds equilibria and has no time steps"
    hint = "use ANALYSIS_TYPE DYNAMIC or KINEMATIC, or a sensor of the type SIGNAL"
    diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, first.span, hint)
