"""INTEGRATOR: x' = g u, y = x."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import GAIN, INITIAL_VALUE, INPUT, input_of, inputs_of, number_of
from rbsolve.solver.signals.kind import SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

FACTOR = 0  # index of g in the data


def row(block: Described, diagnostics: Diagnostics) -> SignalRow:
    """Return the data of an INTEGRATOR from its block."""
    return SignalRow(inputs_of(block), [block["GAIN"]], states=(block.get("INITIAL_VALUE", 0.0),), passes=False)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the integral."""
    integral: float = state.element[model.signals.first_state[i]]
    return integral


@subroutine
def slopes(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The slope of the state."""
    out[model.signals.first_state[i]] = number_of(model, i, FACTOR) * input_of(model, i, state)


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """Derivatives of the value and of the slope."""
    out[0, 0], out[0, 1] = 0.0, 1.0
    out[1, 0], out[1, 1] = number_of(model, i, FACTOR), 0.0


INTEGRATOR = SignalKind(
    Variant(
        "INTEGRATOR",
        "The integral of the input over time: y' = g u.",
        ("INPUT",),
        ("GAIN", "INITIAL_VALUE"),
        {"GAIN": 1.0},
    ),
    (INPUT, GAIN, INITIAL_VALUE),
    value,
    row,
    slopes,
    partials,
)
