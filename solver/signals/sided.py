"""SIDED: a formula with sides (side.py). Decks cannot contain this kind.

While sides slide along their switches (integrators/sliding.py), the value of the formula is the mean of its values on
both sides. A side s between -1 and 1 gives its positive side the weight (1 + s)/2.

The data are the number of sides, their indices among the inputs, and the program of the formula.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.table import Variant
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.expression_kernel import BY_TIME, run
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.kind import SignalKind
from rbsolve.solver.signals.side import slides

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


@subroutine
def _sides(model: Model, i: int) -> int:
    """Return the number of sides of a formula."""
    return int(value_of(model.signals.data[model.signals.first[i]]))


@subroutine
def _side(model: Model, i: int, n: int) -> int:
    """Return the signal that is side `n` of a formula."""
    signals = model.signals
    place = int(value_of(signals.data[signals.first[i] + 1 + n]))
    signal: int = signals.inputs[signals.first_input[i] + place]
    return signal


@subroutine
def first_of_program(model: Model, i: int) -> int:
    """Return the index in the data at which the program of a formula starts."""
    return int(model.signals.first[i]) + 1 + _sides(model, i)


@subroutine
def _run(model: Model, t: float, i: int, state: State, seed: int) -> tuple[float, float]:
    """Return the value of the formula, and its derivative with respect to one of the inputs or the time."""
    signals = model.signals
    program = signals.data, first_of_program(model, i), signals.first[i + 1]
    y, slope, _ = run(program, t, signals.inputs, signals.first_input[i], state.signal, seed, None)
    return y, slope


@subroutine
def _mean(model: Model, t: float, i: int, state: State, seed: int) -> tuple[float, float]:
    """Return the result of `_run`, as the mean over both sides of each switch along which the motion slides."""
    count = 0
    for n in range(_sides(model, i)):
        if slides(model, _side(model, i, n), state):
            count += 1
    if count == 0:
        return _run(model, t, i, state, seed)
    y = slope = 0.0
    for choice in range(1 << count):
        weight, rest = 1.0, choice
        for n in range(_sides(model, i)):
            j = _side(model, i, n)
            if slides(model, j, state):
                state.signal[j] = 1.0 if rest % 2 == 1 else -1.0
                weight *= 0.5 * (1.0 + state.signal[j] * state.memory[model.signals.first_memory[j]])
                rest //= 2
        on_sides = _run(model, t, i, state, seed)
        y += weight * on_sides[0]
        slope += weight * on_sides[1]
    for n in range(_sides(model, i)):
        j = _side(model, i, n)
        if slides(model, j, state):
            state.signal[j] = state.memory[model.signals.first_memory[j]]
    return y, slope


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value of the formula."""
    return _mean(model, t, i, state, BY_TIME)[0]


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The derivatives of the formula with respect to the inputs."""
    for k in range(model.signals.first_input[i + 1] - model.signals.first_input[i]):
        out[0, k] = _mean(model, t, i, state, k)[1]


SIDED = SignalKind(Variant("SIDED", "A formula with sides.", ()), (), value, partials=partials)
