"""All force kinds: `apply_forces` fills `state.force` and `state.moment`. Each kind is an entry, compiled when a model has it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.records import FLOAT, before_use, layout_of
from rbsolve.solver.compiler.subroutines import call3
from rbsolve.solver.forces import bushing, dead_load, gravity, spring_damper
from rbsolve.solver.forces.pairs import PAIR_FORCES, apply_entry, present
from rbsolve.solver.functions.evaluate import linked as linked_functions
from rbsolve.solver.joints import drives
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Model, empty_state

# What adds the forces of a kind, what they are called, and whether a model has any; in the order in which they are added.
KINDS: tuple[tuple[Callable[..., None], str, Callable[[Model], bool]], ...] = (
    (gravity.apply, "gravity", lambda model: bool(np.any(model.gravity))),
    (dead_load.apply, "loads", lambda model: len(model.loads.body) > 0),
    (spring_damper.apply, "springs", lambda model: len(model.springs.body0) > 0),
    (bushing.apply, "bushings", lambda model: len(model.bushings.body0) > 0),
    (drives.apply, "drives of joints", lambda model: len(model.drives.joint) > 0),
)


_PAIRS = [apply_entry(code) for code in range(len(PAIR_FORCES))]


def linked(model: Model) -> Model:
    """The model with the addresses of the entries that it needs."""
    model = model._replace(functions=linked_functions(model.functions))
    wanted = [(apply, name) for apply, name, is_in in KINDS if is_in(model)]
    wanted += [(_PAIRS[code], f"{kind.name}s") for code, kind in present(model, PAIR_FORCES)]
    forces = addresses_of(wanted, layout_of(model), FLOAT, layout_of(empty_state(0)))
    return model._replace(entries=model.entries._replace(forces=np.array(forces, dtype=np.int64)))


before_use(Model, linked)


@subroutine
def apply_forces(model, t, state):
    """Resultants of all applied forces at time `t` [s] for the poses and velocities in `state`."""
    for b in range(state.force.shape[0]):
        for k in range(3):
            state.force[b, k] = 0.0
            state.moment[b, k] = 0.0
    for i in range(model.entries.forces.shape[0]):
        call3(model.entries.forces[i], model, t, state)
