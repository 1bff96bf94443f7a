"""How far switches are from switching (solver/forces/switches.py)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.kernel import subroutine
from rbsolve.solver.model.arrays import MARGIN, NEAREST, OPEN, SWITCHES, UNDECIDED

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import State


@subroutine
def lower_margin(state: State, margin: float, switch: int, i: int) -> None:
    """Take the margin of number `i` of a kind of switch into account."""
    if margin < state.watch[MARGIN]:
        state.watch[MARGIN], state.watch[NEAREST] = margin, float(SWITCHES * i + switch)


@subroutine
def margin_of(closed: float, gap: float) -> float:
    """How far what is OPEN is from closing, or what is CLOSED from opening; negative when it did since that was decided."""
    if closed == UNDECIDED:
        return math.inf
    return gap if closed == OPEN else -gap
