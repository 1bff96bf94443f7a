"""TRANSFER_FUNCTION: a ratio of polynomials in the Laplace variable s, in controllable canonical form.

With the denominator s^n + a_1 s^(n-1) + ... + a_n and the numerator b_0 s^n + ... + b_n,

    x_k' = x_(k+1),    x_n' = u - a_n x_1 - ... - a_1 x_n,    y = sum_k (b_(n+1-k) - a_(n+1-k) b_0) x_k + b_0 u.

The data are [b_0, a_n ... a_1, c_1 ... c_n].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INITIAL_VALUE, INPUT, input_of, inputs_of
from rbsolve.solver.signals.kind import STEADY, SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats


def _strip(coefficients: tuple[float, ...]) -> list[float]:
    """Return the coefficients without leading zeros."""
    first = next((k for k, c in enumerate(coefficients) if c != 0.0), len(coefficients))
    return list(coefficients[first:])


def canonical(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """Return the data of a ratio of polynomials. Coefficients start with the highest power. The first coefficient of
    `below` must not be zero.
    """
    n = len(below) - 1
    a = [c / below[0] for c in below[1:]]
    b = [0.0] * (n + 1 - len(above)) + [c / below[0] for c in above]
    return [b[0], *a[::-1], *(b[n - k] - a[n - 1 - k] * b[0] for k in range(n))]


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of a TRANSFER_FUNCTION from its block."""
    above, below = _strip(block["NUMERATOR"]), _strip(block["DENOMINATOR"])
    n = len(below) - 1
    if n < 0 or len(above) > n + 1:
        message = "its denominator is zero" if n < 0 else "its numerator has a higher degree than its denominator"
        hint = "the output would contain derivatives of the input; measure a rate instead" if n >= 0 else None
        place = block.span_of("DENOMINATOR" if n < 0 else "NUMERATOR")
        diagnostics.error(Code.INVALID_VALUE, f"transfer function {block.name}: {message}", place, hint)
        return None
    data = canonical(above, below)
    last = above[-1] / below[0] if above else 0.0  # last coefficient of the numerator
    given = block.get("INITIAL_VALUE")
    states: tuple[float | None, ...] = (STEADY,) * n
    if given is not None:
        if n == 0 or (last == 0.0 and given != 0.0):
            message = (
                f"transfer function {block.name} cannot have the initial value {given:g}: its gain at rest is zero"
            )
            if n == 0:
                message = f"transfer function {block.name} has no state, so it cannot have an initial value"
            diagnostics.error(Code.INVALID_VALUE, message, block.span_of("INITIAL_VALUE"))
            return None
        states = (given / last if given else 0.0, *(0.0,) * (n - 1))
    return SignalRow(inputs_of(block), data, states=states, passes=data[0] != 0.0)


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the output."""
    signals = model.signals
    n, at = signals.first_state[i + 1] - signals.first_state[i], signals.first[i]
    total: float = signals.data[at] * input_of(model, i, state)
    for k in range(n):
        total += signals.data[at + 1 + n + k] * state.element[signals.first_state[i] + k]
    return total


@subroutine
def slopes(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The slopes of the states."""
    signals = model.signals
    first, at = signals.first_state[i], signals.first[i]
    n = signals.first_state[i + 1] - first
    total = input_of(model, i, state)
    for k in range(n):
        total -= signals.data[at + 1 + k] * state.element[first + k]
        if k > 0:
            out[first + k - 1] = state.element[first + k]
    if n > 0:
        out[first + n - 1] = total


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """Derivatives of the value and of the slopes."""
    signals = model.signals
    n, at = signals.first_state[i + 1] - signals.first_state[i], signals.first[i]
    for r in range(n + 1):
        for k in range(n + 1):
            out[r, k] = 1.0 if r > 0 and k == r + 1 else 0.0
    out[0, 0] = signals.data[at]
    for k in range(n):
        out[0, 1 + k] = signals.data[at + 1 + n + k]
        out[n, 1 + k] = -signals.data[at + 1 + k]
    if n > 0:
        out[n, 0] = 1.0


TRANSFER_FUNCTION = SignalKind(
    Variant(
        "TRANSFER_FUNCTION",
        "A filter of the input by a ratio of polynomials in the Laplace variable s.",
        ("INPUT", "NUMERATOR", "DENOMINATOR"),
        ("INITIAL_VALUE",),
    ),
    (
        INPUT,
        INITIAL_VALUE,
        numbers("NUMERATOR", "Coefficients of the numerator of a transfer function, highest power first."),
        numbers(
            "DENOMINATOR", "Coefficients of the denominator. Its degree must be at least the degree of the numerator."
        ),
    ),
    value,
    row,
    slopes,
    partials,
)
