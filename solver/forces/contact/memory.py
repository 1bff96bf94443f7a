"""The memory of contacts from one accepted step to the next: the speed of the impact, and whether they are closed.

Only an integrator that locates switches decides who is closed (solver/forces/switches.py); elsewhere the sign of the gap does.
An integrator with steps of a fixed size asks how long the next one may be (duration.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.contacts.law import impact_speed
from rbsolve.solver.contacts.nearness import changes_no_memory
from rbsolve.solver.contacts.touch import face_at_points, sliding_of
from rbsolve.solver.forces.contact.duration import limit_step
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import CLOSED, IS_CLOSED, LEAST_SPEED, LOCATES, OPEN, RATE, SPEED, STEP

if TYPE_CHECKING:
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def closing(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State, watch: Floats
) -> None:
    """The memory of a point: the speed of its impact, and whether it is closed."""
    if touch.gap >= 0.0:
        state.contact[i, SPEED] = 0.0
    if touch.gap < 0.0 or watch[STEP] > 0.0:
        rate, sliding = sliding_of(touch, probe, solid, state)
        if touch.gap < 0.0:
            state.contact[i, SPEED] = impact_speed(contacts.law[k, LEAST_SPEED], -rate, state.contact[i, SPEED])
        if watch[STEP] > 0.0:
            limit_step(contacts, k, i, touch, rate, sliding, (probe, solid), state)
            state.contact[i, RATE] = rate
    if watch[LOCATES] != 0.0:
        state.contact[i, IS_CLOSED] = CLOSED if touch.gap < 0.0 else OPEN


accept = face_at_points(closing, changes_no_memory)
