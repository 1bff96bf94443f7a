"""Computes the margins of switches, which are distances from the next switch (solver/forces/switches.py)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import MARGIN, NEAREST, OPEN, SWITCHES, UNDECIDED

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State


@subroutine
def lower_margin(state: State, margin: float, switch: int, i: int) -> None:
    """Replace the stored margin by the margin of switch number `i` of a kind, if it is smaller."""
    if margin < state.watch[MARGIN]:
        state.watch[MARGIN], state.watch[NEAREST] = margin, float(SWITCHES * i + switch)


@subroutine
def margin_of(closed: float, gap: float) -> float:
    """Return the distance of an OPEN switch from closing, or of a CLOSED switch from opening. It is negative if the
    switch has passed its threshold since its side was decided.
    """
    if closed == UNDECIDED:
        return math.inf
    return gap if closed == OPEN else -gap
