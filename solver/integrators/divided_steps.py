"""Halves steps that fail, or that are too long for impacts or stiff forces. The module also tracks the position of a
run in its grid of steps.

Integrators store the position in three variables. A step is divided into 2^`level` parts, and `part` is the number of
completed parts. `step` is the index in the interval between two output times. Integrators count their steps in `steps`,
`rejected`, `halved`, `last_halved`, `divided` and `unresolved`. A call of a kernel ends after `PARTS` parts of a step.
This limit keeps calls short, because Python checks for an interruption only between calls.
"""

from __future__ import annotations

from typing import Protocol

from rbsolve.solver.kernel import subroutine

PARTS = 16
MOST_LEVELS = 24  # largest number of halvings of a step that is too long


class Place(Protocol):
    """The position of a run in its grid of steps."""

    level: int
    part: int
    step: int
    steps: int


class Halved(Place, Protocol):
    """The position of a run whose steps may fail, in its grid of steps."""

    rejected: int
    halved: int
    last_halved: int


class Divided(Protocol):
    """The position within a step that may be too long, and the number of unresolved parts."""

    level: int
    part: int
    unresolved: int


@subroutine
def next_part(place: Place) -> bool:
    """Count a completed part. If this completes two halves of a larger part, the next part is twice as long. Return
    True if the step is complete.
    """
    place.part += 1
    while place.level > 0 and place.part % 2 == 0:
        place.level -= 1
        place.part //= 2
    if place.level > 0:
        return False
    place.part = 0
    place.step += 1
    place.steps += 1
    return True


@subroutine
def halve(place: Halved, levels: int) -> bool:
    """Divide a part that failed. Return False if the part has already been halved `levels` times."""
    place.rejected += 1
    if place.last_halved != place.steps + 1:
        place.last_halved = place.steps + 1
        place.halved += 1
    if place.level == levels:
        return False
    place.level += 1
    place.part *= 2
    return True


@subroutine
def divide(place: Divided, h: float, longest: float) -> bool:
    """Divide the next part of a step of size `h` until the part is at most `longest`. Return whether this call divided
    a whole step.
    """
    if h <= longest or h / (1 << place.level) <= longest:
        return False
    was_whole = place.level == 0
    while h / (1 << place.level) > longest and place.level < MOST_LEVELS:
        place.level += 1
        place.part *= 2
    if h / (1 << place.level) > longest:
        place.unresolved += 1
    return was_whole
