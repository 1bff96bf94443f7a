"""Contacts in the search for an equilibrium: which of their points let go."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rbsolve.solver.forces.contact.stiction import grips
from rbsolve.solver.model.arrays import BRISTLE_STIFFNESS, STATIC, Contacts, Floats, State
from rbsolve.solver.model.compiled import CompiledModel

AT_LIMIT = 1e-6  # of the most that friction holds


class Grip(NamedTuple):
    """How the points (np) of contacts hold along their surfaces."""

    presses: NDArray[np.bool_]
    most: Floats
    """What friction holds [N]."""
    sticks: NDArray[np.bool_]
    """Whether it has a bristle, which may give all of that at rest."""
    slips: NDArray[np.bool_]
    """Whether it gives all it can."""


def grip(contacts: Contacts, state: State) -> Grip:
    """Of the points in a state at rest."""
    forces = np.zeros((len(contacts.end), 2))
    grips(contacts, state, forces)
    normal, along = forces.T
    law = np.repeat(contacts.law, np.diff(contacts.first), axis=0)
    most, sticks = law[:, STATIC] * normal, law[:, BRISTLE_STIFFNESS] > 0.0
    return Grip(normal > 0.0, most, sticks, sticks & (normal > 0.0) & (along >= (1.0 - AT_LIMIT) * most))


def letting_go(compiled: CompiledModel, state: State) -> str:
    """What is to be said of contacts that press and do not hold what pulls along them; nothing where all hold."""
    contacts = compiled.model.contacts
    if not len(contacts.body0):
        return ""
    points, law = grip(contacts, state), contacts.law
    told = []
    for k, block in enumerate(compiled.description.all_of("CONTACT")):
        pressing = np.arange(contacts.first[k], contacts.first[k + 1])
        pressing = pressing[points.presses[pressing]]
        if not len(pressing) or law[k, STATIC] == 0.0:
            continue
        if not points.sticks[pressing[0]]:
            told.append(f"contact {block.name} holds nothing along its surface at rest without @STICTION")
        elif np.all(points.slips[pressing]):
            most, where = (
                float(np.sum(points.most[pressing])),
                "there" if len(pressing) == 1 else f"at its {len(pressing)} points",
            )
            told.append(f"contact {block.name} slides, for friction {where} holds no more than {most:.4g} N")
    return "".join(f"; {text}" for text in told)
