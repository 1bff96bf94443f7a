"""Evaluates signals in a single state without a compiler."""

from __future__ import annotations

import numpy as np

from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.model.arrays import Model, State
from rbsolve.solver.model.flat import Floats, Ints
from rbsolve.solver.signals.registry import CODES, SIGNAL_KINDS

_FUNCTION, _EXPRESSION = CODES["FUNCTION_1D"], CODES["EXPRESSION"]
BESIDE = 1e-9  # distance, relative to the input, at which a formula is evaluated to detect a jump
LEAST = 1e-3  # size that replaces an input near zero


def evaluate_plainly(model: Model, t: float, state: State) -> None:
    """Evaluate all signals into `state.signal`, without a compiler."""
    signals = model.signals
    with np.errstate(all="ignore"):
        for i, code in enumerate(signals.kind.tolist()):
            if code == _FUNCTION:
                state.signal[i] = value_at(model.functions, int(signals.subject[i]), t)[0]
            else:
                state.signal[i] = SIGNAL_KINDS[code].value(model, t, i, state)


def steep_signals(model: Model, t: float, state: State, among: Ints) -> list[int]:
    """Return the signals in `among` whose derivative with respect to an input or a state is infinite or undefined,
    although all values are finite.
    """
    found, signals = [], model.signals
    for i in among.tolist():
        partials = SIGNAL_KINDS[signals.kind[i]].partials
        if partials is None:
            continue
        inputs, states = (int(first[i + 1] - first[i]) for first in (signals.first_input, signals.first_state))
        out = np.zeros((1 + states, inputs + states))
        with np.errstate(all="ignore"):
            partials(model, t, i, state, out)
        if not np.all(np.isfinite(out)):
            found.append(i)
    return found


def jumping_at(model: Model, t: float, state: State, among: Ints) -> list[int]:
    """Return the formulas in `among` whose values jump at the present values of their inputs, as `sign(x)` at `x = 0`.
    The change across a jump does not become smaller if the inputs on both sides get closer.
    """
    signals, found = model.signals, []
    for i in among.tolist():
        if signals.kind[i] != _EXPRESSION:
            continue
        inputs = signals.inputs[signals.first_input[i] : signals.first_input[i + 1]].tolist()
        if any(_jumps_along(model, t, i, k, state) for k in inputs):
            found.append(i)
    return found


def _jumps_along(model: Model, t: float, i: int, k: int, state: State) -> bool:
    """Return whether signal `i` jumps at the present value of its input `k`, which is a signal."""
    present, value = float(state.signal[k]), SIGNAL_KINDS[model.signals.kind[i]].value

    def change(distance: float) -> float:
        ends = []
        for side in (-1.0, 1.0):
            state.signal[k] = present + side * distance
            ends.append(float(value(model, t, i, state)))
        state.signal[k] = present
        return abs(ends[1] - ends[0])

    near = BESIDE * max(abs(present), LEAST)
    with np.errstate(all="ignore"):
        far, close = change(near), change(near / 16.0)
    return far > 0.0 and close > 0.5 * far


def accept_plainly(model: Model, t: float, state: State, has_past: bool = True) -> None:
    """Store the memories of the signals at the start, in the order of evaluation. Unless `has_past` is true, memories
    that depend on earlier steps do not change.
    """
    signals = model.signals
    evaluate_plainly(model, t, state)
    for i, code in enumerate(signals.kind.tolist()):
        kind = SIGNAL_KINDS[code]
        if kind.accept is not None and (has_past or not kind.depends_on_past):
            kind.accept(model, t, i, state)
            evaluate_plainly(model, t, state)


def element_slopes(model: Model, t: float, state: State) -> Floats:
    """Return the time derivatives of the states of all elements (nx,), computed without a compiler."""
    out = np.zeros(len(state.element))
    evaluate_plainly(model, t, state)
    for i, code in enumerate(model.signals.kind.tolist()):
        slopes = SIGNAL_KINDS[code].slopes
        if slopes is not None:
            slopes(model, t, i, state, out)
    return out
