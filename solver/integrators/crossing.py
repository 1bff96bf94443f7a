"""Locating impacts: a step of an adaptive method ends where a contact closes or opens.

Contacts are taken as they are at the start of a step, open or closed, so that a step is smooth through the instant at which that changes.
Their margin tells after it whether it did: negative where a point has crossed. Then the step is taken again with other lengths, found by
the Illinois method (Dowell and Jarratt, BIT 11, 1971), until it ends just behind the crossing; from there the next one starts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import LOCATES, MARGIN, Floats, State

BEHIND = 1e-9  # how far behind a crossing steps end, of the change of the margin over the step in which it was found
NARROW = 1e-13  # of the length of that step
NOTHING_CROSSED, BEHIND_CROSSING, TRY_AGAIN, GIVE_UP = range(4)  # verdicts on a step
START, SEARCHING, LOW, LOW_VALUE, HIGH, HIGH_VALUE, TRIAL, SIDE, GOAL, WHOLE, LANDS = range(11)


class Crossing(NamedTuple):
    """A search under way."""

    watch: Floats
    """State.watch."""
    search: Floats
    """[margin at the start of the step, whether a search is on, its bracket of lengths with the margins behind the goal, length to try,
    which end moved last, goal, length of the step in which it began and whether that ended at an output time]"""


def crossing_of(state: State) -> Crossing | None:
    """What locates the impacts of a run with this state; None without contacts."""
    if not len(state.contact):
        return None
    begin_locating(state)
    return Crossing(state.watch, np.zeros(11))


def begin_locating(state: State) -> None:
    """Let contacts know that their impacts are located."""
    state.watch[LOCATES] = 1.0


@subroutine
def note_start(crossing):
    """Remember the margin at the start of a step."""
    crossing.search[START] = max(crossing.watch[MARGIN], 0.0)


@subroutine
def is_searching(crossing):
    """Whether the next step is a trial of a search."""
    return crossing.search[SEARCHING] != 0.0


@subroutine
def trial_step(crossing):
    """Its length, and whether it ends at the output time."""
    search = crossing.search
    return search[TRIAL], search[LANDS] != 0.0 and search[TRIAL] == search[WHOLE]


@subroutine
def _next_trial(search):
    """Where the secant of the bracket crosses; its end where it is too narrow for that."""
    width = search[HIGH] - search[LOW]
    search[TRIAL] = search[HIGH]
    if width > NARROW * search[WHOLE]:
        secant = search[HIGH] - search[HIGH_VALUE] * width / (search[HIGH_VALUE] - search[LOW_VALUE])
        if search[LOW] < secant < search[HIGH]:
            search[TRIAL] = secant
        else:
            search[TRIAL] = search[LOW] + 0.5 * width


@subroutine
def crosses(crossing, h, lands):
    """The verdict on a step of length `h`."""
    search, margin = crossing.search, crossing.watch[MARGIN]
    if search[SEARCHING] == 0.0:
        if margin >= 0.0:
            return NOTHING_CROSSED
        search[SEARCHING], search[WHOLE], search[LANDS] = 1.0, h, 1.0 if lands else 0.0
        search[GOAL] = BEHIND * (search[START] - margin)
        search[LOW], search[LOW_VALUE] = 0.0, search[START] + search[GOAL]
        search[HIGH], search[HIGH_VALUE] = h, margin + search[GOAL]
        search[SIDE] = 0.0
        _next_trial(search)
        return TRY_AGAIN
    value = margin + search[GOAL]
    if abs(value) <= search[GOAL] or (h == search[HIGH] and search[HIGH] - search[LOW] <= NARROW * search[WHOLE]):
        search[SEARCHING] = 0.0
        return BEHIND_CROSSING
    if value > 0.0:
        search[LOW], search[LOW_VALUE] = h, value
        if search[SIDE] < 0.0:
            search[HIGH_VALUE] *= 0.5
        search[SIDE] = -1.0
    else:
        search[HIGH], search[HIGH_VALUE] = h, value
        if search[SIDE] > 0.0:
            search[LOW_VALUE] *= 0.5
        search[SIDE] = 1.0
    _next_trial(search)
    return TRY_AGAIN
