"""SQUARE: the square of its input."""

from rbsolve.language.table import Variant
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INPUT, input_of, inputs_of
from rbsolve.solver.signals.kind import SignalKind, SignalRow


@subroutine
def value(model, t, i, state):
    return input_of(model, i, state) ** 2


@subroutine
def partials(model, t, i, state, out):
    out[0, 0] = 2.0 * input_of(model, i, state)


def row(block, diagnostics):
    return SignalRow(inputs_of(block))


SQUARE = SignalKind(Variant("SQUARE", "The square of its input.", ("INPUT",)), (INPUT,), value, row, partials=partials)
