"""Finds contacts of shapes that are too far apart to touch. Loops over points of contact skip these contacts.

On each body, the shape of a contact is within a ball about the origin of the body frame. `Contacts.reach` is the sum of
both radii, or infinite for a plane. While the balls are apart, the contact costs only one comparison of a distance with
the reach. If the balls of two boxes overlap, an axis may still separate the boxes (geometry/shapes/box_pairs.py).
Skipping a contact changes no result, because its forces and derivatives are zero. The distance to its switch matters
only if no other switch is nearer.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from rbsolve.geometry.shapes.box_pairs import ROUNDING
from rbsolve.geometry.shapes.convex import EXTENT
from rbsolve.geometry.shapes.registry import SURFACES
from rbsolve.solver.contacts.boxes import faces_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import (
    CLOSED,
    HOLDS,
    IS_CLOSED,
    LOCATES,
    MARGIN,
    OPEN,
    RATE,
    SPEED,
    STEP,
    WEIGHT,
)

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Contacts, State
    from rbsolve.solver.model.flat import Floats

LARGER = 1.0 + 1e-9  # enlargement of the reach of a contact, to allow for the round-off of distances
AHEAD = 3.0  # a step skips a contact if its bodies cannot touch within this number of future steps
UNKNOWN = -1e100  # stored in place of the rate of a gap that was not computed


def reaches(contacts: Contacts) -> Floats:
    """Return the reach of each contact (nk,): the largest distance of body origins at which the shapes may touch [m]."""
    norms = np.linalg.norm
    half = np.where(contacts.feature < 0, contacts.half.max(axis=1, initial=0.0), norms(contacts.half, axis=1))
    extent = contacts.cores[:, EXTENT]
    is_convex = contacts.core[:, 0] >= 0
    half[is_convex] = extent[contacts.core[is_convex, 0]]
    probe = norms(contacts.centre, axis=1) + half + norms(contacts.slide, axis=1)
    radius = np.empty(len(probe))
    for code, surface in enumerate(SURFACES.values()):
        has_it = contacts.solid == code
        radius[has_it] = surface.radius(contacts.size[has_it])
    has_core = contacts.core[:, 1] >= 0
    radius[has_core] = extent[contacts.core[has_core, 1]]
    # The points of two boxes exert forces up to the border of their weights. This border is outside of the faces.
    probe += np.where(contacts.feature < 0, 0.0, 4.0 * ROUNDING * contacts.half.min(axis=1, initial=np.inf))
    both = np.stack([probe, norms(contacts.solid_centre, axis=1) + radius])
    both = np.where(contacts.end == 0, both, both[::-1])  # row 0 is for body 0, row 1 for body 1
    return LARGER * np.asarray(np.maximum.reduceat(both, contacts.first[:-1], axis=1).sum(axis=0))


@subroutine
def apart(contacts: Contacts, k: int, state: State) -> float:
    """Return a lower bound of the distance between the shapes of contact `k`, or 0 if they may touch."""
    a, b = contacts.body0[k], contacts.body1[k]
    d0, d1, d2 = state.x[a, 0] - state.x[b, 0], state.x[a, 1] - state.x[b, 1], state.x[a, 2] - state.x[b, 2]
    square, reach = d0 * d0 + d1 * d1 + d2 * d2, contacts.reach[k]
    if square > reach * reach:
        distance: float = math.sqrt(square) - reach
        return distance
    if contacts.feature[contacts.first[k]] >= 0 and reach < math.inf:
        return faces_of(contacts, k, state)[2]
    return 0.0


@subroutine
def changes_no_force(contacts: Contacts, k: int, state: State) -> bool:
    """Return whether contact `k` exerts no force and another switch is nearer than the switch of this contact."""
    gap = apart(contacts, k, state)
    if gap <= 0.0 or state.watch[LOCATES] == 0.0:
        return gap > 0.0
    for i in range(contacts.first[k], contacts.first[k + 1]):
        closed = state.contact[i, IS_CLOSED]
        if closed == CLOSED or (closed == OPEN and gap < state.watch[MARGIN]):
            return False
    return True


@subroutine
def changes_no_memory(contacts: Contacts, k: int, state: State) -> bool:
    """Return whether contact `k` has nothing to store after an accepted step and cannot close in the next steps."""
    gap, watch = apart(contacts, k, state), state.watch
    if gap <= 0.0 or (watch[STEP] > 0.0 and gap <= AHEAD * watch[STEP] * _fastest(contacts, k, state)):
        return False
    for i in range(contacts.first[k], contacts.first[k + 1]):
        if state.contact[i, SPEED] != 0.0 or (watch[LOCATES] != 0.0 and state.contact[i, IS_CLOSED] != OPEN):
            return False
        if state.bristle.shape[0] > 0 and state.bristle[i, HOLDS] != 0.0:
            return False
    for i in range(contacts.first[k], contacts.first[k + 1] if watch[STEP] > 0.0 else 0):
        state.contact[i, RATE] = UNKNOWN
    return True


@subroutine
def changes_no_bristle(contacts: Contacts, k: int, state: State) -> bool:
    """Return whether contact `k` is open and has no bristle to release."""
    if apart(contacts, k, state) <= 0.0:
        return False
    for i in range(contacts.first[k], contacts.first[k + 1]):
        if state.bristle[i, HOLDS] != 0.0:
            return False
    return True


@subroutine
def _fastest(contacts: Contacts, k: int, state: State) -> float:
    """Return an upper bound of the relative speed of particles of both bodies during some steps without an impact."""
    a, b = contacts.body0[k], contacts.body1[k]
    u, turn_a, turn_b = 0.0, 0.0, 0.0
    for n in range(3):
        u += (state.u[a, n] - state.u[b, n]) ** 2
        turn_a += state.w[a, n] ** 2
        turn_b += state.w[b, n] ** 2
    turning = contacts.reach[k] * (math.sqrt(turn_a) + math.sqrt(turn_b))
    bound: float = math.sqrt(u) + turning + AHEAD * state.watch[STEP] * state.watch[WEIGHT]
    return bound
