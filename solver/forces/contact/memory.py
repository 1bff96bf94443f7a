"""What contacts remember from one accepted step to the next: the speed of the impact, and whether they are closed.

Only an integrator that locates impacts decides who is closed; elsewhere the sign of the gap does.
"""

from __future__ import annotations

import math

from rbsolve.solver.forces.contact.force import margin_of
from rbsolve.solver.forces.contact.law import impact_speed
from rbsolve.solver.forces.contact.touch import ends_of, sliding_of, touch_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import CLOSED, IS_CLOSED, LEAST_SPEED, LOCATES, MARGIN, OPEN, SPEED


@subroutine
def accept(model, t, state):
    """Move the memory on to an accepted state."""
    contacts = model.contacts
    margin = math.inf
    for k in range(contacts.body0.shape[0]):
        for i in range(contacts.first[k], contacts.first[k + 1]):
            probe, solid = ends_of(contacts, k, i)
            touch = touch_of(contacts, i, probe, solid, state)
            if touch.gap < 0.0:
                rate, _ = sliding_of(touch, probe, solid, state)
                state.contact[i, SPEED] = impact_speed(contacts.law[k, LEAST_SPEED], -rate, state.contact[i, SPEED])
            else:
                state.contact[i, SPEED] = 0.0
            if state.watch[LOCATES] != 0.0:
                state.contact[i, IS_CLOSED] = CLOSED if touch.gap < 0.0 else OPEN
                margin = min(margin, margin_of(state, i, touch.gap))
    state.watch[MARGIN] = margin
