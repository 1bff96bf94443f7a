"""LOOKUP_TABLE: a table of one input (with straight lines or a cubic spline), or a bilinear table of two inputs.

Outside of the table, the output has the value at the nearest end. The data for one input have the form of a TABULATED
function. The data for two inputs are [m, n, x_1 ... x_m, y_1 ... y_n, z_11, z_12 ... z_mn].

Steps of explicit methods locate the corners of a table (solver/assembly/elements/sides.py). The table then has a
memory. It contains the interval of each input, which is constant within a step. It also contains 1 if the table
follows its inputs within the step, otherwise 0. Interval k starts at point k, counted from 0. Interval
-1 is before the first point.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Code, Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.compiler.derivatives import value_of
from rbsolve.solver.functions.tabulated import INTERPOLATION, TABLE_ENTRIES, TABLE_FILE, spline_curvatures
from rbsolve.solver.functions.tabulated import evaluate as table_value
from rbsolve.solver.functions.tabulated import evaluate_piece as table_piece
from rbsolve.solver.kernel import subroutine
from rbsolve.solver.signals.dynamic import INPUT, follows, input_of, inputs_of, is_held, is_kept
from rbsolve.solver.signals.kind import SignalKind, SignalRow

if TYPE_CHECKING:
    from rbsolve.solver.model.arrays import Model, State
    from rbsolve.solver.model.flat import Floats

STRIDE = 3  # number of values for each point of a table with one input


def row(block: Described, diagnostics: Diagnostics) -> SignalRow | None:
    """Return the data of a LOOKUP_TABLE from its block."""
    names = inputs_of(block)
    columns = _columns(block, len(names), diagnostics)
    if columns is None:
        return None
    *axes, values = columns
    if len(names) == 2:
        x, y = axes
        if block.get("INTERPOLATION") == "CUBIC":
            message = f"table {block.name} has two inputs and supports only linear interpolation"
            diagnostics.error(Code.CONFLICTING_KEYWORDS, message, block.span_of("INTERPOLATION"))
            return None
        return SignalRow(names, [float(len(x)), float(len(y)), *x, *y, *values])
    cubic = block.get("INTERPOLATION") == "CUBIC"
    [x] = axes
    bends = spline_curvatures(list(x), list(values)) if cubic else [0.0] * len(x)
    return SignalRow(names, [number for entry in zip(x, values, bends, strict=True) for number in entry])


def _columns(block: Described, inputs: int, diagnostics: Diagnostics) -> list[tuple[float, ...]] | None:
    """Return the values of the inputs, followed by the values of the output."""
    if "TABLE_ENTRIES" in block:
        [table] = block["TABLE_ENTRIES"]
        columns = [tuple(table["TIME"]), tuple(table["FUNCTION_VALUE"])]
    else:
        keywords = ("INPUT_VALUES", "SECOND_INPUT_VALUES", "OUTPUT_VALUES")
        columns = [block[keyword] for keyword in keywords if keyword in block]
    if len(columns) != inputs + 1:
        message = f"table {block.name} has {inputs} input{'s' if inputs > 1 else ''}, but gives {len(columns)} columns"
        hint = "one input takes @INPUT_VALUES and @OUTPUT_VALUES, or @TABLE_ENTRIES; two inputs also take @SECOND_INPUT_VALUES"
        diagnostics.error(Code.MISSING_KEYWORD, message, block.span_of("INPUT"), hint)
        return None
    *axes, values = columns
    for keyword, axis in zip(("INPUT_VALUES", "SECOND_INPUT_VALUES"), axes, strict=False):
        if len(axis) < 2 or any(b <= a for a, b in pairwise(axis)):
            message = f"`@{keyword}` of {block.name} must increase from item to item and have at least two items"
            diagnostics.error(Code.INVALID_VALUE, message, block.span_of(keyword))
            return None
    wanted = len(axes[0]) * (len(axes[1]) if inputs == 2 else 1)
    if len(values) != wanted:
        message = f"`@OUTPUT_VALUES` of {block.name} takes {wanted} numbers, but {len(values)} are given"
        hint = (
            "give them row by row: all values of the second input for the first value of the first input, then for the "
            "next value of the first input"
        )
        diagnostics.error(Code.WRONG_COUNT, message, block.span_of("OUTPUT_VALUES"), hint if inputs == 2 else None)
        return None
    return columns


@subroutine
def _second(model: Model, i: int, state: State) -> float:
    second: float = state.signal[model.signals.inputs[model.signals.first_input[i] + 1]]
    return second


@subroutine
def _piece(data: Floats, first: int, count: int, x: float) -> tuple[int, float, float]:
    """Return the interval of a grid that contains x, and the fraction of the interval up to x. Also return the
    derivative of this fraction with respect to x.
    """
    low, high = 0, count - 1
    while high - low > 1:
        middle = (low + high) // 2
        if data[first + middle] <= x:
            low = middle
        else:
            high = middle
    width = data[first + low + 1] - data[first + low]
    s = (x - data[first + low]) / width
    if s < 0.0:
        return low, 0.0, 0.0
    if s > 1.0:
        return low, 1.0, 0.0
    return low, s, 1.0 / width


@subroutine
def _kept_piece(data: Floats, first: int, count: int, interval: float, x: float) -> tuple[int, float, float]:
    """Return the stored interval of a grid, in the form of the result of `_piece`. The fraction may be below 0 or above
    1.
    """
    if interval < 0.0:
        return 0, 0.0, 0.0
    low = int(value_of(interval))
    if low >= count - 1:
        return count - 2, 1.0, 0.0
    width = data[first + low + 1] - data[first + low]
    return low, (x - data[first + low]) / width, 1.0 / width


@subroutine
def _surface(model: Model, i: int, state: State) -> tuple[float, float, float]:
    """Return the value of a table of two inputs, and its derivatives with respect to both inputs."""
    data, at = model.signals.data, model.signals.first[i]
    m, n = int(data[at]), int(data[at + 1])
    x, y = input_of(model, i, state), _second(model, i, state)
    if is_held(model, i, state):
        k = model.signals.first_memory[i]
        p, s, ds = _kept_piece(data, at + 2, m, state.memory[k], x)
        q, r, dr = _kept_piece(data, at + 2 + m, n, state.memory[k + 1], y)
    else:
        p, s, ds = _piece(data, at + 2, m, x)
        q, r, dr = _piece(data, at + 2 + m, n, y)
    k = at + 2 + m + n + p * n + q
    a, b, c, d = data[k], data[k + 1], data[k + n], data[k + n + 1]
    low, high = a + r * (b - a), c + r * (d - c)
    return low + s * (high - low), ds * (high - low), dr * ((b - a) + s * ((d - c) - (b - a)))


@subroutine
def _has_two(model: Model, i: int) -> bool:
    has_two: bool = model.signals.first_input[i + 1] - model.signals.first_input[i] == 2
    return has_two


@subroutine
def _line(model: Model, i: int, state: State) -> tuple[float, float]:
    """Return the value of a table of one input, and its derivative."""
    signals, x = model.signals, input_of(model, i, state)
    first, last = signals.first[i], signals.first[i + 1]
    if not is_held(model, i, state):
        y, slope, _ = table_value(signals.data, first, last, x)
        return y, slope
    interval = state.memory[signals.first_memory[i]]
    if interval < 0.0:
        return signals.data[first + 1], 0.0
    k = first + STRIDE * int(value_of(interval))
    if k >= last - STRIDE:
        return signals.data[last - STRIDE + 1], 0.0
    y, slope, _ = table_piece(signals.data, k, x)
    return y, slope


@subroutine
def value(model: Model, t: float, i: int, state: State) -> float:
    """Return the value of the table."""
    if _has_two(model, i):
        return _surface(model, i, state)[0]
    return _line(model, i, state)[0]


@subroutine
def partials(model: Model, t: float, i: int, state: State, out: Floats) -> None:
    """The derivatives of the table with respect to the inputs."""
    if _has_two(model, i):
        _, out[0, 0], out[0, 1] = _surface(model, i, state)
    else:
        out[0, 0] = _line(model, i, state)[1]


@subroutine
def interval_of(data: Floats, first: int, stride: int, count: int, x: float) -> float:
    """Return the interval of a grid that contains x, from -1 before the grid to `count - 1` after the grid. The points
    are `stride` numbers apart in the data.
    """
    low, high = -1, count
    while high - low > 1:
        middle = (low + high) // 2
        if data[first + stride * middle] <= x:
            low = middle
        else:
            high = middle
    return float(low)


@subroutine
def room_in(data: Floats, first: int, stride: int, count: int, interval: float, x: float) -> float:
    """Return the distance of x from the ends of its interval, divided by the width of the interval. Outside the grid,
    the width is the width of the nearest interval. The width of a grid with one point is 1.
    """
    low = int(value_of(interval))
    below, above = math.inf, math.inf
    if low >= 0:
        below = x - data[first + stride * low]
    if low < count - 1:
        above = data[first + stride * (low + 1)] - x
    width = 1.0
    if count > 1:
        inner = first + stride * min(max(low, 0), count - 2)
        width = data[inner + stride] - data[inner]
    room: float = min(below, above) / width
    return room


@subroutine
def accept(model: Model, t: float, i: int, state: State) -> None:
    """Store the intervals of the inputs."""
    if not is_kept(model, i):
        return
    signals, k = model.signals, model.signals.first_memory[i]
    data, at = signals.data, signals.first[i]
    state.memory[signals.first_memory[i + 1] - 1] = 0.0
    if _has_two(model, i):
        m = int(data[at])
        state.memory[k] = interval_of(data, at + 2, 1, m, input_of(model, i, state))
        state.memory[k + 1] = interval_of(data, at + 2 + m, 1, int(data[at + 1]), _second(model, i, state))
    else:
        count = (signals.first[i + 1] - at) // STRIDE
        state.memory[k] = interval_of(data, at, STRIDE, count, input_of(model, i, state))


@subroutine
def margin(model: Model, t: float, i: int, state: State) -> float:
    """Return the distance of the inputs from the next corner, divided by the width of the interval. The distance is 0
    while the table follows its inputs, so that the next step begins with new intervals.
    """
    if follows(model, i, state):
        return 0.0
    signals, k = model.signals, model.signals.first_memory[i]
    data, at = signals.data, signals.first[i]
    if not _has_two(model, i):
        count = (signals.first[i + 1] - at) // STRIDE
        return room_in(data, at, STRIDE, count, state.memory[k], input_of(model, i, state))
    m = int(data[at])
    return min(
        room_in(data, at + 2, 1, m, state.memory[k], input_of(model, i, state)),
        room_in(data, at + 2 + m, 1, int(data[at + 1]), state.memory[k + 1], _second(model, i, state)),
    )


@subroutine
def passed_corners(model: Model, i: int, state: State) -> float:
    """Return the number of corners between the stored intervals and the intervals of the inputs."""
    signals, k = model.signals, model.signals.first_memory[i]
    data, at = signals.data, signals.first[i]
    if not _has_two(model, i):
        count = (signals.first[i + 1] - at) // STRIDE
        corners: float = abs(interval_of(data, at, STRIDE, count, input_of(model, i, state)) - state.memory[k])
        return corners
    m = int(data[at])
    one = abs(interval_of(data, at + 2, 1, m, input_of(model, i, state)) - state.memory[k])
    both: float = one + abs(
        interval_of(data, at + 2 + m, 1, int(data[at + 1]), _second(model, i, state)) - state.memory[k + 1]
    )
    return both


OUTPUT_VALUES = numbers(
    "OUTPUT_VALUES",
    "The outputs of a table. With two inputs, the outputs for the first of `@INPUT_VALUES` come first, in the "
    "order of `@SECOND_INPUT_VALUES`, then the outputs for the next value. For a hysteresis, the output of the "
    "state off, then of the state on.",
)

LOOKUP_TABLE = SignalKind(
    Variant(
        "LOOKUP_TABLE",
        "A table of one or two inputs.",
        ("INPUT",),
        ("INPUT_VALUES", "SECOND_INPUT_VALUES", "OUTPUT_VALUES", "TABLE_ENTRIES", "TABLE_FILE", "INTERPOLATION"),
    ),
    (
        INPUT,
        numbers("INPUT_VALUES", "The values of the first input of a table, in increasing order."),
        numbers("SECOND_INPUT_VALUES", "The values of the second input, in increasing order."),
        OUTPUT_VALUES,
        TABLE_ENTRIES,
        TABLE_FILE,
        INTERPOLATION,
    ),
    value,
    row,
    partials=partials,
    accept=accept,
    margin=margin,
    depends_on_past=False,
)
