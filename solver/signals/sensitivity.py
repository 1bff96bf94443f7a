"""Computes derivatives of signals with respect to measures and to states. The chain rule is applied in the order of
evaluation.

The columns are the measures of a model, followed by its states. `local` is work space for the derivatives of one signal
(kind.py).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.solver.compiler.subroutines import call5
from rbsolve.solver.kernel import part, subroutine
from rbsolve.solver.signals.registry import QUANTITIES

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats
    from rbsolve.solver.model.signals import Signals

MEASURED = len(QUANTITIES)  # codes below this number are measures


@subroutine
def _chain(
    signals: Signals, i: int, row: int, local: Floats, by: Floats, target: Floats, at: int, measures: int
) -> None:
    """Write the derivatives in row `row` of signal `i` to row `at` of `target`. The chain rule converts the derivatives
    with respect to inputs and states into total derivatives.
    """
    first, count = signals.first_input[i], signals.first_input[i + 1] - signals.first_input[i]
    for c in range(target.shape[1]):
        total = 0.0
        for k in range(count):
            total += local[row, k] * by[signals.inputs[first + k], c]
        target[at, c] = total
    own = signals.first_state[i]
    for k in range(signals.first_state[i + 1] - own):
        target[at, measures + own + k] += local[row, count + k]


@subroutine
def _put_local(model: Model, t: float, i: int, state: State, local: Floats) -> None:
    """Write the derivatives of signal `i` to `local`.

    A derivative that is not finite is replaced by zero, so that iterations continue without it. For example, the
    derivative of the square root at zero is not finite.
    """
    for r in range(local.shape[0]):
        for k in range(local.shape[1]):
            local[r, k] = 0.0
    call5(model.signals.partials[i], model, t, i, state, local)
    for r in range(local.shape[0]):
        for k in range(local.shape[1]):
            if not math.isfinite(local[r, k]):
                local[r, k] = 0.0


@part
def put_sensitivities(model: Model, t: float, state: State, local: Floats, by: Floats, slopes_by: Floats) -> None:
    """Write the derivatives of all values to `by` (ng, nm + nx). Write the derivatives of all slopes of states to
    `slopes_by` (nx, nm + nx).
    """
    signals, measures = model.signals, model.signals.measures.body0.shape[0]
    for i in range(signals.kind.shape[0]):
        if signals.kind[i] < MEASURED:
            for c in range(by.shape[1]):
                by[i, c] = 1.0 if c == signals.subject[i] else 0.0
        else:
            _put_local(model, t, i, state, local)
            _chain(signals, i, 0, local, by, by, i, measures)
    for i in range(signals.kind.shape[0]):
        first, states = signals.first_state[i], signals.first_state[i + 1] - signals.first_state[i]
        if states > 0:
            _put_local(model, t, i, state, local)
            for r in range(states):
                _chain(signals, i, r + 1, local, by, slopes_by, first + r, measures)
