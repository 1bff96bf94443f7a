"""CHEBYSHEV: the sum of `c_k T_k(x)` with `x = (2 t - a - b) / (b - a)` on `RANGE {a, b}`. The coefficient c_0 is not
halved.

Outside the range, the function has its end values, like every function outside its times. The data are [a, b, c0, c1,
...].
"""

from __future__ import annotations

from rbsolve.language.described import Described
from rbsolve.language.diagnostics import Diagnostics
from rbsolve.language.table import Variant, numbers
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    return [*described["RANGE"], *described["COEFFICIENTS"]]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t by Clenshaw's recurrence and its derivatives."""
    lower = data[first]
    upper = data[first + 1]
    scale = 2.0 / (upper - lower)
    inside = lower <= t <= upper
    x = min(max((t - lower) - (upper - t), lower - upper), upper - lower) / (upper - lower)
    b1 = b2 = slope1 = slope2 = curvature1 = curvature2 = 0.0
    for k in range(last - 1, first + 2, -1):
        curvature1, curvature2 = 4.0 * slope1 + 2.0 * x * curvature1 - curvature2, curvature1
        slope1, slope2 = 2.0 * b1 + 2.0 * x * slope1 - slope2, slope1
        b1, b2 = data[k] + 2.0 * x * b1 - b2, b1
    value = data[first + 2] + x * b1 - b2
    if not inside:
        return value, 0.0, 0.0
    slope = b1 + x * slope1 - slope2
    curvature = 2.0 * slope1 + x * curvature1 - curvature2
    return value, scale * slope, scale * scale * curvature


CHEBYSHEV = FunctionType(
    Variant("CHEBYSHEV", "A series of Chebyshev polynomials over a range.", ("RANGE", "COEFFICIENTS")),
    (
        numbers(
            "RANGE", "The interval that is mapped to [-1, 1], or the interval of the transition of a STEP.", 2, unit="s"
        ),
    ),
    encode,
    evaluate,
    lambda data: data[:2],
)
