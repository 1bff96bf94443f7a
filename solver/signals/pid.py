"""PID: `y = P e + I + D (e - x)/T` within limits, with `I' = k e` and `T x' = e - x`.

The integral does not change while the output is at a limit and its slope would push it beyond this limit. This is
anti-windup by conditional integration. The states are I, followed by x if there is a derivative. If steps locate the
limits, the memory is [the side of the output, and 1 while the side follows the output, otherwise 0]. The side is
otherwise constant within a step.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import Variant, number, numbers
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import (
    INITIAL_VALUE,
    INPUT,
    follows,
    input_of,
    inputs_of,
    is_held,
    is_kept,
    number_of,
)
from rbsolve.solver.signals.kind import STEADY, SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

P_GAIN, I_GAIN, D_GAIN, LAG, LOWER, UPPER = range(6)  # indices in the data: P, k, D, T, and the limits of the output


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of a PID controller from its block."""
    P, k, D = (block.get(f"{name}_GAIN", 0.0) for name in ("PROPORTIONAL", "INTEGRAL", "DERIVATIVE"))
    lower, upper = block.get("OUTPUT_LIMITS", (-math.inf, math.inf))
    T = block.get("DERIVATIVE_TIME", 0.0)
    if not lower < upper:
        message = f"the limits of {block.name} go from {lower:g} to {upper:g}, but the second value must be greater than the first"
        diagnostics.error(Code.INVALID_VALUE, message, block.span_of("OUTPUT_LIMITS"))
        return None
    if D != 0.0 and T == 0.0:
        diagnostics.error(
            Code.MISSING_KEYWORD,
            f"PID {block.name} lacks `@DERIVATIVE_TIME`: the derivative needs a filter, the lag T x' = e - x",
            block.span_of("DERIVATIVE_GAIN"),
            "give T, or use a signal that measures the rate in an @EXPRESSION",
        )
        return None
    states: tuple[float | None, ...] = (block.get("INITIAL_VALUE", 0.0),)
    if D != 0.0:
        states = (*states, STEADY)
    return SignalRow(inputs_of(block), [P, k, D, T, lower, upper], states=states)


@subroutine
def _output(model: Model, i: int, state: State) -> float:
    """Return the output without limits."""
    signals = model.signals
    e, first = input_of(model, i, state), signals.first_state[i]
    total: float = number_of(model, i, P_GAIN) * e + state.element[first]
    if signals.first_state[i + 1] > first + 1:
        total += number_of(model, i, D_GAIN) * (e - state.element[first + 1]) / number_of(model, i, LAG)
    return total


@subroutine
def _present_side(model: Model, i: int, state: State) -> float:
    """Return the side of the output at present: 1 at or above the upper limit, -1 at or below the lower limit, 0 between them."""
    output = _output(model, i, state)
    if output >= number_of(model, i, UPPER):
        return 1.0
    return -1.0 if output <= number_of(model, i, LOWER) else 0.0


@subroutine
def _side(model: Model, i: int, state: State) -> float:
    """Return the side of the output. If the run locates changes of the side, the side is constant within a step."""
    if is_held(model, i, state):
        kept: float = state.memory[model.signals.first_memory[i]]
        return kept
    return _present_side(model, i, state)


@subroutine
def _waits(model: Model, i: int, state: State) -> bool:
    """Return whether the integral does not change at present."""
    side, push = _side(model, i, state), number_of(model, i, I_GAIN) * input_of(model, i, state)
    return (side > 0.0 and push > 0.0) or (side < 0.0 and push < 0.0)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the output within its limits."""
    if is_held(model, i, state):
        side = state.memory[model.signals.first_memory[i]]
        if side == 0.0:
            return _output(model, i, state)
        return number_of(model, i, UPPER if side > 0.0 else LOWER)
    return min(max(_output(model, i, state), number_of(model, i, LOWER)), number_of(model, i, UPPER))


@subroutine
def slopes(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The slopes of the states."""
    signals = model.signals
    e, first = input_of(model, i, state), signals.first_state[i]
    out[first] = 0.0 if _waits(model, i, state) else number_of(model, i, I_GAIN) * e
    if signals.first_state[i + 1] > first + 1:
        out[first + 1] = (e - state.element[first + 1]) / number_of(model, i, LAG)


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """Write the derivatives. All derivatives of the value are zero at a limit."""
    signals = model.signals
    n = signals.first_state[i + 1] - signals.first_state[i]
    for r in range(n + 1):
        for k in range(n + 1):
            out[r, k] = 0.0
    output, rate = _output(model, i, state), 0.0
    if n > 1:
        T = number_of(model, i, LAG)
        rate = number_of(model, i, D_GAIN) / T
        out[2, 0], out[2, 2] = 1.0 / T, -1.0 / T
    is_between = number_of(model, i, LOWER) <= output <= number_of(model, i, UPPER)
    if is_held(model, i, state):
        is_between = state.memory[model.signals.first_memory[i]] == 0.0
    if is_between:
        out[0, 0], out[0, 1] = number_of(model, i, P_GAIN) + rate, 1.0
        if n > 1:
            out[0, 2] = -rate
    if not _waits(model, i, state):
        out[1, 0] = number_of(model, i, I_GAIN)


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Store the side of the output."""
    if is_kept(model, i):
        k = model.signals.first_memory[i]
        state.memory[k], state.memory[k + 1] = _present_side(model, i, state), 0.0


@subroutine
def margin(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance of the output without limits from the limit at which its side changes, in the unit of the
    output. While the side follows the output, there is no switch.
    """
    if follows(model, i, state):
        return math.inf
    output, lower, upper = _output(model, i, state), number_of(model, i, LOWER), number_of(model, i, UPPER)
    side = state.memory[model.signals.first_memory[i]]
    if side == 0.0:
        return min(output - lower, upper - output)
    return output - upper if side > 0.0 else lower - output


PID = SignalKind(
    Variant(
        "PID",
        "y = P e + i + D (e - f)/T with the input e, the integral part i' = K e and T f' = e - f. If y is at a "
        "limit, i is constant while K e points beyond the limit.",
        ("INPUT",),
        ("PROPORTIONAL_GAIN", "INTEGRAL_GAIN", "DERIVATIVE_GAIN", "DERIVATIVE_TIME", "OUTPUT_LIMITS", "INITIAL_VALUE"),
    ),
    (
        INPUT,
        INITIAL_VALUE,
        number("PROPORTIONAL_GAIN", "The proportional gain P of a PID.", default_text="zero"),
        number(
            "INTEGRAL_GAIN",
            "The integral gain K: the rate of the integral part per input.",
            unit="1/s",
            default_text="zero",
        ),
        number(
            "DERIVATIVE_GAIN", "The derivative gain D, for the derivative of the input.", unit="s", default_text="zero"
        ),
        number("DERIVATIVE_TIME", "The time constant T of the lag that filters the derivative.", unit="s", above=0.0),
        numbers("OUTPUT_LIMITS", "The minimum and maximum of the output.", 2, default_text="no limits"),
    ),
    value,
    row,
    slopes,
    partials,
    accept=accept,
    margin=margin,
    depends_on_past=False,
)
