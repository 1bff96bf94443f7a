"""Lists of contacts that may touch soon. With a list, loops over many contacts skip all other pairs (Verlet, Physical
Review 159, 1967).

A list contains all contacts whose bodies are closer than their reach plus a skin, and all contacts with a memory. A
list is valid while no body has moved by more than half the skin. During this time no other contact can touch, so loops
skip the other contacts without any arithmetic. Lists are built after accepted steps. A new list requires one distance
for each pair, but is needed only once in many steps. Lists do not change results, because skipped contacts have no
effect (nearness.py).

Methods that locate switches must know the nearest switch. The gap of an unlisted contact is at least the remaining part
of the skin. Unlisted contacts are therefore evaluated only if no listed contact is nearer than this remaining part.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from rbsolve.solver.contacts.nearness import AHEAD
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import CLOSED, HOLDS, IS_CLOSED, LOCATES, MARGIN, SPEED, STEP, WEIGHT

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State

LEAST = 64
"""Smallest number of contacts for which a model has a list."""
SKIN = 0.25  # smallest skin, relative to the mean reach
SPARE = 2.5  # smallest skin, relative to the distance moved in the next steps, so that lists stay valid for longer
SURE = 0.999  # usable fraction of the skin; the rest allows for the round-off of distances
_SKIN, _REACH = 0, 1


def empty_list(bodies: int, pairs: int) -> dict[str, Any]:
    """Return the list of a new state, which is not valid yet. For a model with few contacts, return an empty list.
    `bodies` includes GROUND, and `pairs` is the number of contacts.
    """
    if pairs < LEAST:
        return {}
    return {"near": np.full(1 + pairs, -1.0), "near_at": np.zeros((bodies + 1, 3))}


@subroutine
def _remaining_skin(state: State) -> float:
    """Return the remaining part of the skin of the list [m]. This part is negative if the list is not valid."""
    if state.near.shape[0] == 0 or state.near[0] < 0.0:
        return -1.0
    most = 0.0
    for b in range(state.x.shape[0]):
        d0, d1, d2 = (
            state.x[b, 0] - state.near_at[b, 0],
            state.x[b, 1] - state.near_at[b, 1],
            state.x[b, 2] - state.near_at[b, 2],
        )
        most = max(most, d0 * d0 + d1 * d1 + d2 * d2)
    remaining: float = SURE * state.near_at[state.x.shape[0], _SKIN] - 2.0 * math.sqrt(most)
    return remaining


@subroutine
def _way_ahead(reach: float, state: State) -> float:
    """Return an upper bound of the relative displacement of particles of two bodies in the next steps [m]."""
    watch = state.watch
    if watch[STEP] <= 0.0:
        return 0.0
    u, w = 0.0, 0.0
    for b in range(state.x.shape[0]):
        u = max(u, state.u[b, 0] ** 2 + state.u[b, 1] ** 2 + state.u[b, 2] ** 2)
        w = max(w, state.w[b, 0] ** 2 + state.w[b, 1] ** 2 + state.w[b, 2] ** 2)
    fastest = 2.0 * (math.sqrt(u) + reach * math.sqrt(w)) + AHEAD * watch[STEP] * watch[WEIGHT]
    way: float = AHEAD * watch[STEP] * fastest
    return way


@subroutine
def count_listed(contacts: Contacts, state: State) -> int:
    """Return the number of listed contacts, which may exert forces, or -1 if the list is not valid."""
    return int(state.near[0]) if _remaining_skin(state) >= 0.0 else -1


@subroutine
def hides_nearest(contacts: Contacts, state: State) -> bool:
    """Return whether an unlisted contact may have the nearest switch. The caller must have evaluated all listed
    contacts.
    """
    hides: bool = state.watch[LOCATES] != 0.0 and state.watch[MARGIN] > _remaining_skin(state)
    return hides


@subroutine
def count_listed_ahead(contacts: Contacts, state: State) -> int:
    """Return the number of listed contacts if no unlisted contact can touch in the next steps
    (`nearness.changes_no_memory`). Otherwise return -1.
    """
    skin = _remaining_skin(state)
    if skin < 0.0:
        return -1
    return int(state.near[0]) if skin > _way_ahead(state.near_at[state.x.shape[0], _REACH], state) else -1


@subroutine
def _remembers(contacts: Contacts, k: int, state: State) -> bool:
    for i in range(contacts.first[k], contacts.first[k + 1]):
        if state.contact[i, SPEED] != 0.0 or state.contact[i, IS_CLOSED] == CLOSED:
            return True
        if state.bristle.shape[0] > 0 and state.bristle[i, HOLDS] != 0.0:
            return True
    return False


@part
def make_list(contacts: Contacts, state: State) -> None:
    """Make a new list, after all contacts have been evaluated for an accepted step."""
    bodies, pairs = state.x.shape[0], contacts.body0.shape[0]
    state.near[0] = -1.0
    total, count, longest = 0.0, 0, 0.0
    for k in range(pairs):
        if contacts.reach[k] < math.inf:
            total, count, longest = total + contacts.reach[k], count + 1, max(longest, contacts.reach[k])
    if count == 0:
        return
    skin = max(SKIN * total / count, SPARE * _way_ahead(longest, state))
    near = 0
    for k in range(pairs):
        a, b, reach = contacts.body0[k], contacts.body1[k], contacts.reach[k] + skin
        d0, d1, d2 = state.x[a, 0] - state.x[b, 0], state.x[a, 1] - state.x[b, 1], state.x[a, 2] - state.x[b, 2]
        if d0 * d0 + d1 * d1 + d2 * d2 <= reach * reach or _remembers(contacts, k, state):
            near += 1
            state.near[near] = float(k)
    for b in range(bodies):
        for n in range(3):
            state.near_at[b, n] = state.x[b, n]
    state.near_at[bodies, _SKIN], state.near_at[bodies, _REACH] = skin, longest
    state.near[0] = float(near)
