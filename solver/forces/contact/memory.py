"""Stores what contacts remember from one accepted step to the next: the impact speed, and whether each contact is
closed.

Integrators that locate switches decide which points are closed (solver/forces/switches.py). With other integrators, the
sign of the gap decides. Integrators with fixed steps also read the limit of the next step (duration.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rbsolve.geometry.shapes.convex import RADIUS
from rbsolve.solver.contacts.law import impact_speed
from rbsolve.solver.contacts.nearness import changes_no_memory
from rbsolve.solver.contacts.neighbours import count_listed_ahead, make_list
from rbsolve.solver.contacts.touch import at_points, sliding_of
from rbsolve.solver.forces.contact.duration import limit_step
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    BURIED,
    BURIED_CONTACT,
    BURIED_TIME,
    CLOSED,
    IS_CLOSED,
    LEAST_SPEED,
    LOCATES,
    NOW,
    OPEN,
    RATE,
    SPEED,
    STEP,
)

if TYPE_CHECKING:
    from rbsolve.solver.contacts.touch import Touch
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _note_overlap(contacts: Contacts, k: int, i: int, gap: float, watch: Floats) -> None:
    """Store the largest amount by which the overlap of convex shapes exceeds their edge radii. If it is positive, the
    contact point may jump.
    """
    beyond = -gap - contacts.cores[contacts.core[i, 0], RADIUS] - contacts.cores[contacts.core[i, 1], RADIUS]
    if beyond > watch[BURIED]:
        watch[BURIED], watch[BURIED_CONTACT], watch[BURIED_TIME] = beyond, float(k), watch[NOW]


@subroutine
def remember(
    contacts: Contacts, k: int, i: int, touch: Touch, probe: int, solid: int, state: State, watch: Floats
) -> None:
    """Store the memory of a point: its impact speed, and whether the point is closed."""
    if touch.gap >= 0.0:
        state.contact[i, SPEED] = 0.0
    if touch.gap < 0.0 or watch[STEP] > 0.0:
        rate, sliding = sliding_of(touch, probe, solid, state)
        if touch.gap < 0.0 and contacts.core[i, 0] >= 0:
            _note_overlap(contacts, k, i, touch.gap, watch)
        if touch.gap < 0.0:
            state.contact[i, SPEED] = impact_speed(contacts.law[k, LEAST_SPEED], -rate, state.contact[i, SPEED])
        if watch[STEP] > 0.0:
            limit_step(contacts, k, i, touch, rate, sliding, (probe, solid), state)
            state.contact[i, RATE] = rate
    if watch[LOCATES] != 0.0:
        state.contact[i, IS_CLOSED] = CLOSED if touch.gap < 0.0 else OPEN


def face_of_memory(visit: Callable[..., None]) -> Callable[..., None]:
    """Return the entry of the loop over the points after an accepted step. The loop also updates the list of near
    contacts.
    """
    walk = at_points(visit, changes_no_memory, count_listed_ahead)

    @subroutine
    def face(model: Any, t: float, state: Any) -> None:
        is_over = state.near.shape[0] > 0 and count_listed_ahead(model.contacts, state) < 0
        walk(model.contacts, state, state.watch)
        if is_over:
            make_list(model.contacts, state)

    return face


accept = face_of_memory(remember)
