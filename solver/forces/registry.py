"""Applies all forces. `apply_forces` computes `state.force` and `state.moment`. Each kind of force is an entry, which
is compiled only if a model has forces of this kind.

Forces depend on signals, so `apply_forces` first updates the values of signals (solver/signals/evaluation.py).
"""

from __future__ import annotations

import math

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import before_use, layout_of
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.functions.evaluate import link_entries as linked_functions
from rbsolve.solver.joints.couplings.entries import link_entries as linked_joints
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BEFORE,
    IS_SHORT,
    IS_STIFF,
    LONGEST,
    MARGIN,
    NOW,
    POWER,
    Model,
    State,
    empty_state,
)
from rbsolve.solver.model.cases import as_in
from rbsolve.solver.signals.evaluation import link_entries as linked_signals
from rbsolve.solver.signals.evaluation import update_signals


def link_entries(model: Model) -> Model:
    """Return the model with the addresses of the entries that it needs."""
    model = model._replace(functions=linked_functions(model.functions))
    model = linked_signals(model)
    wanted = [(kind.apply, kind.plural) for kind in KINDS if kind.count(model)]
    layouts = layout_of(model), FLOAT, layout_of(as_in(model.gravity, empty_state(0)))
    forces = addresses_of(wanted, *layouts)
    remembering = [(kind.accept, f"memory of {kind.plural}") for kind in KINDS if kind.accept and kind.count(model)]
    accepts = addresses_of(remembering, *layouts)
    entries = model.entries._replace(forces=np.array(forces, dtype=np.int64), accepts=np.array(accepts, dtype=np.int64))
    return model._replace(entries=entries, joints=linked_joints(model.joints))


before_use(Model, link_entries)
before_use(State, lambda state: state)  # one kernel receives several states in turn


@subroutine
def apply_forces(model: Model, t: float, state: State) -> None:
    """Evaluate all signals, then the resultants of all applied forces, at the time `t` [s] and the poses and velocities
    in `state`.

    `State.watch` receives the power of the non-conservative forces, and the margin of the nearest switch.
    """
    _clear(state)
    update_signals(model, t, state)
    _add(model, t, state)


@subroutine
def apply_forces_alone(model: Model, t: float, state: State) -> None:
    """Evaluate the resultants of all applied forces from the current signal values in `state`."""
    _clear(state)
    _add(model, t, state)


@subroutine
def _clear(state: State) -> None:
    """Reset the resultants and the margin of the nearest switch."""
    state.watch[MARGIN], state.watch[POWER] = math.inf, 0.0
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = 0.0
            state.moment[b, k] = 0.0


@subroutine
def _add(model: Model, t: float, state: State) -> None:
    """Add the wrenches of each kind of force."""
    for i in range(model.entries.forces.shape[0]):
        call3(model.entries.forces[i], model, t, state)


def remembers(model: Model) -> bool:
    """Return whether any force of the model has memory between steps."""
    return any(kind.accept and kind.count(model) for kind in KINDS)


@subroutine
def accept_forces(model: Model, t: float, state: State) -> None:
    """Update the memories of forces in an accepted state, and write the limit of the next step to `State.watch`."""
    watch = state.watch
    watch[BEFORE], watch[NOW] = watch[NOW], t
    watch[LONGEST], watch[IS_SHORT], watch[IS_STIFF] = math.inf, 0.0, 0.0
    for i in range(model.entries.accepts.shape[0]):
        call3(model.entries.accepts[i], model, t, state)
    for i in range(model.entries.limits.shape[0]):
        call3(model.entries.limits[i], model, t, state)
