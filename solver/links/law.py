"""The force of a law that is a function of a coordinate.

An explicit method ends its steps at the corners of such a law. The interval between two corners is constant within a
step (solver/signals/interval.py). Beyond the ends of this interval, the law continues as a parabola. The forces and
their derivatives are therefore smooth in each step, also in a step that passes a corner before it is repeated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

BESIDE, LEAST = 1e-12, 1e-24  # distance from a corner, relative and absolute, at which a law has values of one side


@subroutine
def beside(corner: float) -> float:
    """Return the distance from a corner at which a law has the values of one side."""
    return max(BESIDE * abs(corner), LEAST)


@subroutine
def law_value(model: Model, function: int, interval: int, x: float, state: State) -> tuple[float, float]:
    """Return the force of a law at the coordinate x, and its slope. `interval` is the signal that stores the interval of
    the coordinate, or -1.
    """
    end = x
    if interval >= 0:
        signals = model.signals
        first, count = signals.first[interval], signals.first[interval + 1] - signals.first[interval]
        k = signals.first_memory[interval]
        if state.memory[k + 1] == 0.0:
            low = int(value_of(state.memory[k]))
            if low >= 0:
                left = signals.data[first + low] + beside(value_of(signals.data[first + low]))
                if x < left:
                    end = left
            if low + 1 < count:
                right = signals.data[first + low + 1] - beside(value_of(signals.data[first + low + 1]))
                if x > right:
                    end = right
    value, slope, bend = function_value(model.functions, function, end)
    beyond = x - end
    return value + beyond * (slope + 0.5 * beyond * bend), slope + beyond * bend
