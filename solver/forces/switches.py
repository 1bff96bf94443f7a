"""Manages switches. A switch is a contact or a stop that closes or opens, or a signal that switches. The run must find
the times of these changes.

An integrator that locates these times (solver/integrators/crossing.py) calls `settle` at accepted states to decide the
side of each switch. Within a step, each switch keeps its side. The motion within a step is therefore smooth. Every
evaluation of the forces writes the margin of the nearest switch to `State.watch[MARGIN]`. The margin is in metres for a
contact, and in metres or radians for a stop. For a hysteresis, the margin is the distance to the threshold divided by
the distance between both thresholds. The margin is negative if a switch has passed its threshold after its side was
decided.

With fixed steps, the side of a contact or stop is not stored. The sign of the gap decides at each evaluation. Signals
keep their side within a step. Explicit methods and generalized-alpha locate the switches of signals.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import layout_of
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.forces.registry import accept_forces
from rbsolve.solver.joints.drives import settle_stops
from rbsolve.solver.joints.resistance import has_stops
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import MARGIN, Model, empty_state
from rbsolve.solver.model.findings import WARNING, Finding
from rbsolve.solver.signals.driving import influential_signals
from rbsolve.solver.signals.evaluation import accept_signals, update_signals, with_margins
from rbsolve.solver.signals.interval import named_switch

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State
    from rbsolve.solver.model.compiled import CompiledModel

ROUNDS = 20  # largest number of iterations in which signals switch each other at the same time


def with_switches(model: Model) -> Model:
    """Return the model for an integrator that locates switches."""
    model = model._replace(signals=with_margins(model))
    wanted = [(settle_stops, "stops of joints")] if has_stops(model.drives) else []
    addresses = addresses_of(wanted, layout_of(model), FLOAT, layout_of(empty_state(0)))
    return model._replace(entries=model.entries._replace(switches=np.array(addresses, dtype=np.int64)))


def with_located_signals(model: Model) -> Model:
    """Return the model for fixed steps in which the switches of signals that affect forces are located."""
    return model._replace(signals=with_margins(model, influential_signals(model)))


def has_only_switches(model: Model) -> bool:
    """Return whether the memories of all signals change only at located switches."""
    first = model.signals.first_memory
    return set(np.flatnonzero(np.diff(first)).tolist()) <= set(model.signals.switching.tolist())


def findings_of_switches(
    compiled: CompiledModel, time: float, restless: int, unlocated: int, steps: int
) -> tuple[Finding, ...]:
    """Return the warning about signals that switch too often. In `unlocated` fixed steps, not all switches were
    located. `restless` is the index of the last such signal.
    """
    if not unlocated:
        return ()
    about = named_switch(list(compiled.signal_index)[restless])
    cure = "a smaller tolerance" if compiled.method.is_adaptive else "smaller steps, or a method with a tolerance"
    told = f"in {unlocated} of {steps} steps, it switched so often that not every switch was located. Use {cure}"
    return (Finding(time, WARNING, "unlocated-switches", told, object=about),)


def has_switches(model: Model) -> bool:
    """Return whether any contact, stop or signal in a model from `with_switches` can switch."""
    return bool(len(model.contacts.end) or len(model.entries.switches) or len(model.signals.switching))


@subroutine
def settle(model: Model, t: float, state: State) -> None:
    """Update switches, and the memories of forces and signals, in an accepted state. The caller must then evaluate the
    forces again.
    """
    accept_forces(model, t, state)
    for i in range(model.entries.switches.shape[0]):
        call3(model.entries.switches[i], model, t, state)
    for _ in range(ROUNDS if model.signals.switching.shape[0] > 0 else 0):
        accept_signals(model, t, state)
        state.watch[MARGIN] = math.inf
        update_signals(model, t, state)
        if state.watch[MARGIN] >= 0.0:
            break
