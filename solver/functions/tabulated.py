"""TABULATED: values at increasing times. Straight lines or a cubic spline connect the values.

The spline is the not-a-knot spline. Its third derivative is continuous at the second and at the second-to-last time. It
has fourth-order accuracy up to the ends. With three entries it is a parabola, and with two entries a straight line.
Before the first time, the function has its first value, and after the last time its last value. The data of each entry
are [t, f, f'']. Straight lines have `f'' = 0`, so the same formula applies to lines and splines.
"""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Keyword, Type, Variant, choice, container, number
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    [table] = described["TABLE_ENTRIES"]
    times, values = list(table["TIME"]), list(table["FUNCTION_VALUE"])
    cubic = described["INTERPOLATION"] == "CUBIC"
    curvatures = spline_curvatures(times, values) if cubic else [0.0] * len(times)
    return [number for entry in zip(times, values, curvatures, strict=True) for number in entry]


def spline_curvatures(times: list[float], values: list[float]) -> list[float]:
    """Return the second derivatives of the not-a-knot cubic spline at the given times.

    The conditions at the interior times are tridiagonal in the second derivatives. The end condition
    `M_0 = M_1 - (h_0/h_1)(M_2 - M_1)` is substituted into the first of these conditions. The mirrored condition is
    substituted into the last of them.
    """
    n = len(times)
    if n < 3:
        return [0.0] * n
    h = [times[k + 1] - times[k] for k in range(n - 1)]
    d = [(values[k + 1] - values[k]) / h[k] for k in range(n - 1)]
    if n == 3:
        return [2.0 * (d[1] - d[0]) / (h[0] + h[1])] * 3
    lower = h[:-1]
    diagonal = [2.0 * (h[k] + h[k + 1]) for k in range(n - 2)]
    upper = h[1:]
    right = [6.0 * (d[k + 1] - d[k]) for k in range(n - 2)]
    diagonal[0] += h[0] + h[0] * h[0] / h[1]
    upper[0] -= h[0] * h[0] / h[1]
    diagonal[-1] += h[-1] + h[-1] * h[-1] / h[-2]
    lower[-1] -= h[-1] * h[-1] / h[-2]
    for k in range(1, n - 2):
        factor = lower[k] / diagonal[k - 1]
        diagonal[k] -= factor * upper[k - 1]
        right[k] -= factor * right[k - 1]
    inner = [0.0] * (n - 2)
    inner[-1] = right[-1] / diagonal[-1]
    for k in range(n - 4, -1, -1):
        inner[k] = (right[k] - upper[k] * inner[k + 1]) / diagonal[k]
    start = inner[0] - h[0] / h[1] * (inner[1] - inner[0])
    end = inner[-1] - h[-1] / h[-2] * (inner[-2] - inner[-1])
    return [start, *inner, end]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t. At an interior time of the table, the result belongs to the piece that starts
    there.
    """
    end = last - 3
    if t < data[first]:
        return data[first + 1], 0.0, 0.0
    if t > data[end]:
        return data[end + 1], 0.0, 0.0
    low = 0
    high = (end - first) // 3
    while high - low > 1:
        middle = (low + high) // 2
        if data[first + 3 * middle] <= t:
            low = middle
        else:
            high = middle
    return evaluate_piece(data, first + 3 * low, t)


def evaluate_piece(data: Floats, k: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t of the polynomial between the entry with index `k` in the data and the next
    entry.
    """
    h = data[k + 3] - data[k]
    s = t - data[k]
    curvature = data[k + 2]
    jerk = (data[k + 5] - curvature) / h
    slope = (data[k + 4] - data[k + 1]) / h - h * (2.0 * curvature + data[k + 5]) / 6.0
    return (
        data[k + 1] + s * (slope + s * (0.5 * curvature + s * jerk / 6.0)),
        slope + s * (curvature + 0.5 * s * jerk),
        curvature + s * jerk,
    )


TABLE_ENTRIES = container(
    "TABLE_ENTRIES",
    "The points of the table, in increasing order of the variable.",
    number("TIME", "The values of the variable, in increasing order.", unit="s", repeats=True, required=True),
    number("FUNCTION_VALUE", "The value of the function at this point.", repeats=True, required=True),
    children_alternate=True,
)

TABLE_FILE = Keyword(
    "TABLE_FILE",
    Type.TEXT,
    "A file of comma-separated values, which replaces @TABLE_ENTRIES. Give its path relative to the deck, the "
    "column of the variable and the column of the value. A column is a heading, or a number counted from 1.",
    counts=(3,),
    excludes=("TABLE_ENTRIES",),
)

INTERPOLATION = choice(
    "INTERPOLATION",
    "LINEAR: straight lines. CUBIC: a cubic spline.",
    "LINEAR",
    "CUBIC",
    default_text="LINEAR",
)

TABULATED = FunctionType(
    Variant(
        "TABULATED",
        "Interpolates the points of a table. Outside of its points, the function keeps its first and last value.",
        ("TABLE_ENTRIES",),
        ("INTERPOLATION", "TABLE_FILE"),
        {"INTERPOLATION": "LINEAR"},
    ),
    (TABLE_ENTRIES, TABLE_FILE, INTERPOLATION),
    encode,
    evaluate,
    lambda data: data[::3],
)
