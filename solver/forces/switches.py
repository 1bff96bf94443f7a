"""Switches: contacts and stops that close or open, and signals that switch. The run must find the times of these
changes.

An integrator that locates these times (solver/integrators/crossing.py) calls `settle` at accepted states to decide the
side of each switch. Within a step, each switch keeps its side, so the step is smooth. Every evaluation of the forces
writes the margin of the nearest switch to `State.watch[MARGIN]`. The margin is in metres for a contact, and in metres
or radians for a stop. For a hysteresis, the margin is the distance to the threshold divided by the distance between
both thresholds. The margin is negative if a switch has passed its threshold after its side was decided.

No sides are stored with integrators that locate no switches. With them, the sign of the gap decides at each evaluation,
and a signal switches at the end of a step.
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
from rbsolve.solver.signals.evaluation import accept_signals, update_signals, with_margins

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State

ROUNDS = 20  # largest number of iterations in which signals switch each other at one time


def with_switches(model: Model) -> Model:
    """Return the model for an integrator that locates switches."""
    model = model._replace(signals=with_margins(model))
    wanted = [(settle_stops, "stops of joints")] if has_stops(model.drives) else []
    addresses = addresses_of(wanted, layout_of(model), FLOAT, layout_of(empty_state(0)))
    return model._replace(entries=model.entries._replace(switches=np.array(addresses, dtype=np.int64)))


def has_switches(model: Model) -> bool:
    """Return whether any contact, stop or signal in a model from `with_switches` can switch."""
    return bool(len(model.contacts.end) or len(model.entries.switches) or len(model.signals.switching))


@subroutine
def settle(model: Model, t: float, state: State) -> None:
    """Advance switches, and the memories of forces and signals, to an accepted state. The caller must evaluate the
    forces again afterwards.
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
