"""The records of contacts. All contacts of a model are of the same kind: with stiction if any of them has stiction,
otherwise without.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rbsolve.solver.contacts.nearness import apart
from rbsolve.solver.forces.contact import force, memory, stiction, tangent
from rbsolve.solver.forces.contact.blocks import CONTACT as BLOCK
from rbsolve.solver.forces.kind import ForceKind
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, Model, State
from rbsolve.solver.model.flat import Ints


def sticks(model: Model) -> bool:
    """Return whether some contact has stiction. All contacts are then of the kind with stiction."""
    return bool(np.any(model.contacts.law[:, BRISTLE_STIFFNESS]))


@subroutine
def _is_apart(model: Model, i: int, state: State) -> bool:
    return apart(model.contacts, i, state) > 0.0


def _contact_kind(name: str, stick: bool, **faces: Any) -> ForceKind:
    def bodies(model: Model) -> tuple[Ints, Ints]:
        count = len(model.contacts.body0) if sticks(model) == stick else 0
        return model.contacts.body0[:count], model.contacts.body1[:count]

    return ForceKind(
        name=name,
        plural=name.replace("contact", "contacts"),
        block=BLOCK,
        count=lambda model: len(bodies(model)[0]),
        bodies=bodies,
        stores_by_sensors=True,
        is_idle=_is_apart,
        **faces,
    )


CONTACT = _contact_kind("contact", stick=False, apply=force.apply, tangent=tangent.tangent, accept=memory.accept)
STICKING_CONTACT = _contact_kind(
    "contact with stiction", stick=True, apply=stiction.apply, tangent=stiction.tangent, accept=stiction.accept
)
