"""STEP: a transition over RANGE {a, b} from START_VALUE to END_VALUE.

The transition is the cubic `s^2 (3 - 2 s)` with `s = (t - a)/(b - a)`. Its slope is zero at both ends.

The data are [start value, end value, a, b].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbsolve.language.table import Variant
from rbsolve.solver.functions.chebyshev import CHEBYSHEV
from rbsolve.solver.functions.constant_acceleration_profile import CONSTANT_ACCELERATION_PROFILE
from rbsolve.solver.functions.kind import FunctionType
from rbsolve.solver.model.flat import Floats

if TYPE_CHECKING:
    from rbsolve.language.described import Described
    from rbsolve.language.diagnostics import Diagnostics


def encode(described: Described, diagnostics: Diagnostics) -> list[float]:
    """Return the data of a function from its block."""
    return [described["START_VALUE"], described["END_VALUE"], *described["RANGE"]]


def evaluate(data: Floats, first: int, last: int, t: float) -> tuple[float, float, float]:
    """Return value and derivatives at t. Outside the range, both derivatives are zero."""
    start = data[first]
    rise = data[first + 1] - start
    width = data[first + 3] - data[first + 2]
    s = (t - data[first + 2]) / width
    if s <= 0.0:
        return start, 0.0, 0.0
    if s >= 1.0:
        return start + rise, 0.0, 0.0
    return (
        start + rise * s * s * (3.0 - 2.0 * s),
        6.0 * rise * s * (1.0 - s) / width,
        6.0 * rise * (1.0 - 2.0 * s) / (width * width),
    )


STEP = FunctionType(
    Variant(
        "STEP",
        "A smooth transition from one value to another over a range, with zero slope at both ends.",
        ("START_VALUE", "END_VALUE", "RANGE"),
    ),
    (*CONSTANT_ACCELERATION_PROFILE.keywords, *CHEBYSHEV.keywords),
    encode,
    evaluate,
    lambda data: data[2:4],
)
