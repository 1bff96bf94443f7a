"""The resultants of a step of ENERGY_MOMENTUM, from the discrete gradients of a model's forces. Each kind of force has
one entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from rbsolve.solver.compiler.entries import addresses_of
from rbsolve.solver.compiler.layouts import FLOAT
from rbsolve.solver.compiler.records import layout_of, memoize
from rbsolve.solver.compiler.subroutines import call6
from rbsolve.solver.forces.catalogue import KINDS
from rbsolve.solver.forces.discrete import arms
from rbsolve.solver.functions.evaluate import link_entries as linked_functions
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import Model, empty_state

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State


@memoize
def with_discrete_gradients(model: Model, between: bool) -> Model:
    """Return the model with the addresses of the entries that `apply_discrete` calls. With `between`, the entries are
    for forces between bodies.
    """
    model = model._replace(functions=linked_functions(model.functions))
    arm = arms.mean if between else arms.in_the_middle
    wanted = []
    for kind in KINDS:
        if kind.count(model):
            if kind.discrete_gradient is None:
                raise TypeError(f"{kind.plural} have no discrete gradient")  # an earlier check refuses these forces
            wanted.append((kind.discrete_gradient(arm), f"discrete gradients of {kind.plural}"))
    state = layout_of(empty_state(0))
    addresses = addresses_of(wanted, layout_of(model), FLOAT, FLOAT, state, state, state)
    return model._replace(entries=model.entries._replace(discrete=np.array(addresses, dtype=np.int64)))


@subroutine
def apply_discrete(model: Model, t: float, h: float, start: State, middle: State, end: State) -> None:
    """Compute the resultants in `middle` for a step of size `h` about time `t`, from the state `start` to the state
    `end`. The model must come from `with_discrete_gradients`.
    """
    for b in range(middle.force.shape[0]):
        for k in range(3):
            middle.force[b, k] = 0.0
            middle.moment[b, k] = 0.0
    for i in range(model.entries.discrete.shape[0]):
        call6(model.entries.discrete[i], model, t, h, start, middle, end)
