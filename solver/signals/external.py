"""EXTERNAL: an input that a Python program sets between steps. The input is constant within a step."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INITIAL_VALUE
from rbsolve.solver.signals.kind import SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State

LOWER, UPPER = range(2)  # indices in the data: the limits
VALUE = 0  # index in the memory


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of an EXTERNAL signal from its block."""
    lower, upper = block.get("LIMITS", (-math.inf, math.inf))
    value = block.get("INITIAL_VALUE", min(max(0.0, lower), upper))
    if not lower < upper:
        message = f"the limits of {block.name} go from {lower:g} to {upper:g}, but the second value must be greater than the first"
        diagnostics.error(Code.INVALID_VALUE, message, block.span_of("LIMITS"))
        return None
    if not lower <= value <= upper:
        message = f"the initial value {value:g} of {block.name} is outside its limits {lower:g} and {upper:g}"
        diagnostics.error(Code.INVALID_VALUE, message, block.span_of("INITIAL_VALUE"))
        return None
    return SignalRow(numbers=[lower, upper], memory=(value,), passes=False)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value that was set last."""
    output: float = state.memory[model.signals.first_memory[i] + VALUE]
    return output


EXTERNAL = SignalKind(
    Variant(
        "EXTERNAL",
        "An input that a Python program sets between steps (`rbsolve.Simulation`, `callbacks` of `rbsolve.solve`). In "
        "other runs, the signal keeps its initial value.",
        (),
        ("INITIAL_VALUE", "LIMITS"),
    ),
    (
        INITIAL_VALUE,
        numbers(
            "LIMITS",
            "The minimum and the maximum. The nearer limit replaces a value beyond these limits.",
            2,
            default_text="no limits",
        ),
    ),
    value,
    row,
    jumps=True,
)
