"""Events from their blocks, and the engines that can locate them."""

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
    """The arrays."""
    blocks = list(description.all_of("EVENT"))
    return Events(
        np.array([signals[block["SIGNAL_NAME"]] for block in blocks], dtype=np.int64),
        np.array([block["THRESHOLD"] for block in blocks], dtype=np.float64),
        np.array([_SIGNS[block["DIRECTION"]] for block in blocks], dtype=np.int64),
        np.array([block["TERMINATE"] for block in blocks], dtype=np.int64),
    )


def with_sides(model: Model, initial: State) -> State:
    """The state at the start with the initial sides of the signals of events."""
    events = model.events
    if len(events.signal) == 0:
        return initial
    return initial._replace(side=np.sign(initial.signal[events.signal] - events.threshold))


def check_events(description: Description, diagnostics: Diagnostics) -> None:
    """Refuse events in a deck that asks for equilibria. Integrators take steps, and refuse signals that they cannot carry. Events have no
    effect on the way to a linearization."""
    first, analysis = next(description.all_of("EVENT"), None), next(description.all_of("ANALYSIS"))
    if first is None or analysis["ANALYSIS_TYPE"] != STATIC:
        return
    message = "STATIC detects no events: it finds equilibria and has no steps in time"
    hint = "use ANALYSIS_TYPE DYNAMIC or KINEMATIC, or a sensor of the type SIGNAL"
    diagnostics.error(Code.INCOMPATIBLE_FORMULATION, message, first.span, hint)
