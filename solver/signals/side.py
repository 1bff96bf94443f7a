"""SIDE: the sign of its input, constant within a step. Decks cannot contain this kind.

The assembly replaces the jumps and corners of formulas by sides (solver/assembly/elements/sides.py). Each step is then
smooth, and the run locates the time at which the input passes zero, as it does for a HYSTERESIS.

Data: [JUMP or CORNER, the effect of a switch on the formula]. Memory: [the side, and 1 while the side is free, otherwise
0]. The side is -1, 0 or 1, the sign of the input. The side of a jump is free while the motion slides along the switch. It
is then a number between -1 and 1 (integrators/sliding.py). The side of a corner is free while it follows its input.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.language.table import Variant
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import follows, input_of, number_of
from rbsolve.solver.signals.kind import SignalKind

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


JUMP, CORNER = 1.0, 0.0
_OWNER = " (switch "
FAR = 1e150  # the distance from a switch that replaces an infinite distance


def name_of_side(signal: str, n: int) -> str:
    """Return the name of side number `n` of a signal of the deck."""
    return f"{signal}{_OWNER}{n})"


def owner_of(name: str) -> str:
    """Return the name of the signal in the deck to which an internal signal belongs."""
    return name.split(_OWNER)[0]


@subroutine
def is_jump(model: Model, i: int) -> bool:
    """Return whether the formula jumps where the side switches."""
    return number_of(model, i, 0) == JUMP


@subroutine
def _sign(u: float) -> float:
    return u if u == 0.0 or u != u else math.copysign(1.0, u)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the stored side, or NaN if the input has no value."""
    u = input_of(model, i, state)
    if u != u:
        return u
    if follows(model, i, state) and not is_jump(model, i):
        return _sign(u)
    side: float = state.memory[model.signals.first_memory[i]]
    return side


@subroutine
def slides(model: Model, i: int, state: State) -> bool:
    """Return whether the motion slides along the switch of a side."""
    return follows(model, i, state) and is_jump(model, i)


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Store the sign of the input, unless the motion slides."""
    if slides(model, i, state):
        return
    k = model.signals.first_memory[i]
    state.memory[k], state.memory[k + 1] = _sign(input_of(model, i, state)), 0.0


@subroutine
def margin(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance of the input from zero, in the unit of the input. It is negative if the sign of the input
    differs from the stored sign. While the side is free, there is no switch.
    """
    if follows(model, i, state):
        return math.inf
    side, u = state.memory[model.signals.first_memory[i]], input_of(model, i, state)
    if math.isinf(u):
        u = math.copysign(FAR, u)
    return u * side if side != 0.0 else -abs(u)


SIDE = SignalKind(
    Variant("SIDE", "The sign of its input, constant within a step.", ()),
    (),
    value,
    accept=accept,
    margin=margin,
    jumps=True,
    depends_on_past=False,
)
