"""FIRST_ORDER_LAG: T x' = g u - x, y = x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, number
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import GAIN, INITIAL_VALUE, INPUT, input_of, inputs_of, number_of
from rbsolve.solver.signals.kind import STEADY, SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

LAG, FACTOR = range(2)  # indices in the data: T and g


def row(block: Described, diagnostics: Diagnostics) -> SignalRow:
    """Return the data of a FIRST_ORDER_LAG from its block."""
    numbers = [block["TIME_CONSTANT"], block["GAIN"]]
    return SignalRow(inputs_of(block), numbers, states=(block.get("INITIAL_VALUE", STEADY),), passes=False)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the state."""
    output: float = state.element[model.signals.first_state[i]]
    return output


@subroutine
def slopes(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The slope of the state."""
    x, wanted = state.element[model.signals.first_state[i]], number_of(model, i, FACTOR) * input_of(model, i, state)
    out[model.signals.first_state[i]] = (wanted - x) / number_of(model, i, LAG)


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """Derivatives of the value and of the slope."""
    T = number_of(model, i, LAG)
    out[0, 0], out[0, 1] = 0.0, 1.0
    out[1, 0], out[1, 1] = number_of(model, i, FACTOR) / T, -1.0 / T


FIRST_ORDER_LAG = SignalKind(
    Variant(
        "FIRST_ORDER_LAG",
        "A filter of the input u: T y' + y = g u.",
        ("INPUT", "TIME_CONSTANT"),
        ("GAIN", "INITIAL_VALUE"),
        {"GAIN": 1.0},
    ),
    (INPUT, GAIN, INITIAL_VALUE, number("TIME_CONSTANT", "The time constant T of a lag.", unit="s", above=0.0)),
    value,
    row,
    slopes,
    partials,
)
