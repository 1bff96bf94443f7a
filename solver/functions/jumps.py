"""Where the rate of a function jumps: between straight lines of a table, and where a function begins or ends to be held."""

from __future__ import annotations

import math
from typing import NamedTuple

from rbsolve.solver.functions.codes import CHEBYSHEV, TABULATED
from rbsolve.solver.functions.dispatch import value_at
from rbsolve.solver.model.arrays import Functions

ROUNDING = 1e-6  # change of a rate that counts as none, relative to the rate


class Jump(NamedTuple):
    """A rate that changes from `before` to `after` at the time `t`."""

    t: float
    before: float
    after: float


def first_jump(functions: Functions, index: int, start: float, stop: float) -> Jump | None:
    """The first jump of the rate of a function between two times, both excluded; those within an EXPRESSION are not seen."""
    times = [float(functions.start[index]), float(functions.stop[index])]
    first, last = int(functions.first[index]), int(functions.first[index + 1])
    if functions.kind[index] == TABULATED:
        times += functions.data[first:last:3].tolist()
    elif functions.kind[index] == CHEBYSHEV:
        times += functions.data[first : first + 2].tolist()
    for t in sorted({t for t in times if start < t < stop}):
        before, after = (value_at(functions, index, math.nextafter(t, side))[1] for side in (-math.inf, math.inf))
        if abs(after - before) > ROUNDING * max(abs(before), abs(after)):
            return Jump(t, before, after)
    return None
