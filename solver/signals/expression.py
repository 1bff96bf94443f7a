"""EXPRESSION: a formula of other signals and of the time t. The stack machine of solver/functions/expression_kernel.py
evaluates the formula.

The inputs are the signals that the formula names, in order of appearance. The data are the program of the formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Keyword, Type, Variant
from rbsolve.solver.functions.expression import flatten
from rbsolve.solver.functions.expression_kernel import BY_TIME, run
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of an EXPRESSION from its block."""
    program, names = block["EXPRESSION"]
    numbers = flatten(program, f"signal '{block.name}'", block.span_of("EXPRESSION"), diagnostics)
    return None if numbers is None else SignalRow(names, numbers)


@subroutine
def _run(model: Model, t: float, i: int, state: State, seed: int) -> tuple[float, float, float]:
    """Return the value of the formula, and its derivative with respect to one of the inputs or to the time."""
    signals = model.signals
    program = signals.data, signals.first[i], signals.first[i + 1]
    return run(program, t, signals.inputs, signals.first_input[i], state.signal, seed, None)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value of the formula."""
    return _run(model, t, i, state, BY_TIME)[0]


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The derivatives of the formula with respect to the inputs."""
    for k in range(model.signals.first_input[i + 1] - model.signals.first_input[i]):
        out[0, k] = _run(model, t, i, state, k)[1]


EXPRESSION = SignalKind(
    Variant("EXPRESSION", "A formula of other signals and of the time t.", ("EXPRESSION",)),
    (Keyword("EXPRESSION", Type.SIGNAL_EXPRESSION, "A formula of names of signals, and of t for the time."),),
    value,
    row,
    partials=partials,
)
