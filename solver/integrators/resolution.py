"""Steps of a fixed size and what they have to resolve: impacts, and forces too stiff for an explicit method.

Contacts say at each accepted state how long the next step may be (`State.watch`); a step that is longer is taken in parts (parts.py).
"""

from __future__ import annotations

import numpy as np

from rbsolve.solver.integrators.parts import MOST_LEVELS
from rbsolve.solver.model.arrays import LONGEST, NOW, STABLE, STEP, WEIGHT, State
from rbsolve.solver.model.compiled import CompiledModel
from rbsolve.solver.model.findings import NOTE, WARNING, Finding

SAFETY = 0.7  # of steps that are stable


def begin_resolving(state: State, compiled: CompiledModel, stable: float = 0.0) -> None:
    """Let what a state has know of the fixed steps of a run that begins there.

    `stable` is the largest product of a rate of decay and a step with which an explicit method is stable.
    """
    schedule, watch = compiled.schedule, state.watch
    last = (schedule.stop - schedule.time(schedule.intervals - 1)) / schedule.steps_last if schedule.intervals else 0.0
    watch[STEP] = max(schedule.spacing / schedule.steps_each, last)
    watch[STABLE] = SAFETY * stable
    watch[WEIGHT] = float(np.linalg.norm(compiled.model.gravity))
    watch[NOW], watch[LONGEST] = schedule.start, np.inf


def found_dividing(time: float, divided: int, unresolved: int, steps: int) -> tuple[Finding, ...]:
    """What to report of a run of some steps, of which some were divided, and parts were longer than they may be."""
    found = []
    if divided:
        told = (
            f"{divided} of {steps} steps were too long for impacts in them, and were taken in parts that resolve these"
        )
        found.append(Finding(time, NOTE, "impacts-in-parts", told))
    if unresolved:
        told = (
            f"{unresolved} times a contact was so stiff for its mass that {2**MOST_LEVELS} parts of a step do not resolve it: impacts may "
            "be wrong, and make energy. Give it less stiffness, or the bodies more mass"
        )
        found.append(Finding(time, WARNING, "unresolved-impacts", told))
    return tuple(found)
