"""FUNCTION_1D: a signal that is a function of time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.table import Variant, reference
from rbsolve.solver.functions.evaluate import function_value
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value f(t)."""
    return function_value(model.functions, model.signals.subject[i], t)[0]


FUNCTION = SignalKind(
    Variant("FUNCTION_1D", "A function of time.", ("FUNCTION_1D_NAME",)),
    (reference("FUNCTION_1D_NAME", "FUNCTION", "The function of time that gives the value of the signal."),),
    value,
)
