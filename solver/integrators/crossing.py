"""Locating impacts: a step of an adaptive method ends where a contact closes or opens.

Contacts are taken as they are at the start of a step, open or closed, so that a step is smooth through the instant at which that changes.
Their margin tells after it whether it did: negative where a point has crossed. Then the step is taken again with other lengths, found by
the Illinois method (Dowell and Jarratt, BIT 11, 1971), until it ends just behind the crossing; from there the next one starts.
"""

from __future__ import annotations

from typing import NamedTuple

from rbsolve.solver.compiler.variables import Variables
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.model.arrays import LOCATES, MARGIN, State
from rbsolve.solver.model.flat import Floats

BEHIND = 1e-9  # how far behind a crossing steps end, of the change of the margin over the step in which it was found
NARROW = 1e-13  # of the length of that step
NOTHING_CROSSED, BEHIND_CROSSING, TRY_AGAIN, GIVE_UP = range(4)  # verdicts on a step


class Bracket(Variables):
    """For the length of a step at whose end the margin is just behind zero."""

    searching: int  # whether it is on
    start: float  # the margin at the start of the step
    low: float  # the bracket of lengths,
    high: float
    low_value: float  # with the margins behind the goal there
    high_value: float
    trial: float  # the length to try
    side: int  # -1 where the lower end moved last, 1 where the upper one
    goal: float
    whole: float  # length of the step in which the search began,
    lands: int  # and whether that ended at an output time


class MarginCrossing(NamedTuple):
    """What locates the impacts of a run."""

    watch: Floats
    """State.watch."""
    search: Bracket


def crossing_of(state: State) -> MarginCrossing | None:
    """What locates the impacts of a run with this state; None without contacts."""
    if not len(state.contact):
        return None
    begin_locating(state)
    return MarginCrossing(state.watch, Bracket())


def begin_locating(state: State) -> None:
    """Let contacts know that their impacts are located."""
    state.watch[LOCATES] = 1.0


@subroutine
def note_start(crossing):
    """Remember the margin at the start of a step."""
    crossing.search.start = max(crossing.watch[MARGIN], 0.0)


@subroutine
def is_searching(crossing):
    """Whether the next step is a trial of a search."""
    return crossing.search.searching == 1


@subroutine
def trial_step(crossing):
    """Its length, and whether it ends at the output time."""
    search = crossing.search
    return search.trial, search.lands == 1 and search.trial == search.whole


@subroutine
def _next_trial(search):
    """Where the secant of the bracket crosses; its end where it is too narrow for that."""
    width = search.high - search.low
    search.trial = search.high
    if width > NARROW * search.whole:
        secant = search.high - search.high_value * width / (search.high_value - search.low_value)
        if search.low < secant < search.high:
            search.trial = secant
        else:
            search.trial = search.low + 0.5 * width


@part
def crosses(crossing, h, lands):
    """The verdict on a step of length `h`."""
    search, margin = crossing.search, crossing.watch[MARGIN]
    if search.searching == 0:
        if margin >= 0.0:
            return NOTHING_CROSSED
        search.searching, search.whole, search.lands = 1, h, 1 if lands else 0
        search.goal = BEHIND * (search.start - margin)
        search.low, search.low_value = 0.0, search.start + search.goal
        search.high, search.high_value = h, margin + search.goal
        search.side = 0
        _next_trial(search)
        return TRY_AGAIN
    value = margin + search.goal
    if abs(value) <= search.goal or (h == search.high and search.high - search.low <= NARROW * search.whole):
        search.searching = 0
        return BEHIND_CROSSING
    if value > 0.0:
        search.low, search.low_value = h, value
        if search.side < 0:
            search.high_value *= 0.5
        search.side = -1
    else:
        search.high, search.high_value = h, value
        if search.side > 0:
            search.low_value *= 0.5
        search.side = 1
    _next_trial(search)
    return TRY_AGAIN
