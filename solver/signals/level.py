"""LEVEL: the largest integer up to its input, constant within a step. Decks cannot contain this kind.

The assembly replaces `floor` and `mod` in formulas by levels (solver/assembly/elements/sides.py). Each step is then
smooth, and the run locates the time at which the input passes an integer, as it does for a HYSTERESIS. If a step of an
explicit method passes many integers, the level follows its input (`follows` of signals/dynamic.py).

Memory: [the level, and 1 while the level follows its input, otherwise 0].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.table import Variant
from rbsolve.solver.functions.expression_kernel import floor_of
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import follows, input_of
from rbsolve.solver.signals.kind import SignalKind

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the stored level, or NaN if the input has no value."""
    u = input_of(model, i, state)
    if u != u:
        return u
    return floor_of(u) if follows(model, i, state) else state.memory[model.signals.first_memory[i]]


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Store the level of the input."""
    k = model.signals.first_memory[i]
    state.memory[k], state.memory[k + 1] = floor_of(input_of(model, i, state)), 0.0


@subroutine
def margin(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance of the input from the next integer at which the level changes. It is negative if the level
    has changed. While the level follows its input, the distance is 0, so that the next step begins with a new level.
    """
    if follows(model, i, state):
        return 0.0
    u, level = input_of(model, i, state), state.memory[model.signals.first_memory[i]]
    room: float = min(u - level, level + 1.0 - u)
    return room


LEVEL = SignalKind(
    Variant("LEVEL", "The largest whole number up to its input, constant within a step.", ()),
    (),
    value,
    accept=accept,
    margin=margin,
    jumps=True,
    depends_on_past=False,
)
