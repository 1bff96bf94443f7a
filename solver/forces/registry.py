"""All applied forces: `apply_forces` fills `state.force` and `state.moment`. Each kind is an entry, compiled when a model has it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import before_use, layout_of
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.functions.evaluate import linked as linked_functions
from rbsolve.solver.joints.couplings.entries import linked as linked_joints
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
from rbsolve.solver.signals.evaluation import evaluate_signals, lower_margins
from rbsolve.solver.signals.evaluation import linked as linked_signals


def _signals(model: Any, t: float, state: Any) -> None:
    """The entry of the signals, which forces read."""
    evaluate_signals(model, t, state)
    lower_margins(model, t, state)


def linked(model: Model) -> Model:
    """The model with the addresses of the entries that it needs."""
    model = model._replace(functions=linked_functions(model.functions))
    model = linked_signals(model)
    first = [(_signals, "signals")] if len(model.signals.kind) else []
    wanted = [*first, *((kind.apply, kind.plural) for kind in KINDS if kind.count(model))]
    layouts = layout_of(model), FLOAT, layout_of(as_in(model.gravity, empty_state(0)))
    forces = addresses_of(wanted, *layouts)
    remembering = [(kind.accept, f"memory of {kind.plural}") for kind in KINDS if kind.accept and kind.count(model)]
    accepts = addresses_of(remembering, *layouts)
    entries = model.entries._replace(forces=np.array(forces, dtype=np.int64), accepts=np.array(accepts, dtype=np.int64))
    return model._replace(entries=entries, joints=linked_joints(model.joints))


before_use(Model, linked)
before_use(State, lambda state: state)  # which one kernel is given after the other


@subroutine
def update_signals(model: Model, t: float, state: State) -> None:
    """The values of the signals of a model that has some: their entry stands before those of the forces."""
    call3(model.entries.forces[0], model, t, state)


@subroutine
def apply_forces(model: Model, t: float, state: State) -> None:
    """Resultants of all applied forces at time `t` [s] for the poses and velocities in `state`, and the power of what keeps no energy."""
    add_forces(model, t, state, 0)


@subroutine
def add_forces(model: Model, t: float, state: State, first: int) -> None:
    """Resultants of the applied forces from entry number `first` on: 0 for all; 1 to keep the values that signals have."""
    state.watch[MARGIN], state.watch[POWER] = math.inf, 0.0
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = 0.0
            state.moment[b, k] = 0.0
    for i in range(first, model.entries.forces.shape[0]):
        call3(model.entries.forces[i], model, t, state)


def remembers(model: Model) -> bool:
    """Whether some force of the model remembers something from step to step."""
    return any(kind.accept and kind.count(model) for kind in KINDS)


@subroutine
def accept_forces(model: Model, t: float, state: State) -> None:
    """Let what forces remember move on to an accepted state, and say in `State.watch` how long a step from there may be."""
    watch = state.watch
    watch[BEFORE], watch[NOW] = watch[NOW], t
    watch[LONGEST], watch[IS_SHORT], watch[IS_STIFF] = math.inf, 0.0, 0.0
    for i in range(model.entries.accepts.shape[0]):
        call3(model.entries.accepts[i], model, t, state)
    for i in range(model.entries.limits.shape[0]):
        call3(model.entries.limits[i], model, t, state)
